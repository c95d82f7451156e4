"""Which arguments are ids."""

import pytest

from viewer.analysis.evidence.unread_id import _is_id


@pytest.mark.parametrize(
    ("path", "text"), [("order_id", "4471"), ("customerId", "cus_8123"), ("ids[0]", "ab12cd"), ("a.uuid", "f" * 32)]
)
def test_an_id_is_told_by_its_name_and_its_look(path: str, text: str) -> None:
    assert _is_id(path, text)


@pytest.mark.parametrize(("path", "text"), [("topic", "lost_shipment"), ("order_id", "latest"), ("paid", "12345")])
def test_other_arguments_are_none(path: str, text: str) -> None:
    assert not _is_id(path, text)
