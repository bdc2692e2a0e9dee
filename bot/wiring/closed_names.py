"""The names of what is closed, held against what the graph knows. A name that the graph does not know closes
nothing, so it never passes in silence.

In: names with their IRIs, an ontology, a graph. Raises BadSetting with the nearest known name, and
GraphUnavailable where the graph could not be read well enough to tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from bot.access.reading import nearest
from bot.access.rules import Kind
from bot.settings import name_of
from kgqa.errors import BadSetting, GraphUnavailable, OperatorsMove
from kgqa.ontology import Ontology, Part
from kgqa.ports import Federation, Graph
from kgqa.queries import query
from kgqa.types import Limits

Where = Callable[[str], str]  # from a name to the setting or the line in which it stands
MOST = 500  # named graphs among which the nearest name is looked for
_UNTOLD = "A name that is not right would close nothing, so nothing is answered."
_CHECK = " Check how it is written."
_LOOKING = Limits(seconds=10.0, rows=MOST)
_SHOWING = frozenset((Part.TERMS, Part.CLASSES, Part.VALUES, Part.THINGS))  # what shows that a term is there


def refuse_unknown_terms(kind: Kind, names: Mapping[str, str], ontology: Ontology, where: Where) -> None:
    """Raises BadSetting for the first of the classes or properties (IRIs by their names) that the ontology
    does not know, and GraphUnavailable where that may be because the graph was not read to its end.
    """
    known, other = ontology.known_classes, ontology.known_properties
    if kind == "property":
        known, other = other, known
    for name, iri in names.items():
        if iri in known or (iri in ontology.mentioned and iri not in other):
            continue
        if iri not in other and ontology.unread & _SHOWING:
            raise GraphUnavailable(
                f"{where(name)}: Nobody can tell whether the graph has a {kind} “{name}”, because its "
                f"schema could not be read to its end. {_UNTOLD} Declare it in {name_of('ontology')}, or "
                "start again when the store answers in full."
            )
        near = nearest(name, shorts(known, ontology))
        raise BadSetting(f"{where(name)}: The graph knows no {kind} “{name}”.{near or _CHECK}")


async def refuse_unknown_graphs(names: Mapping[str, str], graph: Graph, where: Where) -> None:
    """The same for named graphs: of several sources one has to have it."""
    graphs = [source.graph for source in graph.sources] if isinstance(graph, Federation) else [graph]
    for name, iri in names.items():
        try:
            found = [(await one.run(query("named-graph", graphs=(iri,)), _LOOKING)).boolean for one in graphs]
        except OperatorsMove as error:
            raise GraphUnavailable(
                f"{where(name)}: Nobody can tell whether the store has a graph “{name}”. {_UNTOLD} {error}"
            ) from error
        if not any(found):
            near = nearest(name, [each for one in graphs for each in await _named_graphs(one)])
            raise BadSetting(f"{where(name)}: The store has no graph “{name}” with triples.{near or _CHECK}")


async def _named_graphs(graph: Graph) -> list[str]:
    """The graphs that may have been meant, as far as the store tells them."""
    try:
        table = await graph.run(query("named-graphs"), _LOOKING)
    except OperatorsMove:
        return []
    return [cell.value for row in table.rows for cell in row if cell]


def shorts(iris: Iterable[str], ontology: Ontology) -> Iterator[str]:
    """IRIs as people write them: whole, and by a prefix."""
    for iri in sorted(iris):
        yield iri
        for prefix, namespace in ontology.prefixes:
            if prefix and iri.startswith(namespace):
                yield f"{prefix}:{iri[len(namespace) :]}"
