"""Retrieval from a graph of documents: the dissertation's baseline, its CSMR, and ours.

    python -m benchmarks.retrieval ../shared/data/nzta-spcot [CACHE]

In: a folder with `passages.jsonl` (id, title, text), `triples.json` (head, relation, tail) and
`questions.jsonl` (question, hops with passage_ids). Out: tables. A triple is relevant where the chunk that is
retrieved with it is a passage of one of the question's hops; the ideal ranking holds all triples of these.

The published triples do not say which passage each is from: it is the one that holds most of its words, each
by its rarity. Vectors are kept in the folder CACHE, since they take minutes.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb, log, log2
from pathlib import Path
from statistics import mean
from typing import Any

from connectors.embedders.local import LocalEmbedder
from connectors.passages.dense import Dense, embedded
from connectors.passages.lexical import Lexical
from kgqa.language import language
from kgqa.passages.csmr import MOST, Retrieved, Similarity, baseline, csmr
from kgqa.passages.document_graph import DocumentGraph, Triple
from kgqa.passages.passage import Block, Passage, Place
from kgqa.passages.walks import Rankings, walked
from kgqa.passages.words import content_words

DEPTHS = range(1, 7)
LONG = 400  # places of a ranking
MEASURES = ("MRR", "nDCG@28", "P@7", "P@14", "P@28", "passages found")
TRIED = (10, 60)  # constants of the fusion, of which each half chooses
ENGLISH = language("en")


@dataclass(frozen=True)
class Asked:
    """A question with all that a method may look at, and the chunks that are relevant to it."""

    similar: Similarity
    ways: tuple[Rankings, ...]
    gold: frozenset[int]


Method = Callable[[DocumentGraph, Asked, int], list[Retrieved]]
Scores = dict[int, list[tuple[float, ...]]]  # by depth, of each question


def main(folder: Path, cache: Path) -> None:
    graph, asked = asyncio.run(_read(folder, cache))
    methods: Mapping[str, Method] = {
        "baseline": lambda g, a, d: baseline(g, a.similar, d),
        "CSMR": lambda g, a, d: csmr(g, a.similar, d),
        "ours": lambda g, a, d: walked(g, a.ways, d),
        "ours, words only": lambda g, a, d: walked(g, a.ways[:1], d),
    }
    scores = {name: _scores(graph, asked, method) for name, method in methods.items()}
    print(f"| depth | method | {' | '.join(MEASURES)} |\n|---|---|{'---|' * len(MEASURES)}")
    for depth in DEPTHS:
        for name, found in scores.items():
            print(_row(str(depth), name, *(f"{mean(m):.3f}" for m in zip(*found[depth], strict=True))))
    print("\nSign tests, ours against CSMR: questions better, worse, p")
    for depth in DEPTHS:
        told = [_sign(scores["ours"][depth], scores["CSMR"][depth], n) for n in range(2)]
        print(f"depth {depth}: MRR {told[0]}; nDCG@28 {told[1]}")
    print("\nThe one constant that was chosen, by each half for the other")
    for chosen_by in (0, 1):
        best = max(TRIED, key=partial(_half, graph, asked, chosen_by))
        mrr, ndcg = _half(graph, asked, 1 - chosen_by, best)
        print(f"half {chosen_by + 1} chooses {best}: the other half has MRR {mrr:.3f}, nDCG@28 {ndcg:.3f}")


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _half(graph: DocumentGraph, asked: Sequence[Asked], half: int, constant: int) -> tuple[float, float]:
    """Mean MRR and nDCG over all depths of every other question, with that constant."""
    found = _scores(graph, asked[half::2], lambda g, a, d: walked(g, a.ways, d, constant))
    rows = [row for depth in DEPTHS for row in found[depth]]
    return mean(r[0] for r in rows), mean(r[1] for r in rows)


def _scores(graph: DocumentGraph, asked: Sequence[Asked], method: Method) -> Scores:
    return {d: [_measured(graph, method(graph, a, d)[:MOST], a.gold) for a in asked] for d in DEPTHS}


def _measured(graph: DocumentGraph, found: Sequence[Retrieved], gold: frozenset[int]) -> tuple[float, ...]:
    hits = [r.chunk in gold for r in found]
    first = next((1 / rank for rank, hit in enumerate(hits, 1) if hit), 0.0)
    gain = sum(hit / log2(rank + 1) for rank, hit in enumerate(hits, 1))
    most = min(MOST, sum(len(graph.of_chunk.get(chunk, ())) for chunk in gold))
    ideal = sum(1 / log2(rank + 1) for rank in range(1, most + 1))
    shares = (sum(hits[:k]) / k for k in (7, 14, 28))
    reached = len({r.chunk for r in found} & gold) / len(gold)
    return (first, gain / ideal if ideal else 0.0, *shares, reached)


def _sign(ours: Sequence[tuple[float, ...]], theirs: Sequence[tuple[float, ...]], measure: int) -> str:
    """The sign test of the dissertation (2.7.2): two-sided, ties left out."""
    pairs = [(a[measure], b[measure]) for a, b in zip(ours, theirs, strict=True)]
    better, worse = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    count = better + worse
    tail = sum(comb(count, n) for n in range(min(better, worse) + 1)) / 2**count
    return f"{better}, {worse}, p = {min(1.0, 2 * tail):.2g}"


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


async def _read(folder: Path, cache: Path) -> tuple[DocumentGraph, list[Asked]]:
    passages, questions = (list(_lines(folder / f"{name}.jsonl")) for name in ("passages", "questions"))
    triples: list[list[str]] = json.loads((folder / "triples.json").read_text("utf-8"))
    chunks = [Passage(p["title"], (Block(p["text"], Place(heading=p["title"])),)) for p in passages]
    graph = DocumentGraph(tuple(_placed(triples, chunks)), len(chunks))
    kinds = {
        "chunks": chunks,
        "triples": [_passage(triple.text) for triple in graph.triples],
        "entities": [_passage(name) for name in graph.entities],
    }
    embedder = LocalEmbedder()
    dense: dict[str, Dense] = {}
    lexical: dict[str, Lexical] = {}
    with tempfile.TemporaryDirectory() as place:
        for kind, some in kinds.items():
            dense[kind] = await embedded(some, embedder, cache / f"{kind}.npz")
            (Path(place) / kind).mkdir()
            lexical[kind] = Lexical(Path(place) / kind)
            lexical[kind].add(some)
            lexical[kind].finish()
        numbers = {p["id"]: n for n, p in enumerate(passages)}
        asked = []
        for question in questions:
            text = question["question"]
            cosines = {kind: [float(x) for x in await each.scored(text)] for kind, each in dense.items()}
            by_words = {kind: each.ranked(text, ENGLISH, LONG) for kind, each in lexical.items()}
            by_meaning = {
                kind: [n for _, n in sorted((-score, n) for n, score in enumerate(some))][:LONG]
                for kind, some in cosines.items()
            }
            ways = tuple(
                Rankings(
                    entities=[graph.entities[n] for n in ranked["entities"]],
                    triples=ranked["triples"],
                    chunks=ranked["chunks"],
                )
                for ranked in (by_words, by_meaning)
            )
            gold = frozenset(numbers[p] for hop in question["hops"] for p in hop["passage_ids"])
            asked.append(Asked(Similarity(**cosines), ways, gold))
    return graph, asked


def _placed(triples: Sequence[Sequence[str]], chunks: Sequence[Passage]) -> Iterator[Triple]:
    """Each triple with the chunk that holds most of its words; those of its head count twice."""
    words = [set(content_words(f"{c.document} {c.text}", ENGLISH)) for c in chunks]
    lower = [c.text.lower() for c in chunks]
    known: dict[str, int] = {}
    for some in words:
        for word in some:
            known[word] = known.get(word, 0) + 1
    for head, relation, tail in triples:
        weights: dict[str, float] = {}
        for text, weight in ((head, 2.0), (f"{relation} {tail}", 1.0)):
            for word in content_words(text, ENGLISH):
                rarity = log(1 + len(chunks) / (1 + known.get(word, 0)))
                weights[word] = weights.get(word, 0.0) + weight * rarity
        scores = [
            sum(w for word, w in weights.items() if word in words[n])
            + 2.0 * (head.lower() in lower[n])
            + 2.0 * (tail.lower() in lower[n])
            + 2.0 * (head.lower() == chunk.document.lower())
            for n, chunk in enumerate(chunks)
        ]
        yield Triple(head, relation, tail, max(range(len(chunks)), key=scores.__getitem__))


def _passage(text: str) -> Passage:
    return Passage("", (Block(text, Place()),))


def _lines(file: Path) -> Iterator[Any]:
    return (json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else tempfile.mkdtemp()))
