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
_NO_CLAIMS = ("question", "runs", "evidence", "counterfactual", "cap", "action", "link", "ticket", "appendix")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s+(?P<words>.*?))?\s*#*\s*$")
_FENCE = re.compile(r"\s*(?:[-*+]\s+|\d+[.)]\s+|>\s?)*(?P<fence>`{3,}|~{3,})")
_ENTRY = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(?P<words>.*)$")
_RULE = re.compile(r"\s*([-*_=])(?:\s*\1){2,}\s*$")
_DEFINITION = re.compile(r"\s{0,3}\[[^\]]+\]:\s*\S")
_TABLE_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*$")
_LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(`+)(.+?)\1")


@dataclass(frozen=True)
class DeclaredRun:
    """A run of the header."""

    address: str
    """`path` or `path#run_id`, from the review's folder."""
    run_hash: str | None = None


@dataclass(frozen=True)
class MarkdownReview:
    """A Markdown file as a review."""

    runs: dict[str, DeclaredRun]
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
    return MarkdownReview(_runs(header), tuple(_sentences(lines, first)), header)


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


def _sentences(lines: list[str], first: int) -> Iterator[Sentence]:
    for block in _blocks(lines, first):
        words = _rendered(block.words)
        parts = [words] if block.is_row else sentences(words)
        for part in parts:
            if claims_something(part) and re.search(r"[^\W\d_]", part):
                yield Sentence(part, block.line, block.section)


@dataclass(frozen=True)
class _Block:
    line: int
    words: str
    section: str
    is_row: bool = False


def _blocks(lines: list[str], first: int) -> Iterator[_Block]:
    """Paragraphs, list entries and table rows that may claim something."""
    section, silent, level = "", False, 0
    fence, comment = "", False
    start, words = 0, [""]
    row_above = ""

    def done() -> Iterator[_Block]:
        nonlocal words
        if any(words) and not silent:
            yield _Block(start, " ".join(words), section)
        words = []

    words = []
    for number, line in enumerate(lines[first:], first + 1):
        found = _FENCE.match(line)
        if fence:
            if found and found["fence"].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            continue
        if comment:
            comment = "-->" not in line
            continue
        if found:
            yield from done()
            fence = found["fence"]
            continue
        if line.lstrip().startswith("<!--"):
            yield from done()
            comment = "-->" not in line
            continue
        heading = _HEADING.match(line)
        if heading:
            yield from done()
            depth = len(line.lstrip()) - len(line.lstrip().lstrip("#"))
            name = _rendered(heading["words"] or "").strip()
            if not silent or depth <= level:
                section, level = name, depth
                silent = name.casefold().startswith(_NO_CLAIMS)
            continue
        if line.lstrip().startswith("|"):
            yield from done()
            is_head = number < len(lines) and _TABLE_RULE.match(lines[number]) is not None
            if not is_head and not _TABLE_RULE.match(line) and not silent:
                yield _Block(
                    number, " · ".join(cell.strip() for cell in line.strip().strip("|").split("|")), section, True
                )
            continue
        if not line.strip() or line.lstrip().startswith(">") or _RULE.match(line) or _DEFINITION.match(line):
            yield from done()
            continue
        entry = _ENTRY.match(line)
        if entry or not words:
            if not entry and not words and re.match(r"(?: {4}|\t)", line) and not row_above:
                continue  # indented code
            yield from done()
            start = number
        words.append(entry["words"] if entry else line.strip())
        row_above = "entry" if entry else row_above if line[:1] in " \t" else ""
    yield from done()


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
