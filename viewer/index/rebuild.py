"""Deletes the tables of an index, whatever their version, so that they can be built anew."""

import shutil
from pathlib import Path

from viewer.index.reader import StorageOptions, address, file_system
from viewer.index.tables import TABLES
from viewer.index.unchanged import forget_looks


def remove_tables(folder: str | Path, options: StorageOptions | None = None) -> None:
    """Delete what an index keeps in its three folders, and nothing beside them. Sources are never touched."""
    place = address(folder)
    forget_looks(place)
    for name in TABLES:
        if "://" in place:
            files = file_system(place, options)
            if files.exists(f"{place}/{name}"):
                files.rm(f"{place}/{name}", recursive=True)
        elif Path(place, name, "_delta_log").is_dir():
            shutil.rmtree(Path(place, name))
