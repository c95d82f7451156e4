"""How LangSmith's runs are gathered out of what stores them."""

import json
from dataclasses import replace
from typing import Any

from viewer.decode.decoder import decode
from viewer.formats.langsmith_runs import Gathered, batches, is_half, is_run


def run(id: str, **more: Any) -> dict[str, Any]:
    return {"id": id, "run_type": "chain", "trace_id": "t", **more}


def gathered(*values: Any) -> Gathered:
    parts = [decode("\n".join(map(json.dumps, lines)).encode(), "x") for lines in values]
    return Gathered().read(replace(parts[0], companions=tuple(parts[1:])))


def arrays(found: Gathered) -> list[tuple[int, str, int, int]]:
    return [(array.part, array.path, array.first, array.count) for array in found.arrays]


def test_runs_inside_a_run_are_numbered_level_by_level() -> None:
    tree = run("a", child_runs=[run("b", child_runs=[run("d")]), run("c", child_runs=[run("e"), run("f")])])
    found = gathered([tree])
    assert [(record.value["id"], record.number) for record in found.runs] == list(
        zip("abcdef", range(1, 7), strict=True)
    )
    assert arrays(found) == [
        (0, "", 1, 1),
        (0, "child_runs", 2, 2),
        (0, "child_runs[0].child_runs", 4, 1),
        (0, "child_runs[1].child_runs", 5, 2),
    ]


def test_halves_of_a_run_become_one_and_what_the_later_leaves_empty_stays() -> None:
    found = gathered(
        [{"post": [run("a", inputs={"x": 1}, outputs={})], "patch": [{"id": "a", "inputs": {}, "error": "e"}]}]
    )
    (record,) = found.runs
    assert (record.number, record.value["inputs"], record.value["error"]) == (2, {"x": 1}, "e")
    assert found.earlier == {2: [1]}
    assert arrays(found) == [(0, "post", 1, 1), (0, "patch", 2, 1)]


def test_numbers_go_on_in_the_next_part() -> None:
    found = gathered([{"runs": [run("a"), run("b")]}], [{"runs": [run("c"), run("a", outputs={"y": 2})]}])
    assert [record.number for record in found.runs] == [4, 2, 3]
    assert found.earlier == {4: [1]}
    assert arrays(found) == [(0, "runs", 1, 2), (1, "runs", 3, 2)]


def test_lines_are_runs_or_payloads() -> None:
    assert arrays(gathered([run("a"), {"id": "a", "end_time": "z"}])) == [(0, "", 1, 2)]
    found = gathered([{"post": [run("a")]}, 5, {"patch": [], "post": [run("b")]}])
    assert arrays(found) == [(0, "", 2, 1), (0, "[0].post", 4, 1), (0, "[2].post", 5, 1), (0, "[2].patch", 6, 0)]
    assert [record.number for record, _ in found.troubles] == [2]


def test_a_root_that_the_file_ends_in_is_a_problem_and_its_children_are_read() -> None:
    text = json.dumps(run("a", child_runs=[run("b"), run("c")]))[:-20]
    found = Gathered().read(decode(text.encode(), "x"))
    assert [record.value["id"] for record in found.runs] == ["b"]
    assert [record.number for record, reason in found.troubles if "the file ends inside" in reason] == [1, 3]


def test_a_part_that_holds_no_json_is_noted() -> None:
    whole = decode(json.dumps([run("a")]).encode(), "x")
    found = Gathered().read(replace(whole, companions=(decode(b"just words", "y"),)))
    assert found.notes == ["y: no runs could be read from it"]


def test_signs_of_runs_halves_and_payloads() -> None:
    assert is_run(run("a"))
    assert not is_run({"id": "a", "run_type": "chain"})
    assert is_half({"id": "a", "outputs": {}})
    assert not is_half({"id": "", "outputs": {}})
    assert batches({"post": [run("a")], "patch": []}) == ["post", "patch"]
    assert batches({"runs": [{"id": "a"}]}) == []


def test_an_update_without_an_id_is_of_the_run_that_its_place_in_the_order_ends_with() -> None:
    order = "20260101T000000000000Za.20260101T000001000000Zb"
    found = gathered(
        [{"post": [run("b", dotted_order=order)], "patch": [{"dotted_order": order, "outputs": {"y": 1}}]}]
    )
    (record,) = found.runs
    assert (record.value["id"], record.value["outputs"]) == ("b", {"y": 1})
    assert found.troubles == []


def test_payloads_in_a_list_or_on_lines_may_only_end_runs() -> None:
    payloads = [{"post": [run("a"), run("b")]}, {"patch": [{"id": "b", "outputs": {"y": 1}}]}]
    listed = gathered([payloads])
    assert [record.value.get("outputs") for record in listed.runs] == [None, {"y": 1}]
    assert arrays(listed) == [(0, "[0].post", 1, 2), (0, "[1].patch", 3, 1)]
    on_lines = gathered(payloads)
    assert [record.value.get("outputs") for record in on_lines.runs] == [None, {"y": 1}]
    assert on_lines.troubles == []
