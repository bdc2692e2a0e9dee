"""Plain questions on the sample company's policies are answered from their text alone."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.text.__main__ import measure


@pytest.mark.slow
def test_policies_answer_what_they_tell_and_nothing_else() -> None:
    tried = asyncio.run(measure())
    assert [each.question for each in tried if each.verdict == "wrong"] == []
    assert sum(each.verdict == "right" and bool(each.says) for each in tried) >= 15
