"""What a replay may cost, in lines; and how an endpoint is configured."""

from viewer.counted import counted
from viewer.replay.send_cost import dollars_text
from viewer.replay.send_endpoints import Protocol
from viewer.replay.send_plan import Plan
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import code, quiet, shown, strong

EXAMPLE: dict[Protocol, str] = {
    "anthropic_messages": '[endpoints.claude]\nprotocol = "anthropic_messages"\nbase_url = "https://api.anthropic.com"\n'
    'key_variable = "ANTHROPIC_API_KEY"\n',
    "openai_chat": '[endpoints.openai]\nprotocol = "openai_chat"\nbase_url = "https://api.openai.com/v1"\n'
    'key_variable = "OPENAI_API_KEY"\n',
    "openai_responses": '[endpoints.openai]\nprotocol = "openai_responses"\nbase_url = "https://api.openai.com/v1"\n'
    'key_variable = "OPENAI_API_KEY"\n',
}


def cost_rows(made: Plan) -> list[Row]:
    """Where to, how many samples, and the cost before anything is sent."""
    cost = made.cost
    arms = " and ".join({"swapped": "swapped", "control": "unswapped"}[arm] for arm in made.requests)
    to: Row = ("to", [code(made.endpoint.base_url), quiet(" · model "), code(made.head.model)])
    if not made.todo:
        return [to, ("samples", [strong(f"all {made.done:,} are taken"), quiet(f", {arms}")])]
    taken = f" to take, {arms} in turn · {made.done:,} taken before · tools are never called"
    rows: list[Row] = [
        to,
        ("samples", [strong(counted(len(made.todo), "sample")), quiet(taken)]),
        (
            "requests",
            [
                shown(f"{cost.requests:,} to {cost.most_requests:,}"),
                quiet(f" of about {cost.input_tokens:,} tokens (bytes by four) and {cost.output_tokens:,} in reply"),
            ],
        ),
    ]
    if cost.dollars is None:
        return [*rows, ("cost", [strong("not known"), quiet(": no price of this model is")])]
    most = "no limit of a reply is set" if cost.most_dollars is None else f"at most {dollars_text(cost.most_dollars)}"
    line = [strong(f"about {dollars_text(cost.dollars)}"), quiet(f" for one step each, {most} · {cost.priced_as}")]
    return [*rows, ("cost", line)]
