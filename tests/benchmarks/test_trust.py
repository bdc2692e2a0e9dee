"""The weights of the agent's evidence are fitted on answers, and each graph is judged by the others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.fitting import Example, chance
from benchmarks.fitting import fitted as fitted_to
from benchmarks.trust import BASE, PRIOR, WEIGHTS, read, table_of
from kgqa.strategies.agent.evidence import Evidence

SOUND = dict.fromkeys(PRIOR, 0.0) | {"settled": 1.0, "carried": 1.0}


def fitted(examples: list[Example]) -> dict[str, float]:
    return fitted_to(examples, PRIOR, BASE)


def answers(graph: str) -> list[Example]:
    """Twenty that assumed nothing are right; of ten that assumed something half are."""
    return [
        *(Example(graph, SOUND, right=True) for _ in range(20)),
        *(Example(graph, SOUND | {"assumed": 1.0}, right=n % 2 == 0) for n in range(10)),
    ]


def test_what_goes_with_wrong_answers_counts_against_them() -> None:
    weights = fitted(answers("a"))
    assert chance(weights, SOUND) > 0.9
    assert 0.4 < chance(weights, SOUND | {"assumed": 1.0}) < 0.75


def test_what_no_answer_tells_keeps_its_prior() -> None:
    weights = fitted(answers("a"))
    assert weights["empty"] < 0 < weights["carried"]
    assert chance(weights, SOUND | {"carried": 0.0}) < chance(weights, SOUND)


def test_no_evidence_ever_counts_on_the_wrong_side() -> None:
    odd = [Example("a", SOUND | {"odd": 1.0}, right=True)] * 20 + [Example("a", SOUND, right=False)] * 20
    assert fitted(odd)["odd"] <= 0


@pytest.mark.slow
def test_each_graph_is_a_line_of_the_table_and_all_together_are_one() -> None:
    assert table_of([*answers("a"), *answers("b")]).row_count == 3


def test_answers_without_evidence_are_left_out(tmp_path: Path) -> None:
    record = {"folder": "a", "verdict": "right", "evidence": SOUND}
    file = tmp_path / "out.json"
    file.write_text(
        json.dumps({"questions": [record, {"folder": "a", "verdict": "abstained", "evidence": {}}]})
    )
    assert read([file]) == [Example("a", SOUND, right=True)]


def test_the_product_works_with_the_same_weights() -> None:
    assert WEIGHTS.is_file()
    evidence = Evidence(
        settled=1.0, empty=0.0, carried=1.0, doubted=0.0, assumed=0.0, odd=0.0, fixed=0.0, turns=0.0
    )
    assert set(dict(evidence.told)) == set(PRIOR)
    assert evidence.chance > 0.8
