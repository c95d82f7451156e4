"""Runs whose spans were stored in several records each."""

from viewer.formats.build import RunBuilder
from viewer.formats.entries import Aside, Input, Reply, Trouble
from viewer.formats.shapes.span_halves import with_all_records
from viewer.model.block import Text
from viewer.model.run import Run
from viewer.model.source import RecordArray


def run() -> Run:
    builder = RunBuilder()
    builder.add(Input((Text("go"),)), 3)
    builder.add(Reply((Text("done"),)), 3)
    builder.add(Aside("step", "it says nothing"), 4)
    builder.add(Trouble("odd", 5), 6)
    return builder.finish(run_id="a", format="x", records=(RecordArray("", 1, 6),))


def test_messages_name_all_records_of_their_span() -> None:
    made = with_all_records(run(), {3: [1]})
    assert [message.records for message in made.messages] == [(1, 3), (1, 3)]


def test_what_is_set_aside_or_a_problem_is_so_with_every_record_of_its_span() -> None:
    made = with_all_records(run(), {4: [2], 6: [5]})
    assert [aside.record for aside in made.set_aside] == [4, 2]
    assert [problem.record for problem in made.problems] == [6, 5]


def test_a_run_of_whole_spans_stays_as_it_is() -> None:
    given = run()
    assert with_all_records(given, {}) is given
