"""Where the samples of a log stand."""

import io
import warnings
import zipfile

from inspect_archives import archive, lost

from viewer.decode.decoder import decode
from viewer.decode.members import Members
from viewer.formats.shapes.inspect_samples import header, samples


def opened(members: dict[str, object]) -> Members:
    found = decode(archive(members, zipfile.ZIP_DEFLATED), "log.eval")
    assert isinstance(found, Members)
    return found


def test_only_members_under_samples_are_samples() -> None:
    log = opened({"header.json": {}, "samples/a.json": lost(), "summaries.json": [], "samples/deep/x/y.json": lost()})
    assert [sample.name for sample in samples(log)] == ["samples/a.json"]


def test_the_newest_header_counts() -> None:
    made = io.BytesIO(archive({"header.json": {"status": "started"}}, zipfile.ZIP_DEFLATED))
    with warnings.catch_warnings(), zipfile.ZipFile(made, "a") as writer:
        warnings.simplefilter("ignore")
        writer.writestr("header.json", '{"status": "success"}')
    log = decode(made.getvalue(), "log.eval")
    assert isinstance(log, Members)
    assert header(log) == ({"status": "success"}, ())


def test_without_a_header_the_journal_speaks_and_a_note_says_so() -> None:
    head, notes = header(opened({"_journal/start.json": {"eval": {"task": "t"}}}))
    assert head == {"status": "started", "eval": {"task": "t"}}
    assert len(notes) == 1


def test_a_spread_sample_whose_pool_is_damaged_is_a_trouble() -> None:
    shell = {"id": 1, "message_refs": [[0, 1]]}
    (sample,) = samples(opened({"samples/1_epoch_1/sample.json": shell, "samples/1_epoch_1/messages/0.json": {}}))
    assert sample.trouble == "its messages cannot be read from the archive"
    assert sample.value == shell
    (sample,) = samples(opened({"samples/1_epoch_1/sample.json": []}))
    assert sample.trouble == "is no JSON document"


def test_chunks_are_joined_by_number_not_by_name() -> None:
    folder = "samples/1_epoch_1/"
    chunks = {f"{folder}messages/{start}.json": [{"n": start}, {"n": start + 1}] for start in (10, 2, 0, 4, 6, 8)}
    (sample,) = samples(opened({folder + "sample.json": {"message_refs": [[0, 12]]}, **chunks}))
    assert [message["n"] for message in sample.value["messages"]] == list(range(12))
