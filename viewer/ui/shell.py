"""The frame of every page: which pages there are, and the guard that runs before each."""

from pathlib import Path

import streamlit as st

from viewer.ui import access, launch

PAGES: tuple[tuple[str, str, str], ...] = (
    ("pages/runs.py", "Runs", "runs"),
    ("pages/run.py", "Run", "run"),
    ("pages/steps.py", "Steps", "steps"),
    ("pages/fleet.py", "Fleet", "fleet"),
    ("pages/compare.py", "Compare", "compare"),
    ("pages/replay.py", "Replay", "replay"),
    ("pages/reviews.py", "Reviews", "reviews"),
    ("pages/queue.py", "Queue", "queue"),
    ("pages/checks.py", "Checks", "checks"),
    ("pages/baselines.py", "Baselines", "baselines"),
    ("pages/formats.py", "Formats", "formats"),
)
"""File, title and URL path of every page, in the order of the navigation; the first opens at `/`.

No icons: the browser fetches a page's Material icon, as the picture of its tab, from a foreign server.
"""
ICON = Path(__file__).with_name("icon.svg")

STYLE = Path(__file__).with_name("page.css")


def pages() -> list[st.Page]:
    """The page list, flat: Streamlit's sectioned navigation is not accessible."""
    (first, title, name), *others = PAGES
    return [
        # Streamlit serves it at `/` alone and keeps its name from other pages; so who types `/runs` is led there.
        st.Page(first, title=title, url_path=f"first-{name}", default=True),
        *(st.Page(file, title=title, url_path=url_path) for file, title, url_path in others),
        st.Page(_to_the_first, title=title, url_path=name, visibility="hidden"),
    ]


def _to_the_first() -> None:
    st.switch_page(PAGES[0][0], query_params=st.query_params.to_dict())


def run() -> None:
    """Draw the page that the URL names; all that app.py does."""
    page = st.navigation(pages(), position="top")
    st.set_page_config(page_title=f"{page.title} · Trajectory Viewer", page_icon=str(ICON), layout="wide")
    st.html(STYLE)
    st.session_state["_app"] = True
    st.session_state["_came_from"] = st.session_state.get("_page")
    st.session_state["_page"] = page.url_path
    try:
        page.run()
    finally:
        launch.first_page_drawn.set()


def has_just_come() -> bool:
    """Whether the reader was on another page before this run of the script."""
    before = st.session_state.get("_came_from")
    return before is not None and before != st.session_state.get("_page")


def ensure() -> None:
    """First line of every page: let in who may be here, through app.py where Streamlit has run the page without it.

    A folder `pages/` beside app.py arms Streamlit's old page discovery until `st.navigation` has run once in the
    process: a fresh server then runs a deep-linked page alone, without settings and without any check in app.py.
    """
    if not st.session_state.get("_app"):
        st.navigation(pages(), position="hidden")
        st.rerun()
    access.guard()
