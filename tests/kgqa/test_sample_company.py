"""The sample company's questions that have no answer, or several: none is answered as if it had one.

All of its questions are asked by `querist bench`, which CI holds against those that are known to be right.
"""

from __future__ import annotations

import pytest

from connectors import sample
from connectors.sample import Gold
from kgqa.measure import Verdict, score
from kgqa.trace import bound
from tests.kgqa.company import Graph


def wrong(graph: Graph, golds: list[Gold]) -> list[str]:
    """What a failing test shows."""
    found = []
    for gold in golds:
        answer = graph.ask(gold.question, ())
        measured = score(answer.outcome, bound(answer.table), gold.rows, expect=gold.expect)
        if measured.verdict is not Verdict.RIGHT:
            found.append(f"{gold.id} {gold.question}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("category", "least"), [("unanswerable", 10), ("ambiguous", 5)])
def test_none_is_answered(company: Graph, category: str, least: int) -> None:
    golds = [gold for gold in sample.questions() if gold.category == category]
    assert len(golds) >= least
    assert wrong(company, golds) == []
