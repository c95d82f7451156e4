"""What runs are checked against: policy, cases and accepted paths, from the command line or uploaded here."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import streamlit as st

from viewer.access import may_read
from viewer.baselines.accepted import History
from viewer.baselines.cases import Case, cases_of
from viewer.baselines.store import BaselineStore, history_of
from viewer.errors import RunFileError
from viewer.policy_file import Policies, policies_of
from viewer.ui import access
from viewer.ui.launch import Opened, opened_with

_HELD = "_checks_uploaded"
"""What this session uploaded: name of the kind -> names and contents. An uploader forgets when its page is left."""
STRICT = "checks_strict"


@dataclass(frozen=True)
class CheckInputs:
    """All of it, and a word that is another one when any of it is."""

    policies: Policies = field(default_factory=Policies)
    cases: dict[str, Case] = field(default_factory=dict)
    histories: dict[str, History] = field(default_factory=dict)
    """By case; of the folder, or of the files uploaded in this session."""
    store: BaselineStore | None = None
    """Where a path can be accepted; None: no folder was given, or uploaded files are looked at instead."""
    policy_name: str | None = None
    cases_name: str | None = None
    baseline_name: str | None = None
    words: str = ""
    """Of policy and cases: results are kept under it."""

    @property
    def accepted(self) -> dict[str, History]:
        """Cases that have an accepted path."""
        return {case: history for case, history in self.histories.items() if history.current is not None}


@dataclass(frozen=True)
class Given:
    """A file as it was read or uploaded."""

    name: str
    content: bytes

    @property
    def word(self) -> str:
        return sha256(self.content).hexdigest()


def inputs() -> CheckInputs:
    """What is given now; files are read again when they changed.

    Raises:
        RunFileError: one of them cannot be read, with its line.
    """
    histories, store, baseline_name = _baselines(_opened().baseline)
    return replace(declared(), histories=histories, store=store, baseline_name=baseline_name)


def declared() -> CheckInputs:
    """Policy and cases alone.

    Raises:
        RunFileError: one of them cannot be read.
    """
    opened = _opened()
    policy = _uploaded("policy") or _file(opened.policy)
    cases = _uploaded("cases") or _file(opened.cases)
    policies = Policies() if policy is None else _policies(policy.name, policy.word, policy.content)
    if st.session_state.get(STRICT):
        policies = replace(policies, base=replace(policies.base, strict=True))
    return CheckInputs(
        policies,
        {} if cases is None else _cases(cases.name, cases.word, cases.content),
        policy_name=None if policy is None else policy.name,
        cases_name=None if cases is None else cases.name,
        words="-".join(("" if one is None else one.word) for one in (policy, cases)) + f"-{policies.base.strict}",
    )


def _opened() -> Opened:
    return opened_with(sys.argv[1:])


def _baselines(folder: str | None) -> tuple[dict[str, History], BaselineStore | None, str | None]:
    dropped = uploaded("baseline")
    if dropped:
        found = [_uploaded_history(one.name, one.word, one.content) for one in dropped]
        return {one.case: one for one in found}, None, f"{len(found):,} uploaded files"
    if folder is None:
        return {}, None, None
    store = BaselineStore(folder)
    found = [
        _history(str(path), path.stat().st_mtime_ns, path.stat().st_size)
        for path in sorted(store.folder.glob("*.json"))
    ]
    return {one.case: one for one in found if _may_be_seen(one)}, store, folder


def _may_be_seen(history: History) -> bool:
    """Whether all runs that its paths were taken from may be read; of a path without a name nobody knows."""
    own = access.prefixes()
    return own is None or all(one.source is not None and may_read(one.source, own) for one in history.entries)


def uploaded(kind: str) -> tuple[Given, ...]:
    """What this session uploaded of a kind: `policy`, `cases` or `baseline`."""
    held: dict[str, tuple[Given, ...]] = st.session_state.get(_HELD, {})
    return held.get(kind, ())


def keep(kind: str, files: Sequence[Given]) -> None:
    """Take these in place of what the command line named; none: that again."""
    held = {name: found for name, found in st.session_state.get(_HELD, {}).items() if name != kind}
    st.session_state[_HELD] = held | ({kind: tuple(files)} if files else {})


def _uploaded(kind: str) -> Given | None:
    found = uploaded(kind)
    return found[0] if found else None


def _file(path: str | None) -> Given | None:
    if path is None:
        return None
    try:
        return Given(path, Path(path).read_bytes())
    except OSError as error:
        raise RunFileError(path, f"cannot be read ({error.strerror}): is it still there?") from error


@st.cache_resource(show_spinner=False, max_entries=16)
def _policies(name: str, word: str, _content: bytes) -> Policies:
    return policies_of(name, _content)


@st.cache_resource(show_spinner=False, max_entries=16)
def _cases(name: str, word: str, _content: bytes) -> dict[str, Case]:
    return cases_of(name, _content)


@st.cache_resource(show_spinner=False, max_entries=2_000)
def _uploaded_history(name: str, word: str, _content: bytes) -> History:
    return history_of(name, _content)


@st.cache_resource(show_spinner=False, max_entries=20_000)
def _history(path: str, changed: int, size: int) -> History:
    return history_of(path, Path(path).read_bytes())
