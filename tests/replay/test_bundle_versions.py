"""Bundles of earlier versions."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from bundles import refund, refund_bundle

from viewer.model.hashes import hash_of_hashes, message_hash
from viewer.replay.bundle import VERSION, Bundle, bundle_json, earlier_recorded_hash, parse_bundle, value_hash
from viewer.replay.bundle_versions import UPGRADES, upgraded
from viewer.replay.check import check_bundle
from viewer.replay.with_block import with_block


def test_earlier_versions_are_upgraded_step_by_step_and_later_ones_refused() -> None:
    assert len(UPGRADES) == VERSION - 1

    def named(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "author": document.get("by")}

    def dated(document: dict[str, Any]) -> dict[str, Any]:
        return {**document, "date": document["author"] + "'s day"}

    steps = (named, dated)
    assert upgraded({"version": 1, "by": "Ada"}, 3, steps) == {
        "version": 3,
        "by": "Ada",
        "author": "Ada",
        "date": "Ada's day",
    }
    assert upgraded({"version": 3}, 3, steps) == {"version": 3}
    with pytest.raises(ValueError, match="knows 1 to 3"):
        upgraded({"version": 4}, 3, steps)


def _of_version_2() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(bundle_json(refund_bundle()))
    hashes = [message_hash(message) for message in refund().messages]
    run = {name: value for name, value in made["run"].items() if name != "messages_hash"}
    run |= {
        "run_hash": hash_of_hashes(hashes),
        "sent_hash": hash_of_hashes([one for first, last in made["sent"] for one in hashes[first : last + 1]]),
    }
    continuation = [{**one, "hash": hashes[one["index"]]} for one in made["continuation"]]
    recorded = earlier_recorded_hash(continuation, made["recorded_results"])
    return {**made, "version": 2, "run": run, "continuation": continuation, "recorded_hash": recorded}


def _of_version_1() -> dict[str, Any]:
    made = _of_version_2()
    return {
        **made,
        "version": 1,
        "unchanged_hash": value_hash(with_block(made["request"], made["block_path"], None)),
        "recorded_hash": value_hash([made["continuation"], made["recorded_results"]]),
    }


def _opened(document: dict[str, Any]) -> Bundle:
    return parse_bundle(json.dumps(document).encode(), "b.json")


def test_a_bundle_of_version_1_opens_as_one_of_version_2_does() -> None:
    assert _opened(_of_version_1()) == _opened(_of_version_2())


@pytest.mark.parametrize("made", [_of_version_1, _of_version_2])
def test_a_bundle_of_an_earlier_version_holds_what_it_held(made: Callable[[], dict[str, Any]]) -> None:
    opened, now = _opened(made()), refund_bundle()
    assert (opened.request, opened.replacement, opened.recorded_results) == (
        now.request,
        now.replacement,
        now.recorded_results,
    )
    assert opened.unchanged_hash == now.unchanged_hash
    assert [one.code for one in check_bundle(opened, refund())] == [one.code for one in check_bundle(now, refund())]


@pytest.mark.parametrize("made", [_of_version_1, _of_version_2])
def test_a_run_that_changed_is_told_of_a_bundle_of_an_earlier_version(made: Callable[[], dict[str, Any]]) -> None:
    run = refund()
    other = msgspec.structs.replace(run, messages=(run.messages[1], *run.messages[1:]))
    assert "run_changed" in [one.code for one in check_bundle(_opened(made()), other)]


@pytest.mark.parametrize("made", [_of_version_1, _of_version_2])
@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one: one["request"].update(model="another"), "request_changed"),
        (lambda one: one["continuation"][0].update(role="user"), "recorded_changed"),
    ],
)
def test_what_was_changed_in_an_earlier_version_is_still_told(
    change: Any, code: str, made: Callable[[], dict[str, Any]]
) -> None:
    document = made()
    change(document)
    assert code in [one.code for one in check_bundle(_opened(document)) if one.severity == "error"]
