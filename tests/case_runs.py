"""Runs of two cases in two sets, a policy, cases and accepted paths, as files for tests of the pages."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from opened import settled
from streamlit.testing.v1 import AppTest

from viewer import load
from viewer.analysis.run_path import run_path
from viewer.baselines.checked_run import CheckedRun, checked_run
from viewer.baselines.store import BaselineStore
from viewer.model.hashes import run_hash, run_key
from viewer.model.run import Run
from viewer.policy_file import read_policies

PATHS = {"refund": ["look", "pay"], "hours": []}
POLICY = '[tools]\nwrite = ["pay"]\nread = ["look"]\n[limits]\nmax_calls = 2\n'
CASES = '{"id": "refund"}\n{"id": "hours", "expect_zero_tools": true}\n{"id": "never"}\n'


def run_document(case: str, tools: list[str], run_id: str, day: int, model: str = "model-a") -> dict[str, Any]:
    """A run as the recorder writes it."""
    messages: list[dict[str, Any]] = [
        {"role": "user", "producers": [{"who": "caller"}], "blocks": [{"type": "text", "text": case}]}
    ]
    for number, tool in enumerate(tools):
        arguments = {"order": 7, "request_id": f"{run_id}-{number}"}
        call = {"type": "tool_use", "id": f"c{number}", "name": tool, "input": arguments}
        result = {"type": "tool_result", "tool_use_id": f"c{number}", "content": "fine", "is_error": False}
        messages.append(
            {"role": "assistant", "producers": [{"who": "model"}], "blocks": [call], "stop_reason": "tool_use"}
        )
        messages.append({"role": "user", "producers": [{"who": "loop"}], "blocks": [result]})
    said = {"role": "assistant", "producers": [{"who": "model"}], "blocks": [{"type": "text", "text": "Done."}]}
    return {
        "format": "trajectory-viewer",
        "version": 1,
        "run_id": run_id,
        "models": [model],
        "attributes": {"case": case},
        "ending": {"kind": "unknown", "rule": "scripted"},
        "started_at": f"2026-11-{day:02}T10:00:00+00:00",
        "messages": [*messages, {**said, "stop_reason": "end_turn"}],
    }


def write_runs(folder: Path) -> Path:
    """Two sets of runs; in the second the refund reads twice before it pays, and the hours call a tool."""
    later = {"refund": ["look", "look", "pay"], "hours": ["look"]}
    for number, paths in enumerate((PATHS, later), 1):
        place = folder / "runs" / f"set-{number}"
        place.mkdir(parents=True)
        for case, tools in paths.items():
            document = run_document(case, tools, f"{case}-{number}", number, "model-a" if number == 1 else "model-b")
            (place / f"{case}.json").write_text(json.dumps(document), encoding="utf-8")
    (folder / "policy.toml").write_text(POLICY, encoding="utf-8")
    (folder / "cases.jsonl").write_text(CASES, encoding="utf-8")
    return folder


def read_run(folder: Path, name: str) -> Run:
    """A run that `write_runs` wrote, as the app reads it."""
    source = next(one for one in load.sources([folder / "runs"]) if one.name == name)
    return load.runs(source)[0]


def accept_first(folder: Path, *cases: str) -> BaselineStore:
    """Take the path of the first set for these cases."""
    store = BaselineStore(folder / "accepted")
    for case in cases:
        run = read_run(folder, f"set-1/{case}.json")
        store.accept(
            case, run_path(run), reason="the first", accepted_by="eva", expected=None, run_key=run_key(run),
            run_hash=run_hash(run), source=run.source.name,
        )  # fmt: skip
    return store


def checked_runs(folder: Path) -> list[CheckedRun]:
    """All of them, checked under the policy."""
    policies = read_policies(folder / "policy.toml")
    return [checked_run(run, policies, {}) for source in load.sources([folder / "runs"]) for run in load.runs(source)]


def page(patch: pytest.MonkeyPatch, folder: Path, name: str, **query: str) -> AppTest:
    """A page of the app on these files, when all is read and checked."""
    named = ["--policy", folder / "policy.toml", "--cases", folder / "cases.jsonl", "--baseline", folder / "accepted"]
    patch.setattr(sys, "argv", ["app.py", *map(str, named), "--", str(folder / "runs")])
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
    settled(app)
    for key, value in query.items():
        app.query_params[key] = value
    return settled(app.switch_page(f"pages/{name}.py"))
