"""A review as a Markdown file: a header that declares the runs, and the sentences below it.

The header is YAML between two lines of `---` at the top:

    ---
    runs:
      refund: runs/refund.json
      batch: runs/batch.jsonl#run-17
    ---

Each name is an alias, as in `refund[3]`; each value is a path from the file's own folder, `path#run_id` where a file
holds several runs, or `{path: …, run_hash: …}` where the review also says which messages it was written about. A
review of one run may write `run: PATH` and `[3]`. Sentences are what stands in paragraphs, list entries and table rows;
code blocks, block quotes, headings, questions, lines that end with a colon, and the sections Question, Runs, Evidence,
Counterfactuals, Cap, Actions and Links claim nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from viewer.reviews.lint.linter import ALONE, Sentence
from viewer.reviews.lint.sentences import claims_something, sentences

_LONGEST_HEADER = 65_536
_NO_CLAIMS = re.compile(
    r"questions?|runs?(?: and state)?|evidence|counterfactuals?|cap(?: decision)?|actions?(?: items)?|links?|tickets?|"
    r"references?|appendix.*",
    re.IGNORECASE,
)
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s+(?P<words>.*?))?\s*#*\s*$")
_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+|>\s?)*(?P<fence>`{3,}|~{3,})")
_ENTRY = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[(?P<box>[ xX])\]\s+)?(?P<words>.*)$")
_RULE = re.compile(r"\s*([-*_=])(?:\s*\1){2,}\s*$")
_DEFINITION = re.compile(r"\s{0,3}\[[^\]]+\]:\s*\S")
_TABLE_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*$")
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]{0,2000}(?:\s+\"[^\"]*\")?\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(?<![\\`])(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_UNDER = "\n"
"""Between a heading and the one below it."""


@dataclass(frozen=True)
class DeclaredRun:
    """A run of the header."""

    address: str
    """`path` or `path#run_id`, from the review's folder."""
    run_hash: str | None = None


@dataclass(frozen=True)
class Paragraph:
    """A paragraph, list entry or table row, as a reader sees it."""

    line: int
    words: str
    section: str
    """The headings it stands under, the title of the file left out, each on a line."""
    is_row: bool = False
    ticked: bool = False


@dataclass(frozen=True)
class MarkdownReview:
    """A Markdown file as a review."""

    runs: dict[str, DeclaredRun]
    paragraphs: tuple[Paragraph, ...]
    sentences: tuple[Sentence, ...]
    header: dict[str, Any] = field(default_factory=dict)
    """Everything that the header says."""


def markdown_review(text: str) -> MarkdownReview:
    """Read a review.

    Raises:
        ValueError: the header is no YAML, or declares its runs in another way; in a sentence.
    """
    lines = text.replace("\r\n", "\n").removeprefix("\ufeff").split("\n")
    header, first = _header(lines)
    paragraphs = tuple(_paragraphs(lines, first))
    return MarkdownReview(_runs(header), paragraphs, tuple(_sentences(paragraphs)), header)


def _header(lines: list[str]) -> tuple[dict[str, Any], int]:
    if not lines or lines[0].rstrip() != "---":
        return {}, 0
    end = next((number for number, line in enumerate(lines[1:], 1) if line.rstrip() in ("---", "...")), None)
    if end is None:
        raise ValueError("line 1: the header has no end: write --- on a line of its own below it")
    written = "\n".join(lines[1:end])
    if len(written) > _LONGEST_HEADER:
        raise ValueError(f"line 1: the header has more than {_LONGEST_HEADER:,} characters")
    try:
        value = yaml.safe_load(written)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = 2 + (mark.line if mark is not None else 0)
        raise ValueError(f"line {line}: the header is no YAML: {getattr(error, 'problem', None) or error}") from error
    if value is not None and not isinstance(value, dict):
        raise ValueError("line 2: the header is no list of names and values")
    return {str(name): one for name, one in (value or {}).items()}, end + 1


