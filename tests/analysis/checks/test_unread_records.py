from conftest import sample

from viewer.analysis.checks.registry import findings


def test_an_unreadable_record_and_an_unknown_block_are_named_where_they_stand() -> None:
    found = {finding.code: finding for finding in findings(sample("broken/unread_record.json"))}
    assert found["unread_records"].text.startswith("record 3 could not be read, so a message may be missing there")
    assert found["unread_records"].positions[0].message_index == 1
    assert found["unknown_blocks"].text == "unknown kind of block 'hologram' at [2].0: kept as stored"
    assert found["unknown_blocks"].severity == "info"


def test_a_compaction_block_is_understood() -> None:
    assert "unknown_blocks" not in {finding.code for finding in findings(sample("broken/compaction.json"))}
