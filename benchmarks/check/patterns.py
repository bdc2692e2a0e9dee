"""What the rules on patterns of modelling say of gold queries, and of the same with the pattern taken out:
`python -m benchmarks.check.patterns [sample|FOLDER…] [--show]`.

In: folders with a graph and questions.jsonl. Out: for each rule how many gold queries it refuses or warns of.
Of the slips that change the rows: how many it finds, how many any rule finds, how many the certain repair
brings back. Of those that find something and the same rows, how many it finds all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

from benchmarks.check.repairing import Rows, answer
from connectors import sample
from connectors.embedded import EmbeddedGraph
from kgqa.check import Conditions, check
from kgqa.check.looking import looked_up
from kgqa.ontology import RDF_TYPE, Ontology, PatternKind, Role
from kgqa.ontology.inclusion import inclusive, leads_up
from kgqa.repair import repaired
from kgqa.repair.places import path_of, put
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.sparql.change import exchanged, renamed
from kgqa.sparql.model import Iri, Repeat, Select, Sequence, Triple, Var
from kgqa.sparql.walk import bound, expressions, path_iris, triples, variables
from kgqa.terms import terms_of
from kgqa.types import CheckedQuery, Issue, Level

RULES = ("hierarchy", "quantity", "unit", "relation", "statement")
MOST = 12  # things of one hierarchy that plain steps are tried with


@dataclass(frozen=True)
class Source:
    graph: EmbeddedGraph
    ontology: Ontology
    gold: dict[str, str]


@dataclass
class Tally:
    refused: int = 0  # gold queries
    warned: int = 0
    slips: int = 0  # that change the rows
    found: int = 0
    by_any: int = 0
    mended: int = 0
    mended_wrongly: int = 0
    harmless: int = 0  # slips after which the rows are the same
    harmless_found: int = 0
    shown: list[str] = field(default_factory=list)


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.check.patterns", description=__doc__)
    asked.add_argument("folders", nargs="*", default=["sample"], metavar="FOLDER")
    asked.add_argument("--show", action="store_true", help="each alarm, and each slip that was not found")
    given = asked.parse_args()
    tallies: defaultdict[str, Tally] = defaultdict(Tally)
    queries: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as work:
        for name in given.folders:
            source = _source(name, Path(work))
            queries[name] = len(source.gold)
            _measure(name, source, tallies)
            source.graph.close()
    print(f"{queries.total()} gold queries of {len(queries)} graphs")
    print("rule: gold refused, warned; slips, found, found by any rule, mended, wrongly; found of harmless")
    for rule in RULES:
        t = tallies[rule]
        slips = f"{t.slips}, {t.found}, {t.by_any}, {t.mended}, {t.mended_wrongly}"
        print(f"{rule}: {t.refused}, {t.warned}; {slips}; {t.harmless_found} of {t.harmless}")
        if given.show:
            print("\n".join(t.shown))


def _source(name: str, work: Path) -> Source:
    folder = Path(name)
    files = sample.graph_files(work / "sample") if name == "sample" else tuple(sorted(folder.glob("*.ttl*")))
    listed = (Path(sample.__file__).parent if name == "sample" else folder) / "questions.jsonl"
    entries = [json.loads(line) for line in listed.read_text("utf-8").splitlines() if line.strip()]
    graph = EmbeddedGraph.open(files, name=name)
    gold = {e["id"]: e["sparql"] for e in entries if e.get("sparql") and e.get("answer") != [[None]]}
    return Source(graph, asyncio.run(terms_of(graph)).ontology, gold)


def _measure(name: str, source: Source, tallies: dict[str, Tally]) -> None:
    for id_, text in source.gold.items():
        for issue in _issues(source, text):
            if issue.rule in RULES:
                tally = tallies[issue.rule]
                tally.refused += issue.level is Level.ERROR
                tally.warned += issue.level is Level.WARNING
                tally.shown.append(f"  GOLD {name} {id_}: {issue.message}")
        query = parse(text, source.ontology.prefixes)
        if isinstance(query, ParsedQuery):
            rows = answer(source.graph, text)
            for rule, slip in slips(query, source.ontology):
                _tried(source, rule, f"{name} {id_}", write(slip), rows, tallies[rule])
    for plain, whole in _plain_steps(source.ontology):
        rows = answer(source.graph, whole)
        _tried(source, "hierarchy", name, plain, rows, tallies["hierarchy"])


def _tried(source: Source, rule: str, where: str, text: str, rows: Rows | None, tally: Tally) -> None:
    issues = _issues(source, text)
    found = any(i.rule == rule for i in issues)
    if answer(source.graph, text) == rows:
        tally.harmless += bool(rows)
        tally.harmless_found += bool(rows) and found
        if rows and found:
            tally.shown.append(f"  HARMLESS {where}: {' '.join(text.split())}")
        return
    tally.slips += 1
    tally.found += found
    tally.by_any += bool(issues)
    if not found:
        by = ", ".join(sorted({i.rule for i in issues}))
        tally.shown.append(f"  MISSED, by {by or 'none'}: {where}: {' '.join(text.split())}")
    repair = repaired(text, source.ontology, _conditions(source, text))
    if repair.fixes and isinstance(repair.verdict, CheckedQuery):
        right = answer(source.graph, repair.verdict.text) == rows
        tally.mended += right
        tally.mended_wrongly += not right
        if not right:
            tally.shown.append(f"  WRONGLY {where}: {' '.join(repair.verdict.text.split())}")


def _issues(source: Source, text: str) -> tuple[Issue, ...]:
    verdict = check(text, source.ontology, _conditions(source, text))
    return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict


def _conditions(source: Source, text: str) -> Conditions:
    query = parse(text, source.ontology.prefixes)
    if not isinstance(query, ParsedQuery):
        return Conditions()
    return asyncio.run(looked_up(query, source.graph, source.ontology, Conditions()))


# ── slips ────────────────────────────────────────────────────────────────────────────────────────


def slips(query: ParsedQuery, ontology: Ontology) -> Iterator[tuple[str, ParsedQuery]]:
    """The query with one pattern taken out."""
    for rule, makes in (
        ("hierarchy", _followed_once),
        ("quantity", _without_number),
        ("unit", _without_unit),
        ("relation", _skipping),
    ):
        seen = {write(query)}
        for slip in makes(query, ontology):
            if (text := write(slip)) not in seen:
                seen.add(text)
                yield rule, slip


def _followed_once(query: ParsedQuery, ontology: Ontology) -> Iterator[ParsedQuery]:
    """A hierarchy followed for one step, or not at all behind another property."""

    def is_followed(value: object) -> bool:
        return isinstance(value, Repeat) and any(inclusive(i.value, ontology) for i in path_iris(value.path))

    def change(value: object) -> object:
        if isinstance(value, Sequence) and any(map(is_followed, value.parts)):
            return path_of(*(p for p in value.parts if not is_followed(p)))
        return value.path if isinstance(value, Repeat) and is_followed(value) else None

    yield replace(query, select=cast("Select", exchanged(query.select, change)))


def _without_number(query: ParsedQuery, ontology: Ontology) -> Iterator[ParsedQuery]:
    """The node in place of its number."""
    kinds = (PatternKind.QUANTITY, PatternKind.VALUE)
    patterns = [p for p in ontology.patterns if p.kind in kinds]
    numbers = {Iri(i) for p in patterns for i in p.role(Role.NUMBER) or p.role(Role.VALUE)}
    for triple in triples(query):
        path, node, number = triple.predicate, triple.subject, triple.object
        if isinstance(path, Sequence) and path.parts[-1] in numbers:
            yield put(query, triple, Triple(node, path_of(*path.parts[:-1]), number))
        elif path in numbers and isinstance(node, Var) and isinstance(number, Var):
            left = put(query, triple)
            yield replace(left, select=renamed(left.select, {number.name: node.name}))


def _without_unit(query: ParsedQuery, ontology: Ontology) -> Iterator[ParsedQuery]:
    quantities = [p for p in ontology.patterns if p.kind is PatternKind.QUANTITY]
    units = {Iri(i) for p in quantities for i in p.role(Role.UNIT)}
    for triple in triples(query):
        if triple.predicate in units and not isinstance(triple.object, Var):
            yield put(query, triple)


def _skipping(query: ParsedQuery, ontology: Ontology) -> Iterator[ParsedQuery]:
    """What a relation has, asked of what it joins."""
    joining = [p for p in ontology.patterns if p.kind in (PatternKind.RELATION, PatternKind.EVENT)]
    roles = {Iri(i) for p in joining for i in p.role(Role.JOINS)}
    shown = {c.variable.name for c in query.select.columns}
    used = shown | {v for e in expressions(query) for v in variables(e)}
    for triple in triples(query):
        node, joined = triple.subject, triple.object
        if triple.predicate not in roles or not isinstance(node, Var) or not isinstance(joined, Var):
            continue
        types = [t for t in triples(query) if t.subject == node and t.predicate == Iri(RDF_TYPE)]
        rest = [t for t in triples(query) if node in t.ends and t is not triple and t not in types]
        if node.name in used or not rest or not any(t.predicate in roles for t in rest):
            continue
        left = put(query, triple)
        for typed in (t for t in triples(left) if t.subject == node and t.predicate == Iri(RDF_TYPE)):
            left = put(left, typed)
        if joined.name in bound(left.select) or joined.name in used:
            yield replace(left, select=renamed(left.select, {node.name: joined.name}))


def _plain_steps(ontology: Ontology) -> Iterator[tuple[str, str]]:
    """Conditions on things that have others below them, by each property that leads to such things: with one
    plain step, and with what lies below.
    """
    for chain in ontology.chains:
        found = inclusive(chain.property, ontology)
        if found is None or (chain.ends <= chain.starts) != leads_up(found):
            continue
        kinds = {u.object for u in ontology.uses_of(found.of)} | {
            u.subject for u in ontology.uses_of(found.of)
        }
        leading = {
            u.property for u in ontology.typical if u.object in kinds and u.property not in found.terms
        }
        step = f"<{found.of}>*" if leads_up(found) else f"(^<{found.of}>)*"
        for prop in sorted(leading):
            for thing in chain.fewer[:MOST]:
                whole = f"SELECT DISTINCT ?x {{ ?x <{prop}>/{step} <{thing}> }}"
                yield f"SELECT DISTINCT ?x {{ ?x <{prop}> <{thing}> }}", whole


if __name__ == "__main__":
    main()
