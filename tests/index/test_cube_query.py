"""The queries behind a cube name their values as parameters only."""

import pytest

from viewer.index import cube_query
from viewer.index.capped_rows import ending_rule
from viewer.index.cube_query import CubeQuestion, Held
from viewer.index.filter_line.comparison import Condition

EVERYTHING = Held(True, True, True, True, True)
HOSTILE = "x'); DROP TABLE runs; --"


@pytest.mark.parametrize("unit", ["run", "turn"])
def test_no_value_stands_in_the_text(unit: str) -> None:
    asked = CubeQuestion(
        Condition("label = ?", (HOSTILE,)),
        unit,
        (ending_rule(f"exit={HOSTILE}:success"),),
        (),
        HOSTILE,
        f"attribute.{HOSTILE}",
    )  # type: ignore[arg-type]  # a unit
    narrowed: dict[str, tuple[str | None, ...]] = {"model": (HOSTILE, None)}
    for query in (
        cube_query.cube(asked, EVERYTHING),
        cube_query.tasks(asked, EVERYTHING, True, narrowed),
        cube_query.tokens(asked, EVERYTHING, narrowed, False),
        cube_query.units(asked, EVERYTHING),
        cube_query.trials(asked, EVERYTHING),
        cube_query.held(asked),
    ):
        assert HOSTILE not in query.sql
        assert query.sql.count("?") == len(query.parameters)


def test_columns_that_hold_nothing_are_not_divided_by() -> None:
    nothing = Held(False, False, False, False, False)
    text = cube_query.cube(CubeQuestion(), nothing).sql
    assert "sum(weight)" not in text
    assert "cap," not in text.partition("FROM")[0]
