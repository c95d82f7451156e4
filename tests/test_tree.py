"""Every file of the program has its test file, in the same place under tests/."""

from pathlib import Path

import pytest
from conftest import ROOT

MODULES = sorted(path.relative_to(ROOT) for path in (ROOT / "viewer").rglob("*.py") if path.name != "__init__.py")


def expected_test(module: Path) -> Path:
    """viewer/formats/codex.py -> tests/formats/test_codex.py."""
    return Path("tests", *module.parts[1:-1], f"test_{module.name}")


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_has_its_test_file(module: Path) -> None:
    assert (ROOT / expected_test(module)).exists(), f"write {expected_test(module)}"
