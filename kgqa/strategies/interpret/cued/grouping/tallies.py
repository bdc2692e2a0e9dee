"""Numbers over numbers: "the average number of orders per customer", "the highest number of employees in a
department", "the average total per order".

In: a draft with a count or a sum for each key. Out: the draft of what those come to, with the first inside
(ATHENA++, section 4: an aggregate over an aggregate is two forms).
"""

from __future__ import annotations

from kgqa.ontology import local_name
from kgqa.strategies.interpret.cued.conditions.measures import property_of
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.grouping.grouped import any_of
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import Aggregate, Computed, Kind

_NAMES = {"AVG": "average", "MAX": "highest", "MIN": "lowest", "SUM": "total"}


def tallies(on: Context, draft: Draft) -> list[Draft]:
    """The draft of what counts or sums come to; the draft itself where only one number is asked for."""
    over = _over(on, draft)
    if over is None or not draft.focus or (draft.order is not None and draft.limit is not None):
        return [draft]
    n, function = over
    keys = draft.group or tuple(any_of(on, draft))
    if not keys:
        return [draft]
    counted = draft.kind is Kind.COUNT
    label = _called(on, draft, draft.focus[0])
    name = draft.fresh(f"number of {label}" if counted else f"{_NAMES[draft.function]} {label}")
    inner = Aggregate("COUNT" if counted else draft.function, draft.focus[0], distinct=counted)
    each = form_of(
        draft.changed(
            kind=Kind.LIST,
            function="",
            focus=keys,
            group=(),
            order=None,
            measures=(),
            computed=(Computed(name, inner),),
        ),
        on.schema,
    )
    if each is None:
        return [draft]
    outer = Draft(used=draft.used, cost=draft.cost, unmet=draft.unmet, told=draft.told, nested=(each,))
    spoken = outer.fresh(f"{_NAMES[function]} {'number of ' if counted else ''}{label}")
    made = outer.changed(
        computed=(Computed(spoken, Aggregate(function, name)),),
        properties=draft.properties,
    )
    return [made.use(n)]


def outer_of(on: Context, n: int) -> int | None:
    """The aggregate that stands right behind the one of piece `n`, which is taken over it."""
    last = on.reading.pieces[n].last
    return next((k for k, f in on.reading.cue(Cue.AGGREGATE) if 0 < f.first - last <= CLOSE_BY + 1), None)


def _over(on: Context, draft: Draft) -> tuple[int, str] | None:
    """The piece that says what the counts (or sums) come to, and the function."""
    if draft.kind is Kind.AGGREGATE:
        return next(
            (
                (n, f.function)
                for n, f in on.reading.cue(Cue.AGGREGATE)
                if n not in draft.used and outer_of(on, n) is not None
            ),
            None,
        )
    if draft.kind is not Kind.COUNT:
        return None
    counts = [f.first for _, f in on.reading.cue(Cue.COUNT)]
    for n, found in on.reading.cue(Cue.AGGREGATE):
        if n not in draft.used and found.function != "SUM":
            return n, found.function
    for n, found in on.reading.cue(Cue.SUPERLATIVE):
        if n not in draft.used and any(0 < c - found.last <= 1 for c in counts):
            return n, "MAX" if found.high else "MIN"
    return None


def _called(on: Context, draft: Draft, variable: str) -> str:
    spot, prop = draft.spot(variable), property_of(draft, variable)
    iri = prop if spot.data else next((c for c in spot.classes if c), "")
    return on.schema.ontology.label(iri) or local_name(iri) if iri else variable
