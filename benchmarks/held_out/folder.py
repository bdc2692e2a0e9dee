"""The held-out folder for `querist bench`: a graph in public vocabularies and questions that nobody tunes to.

In: a folder. Out: `kg.ttl`, `ontology.ttl` and `questions.jsonl` in it; the answers are those that the gold
queries have on the graph. `python -m benchmarks.held_out.folder FOLDER`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

from pyoxigraph import Literal, NamedNode, QueryBoolean, QuerySolutions, RdfFormat, Store

from benchmarks.held_out.graph import PREFIXES, build

GRAPH, ONTOLOGY, QUESTIONS = "kg.ttl", "ontology.ttl", "questions.jsonl"
UNANSWERABLE = ["not_in_graph", "unknown"]  # the outcomes that are right where the graph has no answer

Rows = bool | list[list[str | None]]


def write(folder: Path) -> None:
    """The graph, its ontology and the questions with their answers."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = {GRAPH: build(), ONTOLOGY: _text(ONTOLOGY)}
    store = Store()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
        store.load(text.encode(), format=RdfFormat.TURTLE)
    lines = [json.dumps(question, ensure_ascii=False) for question in _answered(store)]
    (folder / QUESTIONS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _answered(store: Store) -> Iterator[dict[str, Any]]:
    for line in _text(QUESTIONS).splitlines():
        question: dict[str, Any] = json.loads(line)
        if query := question["sparql"]:
            yield question | {"answer": _rows(store, query)}
        else:
            yield question | {"answer": None, "expect": UNANSWERABLE}


def _rows(store: Store, query: str) -> Rows:
    result = store.query(query, prefixes=PREFIXES)
    if isinstance(result, QueryBoolean):
        return bool(result)
    assert isinstance(result, QuerySolutions)
    return [[v.value if isinstance(v, NamedNode | Literal) else None for v in row] for row in result]


def _text(name: str) -> str:
    return (files("benchmarks.held_out") / name).read_text(encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
