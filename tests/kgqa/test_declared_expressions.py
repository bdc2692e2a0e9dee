"""What ontologies declare in other than the plain ways is understood; what is not counts as anything."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kgqa.declared import declared, read_ontology
from kgqa.declared.facts import Triple
from kgqa.declared.vocabulary import PREDICATES, TYPES
from kgqa.ontology import RDFS_LITERAL, XSD, Ontology, PropertyKind, Union
from tests.kgqa.zoo import DEF

PREFIXES = f"""@prefix : <{DEF}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix schema: <http://schema.org/> .
@prefix schemas: <https://schema.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""


def read(turtle: str) -> Ontology:
    return read_ontology(PREFIXES + turtle, "ttl", "test.ttl")


def one_of(*names: str) -> Union:
    return frozenset(name if ":" in name else DEF + name for name in names)


# ── hierarchies ──────────────────────────────────────────────────────────────────────────────────────


def test_equivalent_classes_and_properties_are_below_each_other() -> None:
    found = read(
        ":Car owl:equivalentClass :Auto . :drives owl:equivalentProperty :steers ; rdfs:range :Car ."
    )
    assert found.is_a(DEF + "Car", DEF + "Auto")
    assert found.is_a(DEF + "Auto", DEF + "Car")
    assert found.ranges(DEF + "steers") == (one_of("Car"),)


@pytest.mark.parametrize(
    "definition",
    [
        ":Agent owl:equivalentClass [ a owl:Class ; owl:unionOf ( :Person :Firm ) ] .",
        ":Agent a owl:Class ; owl:unionOf ( :Person :Firm ) .",
        ":Agent owl:disjointUnionOf ( :Person :Firm ) .",
        "[ owl:unionOf ( :Person :Firm ) ] rdfs:subClassOf :Agent .",
        "[ owl:unionOf ( :Person [ owl:unionOf ( :Firm ) ] ) ] owl:equivalentClass :Agent .",
    ],
)
def test_the_members_of_a_union_are_below_it(definition: str) -> None:
    found = read(definition)
    assert found.subclasses(DEF + "Agent") == one_of("Agent", "Person", "Firm")
    assert found.disjoint(DEF + "Person", DEF + "Firm") == ("disjoint" in definition)


@pytest.mark.parametrize("link", ["owl:equivalentClass", "rdfs:subClassOf"])
def test_an_intersection_is_below_each_of_its_members(link: str) -> None:
    found = read(f":Tug {link} [ owl:intersectionOf ( :Ship [ owl:intersectionOf ( :Tool :Vehicle ) ] ) ] .")
    assert found.superclasses(DEF + "Tug") == one_of("Tug", "Ship", "Tool", "Vehicle")
    assert found.superclasses(DEF + "Ship") == one_of("Ship")


def test_below_one_of_several_is_below_none_of_them() -> None:
    found = read(":Tug rdfs:subClassOf [ owl:unionOf ( :Ship :Tool ) ] .")
    assert found.superclasses(DEF + "Tug") == one_of("Tug")


def test_what_complements_another_class_is_disjoint_from_it() -> None:
    found = read(
        """:Dry owl:complementOf :Wet . :Cold rdfs:subClassOf [ owl:complementOf :Warm ] .
        :Hot owl:equivalentClass [ owl:intersectionOf ( :Warm [ owl:complementOf :Tepid ] ) ] ."""
    )
    assert found.disjoint(DEF + "Dry", DEF + "Wet")
    assert found.disjoint(DEF + "Hot", DEF + "Cold")
    assert found.disjoint(DEF + "Hot", DEF + "Tepid")
    assert not found.disjoint(DEF + "Warm", DEF + "Tepid")


def test_all_disjoint_classes_are_apart_and_so_is_what_is_below_them() -> None:
    found = read(
        """[] a owl:AllDisjointClasses ; owl:members ( :A :B :C [ owl:unionOf ( :D :E ) ] ) .
        [] a owl:AllDisjointClasses ; owl:members ( :X :Y :Z ) . :Low rdfs:subClassOf :X ."""
    )
    assert found.disjoint(DEF + "A", DEF + "D")
    assert found.disjoint(DEF + "Low", DEF + "Z")
    assert not found.disjoint(DEF + "D", DEF + "E")
    assert not found.disjoint(DEF + "X", DEF + "A")
    assert not found.disjoint(DEF + "Low", DEF + "X")


