"""Mutants of gold queries: what a model would have written instead."""

import re

from benchmarks.check.mutants import ALL_KINDS, mutants_of
from benchmarks.check.mutants.vocabulary import Vocabulary
from kgqa.check.example import EXAMPLE
from kgqa.sparql import ParsedQuery, parse, write

PREFIXES = """PREFIX ex: <https://example.org/shop/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
GOLD = PREFIXES + (
    "SELECT ?label ?o WHERE { ?o a ex:Order ; ex:hasLine ?l ; ex:soldBy ex:anna . ?l ex:product ?p . "
    "?p ex:hasSupplier ?s ; ex:name 'Say \"when\"' . ?s rdfs:label ?label }"
)
KNOWN = Vocabulary(EXAMPLE, {"https://example.org/shop/anna": "Anna"})


def texts(kind: str, gold: str = GOLD, at_most: int = 50) -> list[str]:
    return [m.text for m in mutants_of("q", gold, KNOWN, at_most=at_most) if m.kind == kind]


def normal(query: str) -> str:
    parsed = parse(PREFIXES + query)
    assert isinstance(parsed, ParsedQuery)
    return write(parsed)


def terms_of(text: str) -> set[str]:
    return set(re.findall(r"<([^>]*)>", text))


def test_each_kind_of_slip_is_made() -> None:
    assert {m.kind for m in mutants_of("q", GOLD, KNOWN)} == set(ALL_KINDS)


def test_the_same_query_has_the_same_mutants_and_no_more_than_asked_for() -> None:
    made = mutants_of("q", GOLD, KNOWN, at_most=2)
    assert made == mutants_of("q", GOLD, KNOWN, at_most=2)
    assert all(len(texts(kind, at_most=2)) <= 2 for kind in ALL_KINDS)


def test_no_mutant_is_the_gold_query_or_made_twice() -> None:
    made = [m.text for m in mutants_of("q", GOLD, KNOWN, at_most=50)]
    assert len(made) == len(set(made))
    assert normal(GOLD.removeprefix(PREFIXES)) not in made


def test_a_property_is_reversed_in_a_pattern_and_in_a_step_of_a_path() -> None:
    assert normal("SELECT ?s { ?s ex:hasSupplier ?p }") in texts(
        "reversed property", PREFIXES + "SELECT ?s { ?p ex:hasSupplier ?s }"
    )
    assert texts("reversed property", PREFIXES + "SELECT ?c { ?p ex:hasSupplier/ex:country ?c }")[0] in (
        normal("SELECT ?c { ?p (^ex:hasSupplier)/ex:country ?c }"),
        normal("SELECT ?c { ?p ex:hasSupplier/(^ex:country) ?c }"),
    )


def test_a_hop_is_skipped_from_either_side() -> None:
    gold = PREFIXES + "SELECT ?c { ?p ex:hasSupplier ?s . ?s ex:country ?c }"
    assert set(texts("skipped hop", gold)) == {
        normal("SELECT ?c { ?p ex:country ?c }"),
        normal("SELECT ?c { ?p ex:hasSupplier ?c }"),
    }


def test_no_hop_is_skipped_from_one_group_to_another() -> None:
    assert (
        texts("skipped hop", PREFIXES + "SELECT ?p { ?p ex:hasSupplier ?s MINUS { ?s ex:country ?c } }") == []
    )


def test_a_thing_is_written_as_its_name() -> None:
    gold = PREFIXES + "SELECT ?o { ?o ex:soldBy ex:anna }"
    assert texts("literal for IRI", gold) == [normal("SELECT ?o { ?o ex:soldBy 'Anna' }")]


def test_what_is_invented_or_misspelt_is_in_no_ontology() -> None:
    for kind in ("invented property", "misspelt term"):
        for text in texts(kind):
            (new,) = terms_of(text) - terms_of(normal(GOLD.removeprefix(PREFIXES)))
            assert new not in KNOWN.terms


def test_a_name_is_shown_whose_pattern_is_gone() -> None:
    (made,) = texts("label missing")
    assert "?label" in made
    assert "rdf-schema#label" not in made


def test_a_thing_that_is_shown_is_not_called_by_a_name() -> None:
    gold = PREFIXES + "SELECT ?p { ?p ex:price 5 }"
    assert not any("?pName" in t or "?pLabel" in t for t in texts("unbound projection", gold))


def test_a_literal_loses_its_escapes() -> None:
    assert texts("unescaped literal") == [
        normal(GOLD.removeprefix(PREFIXES)).replace('"Say \\"when\\""', '"Say "when""')
    ]
