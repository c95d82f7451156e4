"""Where notes and reviews are kept: told without SQLAlchemy, which takes half a second to import."""

import os
from pathlib import Path

from viewer.user_folders import data_folder

VARIABLE = "TRAJECTORY_VIEWER_REVIEWS"
_FILE = "sqlite:///"


def default_url() -> str:
    """`$TRAJECTORY_VIEWER_REVIEWS`, else a SQLite file in the user's data folder."""
    return os.environ.get(VARIABLE) or f"{_FILE}{data_folder() / 'reviews.db'}"


def is_missing() -> bool:
    """True: the store is a file that is not there, so nobody has written anything yet."""
    url = default_url()
    return url.startswith(_FILE) and not Path(url.removeprefix(_FILE).partition("?")[0]).exists()
