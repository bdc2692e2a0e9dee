"""The IRIs of a query as they are written: whether every reader takes them for the same ones.

In: a parsed query. Out: its IRIs; of each, whether it is whole. What is relative, or has steps up and down in
it (`/a/../b`), is put together by each store in its own way, and may then be another IRI than was checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from kgqa.sparql.model import Iri, Lit, ParsedQuery

# What nobody looks for: datatypes, and that something is of a class.
COMMON = ("http://www.w3.org/2001/XMLSchema#", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
_WHOLE = re.compile(r"(?:https?://[^/?#\\\s]|(?!https?:)[A-Za-z][A-Za-z0-9+.-]*:)[^\\\s]*", re.IGNORECASE)
_STEPS = re.compile(r"/\.{1,2}(?:/|[?#]|$)")


def iris_of(query: ParsedQuery) -> Iterator[str]:
    """Every IRI of a query, with the datatypes of its literals."""
    yield from _in((query.select, query.template, query.described))


def is_whole(iri: str) -> bool:
    """Whether an IRI is absolute, and spelled as it is."""
    return _WHOLE.fullmatch(iri) is not None and not _STEPS.search(iri.partition(":")[2])


def _in(value: Any) -> Iterator[str]:
    if isinstance(value, Iri):
        yield value.value
    elif isinstance(value, Lit):
        if value.datatype:
            yield value.datatype
    elif isinstance(value, tuple):
        for each in value:
            yield from _in(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from _in(getattr(value, each.name))
