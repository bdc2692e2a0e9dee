"""The product's own queries, kept as text: a name -> a checked query, with its lists filled in."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kgqa.check import admit
from kgqa.sparql.model import Lit
from kgqa.sparql.writing import quoted
from kgqa.types import CheckedQuery


def query(name: str, **lists: Iterable[str | Lit]) -> CheckedQuery:
    """The query `name`.rq; each keyword fills `$KEYWORD` with IRIs or texts, with commas after IN."""
    text = _text(name)
    for keyword, given in lists.items():
        mark, terms = f"${keyword.upper()}", [_term(term) for term in given]
        text = text.replace(f"IN ({mark})", f"IN ({', '.join(terms)})").replace(mark, " ".join(terms))
    return admit(text)


def written(iri: str) -> str:
    """An IRI as SPARQL text, with what may not stand in it escaped."""
    return "<" + "".join(c if c > " " and c not in '<>"{}|^`\\' else f"\\u{ord(c):04X}" for c in iri) + ">"


def _term(term: str | Lit) -> str:
    if isinstance(term, str):
        return written(term)
    return quoted(term.value) + (f"@{term.language}" if term.language else "")


@cache
def _text(name: str) -> str:
    return files(__name__).joinpath(f"{name}.rq").read_text("utf-8")
