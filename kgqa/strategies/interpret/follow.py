"""Follow-ups: the last form of the thread, edited by what the new question says.

In: the last form, a reading of the new question. Out: seed drafts to go on from ("only those above 500 euro",
"how many are those?"), or whole forms with one thing exchanged ("and in Norway?", "and in 2025?").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.dates import period
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import Fact, Filter, Form, Kind, Literal, Thing, load
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.schema import Schema
from kgqa.types import Question, TermKind, Turn

_SHORT = 4  # words of a question that cannot stand alone


def last_form(question: Question) -> Form | None:
    """The form of the nearest turn that has one; a new topic begins where two turns had none."""
    for turn in reversed(question.history[-2:]):
        if (form := form_of(turn)) is not None:
            return form
    return None


def form_of(turn: Turn) -> Form | None:
    """The logical form of a turn; None when it has none that can still be read."""
    if not turn.form:
        return None
    try:
        return load(turn.form)
    except (ValueError, KeyError, TypeError):
        return None


def is_follow_up(tokens: tuple[Token, ...], lang: Language) -> bool:
    """Whether the words lean on what was said: "and …", "only …", "… of them"."""
    words = [t.folded for t in tokens]
    text = " ".join(words)
    starts = any(text == s or text.startswith(s + " ") for s in lang.phrases("follow_up.starts"))
    plural = lang.phrases("follow_up.plurals")
    return starts or bool(plural & set(words)) or len(words) < _SHORT


# ── going on from the last form ──────────────────────────────────────────────────────────────────


def seed(form: Form, reading: Reading, schema: Schema) -> Draft | None:
    """The last form as a draft, with what the new question asks of it (a count, a list)."""
    if not form.shown:
        return None
    focus = form.shown[0]
    counts = reading.has(Cue.COUNT)
    ordered = reading.has(Cue.SUPERLATIVE)
    used = {n for n, _ in reading.cue(Cue.ASK, Cue.COUNT, Cue.WHO, Cue.YES_NO)}
    return Draft(
        spots=tuple(_spots(form, schema)),
        facts=form.facts,
        filters=form.filters,
        absent=form.absent,
        used=frozenset(used),
        focus=(focus,),
        kind=Kind.COUNT if counts else Kind.LIST,
        having=form.having,
        order=None if ordered or counts else form.order,
        limit=None if ordered else form.limit,
        measures=form.measures,
        bound=form.bound,
        nested=form.nested,
        properties=frozenset(f.property for f in form.facts),
    )


def _spots(form: Form, schema: Schema) -> Iterator[Spot]:
    classes = dict(form.classes)
    seen: set[object] = set()
    for fact in form.facts:
        for node, forward in ((fact.subject, False), (fact.object, True)):
            if node in seen or isinstance(node, Literal):
                continue
            seen.add(node)
            data = isinstance(node, str) and forward and schema.is_data(fact.property)
            known = classes.get(node) if isinstance(node, str) else None
            found = known or (() if data else schema.ends(fact.property, forward=forward))
            yield Spot(node, found, data=data, named=bool(known) or node in form.shown)
    for variable, known in form.classes:
        if variable not in seen:
            yield Spot(variable, known, named=True)


# ── exchanging one thing ─────────────────────────────────────────────────────────────────────────


def exchanged(form: Form, reading: Reading, on: Context) -> Iterator[Form]:
    """The last form with one of its things, values or periods exchanged for what the new question names;
    nothing when the question says more than that.
    """
    if any(m.kind in (TermKind.CLASS, TermKind.PROPERTY) for m in reading.meanings.values()):
        return
    if reading.has(Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.COUNT, Cue.NUMBER, Cue.NEGATION):
        return
    names = list(reading.meanings.values())
    dates = [found for _, found in reading.cue(Cue.DATE)]
    if len(names) == 1 and not dates:
        meaning = names[0]
        if meaning.kind is TermKind.ENTITY:
            yield from _other_thing(form, meaning.match.iri, meaning.match.classes, on.schema)
        else:
            yield from _other_value(form, meaning.match.iri, meaning.values)
    elif len(dates) == 1 and not names:
        yield from _other_period(form, dates[0], on)


def _other_thing(form: Form, iri: str, classes: tuple[str, ...], schema: Schema) -> Iterator[Form]:
    for fact in form.facts:
        for node, forward in ((fact.object, True), (fact.subject, False)):
            if not isinstance(node, Thing) or node.iri == iri:
                continue
            wanted = schema.ends(fact.property, forward=forward)
            if any(schema.overlap(c, w) for c in classes for w in wanted):
                yield _with_node(form, node, Thing(iri))


def _other_value(form: Form, prop: str, values: tuple[Literal, ...]) -> Iterator[Form]:
    for fact in form.facts:
        if fact.property == prop and isinstance(fact.object, Literal) and values:
            yield replace(
                form, facts=tuple(replace(f, object=values[0]) if f is fact else f for f in form.facts)
            )


def _other_period(form: Form, found: Found, on: Context) -> Iterator[Form]:
    if found.since is None or found.before is None:
        return
    schema = on.schema
    for fact in form.facts:
        variable = fact.object
        if not isinstance(variable, str) or not schema.is_temporal(fact.property):
            continue
        if any(f.variable == variable for f in form.filters):
            others = tuple(f for f in form.filters if f.variable != variable)
            within = period(on, variable, fact.property, found.operator, found.since, found.before)
            yield replace(form, filters=(*others, *within))


def _with_node(form: Form, old: Thing, new: Thing) -> Form:
    def fact(f: Fact) -> Fact:
        return replace(
            f, subject=new if f.subject == old else f.subject, object=new if f.object == old else f.object
        )

    def condition(f: Filter) -> Filter:
        return replace(f, values=tuple(new if v == old else v for v in f.values))

    return replace(
        form,
        facts=tuple(fact(f) for f in form.facts),
        filters=tuple(condition(f) for f in form.filters),
        absent=tuple(
            replace(a, facts=tuple(fact(f) for f in a.facts), filters=tuple(condition(f) for f in a.filters))
            for a in form.absent
        ),
    )
