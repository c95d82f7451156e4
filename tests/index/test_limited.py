from indexed import indexed

from viewer.access import Limits
from viewer.index.allowed import Allowed
from viewer.index.limited import limited_index


def test_tables_in_memory_lose_the_rows_of_others() -> None:
    whole = indexed(
        {"run_id": "a", "source": "team-a/a.json", "uri": "/runs/team-a/a.json", "calls": [{"tool": "look"}]},
        {"run_id": "b", "source": "team-b/b.json", "uri": "/runs/team-b/b.json", "calls": [{"tool": "pay"}]},
        {"run_id": "c", "source": "team-a/c.json", "uri": "/runs/team-b/c.json", "calls": [{"tool": "pay"}]},
    )
    allowed = Allowed(Limits("/runs", ("team-a",)))
    own = limited_index(whole, allowed)
    assert own.rows("SELECT run_id FROM runs") == [("a",)]
    assert own.rows("SELECT tool FROM calls") == [("look",)]
    assert allowed.left_out == ("team-a/c.json",), "its name may be read, its file lies elsewhere"
    assert limited_index(whole, Allowed(Limits("/runs", ()))).rows("SELECT count(*) FROM calls") == [(0,)]
