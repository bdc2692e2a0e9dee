"""Where the columns of a result over tables come from in the graph, in words.

In: a checked query, the ontology. Out: a line for each column.
"""

from __future__ import annotations

from kgqa.ontology import Ontology
from kgqa.types import CheckedQuery, Origin
from kgqa.wording.said import Said, each, say


def origins_told(query: CheckedQuery, ontology: Ontology) -> list[Said]:
    """Where each column of a result comes from in the graph, a line each."""
    return [_origin(origin, ontology) for origin in query.origins if origin.sources]


def _origin(origin: Origin, ontology: Ontology) -> Said:
    parts: list[str] = []
    for cls, prop in origin.sources:
        things = ontology.label(cls, "en") if cls else "thing"
        if prop:
            name = ontology.label(prop, "en")
            parts.append(say("“{property}” <{iri}> of {things}", property=name, iri=prop, things=things))
        else:
            parts.append(say("the things of <{iri}>", iri=cls) if cls else say("the things without a class"))
    pattern = "{column} is {source}" if origin.kind and origin.label else "{column} is worked out of {source}"
    return say(pattern, column=origin.column, source=each(list(dict.fromkeys(parts))))