def test_properties_that_exclude_each_other_do_so_with_all_below_them() -> None:
    found = read(
        """:likes owl:propertyDisjointWith :hates . :loves rdfs:subPropertyOf :likes .
        [] a owl:AllDisjointProperties ; owl:members ( :north :south :west ) ."""
    )
    assert found.disjoint_by(DEF + "loves", DEF + "hates")
    assert found.disjoint_by(DEF + "north", DEF + "west")
    assert not found.disjoint_by(DEF + "loves", DEF + "likes")


@pytest.mark.parametrize(
    "turtle",
    [
        ":A owl:equivalentClass :B . :B owl:equivalentClass :C . :C owl:equivalentClass :A .",
        ":A owl:equivalentClass [ owl:unionOf ( :B :A ) ] . :B rdfs:subClassOf :B . :C rdfs:subClassOf :B .",
        ":A rdfs:subClassOf _:x . _:x owl:intersectionOf ( :B _:x ) . :C rdfs:subClassOf :A .",
        ":A owl:disjointUnionOf ( :B :C :A ) .",
        ":C rdfs:subClassOf :A . :A owl:unionOf _:l . _:l rdf:first :B ; rdf:rest _:l .",
    ],
)
def test_what_is_defined_by_itself_ends(turtle: str) -> None:
    found = read(turtle + " :p rdfs:domain :A ; rdfs:range _:u . _:u owl:unionOf ( :B _:u ) .")
    assert found.overlap(DEF + "C", DEF + "B") or found.is_a(DEF + "C", DEF + "A")
    assert found.domains(DEF + "p") == (one_of("A"),)
    assert found.ranges(DEF + "p") == ()


# ── domains and ranges ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[ owl:unionOf ( :A [ owl:unionOf ( :B :C ) ] ) ]", [one_of("A", "B", "C")]),
        ("[ owl:intersectionOf ( :A [ owl:unionOf ( :B :C ) ] ) ]", [one_of("A"), one_of("B", "C")]),
        ("[ owl:unionOf ( :A [ owl:intersectionOf ( :B :C ) ] ) ]", [one_of("A", "B"), one_of("A", "C")]),
        ("[ owl:intersectionOf ( :A [ owl:onProperty :p ; owl:someValuesFrom :B ] ) ]", [one_of("A")]),
        # what is not understood, or may be anything, makes a union anything
        ("[ owl:unionOf ( :A [ owl:onProperty :p ; owl:someValuesFrom :B ] ) ]", []),
        ("[ owl:unionOf ( :A owl:Thing ) ]", []),
        ("[ owl:unionOf ( :A [ owl:complementOf :B ] ) ]", []),
        ("[ owl:unionOf ( :A [ owl:oneOf ( :b :c ) ] ) ]", []),
        ("[ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :B ]", []),
        ("[ owl:complementOf :A ]", []),
        ("[ owl:unionOf () ]", []),
        ("[ owl:unionOf rdf:nil ]", []),
        ("owl:Thing , :A", [one_of("A")]),
        ("owl:Nothing", []),
    ],
)
def test_a_domain_says_no_more_than_its_expression(expression: str, expected: list[Union]) -> None:
    found = read(f":p a owl:ObjectProperty ; rdfs:domain {expression} .")
    assert set(found.domains(DEF + "p")) == set(expected)


def test_a_domain_that_would_become_very_many_unions_counts_as_anything() -> None:
    pairs = " ".join(f"[ owl:intersectionOf ( :A{i} :B{i} ) ]" for i in range(20))
    assert read(f":p rdfs:domain [ owl:unionOf ( {pairs} ) ] .").domains(DEF + "p") == ()


