"""Token counts of a Langfuse observation: `usageDetails` under any of its names, or the older fields."""

from typing import Any

from viewer.formats.convert import count
from viewer.model.usage import Usage

_TOTALS = frozenset({"input", "output", "total"})
_TOKENS = frozenset({None, "TOKENS", "tokens"})
_OUTPUT = ("output", "completion", "reasoning", "thought", "candidates")
_READ = ("cache_read", "cached")
_WRITTEN = ("cache_creation", "cache_write", "cache_written")


def usage(observation: dict[str, Any]) -> Usage | None:
    """The counts; None where nothing is recorded, or nothing but zeros, which the writer puts for "not known"."""
    details = observation.get("usageDetails")
    if type(details) is dict and details:
        return _of_details({key: count(value) or 0 for key, value in details.items()})
    held = observation.get("usage")
    if type(held) is dict and held.get("unit") in _TOKENS:
        return _plain(
            held.get("input", held.get("promptTokens")),
            held.get("output", held.get("completionTokens")),
        )
    return _plain(observation.get("promptTokens"), observation.get("completionTokens"))


def _plain(given: Any, made: Any) -> Usage | None:
    whole, output = count(given), count(made)
    return Usage(whole, None, None, output) if whole or output else None


def _of_details(details: dict[str, int]) -> Usage | None:
    """`input` and `output` hold the further counts, or stand beside them: the stated total tells which."""
    if not any(details.values()):
        return None
    inside = [key for key in details if key not in _TOTALS and not key.startswith("total")]
    of_output = [key for key in inside if any(word in key for word in _OUTPUT)]
    of_input = [key for key in inside if key not in of_output]
    given, made = details.get("input", 0), details.get("output", 0)
    more_in, more_out = sum(details[key] for key in of_input), sum(details[key] for key in of_output)
    input_holds, output_holds = _holds(details.get("total"), given, made, more_in, more_out, inside)
    whole = given if input_holds else given + more_in
    read = _sum(details, of_input, _READ)
    written = _sum(details, of_input, _WRITTEN)
    return Usage(
        max(whole - (read or 0) - (written or 0), 0) if "input" in details or more_in else None,
        read,
        written,
        (made if output_holds else made + more_out) if "output" in details or more_out else None,
    )


def _holds(
    total: int | None, given: int, made: int, more_in: int, more_out: int, names: list[str]
) -> tuple[bool, bool]:
    """Whether the input's count holds its further counts, and whether the output's does.

    Without a total that settles it: dotted names (`prompt_details.cache_read`) are parts, all others stand beside.
    """
    parts = any("." in name for name in names)
    for in_holds, out_holds in ((parts, parts), (not parts, not parts), (True, False), (False, True)):
        if total == given + made + (0 if in_holds else more_in) + (0 if out_holds else more_out):
            return in_holds and more_in <= given, out_holds and more_out <= made
    return parts and more_in <= given, parts and more_out <= made


def _sum(details: dict[str, int], names: list[str], words: tuple[str, ...]) -> int | None:
    found = [details[name] for name in names if any(word in name for word in words)]
    return sum(found) if found else None
