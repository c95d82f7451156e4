"""What a page asks for: the paths, the runs under them, and the run that the URL names."""

import re
import sys
from pathlib import Path

import streamlit as st

from viewer import load
from viewer.access import Limits
from viewer.analysis.policy import NO_POLICY, Policy
from viewer.decode.document import Decoded
from viewer.errors import RunFileError
from viewer.index.rows import RunRow
from viewer.model.run import Run
from viewer.model.source import Source
from viewer.ui import access, format_choice, trouble, uploads
from viewer.ui.catalog import Catalog
from viewer.ui.catalog_limited import NOT_FOUND, LimitedCatalog
from viewer.ui.launch import Opened, app_folder, opened_with
from viewer.ui.run_cache import RunCache

_KEY = re.compile(r"[0-9a-f]{16}")


def paths() -> tuple[str, ...]:
    """The files and folders given on the command line; without any, the sample runs."""
    return _or_samples(opened().paths)


def _or_samples(paths: tuple[str, ...]) -> tuple[str, ...]:
    return paths or (str(app_folder() / "sample_runs"),)


def begin(paths: tuple[str, ...]) -> None:
    """Begin to read what the app is opened on, before anybody opens a page."""
    _catalog(_or_samples(paths))


def opened() -> Opened:
    """All that the command line named."""
    return opened_with(sys.argv[1:])


def policy() -> Policy:
    """What the policy file of the command line declares, as it is now; without one, nothing.

    Raises:
        RunFileError: it cannot be read.
    """
    path = opened().policy
    if path is None:
        return NO_POLICY
    from viewer.policy_file import read_policy  # only where there is one

    return read_policy(path)


def has_policy() -> bool:
    """Whether a policy file was given."""
    return opened().policy is not None


def catalog() -> Catalog:
    """All runs under the paths that this person may read, read as the URL chooses.

    Reading starts with the first call of the process, if `begin` did not start it.
    """
    read_as = format_choice.chosen()
    whole = _catalog_read_as(paths(), read_as) if read_as else _catalog(paths())
    own = access.limits(paths())
    return whole if own is None else _limited(paths(), read_as, own.root, own.prefixes, whole, own)


def catalogs() -> tuple[Catalog, ...]:
    """Where a run's key is looked for: in this session's uploads, then under the paths."""
    uploaded = uploads.catalog()
    return (catalog(),) if uploaded is None else (uploaded, catalog())


def catalog_of_key(key: str) -> Catalog:
    """The first catalog that holds a run with this key; where none does, that of the paths."""
    return next((one for one in catalogs() if one.rows_of_key(key)), catalog())


@st.cache_resource(show_spinner=False)
def _catalog(paths: tuple[str, ...]) -> Catalog:
    return Catalog(paths, _run_cache())


@st.cache_resource(show_spinner=False, max_entries=8)
def _catalog_read_as(paths: tuple[str, ...], read_as: tuple[str, ...]) -> Catalog:
    return Catalog(paths, _run_cache(), read_as, like=_catalog(paths))


@st.cache_resource(show_spinner=False, max_entries=32)
def _limited(
    paths: tuple[str, ...],
    read_as: tuple[str, ...],
    root: str,
    prefixes: tuple[str, ...],
    _whole: Catalog,
    _limits: Limits,
) -> LimitedCatalog:
    return LimitedCatalog(_whole, _limits)


@st.cache_resource(show_spinner=False)
def _run_cache() -> RunCache:
    return RunCache()


def run_of_key(key: str) -> Run:
    """The run with this key among those read so far.

    Raises:
        RunFileError: there is none, there are several, or its file is gone or changed.
    """
    from viewer.ui import run_follow  # only here: a list of runs needs nothing of what shows one

    found, row = catalog_of_key(key), row_of_key(key)
    if found is uploads.catalog() or not run_follow.is_followed(row):
        return found.run(row)
    run_follow.read_again(found, row)
    return found.run(row_of_key(key), as_read=True)


def row_of_key(key: str) -> RunRow:
    """The row with this key among those read so far.

    Raises:
        RunFileError: there is none, or there are several.
    """
    if not _KEY.fullmatch(key):
        raise RunFileError("the address", "names no run: a run's key is 16 digits 0–9 and a–f. Open it from the list")
    found = catalog_of_key(key).rows_of_key(key)
    if not found and catalog().progress().state == "stopped":
        raise RunFileError("the address", "names no run of those read before the reading was stopped: reload")
    if not found:
        raise RunFileError("the address", NOT_FOUND)
    if len(found) > 1:
        places = " and ".join(row.uri for row in found)
        raise RunFileError("the address", f"names a run of {places} alike: open the app on one of the two")
    return found[0]


def is_awaited(key: str) -> bool:
    """Whether a run with this key may still turn up: it is not there, and files are still being read."""
    return (
        bool(_KEY.fullmatch(key))
        and catalog().progress().state == "reading"
        and not catalog_of_key(key).rows_of_key(key)
    )


def chosen_run() -> Run | None:
    """The run that `?run=KEY` names; where there is none, a sentence is drawn and what to do."""
    key = st.query_params.get("run")
    if key is None:
        trouble.draw_no_run(st.session_state.get("_last_run"))
        return None
    if _KEY.fullmatch(key) and not catalog_of_key(key).rows_of_key(key):
        for one in catalogs():
            if one.progress().state == "reading":
                trouble.draw_waiting(one, until=lambda: bool(catalog_of_key(key).rows_of_key(key)))
                return None
    try:
        with st.spinner("Reading the run", show_time=True):
            run = run_of_key(key)
    except RunFileError as error:
        ended = uploads.is_named() and not catalog_of_key(key).rows_of_key(key)
        trouble.draw(uploads.ENDED if ended else error, catalog())
        return None
    uploads.name_in_link(catalog_of_key(key) is uploads.catalog())
    st.session_state["_last_run"] = st.query_params.to_dict()
    return run


def raw_part_bytes(source: Source, part: int = 0) -> bytes:
    """The bytes of a part of a source as they are on disk now.

    Raises:
        RunFileError: it cannot be read, or is not as it was when the run was read.
    """
    _check(source)
    if load.as_it_is_now(source).version != source.version:
        raise RunFileError(source.name, "changed after it was read: reload the list")
    return load.part_bytes(source.parts[part])


def decoded(source: Source) -> Decoded:
    """The decoded content of a source, with the byte span of each record; the last two are kept.

    Raises:
        RunFileError: it cannot be read.
    """
    _check(source)
    return _decoded(source.uri, source.version, source)


def _check(source: Source) -> None:
    """A source's bytes are for those who may read it, and uploads for their own session.

    Raises:
        RunFileError: this person may not.
    """
    own, held = access.limits(paths()), uploads.held()
    files = [part.uri for part in source.parts]
    if own is None or (held is not None and all(Path(one).is_relative_to(held.folder) for one in files)):
        return
    if not own.may_read(source.name, files):
        raise RunFileError("the address", NOT_FOUND)


@st.cache_resource(show_spinner=False, max_entries=2)
def _decoded(uri: str, version: str, _source: Source) -> Decoded:
    return load.decode_source(_source)
