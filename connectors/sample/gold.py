"""Runs the gold queries on the generated graph and rewrites the answers in the question files.

    python -m connectors.sample.gold

In: questions.jsonl and conversations.jsonl beside this file. Out: the same files with fresh answers.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from pyoxigraph import QueryBoolean, QuerySolutions, RdfFormat, Store

from connectors.sample import CONVERSATIONS, QUESTIONS, ontology_text
from connectors.sample.generate import build


def sample_store() -> Store:
    """The graph and its ontology in one default graph, in memory."""
    store = Store()
    store.bulk_load(build().encode(), format=RdfFormat.N_TRIPLES)
    store.bulk_load(ontology_text().encode(), format=RdfFormat.TURTLE)
    return store


def answer(store: Store, sparql: str | None) -> list[list[str]]:
    """Rows of strings: IRIs whole, literals by their lexical form. Sorted unless the query orders them."""
    if sparql is None:
        return []
    result = store.query(sparql)
    if isinstance(result, QueryBoolean):
        return [["true" if result else "false"]]
    if not isinstance(result, QuerySolutions):
        raise TypeError("A gold query is a SELECT or an ASK.")
    rows = [[term.value if term else "" for term in solution] for solution in result]
    return rows if "ORDER BY" in sparql else sorted(rows)


def rewrite(folder: Path) -> int:
    """Rewrites the answers of all files; returns how many answers changed."""
    store, changed = sample_store(), 0
    for name in (QUESTIONS, CONVERSATIONS):
        path = folder / name
        before = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        after = [{**line, "answer": answer(store, line["sparql"])} for line in before]
        changed += sum(old != new for old, new in zip(before, after, strict=True))
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in after)
        path.write_text(text, encoding="utf-8")
    return changed


if __name__ == "__main__":
    sys.stdout.write(f"{rewrite(Path(__file__).parent)} answers changed\n")
