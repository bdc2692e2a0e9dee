"""Retrieval from a graph of documents: the baseline of Navarro Cordero (2024), and his CSMR.

In: a DocumentGraph, how similar its entities, triples and chunks are to the question, a depth. Out: triples
in their order, each with the chunk that goes with it and its path from the seed. `kgqa.passages.walks` is
what is used; these are what it is measured against.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgqa.passages.document_graph import DocumentGraph

SEEDS = 4
EACH = 7  # triples of a seed
MOST = 28  # triples in all
DEEPEST = 6  # steps that a path may have
UNSORTED = 30  # of the baseline


@dataclass(frozen=True, slots=True, kw_only=True)
class Similarity:
    """How similar the question is to each entity, triple and chunk, in the order of the graph."""

    entities: Sequence[float]
    triples: Sequence[float]
    chunks: Sequence[float]


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A triple with the chunk that goes with it; `path` are the numbers of the triples from a seed to it."""

    triple: int
    chunk: int
    path: tuple[int, ...] = ()


def seeds_of(graph: DocumentGraph, similar: Similarity, count: int = SEEDS) -> list[str]:
    """The entities that are most similar to the question."""
    order = sorted(range(len(graph.entities)), key=lambda n: -similar.entities[n])
    return [graph.entities[n] for n in order[:count]]


def baseline(graph: DocumentGraph, similar: Similarity, depth: int) -> list[Retrieved]:
    """The neighbours of the seeds as the store gives them, cut wherever the limit falls; the last chunk that
    was read with the head of each. Paths of a variable length are followed depth first, as Neo4j does.
    """
    found: dict[int, Retrieved] = {}
    for seed in seeds_of(graph, similar):
        stack = [(seed, 0, iter(graph.at.get(seed, ())))]
        walked: set[int] = set()
        while stack and len(found) < UNSORTED:
            name, step, numbers = stack[-1]
            number = next(numbers, None)
            if number is None:
                stack.pop()
                continue
            if number in walked:
                continue
            walked.add(number)
            last = graph.mentions[graph.triples[number].head][-1]
            found.setdefault(number, Retrieved(number, last, (number,)))
            if step + 1 < depth:
                other = graph.other(number, name)
                stack.append((other, step + 1, iter(graph.at.get(other, ()))))
    return list(found.values())


def csmr(graph: DocumentGraph, similar: Similarity, depth: int) -> list[Retrieved]:
    """Seed after seed, its neighbours' triples by their similarity; the best chunk of each head."""
    found: dict[int, Retrieved] = {}
    for seed in seeds_of(graph, similar):
        near = graph.within([seed], depth)
        ranked = sorted(near, key=lambda n: -similar.triples[n])[:EACH]
        for number in ranked:
            if number not in found:
                chunks = graph.mentions[graph.triples[number].head]
                best = max(chunks, key=lambda c: similar.chunks[c])
                path = path_to(graph, seed, number, similar.triples)
                found[number] = Retrieved(number, best, path)
    return list(found.values())[:MOST]


def path_to(graph: DocumentGraph, seed: str, target: int, worth: Sequence[float]) -> tuple[int, ...]:
    """The shortest path from a seed to a triple; of several the one whose triples are worth most together."""
    return path_by(graph, paths_from(graph, [seed], worth, DEEPEST), target)


Path = tuple[int, float, tuple[int, ...]]  # steps, what its triples are worth together, their numbers


def paths_from(
    graph: DocumentGraph, seeds: Iterable[str], worth: Sequence[float], depth: int
) -> dict[str, Path]:
    """The shortest path to each entity from any of the seeds."""
    best: dict[str, Path] = dict.fromkeys(seeds, (0, 0.0, ()))
    edge = list(best)
    for step in range(1, depth + 1):
        reached: dict[str, Path] = {}
        for name in edge:
            _, total, path = best[name]
            for number in graph.at.get(name, ()):
                other = graph.other(number, name)
                is_better = other not in reached or reached[other][1] < total + worth[number]
                if other not in best and is_better:
                    reached[other] = (step, total + worth[number], (*path, number))
        best.update(reached)
        edge = list(reached)
    return best


def path_by(graph: DocumentGraph, paths: Mapping[str, Path], target: int) -> tuple[int, ...]:
    """The path to a triple, the triple included; it alone where none leads there."""
    ends = (graph.triples[target].head, graph.triples[target].tail)
    ways = [paths[end] for end in ends if end in paths]
    if not ways:
        return (target,)
    _, _, path = min(ways, key=lambda way: (way[0], -way[1]))
    return path if target in path else (*path, target)
