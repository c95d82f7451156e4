"""What "nothing lost" means: each record of a source stands in exactly one place."""

from collections import Counter

from viewer.model.run import Run, walk


def places(runs: tuple[Run, ...]) -> dict[tuple[int, str], Counter[int]]:
    """For each part of the source and each kind of place the records found there."""
    found: dict[tuple[int, str], Counter[int]] = {}
    for root in runs:
        for run in walk(root):
            part = run.records[0].part if run.records else 0

            def put(kind: str, records: tuple[int, ...] | list[int], part: int = part) -> None:
                found.setdefault((part, kind), Counter()).update(set(records))

            messages = [*run.messages, *(message for branch in run.branches for message in branch.messages)]
            put("messages", [record for message in messages for record in message.records])
            put("request_fields", [record for fields in run.request_fields for record in fields.records])
            put("set_aside", [aside.record for aside in run.set_aside])
            put("problems", [problem.record for problem in run.problems])
    return found


def unaccounted(runs: tuple[Run, ...]) -> list[str]:
    """Sentences on records that stand nowhere, or in two places; arrays of different runs are told apart."""
    trouble: list[str] = []
    groups: dict[tuple[int, str | None, str], list[Run]] = {}
    for root in runs:
        for run in walk(root):
            array = run.records[0]
            groups.setdefault((array.part, array.member, array.path), []).append(run)
    for (part, _, path), group in groups.items():
        spans = {(array.first, array.count) for run in group for array in run.records}
        expected = {number for first, count in spans for number in range(first, first + count)}
        kinds: dict[str, set[int]] = {}
        for run in group:
            alone = places((run_without_sub_runs(run),))
            for (_, kind), counter in alone.items():
                kinds.setdefault(kind, set()).update(counter)
        everywhere = set().union(*kinds.values())
        if missing := expected - everywhere:
            trouble.append(f"part {part} {path!r}: records {sorted(missing)[:10]} stand nowhere")
        if extra := everywhere - expected:
            trouble.append(f"part {part} {path!r}: records {sorted(extra)[:10]} do not exist")
        names = sorted(kinds)
        for first_index, one in enumerate(names):
            for other in names[first_index + 1 :]:
                if twice := kinds[one] & kinds[other]:
                    trouble.append(f"part {part} {path!r}: records {sorted(twice)[:10]} stand in {one} and {other}")
    return trouble


def run_without_sub_runs(run: Run) -> Run:
    """The run alone."""
    import msgspec

    return msgspec.structs.replace(run, sub_runs=())
