"""German sentences have their articles, cases and commas."""

from __future__ import annotations

import pytest

from kgqa.numbers import measured
from kgqa.restate.inflection import finished, gender_of


@pytest.mark.parametrize(
    ("noun", "gender"),
    [
        ("Listenpreis", "m"),
        ("Lieferzeit", "f"),
        ("Eröffnungsdatum", "n"),
        ("E-Mail-Adresse", "f"),
        ("Stückkosten", "p"),
        ("Regenmesser", "m"),
        ("edition", ""),
    ],
)
def test_a_compound_has_the_gender_of_its_last_word(noun: str, gender: str) -> None:
    assert gender_of(noun) == gender


@pytest.mark.parametrize(
    ("marked", "said"),
    [
        ("mit ‹ein Listenpreis› von 5", "mit einem Listenpreis von 5"),
        ("haben ‹kein bestelltes Produkt›", "haben kein bestelltes Produkt"),
        ("von ‹jeweilig Kunde›", "vom jeweiligen Kunden"),
        ("‹der höchste Gewicht› beträgt 5", "das höchste Gewicht beträgt 5"),
        ("mit ‹ein Vorgesetzter›", "mit einem Vorgesetzten"),
        ("die Führungskraft ist nicht ‹ein Person›", "die Führungskraft ist keine Person"),
        ("Telefon von ⸱‹der Führungskraft›", "Telefon der Führungskraft"),
        ("Preis von ⸱‹jeweilig Produkt›", "Preis des jeweiligen Produkts"),
        ("Adresse von ⸱‹ein Lieferant›", "Adresse eines Lieferanten"),
        ("Art von ⸱‹ihr Name›", "Art ihres Namens"),
        ("Art von ⸱‹der Vorgesetzter›", "Art vom Vorgesetzten"),
        ("Preis von ⸱„Foo“", "Preis von „Foo“"),
        ("geleitet von ‹der Führungskraft›", "geleitet von der Führungskraft"),
        ("der Preis der Teile, die er kauft⸴ liegt: 5", "der Preis der Teile liegt, die er kauft: 5"),
        ("ob sie ein Teil, der fehlt⸴ ist", "ob sie ein Teil ist, der fehlt"),
        ("Werke, die liefern⸴ und Lager", "Werke, die liefern, und Lager"),
        ("Werke, die liefern⸴: zwei", "Werke, die liefern: zwei"),
        ("von mehr als 60 Tage", "von mehr als 60 Tagen"),
    ],
)
def test_a_mark_is_inflected_as_the_word_before_it_wants(marked: str, said: str) -> None:
    assert finished(marked) == said


def test_a_noun_of_no_known_gender_stands_beside_one_that_is_known() -> None:
    assert finished("mit ‹ein edition›") == "mit einer Angabe „edition“"
    assert finished("‹der Qwertz› ist neu") == "der Eintrag „Qwertz“ ist neu"


@pytest.mark.parametrize(
    ("number", "unit", "language", "written"),
    [
        ("636.49", "EUR", "en", "€636.49"),
        ("636.49", "EUR", "de", "636,49 €"),
        ("-5", "USD", "en", "-$5"),
        ("1200", "NOK", "en", "1,200 NOK"),
        ("20751978.75", "EUR", "en", "€20.75 million"),
        ("20751978.75", "EUR", "de", "20,75 Mio. €"),
    ],
)
def test_money_is_written_as_people_write_it(number: str, unit: str, language: str, written: str) -> None:
    assert measured(number, unit, language, brief=True) == written
