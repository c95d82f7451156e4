"""Who uses the app now, and what this person may do and read: found out anew at each run of a page."""

import getpass
import os
import sys
import time
from collections.abc import Mapping
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import streamlit as st

from viewer.access import Access, Limits, Person, Prefixes, Role, is_too_old, name_of, person_of
from viewer.access_place import access_file
from viewer.errors import RunFileError
from viewer.plain import visible
from viewer.ui.launch import opened_with
from viewer.user_folders import config_folder

VARIABLE = "TRAJECTORY_VIEWER_REVIEWER"
"""Names the one user of an app without login; `open --reviewer NAME` sets it."""
UNMASKED = "Values are saved unmasked, which is for reviewers only."
_LONGEST = 200
_LINK = Path(__file__).with_name("link.js")


def rules() -> Access | None:
    """What the access file says now; None: there is none, and nobody has to sign in.

    Raises:
        RunFileError: it cannot be read.
    """
    path = access_file()
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError as error:
        raise RunFileError(str(path), f"cannot be read ({error.strerror})") from error
    return _rules(str(path), found.st_mtime_ns, found.st_size)


@st.cache_resource(show_spinner=False, max_entries=2)
def _rules(path: str, mtime_ns: int, size: int) -> Access:
    from viewer.access_file import read_access  # only where there is one: Pydantic takes long to import

    return read_access(Path(path))


def claims() -> Mapping[str, Any] | None:
    """What the provider said of whoever is signed in; None: nobody is."""
    told = st.user.to_dict()
    return told if told.get("is_logged_in") is True else None


def person() -> Person | None:
    """Who uses the app now; None: nobody who may."""
    try:
        given = rules()
    except RunFileError:
        return None
    if given is None:
        return Person(_local_name(), "admin")
    told = claims()
    return None if told is None or is_too_old(given, told, time.time()) else person_of(given, told)


def may(role: Role) -> bool:
    """Whether this person may do what a role may."""
    now = person()
    return now is not None and now.may(role)


def prefixes() -> Prefixes:
    """The paths below the root whose runs may be read; None: all."""
    now = person()
    return () if now is None else now.prefixes


def limits(paths: tuple[str, ...]) -> Limits | None:
    """What may be read of the runs under these paths; None: all.

    Limits are paths below *the* root: of several roots nothing may be read then.
    """
    own = prefixes()
    if own is None:
        return None
    if len(paths) != 1:
        return Limits(os.sep, ())
    (given,) = paths
    if "://" in given:
        return Limits(given, own)
    root = Path(given).absolute()
    return Limits(str(root.parent if root.is_file() else root), own)


def _local_name() -> str:
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return given[:_LONGEST]
    try:
        return getpass.getuser()[:_LONGEST]
    except (OSError, KeyError):  # a container's user may have no name
        return "reviewer"


def own_folder() -> Path | None:
    """Where somebody who signed in keeps filters: nobody sees those of others. None: the one user's own folder."""
    if access_file() is None:
        return None
    told = claims() or {}
    name = f"{told.get('iss')}\0{told.get('sub')}"
    return config_folder() / "people" / sha256(name.encode("utf-8", "backslashreplace")).hexdigest()[:16]


def guard() -> None:
    """Before everything else of a page: where nobody who may be here is signed in, say what to do, and stop."""
    try:
        given = rules()
    except RunFileError as error:
        _stop_with("**Nobody can be let in.** Whoever runs this app has to correct its access file:", str(error))
    if given is None:
        return
    told = claims()
    if told is None or is_too_old(given, told, time.time()):
        _draw_sign_in(is_again=told is not None)
        st.stop()
    now = person_of(given, told)
    if now is None:
        st.title("Trajectory Viewer")
        st.markdown("**No rule of this app's access file names you.** Ask whoever runs it. You are signed in as")
        st.text(visible(name_of(told)))
        st.button("Sign out", key="sign_out", on_click=st.logout)
        st.stop()
    if now.prefixes is not None and len(opened_with(sys.argv[1:]).paths) > 1:
        _stop_with("**Nothing can be shown.** Limits by path need the app to be opened on one folder.", "")
    _draw_person(now)
    _mount_link(keep=False)


def _stop_with(sentence: str, quoted: str) -> None:
    st.title("Trajectory Viewer")
    st.markdown(sentence)
    if quoted:
        st.text(visible(quoted))
    st.stop()


def _draw_person(now: Person) -> None:
    with st.container(
        horizontal=True, horizontal_alignment="right", vertical_alignment="center", gap="small", key="person"
    ):
        limited = "" if now.prefixes is None else f" · {', '.join(now.prefixes) or 'no path'}"
        st.text(visible(f"{now.name} · {now.role}{limited}"), width="content")
        st.button("Sign out", key="sign_out", type="tertiary", on_click=st.logout)


def _draw_sign_in(is_again: bool) -> None:
    st.title("Trajectory Viewer")
    providers = _providers()
    if providers is None:
        st.markdown(
            "**Nobody can sign in yet.** Whoever runs this app has to write `[auth]` into its `secrets.toml`, "
            "and to install `trajectory-viewer[auth]`."
        )
        return
    st.markdown("**Your sign-in has grown old.** Sign in again." if is_again else "**Sign in to see the runs.**")
    for number, provider in enumerate(providers):
        if provider is not None:
            st.text(visible(provider))
        st.button("Sign in", key=f"sign_in_{number}", type="primary", on_click=st.login, args=(provider,))
    _mount_link(keep=True)


def _providers() -> list[str | None] | None:
    """The providers of `[auth]`, None for one without a name; None instead of a list: login cannot work."""
    told: Any = st.secrets.get("auth") if st.secrets.load_if_toml_exists() else None
    if told is None or find_spec("authlib") is None:
        return None
    named: list[str | None] = [name for name in told if isinstance(told[name], Mapping) and "client_id" in told[name]]
    return [None, *named] if "client_id" in told else named or None


def _mount_link(*, keep: bool) -> None:
    """Login lands on `/`: the address that was asked for is kept in the browser's tab, and opened again afterwards."""
    mount = st.components.v2.component("viewer_link", js=_LINK.read_text(encoding="utf-8"))
    mount(key="link", data={"keep": keep})
