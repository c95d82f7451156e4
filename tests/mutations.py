"""Small damage to files: to their bytes, and to the values that they hold. `benchmarks/mutations.py` uses it too."""

import copy
import json
from dataclasses import dataclass
from typing import Any, Literal

BYTE_KINDS = ("cut", "delete", "repeat", "replace", "insert")
TREE_KINDS = ("replace", "delete", "repeat", "rename", "swap", "wrap")
ODD_BYTES = (
    b"\x00",
    b"\xff",
    b'"',
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\n",
    b"NaN",
    b"1e999",
    b"\\ud800",
    b" " * 9,
)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**53 + 1,
    10**30,
    10**4200,
    1.5,
    1e308,
    float("nan"),
    float("-inf"),
    "",
    " ",
    "user",
    "assistant",
    "tool",
    "system",
    "\ud83d half",
    "\x00\x1b[31m\u202e",
    "{}",
    "[1, 2",
    "2026-13-45T99:99:99Z",
    "x" * 5000,
    [],
    [None],
    [[]],
    ["a", 1, {}],
    {},
    {"type": "text"},
    {"type": "text", "text": 5},
    {"role": "user", "content": None},
    {"": {"": []}},
    {"$ref": "#", "id": {"a": 1}},
)
ODD_KEYS = ("", "type", "id", "role", "content", "messages", "usage", "__class__", "\ud800", "a b", "0")


@dataclass(frozen=True)
class Edit:
    """One act of damage."""

    place: Literal["bytes", "tree"]
    kind: int
    where: float
    """From 0 to 1: a share of the bytes, or of the values in the order of the file."""
    what: int
    length: int = 1


def mutated(data: bytes, edits: list[Edit]) -> bytes:
    """The bytes of a file after its edits, those to values first."""
    on_values = [edit for edit in edits if edit.place == "tree"]
    if on_values:
        data = _edited_values(data, on_values)
    for edit in edits:
        if edit.place == "bytes":
            data = _edited_bytes(data, edit)
    return data


def _edited_bytes(data: bytes, edit: Edit) -> bytes:
    start = int(len(data) * edit.where)
    end = min(len(data), start + edit.length)
    odd = ODD_BYTES[edit.what % len(ODD_BYTES)]
    match BYTE_KINDS[edit.kind % len(BYTE_KINDS)]:
        case "cut":
            return data[:start]
        case "delete":
            return data[:start] + data[end:]
        case "repeat":
            return data[:end] + data[start:]
        case "replace":
            return data[:start] + odd + data[end:]
        case _:
            return data[:start] + odd + data[start:]


def _edited_values(data: bytes, edits: list[Edit]) -> bytes:
    """The file with its values edited, as a document or as lines; as it is where it is neither."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        root: Any = [json.loads(text)]
        is_lines = False
    except ValueError:
        try:
            root = [json.loads(line) for line in text.splitlines() if line.strip()]
            is_lines = True
        except ValueError:
            return data
    for edit in edits:
        _edit_value(root, edit)
    indent = None if is_lines or edits[0].what % 2 else 1
    return "\n".join(json.dumps(value, indent=indent) for value in root).encode("utf-8", "surrogatepass")


def _edit_value(root: list[Any], edit: Edit) -> None:
    places = _places(root)
    if not places:
        return
    holder, key = places[min(int(len(places) * edit.where), len(places) - 1)]
    match TREE_KINDS[edit.kind % len(TREE_KINDS)]:
        case "replace":
            holder[key] = copy.deepcopy(ODD_VALUES[edit.what % len(ODD_VALUES)])
        case "delete":
            del holder[key]
        case "wrap":
            holder[key] = [holder[key]] if edit.what % 2 else {"type": holder[key]}
        case "rename" if isinstance(holder, dict):
            holder[ODD_KEYS[edit.what % len(ODD_KEYS)]] = holder.pop(key)
        case "repeat" if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        case _:
            other, other_key = places[edit.what % len(places)]
            holder[key] = copy.deepcopy(other[other_key])


def _places(root: list[Any]) -> list[tuple[Any, Any]]:
    """Container and key of every value, in the order of the file."""
    found: list[tuple[Any, Any]] = []
    waiting: list[Any] = [root]
    while waiting:
        one = waiting.pop()
        keys = list(one) if isinstance(one, dict) else range(len(one))
        found.extend((one, key) for key in keys)
        waiting.extend(one[key] for key in keys if isinstance(one[key], dict | list))
    return found
