"""Draws the detail, and does what its buttons ask for."""

import re
from typing import Any

import streamlit as st

from viewer.decode.record_bytes import raw_records
from viewer.errors import RunFileError
from viewer.model.source import RecordArray, Source
from viewer.plain import visible
from viewer.ui import access, blob, detail_state, notes_panel, replay_jump, reviews_cite, run_choice, session
from viewer.ui.components import kit
from viewer.ui.detail import branch_payload, message_payload, record_payload
from viewer.ui.detail_blocks import block_file, encoded
from viewer.ui.detail_raw import RawRecords, raw_record
from viewer.ui.run_choice import Choice
from viewer.ui.run_facts import RunFacts

_KEY = "detail"
_BODY = re.compile(r"raw-(?P<record>[0-9]{1,9})|(?P<block>[0-9]{1,9})(?:\.(?P<part>[0-9]{1,9}))?")
"""The ids of bodies that can be downloaded."""
_DOWNLOAD = "detail_download"
_SHOWN = "detail_shown"


def draw(facts: RunFacts, choice: Choice) -> None:
    """The detail of the choice."""
    raw = raw_reader(facts.run.source)
    opened = detail_state.opened(facts, choice)
    try:
        match choice.kind:
            case "message":
                payload = message_payload(facts, choice.number, opened, raw)
            case "record":
                payload = record_payload(facts, choice.number, opened, raw)
            case "branch":
                payload = branch_payload(facts, choice.number)
    except RunFileError as error:
        st.warning("The file cannot be read as it was. Go to the list of runs and reload.")
        st.text(visible(str(error)))
        detail_state.set_section("raw", False)
        return
    kit.draw("detail", encoded(payload), key=_KEY, on_act_change=_act, on_open_change=_open)
    _draw_download(facts, choice, raw)
    if choice.kind == "message":
        st.session_state[_SHOWN] = [facts.key, choice.number]
        replay_jump.follow(facts, choice.number)
        notes_panel.draw(facts, choice.number)
        reviews_cite.draw(facts, choice.number)


def raw_reader(source: Source) -> RawRecords:
    """Reads the records of a source as stored."""
    return lambda array: _records(source.uri, source.version, array.part, array.path, array.member, source, array)


@st.cache_resource(show_spinner=False, max_entries=2)
def _records(
    uri: str, version: str, part: int, path: str, member: str | None, _source: Source, _array: RecordArray
) -> list[bytes]:
    session.raw_part_bytes(_source, part)
    return raw_records(session.decoded(_source), _array)


def _triggered(name: str) -> dict[str, Any]:
    return (st.session_state.get(_KEY) or {}).get(name) or {}


def _open() -> None:
    message = _triggered("open").get("message")
    if type(message) is int:
        run_choice.go(message)


def _act() -> None:
    """A button of the detail; what it sends comes from the browser, so it is checked."""
    asked = _triggered("act")
    match asked.get("name"), asked.get("value"):
        case "all", {"body": str(body), "part": int(part)}:
            detail_state.show_part(body, part)
        case "codes", str(body):
            detail_state.toggle_codes(body)
        case "reveal", str(value_id):
            detail_state.toggle_revealed(value_id)
        case "section", {"id": str(section), "open": bool(is_open)}:
            detail_state.set_section(section, is_open)
        case "download", str() if not access.may("reviewer"):
            st.toast(access.UNMASKED)
        case "download", str(body):
            st.session_state[_DOWNLOAD] = body
            blob.ask(_KEY)
        case "swap", int(block):
            name = st.session_state.get(_SHOWN)
            replay_jump.ask([*name, block] if name else None)
        case "sub_run", str(key):
            run_choice.open_run(key)
        case "branch", int(number):
            run_choice.open_run(st.query_params.get("run", ""), branch=number)
        case _:
            pass


def _draw_download(facts: RunFacts, choice: Choice, raw: RawRecords) -> None:
    """The download that was asked for, where there is what was asked for."""
    found = _download(facts, choice, st.session_state.get(_DOWNLOAD, ""), raw)
    if found is not None:
        data, name = found
        blob.draw(_KEY, name, lambda: data)


def _download(facts: RunFacts, choice: Choice, body: str, raw: RawRecords) -> tuple[bytes, str] | None:
    """The bytes of a body, unmasked, and a file name of ours."""
    named = _BODY.fullmatch(body)
    if named is None:
        return None
    if named["record"]:
        data = raw_record(facts, int(named["record"]), raw)
        return None if data is None else (data, f"record-{named['record']}.json")
    blocks = facts.run.messages[choice.number].blocks if choice.kind == "message" else ()
    if int(named["block"]) >= len(blocks):
        return None
    data, ending = block_file(blocks[int(named["block"])], int(named["part"]) if named["part"] else None)
    return data, f"message-{choice.number}-block-{body}.{ending}"
