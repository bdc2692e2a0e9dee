"""The graph as it is: classes, properties and what leads where are read from the data, declared or not."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.errors import GraphTimeout, GraphUnavailable
from kgqa.observed import from_text, merged, observe, ontology_of, profile, stamp_of, text_of
from kgqa.ontology import Ontology, PropertyKind, Use
from kgqa.sampling import LOOKING
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable
from tests.doubles.graph import SmallGraph
from tests.kgqa.zoo import DATA, DEF, ONTOLOGY


def seen(turtle: str, given: Ontology | None = None) -> Ontology:
    return asyncio.run(profile(SmallGraph(turtle), given))


def test_without_an_ontology_the_data_says_what_there_is() -> None:
    found = seen(DATA)
    assert found.classes[DEF + "Mammal"].instances == 4
    assert not found.classes[DEF + "Mammal"].declared
    assert found.properties[DEF + "livesIn"].kind is PropertyKind.OBJECT
    assert found.properties[DEF + "weight"].kind is PropertyKind.DATA


def test_each_use_says_from_where_to_where_and_how_often() -> None:
    uses = {(u.subject, u.object): u for u in seen(DATA).uses_of(DEF + "livesIn")}
    use = uses[DEF + "Mammal", DEF + "Enclosure"]
    assert isinstance(use, Use)
    assert (use.count, use.subjects, use.literal) == (4, 4, False)
    assert (DEF + "Bird", DEF + "Enclosure") in uses


def test_what_is_declared_inside_the_graph_or_beside_it_counts_the_same() -> None:
    inside = seen(ONTOLOGY + DATA)
    beside = seen(DATA, asyncio.run(profile(SmallGraph(ONTOLOGY))))
    assert inside.classes.keys() == beside.classes.keys()
    assert inside.domains(DEF + "weight") == beside.domains(DEF + "weight")
    assert inside.classes[DEF + "Animal"].declared
    assert inside.classes[DEF + "Animal"].instances == 0


def test_an_empty_graph_has_an_empty_schema() -> None:
    found = seen("")
    assert not found.classes
    assert not found.properties
    assert found.uses == ()


def test_untyped_things_are_seen_too() -> None:
    found = seen(f"@prefix : <{DEF}> . :a :knows :b . :a :age 4 .")
    assert {u.subject for u in found.uses} == {""}
    assert found.properties[DEF + "knows"].kind is PropertyKind.OBJECT
    assert found.properties[DEF + "age"].kind is PropertyKind.DATA


def test_two_ontologies_hold_together_what_either_says() -> None:
    one = asyncio.run(profile(SmallGraph(ONTOLOGY)))
    both = merged(Ontology(), one)
    assert both.classes == one.classes
    assert both.properties == one.properties


class Slow(SmallGraph):
    """Times out on queries over literals."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if "isliteral" in query.text.casefold():
            raise GraphTimeout("The graph did not answer within 120 s.")
        return await super().run(query, limits)


def test_a_profile_that_takes_too_long_costs_a_notice_and_not_the_start() -> None:
    found = asyncio.run(profile(Slow(DATA)))
    assert any("could not be read fully" in n for n in found.notices)
    assert DEF + "Mammal" in found.classes


def test_a_graph_that_cannot_be_reached_is_no_empty_graph() -> None:
    with pytest.raises(GraphUnavailable):
        asyncio.run(profile(SmallGraph("", error=GraphUnavailable("Nobody there."))))


LANGUAGES = """
:Zoo a rdfs:Class ; rdfs:label "zoo"@en , "Zoo \\u2603 \\"quoted\\""@de .
:feeds rdfs:range [ owl:unionOf ( :Bird :Mammal ) ] .
:a :knows :b ; :age 4 .
"""


def test_what_was_observed_can_be_written_and_read_without_a_difference() -> None:
    observed = asyncio.run(observe(SmallGraph(ONTOLOGY + DATA + LANGUAGES)))
    again = from_text(text_of(observed))
    assert again == observed
    assert ontology_of(again) == seen(ONTOLOGY + DATA + LANGUAGES)


def test_what_is_given_beside_a_graph_is_no_part_of_what_was_observed_in_it() -> None:
    observed = asyncio.run(observe(SmallGraph(DATA)))
    given = asyncio.run(profile(SmallGraph(ONTOLOGY)))
    assert ontology_of(observed, given) == seen(DATA, given)
    assert not ontology_of(observed).classes[DEF + "Mammal"].declared


def test_a_text_that_is_not_as_it_was_written_is_no_observation() -> None:
    text = text_of(asyncio.run(observe(SmallGraph(ONTOLOGY + DATA))))
    odd = (
        "",
        "null",
        "{}",
        text[:-1],
        "[" * 100_000,
        text.replace('"kind": "iri"', '"kind": "thing"', 1),
        text.replace('"count": ', '"count": "many", "once": ', 1),
        text.replace('"count": ', '"count": 0.', 1),
        text.replace('"overlaps"', '"underlaps"'),
        text.replace('"uses": [', '"uses": [null, '),
    )
    assert from_text(text)
    assert [from_text(each) for each in odd] == [None] * len(odd)


def test_another_graph_has_another_stamp() -> None:
    one, other = (GraphDescription(name="zoo", fingerprint=each) for each in ("one", "other"))
    assert stamp_of(one) == stamp_of(GraphDescription(name="the same zoo", fingerprint="one", triples=7))
    assert stamp_of(one) != stamp_of(other)


E = "https://e.example/"


class Measuring(SmallGraph):
    """Keeps how many characters each query brought."""

    def __init__(self, turtle: str) -> None:
        super().__init__(turtle)
        self.brought: list[int] = []

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        table = await super().run(query, limits)
        self.brought.append(sum(len(term.value) for row in table.rows for term in row if term))
        return table


async def test_values_of_a_megabyte_are_known_by_their_beginnings() -> None:
    long = "a" * 2**20
    papers = (f'<{E}{n}> a <{E}Paper> ; <{E}text> "{n % 2} {long}" .' for n in range(8))
    graph = Measuring("".join(papers))
    ontology = await profile(graph)
    sample = ontology.sample(f"{E}Paper", f"{E}text")
    assert sample is not None
    assert [(value.value, count) for value, count in sample.values] == [
        (f"{n} {'a' * 78}", 4) for n in (0, 1)
    ]
    assert (sample.count, sample.whole) == (8, False)
    assert ontology.notices == ()
    assert max(graph.brought) <= LOOKING.bytes + 2**20
