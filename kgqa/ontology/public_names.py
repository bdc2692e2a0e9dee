"""What the terms of public vocabularies are called at work: foaf:mbox is the e-mail address.

In: an ontology. Out: the same with such names beside those that its own terms have; graphs that use a public
vocabulary seldom bring its labels, and its labels are seldom the words that people say.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from functools import cache
from importlib.resources import files

from kgqa.ontology.local_names import local_name, spaced
from kgqa.ontology.ontology import Ontology
from kgqa.ontology.terms import Name

_SAME = {"http://schema.org/": "https://schema.org/"}


def with_public_names(ontology: Ontology) -> Ontology:
    """The ontology with the names that its terms of public vocabularies go by."""
    return replace(
        ontology,
        classes={i: replace(c, names=_named(i, c.names)) for i, c in ontology.classes.items()},
        properties={i: replace(p, names=_named(i, p.names)) for i, p in ontology.properties.items()},
    )


def _named(iri: str, given: tuple[Name, ...]) -> tuple[Name, ...]:
    """The given names and the public ones; where none is given the first public one is the label."""
    known = _table().get(_current(iri), ())
    if not known:
        return given
    told = {n.text.casefold() for n in given}
    added = tuple(n for n in known if n.text.casefold() not in told)
    if given:
        return (*given, *(replace(n, preferred=False) for n in added))
    return (*added, Name(spaced(local_name(iri)), preferred=False))


def _current(iri: str) -> str:
    """schema.org's terms have two addresses."""
    for old, new in _SAME.items():
        if iri.startswith(old):
            return new + iri.removeprefix(old)
    return iri


@cache
def _table() -> dict[str, tuple[Name, ...]]:
    data = tomllib.loads(files(__package__).joinpath("public_names.toml").read_text("utf-8"))
    return {
        namespace + local: tuple(
            Name(text, code, preferred=n == 0)
            for code, texts in names.items()
            for n, text in enumerate(texts)
        )
        for namespace, terms in data.items()
        for local, names in terms.items()
    }
