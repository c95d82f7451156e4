"""A program that is killed while it writes loses nothing that it had acknowledged."""

import random
import sqlite3
from pathlib import Path

from killed_writers import killed_once


def test_what_was_acknowledged_outlives_kill_9(tmp_path: Path) -> None:
    path, chance = tmp_path / "reviews.db", random.Random(1)
    for _ in range(3):
        found = killed_once(path, chance)
        assert found.missing == []
        assert found.acknowledged > 0
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
