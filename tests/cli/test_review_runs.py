"""The runs that a review declares are read, or it is said why not."""

from pathlib import Path

import pytest
from conftest import SAMPLES, sample

from viewer.cli.output import CannotDo
from viewer.cli.review_runs import declared_runs
from viewer.model.run import Run
from viewer.reviews.lint.markdown_review import DeclaredRun

REFUND = SAMPLES / "refund"


def test_paths_begin_beside_the_review_then_under_the_roots() -> None:
    declared = {"a": DeclaredRun("refund.json"), "b": DeclaredRun("refund.json#refund-4471")}
    beside = declared_runs(REFUND / "review.md", declared, (), ())
    elsewhere = declared_runs(Path("/nowhere/review.md"), declared, (), (str(REFUND),))
    for found in (beside, elsewhere):
        for one in found.values():
            assert isinstance(one, Run) and one.messages == sample("refund/refund.json").messages


def test_a_run_that_is_not_there_is_a_sentence_and_a_named_one_takes_precedence() -> None:
    declared = {"a": DeclaredRun("none.json")}
    assert "does not exist" in str(declared_runs(REFUND / "review.md", declared, (), ())["a"])
    named = declared_runs(REFUND / "review.md", declared, (f"a={REFUND / 'refund.json'}",), ())
    assert isinstance(named["a"], Run)
    with pytest.raises(CannotDo, match="write ALIAS=RUN"):
        declared_runs(REFUND / "review.md", declared, ("refund.json",), ())
