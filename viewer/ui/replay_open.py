"""A bundle that is opened again: what it is, and what is off with it."""

import hashlib

import streamlit as st

from viewer.analysis.checks.finding import Finding
from viewer.decode.unwrap import MAX_BYTES
from viewer.errors import RunFileError
from viewer.model.run import Run
from viewer.plain import visible
from viewer.replay.bundle import Bundle, bundle_json, parse_bundle
from viewer.replay.check import check_bundle
from viewer.ui import replay_take, session
from viewer.ui.components import kit
from viewer.ui.replay_lines import bundle_rows
from viewer.ui.run_head_lists import Row
from viewer.ui.run_segments import Segment, alarm, code, page_link, quiet, shown, strong


def draw(*, is_open: bool) -> Bundle | None:
    """The place to drop a bundle, and what it says."""
    with st.expander("Open a bundle", expanded=is_open, key="replay_open"):
        dropped = st.file_uploader(
            "Drop a bundle here: it is checked, and nothing is sent.",
            key="replay_opened",
            max_upload_size=MAX_BYTES >> 20,
        )
    if dropped is None:
        return None
    content = dropped.getvalue()
    try:
        bundle = _bundle(hashlib.sha256(content).hexdigest(), content)
    except RunFileError as error:
        st.markdown("**This is no bundle that can be used.**")
        st.text(visible(str(error)))
        return None
    run = run_of(bundle)
    found = check_bundle(bundle, run)
    rows = [
        *head_rows(bundle, run),
        *finding_rows(found),
        *bundle_rows(bundle, None if run is None else bundle.run.key),
    ]
    kit.draw("lines", {"rows": rows}, key="replay_opened_lines")
    replay_take.draw(bundle, lambda: bundle_json(bundle), "opened")
    return bundle


@st.cache_resource(show_spinner="Reading the bundle", max_entries=2)
def _bundle(sha256: str, _content: bytes) -> Bundle:
    return parse_bundle(_content, "the file")


def run_of(bundle: Bundle) -> Run | None:
    """The run that it was made of, where it is under the paths."""
    try:
        return session.run_of_key(bundle.run.key)
    except RunFileError:
        return None


def head_rows(bundle: Bundle, run: Run | None) -> list[Row]:
    """What the bundle is of."""
    name: list[Segment] = [code(bundle.run.run_id), quiet(f" of {bundle.run.source}")]
    if run is None:
        name.append(quiet(" · not under the given paths, so it is not held against it"))
    else:
        name += [" ", page_link("open the run", bundle.run.key)]
    rows: list[Row] = [
        ("bundle of", name),
        ("replaced", [strong(bundle.position), quiet(f" {bundle.tool_use_id or ''}")]),
    ]
    made = [shown(one) for one in (bundle.author, bundle.created_at, bundle.reason) if one]
    rows.append(("made", [quiet(" · ".join(made))]))
    return rows


def finding_rows(found: list[Finding]) -> list[Row]:
    """What the check says of it; warnings and losses stand below anyway."""
    told = [one for one in found if one.code not in ("request_lacks", "not_as_stored", "masked")]
    if not told:
        return [("check", [strong("nothing is off"), quiet(": its hashes hold, and its calls and results fit")])]
    return [
        (
            "check",
            [alarm("error") if one.severity == "error" else strong(one.severity), quiet(" "), shown(one.text)],
        )
        for one in told
    ]
