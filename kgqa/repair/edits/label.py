"""*Label*: what is shown and never looked up is looked up, where its own name says what it is; and a thing
that is shown gets its name beside it, where the asker wants names.

In: a case. Out: the query with a pattern for the name, or another value, of the one thing that is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.check.claims import STANDARD
from kgqa.check.fitting import fit
from kgqa.check.rule import Case
from kgqa.check.words import name, quoted, shown
from kgqa.ontology import Ontology, PropertyKind, Union, local_name, spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import fresh
from kgqa.repair.naming import all_have, names_of
from kgqa.repair.places import put
from kgqa.repair.things import NAME_WORDS, is_thing
from kgqa.repair.wordings import letters
from kgqa.sparql.model import Blank, Column, Element, Group, Iri, Maybe, Node, ParsedQuery, Triple, Var
from kgqa.sparql.walk import bound_in, triples, variables
from kgqa.types import Ground, Level
from kgqa.wording.said import say

NAME = "label"


def propose(case: Case) -> Iterator[Edit]:
    if case.query.form != "select" or not case.query.select.columns:
        return
    known = bound_in(case.query.select.where)
    named = [Var(v) for v in sorted(known) if is_thing(case, Var(v))]
    unnamed = dict.fromkeys(f.subject for f in case.facts.facts if _is_written(f.subject, f.triple))
    unnamed |= dict.fromkeys(f.object for f in case.facts.facts if _is_written(f.object, f.triple))
    for wanted in sorted(_shown(case.query) - known):
        yield from _name_of_one(case, wanted, [v.name for v in named])
        yield from _value_of_one(case, wanted, [*named, *(b for b in unnamed if is_thing(case, b))])
    if case.conditions.policy.level(Ground.OUTPUT) is Level.ERROR:
        yield from _beside(case)


def _is_written(node: Node, triple: Triple) -> bool:
    """Whether it is an unnamed thing of the writer's, not one between two steps of a path."""
    return isinstance(node, Blank) and node in (triple.subject, triple.object)


def _shown(query: ParsedQuery) -> set[str]:
    columns = query.select.columns
    made = {c.variable.name for c in columns if c.value is not None}
    shown = {c.variable.name for c in columns if c.value is None}
    return (shown | {v for c in columns if c.value is not None for v in variables(c.value)}) - made


def _name_of_one(case: Case, wanted: str, things: list[str]) -> Iterator[Edit]:
    """`?supplierName` is the name of ?supplier, and `?name` that of the one thing that there is."""
    words = spaced(wanted).split()
    if not words or words[-1] not in NAME_WORDS:
        return
    own = "".join(words[:-1])
    meant = [t for t in things if letters(t) == own]
    if not own:
        meant = things  # of several, nobody knows which
    for thing in meant:
        for naming in names_of(_classes(case, Var(thing)), case.ontology):
            yield from _looked_up(case, Var(thing), naming, wanted)


def _value_of_one(case: Case, wanted: str, things: list[Node]) -> Iterator[Edit]:
    """`?price` is the price of the one thing that has one; `?supplierEmail` the email of ?supplier."""
    ontology = case.ontology
    for iri, known in ontology.properties.items():
        if known.kind is not PropertyKind.DATA or iri.startswith(STANDARD):
            continue
        names = {letters(local_name(iri)), *(letters(n.text) for n in known.names)}
        for thing in things:
            prefix = letters(thing.name) if isinstance(thing, Var) else ""
            said = letters(wanted) in names | {prefix + n for n in names}
            if said and _can_have(_classes(case, thing), iri, ontology):
                yield from _looked_up(case, thing, iri, wanted)


def _can_have(classes: tuple[Union, ...], iri: str, ontology: Ontology) -> bool:
    starts = ontology.domains(iri)
    if ontology.uses:
        seen = frozenset(u.subject for u in ontology.uses_of(iri) if u.subject)
        return bool(seen) and all(fit(seen, c, ontology) for c in classes)
    return bool(starts) and all(fit(s, c, ontology) for s in starts for c in classes)


def _looked_up(case: Case, thing: Node, iri: str, wanted: str) -> Iterator[Edit]:
    """The value is asked for; where some things have none, they may be wanted or not, which is two edits."""
    pattern = Triple(thing, Iri(iri), Var(wanted))
    ways: tuple[Element, ...] = (pattern,)
    if not all_have(_classes(case, thing), iri, case.ontology):
        ways = (pattern, Maybe(Group((pattern,))))
    for way in ways:
        yield Edit(
            kind=NAME,
            query=_with(case.query, thing, way),
            what=say(
                "{wanted} is the {name} of {thing}, if it has one."
                if isinstance(way, Maybe)
                else "{wanted} is the {name} of {thing}.",
                wanted=quoted(wanted),
                name=name(iri, case.ontology),
                thing=shown(thing),
            ),
            tier=Tier.ADDED,
        )


def _with(query: ParsedQuery, thing: Node, pattern: Element) -> ParsedQuery:
    """The query with one more pattern: at its end, where every part of it has been; for an unnamed thing next
    to it, since elsewhere it would be another one.
    """
    if isinstance(thing, Blank):
        place = [t for t in triples(query) if thing in (t.subject, t.object)][-1]
        return put(query, place, place, pattern)
    where = Group((*query.select.where.elements, pattern))
    return replace(query, select=replace(query.select, where=where))


def _beside(case: Case) -> Iterator[Edit]:
    """Each thing that is shown, with its name beside it."""
    select = case.query.select
    for column in select.columns:
        thing = column.variable
        if column.value is not None or not is_thing(case, thing):
            continue
        wanted = fresh(case.query, f"{thing.name}_name")
        at = select.columns.index(column) + 1
        columns = (*select.columns[:at], Column(Var(wanted)), *select.columns[at:])
        wider = replace(case, query=replace(case.query, select=replace(select, columns=columns)))
        for naming in names_of(_classes(case, thing), case.ontology):
            for edit in _looked_up(wider, thing, naming, wanted):
                yield replace(
                    edit, what=say("The name of {thing} is shown beside it.", thing=quoted(thing.name))
                )


def _classes(case: Case, thing: Node) -> tuple[Union, ...]:
    return tuple(dict.fromkeys(c.classes for c in case.claims.by_node.get(thing, ())))


KIND = EditKind(
    name=NAME,
    why="Models show ?supplierName and never ask what the supplier is called.",
    propose=propose,
)
