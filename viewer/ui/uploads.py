"""Files that a reader dropped on the Runs page: kept in a folder of this session alone, read like any others."""

import secrets
import threading
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Protocol

import streamlit as st

from viewer.decode.unwrap import MAX_BYTES
from viewer.errors import RunFileError
from viewer.listing import may_hold_runs
from viewer.ui import format_choice
from viewer.ui.catalog import Catalog
from viewer.ui.run_cache import RunCache

MOST_BYTES = 4 * MAX_BYTES
"""Of all that one session has uploaded."""
SECONDS_KEPT = 120.0
"""After the browser left: so long Streamlit lets it come back to its session."""
LINK = {"upload": "this-session-only"}
"""In the URL of an uploaded run: it says to whoever gets the link that it leads nowhere else."""
ENDED = RunFileError("the address", "names an upload, which ended with its session: upload the file again")
_LONGEST_NAME = 200
_HELD = "_uploads"


class Dropped(Protocol):
    """A file as Streamlit's uploader gives it."""

    name: str
    size: int

    def getbuffer(self) -> memoryview:
        """Its bytes."""
        ...


class Uploads:
    """The uploads of one session, in a folder that goes away with this object."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory(prefix="trajectory-viewer-", ignore_cleanup_errors=True)
        # No other session has this name. A run's key is made from it, so none of theirs or of the paths is the same.
        self._name = f"upload-{secrets.token_hex(8)}"
        self._batches = 0
        self._bytes = 0
        self._cache = RunCache()  # not the shared one: what is in it ends with the session too
        self._catalogs: dict[tuple[str, ...], Catalog] = {}
        self._leaving: threading.Timer | None = None

    @property
    def folder(self) -> Path:
        """Where they are kept."""
        return Path(self._folder.name)

    @property
    def name(self) -> str:
        """Differs from that of all other sessions."""
        return self._name

    def add(self, files: Sequence[Dropped]) -> None:
        """Keep files that were dropped together, as one folder; those of them that belong together are joined.

        Raises:
            RunFileError: they would be more than one session may keep.
        """
        size = sum(file.size for file in files)
        if self._bytes + size > MOST_BYTES:
            room = MOST_BYTES - self._bytes
            raise RunFileError("the upload", f"holds {size:,} bytes; there is room for {room:,}: open it by its path")
        self._batches += 1
        folder = self.folder / (self._name if self._batches == 1 else f"{self._name}-{self._batches}")
        folder.mkdir()
        names: set[str] = set()
        for file in files:
            name = _unused(stored_name(file.name), names)
            names.add(name.lower())
            (folder / name).write_bytes(file.getbuffer())
        self._bytes += size
        for catalog in self._catalogs.values():
            catalog.reload()

    def catalog(self, read_as: tuple[str, ...] = ()) -> Catalog:
        """The runs in them.

        Args:
            read_as: formats to prefer where several recognise a file equally well.
        """
        if read_as not in self._catalogs:
            like = next(iter(self._catalogs.values()), None)
            self._catalogs[read_as] = Catalog((str(self.folder),), self._cache, read_as, like=like, in_memory=True)
        return self._catalogs[read_as]

    def remove(self) -> None:
        """Remove them all."""
        self.stay()
        for catalog in self._catalogs.values():
            catalog.stop()
        self._catalogs, self._cache = {}, RunCache()
        self._folder.cleanup()

    def leave(self) -> None:
        """The browser has left: remove them, unless it comes back in time."""
        self.stay()
        self._leaving = threading.Timer(SECONDS_KEPT, self.remove)
        self._leaving.daemon = True
        self._leaving.start()

    def stay(self) -> None:
        """The browser is there."""
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None


def stored_name(given: str) -> str:
    """The name under which a file is kept: never a path, never hidden, always one that is looked at."""
    name = PurePosixPath(given.replace("\\", "/")).name
    name = "".join(one if one.isprintable() and one not in '<>:"|?*' else "_" for one in name)
    name = name.encode("utf-8", "replace").decode("utf-8")[-_LONGEST_NAME:].rstrip(". ")
    if may_hold_runs(name):
        return name
    return f"{name.lstrip('.') or 'file'}.txt"  # what was dropped was meant, whatever its name ends in


def _unused(name: str, names: set[str]) -> str:
    """The name, numbered where another file of the batch has it."""
    path, number, free = PurePosixPath(name), 1, name
    while free.lower() in names:
        number += 1
        free = f"{path.stem}~{number}{path.suffix}"
    return free


def held() -> Uploads | None:
    """The uploads of this session; None: there are none."""
    uploads: Uploads | None = st.session_state.get(_HELD)
    if uploads is None or not uploads.folder.is_dir():
        return None
    _watch(uploads.name, uploads)
    return uploads


# Streamlit drops what it keeps for a session once the browser is gone, and says so to nobody else.
@st.cache_resource(scope="session", show_spinner=False, on_release=Uploads.leave)
def _watch(name: str, _uploads: Uploads) -> Uploads:
    _uploads.stay()
    return _uploads


def catalog() -> Catalog | None:
    """The runs in this session's uploads, read as the URL chooses; None: there are no uploads."""
    uploads = held()
    return None if uploads is None else uploads.catalog(format_choice.chosen())


def is_named() -> bool:
    """Whether the URL says that its run was uploaded."""
    return all(st.query_params.get(name) == value for name, value in LINK.items())


def name_in_link(is_upload: bool) -> None:
    """Let the URL say whether its run is an upload, and the page that the link ends with the session."""
    if is_upload:
        st.text("An upload: it and its links live in this session only.")
    if is_upload != is_named():
        for name, value in LINK.items():
            if is_upload:
                st.query_params[name] = value
            else:
                del st.query_params[name]


def add(files: Sequence[Dropped]) -> None:
    """Keep dropped files for this session.

    Raises:
        RunFileError: they would be more than one session may keep.
    """
    uploads = held() or Uploads()
    uploads.add(files)
    st.session_state[_HELD] = uploads


def forget() -> None:
    """Remove all uploads of this session."""
    uploads: Uploads | None = st.session_state.pop(_HELD, None)
    if uploads is not None:
        uploads.remove()
