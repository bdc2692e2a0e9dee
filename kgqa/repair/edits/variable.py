"""*Variable*: a name that nothing binds becomes the bound one of which it is a slip.

In: a case. Out: the query with one variable's name exchanged; a total that was given the name of something
else gets a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from rapidfuzz.distance import OSA

from kgqa.check.rule import Case
from kgqa.check.words import quoted
from kgqa.ontology import spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.things import NAME_WORDS, is_thing
from kgqa.sparql.change import renamed
from kgqa.sparql.model import Aggregate, Column, ParsedQuery, Subquery, Var
from kgqa.sparql.walk import all_elements, bound, expressions, own_expressions, parts, variables
from kgqa.wording.said import say

NAME = "variable"
LETTERS_A_SLIP = 3  # of the longer name; most names of variables are short
# What is put behind a name by habit and makes no other thing of it.
_HABITS = frozenset(("id", "uri", "iri", "value", *NAME_WORDS))
_END = re.compile(r"[\d_]+$")


def propose(case: Case) -> Iterator[Edit]:
    yield from _slips(case)
    yield from _second_names(case.query)


# ── slips ────────────────────────────────────────────────────────────────────────────────────────


def _slips(case: Case) -> Iterator[Edit]:
    query = case.query
    known = _bound(query)
    columns = query.select.columns
    shown = {c.variable.name for c in columns if c.value is None}
    totals = {c.variable.name for c in columns if c.value is not None}
    for name in sorted(_asked(query) - known):
        open_ = {o for o in known if not (name in shown and o in shown) and not _names(case, name, o)}
        meant = {other for other in open_ if _core(name) == _core(other)}
        if not meant:
            meant = _nearest(name, open_)
        for other in meant:
            yield _taken_for(query, name, other, Tier.SPELLING)
        only = known - totals
        if not meant and len(only) == 1 and name in shown and only <= open_:
            yield _taken_for(query, name, min(only), Tier.EXCHANGED)


def _taken_for(query: ParsedQuery, name: str, meant: str, tier: Tier) -> Edit:
    return Edit(
        kind=NAME,
        query=replace(query, select=renamed(query.select, {name: meant})),
        what=say(
            "{name} is taken for {other}, which the query looks up.", name=quoted(name), other=quoted(meant)
        ),
        tier=tier,
    )


def _asked(query: ParsedQuery) -> set[str]:
    """The names that the query shows, sorts and groups by, compares and calculates with."""
    names = {c.variable.name for c in query.select.columns if c.value is None}
    for expr in expressions(query):
        names |= variables(expr)
    return names


def _bound(query: ParsedQuery) -> frozenset[str]:
    selects = [query.select, *(e.select for e in all_elements(query) if isinstance(e, Subquery))]
    named = {c.variable.name for s in selects for c in s.columns if c.value is not None}
    return frozenset(named).union(*map(bound, selects))


def _core(name: str) -> str:
    """A name without capitals, marks, numbers, plurals and what is put behind names by habit."""
    words = spaced(_END.sub("", name)).split()
    while len(words) > 1 and words[-1] in _HABITS:
        words.pop()
    return "".join(words).casefold().removesuffix("s") or name


def _names(case: Case, name: str, thing: str) -> bool:
    """Whether the one asks for the name of the other, which is another value."""
    return spaced(name).split()[-1:] != spaced(thing).split()[-1:] and (
        spaced(name).split()[-1] in NAME_WORDS and is_thing(case, Var(thing))
    )


def _nearest(name: str, known: set[str]) -> set[str]:
    """The names with the fewest slips between, if few enough for one of them."""
    slips = {other: OSA.distance(name.casefold(), other.casefold()) for other in known}
    best = [o for o, n in slips.items() if n == min(slips.values())]
    few = any(
        slips[o] <= max(len(name), len(o)) // LETTERS_A_SLIP or (slips[o] == 1 and name.startswith(o))
        for o in best
    )
    return set(best) if few else set()


# ── totals ───────────────────────────────────────────────────────────────────────────────────────


def _second_names(query: ParsedQuery) -> Iterator[Edit]:
    """A total that bears the name of what it adds up, where nothing else speaks of it."""
    select = query.select
    taken = bound(select)
    heads = [c.value for c in select.columns]
    elsewhere = {n for e in own_expressions(select) if e not in heads for n in variables(e)}
    for column in select.columns:
        name = column.variable.name
        if column.value is None or name not in taken or name in elsewhere:
            continue
        total = next((p for p in parts(column.value) if isinstance(p, Aggregate)), None)
        if total is None:
            continue
        new = f"{name}_{total.name.lower()}"
        changed = Column(Var(new), column.value)
        columns = tuple(changed if c is column else c for c in select.columns)
        yield Edit(
            kind=NAME,
            query=replace(query, select=replace(select, columns=columns)),
            what=say(
                "The total is called {total}, since {name} is what is added up.",
                total=quoted(new),
                name=quoted(name),
            ),
            tier=Tier.SPELLING,
        )


KIND = EditKind(
    name=NAME,
    why="Models show a name that they did not look up by exactly these letters.",
    propose=propose,
)
