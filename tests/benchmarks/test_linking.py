"""The benchmark of linking: what is gold in a query, and what counts as found."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchmarks.gold import Gold, gold_of
from benchmarks.linking import Found, figures, measure_folder
from benchmarks.scenario import Asked, Scenario, meant
from bot.wiring import sample_folder
from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import Link, LinkedQuestion, Match, Question, TermKind

EX = "https://example.org/"
PREFIXES = f"""PREFIX : <{EX}> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> """


def gold(query: str) -> Gold:
    parsed = parse(PREFIXES + query)
    assert isinstance(parsed, ParsedQuery)
    return gold_of(parsed, Ontology())


def linked(*links: Link) -> LinkedQuestion:
    return LinkedQuestion(question=Question(text="?", asked_at=datetime(2025, 1, 1, tzinfo=UTC)), links=links)


def match(local: str, score: float = 1.0) -> Match:
    return Match(kind=TermKind.ENTITY, iri=EX + local, label=local, score=score, how="exact")


# ── gold ─────────────────────────────────────────────────────────────────────────────────────────


def test_classes_properties_and_things_are_told_apart() -> None:
    found = gold("SELECT ?x { ?x a :Pump ; :madeAt :oslo ; :price/:amount ?y FILTER(?x != :old) }")
    assert found.classes == (EX + "Pump",)
    assert found.properties == (EX + "madeAt", EX + "price", EX + "amount")
    assert found.entities == (EX + "oslo", EX + "old")


def test_a_class_is_found_below_others_too() -> None:
    assert gold("SELECT ?x { ?x a/rdfs:subClassOf* :Pump }").classes == (EX + "Pump",)


def test_what_no_phrase_names_is_not_gold() -> None:
    found = gold('SELECT ?x { ?x a ?c ; rdfs:label ?l ; skos:altLabel ?m FILTER(REGEX(?l, "wind", "i")) }')
    assert found == Gold(texts=("wind",))


def test_texts_are_gold_and_numbers_and_dates_are_kept_apart() -> None:
    found = gold(
        'SELECT ?x { ?x :in "Oslo"@en FILTER(?x > 5 && ?x < "2024-01-01"^^xsd:date) VALUES ?x { "red" } }'
    )
    assert set(found.texts) == {"Oslo", "red"}
    assert set(found.numbers) == {"5", "2024-01-01"}


# ── shares ───────────────────────────────────────────────────────────────────────────────────────


def test_shares_are_of_terms_and_of_questions() -> None:
    one = Found(
        "1", "?", Gold(classes=("a", "b")), 1.0, {"classes": ["a"]}, {"classes": []}, {"classes": ["b"]}
    )
    other = Found(
        "2", "?", Gold(classes=("c", "d")), 1.0, {"classes": []}, {"classes": ["c"]}, {"classes": []}
    )
    for found in (one, other):
        for lost in (found.missing, found.behind, found.tied):
            lost |= {kind: [] for kind in ("properties", "entities", "texts")}
    row = figures([one, other])["classes"]
    assert (row["gold"], row["among the links"], row["first"], row["first or tied"]) == (4, 0.75, 0.25, 0.5)
    assert (row["questions with all"], row["questions"]) == (1, 2)


@pytest.mark.slow
async def test_the_sample_company_is_measured_whole(tmp_path: Path) -> None:
    found = await measure_folder(sample_folder("questions.jsonl", tmp_path))
    assert len(found) > 150
    assert figures(found)["entities"]["among the links"] == 1.0


# ── the scenario ─────────────────────────────────────────────────────────────────────────────────


def test_the_longest_name_is_meant_and_what_is_tied_is_meant_together() -> None:
    whole = Link(text="New Tech Park", start=0, end=13, matches=(match("tower"),))
    inside = Link(text="Park", start=9, end=13, matches=(match("park"),))
    tied = Link(
        text="industrial", start=20, end=30, matches=(match("b1", 0.9), match("b2", 0.9), match("b3", 0.8))
    )
    things = frozenset(EX + name for name in ("tower", "park", "b1", "b2", "b3"))
    assert set(meant(linked(whole, inside, tied), things)) == {
        ("new tech park", EX + "tower"),
        ("industrial", EX + "b1"),
        ("industrial", EX + "b2"),
    }


def test_a_meaning_that_is_hardly_one_is_not_taken_for_a_thing() -> None:
    weak = Link(text="purposes", start=0, end=8, matches=(match("special", 0.5),))
    assert not list(meant(linked(weak), frozenset((EX + "special",))))


def test_a_question_is_right_with_the_same_things_at_words_that_hold_those_expected() -> None:
    def asked(*found: tuple[str, str]) -> bool:
        return Asked("1", "?", "", frozenset((("commercial", "c"),)), frozenset(found)).right

    assert asked(("commercial", "c"))
    assert asked(("commercial use", "c"))
    assert not asked(("use", "c"))
    assert not asked(("commercial", "c"), ("singapore", "s"))
    assert not asked()


def test_failures_show_what_was_expected_and_what_was_found() -> None:
    scenario = Scenario([Asked("1", "Where?", "whole", frozenset((("a", "x"),)), frozenset((("a", "y"),)))])
    assert [line.split() for line in scenario.failures()][1:] == [
        ["expected", "a:", "x"],
        ["found", "a:", "y"],
    ]
    assert scenario.figures() == {"whole": {"questions": 1, "right": 0}}
