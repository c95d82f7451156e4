from pathlib import Path

import duckdb
from hypothesis import given, settings
from hypothesis import strategies as st

from viewer.access import Limits, may_read
from viewer.index.allowed import Allowed
from viewer.index.build import Build
from viewer.index.reader import open_index

SEGMENT = st.sampled_from(["team-a", "team-ab", "Team-a", "a'b", "..", "x%", "_", "é", "", "run.json"])
NAME = st.lists(SEGMENT, min_size=1, max_size=4).map("/".join)
PREFIX = st.tuples(st.sampled_from(["", "!"]), NAME).map("".join)


@settings(max_examples=300, deadline=None)
@given(NAME, st.lists(PREFIX, max_size=4))
def test_the_condition_says_what_the_rule_says(name: str, prefixes: list[str]) -> None:
    sql = Allowed(Limits("/data", tuple(prefixes))).sql()
    found = CONNECTION.execute(f"SELECT {sql} FROM (SELECT ? AS source)", [name]).fetchone()
    # Neither names nor listings hold an empty segment: the condition compares names as they are written.
    if "" not in name.split("/"):
        assert found == (may_read(name, tuple(prefixes)),)
    elif found == (True,):
        assert may_read(name, tuple(prefixes)), "the condition never lets more through"


CONNECTION = duckdb.connect()


def test_an_index_opened_for_one_person_holds_no_other_row(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    for team in ("team-a", "team-ab", "team-b"):
        (runs / team).mkdir(parents=True)
        (runs / team / "one.json").write_text(RUN.replace("ID", team))
    (runs / "team-a" / "broken.json").write_text("{")
    (runs / "team-b" / "broken.json").write_text("{")
    (runs / "team-b" / "z.json").write_text(RUN.replace("ID", "linked"))
    (runs / "team-a" / "link.json").symlink_to(runs / "team-b" / "z.json")
    Build((str(runs),), tmp_path / "index").run()
    with open_index(tmp_path / "index") as whole, open_index(
        tmp_path / "index", allowed=Allowed(Limits(str(runs), ("team-a",)))
    ) as own:  # fmt: skip
        assert whole.rows("SELECT count(*) FROM runs") == [(4,)], "the linked file is read once, under its first name"
        assert own.rows("SELECT source FROM runs") == [("team-a/one.json",)]
        assert own.rows("SELECT source FROM unreadable") == [("team-a/broken.json",)]
        assert own.rows("SELECT count(*) FROM stored_runs") == [(2,)]
        assert whole.rows("SELECT count(*) FROM requests") == [(4,)]
        assert own.rows("SELECT count(*) FROM requests") == [(1,)]
        (runs / "team-a" / "two.json").write_text(RUN.replace("ID", "later"))
        Build((str(runs),), tmp_path / "index").run()
        assert own.refresh()
        assert own.rows("SELECT source FROM runs ORDER BY 1") == [("team-a/one.json",), ("team-a/two.json",)]


RUN = '{"id": "ID", "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]}'
