"""Over a thousand attempts to tell apart two companies that differ in what is closed alone: none does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.alike_by_rights import RIGHTS, compared


@pytest.mark.slow
@pytest.mark.parametrize("rights", RIGHTS)
@pytest.mark.parametrize("seed", range(100, 106))
def test_companies_that_differ_in_what_is_closed_alone_answer_alike(
    tmp_path: Path, seed: int, rights: str
) -> None:
    tried = compared(tmp_path, seed, rights, 80)  # 1,440 in all
    assert tried.count == {"query": 30, "words": 20, "follow-up": 10, "choice": 10, "lookup": 10}
    assert tried.answered > 2
