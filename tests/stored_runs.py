"""Folders of small run files, and an index of them built without further processes."""

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from viewer.index.build import Build, Progress
from viewer.index.extract import Extracted, extract_all
from viewer.index.pool import Chunk
from viewer.index.reader import IndexReader, open_index

COUNTS = "SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM requests), (SELECT count(*) FROM calls)"


class Here:
    """Reads in this process."""

    def __init__(self) -> None:
        self.read: list[str] = []
        self.stopped = False

    def extracted(self, tasks: Iterable[Chunk]) -> Iterator[tuple[Chunk, Extracted]]:
        for chunk in tasks:
            if self.stopped:
                return
            self.read += [source.name for source in chunk]
            yield chunk, extract_all(chunk)

    def stop(self) -> None:
        self.stopped = True


def write_run(path: Path, calls: int = 1, tool: str = "look_up", label: str | None = None) -> Path:
    """A run of so many calls, each with its result, and a last reply."""
    messages: list[dict[str, object]] = [{"role": "user", "content": "Where is my parcel?"}]
    for number in range(calls):
        use = {"type": "tool_use", "id": f"{path.stem}-{number}", "name": tool, "input": {"parcel": 4000 + number}}
        answer = {"type": "tool_result", "tool_use_id": f"{path.stem}-{number}", "content": "on its way " * 5}
        messages += [{"role": "assistant", "content": [use]}, {"role": "user", "content": [answer]}]
    messages.append({"role": "assistant", "content": [{"type": "text", "text": "It is on its way."}]})
    path.parent.mkdir(parents=True, exist_ok=True)
    named = {} if label is None else {"label": label}
    path.write_text(json.dumps({"id": path.stem, "messages": messages, **named}), encoding="utf-8")
    return path


def write_runs(folder: Path, count: int) -> Path:
    for number in range(count):
        write_run(folder / f"run-{number:03}.json", number % 5)
    return folder


def change(path: Path, calls: int) -> None:
    """The same run with other calls, and a date that tells."""
    before = path.stat().st_mtime_ns
    write_run(path, calls)
    os.utime(path, ns=(before + 1_000_000, before + 1_000_000))


def build(paths: Sequence[Path], into: Path, **options: object) -> Progress:
    return Build(paths, into, reading=Here(), **options).run()  # type: ignore[arg-type]  # options of Build


def content(index: IndexReader) -> dict[str, list[tuple[object, ...]]]:
    """All that an index says, without the numbers and times of its writing."""
    return {
        "runs": index.rows(
            "SELECT * EXCLUDE (run_row, indexed_at) FROM (SELECT * FROM runs UNION ALL SELECT * FROM unreadable)"
            " ORDER BY uri, run_id"
        ),
        "requests": index.rows("SELECT * EXCLUDE (run_row) FROM requests ORDER BY ALL"),
        "calls": index.rows("SELECT * EXCLUDE (run_row, arguments, argument_numbers) FROM calls ORDER BY ALL"),
        "arguments": index.rows(
            "SELECT key, call_id, arguments::VARCHAR, argument_numbers::VARCHAR FROM calls ORDER BY ALL"
        ),
    }


def content_of(folder: Path | str) -> dict[str, list[tuple[object, ...]]]:
    with open_index(folder) as index:
        return content(index)
