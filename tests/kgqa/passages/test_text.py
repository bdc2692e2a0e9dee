"""Text in pieces: sentences, passages of a bounded length, several rankings as one."""

from __future__ import annotations

from datetime import date

import pytest

from kgqa.language import language
from kgqa.passages.chunks import OVERLAP, SIZE, chunks
from kgqa.passages.fusion import fused
from kgqa.passages.left_to_queries import is_left_to_queries
from kgqa.passages.passage import Block, Place
from kgqa.passages.sentences import sentences
from kgqa.passages.verbal import Said, verbalised

TODAY = date(2026, 11, 20)
EN, DE = language("en"), language("de")


def test_a_sentence_ends_at_its_point_and_not_at_an_abbreviation_or_a_number() -> None:
    text = "Dr. Moss pays, e.g. by card. The fee is 3.5 percent! See No. 7. Vgl. Abs. 2 der Regel."
    assert sentences(text) == [
        "Dr. Moss pays, e.g. by card.",
        "The fee is 3.5 percent!",
        "See No. 7.",
        "Vgl.",
        "Abs. 2 der Regel.",
    ]


def test_a_passage_has_512_tokens_and_begins_with_the_last_20_of_the_one_before() -> None:
    words = [f"word{n}" for n in range(1_200)]
    found = list(chunks("long.txt", [Block(" ".join(words), Place(paragraph=1))]))
    told = [passage.text.split() for passage in found]
    assert len(told[0]) == SIZE
    assert told[1][:OVERLAP] == told[0][-OVERLAP:]
    assert told[-1][-1] == words[-1]
    assert {word for some in told for word in some} == set(words)


def test_each_piece_of_a_passage_keeps_its_place() -> None:
    blocks = [Block("One two.", Place(page=1, paragraph=1)), Block("Three four.", Place(page=2, paragraph=1))]
    (passage,) = chunks("a.pdf", blocks)
    assert [block.place.page for block in passage.blocks] == [1, 2]


def test_a_passage_ends_where_its_document_is_read_and_no_further() -> None:
    read = []

    def endless() -> object:
        for n in range(10**9):
            read.append(n)
            yield Block("a b c d e f g h", Place(paragraph=n))

    first = next(chunks("endless.txt", endless()))  # type: ignore[arg-type]  # a generator of blocks
    assert first.text
    assert len(read) <= SIZE


def test_what_several_ways_find_early_goes_first() -> None:
    assert next(iter(fused([["a", "b", "c"], ["b", "a"], ["b"]]))) == "b"
    assert fused([["a"], ["a"]]) == {"a": 1.0}
    assert fused([]) == {}


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("How many suppliers are there?", EN),
        ("What is the average price?", EN),
        ("What is the longest notice period?", EN),
        ("Which suppliers are in Norway?", EN),
        ("List the orders of Acme", EN),
        ("Show all the contracts", EN),
        ("Wie viele Lieferanten gibt es?", DE),
        ("Welche Lieferanten sind in Norwegen?", DE),
        ("Alle Verträge mit Acme", DE),
    ],
)
def test_what_can_be_counted_or_listed_is_left_to_queries(question: str, lang: object) -> None:
    assert is_left_to_queries(question, lang, TODAY, frozenset())  # type: ignore[arg-type]  # a Language


@pytest.mark.parametrize(
    ("question", "lang"),
    [
        ("What is the notice period of the lease?", EN),
        ("Within how many days must receipts be handed in?", EN),
        ("Who signs the contract?", EN),
        ("Welche Frist gilt für die Kündigung?", DE),
        ("Wie viele Tage beträgt die Frist?", DE),
    ],
)
def test_what_a_text_says_is_not(question: str, lang: object) -> None:
    assert not is_left_to_queries(question, lang, TODAY, frozenset())  # type: ignore[arg-type]  # a Language


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("How many characters must a passphrase have?", "characters"),
        ("Wie viele Zeichen muss ein Kennwort haben?", "zeichen"),
    ],
)
def test_a_rule_on_what_the_graph_does_not_know_is_no_count(question: str, unknown: str) -> None:
    lang = DE if unknown == "zeichen" else EN
    assert not is_left_to_queries(question, lang, TODAY, frozenset((unknown,)))
    assert is_left_to_queries(question, lang, TODAY, frozenset())


def test_a_text_of_the_graph_is_told_as_it_stands() -> None:
    prose = "Damage by lightning is not covered. All other faults are repaired."
    assert list(verbalised("Repairs", (), [Said("body text", prose)], EN)) == [(prose, False)]


def test_each_fact_is_told_with_its_reverse() -> None:
    facts = [
        Said("price", "33,065 EUR"),
        Said("has engine", "B48"),
        Said("variant of", "1 Series"),
        Said("is located in", "Oslo"),
        Said("name", "120 M", is_name=True),
    ]
    told = list(verbalised("BMW 120 M", ["car"], facts, EN))
    assert [text for text, is_reverse in told if is_reverse] == [
        "33,065 EUR is price of BMW 120 M.",
        "B48 is engine of BMW 120 M.",
        "1 Series has variant BMW 120 M.",
        "Oslo is what BMW 120 M is located in.",
    ]
    assert [text for text, _ in told] == [
        "BMW 120 M is a car.",
        "BMW 120 M has price 33,065 EUR.",
        "33,065 EUR is price of BMW 120 M.",
        "BMW 120 M has engine B48.",
        "B48 is engine of BMW 120 M.",
        "BMW 120 M is variant of 1 Series.",
        "1 Series has variant BMW 120 M.",
        "BMW 120 M is located in Oslo.",
        "Oslo is what BMW 120 M is located in.",
        "BMW 120 M is also called 120 M.",
    ]


def test_a_brace_in_a_name_is_a_brace() -> None:
    assert list(verbalised("{thing}", [], [Said("{value}", "{0}")], EN)) == [
        ("{thing} has {value} {0}.", False),
        ("{0} is {value} of {thing}.", True),
    ]
