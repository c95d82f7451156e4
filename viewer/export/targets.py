"""All that a run can be written as."""

from collections.abc import Callable
from dataclasses import dataclass

from viewer.export.atif import atif_document
from viewer.export.exported import Exported
from viewer.export.html import html_document
from viewer.export.ledger_csv import ledger_csv
from viewer.export.markdown import markdown_document
from viewer.export.trajectory_ai import trajectory_ai_document
from viewer.export.wire import anthropic_document, canonical_document, openai_document
from viewer.model.run import Run

Shown = Callable[[str], str]


@dataclass(frozen=True)
class Target:
    """One form."""

    name: str
    title: str
    write: Callable[[Run, Shown], Exported]
    """For programs the text is exact; for people it is shown through the second argument."""


TARGETS: tuple[Target, ...] = (
    Target("canonical", "Canonical JSON of this program", lambda run, shown: canonical_document(run)),
    Target("anthropic", "Anthropic Messages", lambda run, shown: anthropic_document(run)),
    Target("openai", "OpenAI Chat Completions", lambda run, shown: openai_document(run)),
    Target("atif", "ATIF", lambda run, shown: atif_document(run)),
    Target("trajectory-ai", "trajectory.ai SDK", lambda run, shown: trajectory_ai_document(run)),
    Target("markdown", "Markdown", markdown_document),
    Target("html", "HTML, self-contained", html_document),
    Target("csv", "Ledger as CSV", ledger_csv),
)


def target(name: str) -> Target:
    """The target of that name.

    Raises:
        LookupError: there is none.
    """
    for one in TARGETS:
        if one.name == name:
            return one
    raise LookupError(name)
