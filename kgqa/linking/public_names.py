"""What the terms of public vocabularies are called at work: foaf:mbox is the e-mail address.

In: an ontology. Out: the same with such names beside those that its own terms have; graphs that use a public
vocabulary seldom bring its labels, and its labels are seldom the words that people say.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files

from kgqa.declared.vocabulary import SCHEMA_ORG
from kgqa.ontology import Name, Ontology


def with_public_names(ontology: Ontology) -> Ontology:
    """The ontology with the names that its terms of public vocabularies go by."""
    known = _table()
    return replace(
        ontology,
        classes={
            iri: replace(c, names=_beside(c.names, known[iri])) if iri in known else c
            for iri, c in ontology.classes.items()
        },
        properties={
            iri: replace(p, names=_beside(p.names, known[iri])) if iri in known else p
            for iri, p in ontology.properties.items()
        },
    )


def _beside(given: tuple[Name, ...], public: tuple[Name, ...]) -> tuple[Name, ...]:
    """The given names and the public ones; where none is given the first public one is the label."""
    told = {n.text.casefold() for n in given}
    added = (n for n in public if n.text.casefold() not in told)
    return (*given, *(replace(n, preferred=n.preferred and not given) for n in added))


@cache
def _table() -> dict[str, tuple[Name, ...]]:
    data = tomllib.loads(files("kgqa.linking").joinpath("public_names.toml").read_text("utf-8"))
    return {
        address + local: tuple(
            Name(text, code, preferred=n == 0)
            for code, texts in names.items()
            for n, text in enumerate(texts)
        )
        for namespace, terms in data.items()
        for address in (SCHEMA_ORG if namespace in SCHEMA_ORG else (namespace,))
        for local, names in terms.items()
    }
