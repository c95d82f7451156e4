"""JSON texts of lists that grow: each request's messages repeat those of the request before, word for word."""

from typing import Any

from viewer.decode.scan import salvage
from viewer.formats.shapes.any_message import decoded

_KEPT = 4


class GrowingLists:
    """Parses each text from where it goes on beyond an earlier one, so that long runs are parsed once."""

    def __init__(self) -> None:
        self._recent: list[tuple[str, list[Any]]] = []
        """Texts without their closing bracket, and the lists they stand for; the latest first."""

    def parse(self, value: Any) -> Any:
        """What a JSON text stands for; a list's entries are the same objects as those of the list it repeats."""
        if type(value) is not str:
            return value
        for at, (start, known) in enumerate(self._recent):
            if value.startswith(start):
                more = _rest(value, len(start))
                if more is not None:
                    del self._recent[at]
                    return self._keep(value, known + more)
        made = decoded(value)
        return self._keep(value, made) if type(made) is list and made and value.endswith("]") else made

    def _keep(self, value: str, made: list[Any]) -> list[Any]:
        self._recent = [(value[:-1].rstrip(), made), *self._recent][:_KEPT]
        return made


def _rest(value: str, start: int) -> list[Any] | None:
    """The entries behind a list that is known; None: the text does not go on with further entries."""
    while start < len(value) and value[start] in " \n\t\r":
        start += 1
    if value[start:] == "]":
        return []
    if value[start : start + 1] != ",":
        return None
    made = decoded("[" + value[start + 1 :])
    return made if type(made) is list and made else None


def whole_entries(value: Any) -> list[Any] | None:
    """The entries that are whole of a list whose text a writer's limit has cut; None: it is no such text."""
    if type(value) is not str or not value.startswith("[") or value.endswith("]"):
        return None
    kept = salvage(value.encode("utf-8", "surrogatepass"))
    found = decoded(kept.text.decode("utf-8", "surrogatepass")) if kept is not None else None
    if type(found) is not list or kept is None:
        return None
    return found[:-1] if len(kept.openers) > 1 else found
