"""Whether closed data is there is told by nothing: two graphs that differ in it alone answer alike."""

from __future__ import annotations

import random

import pytest

from kgqa.check import Conditions, check
from kgqa.check.looking import looked_up
from kgqa.declared import read_ontology
from kgqa.observed import profile
from kgqa.repair.hidden import Hidden
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Issue
from tests.doubles.graph import SmallGraph
from tests.kgqa.check.alike import BARE, CLOSED, SCHEMAS, compared, sides
from tests.kgqa.check.test_closed_tells_nothing import EX, SCHEMA

DATA = """
ex:p1 a ex:Guest ; ex:name "Ada" . ex:t1 a ex:Task ; ex:name "a task" .
ex:p3 a ex:Spy ; ex:name "Bond" ; ex:code "007" ; ex:about ex:w1 .
"""


@pytest.mark.slow
@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize("seed", range(2))
async def test_graphs_that_differ_in_closed_data_alone_answer_alike(seed: int, schema: str) -> None:
    passed, full = await compared(seed, SCHEMAS[schema], 100)
    assert passed > 3
    assert full > 0


async def verdict(query: str, schema: str = SCHEMA) -> CheckedQuery | tuple[Issue, ...]:
    graph = SmallGraph(schema + DATA)
    ontology = await profile(graph, read_ontology(schema, "ttl", "schema"))
    query = f"PREFIX ex: <{EX}> {query}"
    parsed = parse(query)
    assert isinstance(parsed, ParsedQuery)
    return check(query, ontology, await looked_up(parsed, graph, ontology, Conditions(closed=CLOSED)))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?y WHERE { THING ex:name ?y }",
        "SELECT ?c WHERE { THING a ?c }",
        "SELECT (THING AS ?x) WHERE { ?y a ex:Task }",
        "SELECT ?x WHERE { VALUES ?x { THING } ?y a ex:Task }",
        "SELECT ?y WHERE { ?y a ex:Task FILTER(?y != THING) }",
        "DESCRIBE THING",
    ],
)
@pytest.mark.parametrize("schema", SCHEMAS)
async def test_a_closed_thing_and_one_that_is_not_there_are_told_alike(query: str, schema: str) -> None:
    """Nor one that only closed things lead to."""
    told = []
    for thing in ("p3", "w1", "zz"):
        found = await verdict(query.replace("THING", f"ex:{thing}"), SCHEMAS[schema])
        assert isinstance(found, tuple)
        told.append([(i.rule, i.message, i.hint.replace(f"“{thing}”", "")) for i in found])
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("schema", SCHEMAS)
@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?y WHERE { ?x a ?t ; ex:name ?y }",
        "SELECT ?t (COUNT(*) AS ?n) WHERE { ?x a ?t } GROUP BY ?t",
        "SELECT ?y WHERE { ?x ?p ?y VALUES ?p { ex:code } }",
    ],
)
async def test_what_a_thing_is_of_any_class_may_be_closed(query: str, schema: str) -> None:
    found = await verdict(query, SCHEMAS[schema])
    assert isinstance(found, tuple)
    assert {issue.rule for issue in found} == {"closed"}


async def test_a_property_that_only_closed_data_has_is_not_known() -> None:
    query = "SELECT ?x WHERE { ?x a ex:Task ; ex:PROPERTY ?y }"
    told = []
    for name in ("code", "zzzz"):
        found = await verdict(query.replace("PROPERTY", name), BARE)
        assert isinstance(found, tuple)
        told.append([(i.rule, i.message.replace(name, "")) for i in found])
    assert told[0] == told[1]


async def test_an_open_thing_is_asked_as_before() -> None:
    assert isinstance(await verdict("SELECT ?y WHERE { ex:p1 ex:name ?y }"), CheckedQuery)


async def test_a_property_that_only_closed_data_has_is_spoken_of_like_one_that_there_is_not() -> None:
    for side in await sides(random.Random(1), SCHEMAS["declared"]):  # noqa: S311 - the same in every run
        hidden = Hidden(CLOSED, side.ontology)
        assert not hidden.told_in("The graph has no property “code”.")
        assert hidden.told_in("The property “wage” is closed.")


async def test_what_stands_in_no_default_graph_may_still_stand_in_a_named_one() -> None:
    side, _ = await sides(random.Random(1), SCHEMAS["declared"])  # noqa: S311 - the same in every run
    before = Conditions(closed=CLOSED, things={f"{EX}nobody": None, f"{EX}t1": frozenset({f"{EX}Task"})})
    for where, known in (
        ("GRAPH ?g { ex:nobody ?p ?y }", {f"{EX}t1"}),
        ("ex:nobody ?p ?y", {*before.things}),
    ):
        asked = parse(f"PREFIX ex: <{EX}> SELECT ?y WHERE {{ {where} }}")
        assert isinstance(asked, ParsedQuery)
        found = await looked_up(asked, side.graph, side.ontology, before)
        assert found.things.keys() == known
