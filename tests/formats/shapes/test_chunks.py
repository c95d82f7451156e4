"""All records of a stream stand where its reply stands."""

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Reply, Trouble
from viewer.formats.shapes.chunks import join_chunks


def test_a_reply_gets_the_records_of_all_its_chunks() -> None:
    builder = RunBuilder()
    builder.add(Reply(()), 3)
    join_chunks(builder, {3: (3, 4, 5), 9: (9, 10)})
    assert builder.messages[0].records == (3, 4, 5)


def test_chunks_of_a_stream_that_could_not_be_read_are_problems() -> None:
    builder = RunBuilder()
    builder.add(Trouble("no"), 3)
    join_chunks(builder, {3: (3, 4, 5), 9: (9, 10)})
    assert [problem.record for problem in builder.problems] == [3, 4, 5]
