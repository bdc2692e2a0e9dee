"""The benchmark of many classes, run small: what it measures is there, whatever the figures."""

import asyncio
import json
from pathlib import Path

import pytest

from benchmarks.classes import (
    A_CLASS,
    ID,
    SHARED,
    Measured,
    as_json,
    classes,
    measure,
    questions,
    write_graph,
)
from kgqa.types import Outcome

SIZE = 40


@pytest.fixture(scope="module")
def measured() -> Measured:
    return asyncio.run(measure(SIZE, every=4))


def test_a_graph_has_as_many_classes_as_was_asked_for_and_is_the_same_each_time(tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    one, other = (write_graph(folder, SIZE).read_text("utf-8") for folder in (tmp_path, tmp_path / "again"))
    assert one == other
    assert len(set(classes(SIZE))) == SIZE
    assert one.count("#weight>") == SIZE * A_CLASS
    assert one.count(f"#locatedIn> <{ID}") == SIZE * A_CLASS


@pytest.mark.slow
def test_its_classes_share_all_their_properties(measured: Measured) -> None:
    assert measured.uses > SIZE * len(SHARED) * 3


def test_the_questions_are_about_its_classes() -> None:
    asked = questions(SIZE)
    assert len(set(asked)) == len(asked) >= 12
    nouns = {" ".join(each) for each in classes(SIZE)}
    assert all(any(noun in text for noun in nouns) for text in asked)


@pytest.mark.slow
def test_first_questions_are_answered(measured: Measured) -> None:
    assert {a.outcome for a in measured.asked} & {Outcome.ANSWERED, Outcome.NOTHING_FOUND}
    assert all(a.outcome != Outcome.FAILED and a.spent > 0 for a in measured.asked)


@pytest.mark.slow
def test_the_figures_are_written_as_json(measured: Measured) -> None:
    written = json.loads(as_json({SIZE: measured}))[str(SIZE)]
    assert written["figures"] == pytest.approx(measured.figures())
    assert len(written["questions"]) == len(measured.asked)
