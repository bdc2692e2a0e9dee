"""What holds now: the officer of a patch "at the moment" is none who has handed it over.

In: a set and the words of its question. Out: the set without what has ended: the memberships, assignments,
contracts of it whose own end lies in the past. What has no end of its own is as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from kgqa.forms.form import Absent, Fact
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
    told = {f.property for f in (*meaning.facts, *_ruled_out(meaning))}
    nodes, focus = _nodes(meaning.facts, schema), meaning.focus
    if isinstance(focus.node, str) and not focus.literal:
        nodes.setdefault(focus.node, frozenset(focus.classes))
    nodes |= {node: frozenset({cls}) for node, cls in meaning.types if node in nodes}
    ended = [
        Absent((Fact(node, end, f"{node}_end"),), period(schema, f"{node}_end", end, "<", today, today))
        for node, classes in nodes.items()
        if (end := _end(classes, schema)) is not None and end not in told
    ]
    return meaning.changed(absent=(*meaning.absent, *ended)) if ended else meaning


def passes_over_now(meaning: Set, schema: Schema) -> bool:
    """Whether what is ruled out may have ended: who "has no patch right now" may have had one."""
    facts, focus = _ruled_out(meaning), meaning.focus.node
    ends = {_end(classes, schema) for node, classes in _nodes(facts, schema).items() if node != focus}
    return bool(ends - {f.property for f in facts} - {None})


def _ruled_out(meaning: Set) -> tuple[Fact, ...]:
    return tuple(f for a in meaning.absent for f in a.facts)


def _nodes(facts: Iterable[Fact], schema: Schema) -> dict[str, frozenset[str]]:
    """The variables of which facts say something, each with the classes it can be of."""
    found: dict[str, frozenset[str]] = {}
    for fact in facts:
        if isinstance(fact.subject, str) and not fact.optional:
            here = frozenset(schema.subjects(fact.property))
            found[fact.subject] = found.get(fact.subject, here) & here
    return found


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
