"""Runs without their data: every text and argument as a keyed digest, for repositories that must hold none."""

from typing import Any

from viewer.record.normalise import Normaliser, digest


class Digests:
    """Replaces what a message says by what it can be compared by; names of tools, ids and counts stay."""

    def __init__(self, key: bytes) -> None:
        if len(key) < 16:
            raise ValueError("the key of the digests has less than 16 bytes: likely arguments could be guessed")
        self._key = key
        self._normaliser = Normaliser()

    def value(self, value: Any) -> dict[str, str]:
        """One digest."""
        return {"digest": digest(value, self._key)}

    def block(self, block: dict[str, Any]) -> dict[str, Any]:
        """A block without its data; arguments get two digests: exact within a run, normalised between runs."""
        match block["type"]:
            case "text":
                return {**block, "text": self.value(block["text"])["digest"]}
            case "thinking":
                return {**block, "text": None, "signature": None, "redacted": True}
            case "tool_use":
                masked, _ = self._normaliser.arguments(block["name"], block["input"])
                both = {"exact": digest(block["input"], self._key), "normalised": digest(masked, self._key)}
                return {**block, "input": {"digest": both}}
            case "tool_result":
                return {**block, "content": self.value(block["content"])}
            case kind:
                return {"type": "unknown", "kind": kind, "raw": self.value(block)}
