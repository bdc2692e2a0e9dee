"""Some 1,500 attempts to tell apart two companies that differ only in what is closed: none does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot import alike_models, alike_presses
from tests.bot.alike_by_rights import RIGHTS, VAULTS, compared

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("rights", RIGHTS)
@pytest.mark.parametrize("seed", range(100, 103))
def test_companies_that_differ_in_what_is_closed_alone_answer_alike(
    tmp_path: Path, seed: int, rights: str
) -> None:
    tried = compared(tmp_path, seed, rights, 80)  # 720 in all
    assert tried.count == {"query": 30, "words": 20, "follow-up": 10, "choice": 10, "lookup": 10}
    assert tried.answered > 2


@pytest.mark.parametrize("rights", VAULTS)
@pytest.mark.parametrize("seed", range(200, 202))
def test_companies_that_differ_only_in_a_closed_named_graph_answer_alike(
    tmp_path: Path, seed: int, rights: str
) -> None:
    tried = compared(tmp_path, seed, rights, 80)  # 480 in all
    assert tried.count == {"query": 30, "words": 20, "follow-up": 10, "choice": 10, "lookup": 10}
    if rights != "a graph closed in a file":  # there, only queries that name another graph are answered
        assert tried.answered > 2


@pytest.mark.parametrize("rights", RIGHTS)
@pytest.mark.parametrize("seed", range(300, 302))
def test_their_models_hear_the_same_whatever_labels_order_and_models_do(
    tmp_path: Path, seed: int, rights: str
) -> None:
    tried, prompts = alike_models.compared(tmp_path, seed, rights, 20)  # 120 questions in all
    assert tried.count == {"words": 15, "follow-up": 5}
    assert prompts > 40


@pytest.mark.parametrize("seed", range(400, 402))
def test_their_buttons_show_the_same(tmp_path: Path, seed: int) -> None:
    tried = alike_presses.compared(tmp_path, seed, 80)  # 160 questions and presses in all
    assert tried.count["shown"] > 70
    assert tried.answered > 2
