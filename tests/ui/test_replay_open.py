"""What an opened bundle says of itself."""

from bundles import refund, refund_bundle

from viewer.replay.check import check_bundle
from viewer.ui.replay_open import finding_rows, head_rows
from viewer.ui.run_segments import segments_text


def test_a_whole_bundle_has_nothing_off() -> None:
    (row,) = finding_rows(check_bundle(refund_bundle(), refund()))
    assert segments_text(row[1]).startswith("nothing is off")


def test_a_changed_bundle_shows_what_is_off() -> None:
    bundle = refund_bundle()
    changed = bundle.model_copy(update={"request": {**bundle.request, "model": "another"}})
    rows = finding_rows(check_bundle(changed))
    assert "changed outside the replaced block" in segments_text(rows[0][1])
    assert "error" in segments_text(rows[0][1])


def test_a_bundle_of_a_run_that_is_not_here_says_so() -> None:
    rows = dict(head_rows(refund_bundle(), None))
    assert "not under the given paths" in segments_text(rows["bundle of"])
    assert "Ada" in segments_text(rows["made"])
