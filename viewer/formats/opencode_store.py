"""OpenCode's SQLite store: tables `session`, `message` and `part`, whose `data` is what a file of the storage holds."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from viewer.decode.document import BadRecord, JsonDocument
from viewer.decode.store import Store
from viewer.formats.convert import arguments
from viewer.formats.shapes.store_sessions import without_empty

_TOKENS = ("input", "output", "reasoning")
_FROM_COLUMNS = {"parent_id": "parentID", "project_id": "projectID", "workspace_id": "workspaceID"}
_JSON_COLUMNS = frozenset({"model", "permission", "revert", "goal", "summary_diffs"})


def is_opencode_store(store: Store) -> bool:
    """Whether a store has OpenCode's tables."""
    return store.has("message", "id", "session_id", "data") and store.has("part", "id", "message_id", "data")


def as_storage(store: Store) -> JsonDocument:
    """The rows as the storage's files would hold them, the first with the others as its companions."""
    files = [*_sessions(store), *_files(store, "message"), *_files(store, "part")]
    if not files:
        return _file(store.name, {"id": ""})
    return replace(files[0], companions=tuple(files[1:]))


def _sessions(store: Store) -> Iterator[JsonDocument]:
    for row in store.rows("session"):
        if isinstance(row, BadRecord):
            yield _unreadable(store.name, row)
            continue
        value = {_FROM_COLUMNS.get(key, key): held for key, held in without_empty(row.value).items()}
        for column in _JSON_COLUMNS & value.keys():
            value[column] = arguments(value[column])
        counted = {name: value.pop(f"tokens_{name}", None) for name in _TOKENS}
        cache = {name: value.pop(f"tokens_cache_{name}", None) for name in ("read", "write")}
        if any((*counted.values(), *cache.values())):
            value["tokens"] = {**counted, "cache": cache}
        elif not value.get("cost"):
            value.pop("cost", None)  # both are 0 by default, so that nothing is recorded
        yield _file(store.name, value)


def _files(store: Store, table: str) -> Iterator[JsonDocument]:
    """Messages, or parts in the order of their ids, which rise as they are made."""
    rows = store.rows(table)
    for row in sorted(rows, key=_id):
        if isinstance(row, BadRecord):
            yield _unreadable(store.name, row)
            continue
        held = arguments(row.value["data"])
        names = {"id": row.value["id"], "sessionID": row.value.get("session_id")}
        if table == "part":
            names["messageID"] = row.value["message_id"]
        yield _file(store.name, {**held, **names} if type(held) is dict else {**names, "data": held})


def _id(row: Any) -> tuple[bool, str]:
    return (True, "") if isinstance(row, BadRecord) else (False, str(row.value["id"]))


def _file(name: str, value: Any) -> JsonDocument:
    return JsonDocument(name=name, value=value, text=b"")


def _unreadable(name: str, row: BadRecord) -> JsonDocument:
    return JsonDocument(name=name, notes=(row.reason,), value=None, text=b"")
