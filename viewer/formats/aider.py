"""Aider's chat history: Markdown of many sessions, "#### " before the user's lines, "> " before aider's own."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal

from viewer.decode.document import Text as PlainText
from viewer.formats.base import Format, Match
from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Entry, Input, Reply
from viewer.formats.shapes.head import ending_by_messages
from viewer.model.block import Text
from viewer.model.run import Ending, Run, Stated
from viewer.model.source import RecordArray

NAME = "aider"
_START = re.compile(r"# aider chat started at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)[ \t]*$")
_MODEL = re.compile(r"> (?:Main model|Models?): (\S+?),? ")
_COST = re.compile(r"> Tokens: .*Cost: .*?\$([\d,]+(?:\.\d+)?) session")
_TALK = frozenset({"/ask", "/code", "/architect", "/context", "/help"})
"""Commands whose words are sent to the model."""
_OWN_WORDS = ("> Tokens: ", "> Applied edit to ", "> Commit ", "> Added ", "> Aider v", "> Model", "> Main model")
_OWN = Aside("aider", "what aider itself printed; no request held it")
_COMMAND = Aside("command", "a command to aider, not to the model")
_HEAD = Aside("session", "a session starts here")
_BLANK = Aside("blank", "an empty line between sections")


def detect(decoded: PlainText) -> Match | None:
    """Claim text with the line that starts a session, or lines of a user beside lines of tokens."""
    text = decoded.text
    if re.search(r"^# aider chat started at \d{4}-", text, re.MULTILINE):
        return Match(4, "a line `# aider chat started at`")
    if re.search(r"^> Tokens: .* sent, .* received", text, re.MULTILINE) and "\n#### " in text:
        return Match(3, "`> Tokens:` beside `#### `")
    return None


def read(decoded: PlainText) -> Iterator[Run]:
    """A run a session: each line of the text is a record. What stands before the first start is a session too."""
    lines = [line.removesuffix("\r") for line in decoded.text.split("\n")]
    if not lines[-1]:
        lines.pop()
    starts = [number for number, line in enumerate(lines) if line.startswith("# aider") and _START.match(line)]
    if not starts or any(line.strip() for line in lines[: starts[0]]):
        starts.insert(0, 0)
    else:
        starts[0] = 0  # with the empty lines before it
    # As aider writes them, its own lines and the user's end in two spaces, which an editor may have taken off.
    is_marked = any(line.startswith("#### ") and line.endswith("  ") for line in lines)
    for start, end in pairwise([*starts, len(lines)]):
        yield _Session(is_marked).read(lines, start, end)


Kind = Literal["own", "user", "reply", ""]


class _Session:
    """Reads the lines of a session, section by section."""

    def __init__(self, is_marked: bool) -> None:
        self._is_marked = is_marked
        self._builder = RunBuilder()
        self._kind: Kind = ""
        self._section: list[str] = []
        self._first = 0
        """Number of the section's first line."""
        self._goes_on = False
        """Whether what aider prints goes on in the next line."""
        self._started_at: str | None = None
        self._model: str | None = None
        self._cost: tuple[int, float] | None = None
        self._interrupted = 0

    def read(self, lines: list[str], start: int, end: int) -> Run:
        """The run of the lines from index `start` to before `end`."""
        for number, line in enumerate(lines[start:end], start + 1):
            self._take(number, line)
        self._close()
        stated = (
            ()
            if self._cost is None
            else (Stated("run", f"`session` cost in line {self._cost[0]}", cost=self._cost[1]),)
        )
        return self._builder.finish(
            run_id="",
            format=NAME,
            records=(RecordArray("", start + 1, end - start),),
            models=self._builder.models() or (() if self._model is None else (self._model,)),
            started_at=self._started_at,
            ending=self._ending(),
            stated=stated,
        )

    def _take(self, number: int, line: str) -> None:
        head = _START.match(line)
        kind = "" if head is not None else self._kind_of(line)
        if head is not None or kind != self._kind or (kind == "user" and not self._section[-1].strip()):
            self._close()
            self._kind, self._first = kind, number
        if head is not None:
            self._started_at = head[1]
            self._builder.add(_HEAD, number)
        elif kind == "":
            self._builder.add(_BLANK, number)
        else:
            # Of what aider prints in several lines the first has the sign and the last the mark.
            self._goes_on = kind == "own" and self._is_marked and bool(line.strip() or self._goes_on)
            self._goes_on = self._goes_on and not line.endswith("  ")
            self._section.append(line)

    def _kind_of(self, line: str) -> Kind:
        """What a line belongs to: the section before it, where no mark says otherwise."""
        ends = line.endswith("  ") or not self._is_marked
        if self._goes_on:
            return "own"
        if line.startswith("#### ") and ends:
            return "user"
        if line.startswith("> ") or line.rstrip() == ">":
            return "own" if self._is_own(line, ends) else "reply"
        if not line.strip():
            return self._kind
        # Without marks, what follows a line of aider's own at once belongs to it: a reply stands behind an empty line.
        return "own" if not self._is_marked and self._kind == "own" and self._section[-1].strip() else "reply"

    def _is_own(self, line: str, ends: bool) -> bool:
        """Whether a quoted line is aider's own; a quotation in a reply looks the same but for the mark."""
        if self._is_marked:
            return ends or self._kind in ("own", "")
        return self._kind != "reply" or line.startswith(_OWN_WORDS)

    def _close(self) -> None:
        """Give the builder the section that ends here."""
        numbers = tuple(range(self._first, self._first + len(self._section)))
        match self._kind:
            case "user":
                self._user(numbers)
            case "reply":
                words = "\n".join(self._section).strip("\n")
                self._message(Reply((Text(words),), model=self._model), numbers)
            case "own":
                for number, line in zip(numbers, self._section, strict=True):
                    self._note(number, line)
                    self._builder.add(_OWN, number)
            case _:
                pass
        self._section, self._goes_on = [], False

    def _user(self, numbers: tuple[int, ...]) -> None:
        words = "\n".join([line[5:].removesuffix("  ") for line in self._section]).strip("\n")
        command = words.split(maxsplit=1)
        is_command = words.startswith(("/", "!")) and not (len(command) > 1 and command[0] in _TALK)
        if is_command or words in ("", "<blank>"):
            for number in numbers:
                self._builder.add(_COMMAND, number)
        else:
            self._message(Input((Text(words),)), numbers)

    def _message(self, entry: Entry, numbers: tuple[int, ...]) -> None:
        self._builder.add(entry, numbers[0])
        self._builder.join(len(self._builder.messages) - 1, numbers)

    def _note(self, number: int, line: str) -> None:
        """What aider's own lines tell of the run."""
        model, cost = _MODEL.match(line), _COST.match(line)
        if model is not None:
            self._model = model[1]
        if cost is not None:
            self._cost = (number, float(cost[1].replace(",", "")))
        if "^C KeyboardInterrupt" in line:
            self._interrupted = number
            self._builder.end_turn()

    def _ending(self) -> Ending:
        last = self._builder.messages[-1].records[-1] if self._builder.messages else 0
        if self._interrupted > last:
            return Ending("censored", f"line {self._interrupted} says that the user interrupted", "abort")
        return ending_by_messages(self._builder)


FORMAT = Format(
    NAME,
    "Aider chat history",
    takes=(PlainText,),
    detect=detect,
    read=read,
    ending="cut where an interrupt stands last; else by how the session stops",
    usage="none: `> Tokens:` rounds and does not tell of the cache; a session's last cost is stated",
)
