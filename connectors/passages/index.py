"""Passages that are found by their words and, where there is a model of meaning, by what they mean.

In: passages, perhaps an Embedder. Out: a `kgqa.ports.Passages`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from connectors.passages.lexical import Lexical
from kgqa.errors import OperatorsMove
from kgqa.language import Language, language
from kgqa.passages.document_graph import DocumentGraph, Triple
from kgqa.passages.fusion import fused
from kgqa.passages.passage import Block, Hit, Passage, Place
from kgqa.passages.walks import Rankings, walked
from kgqa.ports import Embedder, Ranker

BATCH = 500  # passages of a graph that are written at once
DEPTH = 3  # steps of the walk: deeper ones were measured to be no better
DEEP = 50  # passages of each way of searching that are looked at


class PassageIndex:
    """A `Passages`. It lies in a folder that ends with the process, since a start writes it anew."""

    def __init__(
        self,
        lexical: Lexical,
        dense: Ranker | None,
        folder: TemporaryDirectory[str],
        links: Links | None = None,
    ) -> None:
        self._lexical, self._dense, self._folder, self._links = lexical, dense, folder, links

    @property
    def size(self) -> int:
        return self._lexical.size

    def frequency(self, word: str) -> int:
        return self._lexical.frequency(word)

    async def search(self, question: str, code: str, limit: int) -> Sequence[Hit]:
        ranked: list[Sequence[int]] = [
            await asyncio.to_thread(self._lexical.ranked, question, language(code), DEEP)
        ]
        if self._dense is not None:
            with suppress(OperatorsMove):  # a model that is away costs what is found by meaning alone
                ranked.append(await self._dense.ranked(question, DEEP))
        scores = fused(ranked)
        if self._links is None:
            return [Hit(self._lexical.passage(n), score) for n, score in list(scores.items())[:limit]]
        walked = await asyncio.to_thread(self._links.walked, question, language(code), ranked)
        order = list(dict.fromkeys((*walked, *scores)))[:limit]
        return [Hit(self._lexical.passage(n), scores.get(n, 0.0), walked.get(n, ())) for n in order]


class Links:
    """What documents say, as triples, with what finds these by their words."""

    def __init__(self, graph: DocumentGraph, folder: Path) -> None:
        """Writes their words into a folder; it blocks."""
        self.graph = graph
        self._entities = _indexed(graph.entities, folder / "entities")
        self._triples = _indexed((t.text for t in graph.triples), folder / "triples")

    def walked(
        self, question: str, lang: Language, ranked: Sequence[Sequence[int]]
    ) -> dict[int, tuple[str, ...]]:
        """The passages that a walk finds, which begins with those `ranked` by each way, best first; each with
        the paths that lead to it.
        """
        entities = [self.graph.entities[n] for n in self._entities.ranked(question, lang, DEEP)]
        triples = self._triples.ranked(question, lang, DEEP)
        by_words, *others = (Rankings(entities=(), triples=(), chunks=chunks) for chunks in ranked)
        ways = [replace(by_words, entities=entities, triples=triples), *others]
        found: dict[int, tuple[str, ...]] = {}
        for retrieved in walked(self.graph, ways, DEPTH):
            told = "; ".join(self.graph.triples[n].text for n in retrieved.path)
            found[retrieved.chunk] = (*found.get(retrieved.chunk, ()), told)
        return found


def _indexed(texts: Iterable[str], folder: Path) -> Lexical:
    folder.mkdir()
    made = Lexical(folder)
    made.add(Passage("", (Block(text, Place()),)) for text in texts)
    made.finish()
    return made


async def index_passages(
    of_documents: Callable[[], Iterable[Passage]],
    of_graph: AsyncIterable[Passage],
    embedder: Embedder | None,
    vectors: Path,
    told: Callable[[str], None] = lambda _: None,
    *,
    linked: Callable[[Mapping[str, int]], Sequence[Triple]] = lambda _: (),
) -> PassageIndex:
    """The index of passages; those of documents are read in a thread. `linked` gives the triples of documents
    for passages whose hashes have these numbers. Raises what reading them raises, and OperatorsMove.
    """
    folder = TemporaryDirectory(prefix="querist-passages-")
    (Path(folder.name) / "passages").mkdir()
    lexical = Lexical(Path(folder.name) / "passages")
    await asyncio.to_thread(lambda: lexical.add(of_documents()))
    batch: list[Passage] = []
    async for passage in of_graph:
        batch.append(passage)
        if len(batch) == BATCH:
            await asyncio.to_thread(lexical.add, batch)
            batch = []
    await asyncio.to_thread(lexical.add, batch)
    await asyncio.to_thread(lexical.finish)
    dense = None
    if embedder is not None and lexical.size:
        from connectors.passages.dense import embedded  # now it is sure that numpy is there

        dense = await embedded(lexical.every(), embedder, vectors, told)
    triples = await asyncio.to_thread(linked, lexical.numbers)
    links = None
    if triples:
        graph = DocumentGraph(tuple(triples), lexical.size)
        links = await asyncio.to_thread(Links, graph, Path(folder.name))
    return PassageIndex(lexical, dense, folder, links)
