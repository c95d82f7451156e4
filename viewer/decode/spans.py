"""Where the entries of a list stand in JSON text: its bytes as the file holds them."""

from collections.abc import Iterator

import msgspec

from viewer.decode.scan import OPENERS, TOKEN, Key, brackets, text_of

_ENTRIES = msgspec.json.Decoder(list[msgspec.Raw])
_FIELDS = msgspec.json.Decoder(dict[str, msgspec.Raw])


def element_spans(text: bytes, path: tuple[Key, ...]) -> list[tuple[int, int]]:
    """Start and end byte of each entry of the list at `path` (of the last, where a key repeats).

    Raises:
        LookupError: no list stands there.
    """
    try:
        return _fast_element_spans(text, path)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass  # cut text, NaN or the like: walk the tokens instead
    first = TOKEN.search(text)
    start = first.start() if first is not None else 0
    for key in path:
        start = _child(text, start, key)
    if text[start : start + 1] != b"[":
        raise LookupError("no list stands there")
    return [span for _, span in _children(text, start)]


def _fast_element_spans(text: bytes, path: tuple[Key, ...]) -> list[tuple[int, int]]:
    """By `msgspec.Raw`, which is a view into the text: its address tells the place."""
    value = msgspec.Raw(text)
    for key in path:
        value = _FIELDS.decode(value)[key] if isinstance(key, str) else _ENTRIES.decode(value)[key]
    base = _address(text)
    spans = []
    for entry in _ENTRIES.decode(value):
        start = _address(entry) - base
        spans.append((start, start + len(memoryview(entry))))
    return spans


def _address(buffer: bytes | msgspec.Raw) -> int:
    import numpy as np  # only here: start-up must not wait for it

    return np.frombuffer(buffer, np.uint8).ctypes.data


def _parts(text: bytes, start: int) -> Iterator[tuple[int, int]]:
    """Start and end byte of the signs and values in the container at `start`; one in the last may be cut."""
    depth, after, opened = 0, start, start
    for at in brackets(text, start):
        if depth == 1:
            yield from (token.span() for token in TOKEN.finditer(text, after, at))
            opened = at
        depth += 1 if text[at] in OPENERS else -1
        if depth == 0:
            return
        if depth == 1:
            if at > start:
                yield opened, at + 1
            after = at + 1
    if depth == 1:
        yield from (token.span() for token in TOKEN.finditer(text, after))
    elif depth:
        yield opened, len(text)


def _children(text: bytes, start: int) -> Iterator[tuple[Key, tuple[int, int]]]:
    """Key and span of each value in the container that starts at `start`."""
    is_list = text[start : start + 1] == b"["
    index = 0
    key: Key | None = 0 if is_list else None
    value: tuple[int, int] | None = None
    for span in _parts(text, start):
        match text[span[0]]:
            case 58:  # a colon: what stood before it is the key
                key, value = text_of(text[slice(*value)]) if value is not None else None, None
            case 44:  # a comma
                if key is not None and value is not None:
                    yield key, value
                index += 1
                key, value = index if is_list else None, None
            case _:
                value = span
    if key is not None and value is not None:
        yield key, value


def _child(text: bytes, start: int, key: Key) -> int:
    """Where one part starts, the last of its name."""
    found = None
    for name, span in _children(text, start):
        if name == key:
            found = span[0]
    if found is None:
        raise LookupError(f"no {key!r} stands there")
    return found
