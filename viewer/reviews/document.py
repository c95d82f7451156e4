"""An incident review as a JSON document: what is asked, the runs, the claims with what they cite, the decisions."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, model_validator

from viewer.reviews.stamp import new_id
from viewer.written import Written, document_of, published

FORMAT: Literal["trajectory-viewer-review"] = "trajectory-viewer-review"
VERSION: Literal[1] = 1
ReviewState = Literal["draft", "in_review", "signed_off"]

Id = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
Alias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=100)]
Words = Annotated[str, StringConstraints(max_length=100_000)]
Line = Annotated[str, StringConstraints(max_length=1_000)]
Link = Annotated[str, StringConstraints(pattern=r"^https://[^\s/?#@]+(?:[/?#]\S*)?$", max_length=2_000)]


class ReviewedRun(Written):
    """A run that the review is about, and how to see whether it is still the same."""

    alias: Alias = Field(description="As positions name it: `alias[3]`.")
    key: str = Field(pattern=r"^[0-9a-f]{16}$")
    run_id: str
    source: str = Field(description="Path below the root that it was found under.")
    format: str = ""
    messages: int = Field(default=0, ge=0)
    run_hash: str | None = Field(
        default=None, description="sha256 over all message hashes, when it was added or signed."
    )


class Citation(Written):
    """What stood at a position when it was cited."""

    position: str = Field(description="With the alias of its run where the review has several.")
    hash: str = Field(description="Of the message (`m1:`), or of a range of messages (`r1:`).")
    text: str = Field(description="Copied; cut to 20,000 characters.")
    tool: str | None = Field(default=None, description="Of a cited result or call: the name of its tool.")


class Claim(Written):
    """Sentences; the positions that bear them stand in the text."""

    id: Id = Field(default_factory=new_id)
    text: Words
    citations: list[Citation] = Field(default_factory=list, description="One for each position in the text.")


class Moment(Written):
    """An entry of the timeline: a chosen message of one of the runs."""

    id: Id = Field(default_factory=new_id)
    position: Line
    text: Words = ""
    citation: Citation | None = None


class Counterfactual(Written):
    """A replay that says what would have happened: a bundle and what came of it."""

    id: Id = Field(default_factory=new_id)
    question: Words = Field(default="", description="What if …")
    bundle: Line = Field(default="", description="Path of the bundle.")
    bundle_sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")
    position: Line = Field(default="", description="Of the replaced result.")
    results: Words = Field(default="", description="What the replays showed, with their number.")
    result_files: list[Line] = Field(default_factory=list)


class CapDecision(Written):
    """What was decided about the iteration cap."""

    cap: int | None = Field(default=None, ge=1, description="Steps; null: none was set.")
    group: Line = Field(default="", description="Which runs it is for.")
    reason: Words = ""


class Action(Written):
    """Something to do."""

    id: Id = Field(default_factory=new_id)
    text: Words
    owner: Line = ""
    link: Link | None = None
    done: bool = False


class SignOff(Written):
    """Who signed, when, and what the document's hash was."""

    by: Line
    at: Line
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$", description="Of the content in canonical JSON.")


class ReviewDocument(Written):
    """The whole review."""

    format: Literal["trajectory-viewer-review"] = FORMAT
    version: Literal[1] = VERSION
    id: Id = Field(default_factory=new_id)
    title: Line
    question: Words = ""
    runs: list[ReviewedRun] = Field(default_factory=list)
    timeline: list[Moment] = Field(default_factory=list)
    claims: list[Claim] = Field(default_factory=list)
    counterfactuals: list[Counterfactual] = Field(default_factory=list)
    cap: CapDecision | None = None
    actions: list[Action] = Field(default_factory=list)
    conclusion: Words = ""
    conclusion_citations: list[Citation] = Field(default_factory=list)
    links: list[Link] = Field(default_factory=list, description="Tickets.")
    state: ReviewState = "draft"
    signed: SignOff | None = None

    @model_validator(mode="after")
    def _distinct(self) -> "ReviewDocument":
        aliases = [run.alias for run in self.runs]
        if len(set(aliases)) != len(aliases):
            raise ValueError("two runs have the same alias")
        for group in (self.timeline, self.claims, self.counterfactuals, self.actions):
            ids = [one.id for one in group]
            if len(set(ids)) != len(ids):
                raise ValueError("two entries have the same id")
        if (self.state == "signed_off") != (self.signed is not None):
            raise ValueError("a review is signed off exactly where it names who signed")
        return self


def review_schema() -> dict[str, Any]:
    """The JSON Schema of the document, as it is published."""
    return published(ReviewDocument.model_json_schema())


def review_of(value: Any) -> ReviewDocument:
    """A JSON value as a review.

    Raises:
        ValueError: it is none; the sentence names the place.
    """
    return document_of(value, ReviewDocument, "review", format=FORMAT, version=VERSION)


def as_json(document: ReviewDocument) -> dict[str, Any]:
    """The document as JSON values."""
    return document.model_dump(mode="json")
