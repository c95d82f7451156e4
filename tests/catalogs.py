"""Catalogs of small run files, read to the end."""

import json
import time
from pathlib import Path

from viewer.ui.catalog import Catalog
from viewer.ui.run_cache import RunCache


def run_file(path: Path, text: str = "hello", **top: object) -> Path:
    """A run of one question and one answer."""
    messages = [{"role": "user", "content": text}, {"role": "assistant", "content": [{"type": "text", "text": "y"}]}]
    path.write_text(json.dumps({"id": path.stem, **top, "messages": messages}))
    return path


def read_catalog(*paths: Path, in_memory: bool = True) -> Catalog:
    """The runs under the paths."""
    return finished(Catalog(tuple(map(str, paths)), RunCache(), in_memory=in_memory))


def finished(catalog: Catalog) -> Catalog:
    """The catalog once nothing is being read."""
    deadline = time.monotonic() + 20
    while catalog.progress().state == "reading":
        assert time.monotonic() < deadline
        time.sleep(0.005)
    return catalog
