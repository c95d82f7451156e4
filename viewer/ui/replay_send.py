"""Run a bundle: choose an endpoint, see the cost, take samples, and read what differs."""

from dataclasses import dataclass
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path

import streamlit as st

from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.replay.bundle import Bundle
from viewer.replay.compare import Question, ReplayComparison, compare_replay
from viewer.replay.compare_runs import write_runs
from viewer.replay.send_endpoints import CannotSend, Endpoint, read_endpoints, user_file
from viewer.replay.send_plan import Plan, SendOptions, bundle_hash, plan, with_results
from viewer.replay.send_provider_tools import provider_tools
from viewer.replay.send_results import Results, read_results
from viewer.ui import access, blob, replay_job, uploads
from viewer.ui.components import kit
from viewer.ui.replay_cost import EXAMPLE, cost_rows
from viewer.ui.replay_table import LEGEND, comparison_rows, sample_rows, samples_frame
from viewer.ui.run_segments import shown

SECONDS_BETWEEN_LOOKS = 0.5
_RESULTS, _RUNS = "samples_results", "samples_runs"
_PACKAGE = {"anthropic_messages": "anthropic", "openai_chat": "openai", "openai_responses": "openai"}


def show(bundle: Bundle) -> None:
    """The panel of one bundle."""
    st.subheader("Run samples")
    endpoints = _endpoints(bundle)
    if not endpoints:
        return
    running = any(
        (job := replay_job.job_of(Path(name))) is not None and job.is_running
        for name in st.session_state.get("_samples_files", [])
    )
    st.fragment(_draw, run_every=SECONDS_BETWEEN_LOOKS if running else None)(bundle, endpoints)


def _endpoints(bundle: Bundle) -> list[Endpoint]:
    """The configured endpoints that take the bundle; where there are none, what to do is drawn."""
    path = user_file()
    if find_spec(_PACKAGE[bundle.api]) is None:
        st.markdown("Sending needs the vendor's package: `pip install 'trajectory-viewer[replay]'`.")
        return []
    try:
        found = list(read_endpoints(path).values()) if path.exists() else []
    except RunFileError as error:
        st.text(visible(str(error)))
        return []
    fitting = [one for one in found if one.protocol == bundle.api]
    if not fitting:
        st.markdown("No endpoint is configured that takes this request. Whoever runs this app writes one into")
        st.code(str(path), language=None)
        st.code(EXAMPLE[bundle.api], language="toml")
    return fitting


@dataclass(frozen=True)
class _Choice:
    endpoint: Endpoint
    options: SendOptions


def _draw(bundle: Bundle, endpoints: list[Endpoint]) -> None:
    choice = _choice(bundle, endpoints)
    try:
        made = _plan(bundle, choice)
        file = replay_job.results_file(made)
        results = read_results(file)
        made = with_results(made, results)
    except (CannotSend, RunFileError) as error:
        st.markdown("**This cannot be sent.**")
        st.text(visible(str(error)))
        return
    files = st.session_state.setdefault("_samples_files", [])
    if str(file) not in files:
        files.append(str(file))
    kit.draw("lines", {"rows": cost_rows(made)}, key="samples_cost")
    _draw_job(made, file)
    if results is not None and results.samples:
        _draw_results(bundle, results, file)


def _choice(bundle: Bundle, endpoints: list[Endpoint]) -> _Choice:
    """The form."""
    first, second, third = st.columns(3)
    by_name = {one.name: one for one in endpoints}
    name = first.selectbox("Endpoint", list(by_name), key="samples_endpoint")
    samples = second.number_input("Samples in each arm", 1, 1000, 10, key="samples_number")
    cost = third.number_input("Stop at a cost of, $ (0: no limit)", 0.0, value=0.0, step=1.0, key="samples_max_cost")
    lacks = "model" not in bundle.request or (bundle.api == "anthropic_messages" and "max_tokens" not in bundle.request)
    with st.expander("More settings", expanded=lacks, key="samples_more"):
        left, middle, right = st.columns(3)
        at_once = left.number_input("Requests at once", 1, 64, 4, key="samples_at_once")
        steps = middle.number_input("Steps a sample may take", 1, 100, 8, key="samples_steps")
        limit = right.number_input("Limit of a reply, tokens (0: as stored)", 0, value=0, key="samples_limit")
        model = left.text_input("Another model", key="samples_model")
        control = st.checkbox("Sample the unswapped request as well, as the control", True, key="samples_control")
    tools = provider_tools(bundle.api, bundle.request)
    allowed = False
    if tools:
        st.markdown("**The provider would run tools of its own, which act in the world:**")
        st.text(visible(", ".join(tools)))
        allowed = st.checkbox("Let the provider run them", key="samples_server_tools")
    return _Choice(
        by_name[name],
        SendOptions(
            int(samples),
            control,
            int(at_once),
            int(steps),
            Decimal(str(cost)) if cost else None,
            frozenset(tools) if allowed else frozenset(),
            model.strip() or None,
            int(limit) or None,
        ),
    )


