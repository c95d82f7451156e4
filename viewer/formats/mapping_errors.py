"""What goes wrong where a record is not as its format writes it, and how that is told."""

import msgspec

MAPPING_ERRORS = (LookupError, TypeError, ValueError, AttributeError, OverflowError, msgspec.MsgspecError)
"""What plain indexing into an unexpected record raises."""


def describe(error: Exception) -> str:
    """An exception of plain indexing in words."""
    match error:
        case KeyError():
            return f"no field {error}"
        case IndexError():
            return "a list is shorter than expected"
        case _:
            return str(error)
