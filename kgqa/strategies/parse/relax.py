"""Why nothing is there: the form without one of its conditions, each as a query that counts what is left.

In: a form, what its conditions are called in the question, and the question. Out: relaxed queries, in the
order of the conditions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kgqa.forms.form import Fact, Form, Kind, Literal, Thing
from kgqa.forms.write import write
from kgqa.language import everywhere
from kgqa.ontology import Ontology
from kgqa.types import Relaxed

MOST = 6
_BEFORE = re.compile(rf"(?:\b(?:{'|'.join(sorted(everywhere('before_names')))})\s+)+$", re.IGNORECASE)


def relaxed(
    form: Form, conditions: Iterable[tuple[str, Form]], question: str, ontology: Ontology
) -> tuple[Relaxed, ...]:
    """The form without one of its conditions. `conditions` are the asker's words for each, and the form
    without it.
    """
    if form.kind is not Kind.LIST or not form.shown:
        return ()
    found: dict[str, Relaxed] = {}
    for said, rest in conditions:
        if said and said not in found and form.shown[0] in _held(rest):
            asked = _without_phrase(question, said)
            found[said] = Relaxed(condition=said, text=write(_counted(rest), ontology), question=asked)
    return tuple(found.values())[:MOST]


def kept_out_by(form: Form) -> Form | None:
    """The count of the things that a form excludes by a way of several steps, whatever else they have; None
    for a form that excludes nothing in this way.

    That no product is discontinued is an answer to "products that are not discontinued". That none is joined
    by a way that nobody named says that the way is not the one that was meant.
    """
    if not form.absent or form.nested or not form.shown:
        return None
    facts, filters = form.absent[0].facts, form.absent[0].filters
    held = {n for f in facts for n in (f.subject, f.object)}
    if len(facts) == 1 or form.shown[0] not in held:
        return None
    classes = tuple((v, c) for v, c in form.classes if v in held)
    return Form(kind=Kind.COUNT, shown=form.shown[:1], classes=classes, facts=facts, filters=filters)


def left_out_by(form: Form) -> Form | None:
    """The count of what a form leaves out of the rest of its pattern, by one thing that it names; None for a
    form that does not.
    """
    things = [f.object for a in form.absent for f in a.facts if isinstance(f.object, Thing)]
    if len(form.absent) != 1 or len(things) != 1 or form.nested:
        return None
    absent = form.absent[0]
    node = next((f.subject for f in absent.facts if f.object == things[0] and isinstance(f.subject, str)), "")
    if not node:
        return None
    facts, filters = (*form.facts, *absent.facts), (*form.filters, *absent.filters)
    return Form(kind=Kind.COUNT, shown=(node,), classes=form.classes, facts=facts, filters=filters)


def presupposed(form: Form) -> Form | None:
    """What a yes/no question takes for granted of the things that it names, as a question of its own; None
    where that is nothing, or all that it asks.

    “Was any of ClearRun's jobs a recall?" has a yes or a no if ClearRun has jobs.
    """
    apart = [f for f in form.facts if not {type(f.subject), type(f.object)} & {Literal}]
    held: tuple[Fact, ...] = ()
    reached: set[object] = {n for f in apart for n in (f.subject, f.object) if isinstance(n, Thing)}
    while more := [f for f in apart if f not in held and {f.subject, f.object} & reached]:
        held = (*held, *more)
        reached |= {n for f in more for n in (f.subject, f.object)}
    if not held or (len(held) == len(form.facts) and not (form.filters or form.absent or form.nested)):
        return None
    classes = tuple((v, c) for v, c in form.classes if v in reached)
    return Form(kind=Kind.ASK, shown=(), classes=classes, facts=held)


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


def _without_phrase(question: str, phrase: str) -> str:
    """The question with the phrase and its preposition cut out; "" where it does not stand in it."""
    at = question.find(phrase)
    if at < 0:
        return ""
    head = _BEFORE.sub("", question[:at])
    rest = f"{head.rstrip()} {question[at + len(phrase) :].lstrip()}".strip()
    return re.sub(r"\s+([?.!,])", r"\1", rest)
