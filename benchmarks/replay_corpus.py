"""Replays of every run of a corpus: a bundle or a reason for each answered call, and which formats stay word by word.

    python benchmarks/replay_corpus.py CORPUS

For each run, up to RESULTS answered calls of client tools (first, last, and between) and each API: the bundle builds or
is refused with a reason; a swap for the same gives the request of that model call as it is derived from the record; and
a bundle that builds passes its own check. A format is counted as word by word where every message of such a request is
as the file holds it, key by key in the file's order. Every run is looked at, of a long one as many calls as RESULTS.
"""

import argparse
import collections
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from viewer import load
from viewer.analysis.pairing import pair
from viewer.errors import RunFileError
from viewer.model.run import Run, walk
from viewer.replay.built import APIS, LIST_OF, Api, api_of, stored_as
from viewer.replay.bundle import original_request
from viewer.replay.check import check_bundle
from viewer.replay.make import Why, draft_bundle
from viewer.replay.prefix import Refusal
from viewer.replay.sendable_text import compact_json
from viewer.replay.sent import request_of
from viewer.replay.stored_messages import StoredMessages, stored_messages
from viewer.replay.swap import Replacement

WHY = Why("2026-01-02T03:04:05+00:00")


class Count:
    """What was seen of one format."""

    def __init__(self) -> None:
        self.runs = self.results = self.built = self.own_built = self.word_by_word = self.same = self.compared = 0
        self.own: Api | None = None
        self.refused: collections.Counter[str] = collections.Counter()


def places_of(run: Run, most: int) -> list[tuple[int, int]]:
    """Answered calls, spread over the run."""
    found = sorted(pair(run.messages).answers.values())
    if len(found) <= most:
        return found
    return [found[number * (len(found) - 1) // max(most - 1, 1)] for number in range(most)]


def look(run: Run, stored: StoredMessages | None, place: tuple[int, int], api: Api, count: Count) -> list[str]:
    """One swap for the same; what is wrong with it."""
    content = run.messages[place[0]].blocks[place[1]].content  # type: ignore[union-attr]  # an answer of `pair`
    made = draft_bundle(run, Replacement(*place, content), api, stored, WHY, "include")
    if isinstance(made, Refusal):
        count.refused[made.reason.split("(")[0][:60] or "no reason"] += 1
        return [] if made.reason else ["refused without a reason"]
    count.built += 1
    if api == count.own:
        count.own_built += 1
        count.word_by_word += made.slim.equality == "word_by_word"
    wrong = []
    bundle = made.bundle()
    errors = [one.text for one in check_bundle(bundle, run) if one.severity == "error" and one.code != "credentials"]
    wrong += errors[:1]
    following = next((one for one in run.requests if one.message_index > place[0]), None)
    if following is not None:
        count.compared += 1
        sent = request_of(run, following, api, stored)
        if isinstance(sent, Refusal):
            wrong.append(f"built, though the request itself is refused: {sent.reason}")
        elif list_of(original_request(bundle), api) != list_of(sent.body, api):
            wrong.append("a swap for the same differs from the derived request")
        else:
            count.same += 1
    return wrong


def list_of(request: dict[str, object], api: Api) -> bytes:
    return compact_json([request.get(LIST_OF[api]), {key: one for key, one in request.items() if key != LIST_OF[api]}])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--results", type=int, default=4, help="Answered calls of a run that are swapped.")
    parser.add_argument("--every-api", action="store_true", help="Not only the API nearest to the format.")
    chosen = parser.parse_args()
    counts: dict[str, Count] = collections.defaultdict(Count)
    wrong: list[str] = []
    unreadable = unanswered = 0
    with load.collector_paused():
        for source in load.sources([chosen.corpus]):
            try:
                opened = load.opened(source)
            except RunFileError:
                unreadable += 1
                continue
            for run in (one for root in opened.runs for one in walk(root)):
                places = places_of(run, chosen.results)
                if not places:
                    unanswered += 1
                    continue
                count = counts[run.format]
                count.runs += 1
                count.own = stored_as(run)
                stored = stored_messages(run, opened.decoded)
                for place in places:
                    count.results += 1
                    for api in APIS if chosen.every_api else (api_of(run),):
                        wrong += [
                            f"{source.name} {run.run_id} [{place[0]}].{place[1]} {api}: {one}"
                            for one in look(run, stored, place, api, count)
                        ]
    names = ("runs", "swaps", "built", "refused", "same request", "word by word")
    print(("{:24}" + " {:>13}" * len(names)).format("format", *names))
    for name, count in sorted(counts.items()):
        row = (
            count.runs,
            count.results,
            count.built,
            sum(count.refused.values()),
            f"{count.same}/{count.compared}",
            f"{count.word_by_word}/{count.own_built}" if count.own else "another shape",
        )
        print(("{:24}" + " {:>13}" * len(names)).format(name, *row))
        for reason, times in count.refused.most_common(3):
            print(f"    {times:,} × {reason}")
    sendable = [one for one in counts.values() if one.own_built]
    whole = [one for one in sendable if one.word_by_word == one.own_built]
    print(f"{len(whole)} of {len(sendable)} formats that store an API's own form stay word by word in every request")
    print(f"{unanswered:,} other runs hold no answered call of a client tool; {unreadable:,} sources are no runs")
    print(f"{len(wrong):,} wrong")
    for line in wrong[:40]:
        print(f"  {line}")
    if wrong:
        sys.exit(1)


if __name__ == "__main__":
    main()
