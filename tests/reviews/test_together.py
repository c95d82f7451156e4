"""Many reviewers at one store: nothing acknowledged is lost, nothing is overwritten silently."""

import os
from pathlib import Path

import pytest
from postgres import NOT_FOUND, postgres, programs
from reviewers import review_together

from viewer.reviews.engine import open_store

IN_CI = os.environ.get("CI") == "true"


def test_eight_reviewers_lose_nothing_on_sqlite(tmp_path: Path) -> None:
    engine = open_store(f"sqlite:///{tmp_path / 'reviews.db'}")
    told, missing = review_together(engine, reviewers=8, seconds=3, pause=0.02)
    assert told.failures == []
    assert missing == []
    assert len(told.added) > 20 and told.shared_changes > 2


@pytest.mark.skipif(programs() is None, reason=NOT_FOUND)
def test_fifty_reviewers_lose_nothing_on_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    with postgres() as url:
        engine = open_store(url)
        told, missing = review_together(engine, reviewers=50, seconds=60 if IN_CI else 4, pause=0.5)
        engine.dispose()
    with capsys.disabled():
        print(
            f"\n50 reviewers on PostgreSQL: {len(told.writes):,} writes, p95 {told.p95(told.writes):.0f} ms; "
            f"{len(told.reads):,} reads, p95 {told.p95(told.reads):.0f} ms; {told.conflicts:,} told of another's change"
        )
    assert told.failures == []
    assert missing == []
    assert len(told.added) > 50
