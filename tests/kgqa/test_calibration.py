"""What a confidence is worth is what was right of answers that were so sure."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kgqa.calibration import FEWEST, Calibration, Level, fitted


def answers(sure: float, right: int, wrong: int) -> list[tuple[float, bool]]:
    return [(sure, True)] * right + [(sure, False)] * wrong


def test_a_confidence_is_worth_the_share_that_was_right() -> None:
    curve = fitted(answers(0.6, 20, 20) + answers(0.9, 38, 2))
    assert curve == (Level(0.6, 40, 20), Level(0.9, 40, 38))
    known = Calibration({"parse": curve})
    assert known.of("parse", 0.7) == 0.5
    assert known.of("parse", 0.95) == pytest.approx(39 / 42, abs=1e-4)


def test_below_the_first_step_it_is_worth_as_much_as_there() -> None:
    known = Calibration({"parse": (Level(0.6, 8, 3), Level(0.9, 8, 7))})
    assert known.of("parse", 0.1) == known.of("parse", 0.6) == 0.4


def test_who_is_surer_is_never_worth_less() -> None:
    measured = [*answers(0.6, 20, 5), *answers(0.7, 5, 20), *answers(0.8, 24, 1), *answers(0.9, 11, 0)]
    curve = fitted(measured)
    assert all(low.share < high.share and low.least < high.least for low, high in pairwise(curve))
    assert curve[0] == Level(0.6, 50, 25)
    assert sum(level.asked for level in curve) == len(measured)


def test_a_step_of_few_answers_goes_to_its_likelier_neighbour() -> None:
    curve = fitted(answers(0.6, 10, 30) + answers(0.7, 2, 0) + answers(0.9, 39, 1))
    assert [(level.least, level.asked) for level in curve] == [(0.6, 40), (0.7, 42)]


def test_too_few_answers_tell_nothing() -> None:
    assert fitted(answers(0.8, FEWEST - 1, 0)) == ()
    assert Calibration({"agent": ()}).of("agent", 0.8) == 0.8


def test_a_strategy_that_was_not_measured_keeps_its_confidence() -> None:
    known = Calibration({"parse": (Level(0.5, 10, 9),)})
    assert known.of("agent", 0.7123) == 0.7123
    assert known.level("agent", 0.7123) is None


def test_confidences_count_to_three_digits_as_they_are_written_down() -> None:
    curve = fitted(answers(0.61268, 0, 10) + answers(0.9, 10, 0))
    assert Calibration({"x": curve}).level("x", 0.61274) == curve[0]
    assert curve[0].least == 0.613
