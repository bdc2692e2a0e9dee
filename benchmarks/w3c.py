"""What the reader of queries makes of the W3C's own tests of SPARQL: `python -m benchmarks.w3c FOLDER`.

What is illegal is refused by the reader, or by the check where it is a matter of scopes and groups.

In: a folder with the W3C's manifests and their files, at any depth; rdflib's source distribution has them
(benchmarks/README.md says how to get it). Out: a table: of each kind of test, how many queries the reader
takes as the test demands; and of the queries with data, how many say the same when they are written again.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast
from urllib.parse import unquote, urlsplit

import pyoxigraph as ox
from rich.console import Console
from rich.table import Table

from kgqa.check import check
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import CheckedQuery

MF = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#"
QT = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#"
APPROVAL = "http://www.w3.org/2001/sw/DataAccess/tests/test-dawg#approval"
NOTHING = Ontology(classes={}, properties={})
SYNTAX, BAD_SYNTAX, EVALUATION = "legal syntax", "illegal syntax", "evaluation"
KINDS = {
    "PositiveSyntaxTest": SYNTAX,
    "PositiveSyntaxTest11": SYNTAX,
    "PositiveSyntaxTest12": SYNTAX,
    "NegativeSyntaxTest": BAD_SYNTAX,
    "NegativeSyntaxTest11": BAD_SYNTAX,
    "NegativeSyntaxTest12": BAD_SYNTAX,
    "QueryEvaluationTest": EVALUATION,
    "CSVResultFormatTest": EVALUATION,
}


@dataclass(frozen=True, slots=True)
class Case:
    """A test that the W3C approved: its query, and the files of its data."""

    kind: str
    query: Path
    data: tuple[Path, ...] = ()
    named: tuple[Path, ...] = ()


@dataclass(slots=True)
class Tally:
    """How many tests of a kind there are, and those that do not come out."""

    of: int = 0
    missed: list[str] = field(default_factory=list)

    def add(self, name: str, *, right: bool) -> None:
        self.of += 1
        if not right:
            self.missed.append(name)


def cases(folder: Path) -> Iterator[Case]:
    """All tests on queries of the manifests in a folder; of a kind, each query comes once."""
    seen: set[tuple[str, Path]] = set()
    for file in sorted(folder.rglob("manifest*.ttl")):
        store = ox.Store()
        store.load(path=file, base_iri=file.resolve().as_uri())
        for case in _of(store):
            if (key := (case.kind, case.query)) not in seen and case.query.exists():
                seen.add(key)
                yield case


def _of(store: ox.Store) -> Iterator[Case]:
    listed = (
        "SELECT ?test ?type ?action ?query WHERE { ?manifest mf:entries/rdf:rest*/rdf:first ?test . "
        "?test a ?type ; mf:action ?action . OPTIONAL { ?action qt:query ?query } "
        "FILTER NOT EXISTS { ?test dawgt:approval dawgt:Withdrawn } }"
    )
    prefixes = {
        "mf": MF,
        "qt": QT,
        "dawgt": APPROVAL.removesuffix("approval"),
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    }
    for row in cast("ox.QuerySolutions", store.query(listed, prefixes=prefixes)):
        kind = KINDS.get(str(row["type"].value).removeprefix(MF))
        query = row["query"] or row["action"]
        if kind and isinstance(query, ox.NamedNode):
            data, named = (
                tuple(
                    _path(quad.object)
                    for quad in store.quads_for_pattern(row["action"], ox.NamedNode(QT + part), None)
                    if isinstance(quad.object, ox.NamedNode)
                )
                for part in ("data", "graphData")
            )
            yield Case(kind, _path(query), data, named)


def _path(iri: ox.NamedNode) -> Path:
    return Path(unquote(urlsplit(iri.value).path))


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


def measure(folder: Path) -> dict[str, Tally]:
    """What comes out, by the kind of test, and for what is written again."""
    found = {kind: Tally() for kind in (SYNTAX, BAD_SYNTAX, EVALUATION)}
    again = found["evaluation, written again"] = Tally()
    for case in cases(folder):
        name = str(case.query.relative_to(folder.resolve()))
        text = case.query.read_bytes().decode("utf-8")
        query = parse(text)
        is_read = isinstance(query, ParsedQuery)
        right = is_read if case.kind != BAD_SYNTAX else not isinstance(check(text, NOTHING), CheckedQuery)
        found[case.kind].add(name, right=right)
        if case.kind == EVALUATION and isinstance(query, ParsedQuery):
            before = result(text, case)
            if before is not None:
                again.add(name, right=result(write(query), case) == before)
    return found


def result(text: str, case: Case) -> object:
    """What the embedded store answers; None where it cannot: it takes no query with FROM, for one."""
    store, base = ox.Store(), case.query.as_uri()
    try:
        for file in case.data:
            store.load(path=file, base_iri=file.as_uri())
        for file in case.named:
            store.load(path=file, base_iri=file.as_uri(), to_graph=ox.NamedNode(file.as_uri()))
        answer = store.query(text, base_iri=base)
        if isinstance(answer, ox.QueryBoolean):
            return bool(answer)
        if isinstance(answer, ox.QueryTriples):
            return _counted((t.subject, t.predicate, t.object) for t in answer)
        columns = tuple(v.value for v in answer.variables)
        return columns, _counted(tuple(row) for row in answer)
    except (SyntaxError, ValueError, OSError, RuntimeError):
        return None


def _counted(rows: Iterable[tuple[object, ...]]) -> Counter[tuple[str, ...]]:
    """Rows as they compare: a blank node has no name that could be the same."""
    return Counter(tuple("_:" if isinstance(t, ox.BlankNode) else str(t) for t in row) for row in rows)


def shown(found: dict[str, Tally]) -> Table:
    table = Table("test", "queries", "right", "not")
    for kind, tally in found.items():
        table.add_row(kind, str(tally.of), str(tally.of - len(tally.missed)), ", ".join(tally.missed[:5]))
    return table


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found = measure(options.folder)
    if not sum(tally.of for tally in found.values()):
        parser.error(f"{options.folder} holds no manifest of the W3C's tests")
    Console().print(shown(found))
    if options.json:
        written = {kind: {"queries": t.of, "missed": t.missed} for kind, t in found.items()}
        options.json.write_text(json.dumps(written, indent=2), "utf-8")


if __name__ == "__main__":
    main()
