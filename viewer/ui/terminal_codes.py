"""Terminal codes in a text: left out by default and counted, shown on demand."""

import re

_CODE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")


def without_codes(text: str) -> tuple[str, int]:
    """The text as a terminal's reader would see it, line by line, and how many codes were left out.

    A carriage return within a line would overwrite it on a terminal; here what follows stands on a line of its own.
    """
    if "\x1b" not in text:
        return text, 0
    plain, count = _CODE.subn("", text)
    return plain, count


def marked_codes(text: str) -> str:
    """The text with one `␛` in the place of each code, for a preview."""
    return _CODE.sub("␛", text) if "\x1b" in text else text
