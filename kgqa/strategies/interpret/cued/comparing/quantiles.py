"""Parts of an order: "the top 10 percent by price", "the most expensive quarter", "more than the median".

In: a draft. Out: drafts with a nested form that counts, for each thing, how many have no more (or no less)
than it, and a condition on how many these are of all. SPARQL has no rank, so every two things are compared:
this is offered for as many things as that is cheap for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.strategies.interpret.classes import needed
from kgqa.strategies.interpret.cued.comparing.chains import Chain, chain_to, words_of
from kgqa.strategies.interpret.cued.conditions.measures import measured, nearest
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Filter,
    Form,
    Kind,
    Literal,
    Order,
    renamed,
)

MOST_COUNTED = 2_000  # things of a class: four million pairs
_ALL = 100.0


def is_countable(on: Context, draft: Draft, chain: Chain) -> bool:
    """Whether there are few enough of such things to compare every two of them."""
    ontology = on.schema.ontology
    below = {c for cls in draft.spot(str(chain.subject)).classes for c in ontology.subclasses(cls)}
    return sum(ontology.classes[c].instances for c in below if c in ontology.classes) <= MOST_COUNTED


def quantiles(on: Context, draft: Draft) -> list[Draft]:
    """“the top 10 percent of the products by price", "the most expensive quarter"."""
    for n, found in on.reading.cue(Cue.SUPERLATIVE):
        percent = _percent(on, n, found)
        if percent is None or n in draft.used or draft.order is not None:
            continue
        share, taken = percent
        made = []
        for valued, variable in _values(on, draft, n, found):
            chain = chain_to(valued, variable)
            if chain is None or chain.subject not in draft.focus or not is_countable(on, valued, chain):
                continue
            sign = "<=" if found.high else ">="
            whole = population(on, valued, chain)
            # "by price" is what orders them, and no group
            ordered = valued.changed(group=(), order=Order(variable, found.high))
            made.append(ranked(ordered, variable, chain, whole, sign, _ALL - share, ">").use(n, *taken))
        return best(made) or [on.unmet(draft, n).use(*taken)]
    return [draft]


def _percent(on: Context, n: int, found: Found) -> tuple[float, tuple[int, ...]] | None:
    """How many percent a superlative is of, and the pieces that say so."""
    if found.number is not None and found.function != "places":
        return found.number, ()
    pieces = on.reading.pieces
    for k in (n + 1, n - 1):
        if 0 <= k < len(pieces) and (number := pieces[k].found) and number.cue is Cue.NUMBER:
            gap = max(pieces[k].first - pieces[n].last, pieces[n].first - pieces[k].last)
            if number.unit == "%" and number.number and 0 < number.number < _ALL and gap <= CLOSE_BY:
                return number.number, (k,)
    return None


def _values(on: Context, draft: Draft, n: int, found: Found) -> list[tuple[Draft, str]]:
    last = on.reading.pieces[n].last
    if found.measures:
        return measured(on, draft, found.measures, last, own=True)
    return nearest(on, draft, on.properties_after(last), last, temporal=True)


@dataclass(frozen=True, slots=True)
class Population:
    """All that something is ranked among: the pattern, and its variables of a thing and of its value."""

    form: Form
    thing: str
    value: str


def population(on: Context, draft: Draft, chain: Chain) -> Population:
    """Everything that meets the conditions of a draft, by other variables."""
    names: dict[str, str] = {}
    scratch = draft
    spots = {s.node for s in draft.spots if isinstance(s.node, str)}
    for variable in sorted(
        {v for f in draft.facts for v in (f.subject, f.object) if isinstance(v, str)} | spots
    ):
        names[variable] = scratch.fresh(words_of(variable))
        scratch = scratch.add(Spot(names[variable], (), data=True))
    form = Form(
        kind=Kind.LIST,
        shown=(),
        classes=tuple(needed(draft.spots, draft, on.schema)),
        facts=draft.facts,
        filters=draft.filters,
        absent=draft.absent,
    )
    return Population(renamed(form, names), names[str(chain.subject)], names[chain.end])


def ranked(
    draft: Draft, variable: str, chain: Chain, whole: Population, sign: str, percent: float, operator: str
) -> Draft:
    """The draft of the things for which those whose value stands in `sign` to theirs are more (or, by
    `operator`, not less) than `percent` of all.
    """
    counted, total = draft.fresh("ranked"), draft.fresh("all")
    number = Aggregate("COUNT", whole.thing, distinct=True)
    rank = replace(
        whole.form,
        shown=(str(chain.subject),),
        facts=(*chain.facts, *whole.form.facts),
        filters=(*whole.form.filters, Filter(whole.value, sign, (variable,))),
        computed=(Computed(counted, number),),
    )
    every = replace(whole.form, computed=(Computed(total, number),))
    part, limit = draft.fresh("part"), draft.fresh("limit")
    bound = (
        Computed(part, Calculation("*", (_number(_ALL), counted))),
        Computed(limit, Calculation("*", (_number(percent), total))),
    )
    return draft.changed(
        nested=(*draft.nested, rank, every),
        bound=(*draft.bound, *bound),
        filters=(*draft.filters, Filter(part, operator, (limit,))),
        measures=(*draft.measures, variable),
    )


def _number(value: float) -> Literal:
    return Literal(f"{value:g}", number=True)
