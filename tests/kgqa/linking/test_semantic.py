"""Linking by meaning: one match a term, below every name that is written so, and asked once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from kgqa.errors import ModelUnavailable
from kgqa.linking.entry import Entry
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex
from kgqa.linking.semantic import HIGHEST, LOWEST, SemanticLinker, score, text_of, with_meaning
from kgqa.linking.ways import Ways
from kgqa.ontology import Class, Ontology, Property
from kgqa.types import Match, TermKind
from tests.doubles.embeddings import WrittenMeanings, meaning

FLOOR = 0.4


class FewNamesByMeaning:
    """A `NamesByMeaning` that is asked with the vectors of `WrittenMeanings`."""

    model = "written"
    floor = FLOOR

    def __init__(self, cosines: Iterable[tuple[str, float, Entry]]) -> None:
        self._by_phrase: dict[tuple[float, ...], list[tuple[float, Entry]]] = {}
        for phrase, cosine, entry in cosines:
            self._by_phrase.setdefault(tuple(meaning(phrase, 64)), []).append((cosine, entry))

    def nearest(
        self, vectors: Sequence[Sequence[float]], limit: int
    ) -> Sequence[Sequence[tuple[float, Entry]]]:
        return [self._by_phrase.get(tuple(vector), [])[:limit] for vector in vectors]


FARMS = Entry(TermKind.CLASS, "http://e/Agriculture", "agriculture", "Agriculture")
FARMS_TOO = Entry(TermKind.CLASS, "http://e/Agriculture", "Landwirtschaft", "Agriculture", language="de")
FISH = Entry(TermKind.ENTITY, "http://e/f1", "fishery", "Fishery", classes=("http://e/Use",), source="w.csv")
STATE = Entry(TermKind.VALUE, "http://e/state", "broken", "broken", value="Broken", datatype="http://e/text")


def linker(embedder: WrittenMeanings) -> SemanticLinker:
    near = [
        ("farming", 0.9, FARMS_TOO),
        ("farming", 0.8, FARMS),
        ("farming", 0.5, FISH),
        ("out of order", 0.9, STATE),
        ("shopping", 0.6, FARMS),
        ("shopping", 0.6, FISH),
    ]
    return SemanticLinker(embedder, FewNamesByMeaning(near))


async def found(phrase: str, limit: int = 10) -> Sequence[Match]:
    return (await linker(WrittenMeanings()).find([phrase], language="en", limit=limit))[0]


async def test_a_term_is_found_by_the_nearest_of_its_names_which_is_told() -> None:
    first, second = await found("farming")
    assert (first.iri, first.label, first.matched, first.how) == (
        "http://e/Agriculture", "Agriculture", "Landwirtschaft", "semantic",
    )  # fmt: skip
    assert (second.iri, second.classes, second.source) == ("http://e/f1", ("http://e/Use",), "w.csv")
    assert LOWEST < second.score < first.score < HIGHEST


async def test_a_value_is_found_as_the_graph_spells_it() -> None:
    (match,) = await found("out of order")
    assert (match.kind, match.iri, match.value) == (TermKind.VALUE, "http://e/state", "Broken")
    assert match.datatype == "http://e/text"


async def test_a_class_that_is_merely_near_is_not_meant_a_thing_of_a_chosen_class_may_be() -> None:
    assert [match.label for match in await found("shopping")] == ["Fishery"]


async def test_who_is_asked_which_is_meant_sees_the_merely_near_too() -> None:
    near = await linker(WrittenMeanings()).near("shopping", (TermKind.CLASS, TermKind.PROPERTY))
    assert [match.label for match in near] == ["Agriculture"]


async def test_no_more_are_given_than_wanted() -> None:
    assert len(await found("farming", limit=1)) == 1


async def test_phrases_are_answered_in_their_order_and_embedded_in_one_call() -> None:
    embedder = WrittenMeanings()
    answers = await linker(embedder).find(["volcano", "out of order", "farming", "farming"], language="en")
    assert [[m.label for m in some] for some in answers] == [
        [], ["broken"], ["Agriculture", "Fishery"], ["Agriculture", "Fishery"],
    ]  # fmt: skip
    assert embedder.asked == ["volcano", "out of order", "farming"]


async def test_a_phrase_that_was_met_before_is_not_embedded_again() -> None:
    embedder = WrittenMeanings()
    linking = linker(embedder)
    first = await linking.find(["farming", "volcano"], language="en")
    embedder.asked.clear()
    assert await linking.find(["volcano", " farming\n"], language="de") == [first[1], first[0]]
    assert embedder.asked == []


@pytest.mark.parametrize("phrase", ["", "  ", "12", "?!", "\ud800", "4 000"])
async def test_what_has_no_letters_has_no_meaning(phrase: str) -> None:
    embedder = WrittenMeanings()
    assert list(await linker(embedder).find([phrase], language="en")) == [()]
    assert embedder.asked == []


async def test_a_failure_is_told_and_not_remembered() -> None:
    embedder = WrittenMeanings()
    embedder.breaks_after = 0
    linking = linker(embedder)
    with pytest.raises(ModelUnavailable):
        await linking.find(["farming"], language="en")
    embedder.breaks_after = None
    assert (await linking.find(["farming"], language="en"))[0]


def test_scores_lie_below_those_of_names_that_are_written_so() -> None:
    assert score(1.0, FLOOR) == HIGHEST
    assert score(FLOOR, FLOOR) == LOWEST
    assert score(1.000_001, 0.9) == HIGHEST
    assert score(0.95, 0.9) < score(0.95, 0.5)  # models differ in their scales


# ── which names have a meaning, and how they are written for a model ─────────────────────────────


@pytest.mark.parametrize(
    ("kind", "name", "language", "text"),
    [
        (TermKind.CLASS, "PlaceOfWorship", "", "place of worship"),
        (TermKind.PROPERTY, "has_bom_part", "", "has bom part"),
        (TermKind.CLASS, "Place  Of Worship", "en", "place of worship"),
        (TermKind.CLASS, "FIRE STATION", "", "fire station"),
        (TermKind.PROPERTY, "GPS position", "en", "GPS position"),
        (TermKind.CLASS, "Betriebliche Kennzahl", "de-AT", "Betriebliche Kennzahl"),
        (TermKind.ENTITY, "Fenix Grid Systems", "", "Fenix Grid Systems"),
        (TermKind.ENTITY, "FENIX GRID", "", "Fenix Grid"),
        (TermKind.VALUE, "in_transit", "", "in transit"),
        (TermKind.VALUE, "2041", "", ""),
        (TermKind.ENTITY, "x", "", ""),
        (TermKind.ENTITY, "a long story " * 20, "", ""),
    ],
)
def test_a_name_is_written_as_models_read_it(kind: TermKind, name: str, language: str, text: str) -> None:
    assert text_of(Entry(kind, "http://e/x", name, name, language=language)) == text


def test_codes_have_no_meaning() -> None:
    assert text_of(Entry(TermKind.ENTITY, "http://e/x", "VX Alpha", "Valve", identifier=True)) == ""


def index_of(*entries: Entry) -> TermIndex:
    schema = [FARMS, FARMS_TOO, Entry(TermKind.PROPERTY, "http://e/state", "state", "state")]
    return TermIndex(schema, FewNames(entries))


def kept(index: TermIndex, ways: Ways) -> list[Entry]:
    classes = {iri: Class(iri=iri) for iri in ("http://e/Agriculture", "http://e/Use", "http://e/Person")}
    properties = {iri: Property(iri=iri) for iri in ("http://e/state", "http://e/story")}
    return list(with_meaning(Ontology(classes=classes, properties=properties), index, ways))


def test_classes_properties_and_small_vocabularies_have_a_meaning_long_lists_of_values_none() -> None:
    story = [Entry(TermKind.VALUE, "http://e/story", f"story {i}", "", value=f"{i}") for i in range(201)]
    found = kept(index_of(STATE, *story, FISH), Ways())
    assert [(e.kind, e.name) for e in found] == [
        (TermKind.CLASS, "agriculture"), (TermKind.CLASS, "Landwirtschaft"), (TermKind.PROPERTY, "state"),
        (TermKind.VALUE, "broken"),
    ]  # fmt: skip


def test_the_things_of_classes_whose_ways_lead_there_have_a_meaning_with_all_their_names() -> None:
    other = Entry(TermKind.ENTITY, "http://e/p1", "Ada", "Ada", classes=("http://e/Person",))
    other_name = Entry(
        TermKind.ENTITY, "http://e/f1", "trawling", "Fishery", preferred=False, classes=("http://e/Use",)
    )
    index = index_of(other, FISH, other_name)
    ways = Ways(by_class={"http://e/Use": ("direct", "semantic")})
    assert [e.name for e in kept(index, ways) if e.kind is TermKind.ENTITY] == ["fishery", "trawling"]
    everything = Ways(default=("direct", "semantic"))
    assert len([e for e in kept(index, everything) if e.kind is TermKind.ENTITY]) == 3
