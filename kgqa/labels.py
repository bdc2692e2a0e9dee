"""Names for the things of a result, fetched after the query: IRI -> label.

In: a Graph, how it names things, IRIs. Out: one label an IRI in the asker's language where there is one; an
IRI without any is named by its last part.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.errors import OperatorsMove
from kgqa.linking.names import Naming
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.types import Limits

BATCH = 200  # IRIs a query
MOST = 2_000  # more are never shown at once
LABELLING = Limits(seconds=5.0, rows=20_000)


async def labels_of(
    iris: Iterable[str], graph: Graph, ontology: Ontology, naming: Naming, language: str
) -> dict[str, str]:
    """A label for each IRI. A store that fails here costs the labels, not the answer."""
    wanted = list(dict.fromkeys(iris))
    found = {
        iri: ontology.label(iri, language)
        for iri in wanted
        if iri in ontology.classes or iri in ontology.properties
    }
    things = [iri for iri in wanted if iri not in found][:MOST]
    for first in range(0, len(things), BATCH):
        try:
            found |= await _batch(things[first : first + BATCH], graph, naming, language)
        except OperatorsMove:
            break
    return {iri: found.get(iri) or by_iri(iri) for iri in wanted}


async def _batch(things: list[str], graph: Graph, naming: Naming, language: str) -> dict[str, str]:
    if not naming.all:
        return {}
    rank = {p: n for n, p in enumerate(naming.all)}
    table = await graph.run(query("labels", things=things, properties=naming.all), LABELLING)
    names: dict[str, dict[str, list[tuple[bool, str]]]] = {}
    for thing, prop, name in table.rows:
        if thing and prop and name and name.kind == "literal":
            foreign = (name.language or "").split("-")[0] not in ("", language.split("-", maxsplit=1)[0])
            names.setdefault(thing.value, {}).setdefault(prop.value, []).append((foreign, name.value))
    return {thing: _best(known, naming, rank) for thing, known in names.items()}


def _best(known: dict[str, list[tuple[bool, str]]], naming: Naming, rank: dict[str, int]) -> str:
    for given, family in naming.parts:
        if given in known and family in known:
            return f"{min(known[given])[1]} {min(known[family])[1]}"
    prop = min(known, key=lambda p: (rank[p], p))
    return min(known[prop])[1]


def by_iri(iri: str) -> str:
    """The last part of an IRI as words."""
    return spaced(local_name(iri)) or iri
