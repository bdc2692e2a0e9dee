"""What holds now: the officer of a patch "at the moment" is none who has handed it over.

In: a set and the words of its question. Out: the set without what has ended: the memberships, assignments,
contracts of it whose own end lies in the past. What has no end of its own is as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from kgqa.forms.form import Absent, Fact, Literal, Thing
from kgqa.forms.periods import period
from kgqa.language import Language, everywhere, fold
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import Set


def asks_now(words: Sequence[str], lang: Language) -> bool:
    """Whether folded words ask for what holds now: "currently", "at the moment"."""
    text = f" {' '.join(words)} "
    return any(f" {phrase} " in text for phrase in lang.phrases("current.phrases"))


def current(meaning: Set, schema: Schema, today: date) -> Set:
    """The set without what ended before a day."""
    told = {f.property for f in _facts(meaning)}
    ended = [
        Absent((Fact(node, end, f"{node}_end"),), period(schema, f"{node}_end", end, "<", today, today))
        for node, classes in _nodes(meaning, schema).items()
        if (end := _end(classes, schema)) is not None and end not in told
    ]
    return meaning.changed(absent=(*meaning.absent, *ended)) if ended else meaning


def passes_over_now(meaning: Set, schema: Schema) -> bool:
    """Whether what is ruled out may have ended: who "has no patch right now" may have had one."""
    inside = Set(focus=meaning.focus, facts=tuple(f for a in meaning.absent for f in a.facts))
    told = {f.property for f in inside.facts}
    ends = {_end(classes, schema) for classes in _nodes(inside, schema, apart=True).values()}
    return bool(ends - told - {None})


def _facts(meaning: Set) -> tuple[Fact, ...]:
    return (*meaning.facts, *(f for a in meaning.absent for f in a.facts))


def _nodes(meaning: Set, schema: Schema, *, apart: bool = False) -> dict[str, frozenset[str]]:
    """The variables of which a set says something, each with the classes it can be of; `apart` from its
    focus.
    """
    said = dict(meaning.types)
    found: dict[str, frozenset[str]] = {}
    for fact in meaning.facts:
        if isinstance(fact.subject, Thing | Literal) or fact.optional:
            continue
        here = frozenset(schema.subjects(fact.property))
        found[fact.subject] = found[fact.subject] & here if fact.subject in found else here
    focus = meaning.focus
    if not isinstance(focus.node, Thing | Literal) and not focus.literal and not apart:
        found.setdefault(focus.node, frozenset(focus.classes))
    elif apart:
        found.pop(str(focus.node), None)
    return {node: frozenset({said[node]}) if node in said else classes for node, classes in found.items()}


def _end(classes: frozenset[str], schema: Schema) -> str | None:
    """The only date that says when something of these classes ended, by its name: "to date", "end of
    tenancy"; not "warranty until", which is the end of something else.
    """
    ends = set()
    for cls in classes:
        own = set(fold(schema.ontology.label(cls)).split())
        for prop in schema.data_properties(cls):
            words = set(fold(schema.ontology.label(prop)).split()) - own
            is_own = words <= everywhere("current.ends") | everywhere("current.beside")
            if schema.is_temporal(prop) and is_own and words & everywhere("current.ends"):
                ends.add(prop)
    return ends.pop() if len(ends) == 1 else None
