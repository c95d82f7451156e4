"""The file of a baseline, and its schema."""

import json
from datetime import UTC, datetime

import jsonschema
import pytest
from conftest import ROOT
from pydantic import ValidationError

from viewer.analysis.run_path import PathCall, PathRequest, RunPath
from viewer.baselines.accepted import Acceptance, History, schema

PATH = RunPath((PathRequest(1, 1, (PathCall("look", {"order": 7}, "d", "e"),), "tool_use", 1420, 60),), ("m",))


def entry(**more: object) -> Acceptance:
    told = {"run_key": "k", "run_hash": "h", "reason": "seen", "accepted_by": "ada", "previous": None}
    return Acceptance.model_validate({**told, "path": PATH, "accepted_at": datetime(2026, 7, 9, tzinfo=UTC), **more})


def test_a_history_is_read_back_as_written_and_fits_its_schema() -> None:
    history = History(case="refund", entries=(entry(),))
    text = history.model_dump_json()
    assert History.model_validate_json(text) == history
    jsonschema.validate(json.loads(text), json.loads((ROOT / "viewer/schemas/baseline.json").read_bytes()))


def test_the_schema_is_the_one_of_the_code() -> None:
    assert (ROOT / "viewer/schemas/baseline.json").read_bytes() == schema()


def test_any_change_of_an_entry_changes_its_hash() -> None:
    assert entry().hash == entry().hash
    assert len({entry().hash, entry(reason="other").hash, entry(violations=("x",)).hash}) == 3


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"accepted_by": ""}, {"unknown": 1}])
def test_an_entry_without_reason_or_name_is_none(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        entry(**wrong)
