from conftest import sample
from messages import model, run_of, user

from viewer.analysis.structure import turns
from viewer.ui.run_facts import derived
from viewer.ui.run_segments import segments_text
from viewer.ui.run_structure import MOST, change_rows, turn_rows, turns_frame


def test_a_turn_is_told_by_its_messages_and_counts() -> None:
    ((name, line),) = turn_rows(turns(sample("refund/refund.json")))
    assert name == "turn 1"
    assert segments_text(line).startswith("[0–7] · 4 steps · 4 calls · 0 errors · at least 7,040 input tokens")


def test_very_many_turns_stand_in_a_table() -> None:
    found = turns(run_of(*[part for _ in range(MOST + 1) for part in (user("x"), model("y"))]))
    assert turn_rows(found) == [("turns", [f"{MOST + 1}, in the table below"])]
    assert list(turns_frame(found)["messages"][:2]) == ["[0–1]", "[2–3]"]


def test_where_a_compaction_narrowed_what_the_model_saw_is_named() -> None:
    rows = change_rows(derived(sample("broken/compaction.json"), "k"))
    assert [name for name, _ in rows] == ["request 3"]
    assert "no longer held [0] [1] [2]" in segments_text(rows[0][1])


def test_a_run_without_such_a_change_says_so() -> None:
    rows = change_rows(derived(sample("refund/refund.json"), "k"))
    assert "each request held all messages before it" in segments_text(rows[0][1])
