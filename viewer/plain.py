"""Text of a file as it may be shown: what the eye cannot see is escaped, and what Streamlit cannot send."""

import re

from viewer.masking import masked_part

MASK_ROOM = 200
"""Characters that masks may add to a cell."""
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Controls (ANSI codes start with one), bidi marks, zero-width characters, tags, lone surrogates."""
_LINE_BREAKS = str.maketrans({"\n": "⏎", "\r": "␍", "\t": "⇥"})
_FORMULA = re.compile(r"[=+\-@](?![\d.,]*$)")
"""What a spreadsheet would run; a sign before a number is none."""


def visible(text: str) -> str:
    r"""The text with every invisible character written as `\u202e`; line breaks and tabs stay."""
    return _INVISIBLE.sub(_escape, text)


def one_line(text: str, longest: int = 200) -> str:
    """The text on one line with everything visible, cut to `longest` characters with `…`."""
    cut = text[:longest] + "…" if len(text) > longest else text
    return visible(cut).translate(_LINE_BREAKS)


def cell(text: str | None, longest: int = 200) -> str | None:
    """The text for a cell of a table: on one line, credentials masked.

    A spreadsheet may open the table's CSV, so a formula gets an apostrophe before it.
    """
    if text is None:
        return None
    line = one_line(masked_part(text, 0, longest).text, longest + MASK_ROOM)
    line += "…" if len(text) > longest else ""
    return f"'{line}" if _FORMULA.match(line) else line


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
