"""The product's own queries, kept as text: a name -> a checked query, with its lists filled in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from kgqa.check import admit, admitted_with, filled
from kgqa.sparql.model import Lit
from kgqa.sparql.writing import quoted
from kgqa.types import CheckedQuery

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\x00-\x20<>\"{}|^`\\]*")
_UNSAID = re.compile(r"[\x00-\x20<>\"{}|^`\\]")  # what may not stand in an IRI


def query(name: str, **lists: Iterable[str | Lit]) -> CheckedQuery:
    """The query `name`.rq; each keyword fills `$KEYWORD` with IRIs or texts, with commas after IN. An IRI
    that no query can name, as stores hold them with blanks, is left out among values: nothing matches it.
    """
    text = _text(name, tuple(lists))
    given = {
        keyword: [t for t in terms if _can_be_named(t) or not _is_of_values(_mark(keyword), text)]
        for keyword, terms in lists.items()
    }
    terms = {_mark(keyword): [_term(term) for term in some] for keyword, some in given.items()}
    are_plain = all(isinstance(t, str) and _PLAIN.fullmatch(t) for some in given.values() for t in some)
    if are_plain and all(_is_of_values(mark, text) for mark in terms):
        return admitted_with(_model(name, tuple(given)), terms)
    return admit(filled(text, terms))


def _can_be_named(term: str | Lit) -> bool:
    return isinstance(term, Lit) or not _UNSAID.search(term)


def _is_of_values(mark: str, text: str) -> bool:
    """Whether a list stands among values alone: what is followed or called is looked at in each query."""
    return text.count(mark) == text.count(f"{{ {mark} }}") + text.count(f"IN ({mark})")


@cache
def _model(name: str, keywords: tuple[str, ...]) -> CheckedQuery:
    """The query with a mark for each list."""
    return admit(_text(name, keywords))


@cache
def _text(name: str, keywords: tuple[str, ...]) -> str:
    """The query as its file has it, with marks, without its comments."""
    lines = files(__name__).joinpath(f"{name}.rq").read_text("utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("#"))
    for keyword in keywords:
        text = text.replace(f"${keyword.upper()}", _mark(keyword))
    return text


def _mark(keyword: str) -> str:
    return f"<urn:querist:list:{keyword}>"


def written(iri: str) -> str:
    """An IRI as SPARQL text, with what may not stand in it escaped."""
    return f"<{_UNSAID.sub(_escaped, iri)}>"


def _escaped(sign: re.Match[str]) -> str:
    return f"\\u{ord(sign[0]):04X}"


def _term(term: str | Lit) -> str:
    if isinstance(term, str):
        return written(term)
    return quoted(term.value) + (f"@{term.language}" if term.language else "")
