"""A filter line changed by a click: narrowed by a condition, or one value of a field switched on and off."""

from viewer.index.filter_line.parser import parse
from viewer.index.filter_line.printed import printed
from viewer.index.filter_line.tree import And, Comparison, Field, Node, Value


def narrowed(line: str, more: Node) -> str:
    """The line with one more condition; it stays as it is where it has it already.

    Raises:
        FilterError: the line cannot be read.
    """
    parts = _parts(parse(line))
    return line.strip() if more in parts else _line([*parts, more])


def switched(line: str, field: Field, value: Value) -> str:
    """The line that asks for this value of the field as well, or, where it did, no longer.

    Raises:
        FilterError: the line cannot be read.
    """
    parts = _parts(parse(line))
    for number, part in enumerate(parts):
        if isinstance(part, Comparison) and part.field == field and part.operator in ("=", "in"):
            values = tuple(one for one in part.values if one != value)
            if len(values) == len(part.values):
                values = (*values, value)
            parts[number : number + 1] = [Comparison(field, "=" if len(values) == 1 else "in", values)] * bool(values)
            return _line(parts)
    return _line([*parts, Comparison(field, "=", (value,))])


def values_asked(line: str, field: Field) -> tuple[Value, ...]:
    """The values of the field that the line asks for by = or in, where all its conditions must hold.

    Raises:
        FilterError: the line cannot be read.
    """
    for part in _parts(parse(line)):
        if isinstance(part, Comparison) and part.field == field and part.operator in ("=", "in"):
            return part.values
    return ()


def without(line: str, field: Field) -> str:
    """The line without the conditions by = or in on a field, where all its conditions must hold.

    Raises:
        FilterError: the line cannot be read.
    """
    return _line([
        part
        for part in _parts(parse(line))
        if not (isinstance(part, Comparison) and part.field == field and part.operator in ("=", "in"))
    ])  # fmt: skip


def _parts(tree: Node | None) -> list[Node]:
    if tree is None:
        return []
    return list(tree.parts) if isinstance(tree, And) else [tree]


def _line(parts: list[Node]) -> str:
    if not parts:
        return ""
    return printed(parts[0] if len(parts) == 1 else And(tuple(parts)))
