"""Folders of this user that the program keeps things in: each where the system wants it, or where a variable says."""

import os
from pathlib import Path

import platformdirs

_NAME = "trajectory-viewer"


def cache_folder() -> Path:
    """What can be made again: `$TRAJECTORY_VIEWER_CACHE`, else the system's folder for caches."""
    return _named("CACHE") or platformdirs.user_cache_path(_NAME, appauthor=False)


def config_folder() -> Path:
    """What the user set: `$TRAJECTORY_VIEWER_CONFIG`, else the system's folder for settings."""
    return _named("CONFIG") or platformdirs.user_config_path(_NAME, appauthor=False)


def data_folder() -> Path:
    """What the user made: `$TRAJECTORY_VIEWER_DATA`, else the system's folder for data."""
    return _named("DATA") or platformdirs.user_data_path(_NAME, appauthor=False)


def _named(kind: str) -> Path | None:
    named = os.environ.get(f"TRAJECTORY_VIEWER_{kind}")
    return Path(named) if named else None
