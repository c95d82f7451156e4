"""Where a run came from: the name of its file, the file's hash, its format."""

import hashlib
from pathlib import PurePath

import streamlit as st

from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.formats.registry import FORMATS
from viewer.model.run import Run
from viewer.model.source import Source
from viewer.ui import session
from viewer.ui.run_segments import Segment, alarm, button, code, quiet, status

HASHED_AT_ONCE = 64_000_000
"""Bytes up to which the hash is worked out without being asked for."""


def source_segments(run: Run, key: str) -> list[Segment]:
    """Name, size, sha256, format, key."""
    source = run.source
    number = run.records[0].part if run.records else 0
    part = source.parts[number]
    line: list[Segment] = [code(source.name)]
    if number:
        line += [quiet(" · in its companion "), code(PurePath(part.uri).name)]
    line.append(quiet(f" · {part.size:,} bytes · "))
    if not number and len(source.parts) > 1:
        line.append(quiet(f"with {counted(len(source.parts) - 1, 'companion file')} · "))
    if part.size <= HASHED_AT_ONCE or st.session_state.get("run_sha256"):
        digest = _sha256(part.uri, source.version, number, source)
        line.append(
            alarm("the file is gone or changed") if digest is None else status(f"sha256 {digest[:16]}…", digest)
        )
    else:
        line.append(button("sha256", 0, "work out sha256"))
    title = next((format.title for format in FORMATS if format.name == run.format), run.format)
    return [*line, quiet(" · format "), status(title, f"{run.format}: told by the content, not by the name")]


@st.cache_data(show_spinner=False, max_entries=200)
def _sha256(uri: str, version: str, part: int, _source: Source) -> str | None:
    try:
        return hashlib.sha256(session.raw_part_bytes(_source, part)).hexdigest()
    except RunFileError:
        return None
