"""The benchmark of answering, run small: what it measures is there, whatever the figures."""

import json
from pathlib import Path

import pytest

from benchmarks.answering import STAGES, Measured, as_json, measure, questions, summary
from benchmarks.graphs import write_company
from kgqa.types import Outcome

LARGER = 30_000


@pytest.fixture(scope="module")
def measured() -> Measured:
    return measure(LARGER, rounds=1, every=5)


@pytest.mark.slow
def test_a_company_is_as_large_as_was_asked_for_and_the_same_each_time(tmp_path: Path) -> None:
    one, other = (write_company(tmp_path / name, LARGER) for name in ("one", "other"))
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in other]
    lines = sum(file.read_text("utf-8").count(" .\n") for file in one if file.suffix == ".nt")
    assert lines == LARGER


def test_a_larger_company_holds_the_smaller_one(tmp_path: Path) -> None:
    small, large = (write_company(tmp_path, triples)[-1].read_text("utf-8") for triples in (21_000, LARGER))
    assert large.startswith(small)
    assert len(large) > len(small) > 0


def test_the_questions_are_of_every_construct() -> None:
    asked = questions()
    assert len({question for _, question in asked}) == len(asked) >= 40
    assert len({construct for construct, _ in asked}) >= 15


@pytest.mark.slow
def test_opening_is_told_part_by_part(measured: Measured) -> None:
    parts = [measured.opening[name] for name in measured.opening if name.endswith(", s")]
    assert sum(parts[:-1]) == pytest.approx(parts[-1])
    assert measured.opening["triples"] > LARGER
    assert measured.opening["things with a name"] > 1_887  # the sample's own


@pytest.mark.slow
def test_the_stages_of_a_question_make_up_its_time(measured: Measured) -> None:
    for asked in measured.asked:
        assert asked.outcome != Outcome.FAILED
        assert set(asked.stages) == set(STAGES)
        assert 0 < sum(asked.stages.values()) <= asked.total
        assert asked.stages["names"] > 0


@pytest.mark.slow
def test_some_questions_are_answered_with_rows(measured: Measured) -> None:
    assert any(a.outcome == Outcome.ANSWERED and a.rows > 0 for a in measured.asked)


@pytest.mark.slow
def test_the_figures_are_written_as_json_whole(measured: Measured) -> None:
    written = json.loads(as_json({LARGER: measured}))[str(LARGER)]
    assert written["summary"] == pytest.approx(summary(measured))
    assert [q["question"] for q in written["questions"]] == [a.question for a in measured.asked]
