"""What a span tells of the whole run."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.shapes.genai_facts import genai_facts
from viewer.formats.shapes.otel_span import otel_span
from viewer.formats.shapes.spans import AgentFacts
from viewer.model.usage import Usage


def facts(attributes: dict[str, Any], **more: Any) -> AgentFacts:
    return genai_facts(otel_span(Record(1, {"spanId": "a", "attributes": attributes, **more}), {"service.name": "s"}))


def test_identifiers_and_tags_are_kept_verbatim_and_content_is_not() -> None:
    made = facts(
        {
            "session.id": "s-1", "tag.tags": ["a"], "n": 5, "input.value": "words", "gen_ai.input.messages": "[]",
            "long": "x" * 500, "gen_ai.agent.name": "desk", "gen_ai.usage.input_tokens": 5, "object": [{"a": 1}],
        },
        name="root",
    )  # fmt: skip
    assert made.attributes == {
        "span_name": "root", "service.name": "s", "session.id": "s-1", "tag.tags": ["a"], "n": 5,
        "gen_ai.agent.name": "desk",
    }  # fmt: skip
    assert made.name == "desk"


def test_totals_stand_under_several_names() -> None:
    assert facts({"gen_ai.aggregated_usage.input_tokens": 5, "gen_ai.usage.input_tokens": 9}).usage == Usage(5)
    assert facts({"gen_ai.usage.input_tokens": 9, "gen_ai.usage.output_tokens": "x"}).usage == Usage(9)
    assert facts({"llm.token_count.prompt": 7}).usage == Usage(7)
    assert facts({}).usage is None


def test_evaluations_are_metrics() -> None:
    events = [
        {
            "name": "gen_ai.evaluation.result",
            "attributes": {"gen_ai.evaluation.name": "ok", "gen_ai.evaluation.score.value": 1},
        },
        {"name": "other"},
    ]
    assert facts({}, events=events).metrics == {"ok": 1}


def test_a_run_is_named_for_its_agent_else_for_its_root_span_but_not_for_a_call() -> None:
    assert facts({"gen_ai.agent.name": "desk"}, name="invoke_agent desk").name == "desk"
    assert facts({}, name="answer a reader").name == "answer a reader"
    assert facts({"gen_ai.operation.name": "chat"}, name="chat m").name is None
