"""Numbers of questions in any spelling, and the languages of a graph's names."""

from __future__ import annotations

import pytest

from kgqa.linking.index import TermIndex
from kgqa.ontology import Class, Name, Ontology
from kgqa.rephrase.amounts import missing
from kgqa.rephrase.tongues_of_names import languages_of


@pytest.mark.parametrize(
    ("question", "translation"),
    [
        ("más de 5.000 kg", "more than 5,000 kg"),
        ("plus de 5 000 kg", "more than 5000 kg"),
        ("أكثر من \u0665\u0660\u0660\u0660", "more than 5000"),
        ("超过5万", "more than 50000"),
        ("前五个", "the top 5"),
        ("moins de 1,5 m", "less than 1.5 m"),
        ("1.234.567,89 €", "1,234,567.89 €"),
        ("le 01.03.2024", "on 2024-03-01"),
    ],
)
def test_a_number_is_the_same_in_the_spelling_of_another_language(question: str, translation: str) -> None:
    assert missing(translation, question) == ""
    assert missing(question, translation) == ""


@pytest.mark.parametrize(
    ("question", "translation"),
    [("1,5 m", "15 m"), ("plus de 5 000", "more than 5"), ("5.000", "50000"), ("900", "9000"), ("", "13")],
)
def test_another_number_is_missing(question: str, translation: str) -> None:
    assert missing(translation, question)


def named(*names: Name) -> tuple[str, ...]:
    classes = {f"c{n}": Class(iri=f"c{n}", names=(name,)) for n, name in enumerate(names)}
    return languages_of(Ontology(classes=classes), TermIndex([]))


def test_the_languages_of_names_are_those_of_their_tags_english_first() -> None:
    assert named(Name("usine", "fr"), Name("ville", "fr-CA"), Name("plant", "en-GB")) == ("en", "fr")
    assert named(*(Name(f"usine {n}", "fr") for n in range(9)), Name("plant", "en")) == ("fr",)


def test_names_without_tags_tell_their_language_by_their_words() -> None:
    assert named(Name("date de naissance"), Name("est situé dans la ville"), Name("nom du client")) == ("fr",)
    assert named(Name("Kunde"), Name("Bestellung"), Name("Lieferdatum")) == ("de",)
    assert named(Name("customer"), Name("order")) == ("en",)
    assert named() == ("en",)
