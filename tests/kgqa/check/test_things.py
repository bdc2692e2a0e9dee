"""What the graph says of the things that a query names is looked up, and only what it can tell is told."""

from __future__ import annotations

from kgqa.check.things import MOST, things_in
from kgqa.errors import GraphTimeout
from kgqa.ontology import Class, Ontology
from kgqa.sparql import ParsedQuery, parse
from tests.doubles.graph import SmallGraph

EX = "https://example.org/"
TURTLE = f"""
@prefix : <{EX}> .
:ada a :Employee , :Manager ; :leads :sales .
:sales :name "Sales" .
:Employee a :Sort .
"""
ONTOLOGY = Ontology(classes={f"{EX}Employee": Class(iri=f"{EX}Employee")})
PREFIXES = (("", EX),)


def read(text: str) -> ParsedQuery:
    parsed = parse(text, PREFIXES)
    assert isinstance(parsed, ParsedQuery)
    return parsed


def short(things: object) -> dict[str, object]:
    assert isinstance(things, dict)
    return {
        iri.removeprefix(EX): classes and {c.removeprefix(EX) for c in classes}
        for iri, classes in things.items()
    }


async def test_classes_no_class_and_nothing_at_all_are_told_apart() -> None:
    graph = SmallGraph(TURTLE)
    query = read("SELECT ?x WHERE { :ada ?p ?x . :sales ?q ?x FILTER(?x != :nobody) }")
    found = await things_in(query, graph, ONTOLOGY)
    assert short(found) == {"ada": {"Employee", "Manager"}, "sales": frozenset(), "nobody": None}
    assert len(graph.queries) == 1


async def test_a_thing_that_is_only_led_to_is_known() -> None:
    found = await things_in(
        read("SELECT ?x WHERE { ?x ?p :b }"), SmallGraph(f"<{EX}a> <{EX}p> <{EX}b> ."), ONTOLOGY
    )
    assert short(found) == {"b": frozenset()}


async def test_terms_of_the_schema_are_no_things() -> None:
    graph = SmallGraph(TURTLE)
    query = read(
        "SELECT ?x WHERE { ?x a :Employee , :Unheard ; :leads ?y . ?c rdfs:subClassOf :Other "
        "FILTER(?z = :Employee || datatype(?x) = xsd:date) }"
    )
    assert await things_in(query, graph, ONTOLOGY) == {}
    assert graph.queries == []


async def test_what_is_known_is_not_looked_up_again() -> None:
    graph = SmallGraph(TURTLE)
    query = read("SELECT ?x WHERE { :ada ?p ?x . :sales ?q ?x }")
    found = await things_in(query, graph, ONTOLOGY, {f"{EX}ada": frozenset()})
    assert short(found) == {"sales": frozenset()}


async def test_a_graph_that_fails_tells_nothing() -> None:
    graph = SmallGraph(TURTLE, error=GraphTimeout("The graph did not answer."))
    assert await things_in(read("SELECT ?x WHERE { :ada ?p ?x }"), graph, ONTOLOGY) == {}


async def test_a_query_that_looks_into_named_graphs_may_find_a_thing_there() -> None:
    query = read("SELECT ?x WHERE { GRAPH ?g { :ada ?p ?x . :nobody ?p ?x } }")
    assert short(await things_in(query, SmallGraph(TURTLE), ONTOLOGY)) == {"ada": {"Employee", "Manager"}}


async def test_of_a_query_of_very_many_things_the_first_ones_are_looked_up() -> None:
    names = " ".join(f":t{n}" for n in range(2_000))
    found = await things_in(
        read(f"SELECT ?x WHERE {{ VALUES ?x {{ {names} }} ?x ?p ?y }}"), SmallGraph(TURTLE), ONTOLOGY
    )
    assert len(found) == MOST
