"""The product's own queries, kept as text: a name -> a checked query, with its lists filled in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kgqa.check import admit
from kgqa.types import CheckedQuery


def query(name: str, **lists: Iterable[str]) -> CheckedQuery:
    """The query `name`.rq; each keyword fills `$KEYWORD` with IRIs, with commas after IN."""
    text = _text(name)
    for keyword, iris in lists.items():
        mark, terms = f"${keyword.upper()}", [written(iri) for iri in iris]
        text = text.replace(f"IN ({mark})", f"IN ({', '.join(terms)})").replace(mark, " ".join(terms))
    return admit(text)


def written(iri: str) -> str:
    """An IRI as SPARQL text, with what may not stand in it escaped."""
    return "<" + "".join(c if c > " " and c not in '<>"{}|^`\\' else f"\\u{ord(c):04X}" for c in iri) + ">"


@cache
def _text(name: str) -> str:
    return files(__name__).joinpath(f"{name}.rq").read_text("utf-8")
