"""Which messages paid for the growth of requests (R14–R18, T6–T8; ready case 4)."""

import msgspec
from conftest import read_values, sample
from messages import model, run_of, user

from viewer.analysis.tokens import change_text, token_growth
from viewer.model.usage import Usage

REFUND = sample("refund/refund.json")


def test_recorded_sizes_are_shown_and_the_missing_one_is_not_recorded() -> None:
    sizes = token_growth(REFUND).sizes
    assert [(size.k, size.prompt_tokens) for size in sizes] == [(1, 1420), (2, None), (3, 2690), (4, 2930)]
    assert [size.status for size in sizes] == ["recorded", "not recorded", "recorded", "recorded"]


def test_increases_are_put_on_the_messages_that_paid_for_them() -> None:
    changes = token_growth(REFUND).changes
    assert [(change.tokens, change.added, change.gap) for change in changes] == [
        (1270, ((1, 4),), 1),
        (240, ((5, 6),), 0),
    ]
    assert [change_text(change) for change in changes] == ["+1,270 ← [1–4] together", "+240 ← [5–6]"]
    assert all(change.note is None and change.removed == () for change in changes)


def test_the_sum_says_how_many_sizes_it_lacks() -> None:
    growth = token_growth(REFUND)
    assert (growth.prompt_tokens, growth.not_recorded) == (7040, 1)
    assert growth.recorded == Usage(7040, None, None, None)


def test_with_all_sizes_known_each_difference_covers_one_round() -> None:
    changes = token_growth(sample("wrong_account/wrong_account.json")).changes
    assert [change.added for change in changes] == [((n, n + 1),) for n in (1, 3, 5, 7, 9, 11)]
    assert {change.gap for change in changes} == {0}


def test_cache_tokens_count_in_the_prompt_and_stay_apart_in_the_sum() -> None:
    def usage(*counts: int) -> dict[str, dict[str, int]]:
        names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
        return {"usage": dict(zip(names, counts, strict=True))}

    run = run_of(user("a"), model("b", **usage(5, 128955, 1253)), user("c"), model("d", **usage(40, 130213, 300)))
    growth = token_growth(run)
    assert [size.prompt_tokens for size in growth.sizes] == [130213, 130553]
    assert [change.tokens for change in growth.changes] == [340]
    assert growth.recorded == Usage(45, 259168, 1553, None)


def test_openai_prompts_hold_their_cached_tokens_already() -> None:
    usage = {"prompt_tokens": 17903, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 17817}}
    response = {
        "choices": [{"message": {"role": "assistant", "content": "b"}, "finish_reason": "stop"}],
        "usage": usage,
    }
    (run,) = read_values({"request": {"messages": [{"role": "user", "content": "a"}]}, "response": response})
    assert token_growth(run).sizes[0].prompt_tokens == 17903


def test_a_smaller_prompt_after_a_compaction_is_named_and_not_put_on_messages() -> None:
    changes = token_growth(sample("broken/compaction.json")).changes
    assert changes[-1].tokens == -370
    assert changes[-1].removed == ((0, 2),)
    assert change_text(changes[-1]) == "\u2212370 without [0–2]"
    assert "no longer held [0–2]" in str(changes[-1].note)


def test_a_smaller_prompt_without_a_recorded_reason_says_that_there_is_none() -> None:
    run = run_of(user("a"), model("b", usage={"input_tokens": 90}), user("c"), model("d", usage={"input_tokens": 50}))
    (change,) = token_growth(run).changes
    assert (change.tokens, change_text(change)) == (-40, "\u221240 though [1–2] came in")
    assert "the list shows no reason" in str(change.note)


def test_another_model_between_two_sizes_is_noted() -> None:
    run = run_of(
        user("a"),
        model("b", usage={"input_tokens": 10}, model="one"),
        user("c"),
        model("d", usage={"input_tokens": 30}, model="two"),
    )
    assert "another model answered" in str(token_growth(run).changes[0].note)


def test_sizes_of_sub_runs_are_not_mixed_in() -> None:
    nested = msgspec.structs.replace(REFUND, sub_runs=(sample("wrong_account/wrong_account.json"),))
    assert token_growth(nested) == token_growth(REFUND)


def test_a_run_without_sizes_has_no_sum() -> None:
    growth = token_growth(run_of(user("a"), model("b")))
    assert (growth.prompt_tokens, growth.not_recorded, growth.changes) == (None, 1, ())


def test_usage_that_stands_on_every_piece_of_a_reply_counts_once() -> None:
    growth = token_growth(sample("sub_agents/order_survey.jsonl"))
    assert [size.prompt_tokens for size in growth.sizes] == [3112, 3560, 995]
    assert [change_text(change) for change in growth.changes] == ["+448 ← [1–2]", "\u22122,565 without [0–2]"]


def test_a_prompt_of_no_tokens_is_shown_and_no_other_size_is_compared_with_it() -> None:
    counts = (90, 0, 120)
    growth = token_growth(run_of(*(one for n in counts for one in (user("a"), model("b", usage={"input_tokens": n})))))
    assert [(size.prompt_tokens, size.status) for size in growth.sizes] == [
        (90, "recorded"),
        (0, "recorded as 0"),
        (120, "recorded"),
    ]
    (change,) = growth.changes
    assert (change.tokens, change.added, change.gap, change.note) == (30, ((1, 4),), 1, None)
    assert (growth.prompt_tokens, growth.not_recorded, growth.recorded_as_zero) == (210, 0, 1)
