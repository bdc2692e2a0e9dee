"""Where a graph could not be read to its end, an answer says so, and none says that the graph has nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from kgqa.errors import GraphRejected
from kgqa.ontology import Part
from kgqa.pipeline import Kit
from kgqa.prepare import prepare
from kgqa.queries import query as query_of
from kgqa.types import CheckedQuery, Limits, Outcome, ResultTable
from tests.doubles.graph import SmallGraph
from tests.kgqa import school
from tests.kgqa.zoo import DATA, DEF, ONTOLOGY, ask

UNKNOWN = "How many unicorns are there?"


class Refusing(SmallGraph):
    """Refuses every query that has the `words`."""

    def __init__(self, *words: str) -> None:
        super().__init__(ONTOLOGY + DATA)
        self.words = words

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        self._refuse(query)
        return await super().run(query, limits)

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        self._refuse(query)
        async for page in super().pages(query, limits, skip=skip):
            yield page

    def _refuse(self, query: CheckedQuery) -> None:
        if any(word in query.text.casefold() for word in self.words):
            raise GraphRejected("The graph refused the query: too many of them.")


def kit(*words: str) -> Kit:
    return asyncio.run(prepare(Refusing(*words)))


VALUES, NAMES = ("(isliteral(?o))",), ("?s ?name ?class",)


def test_what_is_not_found_in_a_whole_graph_is_not_in_it() -> None:
    answer = ask(kit(), UNKNOWN)
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "read to its end" not in answer.text


@pytest.mark.parametrize(("refused", "told"), [(VALUES, "hold values"), (NAMES, "what things are called")])
def test_what_is_not_found_in_what_could_be_read_may_be_in_the_graph(
    refused: tuple[str, ...], told: str
) -> None:
    answer = ask(kit(*refused), UNKNOWN)
    assert answer.outcome is Outcome.UNKNOWN
    assert "does not mean that the graph has nothing" in answer.text
    assert told in answer.text


def test_it_is_said_in_german_too() -> None:
    answer = ask(kit(*VALUES), "Wie viele Einhörner gibt es?")
    assert answer.outcome is Outcome.UNKNOWN
    assert "Das heißt nicht" in answer.text


def test_an_answer_says_which_parts_of_the_schema_it_did_not_know() -> None:
    answer = ask(kit(*VALUES), "How many enclosures are there?")
    assert answer.outcome is Outcome.ANSWERED
    assert any("which properties hold values" in said for said in answer.assumed)
    whole = ask(kit(), "How many enclosures are there?")
    assert not any("read to its end" in said for said in whole.assumed)


def test_names_that_could_not_be_read_touch_no_answer_that_is_explained_without_them() -> None:
    answer = ask(kit(*NAMES), "How many enclosures are there?")
    assert answer.outcome is Outcome.ANSWERED
    assert not any("read to its end" in said for said in answer.assumed)


class NoCodes(SmallGraph):
    """A school whose store refuses to list codes."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if query.text == LISTING.text:
            raise GraphRejected("The graph refused the query: too many of them.")
        return await super().run(query, limits)


LISTING = query_of("code-list", **{"class": (f"{school.S}COD",)})
BEGINNERS = "Which courses are for beginners?"


@pytest.mark.slow
def test_what_codes_mean_may_be_what_could_not_be_read() -> None:
    whole = asyncio.run(prepare(SmallGraph(school.DATA)))
    assert ask(whole, BEGINNERS).outcome is Outcome.ANSWERED
    answer = ask(asyncio.run(prepare(NoCodes(school.DATA))), BEGINNERS)
    assert answer.outcome is Outcome.UNKNOWN
    assert "what codes mean" in answer.text


def test_labels_that_could_not_be_read_leave_the_check_as_it_is() -> None:
    unread = replace(kit().ontology, unread=frozenset((Part.LABELS,)))
    assert not unread.may_have(f"{DEF}wieght")
    assert replace(unread, unread=frozenset((Part.TERMS,))).may_have(f"{DEF}wieght")
