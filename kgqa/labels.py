"""Names for the things of a result, fetched after the query: IRI -> label.

In: a Graph, how it names things, IRIs. Out: one label an IRI in the asker's language where there is one; an
IRI without any is named by its last part. The things of a conversation come back: what the graph has told is
kept for a while.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from kgqa.errors import OperatorsMove
from kgqa.linking.names import Naming
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.types import Limits

BATCH = 200  # IRIs a query
MOST = 2_000  # more are never shown at once
LABELLING = Limits(seconds=5.0, rows=20_000)
KEPT = 20_000  # labels; when there are more, it begins anew
LASTING = 300.0  # seconds after which all are asked for anew: the graph may have other names by then


class Labels:
    """What things are called in one graph. It may be used from several threads."""

    def __init__(
        self,
        graph: Graph,
        ontology: Ontology,
        naming: Naming,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.graph, self.ontology, self.naming = graph, ontology, naming
        self._clock = clock
        self._kept: dict[tuple[str, str], str] = {}  # by language and IRI; "" has none
        self._until = 0.0

    async def of(self, iris: Iterable[str], language: str) -> dict[str, str]:
        """A label for each IRI. A store that fails here costs the labels, not the answer."""
        wanted, ontology = list(dict.fromkeys(iris)), self.ontology
        found = {
            iri: ontology.label(iri, language)
            for iri in wanted
            if iri in ontology.classes or iri in ontology.properties
        }
        things = [iri for iri in wanted if iri not in found][:MOST]
        kept = self._known()
        found |= {iri: kept[language, iri] for iri in things if (language, iri) in kept}
        new = [iri for iri in things if iri not in found] if self.naming.all else []
        for first in range(0, len(new), BATCH):
            batch = new[first : first + BATCH]
            try:
                told, is_whole = await self._asked(batch, language)
            except OperatorsMove:
                break
            found |= told
            if is_whole:
                kept.update(((language, iri), told.get(iri, "")) for iri in batch)
        return {iri: found.get(iri) or self._declared(iri, language) or by_iri(iri) for iri in wanted}

    def _declared(self, iri: str, language: str) -> str:
        """What the ontology file calls a thing that the store has no name of."""
        known = self.ontology.individual(iri)
        return known.label(language) if known else ""

    def _known(self) -> dict[tuple[str, str], str]:
        """What is kept, without what is too old."""
        now = self._clock()
        if now >= self._until or len(self._kept) > KEPT:
            self._kept, self._until = {}, now + LASTING
        return self._kept

    async def _asked(self, things: list[str], language: str) -> tuple[dict[str, str], bool]:
        """The labels of those that have one, and whether that is all there is to tell."""
        naming = self.naming
        rank = {p: n for n, p in enumerate(naming.all)}
        table = await self.graph.run(query("labels", things=things, properties=naming.all), LABELLING)
        names: dict[str, dict[str, list[tuple[bool, str]]]] = {}
        for thing, prop, name in table.rows:
            if thing and prop and name and name.kind == "literal":
                foreign = (name.language or "").split("-")[0] not in ("", language.split("-", maxsplit=1)[0])
                names.setdefault(thing.value, {}).setdefault(prop.value, []).append((foreign, name.value))
        return {thing: _best(known, naming, rank) for thing, known in names.items()}, not table.truncated


def _best(known: dict[str, list[tuple[bool, str]]], naming: Naming, rank: dict[str, int]) -> str:
    for given, family in naming.parts:
        if given in known and family in known:
            return f"{min(known[given])[1]} {min(known[family])[1]}"
    prop = min(known, key=lambda p: (rank[p], p))
    return min(known[prop])[1]


def by_iri(iri: str) -> str:
    """The last part of an IRI as words."""
    return spaced(local_name(iri)) or iri
