"""Looking text up between word boundaries, with the place in JSON."""

import msgspec
from conftest import sample

from viewer.analysis.provenance.haystack import Haystack, bounded, path_of
from viewer.analysis.provenance.postings import Needles
from viewer.model.block import Text, ToolResult


def test_a_number_is_not_found_inside_a_longer_one() -> None:
    assert not bounded("total 8900", "89")
    assert not bounded("total 89.00", "89")
    assert not bounded("total 1,890", "890")
    assert bounded("total 890, paid", "890")
    assert bounded('"id":"4471"', "4471")


def test_the_path_leads_to_the_part_of_a_json_text_that_holds_the_value() -> None:
    block = ToolResult("a", '[{"id": "4471", "odd key": {"total": 8900}}]')
    assert path_of(block, "8900") == '[0]["odd key"].total'
    assert path_of(ToolResult("a", "plain 8900"), "8900") is None
    assert path_of(Text("[8900]"), "8900") is None


def test_one_pass_for_many_needles_finds_what_single_scans_find() -> None:
    haystack = Haystack(sample("refund/refund.json"))
    needles = ["4471", "8900", "lost_shipment", "nowhere"]
    whole = haystack.scan_all(Needles(needles))
    assert whole == [haystack.scan(needle, ((0, 7),)) for needle in needles]
    assert [len(entries) for entries in whole] == [4, 3, 1, 0]


def test_the_search_for_one_needle_keeps_to_its_ranges_and_to_word_boundaries() -> None:
    haystack = Haystack(sample("refund/refund.json"))
    entries = [haystack.entries[number].message for number in haystack.scan("4471", ((1, 2), (5, 9)))]
    assert entries == [1, 2, 5]
    assert haystack.scan("447", ((0, 7),)) == []


def test_a_lone_surrogate_does_not_stop_the_pass() -> None:
    run = sample("refund/refund.json")
    first = msgspec.structs.replace(run.messages[0], blocks=(Text("order 4471 \udcb2"),))
    broken = msgspec.structs.replace(run, messages=(first, *run.messages[1:]))
    haystack = Haystack(broken)
    assert 0 in haystack.scan_all(Needles(["4471"]))[0]
    assert 0 in haystack.scan("4471", ((0, 7),))
    assert haystack.scan("\udcb2", ((0, 7),)) == [0]
