"""Which properties lead on and on from things to their like, and how far: what hierarchies are known by.

In: a Graph, the uses of its properties. Out: a Chain for each property that may make one, the most used
first, by one bounded query each; what could not be looked at is told in the notices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kgqa.bounded import rows
from kgqa.ontology import Chain, Use
from kgqa.ports import Graph
from kgqa.side_by_side import side_by_side
from kgqa.types import Limits

MOST = 32  # properties that are looked at
STEPS = 20_000  # steps of one that are looked at, as the query says
WIDER = 2_000  # things that are kept as having others below them
_LOOKING = Limits(seconds=10.0, rows=STEPS, bytes=10_000_000)

Ends = Mapping[str, Sequence[str]]


async def chains(
    graph: Graph, uses: Iterable[Use], overlaps: Iterable[tuple[str, str, int]], notices: list[str]
) -> tuple[Chain, ...]:
    """The chains of a graph that shows these uses. Raises GraphUnavailable."""
    wanted = list(_candidates(uses, overlaps))[:MOST]
    looks = (rows(graph, "steps", _LOOKING, notices, property=(iri,)) for iri in wanted)
    return tuple(
        chain_of(iri, [(start.value, end.value) for start, end in found if start and end])
        for iri, found in zip(wanted, await side_by_side(looks), strict=True)
        if found
    )


def chain_of(iri: str, steps: Iterable[tuple[str, str]]) -> Chain:
    """The chain that these steps by a property make."""
    ends: defaultdict[str, list[str]] = defaultdict(list)
    for start, end in dict.fromkeys(steps):
        ends[start].append(end)
    ended = {end for some in ends.values() for end in some}
    count = sum(map(len, ends.values()))
    fewer = min(ended, ends.keys(), key=len)
    is_known = count < STEPS and len(fewer) <= WIDER
    levels, cyclic = _levels(ends)
    return Chain(
        property=iri,
        steps=count,
        starts=len(ends),
        ends=len(ended),
        on=len(ended & ends.keys()),
        levels=levels,
        cyclic=cyclic,
        fewer=tuple(sorted(fewer)) if is_known else (),
    )


def _candidates(uses: Iterable[Use], overlaps: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """The properties whose things may be led to by the same property, the most used first."""
    shared: defaultdict[str, set[str]] = defaultdict(set)
    for one, other, _ in overlaps:
        shared[one].add(other)
    starts: defaultdict[str, set[str]] = defaultdict(set)
    ends: defaultdict[str, set[str]] = defaultdict(set)
    times: defaultdict[str, int] = defaultdict(int)
    for use in uses:
        if not use.literal:
            starts[use.property].update((use.subject, *shared[use.subject]))
            ends[use.property].add(use.object)
            times[use.property] += use.count
    for iri in sorted(times, key=lambda p: (-times[p], p)):
        if times[iri] > 1 and not starts[iri].isdisjoint(ends[iri]):
            yield iri


def _levels(ends: Ends) -> tuple[int, bool]:
    """How many steps follow each other at most, and whether any lead back to where they began."""
    depth: dict[str, int] = {}
    cyclic = False
    for root in ends:
        under_way: dict[str, Iterator[str]] = {} if root in depth else {root: iter(ends[root])}
        while under_way:
            at, rest = next(reversed(under_way.items()))
            following = next(rest, None)
            if following is None:
                depth[at] = max((depth.get(e, 0) + 1 for e in ends.get(at, ())), default=0)
                del under_way[at]
            elif following in under_way:
                cyclic = True
            elif following not in depth:
                under_way[following] = iter(ends.get(following, ()))
    return max(depth.values(), default=0), cyclic
