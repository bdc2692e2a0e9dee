"""The folder that is held out: written the same each time, with an answer for every gold query."""

from __future__ import annotations

from pathlib import Path

from benchmarks.held_out.folder import write
from benchmarks.held_out.graph import build
from bot.gold import read_folder


def test_the_held_out_graph_is_the_same_each_time() -> None:
    assert build() == build()


def test_every_held_out_question_has_an_answer_or_says_that_there_is_none(tmp_path: Path) -> None:
    write(tmp_path)
    questions = read_folder(tmp_path).questions
    assert len(questions) >= 12
    assert all(bool(question.rows) != bool(question.expect) for question in questions)
