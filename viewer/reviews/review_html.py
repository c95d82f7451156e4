"""A review as one HTML file: claims with what they cite beside them; no script, nothing fetched, prints well."""

import html
from collections.abc import Callable, Iterator

from viewer.export.html import page_head
from viewer.reviews.document import Citation, ReviewDocument
from viewer.reviews.lint.linter import Report
from viewer.reviews.told import Entry, facts_of_review, sections

Shown = Callable[[str], str]
_STYLE = """
body { max-width: 120ch; }
.entry { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 2rem; margin: .8rem 0; }
.entry p { margin: 0 0 .4rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.mark { font-weight: 600; } .bad { color: #b3261e; } .story { color: #8a5a00; }
.cited { margin: 0 0 .6rem; font-size: .9rem; } .cited pre { margin: .2rem 0; max-height: 20rem; overflow: auto; }
@media (prefers-color-scheme: dark) { .bad { color: #ffb4ab; } .story { color: #ffcf7d; } }
@media (max-width: 700px) { .entry { display: block; } }
@media print { .entry { break-inside: avoid; } .cited pre { max-height: none; } }
"""


def review_html(document: ReviewDocument, report: Report | None, shown: Shown) -> bytes:
    """The review for people. `shown` masks credentials and makes hidden characters visible."""
    return ("\n".join(_lines(document, report, shown)) + "\n").encode("utf-8", "backslashreplace")


def _lines(document: ReviewDocument, report: Report | None, shown: Shown) -> Iterator[str]:
    yield from page_head(shown(document.title), _STYLE)
    yield f"<h1>{_escaped(shown(document.title))}</h1>"
    yield "<dl>"
    for name, value in facts_of_review(document, report):
        yield f"<dt>{_escaped(name)}</dt><dd>{_escaped(shown(value))}</dd>"
    yield "</dl>"
    for section in sections(document, report):
        yield f"<h2>{_escaped(section.title)}</h2>"
        for entry in section.entries:
            yield f'<div class="entry"><div>{"".join(_words(entry, shown))}</div>'
            yield f"<div>{''.join(_cited(one, shown) for one in entry.citations)}</div></div>"
    yield "</body></html>"


def _words(entry: Entry, shown: Shown) -> Iterator[str]:
    head = f'<span class="at">{_escaped(shown(entry.position))}</span> ' if entry.position else ""
    box = {None: "", True: "☑ ", False: "☐ "}[entry.done]
    yield f"<p>{box}{head}{_escaped(shown(entry.text))}</p>"
    if entry.mark is not None:
        sort = {"carried": "", "story": " story", "not borne out": " bad"}[entry.mark]
        yield f'<p class="mark{sort}">{_escaped(entry.mark)}</p>'
    for note in entry.notes:
        yield f'<p class="bad">{_escaped(shown(note))}</p>'


def _cited(citation: Citation, shown: Shown) -> str:
    tool = f" {_escaped(shown(citation.tool))}" if citation.tool else ""
    return (
        f'<div class="cited"><span class="at">{_escaped(shown(citation.position))}</span>{tool} '
        f'<small class="at">{_escaped(citation.hash[:15])}…</small><pre>{_escaped(shown(citation.text))}</pre></div>'
    )


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
