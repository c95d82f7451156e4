"""What a page is made of, for tests of exports."""

from html.parser import HTMLParser


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


def tags_of(page: str) -> tuple[set[str], str, set[str]]:
    """The elements, the text, and the names of attributes."""
    tags = _Tags()
    tags.feed(page)
    return tags.tags, tags.words, tags.attributes
