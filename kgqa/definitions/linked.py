"""Linked question -> linked question: the business terms in it, read as what they were defined to be.

In: links by names. Out: the same with a link for each term; what a term covers means nothing else.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.definitions.definition import Definitions, Term, named_in
from kgqa.language import Language
from kgqa.linking.tokens import tokenise
from kgqa.types import Link, LinkedQuestion, Match, TermKind


def with_terms(linked: LinkedQuestion, definitions: Definitions, lang: Language) -> LinkedQuestion:
    """The links, and one for each business term that the question names; the longer name of two wins."""
    text = linked.question.text
    tokens = tokenise(text)
    terms = definitions.terms
    found = named_in((t.definition for t in terms.values()), tokens, lang)
    if not found:
        return linked
    given = tuple(
        _link(text, tokens[first].start, tokens[last].end, terms[named.name]) for first, last, named in found
    )
    others = (n for n in linked.links if all(n.end <= g.start or g.end <= n.start for g in given))
    links = tuple(sorted((*others, *given), key=lambda n: (n.start, -n.end)))
    covered = {t.text for t in tokens if any(g.start <= t.start and t.end <= g.end for g in given)}
    unlinked = tuple(w for w in linked.unlinked if w not in covered)
    return replace(linked, links=links, unlinked=unlinked)


def _link(text: str, start: int, end: int, term: Term) -> Link:
    match = Match(
        kind=TermKind.CLASS,
        iri=term.cls,
        label=term.definition.name,
        score=1.0,
        how="defined",
        matched=term.definition.means,
    )
    return Link(text=text[start:end], start=start, end=end, matches=(match,))
