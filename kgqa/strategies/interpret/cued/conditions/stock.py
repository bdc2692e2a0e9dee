"""What is there and what is not: "out of stock", "in stock", "available".

In: a draft and its cues (kgqa/strategies/parse/stock.py finds them). Out: drafts in which there is some of
it, or none.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import literal
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import TRUE, Absent, Fact, Filter, Literal


def stocks(on: Context, draft: Draft) -> list[Draft]:
    """The drafts in which there is some of it, or none."""
    drafts = [draft]
    for n, found in on.reading.cue(Cue.STOCK):
        made = [
            _is_there(on, d, v, found).use(n)
            for each in drafts
            for d, v in literal(on, each, found.iri, found.first)
        ]
        drafts = best(made) or [on.unmet(d, n) for d in drafts]
    return drafts


def _is_there(on: Context, draft: Draft, variable: str, found: Found) -> Draft:
    if on.schema.is_numeric(found.iri):
        limit = Filter(variable, ">" if found.high else "=", (Literal("0", number=True),))
        return draft.changed(filters=(*draft.filters, limit), measures=(*draft.measures, variable))
    fact = next(f for f in draft.facts if f.object == variable)
    holds = Fact(fact.subject, fact.property, TRUE)
    spots = tuple(s for s in draft.spots if s.node != variable)
    facts = tuple(f for f in draft.facts if f is not fact)
    if found.high:
        return draft.changed(facts=(*facts, holds), spots=spots)
    absent = (*draft.absent, Absent((holds,)))
    return draft.changed(facts=facts, spots=spots, absent=absent)
