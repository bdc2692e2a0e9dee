"""The sample company keeps its own rules: its ontology, its determinism, its questions and their answers."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import Store
from rdflib import OWL, RDF, RDFS, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection

from connectors import sample
from connectors.sample.generate import build
from connectors.sample.gold import answer, sample_store
from kgqa.types import Outcome

DEF = sample.ONTOLOGY
STRING = URIRef("http://www.w3.org/2001/XMLSchema#string")
ALL = (*sample.questions(), *(turn for turns in sample.conversations() for turn in turns))
ANSWERED = [gold for gold in ALL if gold.sparql is not None]


@pytest.fixture(scope="module")
def ontology() -> Graph:
    return Graph().parse(data=sample.ontology_text(), format="turtle")


@pytest.fixture(scope="module")
def data() -> Graph:
    return Graph().parse(data=build(), format="nt")


@pytest.fixture(scope="module")
def store() -> Store:
    return sample_store()


# ── the graph ────────────────────────────────────────────────────────────────────────────────────


def test_the_graph_has_about_twenty_thousand_triples_and_says_nothing_twice() -> None:
    lines = build().splitlines()
    assert 18_000 <= len(lines) <= 22_000
    assert len(lines) == len(set(lines))


@pytest.mark.slow
def test_two_builds_are_the_same_text() -> None:
    assert build() == build()


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2041"])
def test_another_process_builds_the_same_text_whatever_its_hash_seed(seed: str) -> None:
    program = (
        "import hashlib; from connectors.sample.generate import build;"
        "print(hashlib.sha256(build().encode()).hexdigest())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == hashlib.sha256(build().encode()).hexdigest()


@pytest.mark.slow
def test_each_thing_has_one_class_and_one_name_a_language(data: Graph) -> None:
    assert {len(list(data.objects(thing, RDF.type))) for thing in set(data.subjects())} == {1}
    names = Counter((thing, name.language) for thing, name in _named(data))
    assert set(names.values()) == {1}


def test_everything_that_is_pointed_to_exists(data: Graph) -> None:
    things = set(data.subjects())
    pointed = {o for _, p, o in data if p != RDF.type and isinstance(o, URIRef)}
    assert pointed <= things


def test_the_graph_has_the_awkward_cases_of_real_ones(data: Graph) -> None:
    people = [str(name) for thing, name in _named(data) if "/person/" in thing]
    assert [name for name, count in Counter(people).items() if count > 1] == ["Anna Lindqvist"]
    assert {"Declan O'Rourke", "Jiří Novotný", "Wiremu Tāmati"} <= set(people)
    cities = [str(name) for thing, name in _named(data) if "/city/" in thing and name.language == "en"]
    assert cities.count("Cambridge") == 2


# ── the graph against its ontology ───────────────────────────────────────────────────────────────


def test_every_class_and_property_that_is_used_is_declared(ontology: Graph, data: Graph) -> None:
    declared = set(ontology.subjects(RDF.type))
    assert set(data.predicates()) - {RDF.type} <= declared
    assert set(data.objects(None, RDF.type)) <= set(ontology.subjects(RDF.type, OWL.Class))


def test_every_subject_is_in_the_domain_of_its_properties(ontology: Graph, data: Graph) -> None:
    kinds = _kinds(ontology, data)
    domains = {p: _members(ontology, d) for p, d in ontology.subject_objects(RDFS.domain)}
    wrong = [(s, p) for s, p, _ in data if p in domains and not kinds[s] & domains[p]]
    assert wrong == []


def test_every_value_is_in_the_range_of_its_property(ontology: Graph, data: Graph) -> None:
    kinds = _kinds(ontology, data)
    ranges = {p: _members(ontology, r) for p, r in ontology.subject_objects(RDFS.range)}
    wrong = [
        (s, p, o)
        for s, p, o in data
        if p in ranges and not ranges[p] & ({o.datatype or STRING} if isinstance(o, Literal) else kinds[o])
    ]
    assert wrong == []


def test_nothing_belongs_to_disjoint_classes(ontology: Graph, data: Graph) -> None:
    pairs = list(ontology.subject_objects(OWL.disjointWith))
    assert pairs
    assert [s for s, kinds in _kinds(ontology, data).items() if any({a, b} <= kinds for a, b in pairs)] == []


def test_functional_properties_have_one_value(ontology: Graph, data: Graph) -> None:
    single = set(ontology.subjects(RDF.type, OWL.FunctionalProperty))
    assert {"productNumber", "headedBy"} <= {str(p).removeprefix(DEF) for p in single}
    counts = Counter((s, p) for s, p, _ in data if p in single)
    assert max(counts.values()) == 1


def test_every_term_of_ours_is_named_in_english_and_german(ontology: Graph) -> None:
    terms = {s for s in ontology.subjects(RDF.type) if isinstance(s, URIRef) and str(s).startswith(DEF)}
    for term in terms:
        languages = {n.language for n in ontology.objects(term, RDFS.label) if isinstance(n, Literal)}
        assert languages == {"en", "de"}, term


def test_declared_inverses_agree_with_domains_and_ranges(ontology: Graph) -> None:
    for one, other in ontology.subject_objects(OWL.inverseOf):
        for mine, theirs in ((RDFS.domain, RDFS.range), (RDFS.range, RDFS.domain)):
            assert _declared(ontology, one, mine) == _declared(ontology, other, theirs), one


def test_footprints_are_closed_polygons_around_their_sites(data: Graph) -> None:
    found = 0
    for site, shape in data.subject_objects(URIRef(DEF + "footprint")):
        numbers = [tuple(map(float, pair.split())) for pair in re.findall(r"[-\d.]+ [-\d.]+", str(shape))]
        lat = float(str(data.value(site, URIRef("http://www.w3.org/2003/01/geo/wgs84_pos#lat"))))
        assert len(numbers) == 5
        assert numbers[0] == numbers[-1]
        assert min(n[1] for n in numbers) < lat < max(n[1] for n in numbers)
        found += 1
    assert found == 14


# ── the questions ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("gold", ANSWERED, ids=lambda gold: gold.id)
def test_the_gold_query_gives_the_gold_rows_on_the_generated_graph(gold: sample.Gold, store: Store) -> None:
    assert answer(store, gold.sparql) == [list(row) for row in gold.rows]
    assert gold.rows


@pytest.mark.parametrize(
    "gold", [g for g in ANSWERED if "LIMIT" in (g.sparql or "")], ids=lambda gold: gold.id
)
def test_the_last_of_the_best_beats_the_first_of_the_rest(gold: sample.Gold, store: Store) -> None:
    sparql = gold.sparql or ""
    ranked = re.search(r"ORDER BY (?:DESC\()?(\?v|COUNT\(\?\w+\))", sparql)
    assert ranked
    limit = len(gold.rows)
    wider = re.sub(r"LIMIT \d+", f"LIMIT {limit + 1}", sparql)
    shown = ranked[1] if ranked[1] == "?v" else f"({ranked[1]} AS ?v)"
    rows = answer(store, wider.replace("SELECT ?x", f"SELECT ?x {shown}", 1))
    assert len(rows) == limit + 1
    assert rows[limit - 1][1] != rows[limit][1]


def test_minimal_answers_have_one_column_unless_they_are_grouped() -> None:
    for gold in ANSWERED:
        assert {len(row) for row in gold.rows} == {2 if gold.category == "group" else 1}, gold.id


def test_questions_without_a_query_say_which_outcomes_are_right() -> None:
    outcomes = {outcome.value for outcome in Outcome}
    for gold in ALL:
        assert set(gold.expect) <= outcomes, gold.id
        assert (gold.sparql is None) == (gold.expect != ("answered",)), gold.id
        assert (gold.sparql is None) == (not gold.rows), gold.id


def test_there_are_enough_questions_of_every_kind() -> None:
    kinds = Counter(gold.category for gold in sample.questions())
    assert kinds.total() >= 90
    assert len({gold.question for gold in sample.questions()}) == kinds.total()
    assert len({gold.id for gold in ALL}) == len(ALL)
    wanted = {"unanswerable": 8, "ambiguous": 5, "german": 6, "nested": 5, "negation": 5, "group": 5}
    assert all(kinds[kind] >= count for kind, count in wanted.items())


def test_there_are_ten_conversations_of_three_to_five_turns() -> None:
    assert len(sample.conversations()) == 10
    for turns in sample.conversations():
        assert 3 <= len(turns) <= 5
        assert [gold.turn for gold in turns] == list(range(1, len(turns) + 1))


# ── the files ────────────────────────────────────────────────────────────────────────────────────


def test_the_files_are_written_once_and_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    graph, ontology = first = sample.graph_files(folder)
    assert graph.read_text(encoding="utf-8") == build()
    assert ontology.read_text(encoding="utf-8") == sample.ontology_text()
    written = [path.stat().st_mtime_ns for path in first]
    assert sample.graph_files(folder) == first
    assert [path.stat().st_mtime_ns for path in first] == written
    assert sorted(folder.iterdir()) == sorted(first)


def test_an_outdated_ontology_file_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / "ontology.ttl").write_text("# of an older version", encoding="utf-8")
    _, ontology = sample.graph_files(tmp_path)
    assert ontology.read_text(encoding="utf-8") == sample.ontology_text()


def _named(data: Graph) -> list[tuple[str, Literal]]:
    return [(str(s), name) for s, name in data.subject_objects(RDFS.label) if isinstance(name, Literal)]


# ── reasoning with subclasses, enough for these tests ────────────────────────────────────────────


def _kinds(ontology: Graph, data: Graph) -> dict[object, set[object]]:
    above = {
        kind: set(ontology.transitive_objects(kind, RDFS.subClassOf))
        for kind in ontology.subjects(RDF.type, OWL.Class)
    }
    return {s: set(above[kind]) for s, kind in data.subject_objects(RDF.type)}


def _members(ontology: Graph, node: object) -> set[object]:
    """The classes that a domain or a range allows: one, or those of its union."""
    if isinstance(node, BNode):
        union = ontology.value(node, OWL.unionOf)
        assert union is not None
        return set(_listed(ontology, union))
    return {node}


def _listed(ontology: Graph, node: object) -> Iterator[object]:
    assert isinstance(node, BNode)
    yield from Collection(ontology, node)


def _declared(ontology: Graph, term: object, side: URIRef) -> set[object]:
    assert isinstance(term, URIRef)
    return {member for node in ontology.objects(term, side) for member in _members(ontology, node)}
