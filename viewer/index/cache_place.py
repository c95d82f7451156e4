"""Where the app keeps what it can make again: indexes of the paths it was opened on, in the user's cache folder."""

import hashlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from viewer.index.tables import TABLE_VERSION

VARIABLE = "TRAJECTORY_VIEWER_CACHE"


def cache_folder() -> Path:
    """The cache of this user: $TRAJECTORY_VIEWER_CACHE, else the place that the system names."""
    if own := os.environ.get(VARIABLE):
        return Path(own)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "trajectory-viewer"


def index_folder(paths: Sequence[str], read_as: Sequence[str] = ()) -> Path:
    """The folder of the index of these paths, the same for every start of the app on them."""
    places = [str(Path(path).absolute()) if "://" not in path else path for path in paths]
    named = "\0".join([*places, "", *read_as]).encode("utf-8", "surrogateescape")
    return cache_folder() / f"index-{TABLE_VERSION}-{hashlib.sha256(named).hexdigest()[:16]}"
