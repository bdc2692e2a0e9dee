"""Whoever may not see something is told the same, whether there is any of it or not."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.bot import alike_models, alike_presses
from tests.bot.alike_by_rights import RIGHTS, VAULTS, compared, crowded, made, two
from tests.sampled import first_alone

pytestmark = pytest.mark.slow

ABOUT = (
    *("Who is Berg?", "Which team does Berg work in?", "Who is Ada Berg?", "Who works in Repair?", "Repair"),
    *("phone of Berg", "Who is Bergs?", "Brg", "B. Berg"),
)


@pytest.mark.parametrize("rights", RIGHTS)
def test_companies_that_differ_in_what_is_closed_alone_answer_alike(tmp_path: Path, rights: str) -> None:
    tried = compared(tmp_path, 1, rights, 24)
    assert sum(tried.count.values()) == 24
    assert tried.answered > 2


@pytest.mark.parametrize("rights", first_alone(RIGHTS))
def test_names_that_are_closed_take_nobodys_place(tmp_path: Path, rights: str) -> None:
    closed_by = RIGHTS[rights]
    with two(tmp_path, crowded(random.Random(5)), closed_by) as (whole, less):  # noqa: S311 - the same in every run
        for text in ABOUT:
            for kind in ("words", "lookup"):
                attempt = (kind, text, ())
                assert made(whole, attempt, closed_by) == made(less, attempt, closed_by), attempt


@pytest.mark.parametrize("rights", first_alone(VAULTS))
def test_so_do_companies_that_differ_in_a_closed_named_graph_alone(tmp_path: Path, rights: str) -> None:
    tried = compared(tmp_path, 200, rights, 24)
    assert sum(tried.count.values()) == 24


def test_a_model_hears_the_same_of_both(tmp_path: Path) -> None:
    _, prompts = alike_models.compared(tmp_path, 1, "cases closed", 6)
    assert prompts > 10


def test_buttons_show_the_same_of_both(tmp_path: Path) -> None:
    assert alike_presses.compared(tmp_path, 1, 16).count["shown"] > 10
