"""Paths without links, of many files that share their folders."""

import os


class RealPaths:
    """Paths without links; the folders, which many files share, are looked at once."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}

    def __call__(self, path: str, is_link: bool | None = None, above: int = 2) -> str:
        """The real path.

        Args:
            path: of a file or folder.
            is_link: whether it is one itself, where that is known.
            above: so many folders above it are kept in mind; more would be deep recursion in deep trees.
        """
        if os.path.islink(path) if is_link is None else is_link:  # noqa: PTH114  # a Path is half the time
            return os.path.realpath(path)
        folder, name = os.path.split(path)
        if not name or name == os.pardir:
            return os.path.realpath(path)
        real = self._folders.get(folder)
        if real is None:
            real = self._folders[folder] = self(folder, None, above - 1) if above else os.path.realpath(folder)
        return os.path.join(real, name)
