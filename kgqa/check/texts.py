"""What the graph has the texts of a query as: so that a name is known to be one, and of what.

In: a query, its graph. Out: Texts, as `Conditions` hold them. What cannot be looked up in time is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from kgqa.check.closed.open_data import of_open
from kgqa.check.conditions import Closed, Texts
from kgqa.check.things import LOOKING, NOTHING_CLOSED
from kgqa.errors import OperatorsMove
from kgqa.ontology import RDF_LANG_STRING, XSD, Ontology
from kgqa.ports import Graph
from kgqa.sparql import ParsedQuery
from kgqa.sparql.facts import facts
from kgqa.sparql.model import Lit

MOST = 20  # texts of one query that are looked up
LANGUAGES = 12  # that a text is looked up in
_PLAIN = (None, XSD + "string", RDF_LANG_STRING)


async def texts_in(
    asked: ParsedQuery,
    graph: Graph,
    ontology: Ontology,
    known: Container[str] = frozenset(),
    closed: Closed = NOTHING_CLOSED,
) -> Texts:
    """The texts that stand in patterns of a query, with what has them and is not closed; those in `known` are
    not looked up again.
    """
    wanted = [text for text in _written(asked) if text not in known][:MOST]
    if not wanted:
        return {}
    literals = (Lit(text, None, tag) for text in wanted for tag in (None, *_languages(asked, ontology)))
    try:
        table = await graph.run(of_open("texts", ontology, closed, texts=literals), LOOKING)
    except OperatorsMove:
        return {}
    if table.truncated:
        return {}
    found: dict[str, set[tuple[str, str]]] = {text: set() for text in wanted}
    for text, property_, cls in table.rows:
        if text and property_:
            found[text.value].add((property_.value, cls.value if cls and cls.kind == "iri" else ""))
    return {text: frozenset(having) for text, having in found.items()}


def _written(asked: ParsedQuery) -> Iterable[str]:
    ends = (fact.object for fact in facts(asked).facts)
    return dict.fromkeys(end.value for end in ends if isinstance(end, Lit) and end.datatype in _PLAIN)


def _languages(asked: ParsedQuery, ontology: Ontology) -> tuple[str, ...]:
    """Those of the ontology's names, and those that the query writes."""
    own = (fact.object.language for fact in facts(asked).facts if isinstance(fact.object, Lit))
    classes = (name.language for known in ontology.classes.values() for name in known.names)
    properties = (name.language for known in ontology.properties.values() for name in known.names)
    return tuple(dict.fromkeys(tag for tag in (*own, *classes, *properties) if tag))[:LANGUAGES]