def _plan(bundle: Bundle, choice: _Choice) -> Plan:
    """Checking a bundle takes as long as it is big: done once for the same choice."""
    return _planned(repr((bundle_hash(bundle), choice)), bundle, choice)


@st.cache_resource(show_spinner="Checking the bundle", max_entries=16)
def _planned(key: str, _bundle: Bundle, _choice: _Choice) -> Plan:
    return plan(_bundle, _choice.endpoint, _choice.options)


def _draw_job(made: Plan, file: Path) -> None:
    job = replay_job.job_of(file)
    if job is not None and job.is_running:
        done = job.progress.finished + job.progress.failed if job.progress else 0
        st.progress(done / max(job.all, 1), text=f"{done:,} of {job.all:,} samples")
        st.button("Stop", key="samples_stop", on_click=_stop, args=(file,), disabled=job.is_stopped)
        st.session_state["_samples_ran"] = str(file)
        return
    if st.session_state.pop("_samples_ran", None) == str(file):
        st.rerun()  # the page stops looking again and again
    if not made.todo:
        return
    if not access.may("reviewer"):
        st.markdown("Sending is for reviewers.")
        return
    words = f"Send {len(made.todo):,} samples" if not made.done else f"Send the {len(made.todo):,} that are missing"
    if st.button(words, key="samples_start", type="primary"):
        replay_job.start(made, file)
        st.rerun()
    if job is None:
        return
    if job.error:
        st.text(visible(job.error))
    elif job.sent is not None and job.sent.left:
        why = job.sent.why or f"{job.sent.failed:,} failed"
        st.text(visible(f"{job.sent.left:,} samples are left: {why}"))


def _stop(file: Path) -> None:
    job = replay_job.job_of(file)
    if job is not None:
        job.is_stopped = True


def _draw_results(bundle: Bundle, results: Results, file: Path) -> None:
    st.markdown("**What differs**")
    left, right = st.columns(2)
    tool = left.text_input("Count samples that asked for the tool", key="samples_tool").strip()
    without = right.text_input("… without asking before for", key="samples_without").strip()
    question = Question(tool, without=(without,) if without else ()) if tool else None
    counts = (len(results.samples), len(results.failures))
    made = _compared(repr((bundle_hash(bundle), str(file), counts, question)), bundle, results, question)
    kit.draw("lines", {"rows": comparison_rows(made)}, key="samples_comparison")
    st.markdown(LEGEND)
    chosen = st.dataframe(
        samples_frame(made), hide_index=True, key="samples_table", on_select="rerun", selection_mode="single-row"
    )
    for row in chosen.selection.rows:
        if 0 < row <= len(made.samples):
            one = made.samples[row - 1]
            kit.draw("lines", {"rows": sample_rows(one)}, key="samples_sample")
            if one.text_diff:
                st.code(shown("\n".join(one.text_diff)), language="diff", wrap_lines=True)
    _draw_files(bundle, results, file)


@st.cache_resource(show_spinner=False, max_entries=16)
def _compared(key: str, _bundle: Bundle, _results: Results, _question: Question | None) -> ReplayComparison:
    return compare_replay(_bundle, _results, _question)


def _draw_files(bundle: Bundle, results: Results, file: Path) -> None:
    with st.container(horizontal=True):
        st.button("Save the samples", key="samples_save", on_click=blob.ask, args=(_RESULTS,))
        st.button("Save the replayed runs", key="samples_save_runs", on_click=blob.ask, args=(_RUNS,))
        if st.button("Open the replayed runs here", key="samples_open"):
            _open(file.name.removesuffix(".results.jsonl"), _runs(bundle, results, file))
    stem = f"replay-{results.head.bundle[:8]}"
    blob.draw(_RESULTS, f"{stem}.results.jsonl", file.read_bytes)
    blob.draw(_RUNS, f"{stem}.runs.jsonl", lambda: _runs(bundle, results, file))


def _runs(bundle: Bundle, results: Results, file: Path) -> bytes:
    path = file.with_name(file.name.removesuffix(".results.jsonl") + ".runs.jsonl")
    return path.read_bytes() if write_runs(bundle, results, path) else b""


@dataclass
class _Made:
    """A file for this session, as if it had been dropped."""

    name: str
    size: int
    content: bytes

    def getbuffer(self) -> memoryview:
        """Its bytes."""
        return memoryview(self.content)


def _open(name: str, content: bytes) -> None:
    if not content:
        st.text("The request is too large to be repeated in so many runs.")
        return
    try:
        uploads.add([_Made(f"{name}.runs.jsonl", len(content), content)])
    except RunFileError as error:
        st.text(visible(str(error)))
        return
    st.switch_page("pages/runs.py")
