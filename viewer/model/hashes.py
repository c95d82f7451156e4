"""Keys and hashes: the same run, the same words, on every machine."""

import hashlib
import json
from typing import Any

import msgspec

from viewer.model.message import Message
from viewer.model.run import Run


def canonical_json(value: Any) -> bytes:
    """JSON with sorted keys, no white space and every non-ASCII character escaped.

    The standard library writes it: unlike the fast writers it accepts lone surrogates and integers of any size.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, default=str).encode()


def message_hash(message: Message) -> str:
    """`m1:` and the sha256 of role and blocks."""
    content = {"role": message.role, "blocks": msgspec.to_builtins(message.blocks)}
    return "m1:" + hashlib.sha256(canonical_json(content)).hexdigest()


def run_hash(run: Run) -> str:
    """The sha256 over the message hashes in order; not the file's hash."""
    return hash_of_hashes([message_hash(message) for message in run.messages])


def hash_of_hashes(hashes: list[str]) -> str:
    """The sha256 over message hashes in order."""
    return hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def run_key(run: Run) -> str:
    """16 hex digits from the root-relative path and the run_id: opaque, for URLs."""
    return key_of(run.source.name, run.run_id)


def key_of(source_name: str, run_id: str) -> str:
    """The key of a run by its names."""
    text = f"{source_name}\0{run_id}".encode("utf-8", "backslashreplace")
    return hashlib.sha256(text).hexdigest()[:16]
