"""Short names for the namespaces of a graph, so that its queries can be read.

In: an Ontology. Out: the same with a prefix for every namespace of its terms: the declared one, a well-known
one, or one made from the namespace itself ("https://company.example/def/" -> def).
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from kgqa.ontology import Ontology, local_name

WELL_KNOWN = {
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs",
    "http://www.w3.org/2002/07/owl#": "owl",
    "http://www.w3.org/2004/02/skos/core#": "skos",
    "http://www.w3.org/2001/XMLSchema#": "xsd",
    "http://www.w3.org/2003/01/geo/wgs84_pos#": "geo",
    "http://www.w3.org/2006/vcard/ns#": "vcard",
    "http://www.w3.org/ns/org#": "org",
    "http://www.w3.org/ns/prov#": "prov",
    "http://xmlns.com/foaf/0.1/": "foaf",
    "http://purl.org/dc/terms/": "dcterms",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://schema.org/": "schema",
    "https://schema.org/": "schemas",
}
_SILENT = frozenset(
    ("http", "https", "www", "ns", "org", "com", "net", "vocab", "ontology", "schema", "onto")
)


def with_prefixes(ontology: Ontology) -> Ontology:
    """The ontology with a prefix for each of its namespaces; those that it has stay."""
    known = {namespace: prefix for prefix, namespace in reversed(ontology.prefixes)}
    taken = set(known.values())
    added: list[tuple[str, str]] = []
    used = Counter(_namespace(iri) for iri in (*ontology.properties, *ontology.classes))
    for namespace, _ in sorted(used.items(), key=lambda item: (-item[1], item[0])):
        if not namespace or namespace in known:
            continue
        name = WELL_KNOWN.get(namespace) or _made(namespace)
        prefix = (
            name
            if name not in taken
            else next(f"{name}{n}" for n in range(2, 1000) if f"{name}{n}" not in taken)
        )
        taken.add(prefix)
        added.append((prefix, namespace))
    return replace(ontology, prefixes=(*ontology.prefixes, *added))


def _namespace(iri: str) -> str:
    local = local_name(iri)
    return iri[: len(iri) - len(local)] if iri.endswith(local) and "/" in iri else ""


def _made(namespace: str) -> str:
    """A word of the namespace, the last that says something."""
    words: list[str] = [w for w in re.findall(r"[A-Za-z][A-Za-z0-9]*", namespace) if len(w) > 1]
    told = [w for w in words if w.lower() not in _SILENT] or words or ["ns"]
    return told[-1].lower()[:12]


def whole(name: str, ontology: Ontology) -> str:
    """The IRI that a person's `name` for a term stands for: an IRI is itself, "foaf:Person" is looked up.

    A prefix that nobody declared is passed over where one term alone has the local name.
    """
    if name in ontology.classes or name in ontology.properties:
        return name
    prefix, colon, local = name.partition(":")
    if not colon or local.startswith("//"):
        return name
    known = {short: namespace for namespace, short in WELL_KNOWN.items()} | dict(ontology.prefixes)
    if prefix in known:
        return known[prefix] + local
    terms = (*ontology.classes, *ontology.properties)
    alike = [iri for iri in terms if local and local_name(iri) == local]
    return alike[0] if len(alike) == 1 else name
