"""One thing in the place of another: "and in Norway?", "what about Hansen?", "and in 2025?", "above 1000?".

In: a draft and the names, periods and numbers of a follow-up. Out: drafts with them in the places of those of
their kind, or beside them ("also in Norway").
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cued.conditions.measures import property_of
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.talk import Talk
from kgqa.strategies.interpret.form import Fact, Filter, Literal, Node, Thing
from kgqa.strategies.interpret.periods import period
from kgqa.strategies.interpret.readings import Meaning
from kgqa.strategies.interpret.uses import UNTYPED
from kgqa.types import TermKind
from kgqa.values import telling
from kgqa.values.units import convert

_COMPARING = ("<", "<=", ">", ">=", "=")
NARROWED = 1.0  # what an exchange costs where "only" asks for a further condition


def exchanged(talk: Talk, draft: Draft) -> list[Draft]:
    """The drafts with each name in the place of one of its kind; and the draft as it is."""
    narrows = talk.has(Edit.ONLY) or (talk.several() and not talk.has(Edit.ALSO))
    dear = NARROWED if narrows else 0.0
    drafts = [draft]
    for n, meaning in talk.names(draft, TermKind.ENTITY, TermKind.VALUE):
        made = [d for each in drafts for d in _exchanged(talk, each, n, meaning)]
        drafts = [*(d.dearer(dear) for d in made), *drafts] if made else drafts
    return drafts


def _exchanged(talk: Talk, draft: Draft, n: int, meaning: Meaning) -> list[Draft]:
    new: Thing | Literal
    if meaning.kind is TermKind.ENTITY:
        new = Thing(meaning.match.iri)
    elif meaning.values:
        new = meaning.values[0]
    else:
        return []
    found: list[Draft | None] = []
    for fact in draft.facts:
        for node, forward in ((fact.object, True), (fact.subject, False)):
            if isinstance(node, str) or type(node) is not type(new) or node == new:
                continue
            if _fits(talk, fact, meaning, forward=forward):
                found.append(
                    _also(talk, draft, fact, node, new, forward=forward)
                    if talk.has(Edit.ALSO)
                    else _in_place(draft, node, new, meaning)
                )
    for condition in draft.filters:
        if condition.operator == "in" and type(new) in {type(v) for v in condition.values}:
            leading = [f for f in draft.facts if f.object == condition.variable]
            if any(_fits(talk, f, meaning, forward=True) for f in leading):
                values = (*condition.values, new) if talk.has(Edit.ALSO) else (new,)
                wider = replace(condition, values=tuple(dict.fromkeys(values)))
                found.append(
                    draft.changed(filters=tuple(wider if f is condition else f for f in draft.filters))
                )
    also = tuple(talk.edits(Edit.ALSO, Edit.INSTEAD))
    return [d.use(n, *also) for d in found if d is not None]


def _fits(talk: Talk, fact: Fact, meaning: Meaning, *, forward: bool) -> bool:
    if meaning.kind is TermKind.VALUE:
        return forward and fact.property == meaning.match.iri
    wanted = talk.on.schema.ends(fact.property, forward=forward)
    if UNTYPED in wanted:
        return True
    return talk.on.schema.overlap(meaning.match.classes, wanted)


def _in_place(draft: Draft, old: Node, new: Thing | Literal, meaning: Meaning) -> Draft:
    def node(n: Node) -> Node:
        return new if n == old else n

    def fact(f: Fact) -> Fact:
        return replace(f, subject=node(f.subject), object=node(f.object))

    def condition(f: Filter) -> Filter:
        return replace(f, values=tuple(node(v) for v in f.values))

    return draft.changed(
        facts=tuple(fact(f) for f in draft.facts),
        filters=tuple(condition(f) for f in draft.filters),
        absent=tuple(
            replace(a, facts=tuple(fact(f) for f in a.facts), filters=tuple(condition(f) for f in a.filters))
            for a in draft.absent
        ),
        spots=tuple(
            replace(s, node=new, classes=meaning.match.classes) if s.node == old else s for s in draft.spots
        ),
    )


def _also(
    talk: Talk, draft: Draft, fact: Fact, old: Thing | Literal, new: Thing | Literal, *, forward: bool
) -> Draft | None:
    """The draft in which either of two things may stand at the end of a fact."""
    if not forward:
        return None
    variable = draft.fresh(talk.on.schema.ontology.label(fact.property))
    facts = tuple(replace(f, object=variable) if f is fact else f for f in draft.facts)
    spot = Spot(
        variable, talk.on.schema.ends(fact.property, forward=True), data=isinstance(old, Literal), named=True
    )
    widened = draft.changed(facts=facts, filters=(*draft.filters, Filter(variable, "in", (old, new))))
    spots = tuple(s for s in draft.spots if s.node != old)
    return replace(widened, spots=(*spots, spot))


def put_away(talk: Talk, draft: Draft) -> list[Draft]:
    """“accessories instead of sensors": what stands behind "instead of" is what goes, and asks nothing."""
    for n in talk.edits(Edit.INSTEAD_OF):
        following = next((k for k in talk.on.reading.meanings if k > n), None)
        return [draft.use(n) if following is None else draft.use(n, following)]
    return [draft]


