"""What the graph says of the things that a query names, so that the check knows their classes.

In: a query, its graph. Out: Things, as `Conditions` hold them. Terms of the schema are no things. What cannot
be looked up in time is left out, and the check then says nothing of it.
"""

from __future__ import annotations

from collections.abc import Container

from kgqa.check.claims import STANDARD, SUBCLASS
from kgqa.check.closed import closing, opened
from kgqa.check.closed.open_data import of_open
from kgqa.check.conditions import Closed, Things
from kgqa.errors import OperatorsMove
from kgqa.ontology import RDF_TYPE, XSD, Ontology
from kgqa.ports import Graph
from kgqa.sparql import ParsedQuery
from kgqa.sparql.facts import facts
from kgqa.sparql.model import InGraph, Iri
from kgqa.sparql.tree.terms import ABSOLUTE
from kgqa.sparql.walk import all_elements, named_things
from kgqa.types import Limits

NOTHING_CLOSED = Closed()
MOST = 100  # things of one query that are looked up; what names more was not written by hand
LOOKING = Limits(seconds=2.0, rows=2_000)


async def things_in(
    asked: ParsedQuery,
    graph: Graph,
    ontology: Ontology,
    known: Container[str] = frozenset(),
    closed: Closed = NOTHING_CLOSED,
) -> Things:
    """The things that a query names and their classes; those in `known` are not looked up again. The graph
    says nothing of one that is closed.

    Where the query looks into named graphs, a thing that was not found may be there: it is left out.
    """
    wanted = [iri for iri in _named(asked, opened(ontology, closed)) if iri not in known][:MOST]
    wanted = [iri for iri in wanted if not closed or iri not in closing(ontology, closed).said]
    if not wanted:
        return {}
    try:
        table = await graph.run(of_open("kinds", ontology, closed, things=wanted), LOOKING)
    except OperatorsMove:
        return {}
    if table.truncated:
        return {}
    found: dict[str, set[str]] = {}
    for thing, cls in table.rows:
        if thing:
            found.setdefault(thing.value, set()).update((cls.value,) if cls and cls.kind == "iri" else ())
    elsewhere = looks_into_graphs(asked)
    return {
        iri: frozenset(found[iri]) if iri in found else None
        for iri in wanted
        if iri in found or not elsewhere
    }


def looks_into_graphs(asked: ParsedQuery) -> bool:
    """Whether a query looks into named graphs."""
    return any(isinstance(e, InGraph) for e in all_elements(asked))


def _named(asked: ParsedQuery, ontology: Ontology) -> list[str]:
    classes = {
        fact.object.value
        for fact in facts(asked).facts
        if fact.property in (RDF_TYPE, SUBCLASS) and isinstance(fact.object, Iri)
    }
    return [
        iri
        for iri in named_things(asked)
        if ABSOLUTE.match(iri)  # what another address stands for, the store would not tell
        and iri not in classes
        and iri not in ontology.classes
        and iri not in ontology.properties
        and not iri.startswith((*STANDARD, XSD))
    ]
