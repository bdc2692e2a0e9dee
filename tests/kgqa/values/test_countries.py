"""Countries by their names, adjectives and codes, in both languages and both directions."""

from __future__ import annotations

import pytest

from kgqa.language import fold, language
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from kgqa.values.countries import countries, other_names
from tests.kgqa.zoo import ask, kit_of, values

COMPANY = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Supplier a owl:Class ; rdfs:label "supplier"@en , "Lieferant"@de .
:country a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:string ; rdfs:label "country" .
:speaks a owl:DatatypeProperty ; rdfs:domain :Supplier ; rdfs:range xsd:string ; rdfs:label "language code" .
z:alfa a :Supplier ; rdfs:label "Alfa" ; :country "%s" ; :speaks "en" .
z:beta a :Supplier ; rdfs:label "Beta" ; :country "%s" ; :speaks "de" .
z:gamma a :Supplier ; rdfs:label "Gamma" ; :country "%s" ; :speaks "pl" .
"""


def company(*names: str) -> Kit:
    return kit_of(COMPANY % names)


@pytest.mark.parametrize(
    ("said", "lang", "code"),
    [
        ("French", "en", "FR"),
        ("Germans", "en", "DE"),
        ("South African", "en", "ZA"),
        ("DEU", "en", "DE"),
        ("Federal Republic of Germany", "en", "DE"),
        ("Turkey", "en", "TR"),
        ("Turkiye", "en", "TR"),
        ("Czech Republic", "en", "CZ"),
        ("Bosnia and Herzegovina", "en", "BA"),
        ("Holland", "en", "NL"),
        ("polnische", "de", "PL"),
        ("österreichischer", "de", "AT"),
        ("Bundesrepublik Deutschland", "de", "DE"),
        ("Elfenbeinküste", "de", "CI"),
    ],
)
def test_a_country_is_known_by_its_names_adjectives_and_codes(said: str, lang: str, code: str) -> None:
    assert countries(fold(said), language(lang)) == (code,)


def test_an_adjective_of_two_countries_means_both() -> None:
    assert countries("congolese", language("en")) == ("CD", "CG")


def test_other_words_mean_no_country() -> None:
    assert other_names("cats", language("en")) == ()


@pytest.mark.parametrize(
    "names", [("US", "DE", "PL"), ("USA", "DEU", "POL"), ("United States", "Germany", "Poland")]
)
@pytest.mark.parametrize(
    ("question", "supplier"),
    [
        ("Which suppliers are in Germany?", "beta"),
        ("List the German suppliers", "beta"),
        ("Which suppliers are in the US?", "alfa"),
        ("Which suppliers are in the USA?", "alfa"),
        ("List the American suppliers", "alfa"),
        ("Which suppliers are polish?", "gamma"),
        ("Welche polnischen Lieferanten gibt es?", "gamma"),
    ],
)
def test_the_graph_may_write_codes_or_names(names: tuple[str, ...], question: str, supplier: str) -> None:
    answer = ask(company(*names), question)
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert [row[0] for row in values(answer)] == [supplier]


def test_us_in_small_letters_is_no_country() -> None:
    answer = ask(company("US", "DE", "PL"), "Which suppliers supply us?")
    assert answer.query is None or '"US"' not in answer.query.text
