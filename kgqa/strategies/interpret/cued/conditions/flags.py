"""What is true or false of things: "active suppliers", "inactive", "not certified", "certified: no".

In: a draft with cues for boolean properties. Out: drafts in which they hold, or do not.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cued.conditions.measures import literal
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import TRUE, Absent
from kgqa.values import telling


def flags(on: Context, draft: Draft) -> list[Draft]:
    """The drafts in which what is said is true, or not."""
    drafts = [draft]
    for n, found in on.reading.cue(Cue.FLAG):
        following = [d for each in drafts for d in _flag(on, each, n, found)]
        drafts = best(following)
    return drafts


def _flag(on: Context, draft: Draft, n: int, found: Found) -> list[Draft]:
    made = []
    label = on.schema.ontology.label(found.iri, on.lang.code)
    told = telling.flag(on.said(n), label, holds=found.high)
    for valued, variable in literal(on, draft, found.iri, found.first):
        joined = valued.changed(told=(*valued.told, told))
        fact = next(f for f in joined.facts if f.object == variable)
        spots = tuple(s for s in joined.spots if s.node != variable)
        holds = replace(fact, object=TRUE)
        if found.high:
            facts = tuple(holds if f is fact else f for f in joined.facts)
            made.append(joined.changed(facts=facts, spots=spots).use(n))
        else:
            facts = tuple(f for f in joined.facts if f is not fact)
            absent = (*joined.absent, Absent((holds,)))
            made.append(joined.changed(facts=facts, spots=spots, absent=absent).use(n))
    return best(made) or [on.unmet(draft, n)]
