"""Settings -> what queries are held against: what blocks, what is closed, what may be asked for.

In: settings, an ontology, the graph. Out: Conditions, and what an admin should know of the settings.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bot.access.rules import Kind
from bot.settings import Settings, listed, name_of
from bot.wiring.closed_names import Where, refuse_unknown_graphs, refuse_unknown_terms
from bot.wiring.closed_together import refuse_untold
from kgqa.check import Bounds, Closed, Conditions, Policy
from kgqa.check.closed import View
from kgqa.check.reaching import ALL
from kgqa.errors import BadInput, BadSetting, OperatorsMove
from kgqa.ontology import Ontology
from kgqa.ports import Federation, Graph
from kgqa.prefixes import whole
from kgqa.queries import query
from kgqa.types import Ground, Limits

_IRI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^<>\"{}|^`\\\x00-\x20]+")
_BEGINNING = re.compile(r"[^:]+:(//)?[^/#:?]+[/#:?].*")  # beyond a host, or urn: and its namespace
_SCHEMES = ("urn", "tag", "info", "doi", "uuid", "did", "ni")  # of IRIs that need no //
CLOSED_TERMS: dict[str, Kind] = {"closed_classes": "class", "closed_properties": "property"}
LOOKING = Limits(seconds=10.0, rows=1)


def closed_of(settings: Settings, ontology: Ontology) -> Closed:
    """What the settings close, in IRIs. Raises BadSetting for a class or a property that the ontology does
    not know, and GraphUnavailable where nobody can tell since the graph was not read to its end.
    """
    for field, kind in CLOSED_TERMS.items():
        refuse_unknown_terms(kind, _by_name(settings, field, ontology), ontology, _setting(field))
    return closed_as_written(settings, ontology)


def closed_as_written(settings: Settings, ontology: Ontology) -> Closed:
    """The same, whether the ontology knows it or not, for who only looks at how things stand. Raises
    BadSetting for what is no IRI and no short name.
    """
    return Closed(
        classes=_iris(settings, "closed_classes", ontology),
        properties=_iris(settings, "closed_properties", ontology),
        graphs=_iris(settings, "closed_graphs", ontology),
        functions=frozenset(listed(settings.closed_functions)),
    )


async def conditions_of(
    settings: Settings, ontology: Ontology, graph: Graph
) -> tuple[Conditions, tuple[str, ...]]:
    """The conditions, and notices about what the settings close. Raises BadSetting, also for a name that the
    graph does not know, and OperatorsMove where it cannot be looked at.
    """
    known = ontology.whole if isinstance(ontology, View) else ontology
    closed = closed_of(settings, known)
    graphs = _by_name(settings, "closed_graphs", known)
    await refuse_unknown_graphs(graphs, graph, _setting("closed_graphs"))
    closed = await held(closed, known, graph)
    notices = (merged(name_of("closed_graphs")),) if closed.union else ()
    blocks = _grounds(settings.check_blocks)
    conditions = Conditions(
        closed=closed,
        bounds=Bounds(rows=settings.check_rows, pairs=settings.check_pairs, things=settings.check_things),
        policy=Policy(blocks=blocks, silent=_grounds(settings.check_silent) - blocks),
        functions=functions_of(settings, known),
    )
    return conditions, notices


async def held(closed: Closed, known: Ontology, graph: Graph) -> Closed:
    """What is closed, with whether the default graph of a store holds it as well. Raises BadSetting where it
    cannot be closed there, and OperatorsMove.
    """
    if isinstance(graph, Federation) and closed.classes:
        below = {cls for each in closed.classes for cls in known.subclasses(each)}
        await refuse_untold(below & known.known_classes, graph)
    is_merged = bool(closed.graphs) and await _is_merged(graph)
    return replace(closed, union=is_merged)


def merged(what: str) -> str:
    """What an admin should know of named graphs that `what` closes and the default graph holds."""
    return (
        f"The default graph holds what {what} closes: only queries that name another graph pass, and no "
        "question in words does. Close classes and properties instead, or give Querist an account of the "
        "store that may not read those graphs."
    )


def functions_of(settings: Settings, ontology: Ontology) -> frozenset[str]:
    """The functions of the store's own that the settings allow. Raises BadSetting."""
    functions = _iris(settings, "check_functions", ontology)
    for name in functions:
        if not _is_function(name):
            raise BadSetting(
                f"The setting {name_of('check_functions')} is not right: “{name}” allows too much. {_WHOLE}"
            )
    return functions


def function_named(name: str) -> str:
    """A function that is given as a whole IRI, or a whole beginning of IRIs with a star. Raises BadInput."""
    if (iri := whole_iri(name, Ontology())) and _is_function(iri):
        return iri
    raise BadInput(f"“{name}” names no function. {_WHOLE}")


_WHOLE = (
    "Give a whole IRI such as http://jena.apache.org/ARQ/function#localname, or a namespace and a star: "
    "http://jena.apache.org/ARQ/function#*"
)


def _is_function(iri: str) -> bool:
    return not iri.endswith(ALL) or bool(_BEGINNING.fullmatch(iri.removesuffix(ALL)))


async def _is_merged(graph: Graph) -> bool:
    """Whether all that named graphs hold is found outside of them as well; a store that cannot say so is not
    trusted. A triple may stand in both by chance, and whether graphs are merged must not tell what a closed
    one holds: so all named graphs are looked at, and one triple that is found in its graph alone is enough.
    """
    try:
        if not (await graph.run(query("in-a-graph"), LOOKING)).boolean:
            return False
        return not (await graph.run(query("apart"), LOOKING)).boolean
    except OperatorsMove:
        return True


def _iris(settings: Settings, field: str, ontology: Ontology) -> frozenset[str]:
    return frozenset(_by_name(settings, field, ontology).values())


def _by_name(settings: Settings, field: str, ontology: Ontology) -> dict[str, str]:
    """The IRIs that a setting names, by their names as they are written."""
    return {name: _iri(name, field, ontology) for name in listed(getattr(settings, field))}


def _setting(field: str) -> Where:
    return lambda _: f"The setting {name_of(field)} is not right"


def _iri(name: str, field: str, ontology: Ontology) -> str:
    iri = whole_iri(name, ontology)
    if not iri:
        known = ", ".join(f"{p}:" for p, _ in ontology.prefixes if p) or "none"
        raise BadSetting(
            f"The setting {name_of(field)} is not right: “{name}” is no IRI, and no short name by a prefix "
            f"of the ontology ({known}). Write the whole IRI."
        )
    return iri


def whole_iri(name: str, ontology: Ontology) -> str:
    """The IRI that a name stands for; "" where it is none."""
    iri = whole(name.removeprefix("<").removesuffix(">"), ontology)
    scheme, _, rest = iri.partition(":")
    if not _IRI.fullmatch(iri) or (iri == name and not rest.startswith("//") and scheme not in _SCHEMES):
        return ""
    return iri


def _grounds(text: str) -> frozenset[Ground]:
    return frozenset(Ground(name.lower()) for name in listed(text))
