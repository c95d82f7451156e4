"""Lists that a writer had to flatten into keys: `llm.input_messages.0.message.role`, `gen_ai.prompt.0.content`."""

from typing import Any

from viewer.formats.shapes.any_message import decoded


def indexed(attributes: dict[str, Any], prefix: str) -> list[Any] | None:
    """The list under a prefix: as it is, out of JSON text, or out of its numbered keys; None: there is none.

    Entries out of keys still have dotted keys (`unflattened` undoes that): most of them only repeat an earlier list's.

    Raises:
        ValueError: a number stands for a value as well as for parts of one.
    """
    whole = decoded(attributes.get(prefix))
    if type(whole) is list:
        return whole
    start = prefix + "."
    first = len(start)
    entries: dict[str, Any] = {}
    for key, value in attributes.items():
        if key.startswith(start):
            end = key.find(".", first)
            if end < 0:
                entries[key[first:]] = value
                continue
            entry = entries.get(key[first:end])
            if entry is None:
                entry = entries[key[first:end]] = {}
            elif type(entry) is not dict:
                raise ValueError(f"{key[:end]} is both a value and parts of one")
            entry[key[end + 1 :]] = value
    numbers = sorted(int(number) for number in entries if number.isdecimal() and len(number) < _DIGITS)
    return [entries[str(number)] for number in numbers if str(number) in entries] or None


def unflattened(value: Any) -> Any:
    """An entry whose own keys are dotted: {"message.role": …} as {"message": {"role": …}}, whatever is inside too."""
    if type(value) is list:
        return [unflattened(one) for one in value]
    if type(value) is not dict:
        return value
    if not any("." in key for key in value):
        return {key: unflattened(one) if type(one) in (list, dict) else one for key, one in value.items()}
    tree: dict[str, Any] = {}
    for key, one in value.items():
        _put(tree, key, unflattened(one))
    return _lists(tree)


_DIGITS = 10
"""Of a number that is a place in a list."""


class _Branch(dict[str, Any]):
    """An object made here, as opposed to one that is a value."""


def _put(tree: dict[str, Any], key: str, value: Any) -> None:
    *path, last = key.split(".")
    for step in path:
        below = tree.get(step)
        if below is None:
            below = tree[step] = _Branch()
        elif type(below) is not _Branch:
            raise ValueError(f"{key} is a part of something that is a value itself")
        tree = below
    if last in tree:
        raise ValueError(f"{key} is both a value and a part of one")
    tree[last] = value


def _lists(tree: Any) -> Any:
    """Objects whose keys are all numbers as lists, in the order of the numbers."""
    if type(tree) is not _Branch and type(tree) is not dict:
        return tree
    made = {key: _lists(value) if type(value) is _Branch else value for key, value in tree.items()}
    if made and all(key.isdecimal() and len(key) < _DIGITS for key in made):
        return [made[key] for key in sorted(made, key=int)]
    return made
