"""What has changed under the paths since they were read, in words."""

from collections.abc import Callable, Sequence

from viewer.counted import counted
from viewer.errors import RunFileError
from viewer.model.source import Source
from viewer.ui.catalog_reading import listed


def changes_of(
    paths: tuple[str, ...], sources: Sequence[Source], counts: Callable[[Source], bool] = lambda _: True
) -> tuple[str, ...]:
    """What is not as it was, in words.

    Args:
        paths: files and folders.
        sources: what was found there before.
        counts: says which sources are looked at.
    """
    try:
        current = {_name(source): source.version for source in listed(paths) if counts(source)}
    except (RunFileError, OSError) as error:
        return (str(error),)
    before = {_name(source): source.version for source in sources}
    gone = sum(name not in current for name in before)
    changed = sum(current.get(name, version) != version for name, version in before.items())
    new = sum(name not in before for name in current)
    found = (
        (gone, f"{counted(gone, 'file')} no longer there"),
        (changed, f"{counted(changed, 'file')} changed"),
        (new, counted(new, "new file")),
    )
    return tuple(words for count, words in found if count)


def _name(source: Source) -> tuple[str, str | None]:
    return source.uri, source.parts[0].member
