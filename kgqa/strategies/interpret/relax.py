"""What the conditions of a form are called in the question, each with the form without it.

In: a form, its reading, and the question. Out: words and forms, the narrowest conditions first; conditions on
values go before what is said not to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.ontology import spaced
from kgqa.strategies.interpret.draft import Phrased
from kgqa.strategies.interpret.form import Fact, Form, Literal, Node, Thing
from kgqa.strategies.interpret.readings import Reading


def conditions(form: Form, reading: Reading, phrased: Phrased, question: str) -> Iterator[tuple[str, Form]]:
    """Each condition by its words ("" where nobody said it), and the form without it. Several filters of one
    phrase go together.
    """
    said = dict(phrased)
    for fact in form.facts:
        for node in (fact.object, fact.subject):
            if isinstance(node, Thing | Literal):
                facts = tuple(f for f in form.facts if f != fact)
                yield _phrase(node, reading, question), replace(form, facts=_connected(facts, form))
    for condition in form.filters:
        name = said.get(condition) or " ".join(_told(v, reading, question) for v in condition.values)
        filters = tuple(f for f in form.filters if f != condition and said.get(f) != name)
        yield name, replace(form, filters=filters)
    if form.having is not None and form.having in said:
        yield said[form.having], replace(form, having=None)
    for absent in form.absent:
        if absent in said:
            yield said[absent], replace(form, absent=tuple(a for a in form.absent if a is not absent))


def _told(node: Node, reading: Reading, question: str) -> str:
    return spaced(node) if isinstance(node, str) else _phrase(node, reading, question)


def _connected(facts: tuple[Fact, ...], form: Form) -> tuple[Fact, ...]:
    """The facts that still hang together with what is asked for."""
    reached: set[object] = set(form.shown)
    while True:
        more = {
            n
            for f in facts
            if {f.subject, f.object} & reached
            for n in (f.subject, f.object)
            if isinstance(n, str)
        } - reached
        if not more:
            return tuple(f for f in facts if {f.subject, f.object} & reached)
        reached |= more


def _phrase(node: Thing | Literal, reading: Reading, question: str) -> str:
    """The asker's own words for a thing or a value; "" for a thing that the question doesn't name."""
    for n, meaning in reading.meanings.items():
        link = reading.pieces[n].link
        if link and (
            (isinstance(node, Thing) and meaning.match.iri == node.iri)
            or (isinstance(node, Literal) and node in meaning.values)
        ):
            return question[link.start : link.end]
    return node.value if isinstance(node, Literal) else ""
