"""Retrieval from a graph of documents by a random walk from what the question names: ours, beyond CSMR.

In: a DocumentGraph, rankings of its entities, triples and chunks, a depth. Out: triples, the best first, each
with its chunk and its path. What CSMR leaves open (section 5 of the dissertation) is answered so:

    ranking   chunks are ranked first, by words and by meaning, fused; then the triples of each
    depth     a personalised PageRank is one ranking among them: what is far off gets little of it, however
              deep it may go
    paths     a chunk is a place of its own in the walk, so that two facts of one text are near to each other
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from kgqa.passages.csmr import EACH, MOST, SEEDS, Retrieved, path_by, paths_from
from kgqa.passages.document_graph import DocumentGraph
from kgqa.passages.fusion import K, fused

RESTART = 0.5  # how often the walk begins anew: after two steps on average
STEPS = 20  # of the power iteration; what is left then is less than one in a million
Spot = str | int  # an entity by its name, a chunk by its number
NEAR = 20_000  # triples that it may walk along, the nearest first
CHUNKS = 10  # chunks in which the walk begins, beside the seeds


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """Rankings by one way of comparing, each best first: names of entities, numbers of triples and chunks."""

    entities: Sequence[str]
    triples: Sequence[int]
    chunks: Sequence[int]


def walked(graph: DocumentGraph, ways: Sequence[Rankings], depth: int, constant: int = K) -> list[Retrieved]:
    """At most 28 triples, chunk after chunk, of each at most seven; the `constant` is that of the fusion."""
    entities = fused([way.entities for way in ways], constant)
    triples = fused([way.triples for way in ways], constant)
    begun = fused([way.chunks for way in ways], constant)
    seeds = {name: entities[name] for name in list(entities)[:SEEDS]}
    mass = _walk(graph, seeds, _first(begun), depth)
    by_walk = sorted((c for c in range(graph.chunks) if mass.get(c)), key=lambda c: -mass[c])
    worth = [triples.get(n, 0.0) for n in range(len(graph.triples))]
    paths = paths_from(graph, seeds, worth, depth)
    found: list[Retrieved] = []
    for chunk in fused([*(way.chunks for way in ways), by_walk], constant):
        ranked = sorted(graph.of_chunk.get(chunk, ()), key=lambda n: -worth[n])[:EACH]
        found += (Retrieved(n, chunk, path_by(graph, paths, n)) for n in ranked)
        if len(found) >= MOST:
            break
    return found[:MOST]


def _first(chunks: Mapping[int, float]) -> dict[int, float]:
    return {chunk: chunks[chunk] for chunk in list(chunks)[:CHUNKS]}


def _walk(
    graph: DocumentGraph, seeds: Mapping[str, float], chunks: Mapping[int, float], depth: int
) -> dict[Spot, float]:
    """The personalised PageRank of entities and chunks. A step leads from an entity along a triple to the
    other end or to the chunk that says so, and from a chunk to what it mentions.
    """
    near = graph.within([*seeds, *(e for c in chunks for e in _mentioned(graph, c))], depth)
    links: dict[Spot, list[Spot]] = {}
    for number in islice(near, NEAR):
        triple = graph.triples[number]
        ends: tuple[Spot, ...] = (triple.head, triple.tail, triple.chunk)
        for end in ends:
            links.setdefault(end, []).extend(other for other in ends if other != end)
    begun: list[tuple[Spot, float]] = [*seeds.items(), *chunks.items()]
    start = dict(begun)
    whole = sum(start.values()) or 1.0
    start = {place: weight / whole for place, weight in start.items()}
    mass = dict(start)
    for _ in range(STEPS):
        passed: dict[Spot, float] = {place: RESTART * weight for place, weight in start.items()}
        for place, weight in mass.items():
            others = links.get(place)
            share = (1 - RESTART) * weight / len(others) if others else 0.0
            for other in others or ():
                passed[other] = passed.get(other, 0.0) + share
        mass = passed
    return mass


def _mentioned(graph: DocumentGraph, chunk: int) -> list[str]:
    triples = (graph.triples[n] for n in graph.of_chunk.get(chunk, ()))
    return list(dict.fromkeys(name for t in triples for name in (t.head, t.tail)))
