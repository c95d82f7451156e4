"""A baseline is accepted by hand, seen, with a reason, and never overwritten by someone who did not see it."""

from pathlib import Path
from typing import Any

import pytest

from viewer.analysis.run_path import PathCall, PathRequest, RunPath
from viewer.baselines.accepted import Acceptance
from viewer.baselines.store import BaselineStore, NotAccepted
from viewer.errors import RunFileError


def path_of(*tools: str) -> RunPath:
    return RunPath(
        tuple(PathRequest(k, 2 * k - 1, (PathCall(tool, {}, tool, tool),)) for k, tool in enumerate(tools, 1))
    )


def accepted(store: BaselineStore, *tools: str, expected: str | None = None, **more: Any) -> Acceptance:
    told: dict[str, Any] = {"reason": "looked at it", "accepted_by": "ada", "run_key": "k", "run_hash": "h"}
    return store.accept("refund", path_of(*tools), expected=expected, **(told | more))


def test_what_was_accepted_is_what_counts_and_the_one_before_is_kept(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    first = accepted(store, "look")
    second = accepted(store, "look", "refund", expected=first.hash)
    history = BaselineStore(tmp_path).history("refund")
    assert history.entries == (first, second)
    assert history.current is not None
    assert history.current.path == path_of("look", "refund")
    assert second.previous == first.hash
    assert history.broken_links() == ()
    assert store.cases() == ("refund",)


def test_who_did_not_see_the_current_one_is_refused_and_told_who_came_first(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    accepted(store, "look")
    with pytest.raises(NotAccepted, match="ada accepted another"):
        accepted(store, "refund", expected=None)
    assert len(store.history("refund").entries) == 1


def test_broken_invariants_are_refused_unless_overridden_and_then_written_down(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    with pytest.raises(NotAccepted, match="breaks 1 invariants: wrote first"):
        accepted(store, "refund", violations=("wrote first",))
    assert accepted(store, "refund", violations=("wrote first",), override=True).violations == ("wrote first",)


@pytest.mark.parametrize(
    ("more", "why"), [({"reason": "  "}, "type a reason"), ({"problems": 2}, "2 records of the run")]
)
def test_nothing_is_accepted_without_a_reason_or_with_records_unread(
    tmp_path: Path, more: dict[str, Any], why: str
) -> None:
    with pytest.raises(NotAccepted, match=why):
        accepted(BaselineStore(tmp_path), "look", **more)


def test_a_revert_is_a_new_entry_with_the_old_path(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    first = accepted(store, "look")
    second = accepted(store, "refund", expected=first.hash)
    third = store.revert("refund", first.hash[:12], reason="too early", accepted_by="bob", expected=second.hash)
    assert third.path == first.path
    assert (third.action, third.previous, third.accepted_by) == ("revert", second.hash, "bob")
    with pytest.raises(NotAccepted, match="0 entries"):
        store.revert("refund", "f" * 64, reason="no such", accepted_by="bob", expected=third.hash)


def test_an_entry_that_was_edited_in_the_file_is_named(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    first = accepted(store, "look")
    accepted(store, "refund", expected=first.hash)
    file = store.path_of("refund")
    file.write_text(file.read_text().replace("ada", "eve", 1))
    assert store.history("refund").broken_links() == (
        "entry 2 names another entry before it than the one that stands there",
    )


@pytest.mark.parametrize("case", ["../../etc/passwd", "a/b", "C:\\x", ".", "über 1", "con."])
def test_a_case_s_name_never_leaves_the_folder(tmp_path: Path, case: str) -> None:
    store = BaselineStore(tmp_path / "in")
    assert store.path_of(case).parent == tmp_path / "in"
    store.accept(case, path_of(), reason="seen it", accepted_by="a", expected=None, run_key=None, run_hash=None)
    assert store.cases() == (case,)


def test_a_file_that_is_no_baseline_is_a_sentence(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    store.path_of("refund").write_text('{"version": 9, "case": "refund"}')
    with pytest.raises(RunFileError, match="no baseline of this version: `version`"):
        store.history("refund")


def test_a_writer_at_work_keeps_others_out(tmp_path: Path) -> None:
    store = BaselineStore(tmp_path)
    (tmp_path / "refund.lock").touch()
    with pytest.raises(NotAccepted, match="just now"):
        accepted(store, "look")
