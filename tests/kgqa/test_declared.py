"""An ontology is read from each of its usual syntaxes, with all that it declares in the plain ways."""

from __future__ import annotations

import pyoxigraph as ox
import pytest

from kgqa.declared import read_ontology
from kgqa.ontology import XSD, Ontology, PropertyKind
from tests.kgqa.zoo import DEF, ONTOLOGY

PREFIXES = f"""@prefix : <{DEF}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
SYNTAXES = {
    "ttl": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "rdf": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
}


def read(turtle: str) -> Ontology:
    return read_ontology(PREFIXES + turtle, "ttl", "test.ttl")


@pytest.mark.parametrize("ending", SYNTAXES)
def test_every_syntax_says_the_same(ending: str) -> None:
    quads = ox.parse(ONTOLOGY.encode(), format=ox.RdfFormat.TURTLE)
    data = ox.serialize((q.triple for q in quads), format=SYNTAXES[ending])
    assert data is not None
    found, expected = read_ontology(data, ending, f"zoo.{ending}"), read_ontology(ONTOLOGY, "ttl", "zoo.ttl")
    assert found.classes.keys() == expected.classes.keys()
    assert found.properties.keys() == expected.properties.keys()
    for iri, prop in expected.properties.items():
        assert found.properties[iri].domains == prop.domains
        assert found.properties[iri].unit == prop.unit
        assert set(found.properties[iri].names) == set(prop.names)


def test_kinds_domains_ranges_units_and_names_are_read() -> None:
    zoo = read_ontology(ONTOLOGY, ".ttl", "zoo.ttl")
    weight = zoo.properties[DEF + "weight"]
    assert weight.kind is PropertyKind.DATA
    assert weight.domains == (frozenset((DEF + "Animal",)),)
    assert weight.ranges == (frozenset((XSD + "decimal",)),)
    assert weight.unit == "kg"
    assert zoo.label(DEF + "weight", "de") == "Gewicht (kg)"
    assert zoo.is_a(DEF + "Bird", DEF + "Animal")
    assert zoo.inverses(DEF + "looksAfter") == {DEF + "caredForBy"}


def test_cycles_of_classes_and_properties_end() -> None:
    found = read(
        """:A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :C rdfs:subClassOf :A . :D rdfs:subClassOf :D .
        :p rdfs:subPropertyOf :q . :q rdfs:subPropertyOf :p ."""
    )
    assert found.superclasses(DEF + "A") == {DEF + "A", DEF + "B", DEF + "C"}
    assert found.subclasses(DEF + "A") == {DEF + "A", DEF + "B", DEF + "C"}
    assert found.superclasses(DEF + "D") == {DEF + "D"}
    assert found.subproperties(DEF + "p") == {DEF + "p", DEF + "q"}


def test_a_domain_that_is_one_of_several_classes_is_read_as_one_of_them() -> None:
    found = read(
        """:owner a owl:ObjectProperty ;
            rdfs:domain [ a owl:Class ; owl:unionOf ( :Cat :Dog ) ] ; rdfs:range :Person ."""
    )
    assert found.domains(DEF + "owner") == (frozenset((DEF + "Cat", DEF + "Dog")),)


def test_a_list_that_bites_its_own_tail_ends() -> None:
    found = read(""":owner a owl:ObjectProperty ; rdfs:domain [ owl:unionOf _:l ] .
        _:l <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> :Cat ;
            <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:l .""")
    assert found.domains(DEF + "owner") == (frozenset((DEF + "Cat",)),)


def test_a_restriction_is_no_class() -> None:
    found = read(
        """:Cat a owl:Class ; rdfs:subClassOf :Animal ,
            [ a owl:Restriction ; owl:onProperty :has ; owl:someValuesFrom :Fur ] ."""
    )
    assert found.classes[DEF + "Cat"].parents == (DEF + "Animal",)
    assert not any(iri.startswith("_:") for iri in found.classes)
