"""The most similar pairs come first: by what they ask, not by what they name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from kgqa.library.checking import recheck, stock
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.library.verified import verified
from kgqa.pipeline import Kit
from kgqa.types import Pin
from tests.doubles import answers

AT = datetime(2026, 11, 20, tzinfo=UTC)
ADA = "https://x.example/ada"


def pair(question: str, sparql: str = "SELECT ?x { ?x ?p ?o }") -> Pair:
    return Pair(question=question, sparql=sparql, by="Ada", at=AT, source=Source.FILE, language="en")


PAIRS = (
    pair("Who is the manager of Ada Lind?", f"SELECT ?x {{ <{ADA}> ?p ?x }}"),
    pair("What is the salary of Ben Okri?"),
    pair("Which products weigh more than 20 kg?"),
    pair("Which sites are in Norway?"),
)


def test_the_most_similar_comes_first_with_its_likeness() -> None:
    shelf = Shelf(PAIRS)
    found = shelf.nearest("Which products weigh more than 5 kg?")
    assert found[0][1] == PAIRS[2]
    assert found[0][0] > 0.9
    assert [s for s, _ in found] == sorted((s for s, _ in found), reverse=True)


def test_shape_counts_more_than_names() -> None:
    shelf = Shelf(PAIRS)
    shelf.know(lambda iri: ["Ada Lind"] if iri == ADA else [])
    assert shelf.nearest("Who is the manager of Ben Okri?")[0][1] == PAIRS[0]


def test_a_slip_of_the_finger_hides_no_pair() -> None:
    assert Shelf(PAIRS).nearest("Which prodcts wiegh more than 5 kg?")[0][1] == PAIRS[2]


def test_what_has_nothing_in_common_is_not_found() -> None:
    assert Shelf(PAIRS).nearest("zzz") == ()
    assert Shelf().nearest("Who?") == ()


def test_no_more_are_found_than_were_asked_for() -> None:
    assert len(Shelf(PAIRS).nearest("Which is the manager of the products in Norway?", limit=2)) == 2


def test_new_stock_is_found_and_old_is_not() -> None:
    shelf = Shelf(PAIRS)
    shelf.nearest("Which sites are in Norway?")
    shelf.stock(PAIRS[:1])
    assert {p for _, p in shelf.nearest("Which sites are in Norway?")} <= set(PAIRS[:1])


class Counting:
    """An embedder that tells apart who is asked for a manager, and counts its phrases."""

    name = "counting"

    def __init__(self) -> None:
        self.seen: list[str] = []

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        self.seen += phrases
        return [(1.0, 0.0) if "boss" in p or "manager" in p else (0.0, 1.0) for p in phrases]


async def test_by_meaning_other_words_are_near_and_each_pair_is_embedded_once() -> None:
    embedder = Counting()
    shelf = Shelf(PAIRS, embedder=embedder)
    assert (await shelf.similar("Who is Ada's boss?"))[0] == (1.0, PAIRS[0])
    await shelf.similar("Whose boss is Ben?")
    assert len(embedder.seen) == len(PAIRS) + 2


async def test_without_an_embedder_words_are_compared() -> None:
    assert await Shelf(PAIRS).similar("Which sites are in Norway?") == Shelf(PAIRS).nearest(
        "Which sites are in Norway?"
    )


def test_pairs_that_broke_are_told_and_left_off_the_shelf(kit: Kit) -> None:
    good = pair("Which animals are there?", "PREFIX z: <https://zoo.example/> SELECT ?x { ?x a ?c }")
    bad = pair("Who?", "SELECT ?x { ?x <https://zoo.example/nonsense> ?y }")
    shelf = Shelf()
    (broken,) = stock(shelf, (good, bad), kit.ontology)
    assert (broken.pair, bool(broken.why)) == (bad, True)
    assert shelf.pairs == (good,)
    assert recheck((good,), kit.ontology) == ()


def test_an_answer_becomes_a_pair_with_who_and_when() -> None:
    answer = answers.one_thing()
    made = verified(answer, by="Ada", at=AT, source=Source.THREAD, reference="ab12-cd")
    assert isinstance(made, Pair)
    assert answer.query is not None
    assert (made.question, made.sparql) == (answer.question.text, answer.query.text)
    assert (made.by, made.at, made.source, made.reference) == ("Ada", AT, Source.THREAD, "ab12-cd")


def test_an_answer_that_leans_on_its_thread_becomes_none() -> None:
    answer = replace(answers.one_thing(), assumed=("“they” are the suppliers.",))
    assert "leans on the conversation" in str(verified(answer, by="Ada", at=AT, source=Source.THREAD))


def test_an_answer_that_says_what_a_word_was_taken_for_becomes_one() -> None:
    answer = replace(answers.one_thing(), taken=("I read “largest” as works in.",))
    assert isinstance(verified(answer, by="Ada", at=AT, source=Source.THREAD), Pair)


def test_an_answer_to_a_question_with_a_choice_becomes_none() -> None:
    answer = answers.one_thing()
    chosen = replace(answer.question, pins=(Pin(mention="Ada", term=ADA),))
    told = verified(replace(answer, question=chosen), by="Ada", at=AT, source=Source.THREAD)
    assert "several meanings" in str(told)
