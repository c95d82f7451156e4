"""What a check finds in a bundle that was touched, and in a run that changed since."""

import json
from typing import Any

import msgspec
import pytest
from bundles import bundled, one_call, refund, refund_bundle

from viewer.model.block import Text
from viewer.replay.bundle import Bundle, bundle_json, parse_bundle
from viewer.replay.check import check_bundle
from viewer.replay.swap import Replacement


def _errors(bundle: Bundle, **more: Any) -> list[str]:
    return [one.code for one in check_bundle(bundle, **more) if one.severity == "error"]


def _edited(**changes: Any) -> Bundle:
    """The refund bundle with values changed, by path: `request__model`."""
    document = json.loads(bundle_json(refund_bundle()))
    for path, value in changes.items():
        *above, last = (int(key) if key.isdigit() else key for key in path.split("__"))
        inner = document
        for key in above:
            inner = inner[key]
        inner[last] = value
    return parse_bundle(json.dumps(document).encode(), "bundle.json")


def test_a_bundle_as_it_was_made_has_no_error_and_says_what_the_run_lacks() -> None:
    found = check_bundle(refund_bundle(), refund())
    assert {one.severity for one in found} == {"warning"}
    assert found[0].positions[0].tool_use_id == "toolu_01Ef"
    assert _errors(_edited()) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"original__content": "other"}, "answer_changed"),
        ({"replacement__is_error": False}, "answer_changed"),
        ({"request__model": "other"}, "request_changed"),
        ({"request__messages__0__content": "other"}, "request_changed"),
        ({"request__messages__4__content__0__content": "other"}, "block_changed"),
        ({"block_path": "messages[9]"}, "block_missing"),
        ({"block_path": "not a path"}, "block_missing"),
        ({"continuation__0__role": "user"}, "recorded_changed"),
        ({"recorded_results__0__results__0__content": "other"}, "recorded_changed"),
        ({"request__messages__3__content__1__id": "other"}, "request_refused"),
        ({"request__messages": []}, "request_unreadable"),
        ({"request__messages": "none"}, "request_unreadable"),
        ({"request__system": "key sk-ant-api03-abcdefghijklmnopqrst"}, "credentials"),
        ({"request__mcp_servers": [{"authorization_token": "t"}]}, "credentials"),
    ],
)
def test_whatever_was_changed_afterwards_is_found(changes: dict[str, Any], code: str) -> None:
    assert code in _errors(_edited(**changes))


def test_a_position_that_is_none_is_no_crash() -> None:
    assert _errors(_edited(position="here", sent=[]), run=one_call("x")) != []


def test_a_run_that_changed_in_what_was_sent_is_an_error_and_later_a_warning() -> None:
    run, bundle = refund(), refund_bundle()

    def with_text(index: int) -> Any:
        new = msgspec.structs.replace(run.messages[index], blocks=(Text("other"),))
        return msgspec.structs.replace(run, messages=(*run.messages[:index], new, *run.messages[index + 1 :]))

    assert _errors(bundle, run=with_text(4)) == ["run_changed"]
    assert _errors(bundle, run=with_text(0)) == ["run_changed"]
    assert _errors(bundle, run=msgspec.structs.replace(run, messages=run.messages[:3])) == ["run_changed"]
    later = check_bundle(bundle, with_text(7))
    assert [one.severity for one in later if one.code == "run_changed"] == ["warning"]


def test_credentials_that_were_included_and_values_that_are_masked_are_said() -> None:
    run = one_call("the key is sk-ant-api03-abcdefghijklmnopqrst")
    kept = check_bundle(bundled(run, Replacement(2, 0, "x"), credentials="include"))
    assert ("credentials", "warning") in [(one.code, one.severity) for one in kept]
    masked = check_bundle(bundled(run, Replacement(2, 0, "x"), credentials="mask"))
    assert ("masked", "warning") in [(one.code, one.severity) for one in masked]
    assert all("abcdefgh" not in one.text for one in [*kept, *masked])
