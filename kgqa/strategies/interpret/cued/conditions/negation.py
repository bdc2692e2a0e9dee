"""Negation: "without an e-mail", "that have no supplier".

In: a draft. Out: drafts with what joins the next name moved under NOT EXISTS.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.ontology import RDF_TYPE
from kgqa.strategies.interpret.classes import needed
from kgqa.strategies.interpret.cued.conditions.measures import owner_of
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import TRUE, Absent, Fact, Filter, Node, Thing
from kgqa.strategies.interpret.readings import Meaning
from kgqa.types import TermKind


def negations(on: Context, draft: Draft) -> list[Draft]:
    """“without an e-mail", "that have no supplier": what joins the next name must not be."""
    for n, found in on.reading.cue(Cue.NEGATION):
        following = next((k for k in on.reading.meanings if on.reading.pieces[k].first > found.last), None)
        if following is None or not draft.focus:
            return [on.unmet(draft, n)]
        meaning, piece = on.reading.meanings[following], on.reading.pieces[following]
        if meaning.kind is TermKind.PROPERTY and on.schema.is_data(meaning.match.iri):
            focus = _holder(draft)
            if any(meaning.match.iri in on.schema.data_properties(c) for c in focus.classes):
                iri = meaning.match.iri
                value = TRUE if on.schema.is_boolean(iri) else draft.fresh(on.schema.ontology.label(iri))
                fact = Fact(focus.node, iri, value)
                absent = Absent((fact,))
                phrased = (*draft.phrased, (absent, on.said(n, following)))
                made = draft.changed(absent=(*draft.absent, absent), phrased=phrased)
                return [made.use(n, following)]
            return [on.unmet(draft, n)]
        moved = _moved(on, draft, piece.last, meaning)
        if moved is None:
            return [on.unmet(draft, n)]
        phrased = (*moved.phrased, (moved.absent[-1], on.said(n, following)))
        return [moved.changed(phrased=phrased).use(n)]
    return [draft]


def _holder(draft: Draft) -> Spot:
    """What is asked for, or what has the value that is asked for: "the average weight of those without …"."""
    focus = draft.spot(draft.focus[0])
    owner = owner_of(draft, str(focus.node)) if focus.data else None
    return draft.spot(owner) if isinstance(owner, str) else focus


def _moved(on: Context, draft: Draft, at: int, meaning: Meaning) -> Draft | None:
    """The draft with all that hangs on one name moved under NOT EXISTS."""
    iri = meaning.match.iri
    nodes: set[Node] = {s.node for s in draft.spots if s.at == at} | {Thing(iri)}
    if meaning.kind is TermKind.PROPERTY:
        kin = on.schema.ontology.subproperties(iri) | on.schema.ontology.inverses(iri) | {iri}
        inner = [f for f in draft.facts if f.property in kin]
    else:
        inner = [f for f in draft.facts if f.subject in nodes or f.object in nodes]
    if not inner:
        return None
    outer = [f for f in draft.facts if f not in inner]
    said = {s.node for s in draft.spots if s.named} | set(draft.focus)
    while True:  # what nobody named and only leads there moves along
        between = {n for f in inner for n in (f.subject, f.object) if isinstance(n, str)} - said
        more = [f for f in outer if {f.subject, f.object} & between]
        if not more:
            break
        if any(isinstance(n, Thing) and n not in nodes for f in more for n in (f.subject, f.object)):
            return None  # another thing is said of it, which must be
        inner += more
        outer = [f for f in outer if f not in more]
    left = {n for f in outer for n in (f.subject, f.object)} | set(draft.focus)
    moved = {n for f in inner for n in (f.subject, f.object)} - left
    gone = tuple(s for s in draft.spots if s.node in moved)
    alone = set(draft.focus) - {n for f in outer for n in (f.subject, f.object)}  # its class is all it has
    spots = tuple(
        replace(s, named=True) if s.node in alone else s for s in draft.spots if s.node not in moved
    )
    absent = _absent(inner, gone, draft, on)
    return draft.changed(facts=tuple(outer), absent=(*draft.absent, absent), spots=spots)


def _absent(facts: list[Fact], spots: tuple[Spot, ...], draft: Draft, on: Context) -> Absent:
    """What must not be, with the classes that were said of it: "no birds" is not "no animals"."""
    filters = []
    for variable, classes in needed(spots, draft, on.schema):
        if len(classes) == 1:
            facts.append(Fact(variable, RDF_TYPE, Thing(classes[0])))
        else:
            kind = f"{variable}Class"
            facts.append(Fact(variable, RDF_TYPE, kind))
            filters.append(Filter(kind, "in", tuple(Thing(c) for c in classes)))
    return Absent(tuple(facts), tuple(filters))
