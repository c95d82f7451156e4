"""Where did it come from, on a run of 20,000 messages with planted links: time against the floor, links missed.

python ../shared/tools/make_corpus.py INPUTS --runs 0 --long 20000
python benchmarks/provenance.py INPUTS/long/anthropic-20000msg.json

Floor: `orjson.loads` of the file, line by line where it has lines, with the collector off. CPU seconds of this process,
which has one thread: they leave out what else the machine does. The truth file beside the run names the planted links.
"""

import gc
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson

sys.path.insert(0, str(Path(__file__).parent.parent))

from viewer import load  # found by the path above
from viewer.analysis.provenance.where import Provenance  # as above

CALLS = 60


def seconds(act: Callable[[], Any]) -> float:
    started = time.process_time()
    act()
    return time.process_time() - started


def main(path: str) -> None:
    gc.disable()
    content = Path(path).read_bytes()
    lines = content.splitlines() if path.endswith(".jsonl") else [content]
    floor = statistics.median(seconds(lambda: [orjson.loads(line) for line in lines]) for _ in range(5))
    (run,) = load.runs(next(load.sources([path])))
    provenance = Provenance(run)
    replies = [message.index for message in run.messages if message.role == "assistant"]
    chosen = random.Random(1).sample(replies, min(CALLS, len(replies)))
    one = statistics.median(seconds(lambda index=index: provenance.of_message(index)) for index in chosen)
    whole = statistics.median(seconds(provenance.of_run) for _ in range(5))
    fresh = statistics.median(seconds(lambda: Provenance(run).of_run()) for _ in range(5))
    print(f"floor {floor * 1000:.0f} ms; one message's values {one / floor:.3f} x; the whole run {whole / floor:.1f} x")
    print(f"the whole run, its text not yet put together: {fresh / floor:.1f} x")
    truth = Path(path.replace(".jsonl", ".json").replace(".json", ".truth.json"))
    if truth.exists():
        print(links(provenance, json.loads(truth.read_bytes())["links"]))


def links(provenance: Provenance, planted: list[list[Any]]) -> str:
    """How many planted links the nearest or any place names."""
    missed = nearest_elsewhere = 0
    messages = provenance.run.messages
    by_entry = {record - 1: message.index for message in messages for record in message.records}
    if provenance.run.source.uri.endswith(".jsonl"):  # the truth file counts messages there, else entries of the list
        by_entry = {message.index: message.index for message in messages}
    for message, at, value in ((by_entry[link[0]], by_entry[link[4]], link[3]) for link in planted):
        places = [place for use in provenance.of_message(message) if use.text == str(value) for place in use.sources]
        missed += all(place.message_index != at for place in places)
        nearest_elsewhere += all(place.message_index != at for place in places if place.nearest)
    return (
        f"{len(planted)} planted links: {missed} missed; the nearest source is another place for {nearest_elsewhere} "
        "(the value stands there too)"
    )


if __name__ == "__main__":
    main(sys.argv[1])
