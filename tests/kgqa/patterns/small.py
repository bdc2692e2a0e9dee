"""Small graphs written in a test, and the patterns that are recognised in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from kgqa.ontology import Pattern, PatternKind, Ruling
from kgqa.terms import Terms, terms_of
from tests.doubles.graph import SmallGraph

NS = "https://works.example/"
PREFIXES = f"@prefix : <{NS}> .\n" + "".join(
    f"@prefix {prefix}: <{namespace}> .\n"
    for prefix, namespace in {
        "owl": "http://www.w3.org/2002/07/owl#",
        "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
        "xsd": "http://www.w3.org/2001/XMLSchema#",
        "skos": "http://www.w3.org/2004/02/skos/core#",
        "org": "http://www.w3.org/ns/org#",
        "qudt": "http://qudt.org/schema/qudt/",
        "schema": "http://schema.org/",
        "geo": "http://www.opengis.net/ont/geosparql#",
        "sosa": "http://www.w3.org/ns/sosa/",
    }.items()
)


def terms(turtle: str, rulings: tuple[Ruling, ...] = ()) -> Terms:
    """The terms of a graph, with its patterns."""
    return asyncio.run(terms_of(SmallGraph(PREFIXES + turtle), ruled=lambda _: rulings))


def pattern(turtle: str, iri: str, rulings: tuple[Ruling, ...] = ()) -> Pattern | None:
    """The pattern that a class or a property of a graph is, by its local name or IRI; names are left out."""
    whole = iri if ":" in iri else NS + iri
    kinds = set(PatternKind) - {PatternKind.NAME}
    return terms(turtle, rulings).ontology.pattern(whole, *kinds)


def kind(turtle: str, iri: str) -> str:
    """Its kind; "" for no pattern."""
    found = pattern(turtle, iri)
    return found.kind.value if found else ""


def roles(found: Pattern | None) -> dict[str, set[str]]:
    """The roles of a pattern with the local names of their properties."""
    assert found is not None
    said: dict[str, set[str]] = {}
    for role, iri in found.roles:
        said.setdefault(role.value, set()).add(iri.rpartition("/")[2].rpartition("#")[2])
    return said


def each(count: int, line: Callable[[int], str]) -> str:
    """One line of Turtle for each number from 1 on."""
    return "".join(line(n) + "\n" for n in range(1, count + 1))
