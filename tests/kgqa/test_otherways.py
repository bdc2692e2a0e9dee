"""Where a graph holds one notion in several ways, what a query leaves out is counted and told."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kgqa.check.conditions import Closed
from kgqa.otherways import OtherWay, other_ways
from kgqa.pipeline import Kit
from kgqa.sparql import ParsedQuery, parse
from tests.kgqa.studio import DATA, DEF, ONTOLOGY
from tests.kgqa.test_multiplied import Asking
from tests.kgqa.test_own_query import run
from tests.kgqa.zoo import kit_of

MORE = """
s:site :code "P-1" . s:west :codeName "W" .
s:book :client s:west . s:east a :Client ; rdfs:label "East" ; :country "Peru" .
"""
CODES = OtherWay(f"{DEF}Client", f"{DEF}country", f"{DEF}countryCode", 1, 4)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(ONTOLOGY + DATA + MORE)


def found(kit: Kit, sparql: str, asking: Asking | None = None) -> tuple[OtherWay, ...]:
    query = parse(f"PREFIX : <{DEF}> {sparql}")
    assert isinstance(query, ParsedQuery)
    return asyncio.run(other_ways(query, kit.ontology, asking or Asking(kit), 5.0))


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT ?c { ?c a :Client ; :country 'Norway' }",
        "SELECT ?c { ?c :country ?l FILTER(?l = 'Norway') }",
        "SELECT ?c ?l { ?c a :Client OPTIONAL { ?c :country ?l } }",
        "SELECT ?l (COUNT(?c) AS ?n) { ?c a :Client ; :country ?l } GROUP BY ?l",
        "ASK { ?c a :Client ; :country 'Peru' }",
    ],
)
def test_things_that_have_it_in_the_other_way_alone_are_counted(kit: Kit, sparql: str) -> None:
    assert found(kit, sparql) == (CODES,)


def test_only_the_things_in_question_count(kit: Kit) -> None:
    of_book = "SELECT ?l { ?p :topic 'print' ; :client ?c . ?c :country ?l }"
    assert [(o.only, o.total) for o in found(kit, of_book)] == [(1, 2)]
    assert found(kit, "SELECT ?l { ?p :topic 'video' ; :client ?c . ?c :country ?l }") == ()


def test_along_a_path_too(kit: Kit) -> None:
    assert [o.other for o in found(kit, "SELECT ?l { ?p :client/:country ?l }")] == [f"{DEF}countryCode"]


def test_a_query_that_joins_both_leaves_nothing_out(kit: Kit) -> None:
    assert found(kit, "SELECT ?c { ?c a :Client ; :country|:countryCode ?l }") == ()
    assert found(kit, "SELECT ?c { { ?c :country ?l } UNION { ?c :countryCode ?l } }") == ()
    both = "SELECT ?c { ?c a :Client OPTIONAL { ?c :country ?l } OPTIONAL { ?c :countryCode ?k } }"
    assert found(kit, both) == ()


def test_names_that_end_in_the_same_word_are_two_notions_where_some_things_have_both(kit: Kit) -> None:
    assert found(kit, "SELECT ?p { ?p :actualEnd ?d }") == ()


def test_a_subproperty_is_another_way_whatever_it_is_called() -> None:
    """A property stands for itself alone, and what is stated by a narrower one is not found by it."""
    declared = ":leads rdfs:subPropertyOf :member . s:film :leads s:ben . s:zine a :Project ; :leads s:cleo ."
    kit = kit_of(ONTOLOGY + DATA + declared)
    assert [(o.other, o.only, o.total) for o in found(kit, "SELECT ?e { ?p :member ?e }")] == [
        (f"{DEF}leads", 1, 4)
    ]


def test_where_nothing_is_like_it_the_graph_is_not_asked(kit: Kit) -> None:
    asking = Asking(kit)
    found(kit, "SELECT ?p { ?p a :Project ; :budget ?b ; :client ?c }", asking)
    assert asking.texts == []


def test_the_answer_says_what_was_left_out(kit: Kit) -> None:
    text = f"SELECT ?c {{ ?c a <{DEF}Client> ; <{DEF}country> 'Norway' }}"
    assert run(kit, text).taken == (
        "Not looked at: 1 of 4 (client), which have no “country” but “country code”.",
    )
    assert run(kit, text, language="de").taken == (
        "Nicht berücksichtigt: 1 von 4 (Kunde), zu denen der Graph nicht „Land“, sondern „Land Code“ angibt.",
    )


def test_what_is_closed_is_neither_counted_nor_named(kit: Kit) -> None:
    closed = Closed(properties=frozenset((f"{DEF}countryCode",)))
    less = replace(kit, conditions=replace(kit.conditions, closed=closed))
    assert run(less, f"SELECT ?c {{ ?c <{DEF}country> 'Norway' }}").taken == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (":usedFrom", ":usedUntil"),  # the two ends of a span
        (":clientTotal", ":clientNumber"),  # "client" only says whose they are
    ],
)
def test_what_only_shares_a_word_is_no_other_way(one: str, other: str) -> None:
    declared = f"""
    :usedFrom a owl:DatatypeProperty ; rdfs:label "used from" .
    :usedUntil a owl:DatatypeProperty ; rdfs:label "used until" .
    :clientTotal a owl:DatatypeProperty ; rdfs:label "client total" .
    :clientNumber a owl:DatatypeProperty ; rdfs:label "client number" .
    s:east a :Client ; {one} "1" . s:west a :Client ; {other} "2" .
    """
    kit = kit_of(ONTOLOGY + DATA + declared)
    assert found(kit, f"SELECT ?c {{ ?c {one} ?x }}") == ()
