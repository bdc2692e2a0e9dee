"""Questions that are offered to who has not asked yet, or asked for what the graph does not know."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.errors import GraphUnavailable
from kgqa.examples import Examples
from kgqa.prepare import prepare
from kgqa.types import CheckedQuery, Limits, Outcome, Question, ResultTable
from tests.doubles.graph import SmallGraph
from tests.kgqa.company import ASKED_AT, Graph, examples_of
from tests.kgqa.zoo import DATA, ONTOLOGY


def offered(company: Graph, text: str, language: str) -> list[str]:
    answer = company.put(Question(text=text, asked_at=ASKED_AT, language=language))
    return [s.question for s in answer.suggestions]


def test_who_asks_in_german_is_offered_german_questions(company: Graph) -> None:
    assert offered(company, "Wie zorgt man einen Frobniz?", "de") == list(examples_of(company)["de"])
    assert "Wie viele Bestellungen gibt es?" in examples_of(company)["de"]


def test_questions_that_are_offered_are_answered(company: Graph) -> None:
    for language, questions in examples_of(company).items():
        assert len(questions) == 3
        for text in questions:
            asked = Question(text=text, asked_at=ASKED_AT, language=language)
            assert company.put(asked).outcome is Outcome.ANSWERED, text


def test_who_asks_in_a_language_without_examples_is_offered_english_ones(company: Graph) -> None:
    assert offered(company, "Quels fournisseurs sont en Norvège ?", "fr") == list(examples_of(company)["en"])


class Tries:
    """Something to try, which is over when it is let go, or fails."""

    def __init__(self) -> None:
        self.begun = 0
        self.fails = False
        self.go = asyncio.Event()

    async def __call__(self) -> dict[str, tuple[str, ...]]:
        self.begun += 1
        await self.go.wait()
        if self.fails:
            raise ConnectionError
        return {"en": ("How many?",)}


async def test_examples_are_tried_once_for_all_who_want_them() -> None:
    tries = Tries()
    examples = Examples(tries)
    assert examples.known == {}
    wanting = [asyncio.create_task(examples.tried()) for _ in range(3)]
    await asyncio.sleep(0)
    wanting[0].cancel()  # who goes away takes them from nobody
    tries.go.set()
    assert await wanting[1] == await wanting[2] == examples.known == {"en": ("How many?",)}
    assert await examples.tried() == examples.known
    assert tries.begun == 1


async def test_examples_that_could_not_be_tried_are_tried_again() -> None:
    tries = Tries()
    tries.fails = True
    tries.go.set()
    examples = Examples(tries)
    with pytest.raises(ConnectionError):
        await examples.tried()
    tries.fails = False
    assert await examples.tried()


class Failing(SmallGraph):
    """A graph that answers nothing for a time."""

    is_down = False

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if self.is_down:
            raise GraphUnavailable("The graph cannot be reached.")
        return await super().run(query, limits)


async def test_examples_of_a_graph_that_was_down_are_tried_when_they_are_next_wanted() -> None:
    graph = Failing(ONTOLOGY + DATA)
    kit = await prepare(graph)
    graph.is_down = True
    assert await kit.examples.tried() == {}
    graph.is_down = False
    assert (await kit.examples.tried())["en"]


def test_what_one_loop_began_and_did_not_end_is_tried_by_the_next() -> None:
    tries = Tries()
    examples = Examples(tries)

    async def wanted_for_a_moment() -> None:
        asyncio.get_running_loop().call_soon(asyncio.create_task(examples.tried()).cancel)
        await asyncio.sleep(0)

    asyncio.run(wanted_for_a_moment())

    async def wanted() -> object:
        tries.go = asyncio.Event()
        tries.go.set()
        return await examples.tried()

    assert asyncio.run(wanted()) == {"en": ("How many?",)}


def test_a_graph_without_examples_has_none() -> None:
    assert asyncio.run(Examples().tried()) == {}
