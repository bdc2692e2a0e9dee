"""Gold queries raise no false alarm, checked against ontology, data and patterns, with what they name looked
up. A warning that nothing can match is true: the gold answer is empty.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from connectors import sample
from kgqa.check import Conditions, check
from kgqa.check.looking import looked_up
from kgqa.restate import restate
from kgqa.sparql import ParsedQuery, parse
from kgqa.terms import terms_of
from kgqa.types import CheckedQuery, Ground
from tests.doubles.graph import SmallGraph

pytestmark = pytest.mark.slow

SHARED = Path(__file__).parents[4] / "shared" / "data"
NOTHING_MATCHES = (Ground.ENTAILED, Ground.UNLIKELY, Ground.UNSEEN)
OF_PATTERNS = ("hierarchy", "quantity", "unit", "relation", "statement")
NOTHING: tuple[Any, ...] = ([], [["0"]])


def read(files: Iterable[Path]) -> str:
    return "\n".join(file.read_text("utf-8") for file in files if file.exists())


def gold(questions: Path) -> list[dict[str, Any]]:
    """The entries with a query; one whose only column is never bound is no gold query, whoever wrote it."""
    entries = [json.loads(line) for line in read([questions]).splitlines()]
    return [e for e in entries if e.get("sparql") and e.get("answer") != [[None]]]


@pytest.mark.parametrize("folder", ["ck25", "cwd-scaled", "organizational", "coypu-mini"])
async def test_no_gold_query_is_refused(folder: str) -> None:
    if not (SHARED / folder).is_dir():
        pytest.skip("../shared/data is not here")
    files = [SHARED / folder / name for name in ("ontology.ttl", "kg.ttl")]
    await hold(read(files), gold(SHARED / folder / "questions.jsonl"))


async def test_no_gold_query_of_the_sample_company_is_refused(tmp_path: Path) -> None:
    await hold(
        read(map(Path, sample.graph_files(tmp_path))),
        gold(Path(sample.__file__).parent / "questions.jsonl"),
    )


async def hold(text: str, entries: list[dict[str, Any]]) -> None:
    graph = SmallGraph(text)
    ontology = (await terms_of(graph)).ontology
    assert entries
    for entry in entries:
        parsed = parse(entry["sparql"], ontology.prefixes)
        assert isinstance(parsed, ParsedQuery), entry["id"]
        conditions = await looked_up(parsed, graph, ontology, Conditions(), texts=False)
        verdict = check(entry["sparql"], ontology, conditions)
        assert isinstance(verdict, CheckedQuery), (entry["id"], verdict)
        assert not [w for w in verdict.warnings if w.rule in OF_PATTERNS], (entry["id"], verdict.warnings)
        if any(warning.ground in NOTHING_MATCHES for warning in verdict.warnings):
            assert entry["answer"] in NOTHING, (entry["id"], verdict.warnings)
        assert restate(verdict, ontology, {})
