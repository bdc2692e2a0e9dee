"""What a profile could not read is not taken for what the graph does not have."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.check import Closed, Conditions, Policy, check
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.errors import GraphTimeout
from kgqa.observed import from_text, merged, observe, ontology_of, text_of
from kgqa.ontology import Ontology, Part, Property, PropertyKind
from kgqa.types import CheckedQuery, Ground, Issue, Limits, ResultTable
from tests.doubles.graph import SmallGraph

ALL = frozenset(Part) - {Part.TERMS}  # of the data
UNSEEN = [  # with the part of the data that it rests on
    ("?p a ex:Service ; ex:hasSupplier ?s", Part.THINGS),
    ("?o ex:handledBy ?a . ?a a ex:Supplier", Part.THINGS),
    ("?s ex:stands ?p", Part.THINGS),
    ("?v ex:code ?c", Part.VALUES),
    ("?v a ex:Voucher", Part.CLASSES),
    ("?a a ex:Agent", Part.CLASSES),
    ("?p ex:note ?n . ?n a ex:Order", Part.VALUES),
    ("?p ex:note ?n . ?n a ex:Order", Part.THINGS),
    ("?p ex:note ?n FILTER(?n > 5)", Part.VALUES),
    ("?p ex:name 'Valve'@en", Part.VALUES),
]
STANDS = Property(iri=EX + "stands", kind=PropertyKind.OBJECT)
NOTE = Property(iri=EX + "note", kind=PropertyKind.DATA, declared=False, kind_observed=True)
TEXT = replace(OBSERVED.uses_of(EX + "name")[0], property=EX + "note")
GRAPH = replace(
    OBSERVED,
    properties={**OBSERVED.properties, STANDS.iri: STANDS, NOTE.iri: NOTE},
    uses=(*OBSERVED.uses, TEXT),
)


def issues(pattern: str, ontology: Ontology, conditions: Conditions | None = None) -> tuple[Issue, ...]:
    verdict = check(f"SELECT * WHERE {{ {pattern} }}", ontology, conditions)
    return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict


@pytest.mark.parametrize(("pattern", "part"), UNSEEN)
def test_nothing_is_unseen_where_it_was_not_read(pattern: str, part: Part) -> None:
    assert [i.ground for i in issues(pattern, GRAPH)] == [Ground.UNSEEN]
    assert not issues(pattern, replace(GRAPH, unread=ALL))
    assert not issues(pattern, replace(GRAPH, unread=frozenset((part,))))


@pytest.mark.parametrize(
    ("pattern", "unread"),
    [
        ("?p a ex:Service ; ex:hasSupplier ?s", {Part.VALUES, Part.OVERLAPS, Part.CLASSES}),
        ("?v ex:code ?c", {Part.THINGS, Part.OVERLAPS, Part.CLASSES}),
        ("?v a ex:Voucher", {Part.THINGS, Part.VALUES, Part.OVERLAPS}),
    ],
)
def test_what_was_read_to_its_end_still_tells_what_is_not_there(pattern: str, unread: set[Part]) -> None:
    found = issues(pattern, replace(GRAPH, unread=frozenset(unread)))
    assert [i.ground for i in found] == [Ground.UNSEEN]


@pytest.mark.parametrize(
    ("pattern", "ground"),
    [
        ("?p ex:price 'cheap'", Ground.ENTAILED),
        ("?e a ex:Employee ; ex:soldBy ?o", Ground.UNLIKELY),
        ("?p ex:zqxw ?v", Ground.UNLIKELY),
    ],
)
def test_what_the_ontology_says_holds_whatever_was_read(pattern: str, ground: Ground) -> None:
    assert [i.ground for i in issues(pattern, replace(GRAPH, unread=ALL))] == [ground]


class Tired(SmallGraph):
    """Answers only some of the queries about its data in time."""

    def __init__(self, turtle: str, slow: str) -> None:
        super().__init__(turtle)
        self.slow = slow

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if self.slow.casefold() in query.text.casefold():
            raise GraphTimeout("The graph did not answer within 120 s.")
        return await super().run(query, limits)


class Long(SmallGraph):
    """Gives no more than one row of each answer."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        return await super().run(query, replace(limits, rows=1))


