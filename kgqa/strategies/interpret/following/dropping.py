"""Conditions that go: "without the date condition", "all countries", "regardless of the price".

In: a draft. Out: the draft without what the words name; a thing that stood there may be any.
"""

from __future__ import annotations

from kgqa.language import fold
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.loose import without_facts, without_filters
from kgqa.strategies.interpret.following.talk import Talk
from kgqa.strategies.interpret.form import Fact, Filter, Literal, Thing
from kgqa.types import TermKind

_NEAR = 3  # tokens between the edit and what it takes away


def dropped(talk: Talk, draft: Draft) -> list[Draft]:
    """The draft without the conditions that are named behind "without the …" or "all …"."""
    for n in talk.edits(Edit.DROP, Edit.EVERY):
        last = talk.on.reading.pieces[n].last
        conditions = list(talk.edits(Edit.CONDITION))
        found = [draft]
        for k, piece in enumerate(talk.on.reading.pieces):
            if 0 < piece.first - last <= _NEAR and (piece.link is not None or _is_date(talk, k)):
                found = [w for d in found if (w := _without(talk, d, k)) is not None]
                if found:
                    return [d.use(n, k, *conditions) for d in found]
        if _names_dates(talk, n) and (lighter := _without_dates(talk, draft)) != draft:
            near = (k for k, p in enumerate(talk.on.reading.pieces) if 0 < p.first - last < _NEAR)
            return [lighter.use(n, *near, *conditions)]
    return [draft]


def _is_date(talk: Talk, n: int) -> bool:
    found = talk.on.reading.pieces[n].found
    return found is not None and found.cue is Cue.DATE


def _without(talk: Talk, draft: Draft, n: int) -> Draft | None:
    """The draft without what a piece names; None when nothing of it is there."""
    if _is_date(talk, n):
        lighter = _without_dates(talk, draft)
        return lighter if lighter != draft else None
    meaning = talk.on.reading.meanings.get(n)
    if meaning is None:
        return None
    iri, schema = meaning.match.iri, talk.on.schema
    if meaning.kind is TermKind.PROPERTY:
        ontology = schema.ontology
        kin = ontology.subproperties(iri) | ontology.superproperties(iri) | ontology.inverses(iri) | {iri}
        return _without_properties(draft, frozenset(kin))
    if meaning.kind is TermKind.CLASS:
        things = talk.things(draft)
        if things is not None and schema.overlap((iri,), things.classes):
            return None  # "all suppliers" asks for them anew
        words = set(fold(schema.ontology.label(iri)).split())
        leading = {
            f.property
            for f in draft.facts
            if schema.overlap((iri,), schema.objects(f.property))
            or (_is_compared(draft, f) and words <= set(fold(schema.ontology.label(f.property)).split()))
        }
        return _without_properties(draft, frozenset(leading))
    if meaning.kind is TermKind.ENTITY:
        lighter = without_facts(draft, lambda f: Thing(iri) in (f.subject, f.object))
        return lighter if lighter != draft else None
    lighter = without_facts(draft, lambda f: f.property == iri and isinstance(f.object, Literal))
    return lighter if lighter != draft else None


def _is_compared(draft: Draft, fact: Fact) -> bool:
    return isinstance(fact.object, Literal) or any(c.variable == fact.object for c in draft.filters)


def _without_properties(draft: Draft, properties: frozenset[str]) -> Draft | None:
    """The draft without what it says of these properties: their values, their comparisons, their absence."""
    values = {f.object for f in draft.facts if f.property in properties and isinstance(f.object, str)}
    behind = {f.object for f in draft.facts if f.subject in values and isinstance(f.object, str)}

    def compares(condition: Filter) -> bool:
        return condition.variable in values | behind

    def fixes(fact: Fact) -> bool:
        return fact.property in properties and isinstance(fact.object, Thing | Literal)

    absent = tuple(a for a in draft.absent if not any(f.property in properties for f in a.facts))
    lighter = without_facts(without_filters(draft.changed(absent=absent), compares), fixes)
    return lighter if lighter != draft else None


def _names_dates(talk: Talk, n: int) -> bool:
    """“without the date condition", where no property of the graph is called a date."""
    last = talk.on.reading.pieces[n].last
    words = talk.on.lang.phrases("date_words") | talk.on.lang.phrases("plain_date_words")
    near = talk.on.tokens[last + 1 : last + _NEAR]
    begin = tuple(w for w in words if len(w) > _NEAR)  # "Datumsbedingung"
    return any(t.folded in words or t.folded.startswith(begin) for t in near)


def _without_dates(talk: Talk, draft: Draft) -> Draft:
    dates = {f.object for f in draft.facts if talk.on.schema.is_temporal(f.property)}
    return without_filters(draft, lambda c: c.variable in dates)