# ── periods and numbers ──────────────────────────────────────────────────────────────────────────


def redated(talk: Talk, draft: Draft) -> list[Draft]:
    """“and in 2025?": the period in the place of the last one."""
    dates = [(n, f) for n, f in talk.on.reading.cue(Cue.DATE) if n not in draft.used]
    if len(dates) != 1 or dates[0][1].since is None or dates[0][1].before is None:
        return [draft]
    n, found = dates[0]
    since, before = found.since, found.before
    assert since is not None and before is not None  # noqa: S101, PT018  # as tested above
    made = []
    for fact in draft.facts:
        variable = fact.object
        if isinstance(variable, str) and talk.on.schema.is_temporal(fact.property):
            old = [f for f in draft.filters if f.variable == variable]
            if old:
                others = tuple(f for f in draft.filters if f not in old)
                new = period(talk.on.schema, variable, fact.property, found.operator, since, before)
                made.append(draft.changed(filters=(*others, *new)).use(n))
    return [*made, draft.dearer(0.3 if made else 0.0)]


def _with_number(talk: Talk, draft: Draft) -> list[Draft]:
    """“and 500 kg?": another number in the same comparison."""
    numbers = [(n, f) for n, f in talk.on.reading.cue(Cue.NUMBER) if f.number is not None]
    compared = [c for c in draft.filters if c.operator in _COMPARING and isinstance(c.values[0], Literal)]
    if len(numbers) != 1 or len(compared) != 1 or list(talk.names(draft, *TermKind)):
        return [draft]
    (n, number), old = numbers[0], compared[0]
    prop = talk.on.schema.ontology.properties.get(property_of(draft, old.variable))
    value: float | None = number.number
    if prop is not None and prop.unit and number.units:
        values = (convert(number.number or 0.0, unit, prop.unit) for unit in number.units)
        value = next((v for v in values if v is not None), None)
    if value is None or prop is None or not talk.on.schema.is_numeric(prop.iri):
        return [draft]
    new = replace(old, values=(Literal(telling.plain(value), number=True),))
    return [draft.changed(filters=tuple(new if f is old else f for f in draft.filters)).use(n)]


def _recounted(talk: Talk, draft: Draft) -> list[Draft]:
    """“more than 15": of what was counted."""
    numbers = [(n, f) for n, f in talk.on.reading.cue(Cue.NUMBER) if f.number is not None and not f.units]
    compared = list(talk.on.reading.cue(Cue.COMPARISON))
    if draft.having is None or len(numbers) != 1 or len(compared) != 1:
        return [draft]
    (n, number), (k, comparison) = numbers[0], compared[0]
    having = replace(draft.having, operator=comparison.operator, count=number.number or 0.0)
    return [draft.changed(having=having).use(n, k)]


def renumbered(talk: Talk, draft: Draft) -> list[Draft]:
    """“and above 1000?": the condition on the same value in the place of the last one. The new one is read by
    the step that reads comparisons; here the old one goes.
    """
    if talk.has(Edit.ONLY) or talk.several() or not talk.cues(draft, Cue.NUMBER):
        return [draft]
    if talk.has(Edit.NEXT, Edit.FIRST, Edit.TOP):
        return [draft]
    if not talk.cues(draft, Cue.COMPARISON):
        return _with_number(talk, draft)
    if draft.having is not None and not list(talk.names(draft, *TermKind)):
        return _recounted(talk, draft)
    numeric = {f.object for f in draft.facts if talk.on.schema.is_numeric(f.property)}
    left = tuple(f for f in draft.filters if f.variable not in numeric)
    return [draft.changed(filters=left)]
