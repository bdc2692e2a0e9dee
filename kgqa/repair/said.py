"""Queries and terms as they are said to a model and to readers of a trace: short names, one pattern a line.

In: the text of a query, an IRI; an ontology. Out: text that reads back as the same under its prefixes.
"""

from __future__ import annotations

import re

from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, parse, spelled, write
from kgqa.sparql.reading import WELL_KNOWN

_LOCAL = re.compile(r"\w(?:[\w-]*\w)?", re.ASCII)
_PREFIX = re.compile(r"(?:[A-Za-z](?:[\w-]*\w)?)?", re.ASCII)


def prefixes(ontology: Ontology) -> dict[str, str]:
    """Every prefix that a query on this graph may use without declaring it."""
    return WELL_KNOWN | dict(ontology.prefixes)


def short(iri: str, ontology: Ontology) -> str:
    """An IRI by its prefix where it has one, whole otherwise."""
    for prefix, namespace in prefixes(ontology).items():
        fits = namespace and iri.startswith(namespace) and _LOCAL.fullmatch(iri, len(namespace))
        if fits and _PREFIX.fullmatch(prefix):
            return f"{prefix}:{iri[len(namespace) :]}"
    return f"<{iri}>"


def in_short(text: str, ontology: Ontology) -> str:
    """A query with short names, laid out in lines; a text that cannot be read stays as it is."""
    parsed = parse(text, ontology.prefixes)
    return spelled(parsed, ontology.prefixes) if isinstance(parsed, ParsedQuery) else text.strip()


def canonical(text: str, ontology: Ontology) -> str:
    """One spelling for texts that are the same query; of what cannot be read, the text but for its blanks."""
    parsed = parse(text, ontology.prefixes)
    return write(parsed) if isinstance(parsed, ParsedQuery) else " ".join(text.split())
