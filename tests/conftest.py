"""Shared by all tests: the golden option and the samples."""

import gc
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest

from viewer import load
from viewer.decode.decoder import decode
from viewer.formats.registry import choose
from viewer.model.run import Run, walk
from viewer.show import show

pytest_plugins = ["pytester"]
ROOT = Path(__file__).parent.parent
SAMPLES = ROOT / "sample_runs"
GOLDENS = Path(__file__).parent / "goldens"


_OWN = Path(gettempdir(), f"trajectory-viewer-tests-{os.getpid()}")
"""Of this test process: the user's own cache, settings and notes stay as they are."""
os.environ.update(
    {
        "TRAJECTORY_VIEWER_CACHE": f"{_OWN}/cache",
        "TRAJECTORY_VIEWER_CONFIG": f"{_OWN}/config",
        "TRAJECTORY_VIEWER_DATA": f"{_OWN}/data",
        "TRAJECTORY_VIEWER_REVIEWS": f"sqlite:///{_OWN}/reviews.db",
    }
)


def pytest_unconfigure() -> None:
    shutil.rmtree(_OWN, ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the goldens anew; read the diff afterwards")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a clock or a browser judges is tried again before it counts: other work may hold the machine up."""
    measured = ("time", "seconds", "quick", "slow", "longer", "cost")
    for item in items:
        if "e2e" in item.path.parts or any(word in item.name.split("[")[0].split("_") for word in measured):
            item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.fixture
def update_goldens(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


@pytest.fixture(autouse=True)
def collector_paused() -> Iterator[None]:
    """As `load` does: else what earlier tests left in memory slows a big test down more than a small one."""
    gc.disable()
    yield
    gc.enable()


def sample(name: str) -> Run:
    """The only root run of a sample, by its path below sample_runs/."""
    (run,) = load.runs(next(load.sources([SAMPLES / name])))
    return run


def shown(runs: tuple[Run, ...]) -> list[dict[str, Any]]:
    """All runs of a source as `show --json` gives them, as plain JSON values."""
    made = [show(run) for root in runs for run in walk(root)]
    return json.loads(json.dumps(made))  # type: ignore[no-any-return]  # a list of objects by construction


def read_values(*values: Any, format: str | None = None, lines: bool = False) -> tuple[Run, ...]:
    """The runs of a JSON document (one value), or of JSON lines, without a file."""
    text = "\n".join(json.dumps(value) for value in values)
    chosen, view = choose(decode((text + "\n" * lines).encode(), "run"), format)
    return tuple(chosen.read(view))
