"""Further linkers: what they find joins what the names said, as far as the ways of a class lead there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from kgqa.errors import OperatorsMove
from kgqa.language import language
from kgqa.linking.entry import Entry
from kgqa.linking.explain import explained
from kgqa.linking.few import FewNames
from kgqa.linking.further import MOST_PHRASES, linked_further
from kgqa.linking.index import TermIndex
from kgqa.linking.link import link
from kgqa.linking.ways import Ways
from kgqa.types import How, LinkedQuestion, Match, Question, TermKind
from tests.kgqa.zoo import ASKED_AT

NS = "https://zoo.example/"
EN = language("en")
ALL = Ways(default=("direct", "fuzzy", "semantic"))
INDEX = TermIndex(
    [Entry(TermKind.CLASS, NS + "Animal", "animal", "animal")],
    FewNames([Entry(TermKind.ENTITY, NS + "ice", "Ice House", "Ice House", classes=(NS + "Enclosure",))]),
)


def found(iri: str, how: How = "semantic", score: float = 0.8, source: str = "") -> Match:
    cls = (NS + "Enclosure",)
    return Match(
        kind=TermKind.ENTITY, iri=NS + iri, label=iri, score=score, how=how, classes=cls, source=source
    )


class Knowing:
    """A linker that knows some phrases, and remembers for which it was asked."""

    def __init__(self, name: str, known: Mapping[str, Match]) -> None:
        self.name, self.known = name, known
        self.asked: list[str] = []

    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        self.asked += phrases
        return [[self.known[p]] if p in self.known else [] for p in phrases]


class Broken(Knowing):
    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        raise OperatorsMove("The model does not answer. Start it.")


def read(text: str, *linkers: Knowing, ways: Ways = ALL) -> tuple[LinkedQuestion, tuple[str, ...]]:
    named = link(Question(text=text, asked_at=ASKED_AT), INDEX, EN)
    return asyncio.run(linked_further(named, linkers, ways, EN))


def meant(linked: LinkedQuestion) -> dict[str, str]:
    return {n.text: n.matches[0].iri.removeprefix(NS) for n in linked.links}


def test_what_no_name_explains_is_found_by_another_way() -> None:
    linked, _ = read("Which animal lives in the freezer?", Knowing("semantic", {"freezer": found("ice")}))
    assert meant(linked)["freezer"] == "ice"
    assert "freezer" not in linked.unlinked


def test_a_phrase_that_is_a_name_is_not_asked_for() -> None:
    linker = Knowing("semantic", {})
    read("Which animal lives in the Ice House?", linker)
    assert "Ice House" not in linker.asked
    assert "animal" not in linker.asked


def test_a_linker_that_fails_costs_a_notice_and_no_link() -> None:
    linked, notices = read("Which animal lives in the Ice House today?", Broken("semantic", {}))
    assert meant(linked)["Ice House"] == "ice"
    assert notices == ("semantic did not help: The model does not answer. Start it.",)


def test_a_custom_linker_ends_the_search_for_things_of_its_class() -> None:
    custom = Knowing("custom:places", {"Ice House": found("new", "custom", 0.7, "custom:places")})
    ways = Ways(by_class={NS + "Enclosure": ("custom:places",)})
    linked, _ = read("Who lives in the Ice House?", custom, ways=ways)
    assert [m.iri for n in linked.links if n.text == "Ice House" for m in n.matches] == [NS + "new"]


def test_things_of_a_class_are_found_by_its_ways_alone() -> None:
    semantic = Knowing("semantic", {"freezer": found("ice")})
    ways = Ways(by_class={NS + "Enclosure": ("direct",)})
    assert "freezer" not in meant(read("Who lives in the freezer?", semantic, ways=ways)[0])
    ways = Ways(by_class={NS + "Enclosure": ("semantic",)})
    linked, _ = read("Who lives in the Ice House or in the freezer?", semantic, ways=ways)
    assert "Ice House" not in meant(linked)
    assert meant(linked)["freezer"] == "ice"


def test_a_long_question_asks_for_so_many_phrases_and_no_more() -> None:
    linker = Knowing("semantic", {})
    read(" ".join(f"zibble{n}" for n in range(300)), linker)
    assert len(linker.asked) == MOST_PHRASES


def test_a_link_is_explained_with_its_way_its_source_and_what_else_was_near() -> None:
    linked, _ = read(
        "Who lives in the freezer?",
        Knowing("semantic", {"freezer": found("ice", score=0.7)}),
        Knowing("custom:places", {"freezer": found("new", "custom", 0.9, "places.json")}),
        ways=Ways(default=("semantic", "custom:places")),
    )
    line = next(explained(n) for n in linked.links if n.text == "freezer")
    assert line.startswith(f"“freezer” is the thing new <{NS}new>: found by a linker of this company")
    assert "from places.json, 0.90" in line
