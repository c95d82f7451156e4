"""What each request held, and its difference from the one before."""

import msgspec
from conftest import sample

from viewer.analysis.requests import fields_at, minus, request_document, request_views
from viewer.model.request import Context, RequestFields, recorded

REFUND = sample("refund/refund.json")


def test_each_request_of_a_loop_adds_the_messages_since_the_last() -> None:
    assert [view.added for view in request_views(REFUND)] == [((0, 0),), ((1, 2),), ((3, 4),), ((5, 6),)]
    assert all(view.removed == () and view.changed == () for view in request_views(REFUND))


def test_a_request_after_compaction_shows_what_it_no_longer_holds() -> None:
    compacted = msgspec.structs.replace(
        REFUND.requests[3], context=Context(((5, 6),), "derived", "from the last compaction on")
    )
    run = msgspec.structs.replace(REFUND, requests=(*REFUND.requests[:3], compacted))
    assert request_views(run)[3].removed == ((0, 4),)


def test_no_difference_is_told_from_an_unknown_context() -> None:
    unknown = msgspec.structs.replace(REFUND.requests[1], context=Context((), "unknown", reason="cut"))
    run = msgspec.structs.replace(REFUND, requests=(REFUND.requests[0], unknown, *REFUND.requests[2:]))
    views = request_views(run)
    assert [view.comparable for view in views] == [True, False, False, True]
    assert views[2].added == ()


def test_changed_request_fields_are_named() -> None:
    fields = (
        RequestFields(0, system=recorded("be brief")),
        RequestFields(4, system=recorded("be kind")),
    )
    run = msgspec.structs.replace(REFUND, request_fields=fields)
    assert [[change.name for change in view.changed] for view in request_views(run)] == [[], [], ["system"], []]
    assert fields_at(run, 3).system.value == "be brief"
    assert fields_at(run, 5).system.value == "be kind"


def test_ranges_are_subtracted_piece_by_piece() -> None:
    assert minus(((0, 9),), ((2, 3), (5, 5))) == ((0, 1), (4, 4), (6, 9))
    assert minus(((0, 3),), ((0, 3),)) == ()


def test_the_document_holds_statuses_and_no_field_text() -> None:
    made = request_document(request_views(REFUND)[1])
    assert made["fields"] == {"system": "not_stored", "tools": "not_stored", "parameters": "not_stored"}
    assert made["context"]["ranges"] == [[0, 2]]
