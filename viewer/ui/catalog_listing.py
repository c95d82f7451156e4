"""The first moments of a pass over the paths, before it is known what there is to read."""

from viewer.index.extract import Extracted
from viewer.index.reader import IndexReader
from viewer.model.source import Source
from viewer.ui.catalog_reading import Reading, State, listed, nothing_read


class Listing(Reading):
    """The first moments of a pass: the folders are looked through; what was read before is still there."""

    def __init__(self, before: Reading | None) -> None:
        super().__init__()
        self.paths: tuple[str, ...] = ()
        self._before = before

    @property
    def read(self) -> int:
        return 0

    def stop(self) -> None:
        self.stopping = True

    def reader(self) -> IndexReader:
        return nothing_read() if self._before is None else self._before.reader()

    def replace(self, source: Source, made: Extracted) -> bool:
        return False

    def read_all(self) -> State:
        self.sources = listed(self.paths)
        return "reading"
