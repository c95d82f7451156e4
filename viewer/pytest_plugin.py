"""pytest plugin: a test records its agent's run; broken invariants fail it, drift is judged over all cases at the end.

@pytest.mark.trajectory(case="refund")
def test_refund(recorder):
    assert "refunded" in my_agent("Refund order 7", recorder)
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from viewer.counted import counted
from viewer.record import Recorder

if TYPE_CHECKING:
    from viewer.baselines.check_report import CheckReport
    from viewer.baselines.checked_run import CheckedRun

MARK = "trajectory"
_RECORDER = pytest.StashKey[Recorder]()
_SESSION = pytest.StashKey["_Session"]()
_OPTIONS = (
    ("policy", "Policy file, TOML or YAML.", ""),
    ("cases", "Cases, one a line.", ""),
    ("baseline", "Folder of accepted paths; without it no drift is told.", ""),
    ("runs", "Folder that runs are recorded in; a temporary one where it is not named.", ""),
    ("by", "Drift over `names` or `arguments`.", "names"),
    ("severe", "Drift ratio above which a case counts as severe.", "0.5"),
    ("allow-severe", "Severe cases that are allowed.", "0"),
)


@dataclass(eq=False)
class _Session:
    """What the process that reports knows of the runs; a plugin of its own, and pytest keeps plugins in sets."""

    files: list[Path] = field(default_factory=list)
    report: "CheckReport | None" = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect the runs of all workers, where several share the tests."""
        if report.when == "call":
            self.files += [Path(str(value)) for name, value in report.user_properties if name == "trajectory_run"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--trajectory-policy FILE` and the like, or `trajectory_policy` in the configuration."""
    group = parser.getgroup("trajectory", "recorded agent runs")
    for name, words, default in _OPTIONS:
        parser.addini(f"trajectory_{name.replace('-', '_')}", words, default=default)
        group.addoption(f"--trajectory-{name}", help=words, default=None)


def _option(config: pytest.Config, name: str) -> str:
    told = config.getoption(f"--trajectory-{name}")
    return str(told if told is not None else config.getini(f"trajectory_{name.replace('-', '_')}"))


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known."""
    config.addinivalue_line("markers", f"{MARK}(case): the test records the run of this case")
    config.stash[_SESSION] = _Session()
    config.pluginmanager.register(config.stash[_SESSION])


@pytest.fixture
def recorder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recorder]:
    """Records the run of the test's case: pass it to the agent's loop."""
    mark = request.node.get_closest_marker(MARK)
    case = None if mark is None else mark.kwargs.get("case", mark.args[0] if mark.args else None)
    folder = _option(request.config, "runs")
    made = Recorder(folder or tmp_path_factory.mktemp("runs"), case=case or request.node.name)
    request.node.stash[_RECORDER] = made
    yield made
    made.end()


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Iterator[None]:
    """After the test's own assertions, its run has to keep the invariants."""
    try:
        outcome = yield
    finally:
        made = pyfuncitem.stash.get(_RECORDER, None)
        if made is not None:
            made.end()
            if made.broken is None:
                pyfuncitem.user_properties.append(("trajectory_run", str(made.path)))
    if made is not None and (broken := _broken(pyfuncitem.config, made)):
        pytest.fail("\n".join(broken), pytrace=False)
    return outcome


def _broken(config: pytest.Config, made: Recorder) -> list[str]:
    if made.broken is not None:
        return [f"the run was not recorded whole: {made.broken}"]
    return [f"{one.code}: {one.text} ({made.path})" for run in _checked(config, [made.path]) for one in run.violations]


def _checked(config: pytest.Config, files: list[Path]) -> "list[CheckedRun]":
    # Imported late: every pytest session loads this module, few record a run.
    from viewer import load
    from viewer.baselines.cases import read_cases
    from viewer.baselines.checked_run import checked_run
    from viewer.policy_file import Policies, read_policies

    policy, cases = _option(config, "policy"), _option(config, "cases")
    policies = read_policies(policy) if policy else Policies()
    known = read_cases(cases) if cases else {}
    return [checked_run(run, policies, known) for source in load.sources(files) for run in load.runs(source)]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Judge drift over all cases."""
    kept = session.config.stash[_SESSION]
    folder = _option(session.config, "baseline")
    if not kept.files or hasattr(session.config, "workerinput"):
        return
    from viewer.baselines.cases import read_cases
    from viewer.baselines.check_report import check_report
    from viewer.baselines.store import BaselineStore

    store = BaselineStore(folder) if folder else None
    cases = _option(session.config, "cases")
    accepted: dict[str, Any] | None = None
    if store is not None:
        accepted = {case: now.path for case in store.cases() if (now := store.history(case).current) is not None}
    kept.report = check_report(
        _checked(session.config, kept.files),
        (),
        read_cases(cases) if cases else {},
        accepted,
        by=_option(session.config, "by"),
        severe_line=float(_option(session.config, "severe")),
        allowed_severe=int(_option(session.config, "allow-severe")),
    )
    if kept.report.drift is not None and not kept.report.drift.is_within_budget and exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """All cases, the one that went furthest first."""
    report = config.stash[_SESSION].report
    if report is None:
        return
    terminalreporter.section("trajectories")
    for run in report.runs:
        told = counted(len(run.violations), "violation") if run.violations else "invariants kept"
        requests, calls = counted(run.requests, "request"), counted(run.calls, "call")
        terminalreporter.write_line(f"{run.case}: {requests}, {calls}, {told}")
    for sentence in report.warnings:
        terminalreporter.write_line(f"note: {sentence}")
    if report.drift is None:
        return
    for one in report.drift.cases:
        ratio = one.ratio(report.drift.by)
        if one.drift is None or ratio is None:
            terminalreporter.write_line(f"drift     -  {one.case}: {one.reason or 'arguments do not compare'}")
        else:
            before, after = one.drift.calls
            terminalreporter.write_line(f"drift {ratio:5.2f}  {one.case}: {before} calls before, {after} now")
    terminalreporter.write_line(report.drift.sentence())
