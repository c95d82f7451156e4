"""Request fields out of files."""

import hashlib
from pathlib import Path

import pytest
from conftest import sample
from messages import call, model, result, run_of, user

from viewer.errors import RunFileError
from viewer.model.run import Run
from viewer.replay.prefix import Refusal
from viewer.replay.supplied import SuppliedField, read_system, read_tools, with_supplied

TOOL = {"name": "bash", "description": "runs", "input_schema": {"type": "object"}}


def test_fields_from_files_stand_in_every_request_with_the_hash_of_their_file(tmp_path: Path) -> None:
    (tmp_path / "system.txt").write_text("Be kind.\n", encoding="utf-8")
    (tmp_path / "tools.json").write_text('[{"name": "bash", "input_schema": {"type": "object"}}]', encoding="utf-8")
    given = (read_system(tmp_path / "system.txt"), read_tools(tmp_path / "tools.json"))
    assert given[0].reference().sha256 == hashlib.sha256(b"Be kind.\n").hexdigest()
    run = with_supplied(run_of(user("go"), model(call("a")), user(result("a"))), given, "anthropic_messages")
    assert isinstance(run, Run)
    assert run.request_fields[0].system.value == "Be kind.\n"
    assert run.request_fields[0].tools.value == [{"name": "bash", "input_schema": {"type": "object"}}]


def test_schemas_are_put_in_the_form_of_the_api() -> None:
    run = with_supplied(run_of(user("go"), model("hm")), (SuppliedField("tools", [TOOL], ""),), "openai_chat")
    assert isinstance(run, Run)
    assert run.request_fields[0].tools.value[0]["function"]["name"] == "bash"


def test_a_tool_of_the_provider_stays_as_given() -> None:
    search = {"type": "web_search_20250305", "name": "web_search"}
    run = with_supplied(run_of(user("go"), model("hm")), (SuppliedField("tools", [search], ""),), "anthropic_messages")
    assert isinstance(run, Run)
    assert run.request_fields[0].tools.value == [search]


def test_what_the_run_holds_itself_is_never_replaced() -> None:
    made = with_supplied(
        sample("order_status/order_status.json"), (SuppliedField("system", "x", ""),), "anthropic_messages"
    )
    assert isinstance(made, Refusal)
    assert made.reason == "the run holds its own system prompt, which a file may not replace"


@pytest.mark.parametrize(("content", "reason"), [(b"{", "no JSON"), (b"{}", "no JSON list")])
def test_a_file_that_is_no_list_of_schemas_gets_a_sentence(tmp_path: Path, content: bytes, reason: str) -> None:
    (tmp_path / "tools.json").write_bytes(content)
    with pytest.raises(RunFileError, match=reason):
        read_tools(tmp_path / "tools.json")


def test_a_file_that_is_no_text_or_is_missing_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "system.txt").write_bytes(b"\xff")
    with pytest.raises(RunFileError, match="no UTF-8"):
        read_system(tmp_path / "system.txt")
    with pytest.raises(RunFileError, match="cannot be read"):
        read_system(tmp_path / "other.txt")
