"""An answer is measured against a gold one by values, not by spelling, order or names of columns."""

from __future__ import annotations

import pytest

from kgqa.measure import (
    Verdict,
    area_under_curve,
    calibration_error,
    contains,
    same_rows,
    score,
    set_scores,
)
from kgqa.types import Outcome

ROWS = [["a", "1"], ["b", "2"]]


def test_the_order_of_rows_and_columns_does_not_count() -> None:
    assert same_rows([["2", "b"], ["1", "a"]], ROWS)
    assert not same_rows([["a", "2"], ["b", "1"]], ROWS)


def test_the_order_of_rows_counts_where_it_was_asked_for() -> None:
    assert not same_rows([["b"], ["a"]], [["a"], ["b"]], ordered=True)
    assert same_rows([["a"], ["b"]], [["a"], ["b"]], ordered=True)


def test_numbers_are_compared_by_value_and_codes_by_their_letters() -> None:
    assert same_rows([["5.0"]], [["5"]])
    assert same_rows([["0.3333333333"]], [["0.33333334"]])
    assert not same_rows([["007"]], [["7"]])
    assert not same_rows([["NaN"]], [["nan"]])


def test_rows_that_repeat_are_one_row() -> None:
    assert same_rows([["a"], ["a"]], [["a"]])


def test_nothing_is_right_only_where_nothing_is_gold() -> None:
    assert same_rows([], [])
    assert not same_rows([], [["a"]])
    assert not same_rows([["a"]], [])


def test_a_row_without_any_value_is_none() -> None:
    assert same_rows([[None, None]], [])
    assert same_rows([], [[None]])
    assert not same_rows([[None, "a"]], [])


def test_a_column_too_many_is_not_exact_but_has_the_shape() -> None:
    found = score(Outcome.ANSWERED, ROWS, [["a"], ["b"]])
    assert not found.exact
    assert found.shaped
    assert contains(ROWS, [["1"], ["2"]])
    assert not contains(ROWS, [["3"]])


def test_precision_and_recall_are_over_all_values_as_one_set() -> None:
    precision, recall, f1 = set_scores([["a"], ["x"]], [["a"], ["b"], ["c"], ["d"]])
    assert (precision, recall) == (0.5, 0.25)
    assert f1 == pytest.approx(1 / 3)
    assert set_scores([], []) == (1, 1, 1)
    assert set_scores([], [["a"]]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("outcome", "expect", "verdict"),
    [
        (Outcome.NOT_IN_GRAPH, ("not_in_graph", "unknown"), Verdict.RIGHT),
        (Outcome.ANSWERED, ("not_in_graph",), Verdict.WRONG),
        (Outcome.CLARIFY, ("not_in_graph",), Verdict.ABSTAINED),
        (Outcome.ANSWERED, (), Verdict.WRONG),
        (Outcome.UNKNOWN, (), Verdict.ABSTAINED),
        (Outcome.FAILED, (), Verdict.ABSTAINED),
    ],
)
def test_saying_that_one_does_not_know_is_neither_right_nor_wrong(
    outcome: Outcome, expect: tuple[str, ...], verdict: Verdict
) -> None:
    assert score(outcome, [["x"]], [["a"]], expect=expect).verdict is verdict


def test_the_area_is_how_often_a_right_answer_is_surer_than_a_wrong_one() -> None:
    assert area_under_curve([(0.9, True), (0.8, True), (0.6, False)]) == 1.0
    assert area_under_curve([(0.6, True), (0.9, False)]) == 0.0
    assert area_under_curve([(0.7, True), (0.7, False)]) == 0.5
    assert area_under_curve([(0.9, True), (0.5, True), (0.7, False), (0.5, False)]) == 0.625
    assert area_under_curve([(0.9, True)]) is None


def test_the_error_is_how_far_confidence_is_from_what_was_right() -> None:
    assert calibration_error([(1.0, True)] * 4) == 0.0
    assert calibration_error([(0.9, True), (0.9, False)]) == pytest.approx(0.4)
    assert calibration_error([(0.95, True), (0.55, False)]) == pytest.approx((0.05 + 0.55) / 2)
    assert calibration_error([]) == 0.0


def test_rows_that_are_as_good_are_right_too() -> None:
    others: list[list[tuple[str, ...]]] = [[("6", "Oslo")], [("7",)]]
    assert score(Outcome.ANSWERED, [("7",)], [("6",)], others=others).verdict is Verdict.RIGHT
    assert score(Outcome.ANSWERED, [("8",)], [("6",)], others=others).verdict is Verdict.WRONG
