"""What the parser reads is measured on folders of questions, each graph judged by the others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from benchmarks.readings import PRIOR, read, table_of
from kgqa.strategies.parse.evidence import Evidence

GRAPH = """@prefix : <https://zoo.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:rex a :Dog ; rdfs:label "Rex" ; :weight 30 . :fifi a :Dog ; rdfs:label "Fifi" ; :weight 4 .
"""
QUESTIONS = (
    {"id": "1", "question": "Which dog has the highest weight?", "answer": [["https://zoo.example/rex"]]},
    {"id": "2", "question": "What is the weight of Fifi?", "answer": [["5"]]},
    {"id": "3", "question": "Which cats are there?", "expect": ["not_in_graph"]},
)


def folder(at: Path) -> Path:
    (at / "kg.ttl").write_text(GRAPH, "utf-8")
    (at / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)), "utf-8")
    return at


def test_each_question_with_rows_is_an_example_right_or_wrong(tmp_path: Path) -> None:
    found = asyncio.run(read(folder(tmp_path)))
    assert [e.right for e in found] == [True, False]
    assert all(set(e.evidence) == set(PRIOR) for e in found)
    assert table_of(found).row_count == 2


def test_the_product_weighs_the_same_evidence() -> None:
    clean = dict.fromkeys(PRIOR, 0.0)
    sure = Evidence(**(clean | {"share": 1.0}))
    unsure = Evidence(**(clean | {"skipped": 3.5, "weakest": 2.0, "names": 2.0}))
    assert set(dict(sure.told)) == set(PRIOR)
    assert sure.chance > 0.9
    assert unsure.chance < 0.5
