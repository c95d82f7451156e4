"""Bundles of earlier versions in the words of the last one."""

import hashlib
from collections.abc import Callable
from typing import Any

from viewer.model.hashes import canonical_json, content_hash, hash_of_hashes
from viewer.replay.json_list import compact_json
from viewer.replay.with_block import with_block


def _with_hashes_of_compact_json(document: dict[str, Any]) -> dict[str, Any]:
    """Version 1 hashed request and continuation in canonical JSON. A hash that did not hold is left as it is."""
    made = dict(document)
    if document.get("unchanged_hash") == _hash(canonical_json(_without_block(document))):
        made["unchanged_hash"] = _hash(compact_json(_without_block(document)))
    continuation, results = document["continuation"], document["recorded_results"]
    if document.get("recorded_hash") == _hash(canonical_json([continuation, results])):
        lines = [f"{one['index']} {content_hash(one['role'], one['blocks'])}" for one in continuation]
        made["recorded_hash"] = hash_of_hashes([*lines, _hash(compact_json(results))])
    return made


def _with_messages_hash(document: dict[str, Any]) -> dict[str, Any]:
    """Version 2 named the run by its run_hash. Its hashes stay, so that samples that were taken of it stay its own."""
    run = {name: value for name, value in document["run"].items() if name != "run_hash"}
    return {**document, "run": {**run, "messages_hash": document["run"]["run_hash"]}}


def _without_block(document: dict[str, Any]) -> dict[str, Any]:
    return with_block(document["request"], document["block_path"], None)


def _hash(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


UPGRADES: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = (
    _with_hashes_of_compact_json,
    _with_messages_hash,
)
"""The first makes version 2 out of version 1, and so on."""


def upgraded(
    document: dict[str, Any], newest: int, upgrades: tuple[Callable[[dict[str, Any]], dict[str, Any]], ...] = UPGRADES
) -> dict[str, Any]:
    """A document of an earlier version in the words of the newest.

    Raises:
        ValueError: a newer program wrote it, it names no version, or it lacks what its version has.
    """
    version = document.get("version")
    if type(version) is not int or not 1 <= version <= newest:
        raise ValueError(f"has version {version!r}, this program knows 1 to {newest}: use a newer program")
    for number, upgrade in enumerate(upgrades[version - 1 :], version + 1):
        try:
            document = {**upgrade(document), "version": number}
        except (LookupError, TypeError, AttributeError) as error:
            raise ValueError(f"is no whole bundle of version {number - 1}: make the bundle again") from error
    return document
