"""A filter line as words, texts, operators and brackets, each with its place."""

import re
from dataclasses import dataclass
from typing import Literal

from viewer.index.filter_line.error import FilterError

Kind = Literal["word", "text", "operator", "open", "close", "list", "end_list", "comma", "end"]
MOST_CHARACTERS = 4_000
"""Of a line: a filter that long was not typed."""
_SYMBOLS: dict[str, Kind] = {"(": "open", ")": "close", "[": "list", "]": "end_list", ",": "comma"}
_OPERATOR = re.compile(r"!=|<=|>=|==|=|<|>|~")
_WORD = re.compile(r"[^\s()\[\],\"'=!<>~]+")


@dataclass(frozen=True)
class Token:
    """A piece of the line."""

    kind: Kind
    text: str
    """Of a quoted text what stands between the quotes, with its escapes resolved."""
    at: int
    end: int


def tokens(line: str) -> list[Token]:
    """The pieces of a line; the last has the kind `end`.

    Raises:
        FilterError: a character that begins nothing, or a text without its closing quote.
    """
    if len(line) > MOST_CHARACTERS:
        raise FilterError(line[:80], 80, f"a filter has at most {MOST_CHARACTERS:,} characters")
    found: list[Token] = []
    at = 0
    while at < len(line):
        one = line[at]
        if one.isspace():
            at += 1
            continue
        if one in "\"'":
            token = _quoted(line, at)
        elif one in _SYMBOLS:
            token = Token(_SYMBOLS[one], one, at, at + 1)
        elif (match := _OPERATOR.match(line, at)) is not None:
            text = match.group()
            token = Token("operator", "=" if text == "==" else text, at, match.end())
        elif (match := _WORD.match(line, at)) is not None:
            token = Token("word", match.group(), at, match.end())
        else:
            raise FilterError(line, at, f"{one} stands alone: != or a word was expected")
        found.append(token)
        at = token.end
    return [*found, Token("end", "", len(line), len(line))]


def _quoted(line: str, start: int) -> Token:
    quote, at = line[start], start + 1
    pieces: list[str] = []
    while at < len(line):
        one = line[at]
        if one == quote:
            return Token("text", "".join(pieces), start, at + 1)
        if one == "\\" and at + 1 < len(line) and line[at + 1] in "\\\"'":
            at += 1
            one = line[at]
        pieces.append(one)
        at += 1
    raise FilterError(line, start, f"this {quote} is never closed")
