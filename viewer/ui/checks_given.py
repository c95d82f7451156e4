"""What a check or baseline page is looking at: the files in force, places to drop others, progress of the checking."""

import streamlit as st

from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.model.source import Source
from viewer.plain import visible
from viewer.ui import access, check_inputs, format_choice, trouble
from viewer.ui.catalog import Catalog
from viewer.ui.check_inputs import STRICT, CheckInputs, Given
from viewer.ui.checks_job import MOST_SOURCES, CheckJob, job_of

KINDS = {
    "policy": ("Policy file", ["toml", "yaml", "yml"], False),
    "cases": ("File of cases", ["jsonl", "json"], False),
    "baseline": ("Files of accepted paths", ["json"], True),
}
"""Kind -> label, endings, whether several."""


def draw() -> CheckInputs | None:
    """The files in force; None: one cannot be read, which is said."""
    try:
        found = check_inputs.inputs()
    except RunFileError as error:
        st.markdown("**A file to check against cannot be read.** Correct it; the next click reads it again.")
        st.text(visible(str(error)))
        _draw_uploads()
        return None
    st.text(visible(sentence(found)))
    _draw_uploads()
    return found


def sentence(found: CheckInputs) -> str:
    """Which files are in force."""
    named = [
        f"policy {found.policy_name}" if found.policy_name else "no policy",
        f"{counted(len(found.cases), 'case')} of {found.cases_name}" if found.cases_name else "no file of cases",
        f"{counted(len(found.accepted), 'accepted path')} of {found.baseline_name}"
        if found.baseline_name
        else "no accepted paths",
    ]
    return " · ".join(named)


def _draw_uploads() -> None:
    with st.expander("Check against other files", key="checks_files", on_change="rerun") as opened:
        if not opened.open:
            return
        st.markdown(
            "Dropped files count in this session only. For good: "
            "`trajectory-viewer open --policy FILE --cases FILE --baseline DIR PATH`"
        )
        for column, (kind, (label, endings, several)) in zip(st.columns(3), KINDS.items(), strict=True):
            with column:
                st.file_uploader(
                    label, type=endings, accept_multiple_files=several, key=f"checks_drop_{kind}",
                    on_change=_dropped, args=(kind,),
                )  # fmt: skip
                if held := check_inputs.uploaded(kind):
                    st.text(visible(", ".join(one.name for one in held[:3])))
                    st.button("Forget it", key=f"checks_forget_{kind}", on_click=check_inputs.keep, args=(kind, ()))


def _dropped(kind: str) -> None:
    found = st.session_state.get(f"checks_drop_{kind}")
    files = found if isinstance(found, list) else [found] if found is not None else []
    check_inputs.keep(kind, [Given(one.name, one.getvalue()) for one in files])


def draw_strict() -> None:
    """The switch between the two readings of the invariants."""
    st.toggle(
        "Strict reading", key=STRICT, persist_state="session",
        help="The seven invariants word by word as first published: no recovered failure, no re-read after a write, "
        "no visibility. Off: the policy decides",
    )  # fmt: skip


def checked(catalog: Catalog, given: CheckInputs) -> tuple[CheckJob, list[Source]]:
    """The job over all sources of the list, started where something is missing; its progress is drawn."""
    sources = list(catalog.sources())
    job = job_of(given, format_choice.chosen())
    if catalog.progress().state == "reading":
        trouble.draw_waiting(catalog, until=lambda: False, key="checks_wait")
        return job, sources
    job.start(sources)
    if job.is_running:
        _draw_progress(job)
    elif missing := job.missing(sources):
        st.markdown(f"Stopped: **{missing:,}** of {len(sources):,} sources are not checked.")
        st.button("Check the rest", key="checks_rest", on_click=lambda: job.start(sources, anew=True))
    if len(sources) > MOST_SOURCES:
        st.markdown(f"Only the first {MOST_SOURCES:,} of {len(sources):,} sources are checked: open fewer at once.")
    return job, sources


def _draw_progress(job: CheckJob) -> None:
    @st.fragment(run_every=0.5)
    def wait() -> None:
        if not job.is_running:
            st.rerun()
        done, total = job.done, job.total
        # Others may have more to check than this person may know of.
        counted = f"checked {done:,} of {total:,} sources" if access.prefixes() is None else "not all is checked yet"
        words = counted + ("; stopping" if job.stopping else "")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.progress(done / total if total else 0.0, text=words)
            st.button("Stop", key="stop", on_click=job.stop, disabled=job.stopping)

    wait()
