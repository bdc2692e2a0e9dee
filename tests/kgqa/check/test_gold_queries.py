"""The gold queries of the shared graphs raise no false alarm, checked against ontology and data together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgqa.check import check
from kgqa.observed import profile
from kgqa.restate import restate
from kgqa.types import CheckedQuery
from tests.doubles.graph import SmallGraph

SHARED = Path(__file__).parents[4] / "shared" / "data"


@pytest.mark.parametrize("folder", ["ck25", "cwd-scaled", "organizational"])
async def test_no_gold_query_is_refused(folder: str) -> None:
    if not (SHARED / folder).is_dir():
        pytest.skip("../shared/data is not here")
    files = [SHARED / folder / name for name in ("ontology.ttl", "kg.ttl")]
    ontology = await profile(SmallGraph("\n".join(f.read_text("utf-8") for f in files if f.exists())))
    lines = (SHARED / folder / "questions.jsonl").read_text("utf-8").splitlines()
    for entry in map(json.loads, lines):
        if entry["sparql"]:
            verdict = check(entry["sparql"], ontology)
            assert isinstance(verdict, CheckedQuery), (entry["id"], verdict)
            assert restate(verdict, ontology, {})
