"""How well a model of meaning finds names that were said in other words, and what it costs.

    python -m benchmarks.meaning                                        # the local model
    python -m benchmarks.meaning MODEL http://127.0.0.1:11434/v1 [KEY]  # one of a service

In: `names.csv`, names of six trades with paraphrases in English and German, and `strangers.csv`, phrases that
have nothing to do with the trade they stand at; all made up for this. Out: tables.
"""

from __future__ import annotations

import asyncio
import csv
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from connectors.embedders import LOCAL, open_embedders
from connectors.names.calibration import STRANGERS, unit
from connectors.names.vectors import keep_vectors
from kgqa.linking.entry import Entry
from kgqa.linking.semantic import SemanticLinker
from kgqa.ports import Embedder
from kgqa.types import TermKind

HERE = Path(__file__).parent
DEVIATIONS = (2.0, 2.5, 2.75, 3.0, 3.5)  # above the mean of strangers: floors that are tried
SIZES = (1_000, 10_000, 100_000)
ASKED = 8  # phrases of one question


@dataclass(frozen=True, slots=True)
class Phrase:
    text: str
    trade: str
    name: str = ""  # that it means, "" for none of the trade


def read(column: str) -> Iterator[Phrase]:
    with (HERE / "names.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield from (Phrase(text, row["domain"], row["name"]) for text in row[column].split(";"))


def read_strangers() -> Iterator[Phrase]:
    with (HERE / "strangers.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            yield from (Phrase(text, row["domain"]) for text in row["phrases"].split(";"))


async def quality(embedder: Embedder) -> None:
    trade_of = {phrase.name: phrase.trade for phrase in read("english")}
    names = list(trade_of)
    trades = np.array(list(trade_of.values()))

    async def cosines(phrases: list[str], others: list[str]) -> np.ndarray:
        one, other = await embedder.embed(phrases), await embedder.embed(others)
        return unit(np.array(one, dtype=np.float32)) @ unit(np.array(other, dtype=np.float32)).T

    among = (await cosines(list(STRANGERS), list(STRANGERS)))[np.triu_indices(len(STRANGERS), k=1)]
    print(f"strangers among each other: mean {among.mean():.3f}, standard deviation {among.std():.3f}\n")
    strange = list(read_strangers())
    found = await cosines([p.text for p in strange], names)
    of_trade = [row[trades == p.trade].max() for p, row in zip(strange, found, strict=True)]
    print(
        "| paraphrases | n | first | in the first three | floor | first, above it | wrong first | strangers |"
    )
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for column in ("english", "german"):
        phrases = list(read(column))
        rows = await cosines([p.text for p in phrases], names)
        right = np.array([row[names.index(p.name)] for p, row in zip(phrases, rows, strict=True)])
        ranks = (rows > right[:, None]).sum(axis=1)
        best = rows.max(axis=1)
        for deviations in DEVIATIONS:
            floor = among.mean() + deviations * among.std()
            above = best >= floor
            print(
                f"| {column} | {len(phrases)} | {(ranks == 0).mean():.0%} | {(ranks < 3).mean():.0%} "
                f"| {floor:.3f} ({deviations:g} sd) | {((ranks == 0) & above).mean():.0%} "
                f"| {((ranks > 0) & above).mean():.0%} | {np.mean(np.array(of_trade) >= floor):.0%} |"
            )


async def cost(embedder: Embedder) -> None:
    print(
        "\n| names | seconds to embed | first question, ms | next, ms (median) | MB on disk | MB resident |"
    )
    print("|--:|--:|--:|--:|--:|--:|")
    words = [phrase.text for column in ("english", "german") for phrase in read(column)]
    for size in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            entries = (
                Entry(TermKind.ENTITY, f"http://e/{i}", f"{words[i % 277]} {words[i // 277 % 277]} {i}", "")
                for i in range(size)
            )
            start = time.perf_counter()
            vectors = await keep_vectors(Path(folder), entries, embedder)
            built = time.perf_counter() - start
            taken = []
            for turn in range(20):
                linker = SemanticLinker(embedder, vectors)
                phrases = [f"{words[(turn * ASKED + i) % 277]} {turn}" for i in range(ASKED)]
                start = time.perf_counter()
                await linker.find(phrases, language="en")
                taken.append((time.perf_counter() - start) * 1000)
            disk = size_of(Path(folder))
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"| {size:,} | {built:.1f} | {taken[0]:.0f} | {statistics.median(taken[1:]):.0f} "
                f"| {disk / 2**20:.0f} | {memory:.0f} |"
            )


def size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


async def main() -> None:
    model, url, key = [*sys.argv[1:], *("", "", "")][:3]
    embedder, _ = open_embedders(model or LOCAL, url, key)
    await embedder.embed(["ready"])
    await quality(embedder)
    await cost(embedder)


if __name__ == "__main__":
    asyncio.run(main())
