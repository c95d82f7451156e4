"""Who may import whom: data flows one way, and only the face of the program knows Streamlit."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from viewer.formats.registry import FORMATS

_READ = {"model", "errors", "decode"}
_KNOWN = _READ | {"archives", "formats", "load", "listing", "joining", "objects"}
_ABOVE_LOAD = _KNOWN | {
    "analysis",
    "counted",
    "shares",
    "json_lines",
    "log_file",
    "masking",
    "pictures",
    "plain",
    "policy_file",
    "show",
    "user_folders",
    "written",
}
_BESIDE = {"index", "replay", "reviews", "baselines"}
MAY_IMPORT: dict[str, set[str]] = {
    "access": set(),
    "access_file": {"access", "errors"},
    "access_place": {"user_folders"},
    "model": set(),
    "errors": set(),
    "json_lines": set(),
    "masking": set(),
    "pictures": set(),
    "plain": {"masking"},
    "record": set(),
    "counted": set(),
    "shares": {"model"},
    "user_folders": set(),
    "written": set(),
    "decode": {"model", "errors"},
    "formats": _READ,
    "listing": {"errors", "formats"},
    "real_paths": set(),
    "joining": _READ | {"archives", "formats"},
    "discovery": {"errors", "listing"},
    "archives": {"decode", "errors"},
    "load": _READ | {"archives", "formats", "listing", "live_stores", "joining", "objects", "real_paths"},
    "live_stores": {"decode", "model"},
    "following": _KNOWN,
    "objects": {"decode", "errors", "listing", "model"},
    "analysis": {"counted", "model", "record"},
    "show": _READ | {"formats", "analysis"},
    "index": _ABOVE_LOAD | {"access"},
    "replay": _ABOVE_LOAD | {"index"},
    "reviews": _ABOVE_LOAD | {"access", "export", "index"},
    "baselines": _ABOVE_LOAD | {"index"},
    "policy_file": {"analysis", "errors", "record", "written"},
    "log_file": {"analysis", "errors"},
    "pytest_plugin": _ABOVE_LOAD | {"baselines", "record"},
    "export": _ABOVE_LOAD | {"replay"},
    "capabilities": _KNOWN,
    "ui": _ABOVE_LOAD | _BESIDE | {"following", "access", "access_file", "access_place", "export", "capabilities"},
    "cli": _ABOVE_LOAD | _BESIDE | {"access_file", "access_place", "discovery", "export", "ui", "capabilities"},
    "pages": _ABOVE_LOAD | _BESIDE | {"ui"},
    "app": {"ui"},
}
"""Layer -> the other layers of ours it may import."""
FACES = {"ui", "pages", "app"}
"""Layers that may import Streamlit."""
FILES = sorted([ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "viewer").rglob("*.py")])


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Line and dotted name of every import, wherever it stands."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                if level:
                    yield node.lineno, "." * level
                for alias in names:
                    yield node.lineno, f"{module}.{alias.name}"


def layer_of(dotted: str) -> str | None:
    """The layer that a module of ours belongs to; None for the modules of others."""
    parts = dotted.split(".")
    if parts[0] in ("pages", "app"):
        return parts[0]
    return parts[1] if parts[0] == "viewer" and len(parts) > 1 else None


def breaches(path: Path, source: str) -> list[str]:
    """Sentences on imports that a file may not make."""
    module = path.relative_to(ROOT).with_suffix("").parts
    layer = layer_of(".".join(module))
    if layer is None or module[1:] == ("__init__",):
        return []
    if layer not in MAY_IMPORT:
        return [f"{path.name}: layer {layer!r} has no rule here: add one"]
    found = []
    for line, name in imported(source):
        target = layer_of(name)
        where = f"{'/'.join(module)}.py:{line} imports {name}"
        if name.startswith("."):
            found.append(f"{where}: imports are absolute")
        elif target is not None and target not in {layer, "__init__"} | MAY_IMPORT[layer]:
            found.append(f"{where}: {layer} may not know {target}")
        elif target is not None and layer == "pages" and target == "pages":
            found.append(f"{where}: pages never import pages")
        elif name.split(".")[0] == "streamlit" and layer not in FACES:
            found.append(f"{where}: only app.py, pages/ and viewer/ui/ show anything")
        elif layer == "record" and target is None and name.split(".")[0] not in sys.stdlib_module_names:
            found.append(f"{where}: the recorder needs nothing but the standard library")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_module_imports_only_what_its_layer_may_know(path: Path) -> None:
    assert breaches(path, path.read_text(encoding="utf-8")) == []


def test_one_format_never_imports_another() -> None:
    formats = {f"viewer.formats.{module}" for module in _format_modules()}
    for name in formats:
        path = ROOT / (name.replace(".", "/") + ".py")
        if not path.exists():
            path = ROOT / name.replace(".", "/") / "__init__.py"
        folder = f"{name}."
        others = {
            target
            for _, target in imported(path.read_text(encoding="utf-8"))
            for other in formats - {name}
            if (target == other or target.startswith(f"{other}.")) and not target.startswith(folder)
        }
        assert not others, f"{name} imports {sorted(others)}: share through formats/shapes/"


def _format_modules() -> set[str]:
    return {format.read.__module__.removeprefix("viewer.formats.").split(".")[0] for format in FORMATS}


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("viewer/model/run.py", "from viewer.decode.document import Record"),
        ("viewer/analysis/control.py", "import viewer.load"),
        ("viewer/analysis/control.py", "from viewer import load"),
        ("viewer/load.py", "import streamlit as st"),
        ("viewer/formats/anthropic.py", "def f():\n    from viewer.analysis.pairing import pair"),
        ("viewer/decode/decoder.py", "from . import scan"),
        ("pages/run.py", "from pages.runs import draw"),
        ("viewer/record/dispatch.py", "import msgspec"),
    ],
)
def test_a_forbidden_import_is_named(place: str, line: str) -> None:
    assert breaches(ROOT / place, line)
