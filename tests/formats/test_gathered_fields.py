"""Request fields over a run: what a record names replaces or joins what held, and all else stays."""

from viewer.formats.entries import Fields
from viewer.formats.gathered_fields import add_head, add_record, joined
from viewer.model.request import NOT_STORED, RequestFields, recorded


def test_system_records_at_the_same_place_are_one_list_and_later_ones_begin_anew() -> None:
    gathered: list[RequestFields] = []
    add_record(gathered, 0, Fields(system=recorded("a")), 1)
    add_record(gathered, 0, Fields(system=recorded("b"), tools=recorded([1])), 2)
    add_record(gathered, 4, Fields(system=recorded("c")), 7)
    assert [(one.first_message, one.records, one.system.value) for one in gathered] == [
        (0, (1, 2), ["a", "b"]),
        (4, (7,), "c"),
    ]
    assert gathered[1].tools == recorded([1])


def test_what_held_before_the_first_record_that_tells_is_not_stored() -> None:
    gathered: list[RequestFields] = []
    add_record(gathered, 3, Fields(system=recorded("a")), 4)
    assert gathered[0] == RequestFields()
    assert (gathered[1].first_message, gathered[1].system.value) == (3, "a")


def test_a_head_that_says_nothing_new_adds_nothing() -> None:
    gathered: list[RequestFields] = []
    add_head(gathered, 0, recorded("a"), None, None)
    add_head(gathered, 0, recorded("a"), None, None)
    add_head(gathered, 2, recorded("a"), None, None)
    assert len(gathered) == 1
    add_head(gathered, 2, None, recorded([1]), None)
    assert [(one.first_message, one.system.value, one.tools.value) for one in gathered] == [
        (0, "a", None),
        (2, "a", [1]),
    ]


def test_fields_are_joined_as_lists() -> None:
    assert joined(NOT_STORED, recorded("a")) == recorded("a")
    assert joined(recorded("a"), None) == recorded("a")
    assert joined(recorded(["a"]), recorded("b")) == recorded(["a", "b"])
