"""Two things beside each other: "how much heavier is the Gale than the Spar", "which is heavier, … or …".

In: a draft. Out: drafts with the difference of their values as the one column; or with the one of them whose
value is more.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.comparing.averages import measure_label
from kgqa.strategies.interpret.cued.comparing.chains import chain_to
from kgqa.strategies.interpret.cued.comparing.likened import is_own, left_values, likening, right_values
from kgqa.strategies.interpret.cued.comparing.others import Other, Relation
from kgqa.strategies.interpret.cued.conditions.measures import is_inverse, measured, nearest, property_of
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.form import Calculation, Computed, Filter, Kind, Order, Thing
from kgqa.types import TermKind


def differences(on: Context, draft: Draft) -> list[Draft]:
    """“how much heavier is … than …": the one value less the other."""
    for other in on.others:
        n, found = likening(on, other)
        if found is not None and found.cue is Cue.DIFFERENCE:
            return best(_difference(on, draft, n, found, other)) or [on.unmet(draft, n)]
    return [on.unmet(draft, n) for n, _ in on.reading.cue(Cue.DIFFERENCE)] or [draft]


def _difference(on: Context, draft: Draft, n: int, found: Found, other: Other) -> list[Draft]:
    made = []
    for valued, variable, chain in left_values(on, draft, found, other):
        if not isinstance(chain.subject, Thing) or other.relation is not Relation.THING:
            continue
        for both, right in right_values(on, valued, chain, other):
            operands = (variable, right) if found.high else (right, variable)
            name = both.fresh(f"{measure_label(on, chain)} difference")
            column = Computed(name, Calculation("-", operands))
            changed = both.changed(kind=Kind.LIST, focus=(), computed=(column,), measures=())
            made.append(changed.use(n, other.cue, *other.pieces))
    return made


def choices(on: Context, draft: Draft) -> list[Draft]:
    """“which is heavier, … or …": the one of those that are named."""
    for other in on.others:
        found = on.reading.pieces[other.cue].found
        if found is not None and other.relation is Relation.EITHER:
            return best(_choice(on, other, found)) or [on.unmet(draft, other.cue)]
    return [on.unmet(draft, n) for n, _ in on.reading.cue(Cue.CHOICE)] or [draft]


def _choice(on: Context, other: Other, found: Found) -> list[Draft]:
    meanings = [on.reading.meanings[n].match for n in other.pieces]
    classes = tuple(dict.fromkeys(c for m in meanings for c in m.classes))
    name = Draft().fresh(on.schema.common(classes))
    kinds = [n for n, m in on.reading.meanings.items() if m.kind is TermKind.CLASS]
    start = Draft(
        spots=(Spot(name, classes, at=found.first),),
        filters=(Filter(name, "in", tuple(Thing(m.iri) for m in meanings)),),
        focus=(name,),
    ).use(other.cue, *other.pieces, *kinds)
    values = measured(on, start, found.measures, found.first, own=True) if found.measures else []
    values = values or nearest(on, start, on.properties_after(found.last), found.first, temporal=True)
    made = []
    for draft, variable in values:
        chain = chain_to(draft, variable)
        if chain is not None and chain.subject == name and is_own(on, draft, chain):
            high = found.high != is_inverse(on, found.measures, property_of(draft, variable))
            made.append(draft.changed(order=Order(variable, high), limit=1, measures=(variable,)))
    return made
