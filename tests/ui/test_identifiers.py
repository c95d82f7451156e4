from conftest import sample

from viewer.ui.identifiers import LONGEST, identifiers


def test_a_run_is_found_by_its_id_and_the_ids_of_its_calls() -> None:
    run = sample("refund/refund.json")
    found = identifiers(run)
    calls = {block.id for message in run.messages for block in message.blocks if hasattr(block, "input")}
    assert {run.run_id, *calls} <= found


def test_attributes_count_down_to_nested_lists_and_huge_numbers_do_no_harm() -> None:
    import msgspec

    run = msgspec.structs.replace(
        sample("refund/refund.json"),
        attributes={"order": 4471, "tags": ["vip", {"trace": "t-1"}], "huge": 10**6000, "yes": True, "text": "x" * 999},
    )
    found = identifiers(run)
    assert {"4471", "vip", "t-1"} <= found
    assert "True" not in found
    assert all(0 < len(one) <= LONGEST for one in found)
