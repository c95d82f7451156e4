"""Which access file is kept to: told without reading it."""

import os
from collections.abc import Mapping
from pathlib import Path

from viewer.user_folders import config_folder

VARIABLE = "TRAJECTORY_VIEWER_ACCESS"
"""Names the access file; `open --access FILE` sets it."""


def access_file(environment: Mapping[str, str] | None = None) -> Path | None:
    """The file that was named, else the user's own where there is one; None: nobody has to sign in."""
    given = os.environ if environment is None else environment
    if named := given.get(VARIABLE):
        return Path(named)
    own = config_folder() / "access.toml"
    return own if own.exists() else None
