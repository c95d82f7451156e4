"""From a filter line to its syntax tree, by recursive descent.

or    = and { "or" and }
and   = not { ["and"] not }
not   = "not" not | "(" or ")" | condition | word
condition = field ( operator value | ["not"] "in" "[" value { "," value } "]" )
"""

from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.fields import NUMBER_FIELDS, field_of, value_of
from viewer.index.filter_line.tokens import Token, tokens
from viewer.index.filter_line.tree import And, Comparison, Field, Group, Node, Not, Operator, Or, Value, Word

DEEPEST = 50
"""Parentheses and `not` inside each other."""
_OPERATORS: dict[str, Operator] = {"=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "~": "~"}
_EXPECTED_CONDITION = "a condition was expected, like steps > 12, or a word"


def parse(line: str) -> Node | None:
    """The tree of a line; None: it is empty, so that every run passes.

    Raises:
        FilterError: with the character and what was expected there.
    """
    parser = _Parser(line)
    if parser.now().kind == "end":
        return None
    tree = parser.any_of(0)
    if parser.now().kind == "end":
        return tree
    if parser.now().kind == "close":
        raise parser.error("this ) closes nothing")
    raise parser.error("and, or, or the end of the line was expected")


class _Parser:
    def __init__(self, line: str) -> None:
        self.line = line
        self.tokens = tokens(line)
        self.at = 0

    def now(self) -> Token:
        return self.tokens[self.at]

    def next(self) -> Token:
        token = self.now()
        self.at += token.kind != "end"
        return token

    def error(self, reason: str, at: int | None = None) -> FilterError:
        return FilterError(self.line, self.now().at if at is None else at, reason)

    def is_word(self, word: str, ahead: int = 0) -> bool:
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.kind == "word" and token.text.lower() == word

    def any_of(self, depth: int) -> Node:
        parts = [self.all_of(depth)]
        while self.is_word("or"):
            self.next()
            parts.append(self.all_of(depth))
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def all_of(self, depth: int) -> Node:
        parts = [self.one(depth)]
        while True:
            if self.is_word("and"):
                self.next()
            elif self.now().kind not in ("word", "text", "open") or self.is_word("or"):
                break
            parts.append(self.one(depth))
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def one(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise self.error(f"at most {DEEPEST} parentheses inside each other are read")
        if self.is_word("not"):
            self.next()
            return Not(self.one(depth + 1))
        if self.now().kind == "open":
            opened = self.next()
            if self.now().kind == "close":
                raise self.error(_EXPECTED_CONDITION)
            inner = self.any_of(depth + 1)
            if self.now().kind == "end":
                raise self.error("this ( is never closed", opened.at)
            if self.now().kind != "close":
                raise self.error("and, or, or ) was expected")
            self.next()
            return Group(inner)
        if self.now().kind in ("word", "text") and not self.is_word("and") and not self.is_word("or"):
            return self.condition()
        raise self.error(_EXPECTED_CONDITION)

    def condition(self) -> Node:
        first = self.now()
        start, segments = first.at, self.path()
        token = self.now()
        if token.kind == "operator":
            field = field_of(segments, self.line, start)
            self.next()
            return Comparison(field, _OPERATORS[token.text], (self.value(field, _OPERATORS[token.text]),))
        if self.is_word("in") and self.tokens[self.at + 1].kind == "list":
            return Comparison(field_of(segments, self.line, start), "in", self.list_of_values(segments, start))
        if self.is_word("not") and self.is_word("in", 1) and self.tokens[self.at + 2].kind == "list":
            self.next()
            return Not(Comparison(field_of(segments, self.line, start), "in", self.list_of_values(segments, start)))
        if first.kind == "word" and first.text.lower() in NUMBER_FIELDS and token.text[:1].isdigit():
            raise self.error("one of = != < <= > >= was expected before the number")
        return Word(".".join(segments))

    def path(self) -> list[str]:
        """The names of a field: words and quoted texts that touch each other, divided by dots."""
        segments = [""]
        end = self.now().at
        while self.now().kind in ("word", "text") and self.now().at == end:
            token = self.next()
            if token.kind == "text":
                segments[-1] += token.text
            else:
                first, *others = token.text.split(".")
                segments[-1] += first
                segments += others
            end = token.end
        return segments

    def list_of_values(self, segments: list[str], start: int) -> tuple[Value, ...]:
        field = field_of(segments, self.line, start)
        self.next()
        opened = self.next()
        values = [self.value(field, "in")]
        while self.now().kind == "comma":
            self.next()
            values.append(self.value(field, "in"))
        if self.now().kind != "end_list":
            raise self.error("a comma or ] was expected" if self.now().kind != "end" else "this [ is never closed",
                             opened.at if self.now().kind == "end" else None)  # fmt: skip
        self.next()
        return tuple(values)

    def value(self, field: Field, operator: Operator) -> Value:
        token = self.now()
        if token.kind not in ("word", "text"):
            raise self.error('a value was expected, like 12, "issue_refund" or none')
        self.next()
        return value_of(field, operator, token.text, token.kind == "text", self.line, token.at)
