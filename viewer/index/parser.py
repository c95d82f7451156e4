"""The version of the code that reads sources and makes rows: rows of another version are read again."""

import hashlib
from functools import lru_cache
from pathlib import Path

import viewer

CODE = (
    *("load.py", "archives.py", "counted.py", "json_lines.py", "live_stores.py", "objects.py"),
    *("model", "decode", "formats"),
    *("analysis/checks", "analysis/context.py", "analysis/pairing.py", "analysis/requests.py", "analysis/summary.py"),
    *(f"index/{name}.py" for name in ("call_rows", "columns", "extract", "parser", "rows", "scalars", "stored_rows")),
    *("index/tables.py", "index/task_bucket.py"),
)
"""Files and folders below `viewer/` that a row depends on."""


@lru_cache(1)
def parser_version() -> str:
    """The hash of that code, 12 hex digits."""
    root = Path(viewer.__file__).parent
    known = hashlib.sha256()
    for name in CODE:
        for path in sorted((root / name).rglob("*.py")) if (root / name).is_dir() else [root / name]:
            known.update(path.read_bytes())
    return known.hexdigest()[:12]
