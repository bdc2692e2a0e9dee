"""The oracle: what an ontology makes wrong, by a reasoner that shares nothing with the check."""

import pyoxigraph as ox
import pytest
from rdflib import Graph

pytest.importorskip("reasonable")

from benchmarks.check.facts import contradictions, world_with
from benchmarks.check.invented_data import invented
from benchmarks.check.oracle import wrongs
from benchmarks.check.world import World, world_of
from kgqa.declared import read_ontology

PREFIXES = """@prefix : <https://example.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
ONTOLOGY = (
    PREFIXES
    + """
:Order a owl:Class . :Product a owl:Class . :Pump a owl:Class ; rdfs:subClassOf :Product .
:Service a owl:Class ; rdfs:subClassOf :Product . :Person a owl:Class .
:soldBy a owl:ObjectProperty ; rdfs:domain :Order ; rdfs:range :Person .
:handledBy a owl:ObjectProperty ; rdfs:domain [ a owl:Class ; owl:unionOf ( :Order :Service ) ] .
:sold a owl:ObjectProperty ; owl:inverseOf :soldBy .
:partOf a owl:ObjectProperty , owl:IrreflexiveProperty ; rdfs:domain :Product ; rdfs:range :Product .
:price a owl:DatatypeProperty ; rdfs:domain :Product ; rdfs:range xsd:decimal .
:note a owl:DatatypeProperty .
:Team a owl:Class ; rdfs:subClassOf
    [ a owl:Restriction ; owl:onProperty :member ; owl:allValuesFrom :Person ] .
:member a owl:ObjectProperty .
"""
)


@pytest.fixture(scope="module")
def world() -> World:
    return world_of(Graph().parse(data=ONTOLOGY, format="turtle"))


def wrong(body: str, world: World, **kinds: str) -> tuple[str, ...]:
    head = body if body.startswith(("SELECT", "ASK")) else f"SELECT * WHERE {{ {body} }}"
    text = "PREFIX : <https://example.org/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> " + head
    known = {f"https://example.org/{t}": [f"https://example.org/{c}"] for t, c in kinds.items()}
    return wrongs([text], world, known)[0]


@pytest.mark.parametrize(
    "body",
    [
        "?o a :Order ; :soldBy ?p",
        "?p a :Product ; :handledBy ?x",  # some products are services
        "?x a :Service ; :price ?v ; :handledBy ?y FILTER(?v > 5)",
        "?p :sold ?o . ?o :soldBy ?p",
        "{ ?x a :Order } UNION { ?x :price ?v }",
        "?x :price ?v OPTIONAL { ?x :handledBy ?y } OPTIONAL { ?x :partOf ?z }",
        "?x a/rdfs:subClassOf* :Pump ; :price 5",
        "?x :soldBy* ?y . ?x a :Pump",  # soldBy need not be followed
        "?x :price ?v { SELECT ?y WHERE { ?x :soldBy ?y } }",  # another ?x
        "?x :note ?n . ?y :note ?n",
        "?t a :Team ; :member ?p . ?p a :Person",
        "?x :soldBy :anna",
    ],
)
def test_what_the_ontology_allows_is_not_wrong(body: str, world: World) -> None:
    assert wrong(body, world) == ()


@pytest.mark.parametrize(
    "body",
    [
        "?p a :Person ; :soldBy ?o",
        "?x :soldBy ?p ; :price ?v",
        "?x a :Pump ; :handledBy ?y",  # neither order nor service
        "?x :sold ?o . ?x :price ?v",  # by the inverse: what is sold by is a person
        "?x :soldBy/:price ?v",
        "?x :price 'cheap'",
        "?x :price :much",
        "?x :soldBy 'Anna'",
        "?x :price ?v . ?v :note ?n",  # a value has nothing
        "?x :soldBy ?y FILTER(?y > 5)",
        "?x :soldBy ?y FILTER(CONTAINS(?y, 'a'))",
        "SELECT (SUM(?y) AS ?s) WHERE { ?x :soldBy ?y }",
        "?x :partOf ?x",
        "?t a :Team ; :member ?p . ?p a :Pump",  # by the restriction
        "{ ?x a :Order } UNION { ?x :price ?v ; :soldBy ?y }",
        "?x a :Order OPTIONAL { ?x :price ?v }",
        "?x a :Order FILTER NOT EXISTS { ?x :price ?v }",
        "?x a :Order MINUS { ?x :price ?v }",
        "VALUES ?c { :Person } ?x a ?c ; :price ?v",
        "?x :cost ?v",
        "?x a :Pumps",
        "SELECT ?y WHERE { ?x :price ?v }",
        "SELECT ?x WHERE { ?x :price ?v } ORDER BY ?w",
        "SELECT ?x WHERE { ?x :price ?v",
        "?x foo:price ?v",
        "?x foaf:name ?v",  # known to rdflib, and not declared
    ],
)
def test_what_the_ontology_forbids_is_wrong(body: str, world: World) -> None:
    assert wrong(body, world)


def test_a_thing_is_of_the_classes_that_it_has_in_the_data(world: World) -> None:
    assert wrong(":anna :soldBy ?x", world) == ()
    assert wrong(":anna :soldBy ?x", world, anna="Person")


def test_what_the_data_shows_is_not_wrong(world: World) -> None:
    store = ox.Store()
    data = PREFIXES + ":x a :Person ; :soldBy :y . :y a :Person ; :age 5 ."
    store.load(data.encode(), format=ox.RdfFormat.TURTLE)
    shown = world_with(world, store)
    assert wrong("?p a :Person ; :soldBy ?o ; :age ?n", world)
    assert wrong("?p a :Person ; :soldBy ?o ; :age ?n", shown) == ()


def test_invented_data_contradicts_nothing(world: World) -> None:
    data = invented(read_ontology(ONTOLOGY, "ttl", "test"), world)
    assert {str(p).rpartition("/")[2] for _, p, _ in data} >= {"soldBy", "handledBy", "price"}
    assert contradictions(data, world) == {}
