"""Where the app keeps what it can make again: indexes of the paths it was opened on, in the user's cache folder."""

import hashlib
import os
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from viewer.index.tables import TABLE_VERSION
from viewer.user_folders import cache_folder

KEPT_DAYS = 30
"""An index that no start of the app used for so long is deleted."""


def index_folder(paths: Sequence[str], read_as: Sequence[str] = ()) -> Path:
    """The folder of the index of these paths, the same for every start of the app on them."""
    places = [str(Path(path).absolute()) if "://" not in path else path for path in paths]
    named = "\0".join([*places, "", *read_as]).encode("utf-8", "surrogateescape")
    return cache_folder() / f"index-{TABLE_VERSION}-{hashlib.sha256(named).hexdigest()[:16]}"


def cached_indexes() -> list[Path]:
    """The folders of all indexes in the cache."""
    return sorted(path for path in cache_folder().glob("index-*") if path.is_dir())


def used(folder: Path, now: float | None = None) -> None:
    """Note that an index of the cache is in use, and delete those that no one used for `KEPT_DAYS`.

    Args:
        folder: of the index.
        now: seconds as `time.time` gives them.
    """
    now = time.time() if now is None else now
    with suppress(OSError):  # it is not made yet, or another start deletes it too
        os.utime(folder, (now, now))
    for other in cached_indexes():
        with suppress(OSError):
            if other != folder and other.stat().st_mtime < now - KEPT_DAYS * 86_400:
                shutil.rmtree(other, ignore_errors=True)