def _runs(header: dict[str, Any]) -> dict[str, DeclaredRun]:
    declared = header.get("runs") or {}
    if not isinstance(declared, dict):
        raise ValueError("the header's `runs` is no list of aliases with paths, as in `refund: runs/refund.json`")
    if "run" in header:
        declared = {ALONE: header["run"], **declared}
    made: dict[str, DeclaredRun] = {}
    for alias, value in declared.items():
        name = str(alias)
        if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
            raise ValueError(f"the alias {name!r} is none: use letters, digits, dots, dashes and underscores")
        if isinstance(value, dict):
            path, stated = value.get("path") or value.get("source"), value.get("run_hash")
            if isinstance(path, str) and isinstance(value.get("run_id"), str) and "#" not in path:
                path = f"{path}#{value['run_id']}"
        else:
            path, stated = value, None
        if not isinstance(path, str) or not path or not (stated is None or isinstance(stated, str)):
            raise ValueError(f"the header's run {name!r} has no path")
        made[name] = DeclaredRun(path, stated)
    return made


def _sentences(paragraphs: tuple[Paragraph, ...]) -> Iterator[Sentence]:
    silent = False
    section: str | None = None
    for paragraph in paragraphs:
        if paragraph.section != section:
            section = paragraph.section
            silent = any(_NO_CLAIMS.fullmatch(part) for part in section.split(_UNDER))
        if silent:
            continue
        for part in [paragraph.words] if paragraph.is_row else sentences(paragraph.words):
            if claims_something(part) and re.search(r"[^\W\d_]", part):
                yield Sentence(part, paragraph.line, section.split(_UNDER)[-1])


def _paragraphs(lines: list[str], first: int) -> Iterator[Paragraph]:
    headings: list[tuple[int, str]] = []
    open_words: list[str] = []
    start, ticked, in_list, titled = 0, False, False, False
    fence, comment = "", False

    def done() -> Iterator[Paragraph]:
        words = _rendered(" ".join(open_words)).strip()
        open_words.clear()
        if words:
            yield Paragraph(start, words, _UNDER.join(name for _, name in headings), ticked=ticked)

    for number, line in enumerate(lines[first:], first + 1):
        found = _FENCE.match(line)
        if fence:
            if found and found["fence"].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        if comment:
            comment = "-->" not in line
            continue
        entry = _ENTRY.match(line)
        heading = _HEADING.match(line)
        code = not open_words and not in_list and re.match(r"(?: {4}|\t)", line) is not None
        if found or heading or entry or code or _is_apart(line):
            yield from done()
        if line.strip() and line[:1] not in " \t":
            in_list = entry is not None
        if found:
            fence = found["fence"]
        elif line.lstrip().startswith("<!--"):
            comment = "-->" not in line
        elif heading:
            depth = len(line.lstrip()) - len(line.lstrip().lstrip("#"))
            headings = [one for one in headings if one[0] < depth]
            if depth > 1 or titled:
                headings.append((depth, _rendered(heading["words"] or "").strip()))
            titled = True
        elif line.lstrip().startswith("|"):
            is_head = number < len(lines) and _TABLE_RULE.match(lines[number]) is not None
            if not is_head and not _TABLE_RULE.match(line):
                row = " · ".join(cell.strip() for cell in line.strip().strip("|").split("|"))
                yield Paragraph(number, _rendered(row), _UNDER.join(name for _, name in headings), is_row=True)
        elif not code and not _is_apart(line):
            if not open_words:
                start, ticked = number, entry is not None and entry["box"] in ("x", "X")
            open_words.append(entry["words"] if entry else line.strip())
    yield from done()


def _is_apart(line: str) -> bool:
    """Lines that end a paragraph and belong to none: blank, quoted, rules, comments, definitions, table rows."""
    start = line.lstrip()
    return (
        not start
        or start.startswith((">", "<!--", "|"))
        or _RULE.match(line) is not None
        or _DEFINITION.match(line) is not None
    )


def _rendered(text: str) -> str:
    """The words as a reader sees them: links as their text, escapes undone, emphasis gone; code as it stands."""
    made: list[str] = []
    at = 0
    for code in _CODE.finditer(text):
        made += (_prose(text[at : code.start()]), f"`{code[2].strip()}`")
        at = code.end()
    return "".join([*made, _prose(text[at:])])


def _prose(text: str) -> str:
    text = _LINK.sub(lambda link: f"[{link[1]}]" if re.fullmatch(r"\d+(?:[–-]\d+)?", link[1]) else link[1], text)
    text = re.sub(r"(?<!\\)\*+|(?<![\w\\])__?(?=\w)|(?<=\w)__?(?!\w)", "", text)
    return _ESCAPE.sub(r"\1", text)
