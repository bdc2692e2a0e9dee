"""*Variable*: a name that nothing binds becomes the bound one of which it is a slip.

In: a case. Out: the query with one variable's name exchanged; a total that was given the name of something
else gets a name of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rapidfuzz.distance import OSA

from kgqa.check.rule import Case
from kgqa.check.words import quoted
from kgqa.ontology import spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.sparql.change import renamed
from kgqa.sparql.model import Aggregate, Column, ParsedQuery, Subquery, Var
from kgqa.sparql.walk import all_elements, bound, expressions, own_expressions, parts, variables

NAME = "variable"
LETTERS_A_SLIP = 3  # of the longer name; most names of variables are short


def propose(case: Case) -> Iterator[Edit]:
    yield from _slips(case.query)
    yield from _second_names(case.query)


# ── slips ────────────────────────────────────────────────────────────────────────────────────────


def _slips(query: ParsedQuery) -> Iterator[Edit]:
    known = _bound(query)
    shown = {c.variable.name for c in query.select.columns}
    for name in sorted(_asked(query) - known):
        near = {b: _distance(name, b) for b in known if b not in shown}
        best = min(near.values(), default=99)
        for meant in (b for b, distance in near.items() if distance == best):
            if best <= max(len(name), len(meant)) // LETTERS_A_SLIP:
                yield _taken_for(query, name, meant, Tier.SPELLING)
        only = known - {c.variable.name for c in query.select.columns if c.value is not None}
        if len(only) == 1 and name in shown:
            yield _taken_for(query, name, min(only), Tier.EXCHANGED)


def _taken_for(query: ParsedQuery, name: str, meant: str, tier: Tier) -> Edit:
    return Edit(
        kind=NAME,
        query=replace(query, select=renamed(query.select, {name: meant})),
        what=f"{quoted(name)} is taken for {quoted(meant)}, which the query looks up.",
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


def _distance(one: str, other: str) -> int:
    """How many slips make one name of the other; none where they differ in capitals and marks alone."""
    same = [spaced(n).replace(" ", "").casefold() for n in (one, other)]
    return int(OSA.distance(*same))


# ── totals ───────────────────────────────────────────────────────────────────────────────────────


def _second_names(query: ParsedQuery) -> Iterator[Edit]:
    """A total that bears the name of what it adds up, where nothing else speaks of it."""
    select = query.select
    taken = bound(select)
    elsewhere = {
        n for e in own_expressions(select) if e not in [c.value for c in select.columns] for n in variables(e)
    }
    for column in select.columns:
        name = column.variable.name
        if column.value is None or name not in taken or name in elsewhere:
            continue
        if not any(isinstance(p, Aggregate) for p in parts(column.value)):
            continue
        total = next(p for p in parts(column.value) if isinstance(p, Aggregate))
        new = f"{name}_{total.name.lower()}"
        changed = Column(Var(new), column.value)
        columns = tuple(changed if c is column else c for c in select.columns)
        yield Edit(
            kind=NAME,
            query=replace(query, select=replace(select, columns=columns)),
            what=f"The total is called {quoted(new)}, since {quoted(name)} is what is added up.",
            tier=Tier.SPELLING,
        )


KIND = EditKind(
    name=NAME,
    why="Models show a name that they did not look up by exactly these letters.",
    propose=propose,
)
