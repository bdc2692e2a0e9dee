"""Passages that are found by their words and, where there is a model of meaning, by what they mean.

In: passages, perhaps an Embedder. Out: a `kgqa.ports.Passages`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from connectors.passages.lexical import Lexical
from kgqa.errors import OperatorsMove
from kgqa.language import language
from kgqa.passages.fusion import fused
from kgqa.passages.passage import Hit, Passage
from kgqa.ports import Embedder, Ranker

BATCH = 500  # passages of a graph that are written at once
DEEP = 50  # passages of each way of searching that are looked at


class PassageIndex:
    """A `Passages`. It lies in a folder that ends with the process, since a start writes it anew."""

    def __init__(self, lexical: Lexical, dense: Ranker | None, folder: TemporaryDirectory[str]) -> None:
        self._lexical, self._dense, self._folder = lexical, dense, folder

    @property
    def size(self) -> int:
        return self._lexical.size

    def frequency(self, word: str) -> int:
        return self._lexical.frequency(word)

    async def search(self, question: str, code: str, limit: int) -> Sequence[Hit]:
        ranked = [await asyncio.to_thread(self._lexical.ranked, question, language(code), DEEP)]
        if self._dense is not None:
            with suppress(OperatorsMove):  # a model that is away costs what is found by meaning alone
                ranked.append(await self._dense.ranked(question, DEEP))
        best = list(fused(ranked).items())[:limit]
        return [Hit(self._lexical.passage(number), score) for number, score in best]


async def index_passages(
    of_documents: Callable[[], Iterable[Passage]],
    of_graph: AsyncIterable[Passage],
    embedder: Embedder | None,
    vectors: Path,
    told: Callable[[str], None] = lambda _: None,
) -> PassageIndex:
    """The index of passages; those of documents are read in a thread. Raises what reading them raises, and
    OperatorsMove.
    """
    folder = TemporaryDirectory(prefix="querist-passages-")
    lexical = Lexical(Path(folder.name))
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
    return PassageIndex(lexical, dense, folder)
