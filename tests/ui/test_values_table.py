from conftest import sample
from messages import call, model, result, run_of, user

from viewer.ui.run_facts import derived
from viewer.ui.values_table import counts_of, is_without_source, listed, values_frame

REFUND = derived(sample("refund/refund.json"), "key")
OVERVIEW = REFUND.provenance.of_run()


def test_values_without_a_source_come_first() -> None:
    uses = listed(OVERVIEW, only_without=False, wanted="")
    assert [use.text for use in uses][:3] == ["cus_8123", "lost_shipment", "21 April"]
    assert len(uses) == len(OVERVIEW)
    assert [use.text for use in listed(OVERVIEW, only_without=True, wanted="")] == [
        "cus_8123",
        "lost_shipment",
        "21 April",
    ]


def test_a_text_narrows_them() -> None:
    assert {use.text for use in listed(OVERVIEW, only_without=False, wanted="44")} == {"4471"}


def test_each_row_tells_its_status_and_nearest_source() -> None:
    frame = values_frame(REFUND, listed(OVERVIEW, only_without=False, wanted="8900"))
    row = frame.iloc[0]
    assert (row["at"], row["status"], row["tool"], row["argument"]) == (
        "[5].0",
        "exact",
        "issue_refund",
        "amount_cents",
    )
    assert (row["nearest source"], row["messages back"], row["places"]) == ("[2]", 3, 1)


def test_an_echo_is_counted_as_without_a_source() -> None:
    run = run_of(user("go"), model(call("a", key="made_up_1")), user(result("a")), model(call("b", key="made_up_1")))
    overview = derived(run, "k").provenance.of_run()
    assert [is_without_source(use) for use in overview] == [True, True]
    counts = counts_of(overview)
    assert (counts.echoes, counts.by_status) == (1, {"not_in_visible_messages": 1, "exact": 1})


def test_a_credential_is_masked_in_the_table() -> None:
    run = run_of(user("go"), model(call("a", password="hunter22x")))
    facts = derived(run, "k")
    assert "hunter22x" not in str(values_frame(facts, list(facts.provenance.of_run())).to_dict())
