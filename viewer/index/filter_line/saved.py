"""Filters that were saved under a name: one JSON object in the user's configuration folder."""

import json
import os
from pathlib import Path

from viewer.errors import RunFileError
from viewer.user_folders import config_folder

MOST = 500
"""Saved filters."""
LONGEST_NAME = 80
_FILE = "filters.json"


def saved_filters(folder: Path | None = None) -> dict[str, str]:
    """The saved lines by name, in the order in which they were saved.

    Raises:
        RunFileError: the file is there and cannot be read.
    """
    path = (folder or config_folder()) / _FILE
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise RunFileError(str(path), f"holds no saved filters ({error}): mend or remove it") from error
    if not isinstance(found, dict) or not all(isinstance(line, str) for line in found.values()):
        raise RunFileError(str(path), "holds no saved filters: an object of names and lines was expected")
    return found


def save_filter(name: str, line: str, folder: Path | None = None) -> None:
    """Save a line under a name, in place of what had that name.

    Raises:
        RunFileError: the name is empty or too long, there are too many, or the file cannot be written.
    """
    name = name.strip()
    if not name or len(name) > LONGEST_NAME:
        raise RunFileError("the name", f"has to have 1 to {LONGEST_NAME} characters")
    found = saved_filters(folder)
    if name not in found and len(found) >= MOST:
        raise RunFileError("the filter", f"was not saved: {MOST} are there, remove one first")
    _write({**found, name: line}, folder)


def remove_filter(name: str, folder: Path | None = None) -> None:
    """Forget the filter of this name, if there is one.

    Raises:
        RunFileError: the file cannot be read or written.
    """
    found = saved_filters(folder)
    if found.pop(name, None) is not None:
        _write(found, folder)


def _write(filters: dict[str, str], folder: Path | None) -> None:
    path = (folder or config_folder()) / _FILE
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(f".{os.getpid()}.new")
        new.write_text(json.dumps(filters, indent=1), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise RunFileError(str(path), f"cannot be written ({error.strerror})") from error