def test_an_expression_nested_a_hundred_deep_says_what_is_near_the_top() -> None:
    deep = "[ owl:intersectionOf ( :B " * 100 + ":A" + " ) ]" * 100
    found = read(f":p rdfs:domain {deep} . :C rdfs:subClassOf {deep} .")
    assert found.domains(DEF + "p") == (one_of("B"),)
    assert found.is_a(DEF + "C", DEF + "A")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("[ a rdfs:Datatype ; owl:onDatatype xsd:integer ; owl:withRestrictions () ]", [XSD + "integer"]),
        ("[ a rdfs:Datatype ; owl:oneOf ( 'low' 'high' ) ]", [XSD + "string"]),
        ("[ a owl:DataRange ; owl:oneOf ( 'low' 5 ) ]", [XSD + "string", XSD + "integer"]),
        ("[ a rdfs:Datatype ; owl:unionOf ( xsd:date xsd:gYear ) ]", [XSD + "date", XSD + "gYear"]),
        ("[ a rdfs:Datatype ; owl:datatypeComplementOf xsd:integer ]", [RDFS_LITERAL]),
        (":Grade", [XSD + "decimal"]),
        (":Mark", [XSD + "decimal"]),
        (":Serial", [RDFS_LITERAL]),
    ],
)
def test_a_range_of_restricted_values_is_what_the_values_are_made_of(
    expression: str, expected: list[str]
) -> None:
    found = read(
        f""":p rdfs:range {expression} . :Serial a rdfs:Datatype .
        :Grade a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:onDatatype xsd:decimal ] .
        :Mark a rdfs:Datatype ; owl:onDatatype :Grade ."""
    )
    assert found.ranges(DEF + "p") == (frozenset(expected),)
    assert found.properties[DEF + "p"].kind is PropertyKind.DATA
    assert found.datatypes == one_of("Serial", "Grade", "Mark")
    assert not found.classes


def test_where_a_property_for_literals_leads_is_a_datatype_unless_it_is_said_to_be_a_class() -> None:
    found = read(
        """:p a owl:DatatypeProperty ; rdfs:range <http://geo.example/point> .
        :q a owl:DatatypeProperty ; rdfs:range :Country . :Country a owl:Class ."""
    )
    assert found.ranges(DEF + "p") == (one_of(RDFS_LITERAL),)
    assert found.ranges(DEF + "q") == (one_of("Country"),)
    assert found.datatypes == {"http://geo.example/point"}


@pytest.mark.parametrize("prefix", ["schema", "schemas"])
def test_what_a_property_may_include_only_suggests(prefix: str) -> None:
    found = read(
        f""":p a rdf:Property ; {prefix}:domainIncludes :A , :B ; {prefix}:rangeIncludes {prefix}:Text , :C .
        :q {prefix}:domainIncludes :A ; rdfs:domain :D ; {prefix}:rangeIncludes {prefix}:Date .
        :r rdfs:subPropertyOf :p ; rdfs:domain :E ."""
    )
    assert found.domains(DEF + "p") == (one_of("A", "B"),)
    assert found.ranges(DEF + "p") == (one_of("C", XSD + "string"),)
    assert found.properties[DEF + "p"].loose
    assert found.suggested(DEF + "p") == {one_of("A", "B"), one_of("C", XSD + "string")}
    # what is declared counts before what is suggested
    assert found.domains(DEF + "q") == (one_of("D"),)
    assert found.properties[DEF + "q"].kind is PropertyKind.DATA
    assert found.suggested(DEF + "r") == found.suggested(DEF + "p")
    assert one_of("E") in found.domains(DEF + "r")


def test_a_symmetric_property_leads_back_to_where_it_starts() -> None:
    found = read(":marriedTo a owl:SymmetricProperty ; rdfs:domain :Person .")
    assert found.ranges(DEF + "marriedTo") == (one_of("Person"),)


# ── what a class says of its own things ──────────────────────────────────────────────────────────────

LOCAL = """:contains a owl:ObjectProperty ; rdfs:domain :Box ; rdfs:range :Item .
:holds rdfs:subPropertyOf :contains .
:Toolbox rdfs:subClassOf :Box , [ a owl:Restriction ; owl:onProperty :contains ; owl:allValuesFrom :Tool ] .
:RedToolbox owl:equivalentClass [ owl:intersectionOf ( :Toolbox
    [ owl:onProperty :contains ; owl:allValuesFrom [ owl:unionOf ( :Hammer :Saw ) ] ] ) ] .
"""


def test_a_range_that_holds_for_a_class_alone_is_known_and_inherited() -> None:
    found = read(LOCAL)
    contains, toolbox, red = DEF + "contains", DEF + "Toolbox", DEF + "RedToolbox"
    assert found.ranges(contains) == (one_of("Item"),)
    assert found.local_ranges((toolbox,), contains) == (one_of("Tool"),)
    assert set(found.local_ranges((red,), contains)) == {one_of("Tool"), one_of("Hammer", "Saw")}
    assert found.local_ranges((DEF + "Box",), contains) == ()
    # what is held is contained
    assert found.local_ranges((toolbox,), DEF + "holds") == (one_of("Tool"),)
    assert {DEF + "Hammer", DEF + "Saw"} <= found.classes.keys()