DATA = f"""@prefix : <{EX}> .
:o1 a :Order ; :placedOn 1 ; :hasLine :l1 . :l1 a :OrderLine ; :product :p1 . :p1 a :Hardware ; :price 5 .
"""


@pytest.mark.parametrize(
    ("slow", "unread", "silent", "told"),
    [
        ("(isLiteral(?o))", {Part.VALUES}, "?p ex:code ?v", "?p ex:soldBy ?v"),
        ("?o a ?object", {Part.THINGS}, "?p ex:soldBy ?v", "?p ex:code ?v"),
        ("GROUP BY ?class ?other", {Part.OVERLAPS}, "?p ex:price ?v", "?p ex:soldBy ?v"),
        ("?s a ?class }", {Part.CLASSES}, "?v a ex:Voucher", "?p ex:code ?v"),
    ],
)
async def test_a_profile_that_broke_off_says_where(
    slow: str, unread: set[Part], silent: str, told: str
) -> None:
    observed = await observe(Tired(DATA, slow))
    assert set(observed.unread) == unread
    assert from_text(text_of(observed)) == observed
    ontology = ontology_of(observed, EXAMPLE)
    assert not [i for i in issues(silent, ontology) if i.ground is Ground.UNSEEN]
    assert [i.ground for i in issues(told, ontology)] == [Ground.UNSEEN]


async def test_an_answer_that_is_cut_off_is_not_all_there_is() -> None:
    assert set((await observe(Long(DATA))).unread) >= {Part.CLASSES, Part.VALUES, Part.THINGS}
    assert not (await observe(SmallGraph(DATA))).unread


async def test_a_graph_of_which_nothing_is_declared_may_have_more_than_was_read() -> None:
    broken = ontology_of(await observe(Tired(DATA, "(isLiteral(?o))")))
    (doubt,) = issues(f"?p <{EX}price> ?v", broken)
    assert (doubt.rule, doubt.ground) == ("incorrect property", Ground.DOUBTFUL)
    assert "could not be read to its end" in doubt.message
    whole = ontology_of(await observe(SmallGraph(DATA)))
    assert [i.ground for i in issues(f"?p <{EX}weight> ?v", whole)] == [Ground.UNLIKELY]


def test_what_either_of_two_profiles_left_open_stays_open() -> None:
    one, other = Ontology(unread=frozenset((Part.VALUES,))), Ontology(unread=frozenset((Part.THINGS,)))
    assert merged(one, other).unread == {Part.VALUES, Part.THINGS}


# ── what is closed ───────────────────────────────────────────────────────────────────────────────


HIDDEN = Conditions(closed=Closed(classes=frozenset((EX + "Employee",))), policy=Policy())


def test_a_property_that_was_seen_with_values_alone_may_lead_to_closed_things_all_the_same() -> None:
    query = "?p a ex:Order ; ex:note ?n"
    assert not [i for i in issues(query, GRAPH, HIDDEN) if i.ground is Ground.FORBIDDEN]
    partly = replace(GRAPH, unread=frozenset((Part.THINGS,)))
    assert [i.ground for i in issues(query, partly, HIDDEN)] == [Ground.FORBIDDEN]


def test_a_term_of_an_ontology_that_was_not_given_may_lead_to_closed_things() -> None:
    query = "?p a ex:Order ; <https://example.org/parts#fittedBy> ?n"
    assert [i.ground for i in issues(query, GRAPH)] == [Ground.DOUBTFUL]
    assert [i.ground for i in issues(query, GRAPH, HIDDEN)] == [Ground.FORBIDDEN]
