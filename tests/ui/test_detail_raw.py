from conftest import SAMPLES
from messages import model, run_of, user

from viewer import load
from viewer.decode.record_bytes import raw_records
from viewer.model.source import RecordArray
from viewer.ui.detail_raw import SECTION, raw_record, raw_section
from viewer.ui.detail_text import Opened
from viewer.ui.run_facts import derived


def test_a_record_is_shown_byte_by_byte_as_the_file_has_it() -> None:
    source = next(load.sources([SAMPLES / "hostile" / "hostile.json"]))
    (run,) = load.runs(source)
    decoded = load.decode_source(source)
    facts = derived(run, "k")

    def read(array: RecordArray) -> list[bytes]:
        return raw_records(decoded, array)

    (section,) = raw_section(facts, (2,), Opened(sections={SECTION}), read)
    assert '"precise": 0.1000000000000000055511151231257827' in section["bodies"][0]["text"]
    assert section["title"] == "raw record 2, as stored"
    data = raw_record(facts, 2, read)
    assert data is not None and data in (SAMPLES / "hostile" / "hostile.json").read_bytes()


def test_a_closed_section_reads_nothing() -> None:
    run = run_of(user("go"), model("ok"))

    def read(array: RecordArray) -> list[bytes]:
        raise AssertionError("read")

    (section,) = raw_section(derived(run, "k"), (1,), Opened(), read)
    assert section["bodies"] == []
    assert raw_section(derived(run, "k"), (), Opened(), read) == []


def test_a_record_outside_of_all_arrays_says_so() -> None:
    run = run_of(user("go"), model("ok"))
    assert raw_record(derived(run, "k"), 99, lambda array: [b"{}"]) is None
    (section,) = raw_section(derived(run, "k"), (99,), Opened(sections={SECTION}), lambda array: [])
    assert section["rows"] == [("", ["record 99 has no bytes of its own in this file"])]
