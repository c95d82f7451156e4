"""A run as one HTML file: no script, nothing fetched, every text escaped; opens anywhere, prints well."""

import html
from collections.abc import Callable, Iterator

from viewer.export.exported import Exported
from viewer.export.readable import Piece, facts_of_run, told
from viewer.model.run import Run
from viewer.pictures import StoredImage, stored_image

Shown = Callable[[str], str]
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 90ch; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; border-top: 1px solid #8888; padding-top: .6rem; }
h2 code, .at { font-family: ui-monospace, monospace; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 2px solid #8888; padding-left: .8rem; }
img { max-width: 100%; }
@media print { h2 { break-after: avoid; } }
"""


def html_document(run: Run, shown: Shown) -> Exported:
    """The run for people, message by message, under its positions."""
    text = "\n".join(_lines(run, shown)) + "\n"
    return Exported(text.encode("utf-8", "backslashreplace"), ".html", "text/html", ())


def _lines(run: Run, shown: Shown) -> Iterator[str]:
    yield from page_head(shown(run.run_id))
    yield "<h1>Run</h1>"
    yield _list(facts_of_run(run), shown)
    for message in told(run):
        anchor = message.position.strip("[]")
        yield (
            f'<h2 id="m{anchor}"><a href="#m{anchor}"><code>{message.position}</code></a> '
            f"{_escaped(shown(message.title))}</h2>"
        )
        yield _list(message.facts, shown)
        for piece in message.pieces:
            yield f'<p><span class="at">{piece.position}</span> {_escaped(shown(piece.title))}</p>'
            yield _content(piece, shown)
    yield "</body></html>"


def page_head(title: str, more_style: str = "") -> Iterator[str]:
    """How a page begins that runs no script and fetches nothing."""
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield '<meta name="referrer" content="no-referrer">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_escaped(title)}</title><style>{_STYLE}{more_style}</style></head><body>"


def _list(facts: list[tuple[str, str]] | tuple[tuple[str, str], ...], shown: Shown) -> str:
    rows = "".join(f"<dt>{_escaped(name)}</dt><dd>{_escaped(shown(value))}</dd>" for name, value in facts)
    return f"<dl>{rows}</dl>"


def _content(piece: Piece, shown: Shown) -> str:
    if piece.kind == "image":
        picture = stored_image(piece.raw)
        if isinstance(picture, StoredImage):
            return f'<img alt="" src="data:{picture.media_type};base64,{picture.base64}">'
        return f"<p>{_escaped(picture)}</p>"
    return f"<pre>{_escaped(shown(piece.text))}</pre>"


def _escaped(text: str) -> str:
    return html.escape(text, quote=True)