@pytest.mark.parametrize(
    ("restriction", "expected"),
    [
        ("owl:someValuesFrom :Engine", True),
        ("owl:hasValue 5", True),
        ("owl:minCardinality '1'^^xsd:nonNegativeInteger", True),
        ("owl:qualifiedCardinality 2 ; owl:onClass :Engine", True),
        ("owl:maxCardinality 1", True),
        ("owl:allValuesFrom :Engine", True),
        ("owl:maxCardinality 0", False),
        ("owl:minCardinality 0", False),
        ("owl:cardinality 'many'", False),
        ("owl:allValuesFrom owl:Nothing", False),
    ],
)
def test_a_restriction_shows_which_classes_have_a_property(restriction: str, expected: bool) -> None:
    found = read(
        f""":Ship rdfs:subClassOf :Vehicle , [ owl:onProperty :drivenBy ; {restriction} ] .
        :Tug rdfs:subClassOf :Ship . :Rock a owl:Class . :drivenBy rdfs:subPropertyOf :uses ."""
    )
    for cls in ("Ship", "Tug", "Vehicle"):  # some vehicles are ships
        assert found.has_by_restriction(DEF + cls, DEF + "drivenBy") is expected
    assert found.has_by_restriction(DEF + "Ship", DEF + "uses") is expected
    assert not found.has_by_restriction(DEF + "Rock", DEF + "drivenBy")


# ── terms ────────────────────────────────────────────────────────────────────────────────────────────


def test_inverse_property_expressions_are_harmless() -> None:
    found = read(
        """:p owl:inverseOf [ owl:inverseOf :q ] ; rdfs:subPropertyOf [ owl:inverseOf :r ] ; rdfs:range :A .
        :C rdfs:subClassOf [ owl:onProperty [ owl:inverseOf :p ] ; owl:allValuesFrom :D ] ."""
    )
    assert found.properties.keys() == {DEF + "p", DEF + "q", DEF + "r"}
    assert found.local_ranges((DEF + "C",), DEF + "p") == ()


def test_a_term_that_is_class_and_property_is_both() -> None:
    found = read(":Role a owl:Class , owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Role .")
    assert DEF + "Role" in found.classes
    assert found.ranges(DEF + "Role") == (one_of("Role"),)


def test_a_property_below_a_class_by_mistake_is_no_class() -> None:
    found = read(":part a owl:ObjectProperty ; rdfs:subClassOf :Whole .")
    assert found.classes.keys() == {DEF + "Whole"}


def test_a_property_that_is_only_mentioned_is_known() -> None:
    found = read(
        """:A rdfs:subClassOf [ owl:onProperty :has ; owl:someValuesFrom :B ] .
        :p rdfs:subPropertyOf :wide , rdfs:label ; owl:inverseOf :back ; owl:equivalentProperty :same ."""
    )
    assert found.properties.keys() == {DEF + n for n in ("has", "p", "wide", "back", "same")}


@pytest.mark.parametrize("mark", ["owl:deprecated true", "a owl:DeprecatedClass , owl:DeprecatedProperty"])
def test_what_an_ontology_advises_against_is_marked(mark: str) -> None:
    found = read(f":Old a owl:Class ; {mark} . :old a owl:ObjectProperty ; {mark} . :New a owl:Class .")
    assert found.classes[DEF + "Old"].deprecated
    assert found.properties[DEF + "old"].deprecated
    assert not found.classes[DEF + "New"].deprecated


# ── whatever is said ─────────────────────────────────────────────────────────────────────────────────

NODES = [ox.NamedNode(DEF + n) for n in "ABpq"] + [ox.BlankNode(n) for n in "wxyz"]
OBJECTS = [*NODES, ox.Literal("1"), ox.Literal("nil"), *(ox.NamedNode(t) for t in sorted(TYPES))]
triples = st.lists(
    st.tuples(
        st.sampled_from(NODES),
        st.sampled_from([ox.NamedNode(p) for p in sorted(PREDICATES)]),
        st.sampled_from(OBJECTS),
    ),
    max_size=40,
)


@settings(deadline=None)
@given(triples)
def test_no_triples_however_tangled_break_the_reader(said: list[Triple]) -> None:
    found = declared(said)
    for cls in found.classes:
        assert cls in found.superclasses(cls)
        assert not cls.startswith("_:")
    for iri in found.properties:
        assert all(found.domains(iri))
        assert all(found.ranges(iri))
        for cls in found.classes:
            found.has_by_restriction(cls, iri)
            assert all(found.local_ranges((cls,), iri))
