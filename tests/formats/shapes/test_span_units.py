"""Which spans make which run."""

from typing import Any

from viewer.decode.document import Record
from viewer.formats.shapes.span_tree import Tree, tree
from viewer.formats.shapes.span_units import ROOT, Units, units
from viewer.formats.shapes.spans import Span


def made(*spans: tuple[str, str | None, Any]) -> tuple[Tree, Units]:
    """Spans as id, parent, kind, in the order of their start."""
    found = tree(
        [
            Span(Record(number, {}), "t", span_id, parent, kind, "", number, None)
            for number, (span_id, parent, kind) in enumerate(spans, 1)
        ]
    )
    return found, units(found)


def named(found: Tree, indexes: list[int]) -> list[str | None]:
    return [found.spans[index].id for index in indexes]


def test_calls_outside_an_agent_make_the_trace_s_own_run() -> None:
    found, units_ = made(("web", None, "other"), ("m", "web", "model"))
    assert units_.tops == [ROOT]
    assert named(found, units_.of[ROOT].spans) == ["web", "m"]


def test_a_lone_agent_is_the_run_of_all_spans_around_it() -> None:
    found, units_ = made(("web", None, "other"), ("a", "web", "agent"), ("m", "a", "model"))
    assert named(found, units_.tops) == ["a"]
    assert sorted(str(one) for one in named(found, units_.of[units_.tops[0]].spans)) == ["a", "m", "web"]


def test_an_agent_in_a_tool_s_span_is_a_run_below() -> None:
    found, units_ = made(
        ("a", None, "agent"), ("m", "a", "model"), ("t", "a", "tool"), ("http", "t", "other"), ("b", "http", "agent"),
        ("n", "b", "model"),
    )  # fmt: skip
    top = units_.of[units_.tops[0]]
    assert named(found, top.children) == ["b"]
    tool = units_.of[top.children[0]].tool
    assert tool is not None
    assert found.spans[tool].id == "t"


def test_an_agent_that_only_holds_other_agents_is_a_frame() -> None:
    found, units_ = made(
        ("f", None, "agent"), ("a", "f", "agent"), ("m", "a", "model"), ("b", "f", "agent"), ("n", "b", "model")
    )
    assert named(found, units_.tops) == ["a", "b"]
    assert "f" in named(found, units_.of[units_.tops[0]].spans)


def test_a_deep_row_of_frames_ends_at_the_agent_that_calls() -> None:
    spans: list[tuple[str, str | None, Any]] = [("0", None, "agent")]
    spans += [(str(number), str(number - 1), "agent") for number in range(1, 3_000)]
    found, units_ = made(*spans, ("m", "2999", "model"))
    assert named(found, units_.tops) == ["2999"]
    assert len(units_.of[units_.tops[0]].spans) == 3_001


def test_a_model_call_around_another_is_its_wrapper() -> None:
    found, units_ = made(("outer", None, "model"), ("http", "outer", "other"), ("inner", "http", "model"))
    assert units_.of[ROOT].calls == 1
    assert {found.spans[outer].id: found.spans[inner].id for outer, inner in units_.wraps.items()} == {"outer": "inner"}
    assert len(units_.around) == 1


def test_a_wrapper_of_several_calls_knows_none_of_them_alone() -> None:
    _, units_ = made(("outer", None, "model"), ("try1", "outer", "model"), ("try2", "outer", "model"))
    assert units_.of[ROOT].calls == 2
    assert units_.around == {}


def test_a_call_in_a_tool_s_span_is_not_the_call_around_it() -> None:
    _, units_ = made(("m", None, "model"), ("t", "m", "tool"), ("n", "t", "model"))
    assert units_.of[ROOT].calls == 2


def test_calls_of_an_evaluator_are_no_calls_of_the_agent() -> None:
    found, units_ = made(
        ("m", None, "model"), ("e", None, "judge"), ("step", "e", "other"), ("n", "step", "model"), ("k", "n", "model")
    )
    assert units_.of[ROOT].calls == 1
    assert sorted(str(one) for one in named(found, sorted(units_.judged))) == ["k", "n", "step"]
