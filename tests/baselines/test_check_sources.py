"""Many sources, one list each."""

import json
from pathlib import Path

from conftest import SAMPLES

from viewer import load
from viewer.baselines.check_report import Unreadable
from viewer.baselines.check_sources import checked_sources
from viewer.baselines.checked_run import CheckedRun
from viewer.policy_file import Policies


def test_an_unreadable_source_stands_among_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    sources = list(load.sources([tmp_path, SAMPLES / "refund"]))
    found = checked_sources(sources, Policies(), {}, "digests")
    assert len(found) == len(sources)
    assert isinstance(found[0][0], Unreadable)
    run = found[1][0]
    assert isinstance(run, CheckedRun)
    assert run.path is not None
    assert {call.arguments for call in run.path.calls} == {None}
    assert run.calls == len(run.path.calls) > 0


def test_a_path_is_made_only_where_it_is_asked_for() -> None:
    ((run, *_), *_) = checked_sources(list(load.sources([SAMPLES / "refund"])), Policies(), {}, "no")
    assert isinstance(run, CheckedRun)
    assert run.path is None


def test_a_line_stands_for_the_results_that_are_no_errors() -> None:
    sources = list(load.sources([SAMPLES / "broken"]))
    whole = [one for group in checked_sources(sources, Policies(), {}, "no") for one in group]
    lines = [one for group in checked_sources(sources, Policies(), {}, "no", (), as_lines=True) for one in group]
    for one, other in zip(whole, lines, strict=True):
        if isinstance(one, CheckedRun) and isinstance(other, CheckedRun):
            assert other.line is not None
            assert len(json.loads(other.line)["findings"]) == len(one.results)
            assert other.violations == one.violations == other.results
