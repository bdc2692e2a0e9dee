"""What an issue rests on is told apart: what is entailed, what is only unlikely, what the data never shows,
and what ontology and data disagree on. The admin says which of them blocks.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.check import Conditions, Policy, check
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.ontology import Class, Ontology, Property, Use
from kgqa.types import CheckedQuery, Ground, Issue, Level

OPEN_WORLD = Conditions(policy=Policy(blocks=frozenset((Ground.ENTAILED,))))
STRICT = Conditions(policy=Policy(blocks=frozenset((Ground.ENTAILED, Ground.UNLIKELY, Ground.UNSEEN))))


def issues(query: str, ontology: Ontology = EXAMPLE, conditions: Conditions | None = None) -> list[Issue]:
    verdict = check(query, ontology, conditions)
    return list(verdict.warnings if isinstance(verdict, CheckedQuery) else verdict)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?e WHERE { ?e a ex:Employee ; ex:soldBy ?o }",
        "SELECT ?x WHERE { ?x ex:soldBy ?e ; ex:price ?v }",
        "SELECT ?v WHERE { ?o ex:hasLine/ex:price ?v }",
        "SELECT ?p WHERE { ?p ex:zqxw ?v }",
        "SELECT ?p WHERE { ?p a ex:Zqxw }",
        "SELECT ?p WHERE { ?p a ex:Order, ex:Product }",
    ],
)
def test_what_the_closed_world_forbids_blocks_unless_the_admin_opens_it(query: str) -> None:
    (refused,) = issues(query)
    assert (refused.ground, refused.level) == (Ground.UNLIKELY, Level.ERROR)
    (told,) = issues(query, conditions=OPEN_WORLD)
    assert told == replace(refused, level=Level.WARNING)


def test_what_is_entailed_blocks_in_an_open_world_too() -> None:
    (refused,) = issues("SELECT ?p WHERE { ?p ex:price 'cheap' }", conditions=OPEN_WORLD)
    assert (refused.ground, refused.level) == (Ground.ENTAILED, Level.ERROR)


def test_what_the_data_never_shows_blocks_where_the_admin_says_so() -> None:
    query = "SELECT ?s WHERE { ?p a ex:Service ; ex:hasSupplier ?s }"
    (told,) = issues(query, OBSERVED)
    assert (told.ground, told.level) == (Ground.UNSEEN, Level.WARNING)
    assert [i.level for i in issues(query, OBSERVED, STRICT)] == [Level.ERROR]
    assert not issues(query, EXAMPLE, STRICT)


def test_each_ground_has_its_own_words() -> None:
    shown = replace(EXAMPLE, uses=(used("Employee", "country", "Country"),))
    apart = replace(
        EXAMPLE, disjoint_pairs=frozenset((frozenset((EX + "Supplier", EX + "Employee")),)), uses=()
    )
    query = "SELECT ?c WHERE { ?e a ex:Employee ; ex:country ?c }"
    undeclared = Ontology(uses=(used("Port", "country", "Country"), used("Airport", "runway", "Runway")))
    found = {
        i.ground: i.hint
        for i in (
            *issues(query),
            *issues(query, shown),
            *issues(query, apart),
            *issues("SELECT ?c WHERE { ?e a ex:Employee ; ex:country* ?c }"),
            *issues(
                f"SELECT ?c WHERE {{ ?a a <{EX}Airport> ; <{EX}country> ?c }}",
                replace(undeclared, classes={EX + n: Class(iri=EX + n) for n in ("Port", "Airport")}),
            ),
        )
    }
    assert "does not relate them" in found[Ground.UNLIKELY]
    assert "ontology and data disagree" in found[Ground.DISPUTED]
    assert "nothing is both" in found[Ground.ENTAILED]
    assert "left out" in found[Ground.DOUBTFUL]
    assert "the data has no such case" in found[Ground.UNSEEN]


def used(subject: str, prop: str, obj: str, count: int = 3) -> Use:
    return Use(
        subject=EX + subject,
        property=EX + prop,
        object=EX + obj,
        count=count,
        subjects=count,
        literal=False,
    )


def test_what_is_only_suggested_entails_nothing() -> None:
    price = replace(EXAMPLE.properties[EX + "price"], loose=True)
    suggested = replace(EXAMPLE, properties={**EXAMPLE.properties, price.iri: price})
    for query in (
        "SELECT ?p WHERE { ?p ex:price 'cheap' }",
        "SELECT ?p WHERE { ?p ex:price ?v . ?v ex:country ?c }",
    ):
        assert Ground.ENTAILED in {i.ground for i in issues(query)}
        assert {i.ground for i in issues(query, suggested)} == {Ground.UNLIKELY}


def test_classes_that_share_things_in_the_data_are_related() -> None:
    query = "SELECT ?x WHERE { ?x a ex:Supplier, ex:Employee }"
    assert [i.ground for i in issues(query)] == [Ground.UNLIKELY]
    both = ((EX + "Supplier", EX + "Employee", 2), (EX + "Employee", EX + "Supplier", 2))
    shared = replace(EXAMPLE, overlaps=both)
    assert not issues(query, shared)
    excluded = replace(shared, disjoint_pairs=frozenset((frozenset((EX + "Supplier", EX + "Employee")),)))
    assert [i.ground for i in issues(query, excluded)] == [Ground.DISPUTED]


def test_things_typed_with_the_classes_above_theirs_as_well_excuse_nothing() -> None:
    materialised = replace(
        EXAMPLE, uses=(used("Supplier", "country", "Country"), used("Agent", "country", "Country"))
    )
    found = issues("SELECT ?c WHERE { ?e a ex:Employee ; ex:country ?c }", materialised)
    assert [i.ground for i in found if i.rule == "domain"] == [Ground.UNLIKELY]
    wider = replace(
        EXAMPLE, uses=(used("Supplier", "country", "Country"), used("Agent", "country", "Country", 9))
    )
    assert not issues("SELECT ?c WHERE { ?e a ex:Agent ; ex:country ?c }", wider)


def test_a_class_that_a_restriction_gives_a_property_may_have_it() -> None:
    order = replace(EXAMPLE.classes[EX + "Order"], has=(EX + "price",))
    restricted = replace(EXAMPLE, classes={**EXAMPLE.classes, order.iri: order})
    query = "SELECT ?v WHERE { ?o a ex:Order ; ex:price ?v }"
    assert [i.rule for i in issues(query)] == ["domain"]
    assert not issues(query, restricted)


def test_a_property_of_properties_below_it_is_not_unused() -> None:
    leads = Property(iri=EX + "leads", parents=(EX + "supplies",))
    below = replace(
        OBSERVED,
        properties={**OBSERVED.properties, leads.iri: leads},
        uses=(*OBSERVED.uses, used("Supplier", "leads", "Hardware")),
    )
    query = "SELECT ?p WHERE { ?s ex:supplies ?p }"
    assert [i.rule for i in issues(query, OBSERVED)] == ["unseen"]
    assert not issues(query, below)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?s WHERE { ?p a ex:Hardware ; ex:hasSupplier ?s }",
        "SELECT ?s WHERE { ?p a ex:Product ; ex:hasSupplier ?s }",  # some products are hardware
        "SELECT ?a WHERE { ?a a/rdfs:subClassOf* ex:Agent }",
        "SELECT ?a WHERE { ?o ex:handledBy ?a . ?a ex:name ?n }",
        "SELECT ?s WHERE { ?s ex:supplies|^ex:hasSupplier ?p . ?p a ex:Hardware }",
    ],
)
def test_what_the_data_shows_is_not_unseen(query: str) -> None:
    assert {i.message for i in issues(query, OBSERVED)} <= {"Nothing in the data has “supplies”."}
