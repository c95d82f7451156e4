"""Bundles of earlier versions."""

import json
from typing import Any

import pytest
from bundles import refund_bundle

from viewer.replay.bundle import VERSION, Bundle, bundle_json, parse_bundle, value_hash
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


def _of_version_1() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(bundle_json(refund_bundle()))
    return {
        **made,
        "version": 1,
        "unchanged_hash": value_hash(with_block(made["request"], made["block_path"], None)),
        "recorded_hash": value_hash([made["continuation"], made["recorded_results"]]),
    }


def _opened(document: dict[str, Any]) -> Bundle:
    return parse_bundle(json.dumps(document).encode(), "b.json")


def test_a_bundle_of_version_1_opens_and_holds_what_it_held() -> None:
    assert _opened(_of_version_1()) == refund_bundle()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda one: one["request"].update(model="another"), "request_changed"),
        (lambda one: one["continuation"][0].update(role="user"), "recorded_changed"),
    ],
)
def test_what_was_changed_in_version_1_is_still_told(change: Any, code: str) -> None:
    document = _of_version_1()
    change(document)
    assert code in [one.code for one in check_bundle(_opened(document)) if one.severity == "error"]
