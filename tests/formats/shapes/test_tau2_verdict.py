"""What a simulation states of itself."""

from viewer.formats.shapes.tau2_verdict import attributes, ending, outcome, stated


def test_what_is_no_number_is_no_reward_and_no_cap() -> None:
    assert outcome({"reward": "1"}) == "unknown"
    assert outcome([]) == "unknown"
    cut = ending({"termination_reason": "max_steps"}, {"max_steps": "many"}, "failure", "messages")
    assert (cut.kind, cut.cap, cut.cap_unit) == ("censored", None, None)


def test_a_reason_this_version_does_not_know_ends_by_the_reward() -> None:
    assert ending({"termination_reason": "moon"}, {}, "failure", "messages").kind == "failure"


def test_parameters_of_the_two_sides_stay_out_of_the_attributes() -> None:
    info = {"agent_info": {"llm": "m", "llm_args": {"api_key": "k"}}, "user_info": None, "git_commit": "g"}
    assert attributes({"id": "1", "trial": 0}, info) == {
        "id": "1",
        "trial": 0,
        "git_commit": "g",
        "agent_info.llm": "m",
    }


def test_costs_are_stated_and_a_missing_one_is_none() -> None:
    assert stated({"agent_cost": 0.5}, 0)[0].cost == 0.5
    assert stated({"agent_cost": None}, 0)[0].cost is None
    assert len(stated({}, 3)) == 2
