"""The product's own queries, kept as text: a name -> a checked query, with its lists filled in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kgqa.check import admit
from kgqa.types import CheckedQuery


def query(name: str, **lists: Iterable[str]) -> CheckedQuery:
    """The query `name`.rq; each keyword fills `$KEYWORD` with IRIs."""
    text = _text(name)
    for keyword, iris in lists.items():
        text = text.replace(f"${keyword.upper()}", " ".join(written(iri) for iri in iris))
    return admit(text)


def written(iri: str) -> str:
    """An IRI as SPARQL text, with what may not stand in it escaped."""
    return "<" + "".join(c if c > " " and c not in '<>"{}|^`\\' else f"\\u{ord(c):04X}" for c in iri) + ">"


@cache
def _text(name: str) -> str:
    return files(__name__).joinpath(f"{name}.rq").read_text("utf-8")
