"""What is odd about an answer is seen from its rows and told to the model, with figures, before it stands."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kgqa.check.conditions import Closed
from kgqa.errors import GraphTimeout
from kgqa.pipeline import Kit
from kgqa.ports import Ran
from kgqa.types import Limits, ResultTable
from tests.doubles.graph import SmallGraph
from tests.doubles.model import ScriptedModel
from tests.kgqa.agent.exploring import Exploring, answer, failure, keep, only, seen, turn
from tests.kgqa.studio import DATA, DEF, ONTOLOGY
from tests.kgqa.zoo import kit_of


@pytest.fixture(scope="module")
def studio() -> Kit:
    return kit_of(ONTOLOGY + DATA)


def exploring(kit: Kit, *replies: str) -> Exploring:
    graph = SmallGraph(ONTOLOGY + DATA, name="studio")
    return Exploring(replace(kit, graph=graph), graph, ScriptedModel(*replies))


def shown(kit: Kit, sparql: str) -> str:
    """What the model sees of an answer; that it stands at once is a failure of the test."""
    asked = exploring(kit, turn(answer(sparql)), turn(keep()))
    asked("What of Ada and of North?")
    assert len(asked.model.asked) == 2, "the answer stood at once"
    return seen(asked)


def stands_at_once(kit: Kit, sparql: str) -> bool:
    asked = exploring(kit, turn(answer(sparql)), turn(keep()))
    candidate = only(asked("What of Ada and of North?"))
    return len(asked.model.asked) == 1 and dict(candidate.evidence)["odd"] == 0.0


# ── values that count more than once ─────────────────────────────────────────────────────────────


def test_a_sum_that_another_pattern_multiplies_is_shown_with_both_figures(studio: Kit) -> None:
    told = shown(studio, "SELECT (SUM(?b) AS ?n) { ?p a :Project ; :budget ?b ; :member ?e }")
    assert (
        "`SUM(?b)` counts values more than once, since `?p :member ?e .` matches several times: it is 3000; "
        "with each thing and its value once it is 1600."
    ) in told


def test_of_groups_it_is_told_how_many_change(studio: Kit) -> None:
    told = shown(studio, "SELECT ?c (SUM(?b) AS ?n) { ?p :client ?c ; :budget ?b ; :topic ?t } GROUP BY ?c")
    assert "counts values more than once in 1 of 2 groups" in told
    assert "it is 2000 in the first of them; with each thing and its value once it is 1100." in told


def test_it_counts_as_evidence_where_the_model_keeps_it(studio: Kit) -> None:
    twice = "SELECT (SUM(?b) AS ?n) { ?p a :Project ; :budget ?b ; :member ?e }"
    once = "SELECT (SUM(?b) AS ?n) { ?p a :Project ; :budget ?b }"
    kept = only(exploring(studio, turn(answer(twice)), turn(keep()))("The budget?"))
    mended = only(exploring(studio, turn(answer(twice)), turn(answer(once)))("The budget?"))
    assert dict(kept.evidence)["odd"] > 0
    assert dict(mended.evidence)["odd"] == 0
    assert kept.confidence < mended.confidence


def test_a_distinct_that_takes_equal_values_for_one_is_told(studio: Kit) -> None:
    told = shown(studio, "SELECT (SUM(DISTINCT ?s) AS ?n) { ?p :member ?e . ?e :salary ?s }")
    assert "takes equal values of different things for one: it is 140; with the value of each thing" in told


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT (SUM(?h * ?r) AS ?n) { ?x :hours ?h ; :by ?e . ?e :rate ?r }",
        "SELECT ?p (SUM(?s) AS ?n) { ?p :member ?e . ?e :salary ?s } GROUP BY ?p",
        "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a :Project ; :topic ?t FILTER(?t != 'web') }",
    ],
)
def test_what_is_multiplied_on_purpose_stands_at_once(studio: Kit, sparql: str) -> None:
    assert stands_at_once(studio, sparql)


def test_a_thing_of_several_kinds_of_a_class_counts_once() -> None:
    """A class stands for all its kinds, and the elder is a tree and a crop."""
    garden = """
    @prefix : <https://garden.example/> .
    @prefix owl: <http://www.w3.org/2002/07/owl#> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    :Plant a owl:Class . :height a owl:DatatypeProperty .
    :Tree a owl:Class ; rdfs:subClassOf :Plant . :Crop a owl:Class ; rdfs:subClassOf :Plant .
    :elder a :Tree , :Crop ; :height 3 . :oak a :Tree ; :height 9 . :rye a :Crop ; :height 1 .
    """
    kit, graph = kit_of(garden), SmallGraph(garden, name="garden")
    model = ScriptedModel(turn(answer("SELECT (SUM(?h) AS ?n) { ?x a :Plant ; :height ?h }")))
    asked = Exploring(replace(kit, graph=graph), graph, model)
    found = asked("The total height of the plants?")
    table = asyncio.run(asked.run(only(found).text))
    assert isinstance(table, ResultTable)
    assert [term.value for row in table.rows for term in row if term] == ["13"]


# ── conditions that take nothing away ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("sparql", "condition"),
    [
        ("SELECT ?p { ?p :budget ?b FILTER(?b > 100) }", "FILTER (?b > 100)"),
        ("SELECT ?b { ?p :member :Ada ; :budget ?b ; :topic ?t }", "?p :topic ?t ."),
    ],
)
def test_a_condition_that_takes_nothing_away_is_told(studio: Kit, sparql: str, condition: str) -> None:
    told = shown(studio, sparql)
    assert f"`{condition}" in told
    assert "takes nothing away" in told


@pytest.mark.parametrize(
    ("sparql", "condition"),
    [
        ("SELECT ?e { ?e a :Person ; :rate ?r VALUES ?r { 2 3 } }", "VALUES ?r"),
        ("SELECT ?e { ?e :salary ?s ; :rate ?r VALUES (?r ?s) { (2 100) (2 40) (3 40) } }", "VALUES (?r ?s)"),
        ("SELECT ?e ?s { ?e a :Person ; a :Worker ; :salary ?s }", "?e a :Worker ."),
    ],
)
def test_a_condition_on_a_value_that_takes_nothing_away_is_told_beside_other_things(
    sparql: str, condition: str
) -> None:
    more = f"""
    {DATA}
    s:ada a :Worker . s:ben a :Worker . s:cleo a :Worker .
    """
    kit = kit_of(ONTOLOGY + more)
    graph = SmallGraph(ONTOLOGY + more, name="studio")
    alone = Exploring(replace(kit, graph=graph), graph, ScriptedModel(turn(answer(sparql)), turn(keep())))
    alone("What of Ada and of Book?")
    assert len(alone.model.asked) == 1, "it was asked for, and the answer stands"
    doubted = turn(answer(sparql, doubt="which of them"))
    asked = Exploring(replace(kit, graph=graph), graph, ScriptedModel(doubted, turn(keep())))
    asked("What of Ada and of Book?")
    assert f"`{condition}" in seen(asked)
    assert "takes nothing away" in seen(asked)


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT ?p { ?p :client ?c ; :topic 'web' . ?c rdfs:label 'North' }",  # a name says which it is
        "SELECT ?p { ?p a :Project ; :member :Ada }",  # one of three projects is without her
        "SELECT ?p ?b { ?p a :Project ; :budget ?b }",  # the class alone says what is asked for
        "SELECT ?e ?s { ?e a :Freelancer , :Person ; :salary ?s }",  # nor does a wider class exclude anything
        "SELECT ?p ?t { ?p :client ?c ; :topic ?t . ?c :country 'Norway' }",
        "SELECT ?l { ?c :country ?l VALUES ?c { :North } }",
        "SELECT ?p { ?p a :Project FILTER NOT EXISTS { ?p :actualEnd ?d } }",
    ],
)
def test_a_condition_that_excludes_something_stands_at_once(studio: Kit, sparql: str) -> None:
    assert stands_at_once(studio, sparql)


# ── values that are spelled in two ways ──────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT ?p { ?p :status 'open' }",
        "SELECT ?p { ?p :status ?s FILTER(?s = 'open') }",
        "SELECT ?p { ?p :status ?s FILTER(STR(?s) != 'open') }",
        "SELECT ?p { ?p :status ?s FILTER(?s IN ('open', 'closed')) }",
        "SELECT ?p { ?p :status ?s VALUES ?s { 'open' 'closed' } }",
    ],
)
def test_a_value_that_is_spelled_in_two_ways_is_told_wherever_it_stands(studio: Kit, sparql: str) -> None:
    assert 'The value "open" is also spelled "Open".' in shown(studio, sparql)


def test_a_query_that_names_both_spellings_is_told_nothing(studio: Kit) -> None:
    both = "SELECT ?p { ?p :status ?s ; :budget ?b FILTER(?s IN ('open', 'Open') && ?b > 300) }"
    assert stands_at_once(studio, both)


# ── what is held in another way ──────────────────────────────────────────────────────────────────


def test_what_has_the_like_of_a_property_alone_is_told(studio: Kit) -> None:
    told = shown(studio, "SELECT ?c { ?c a :Client ; :country 'Norway' }")
    assert "1 of 3 things of :Client have no :country, but :countryCode." in told


# ── candidates ───────────────────────────────────────────────────────────────────────────────────


def test_a_candidate_is_told_with_how_many_things_it_touches_from_one_query(studio: Kit) -> None:
    asked = exploring(studio, turn(failure("")))
    asked("Which projects of North have Ada, are open and on print?")
    told = asked.model.told(0)
    assert "“North”: :North “North”, a :Client, 2 have it as :client" in told
    assert "“Ada”: :Ada “Ada”, a :Person, 2 have it as :by, 2 have it as :member" in told
    assert 'the value "print" of :topic, of 2 things' in told
    assert sum("COUNT" in text for text in asked.graph.queries) == 1


def test_where_something_is_closed_no_numbers_are_told(studio: Kit) -> None:
    closed = Closed(properties=frozenset((f"{DEF}member",)))
    less = replace(studio, conditions=replace(studio.conditions, closed=closed))
    asked = exploring(less, turn(failure("")))
    asked("Which projects of North have Ada?")
    assert "“North”: :North “North”, a :Client\n" in asked.model.told(0)


def test_a_graph_that_does_not_count_in_time_costs_the_numbers_alone(studio: Kit) -> None:
    class Slow(Exploring):
        async def run(self, text: str, limits: Limits | None = None) -> Ran:
            raise GraphTimeout("The graph took too long.")

    asked = exploring(studio, turn(failure("nothing")))
    slow = Slow(asked.kit, asked.graph, asked.model)
    slow("Which projects of North have Ada?")
    assert "“North”: :North “North”, a :Client\n" in asked.model.told(0)
