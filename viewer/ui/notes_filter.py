"""`note.label = …` of a filter line: which runs bear such a note."""

from viewer.index.filter_line.error import FilterError
from viewer.index.filter_line.printed import printed
from viewer.index.filter_line.tree import Comparison, Missing, NoteField
from viewer.reviews.notes_found import labels, runs_with_label
from viewer.ui import reviewer, reviews_store


def keys_of(asked: Comparison) -> tuple[str, ...]:
    """Keys of the runs that bear a note with this label; of `none`, with any label at all.

    Raises:
        FilterError: it asks for something else than a label.
    """
    if not isinstance(asked.field, NoteField) or asked.field.name.lower() != "label":
        raise FilterError(printed(asked), 0, "of notes the labels can be asked for: note.label = refund-without-lookup")
    if isinstance(asked.value, Missing):
        return tuple(_with(tuple(_in_use())))
    word = str(asked.value)
    if asked.operator == "~":
        return tuple(_with(tuple(one for one in _in_use() if word.lower() in one.lower())))
    return tuple(_bearing(word))


def _with(wanted: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for label in wanted:
        found |= _bearing(label)
    return found


def _bearing(label: str) -> frozenset[str]:
    return reviews_store.asked(lambda engine: runs_with_label(engine, label, reviewer.prefixes()), frozenset())


def _in_use() -> dict[str, int]:
    return reviews_store.asked(lambda engine: labels(engine, reviewer.prefixes()), {})
