"""Passages are found by their words, and by what they mean where there is a model of meaning."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from connectors.passages import links
from connectors.passages.index import PassageIndex, index_passages
from kgqa.errors import ModelUnavailable
from kgqa.passages.passage import Block, Passage, Place
from kgqa.ports import Embedder

TEXTS = ("The lease ends in May.", "Die Miete endet im Mai.", "Cars are parked behind the building.")


def passage(text: str, number: int) -> Passage:
    return Passage(f"{number}.txt", (Block(text, Place(paragraph=1)),))


class Meanings:
    """A model that knows that a vehicle is a car, and fails where it is told to."""

    name = "by hand"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_away = False

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        if self.is_away:
            raise ModelUnavailable("away")
        self.asked += phrases
        return [(1.0, 0.0) if {"cars", "vehicle"} & set(p.lower().split()) else (0.0, 1.0) for p in phrases]


async def none() -> AsyncIterator[Passage]:
    nothing: tuple[Passage, ...] = ()
    for each in nothing:
        yield each


async def indexed(folder: Path, embedder: Embedder | None = None) -> PassageIndex:
    passages = [passage(text, n) for n, text in enumerate(TEXTS)]
    return await index_passages(lambda: passages, none(), embedder, folder / "vectors.npz")


def found(index: PassageIndex, question: str, code: str = "en") -> list[str]:
    return [hit.passage.text for hit in asyncio.run(index.search(question, code, 5))]


def test_inflected_words_are_found_in_the_language_of_the_question(tmp_path: Path) -> None:
    index = asyncio.run(indexed(tmp_path))
    assert found(index, "When did leases end?") == [TEXTS[0]]
    assert found(index, "Wann enden Mieten?", "de") == [TEXTS[1]]
    assert found(index, "the of") == []
    assert found(index, "\ud800 ??? \0") == []


def test_what_is_said_in_other_words_is_found_by_its_meaning(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    index = asyncio.run(indexed(tmp_path, Meanings()))
    assert found(index, "vehicle")[0] == TEXTS[2]


def test_a_model_that_is_away_costs_what_is_found_by_meaning_alone(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    model = Meanings()
    index = asyncio.run(indexed(tmp_path, model))
    model.is_away = True
    assert found(index, "lease") == [TEXTS[0]]


def test_vectors_are_kept_and_a_passage_is_embedded_once(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    model = Meanings()
    asyncio.run(indexed(tmp_path, model))
    asyncio.run(indexed(tmp_path, model))
    assert len(model.asked) == len(TEXTS)


def test_an_index_of_nothing_finds_nothing(tmp_path: Path) -> None:
    index = asyncio.run(index_passages(tuple, none(), None, tmp_path / "v.npz"))
    assert index.size == 0
    assert found(index, "lease") == []


def linked(folder: Path, text: str) -> tuple[list[str], list[str]]:
    """What is found for a question where a file of triples lies beside the documents, and notices."""
    notices: list[str] = []
    folder.mkdir()
    (folder / "links.trig").write_text(text)
    passages = [passage(text_, n) for n, text_ in enumerate(LINKED)]
    index = asyncio.run(
        index_passages(
            lambda: passages, none(), None, folder / "v.npz", linked=lambda n: links.read(folder, n, notices)
        )
    )
    hits = asyncio.run(index.search("Which line does the rail link meet?", "en", 5))
    return [f"{hit.passage.document}: {'; '.join(hit.paths)}" for hit in hits], notices


LINKED = ("The rail link meets a line.", "It ends at the port.", "The museum is old.")
TRIG = """
@prefix e: <https://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:link rdfs:label "rail link" .
GRAPH <urn:querist:passage:{0}> {{ e:link e:meets e:harbourLine }}
GRAPH <urn:querist:passage:{1}> {{ e:harbourLine e:endsAt "Port" }}
"""


def test_a_graph_of_documents_leads_to_passages_that_share_no_word_with_the_question(tmp_path: Path) -> None:
    hashes = [passage(text, n).sha256 for n, text in enumerate(LINKED)]
    found, notices = linked(tmp_path / "a", TRIG.format(*hashes))
    assert found == [
        "0.txt: rail link meets harbour line",
        "1.txt: harbour line ends at Port",
    ]
    assert notices == []


@pytest.mark.parametrize("text", [TRIG.format("old", "older"), "no TriG at all", ""])
def test_triples_of_no_passage_that_is_there_are_said_and_cost_nothing(tmp_path: Path, text: str) -> None:
    found, (notice,) = linked(tmp_path / "a", text)
    assert found == ["0.txt: "]
    assert "links.trig" in notice
