"""How good an answer is against a gold one, by the public measures of the field.

In: bound values of an answer and of a gold answer, as strings. Out: scores between 0 and 1, and a verdict.
Beside it how good confidences are, where it is known which answers were right.
The strict set measure is the one of the public text-to-SPARQL challenge: all values of all columns
as one set.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from itertools import permutations

from kgqa.types import Outcome

Row = Sequence[str | None]
WIDEST = 6  # columns whose orders are all tried; wider tables are compared by their values alone


class Verdict(StrEnum):
    RIGHT = "right"
    WRONG = "wrong"
    ABSTAINED = "abstained"  # said that it does not know, or asked back


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """`shaped` is `exact` after dropping columns that the gold answer does not have."""

    precision: float
    recall: float
    f1: float
    exact: bool
    shaped: bool
    verdict: Verdict


ABSTAINING = frozenset(
    (Outcome.CLARIFY, Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN, Outcome.REFUSED, Outcome.FAILED)
)


def score(
    outcome: Outcome,
    rows: Sequence[Row],
    gold: Sequence[Row],
    *,
    others: Sequence[Sequence[Row]] = (),
    expect: Sequence[str] = (),
    ordered: bool = False,
) -> Score:
    """The score of one answer, by the gold rows or by `others` that are as good. `expect` lists outcomes that
    are right by themselves (a question that has no answer, or one that must be asked back); a gold answer
    without rows is met by any answer without rows.
    """
    if expect:
        right = outcome.value in expect
        verdict = Verdict.RIGHT if right else Verdict.ABSTAINED if outcome in ABSTAINING else Verdict.WRONG
        return Score(
            precision=float(right),
            recall=float(right),
            f1=float(right),
            exact=right,
            shaped=right,
            verdict=verdict,
        )
    scores = (_scored(outcome, rows, wanted, ordered=ordered) for wanted in (gold, *others))
    return max(scores, key=lambda found: (found.exact, found.shaped, found.f1))


def _scored(outcome: Outcome, rows: Sequence[Row], gold: Sequence[Row], *, ordered: bool) -> Score:
    precision, recall, f1 = set_scores(rows, gold)
    exact = same_rows(rows, gold, ordered=ordered)
    shaped = exact or contains(rows, gold)
    otherwise = Verdict.ABSTAINED if outcome in ABSTAINING else Verdict.WRONG
    verdict = Verdict.RIGHT if exact else otherwise
    return Score(precision=precision, recall=recall, f1=f1, exact=exact, shaped=shaped, verdict=verdict)


def set_scores(rows: Sequence[Row], gold: Sequence[Row]) -> tuple[float, float, float]:
    """Strict precision, recall and F1 over the values of all columns as one set."""
    mine, theirs = _values(rows), _values(gold)
    if not mine and not theirs:
        return 1.0, 1.0, 1.0
    shared = len(mine & theirs)
    precision = shared / len(mine) if mine else 0.0
    recall = shared / len(theirs) if theirs else 0.0
    f1 = 2 * precision * recall / (precision + recall) if shared else 0.0
    return precision, recall, f1


def same_rows(rows: Sequence[Row], gold: Sequence[Row], *, ordered: bool = False) -> bool:
    """Whether both have the same rows, whatever the order and the names of the columns; the order of rows
    counts only where it was asked for. Rows that repeat are one row: a set was asked for.
    """
    mine, theirs = _normal(rows), _normal(gold)
    if not mine or not theirs:
        return not mine and not theirs
    width = len(theirs[0])
    if len(mine[0]) != width:
        return False
    if width > WIDEST:
        return Counter(v for r in mine for v in r) == Counter(v for r in theirs for v in r)
    wanted = list(dict.fromkeys(theirs)) if ordered else set(theirs)
    for order in permutations(range(width)):
        moved = [tuple(r[i] for i in order) for r in mine]
        if (list(dict.fromkeys(moved)) if ordered else set(moved)) == wanted:
            return True
    return False


def contains(rows: Sequence[Row], gold: Sequence[Row]) -> bool:
    """Whether some of the columns, in some order, are the gold rows."""
    mine, theirs = _normal(rows), _normal(gold)
    if not mine or not theirs or len(mine[0]) > WIDEST or len(mine[0]) <= len(theirs[0]):
        return False
    wanted = set(theirs)
    return any(
        {tuple(r[i] for i in order) for r in mine} == wanted
        for order in permutations(range(len(mine[0])), len(theirs[0]))
    )


def _values(rows: Sequence[Row]) -> set[str]:
    return {_canonical(v) for row in rows for v in row if v is not None}


def _normal(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Rows as texts. One without any value says nothing: it is none, as `kgqa.rows.is_empty` has it."""
    return [
        tuple("" if v is None else _canonical(v) for v in row)
        for row in rows
        if any(v is not None for v in row)
    ]


def _canonical(value: str) -> str:
    """Numbers by their value to six digits, since stores print them differently; all else as it is."""
    try:
        number = Decimal(value)
    except InvalidOperation:
        return value
    if not number.is_finite() or (
        value.lstrip("+-").startswith("0") and value.strip("+-0123456789") == "" and len(value) > 1
    ):
        return value
    return format(round(float(number), 6), ".12g")


# ── how good confidences are ─────────────────────────────────────────────────────────────────────

Sure = tuple[float, bool]  # a confidence, and whether the answer was right
BINS = 10


def area_under_curve(answers: Sequence[Sure]) -> float | None:
    """How often a right answer is surer than a wrong one (a tie is half of that): the area under the ROC
    curve. None where there are only right or only wrong ones.
    """
    right = sorted(sure for sure, is_right in answers if is_right)
    wrong = [sure for sure, is_right in answers if not is_right]
    if not right or not wrong:
        return None
    surer = sum(2 * len(right) - bisect_left(right, w) - bisect_right(right, w) for w in wrong)
    return surer / (2 * len(right) * len(wrong))


def calibration_error(answers: Sequence[Sure], bins: int = BINS) -> float:
    """The expected calibration error: how far confidence is from the share that was right, in bins of equal
    width, each weighed by its answers.
    """
    found: dict[int, list[Sure]] = {}
    for sure, is_right in answers:
        found.setdefault(min(int(sure * bins), bins - 1), []).append((sure, is_right))
    gaps = (abs(sum(s for s, _ in group) - sum(r for _, r in group)) for group in found.values())
    return sum(gaps) / max(1, len(answers))
