"""What messages cost over the whole run (R17)."""

from conftest import sample
from messages import call, model, result, run_of, user

from viewer.analysis.carry import CarryCost, carry_costs


def test_the_step_that_moved_money_is_the_cheapest_of_the_refund_run() -> None:
    assert carry_costs(sample("refund/refund.json")) == (
        CarryCost(((1, 4),), 1270, 2, 2540, True),
        CarryCost(((5, 6),), 240, 1, 240, False),
    )


def test_a_big_result_of_step_2_is_paid_for_until_step_9() -> None:
    messages = [user("go")]
    size = 100
    for step in range(1, 10):
        messages += [model(call(str(step)), usage={"input_tokens": size}), user(result(str(step)))]
        size += 10_000 if step == 2 else 10
    cost = carry_costs(run_of(*messages))[0]
    assert (cost.messages, cost.tokens, cost.requests, cost.carried) == (((3, 4),), 10_000, 7, 70_000)


def test_messages_that_a_compaction_dropped_cost_nothing_afterwards() -> None:
    costs = carry_costs(sample("broken/compaction.json"))
    assert costs == (CarryCost(((1, 2),), 190, 1, 190, False),)
