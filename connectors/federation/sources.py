"""Which source holds what: each is asked whether it has a pattern at all, and the answer is kept for minutes.

In: sources, patterns. Out: for each pattern the sources that may hold a part of what matches it.
So FedX chooses among its sources (Schwarte et al., ISWC 2011): nothing has to be known of them beforehand.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from connectors.federation.patterns import Atom
from kgqa.check import admit
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.ports import Graph
from kgqa.side_by_side import side_by_side
from kgqa.sparql.model import Group, Iri, Lit, ParsedQuery, Select, Triple, Var
from kgqa.sparql.writing import write
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable
from kgqa.wording.said import say

FRESH = 300.0  # seconds for which it is taken as still true that a source holds something or does not
_KEPT = 20_000  # answers
_ASKING = 10.0  # seconds for one look


@dataclass(frozen=True, slots=True)
class Source:
    """One graph among several: its name, and where it is (an address, a file), for who reads of it."""

    name: str
    place: str
    graph: Graph

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """As its graph; what is raised names the source."""
        with self._named():
            return await self.graph.run(query, limits)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        """As its graph; what is raised names the source."""
        with self._named():
            return await self.graph.describe(afresh=afresh)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except GraphUnavailable as error:
            raise GraphUnavailable(
                say(
                    "I could not reach {source}, one of the sources that are asked together.",
                    source=self.name,
                ),
                aside=str(error),
            ) from error
        except GraphTimeout as error:
            raise GraphTimeout(
                say("{source}, one of the sources that are asked together, was too slow.", source=self.name),
                aside=str(error),
            ) from error
        except GraphRejected as error:
            raise GraphRejected(
                say(
                    "{source}, one of the sources that are asked together, refused its part.",
                    source=self.name,
                ),
                aside=str(error),
            ) from error


class Sources:
    """The sources that are asked together."""

    def __init__(self, sources: Sequence[Source], clock: Callable[[], float] = time.monotonic) -> None:
        self.all = tuple(sources)
        self._clock = clock
        self._held: OrderedDict[tuple[str, str], tuple[float, bool]] = OrderedDict()

    async def holding(self, atom: Atom, seconds: float) -> tuple[Source, ...]:
        """The sources that may hold what matches the atom. One that cannot be reached is taken to hold what
        it held when it was seen last; raises GraphUnavailable where that is not known.
        """
        if atom.among:
            kinds = [Atom(replace(atom.triple, predicate=iri)) for iri in atom.among]
            found = [await self.holding(kind, seconds) for kind in kinds]
            return tuple(source for source in self.all if any(source in some for some in found))
        holding = self.all
        for text in dict.fromkeys((_asked(atom.triple, anyhow=True), _asked(atom.triple, anyhow=False))):
            if len(holding) > 1 or holding == self.all:
                looks = await side_by_side(self._holds(source, text, seconds) for source in holding)
                holding = tuple(s for s, holds in zip(holding, looks, strict=True) if holds)
        return holding

    async def _holds(self, source: Source, text: str, seconds: float) -> bool:
        kept = self._held.get((source.name, text))
        if kept and self._clock() - kept[0] < FRESH:
            return kept[1]
        try:
            table = await source.run(admit(text), Limits(seconds=min(_ASKING, seconds), rows=1))
        except (GraphTimeout, GraphRejected):
            return True  # it may; then it is asked
        except GraphUnavailable:
            if kept:
                return kept[1]
            raise
        self._held[source.name, text] = self._clock(), bool(table.boolean)
        self._held.move_to_end((source.name, text))
        if len(self._held) > _KEPT:
            self._held.popitem(last=False)
        return bool(table.boolean)


def _asked(triple: Triple, *, anyhow: bool) -> str:
    """Whether there is such a triple; `anyhow` with whatever ends, but for the class of a type."""
    predicate = triple.predicate if isinstance(triple.predicate, Iri) else Var("p")
    keeps_object = isinstance(triple.object, Iri | Lit) and (not anyhow or triple.is_type)
    asked = Triple(
        triple.subject if isinstance(triple.subject, Iri) and not anyhow else Var("s"),
        predicate,
        triple.object if keeps_object else Var("o"),
    )
    return write(ParsedQuery(text="", form="ask", select=Select(where=Group((asked,)))))
