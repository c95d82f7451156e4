"""Shared by the tests of reviews: a store in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from viewer.reviews.engine import open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Engine]:
    engine = open_store(f"sqlite:///{tmp_path / 'reviews.db'}")
    yield engine
    engine.dispose()
