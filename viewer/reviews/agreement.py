"""How far two reviewers agree beyond chance: Cohen's kappa, as statsmodels computes it."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from viewer.reviews.refused import RefusedError


@dataclass(frozen=True)
class Kappa:
    """Agreement on one question."""

    label: str
    """The label whose use is compared; "": the whole set of labels."""
    agreed: int
    """Of the runs that both looked at."""
    kappa: float | None
    """None: not defined, since both gave every run the same answer."""
    low: float | None
    """Of the 95 % interval."""
    high: float | None
    first_only: int = 0
    """Runs that only the first gave this label."""
    second_only: int = 0


@dataclass(frozen=True)
class Agreement:
    """Two reviewers of one queue."""

    runs: int
    """That both looked at."""
    overall: Kappa
    labels: tuple[Kappa, ...]
    """A question a label: borne or not. The most disputed first."""
    disputed: tuple[str, ...]
    """Keys of the runs whose labels differ."""


def agreement(first: Mapping[str, Sequence[str]], second: Mapping[str, Sequence[str]]) -> Agreement:
    """Compare two reviewers' labels by run key.

    Raises:
        RefusedError: they have no run in common, or statsmodels is not installed.
    """
    shared = [key for key in first if key in second]
    if not shared:
        raise RefusedError("the two reviewers have looked at no run in common")
    ones = [tuple(sorted(set(first[key]))) for key in shared]
    twos = [tuple(sorted(set(second[key]))) for key in shared]
    used = sorted({label for said in (*ones, *twos) for label in said})
    labels = [_kappa(label, [label in said for said in ones], [label in said for said in twos]) for label in used]
    labels.sort(key=lambda one: (one.agreed, one.label))
    disputed = tuple(key for key, one, two in zip(shared, ones, twos, strict=True) if one != two)
    return Agreement(len(shared), _kappa("", ones, twos), tuple(labels), disputed)


def _kappa(label: str, ones: Sequence[object], twos: Sequence[object]) -> Kappa:
    try:
        from statsmodels.stats.inter_rater import cohens_kappa  # type: ignore[import-untyped]  # it ships no types
    except ImportError as error:
        raise RefusedError("comparing reviewers needs statsmodels: install trajectory-viewer[agreement]") from error
    answers = {answer: number for number, answer in enumerate(dict.fromkeys((*ones, *twos)))}
    table = np.zeros((len(answers), len(answers)))
    for one, two in zip(ones, twos, strict=True):
        table[answers[one], answers[two]] += 1
    agreed = int(np.trace(table))
    first_only = sum(one is True and two is False for one, two in zip(ones, twos, strict=True))
    second_only = sum(one is False and two is True for one, two in zip(ones, twos, strict=True))
    if len(answers) < 2:
        return Kappa(label, agreed, None, None, None)
    found = cohens_kappa(table)
    return Kappa(
        label, agreed, _number(found.kappa), _number(found.kappa_low), _number(found.kappa_upp), first_only, second_only
    )


def _number(value: float) -> float | None:
    return None if math.isnan(value) else max(-1.0, min(1.0, float(value)))
