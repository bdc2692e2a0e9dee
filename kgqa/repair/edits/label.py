"""*Label*: a name that is shown and never looked up is looked up, and a thing that is shown gets its name.

In: a case. Out: the query with a pattern for the name of the one thing that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.check.claims import is_datatype
from kgqa.check.rule import Case
from kgqa.check.words import name, quoted
from kgqa.ontology import spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import fresh
from kgqa.repair.naming import all_have, names_of
from kgqa.sparql.model import Column, Element, Group, Iri, Maybe, ParsedQuery, Triple, Var
from kgqa.sparql.walk import bound_in
from kgqa.types import Ground, Level

NAME = "label"
# How the variable for a name is called, behind the name of the thing's own.
_WORDS = frozenset(("label", "name", "title"))


def propose(case: Case) -> Iterator[Edit]:
    if case.query.form != "select" or not case.query.select.columns:
        return
    yield from _asked_for(case)
    if case.conditions.policy.level(Ground.OUTPUT) is Level.ERROR:
        yield from _shown(case)


def _asked_for(case: Case) -> Iterator[Edit]:
    select = case.query.select
    known = bound_in(select.where)
    things = [v for v in sorted(known) if _is_thing(case, v)]
    for column in select.columns:
        wanted = column.variable.name
        if column.value is not None or wanted in known:
            continue
        words = spaced(wanted).split()
        if not words or words[-1] not in _WORDS:
            continue
        own = "".join(words[:-1])
        meant = [t for t in things if "".join(spaced(t).split()) == own]
        if not own:
            shown = [c.variable.name for c in select.columns if c.variable.name in things]
            meant = shown or things
        for thing in meant:
            yield from _looked_up(case, thing, wanted)


def _looked_up(case: Case, thing: str, wanted: str) -> Iterator[Edit]:
    query = case.query
    ends = tuple(c.classes for c in case.claims.by_node.get(Var(thing), ()))
    for naming in names_of(ends, case.ontology):
        pattern: Element = Triple(Var(thing), Iri(naming), Var(wanted))
        if not all_have(ends, naming, case.ontology):
            pattern = Maybe(Group((pattern,)))
        yield Edit(
            kind=NAME,
            query=_with(query, pattern),
            what=f"{quoted(wanted)} is the {name(naming, case.ontology)} of {quoted(thing)}.",
            tier=Tier.ADDED,
        )


def _shown(case: Case) -> Iterator[Edit]:
    """Each thing that is shown, with its name beside it."""
    query = case.query
    for column in query.select.columns:
        thing = column.variable.name
        if column.value is not None or not _is_thing(case, thing):
            continue
        wanted = fresh(query, f"{thing}_name")
        columns = tuple(
            c
            for each in query.select.columns
            for c in ((each, Column(Var(wanted))) if each is column else (each,))
        )
        beside = replace(case.query, select=replace(query.select, columns=columns))
        for edit in _looked_up(replace(case, query=beside), thing, wanted):
            yield replace(edit, what=f"The name of {quoted(thing)} is shown beside it.")


def _is_thing(case: Case, variable: str) -> bool:
    ends = [c.classes for c in case.claims.by_node.get(Var(variable), ())]
    things = not any(is_datatype(c, case.ontology) for union in ends for c in union)
    subjects = any(f.subject == Var(variable) for f in case.facts.facts)
    return things and (bool(ends) or subjects)


def _with(query: ParsedQuery, pattern: Element) -> ParsedQuery:
    where = Group((*query.select.where.elements, pattern))
    return replace(query, select=replace(query.select, where=where))


KIND = EditKind(
    name=NAME,
    why="Models show ?supplierName and never ask what the supplier is called.",
    propose=propose,
)
