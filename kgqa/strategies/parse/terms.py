"""The company's own words for things: "key account" is what it defines as customers with more than 10 orders.

In: a linked question, and what the company has defined. Out: an entry for each term, the set of its form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.definitions.definition import Definitions, Term
from kgqa.forms.form import named, renamed
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.strategies.parse.earlier import set_of
from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import End, Set
from kgqa.types import LinkedQuestion


def terms(
    linked: LinkedQuestion, tokens: tuple[Token, ...], definitions: Definitions, schema: Schema
) -> Iterator[Entry]:
    """An entry for each term of the question."""
    for link in linked.links:
        for match in link.matches:
            if match.how == "defined":
                span = [i for i, t in enumerate(tokens) if link.start <= t.start and t.end <= link.end]
                made = _set(definitions.terms[match.label], f"term{span[0]}", schema)
                yield Entry(span[0], span[-1], made, 0.0)


def _set(term: Term, mark: str, schema: Schema) -> Set:
    """The things of a term. What it groups, orders or cuts stays a table of its own."""
    own = renamed(term.form, {v: f"{v}_{mark}" for v in named(term.form)})
    if not (own.having or own.order or own.limit is not None or own.group or own.nested):
        made = set_of(own, schema)
        if made is not None:
            return made
    node = own.shown[0]
    of = frozenset({term.cls})
    whole = (replace(own, measures=()),)
    return Set(focus=End(node, of), types=((node, term.cls),), nested=whole, named=True, many=(node,))
