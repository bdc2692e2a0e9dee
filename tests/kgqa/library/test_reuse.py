"""Verified pairs of the sample company answer questions of the same shape, and no others."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from kgqa.conversation import spoken
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.linking.link import link
from kgqa.strategies.library import Library
from kgqa.strategies.parts import Parts
from kgqa.types import CandidateQuery, Pin, Question
from tests.kgqa.company import Graph

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)
ID = "https://company.example/id/"
WORKS = ("Who works in Finance?", f"SELECT ?x WHERE {{ ?x def:worksIn <{ID}department/fin> }}")
HEAVY = ("Which products weigh more than 20 kg?", "SELECT ?x { ?x def:weight ?v FILTER(?v > 20) }")
TALL = (
    "List the masts that are taller than 3 m",
    "SELECT ?x { ?x a/rdfs:subClassOf* def:Mast ; def:height ?v FILTER(?v > 3000) }",
)
BETWEEN = (
    "Which sites have a floor area between 1,000 and 5,000 m²?",
    "SELECT ?x { ?x def:floorArea ?v FILTER(?v >= 1000 && ?v <= 5000) }",
)
ENDED = (
    "Which projects ended before July 2023?",
    'SELECT ?x { ?x def:endsOn ?v FILTER(?v < "2023-07-01"^^xsd:date) }',
)
STARTED = (
    "Which projects started last year?",
    'SELECT ?x { ?x def:startsOn ?v FILTER(?v >= "2025-01-01"^^xsd:date && ?v <= "2025-12-31"^^xsd:date) }',
)
DEAR = (
    "What are the five most expensive products?",
    "SELECT ?x { ?x def:listPrice/def:amount ?v } ORDER BY DESC(?v) LIMIT 5",
)
REPORTS = ("Who does Otto Brekke report to?", f"SELECT ?x {{ <{ID}person/0091> def:reportsTo ?x }}")
WHETHER = (
    "Does Anouk Aaltonen work in Sensor Physics?",
    f"ASK {{ <{ID}person/0019> def:worksIn <{ID}department/sph> }}",
)
SUPPLIERS = (
    "Which suppliers are in Norway?",
    f"SELECT ?x {{ ?x a/rdfs:subClassOf* def:Supplier ; def:hasAddress/def:inCountry <{ID}country/no> }}",
)
TITLE = ("What is Luc Moreau's job title?", f"SELECT ?x {{ <{ID}person/0124> def:jobTitle ?x }}")
NAMED = ("Who is called Elif by first name?", 'SELECT ?x { ?x def:givenName "Elif" }')
GERMAN = ("Wer leitet den Einkauf?", f"SELECT ?x {{ <{ID}department/pur> def:headedBy ?x }}")

Ask = Callable[..., tuple[CandidateQuery, ...]]


def pair(question: str, sparql: str, at: datetime = AT) -> Pair:
    return Pair(question=question, sparql=sparql, by="Ada", at=at, source=Source.ADMIN)


@pytest.fixture(scope="module")
def ask(company: Graph) -> Ask:
    kit = company.core.kit

    def asked(
        text: str, *known: tuple[str, str], at: datetime = AT, pins: tuple[Pin, ...] = ()
    ) -> tuple[CandidateQuery, ...]:
        parts = Parts(
            graph=kit.graph,
            described=kit.described,
            ontology=kit.ontology,
            naming=kit.naming,
            labels=kit.labels,
            index=kit.index,
            shelf=Shelf(),
        )
        parts.shelf.stock([pair(*each) for each in known])
        question = Question(text=text, asked_at=at, pins=pins)
        linked = link(question, kit.index, spoken(question), kit.ontology)
        return Library(parts).proposal(linked).candidates

    return asked


@pytest.mark.slow
def test_the_very_question_is_answered_with_its_pair_as_it_stands(ask: Ask) -> None:
    (found,) = ask("who works in finance", WORKS)
    assert found.text == WORKS[1]
    assert found.confidence > 0.95
    assert found.strategy == "library"
    assert not found.written
    assert found.reading == "like “Who works in Finance?”, verified by Ada"


@pytest.mark.parametrize(
    ("text", "known", "holds"),
    [
        ("Who works in Sensor Physics?", WORKS, f"<{ID}department/sph>"),
        ("Could you tell me who is working in Assembly, please?", WORKS, f"<{ID}department/asm>"),
        ("Which products weigh over 500 g?", HEAVY, "?v > 0.5"),
        ("Please list the products that weigh more than 5 kg", HEAVY, "?v > 5"),
        ("List the masts that are taller than 250 cm", TALL, "?v > 2500"),
        (
            "Which sites have a floor area between 2,000 and 3,000 m²?",
            BETWEEN,
            "2000) && (?v <= 3000)",
        ),
        ("Which projects ended before 3 March 2024?", ENDED, '?v < "2024-03-03"'),
        ("What are the ten most expensive products?", DEAR, "LIMIT 10"),
        ("Who does Bjørn Haugen report to?", REPORTS, f"<{ID}person/0088> def:reportsTo"),
        (
            "Does Otto Brekke work in Purchasing?",
            WHETHER,
            f"<{ID}person/0091> def:worksIn",
        ),
        ("In Denmark, which suppliers are there?", SUPPLIERS, f"<{ID}country/dk>"),
        ("Which vendors are in Sweden?", SUPPLIERS, f"<{ID}country/se>"),
        ("What is the job title of Otto Brekke?", TITLE, f"<{ID}person/0091> def:jobTitle"),
        ("Wer leitet die Qualitätssicherung?", GERMAN, f"<{ID}department/qa>"),
    ],
)
def test_a_question_of_the_same_shape_is_answered_with_its_own_names(
    ask: Ask, text: str, known: tuple[str, str], holds: str
) -> None:
    found = ask(text, known)
    assert len(found) == 1
    assert holds in found[0].text


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Who does not work in Finance?", WORKS),
        ("Who works in Bergen?", WORKS),  # a city
        ("Who worked in Finance since 2020?", WORKS),
        ("Which products weigh less than 20 kg?", HEAVY),
        ("Which products weigh at least 20 kg?", HEAVY),
        ("Which products cost more than 20 kg?", HEAVY),
        ("Which products weigh more than 20 m?", HEAVY),
        ("Which products weigh more than 20?", HEAVY),  # of what?
        ("Which components weigh more than 20 kg?", HEAVY),
        ("How many products weigh more than 20 kg?", HEAVY),
        ("Which products in Norway weigh more than 20 kg?", HEAVY),
        ("List the masts that are shorter than 3 m", TALL),
        ("Which projects ended after July 2023?", ENDED),
        ("Which projects started before July 2023?", ENDED),
        ("What are the five cheapest products?", DEAR),
        ("What is the fifth most expensive product?", DEAR),
        ("Who reports to Otto Brekke?", REPORTS),
        ("Who works in Sensor Physics?", WHETHER),
        ("Which suppliers are not in Norway?", SUPPLIERS),
        ("Which customers are in Norway?", SUPPLIERS),
        ("Which suppliers are in Norway or Sweden?", SUPPLIERS),
        ("What is the phone number of Otto Brekke?", TITLE),
        ("Wer arbeitet im Einkauf?", GERMAN),
        ("Who heads Purchasing?", GERMAN),
    ],
)
def test_a_question_that_only_looks_the_same_is_left_to_others(
    ask: Ask, text: str, known: tuple[str, str]
) -> None:
    assert ask(text, known) == ()


def test_several_things_of_one_name_are_several_candidates_with_pins(ask: Ask) -> None:
    found = ask("What is Haugen's job title?", TITLE)
    terms = {c.pins[0].term for c in found}
    assert len(found) == len(terms) > 1
    assert {c.pins[0].mention for c in found} == {"Haugen"}


def test_what_the_asker_has_chosen_is_meant(ask: Ask) -> None:
    chosen = Pin(mention="Haugen", term=f"{ID}person/0088")
    (found,) = ask("What is Haugen's job title?", TITLE, pins=(chosen,))
    assert f"<{ID}person/0088>" in found.text


def test_last_year_is_another_year_a_year_later(ask: Ask) -> None:
    (found,) = ask(STARTED[0], STARTED, at=AT.replace(year=2027))
    assert '"2026-01-01"' in found.text
    assert '"2026-12-31"' in found.text


def test_a_pair_that_does_not_say_how_last_year_was_meant_is_not_used_a_year_later(ask: Ask) -> None:
    vague = ("Which projects started last year?", "SELECT ?x { ?x def:startsOn ?v }")
    assert len(ask(vague[0], vague)) == 1
    assert ask(vague[0], vague, at=AT.replace(year=2027)) == ()


def test_pairs_that_ask_different_things_in_the_same_words_answer_no_third_question(ask: Ask) -> None:
    other = ("Who works in Assembly?", f"SELECT ?x WHERE {{ <{ID}department/asm> def:headedBy ?x }}")
    assert ask("Who works in Sensor Physics?", WORKS, other) == ()


def test_of_two_queries_for_one_question_the_later_is_taken(ask: Ask) -> None:
    newer = (*WORKS[:1], WORKS[1].replace("?x", "?y"), AT.replace(year=2027))
    (found,) = ask("Who works in Finance?", WORKS, newer)
    assert found.text == newer[1]


def test_a_pair_whose_query_no_longer_passes_is_not_used(ask: Ask) -> None:
    assert ask(WORKS[0], (WORKS[0], "SELECT ?x { ?x def:worksAt ?y }")) == ()


def test_a_text_is_filled_as_the_graph_spells_it(ask: Ask) -> None:
    (found,) = ask("Who is called otto by first name?", NAMED)
    assert 'def:givenName "Otto"' in found.text
