"""Why nothing is there: the form without one of its conditions, each as a query that counts what is left.

In: a form, what its conditions are called in the question, and the question. Out: relaxed queries, the
narrowest conditions first; conditions on values go before what is said not to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgqa.language import everywhere
from kgqa.ontology import Ontology, spaced
from kgqa.strategies.interpret.draft import Phrased
from kgqa.strategies.interpret.form import Fact, Form, Kind, Literal, Node, Thing
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.write import write
from kgqa.types import Relaxed

MOST = 6
_BEFORE = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(everywhere('before_names')))})\s+)+$",
    re.IGNORECASE,
)


def relaxed(
    form: Form, reading: Reading, phrased: Phrased, question: str, ontology: Ontology
) -> tuple[Relaxed, ...]:
    """The form without one of its conditions, each as a query that counts what is left."""
    if form.kind is not Kind.LIST or not form.shown:
        return ()
    found: dict[str, Relaxed] = {}
    for name, cut in _conditions(form, reading, phrased, question):
        if name in found or form.shown[0] not in _held(cut):
            continue
        asked = _without_phrase(question, name)
        found[name] = Relaxed(condition=name, text=write(_counted(cut), ontology), question=asked)
    return tuple(found.values())[:MOST]


def _counted(form: Form) -> Form:
    """How many things a form shows; one with a condition on groups is counted from outside."""
    shown = form.shown[:1]
    plain = replace(
        form, order=None, limit=None, offset=0, measures=(), group=(), computed=(), once=(), shown=shown
    )
    if plain.having is None:
        return replace(plain, kind=Kind.COUNT)
    return Form(kind=Kind.COUNT, shown=shown, nested=(plain,))


def _held(form: Form) -> set[object]:
    """What the pattern still holds."""
    nested = {v for f in form.nested for v in f.shown}
    return {n for f in form.facts for n in (f.subject, f.object)} | {v for v, _ in form.classes} | nested


def _conditions(form: Form, reading: Reading, phrased: Phrased, question: str) -> Iterator[tuple[str, Form]]:
    """Each condition by its words, and the form without it. Several filters of one phrase go together."""
    said = dict(phrased)
    for fact in form.facts:
        for node in (fact.object, fact.subject):
            if isinstance(node, Thing | Literal):
                facts = tuple(f for f in form.facts if f != fact)
                yield _phrase(node, reading, question), replace(form, facts=_connected(facts, form))
    for condition in form.filters:
        name = said.get(condition) or " ".join(_told(v) for v in condition.values)
        filters = tuple(f for f in form.filters if f != condition and said.get(f) != name)
        yield name, replace(form, filters=filters)
    if form.having is not None and form.having in said:
        yield said[form.having], replace(form, having=None)
    for absent in form.absent:
        if absent in said:
            yield said[absent], replace(form, absent=tuple(a for a in form.absent if a is not absent))


def _told(node: Node) -> str:
    if isinstance(node, str):
        return spaced(node)
    return node.value if isinstance(node, Literal) else node.iri


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
    """The asker's own words for a thing or a value."""
    for n, meaning in reading.meanings.items():
        link = reading.pieces[n].link
        if link and (
            (isinstance(node, Thing) and meaning.match.iri == node.iri)
            or (isinstance(node, Literal) and node in meaning.values)
        ):
            return question[link.start : link.end]
    return node.value if isinstance(node, Literal) else node.iri


def _without_phrase(question: str, phrase: str) -> str:
    """The question with the phrase and its preposition cut out; "" where it does not stand in it."""
    at = question.find(phrase)
    if at < 0:
        return ""
    head = _BEFORE.sub("", question[:at])
    rest = f"{head.rstrip()} {question[at + len(phrase) :].lstrip()}".strip()
    return re.sub(r"\s+([?.!,])", r"\1", rest)
