"""What leads to values leads to no things, and values have nothing of their own: where a property's kind is
all that is declared, and where no property is named at all.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.check import check
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.observed import with_uses
from kgqa.ontology import XSD, Ontology, Property, PropertyKind, Use
from kgqa.types import CheckedQuery, Ground, Issue


def used(prop: str, end: str, count: int = 3) -> Use:
    literal = end[0].islower()
    return Use(
        subject=EX + "Voucher",
        property=EX + prop,
        object=(XSD if literal else EX) + end,
        count=count,
        subjects=count,
        literal=literal,
    )


LINKED = Property(iri=EX + "linked", kind=PropertyKind.OBJECT)
BELOW = Property(iri=EX + "shortCode", parents=(EX + "code",))
ONTOLOGY = replace(EXAMPLE, properties={**EXAMPLE.properties, LINKED.iri: LINKED, BELOW.iri: BELOW})
SHOWN = replace(ONTOLOGY, uses=(*OBSERVED.uses, used("code", "string"), used("linked", "Order")))


def issues(pattern: str, ontology: Ontology = ONTOLOGY) -> list[Issue]:
    verdict = check(f"SELECT * WHERE {{ {pattern} }}", ontology)
    return list(verdict.warnings if isinstance(verdict, CheckedQuery) else verdict)


def said(pattern: str, ontology: Ontology = ONTOLOGY) -> list[tuple[str, Ground]]:
    return [(i.rule, i.ground) for i in issues(pattern, ontology)]


@pytest.mark.parametrize("ontology", [ONTOLOGY, SHOWN])
@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        ("?v ex:code ?c . ?c a ex:Order", "range"),
        ("?c ex:code ?v . ?v a ex:Voucher", "range"),
        ("?v ex:code ex:Anna", "range"),
        ("?v ex:code ?c . ?c ex:country ?x", "domain-range"),
        ("?v ex:code ?c . ?o ex:soldBy ?c", "double range"),
        ("?v ex:linked 'a text'", "range"),
        ("?v ex:linked 5", "range"),
        ("?v ex:linked ?c . ?p ex:price ?c", "double range"),
        ("?v ex:linked ?c . ?w ex:code ?c", "double range"),
    ],
)
def test_a_declared_kind_says_whether_a_property_leads_to_values(
    pattern: str, rule: str, ontology: Ontology
) -> None:
    assert said(pattern, ontology) == [(rule, Ground.ENTAILED)]


def test_a_property_below_one_for_values_is_for_values_too() -> None:
    assert ("range", Ground.ENTAILED) in said("?v ex:shortCode ?c . ?c a ex:Order")


@pytest.mark.parametrize(
    "pattern",
    [
        "?v ex:code ?c FILTER(?c > 5)",
        "?v ex:code 5",
        "?v ex:code 'A1'",
        "?v ex:code ?c . ?p ex:price ?c",
        "?v ex:code ?c . ?p ex:name ?c",
        "?v ex:linked ?c . ?c a ex:Country",
        "?v ex:linked ex:Anna",
        "?v ex:linked ?c . ?c ex:price ?x",
        "?v ex:code* ?c . ?c a ex:Voucher",  # no step at all
    ],
)
def test_a_declared_kind_says_no_more_than_that(pattern: str) -> None:
    assert not [i for i in issues(pattern) if i.ground is Ground.ENTAILED]
    assert isinstance(check(f"SELECT * WHERE {{ {pattern} }}", ONTOLOGY), CheckedQuery)


@pytest.mark.parametrize(
    ("pattern", "rule"),
    [
        ("?v ex:code 5", "range"),
        ("?v ex:code ?c . ?p ex:price ?c", "double range"),
        ("?v ex:linked ?c . ?c a ex:Country", "range"),
    ],
)
def test_what_the_data_shows_beside_a_declared_kind_is_unseen(pattern: str, rule: str) -> None:
    assert said(pattern, SHOWN) == [(rule, Ground.UNSEEN)]


def test_values_and_things_that_the_data_shows_all_the_same_are_disputed() -> None:
    odd = replace(SHOWN, uses=(*SHOWN.uses, used("code", "Order")))
    assert said("?v ex:code ?c . ?c a ex:Order", odd) == [("range", Ground.DISPUTED)]


def test_a_kind_that_only_the_data_shows_entails_nothing() -> None:
    plain = replace(EXAMPLE, properties={**EXAMPLE.properties, EX + "code": Property(iri=EX + "code")})
    shown = with_uses(plain, {}, (*OBSERVED.uses, used("code", "string")))
    assert shown.properties[EX + "code"].kind is PropertyKind.DATA
    found = issues("?v ex:code ?c . ?c a ex:Order", shown)
    assert {i.ground for i in found} == {Ground.UNSEEN}
    assert {i.ground for i in issues("?v ex:code ?c FILTER(?c > 5)", shown)} == {Ground.UNSEEN}


@pytest.mark.parametrize(
    "pattern",
    [
        "?p ex:price ?v . ?v rdfs:label ?n",
        "?p ex:price ?v . ?v ex:name ?n",  # whose domain is not declared
        "?p ex:price ?v . ?v ?any ?n",
        "?p ex:price ?v . ?v !ex:name ?n",
        "?p ex:price ?v . ?n !(^ex:name) ?v",
        "?p ex:price ?v . ?v a ?t",
        "?p ex:price ?v . ?w rdfs:label ?n FILTER(sameTerm(?w, ?v))",
        "?p ex:price/rdfs:label ?n",
        "?p ex:price ?v OPTIONAL { ?v rdfs:label ?n }",
    ],
)
def test_a_value_has_nothing_of_its_own(pattern: str) -> None:
    assert ("domain-range", Ground.ENTAILED) in said(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "?p ex:hasSupplier ?s . ?s rdfs:label ?n ; ?any ?m",
        "?p ex:price ?v . ?n !(ex:name|^ex:country) ?v",  # either end may be the thing
        "{ ?p ex:price ?v } UNION { ?v rdfs:label ?n }",
        "?p ex:price ?v . ?p rdfs:label ?n",
    ],
)
def test_a_thing_may_have_anything(pattern: str) -> None:
    assert not said(pattern)


def test_a_property_whose_own_ranges_exclude_each_other_has_no_statements() -> None:
    classes = (frozenset((EX + "Order",)), frozenset((EX + "Country",)), frozenset((EX + "Product",)))
    for ends, ground in ((classes[:2], Ground.ENTAILED), (classes[1:], Ground.UNLIKELY)):
        for side in ("ranges", "domains"):
            odd = Property(iri=EX + "odd", kind=PropertyKind.OBJECT, **{side: ends})  # type: ignore[arg-type]
            ontology = replace(EXAMPLE, properties={**EXAMPLE.properties, odd.iri: odd})
            (issue,) = issues("?x ex:odd ?y ; ex:odd ?w", ontology)
            assert issue.ground is ground
            assert "there is no such thing" in issue.message
            used_all_the_same = replace(ontology, uses=(used("odd", "Order"),))
            if side == "ranges":
                found = issues("?x ex:odd ?y", used_all_the_same)
                assert [i.ground for i in found] == [Ground.DISPUTED]


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("'Valve' ex:name ?n", "The value “Valve” is asked for its “name”, but only things have anything."),
        ("?n ^ex:name 'Valve'", "The value “Valve” is asked for its “name”, but only things have anything."),
        ("5 ?p ?n", "The value “5” is asked for what it has, but only things have anything."),
    ],
)
def test_a_literal_that_is_asked_for_something_is_told(pattern: str, message: str) -> None:
    assert [i.message for i in issues(pattern)] == [message]


def test_what_a_property_declares_itself_is_told_before_what_it_inherits() -> None:
    above = tuple(Property(iri=EX + f"above{i}", ranges=(frozenset((EX + "Country",)),)) for i in range(8))
    own = Property(
        iri=EX + "below", parents=tuple(p.iri for p in above), ranges=(frozenset((EX + "Agent",)),)
    )
    ontology = replace(EXAMPLE, properties={**EXAMPLE.properties, **{p.iri: p for p in (*above, own)}})
    assert ontology.ranges(own.iri) == (frozenset((EX + "Agent",)), frozenset((EX + "Country",)))
