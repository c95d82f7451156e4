"""Request fields are recorded or not stored, never empty by default."""

from viewer.model.request import NOT_STORED, Context, Request, RequestFields, recorded


def test_a_field_that_is_recorded_as_empty_is_not_one_that_is_not_stored() -> None:
    assert recorded([]) != NOT_STORED
    assert (recorded(None).status, NOT_STORED.status) == ("recorded", "not_stored")


def test_request_fields_store_nothing_unless_told() -> None:
    fields = RequestFields()
    assert {fields.system, fields.tools, fields.parameters} == {NOT_STORED}
    assert fields.first_message == 0


def test_a_request_records_nothing_that_it_was_not_given() -> None:
    request = Request(1, 1, 1, 0)
    assert (request.usage, request.stop_reason, request.context, request.seconds) == (None, None, None, None)
    assert Context((), "unknown", reason="why").rule is None
