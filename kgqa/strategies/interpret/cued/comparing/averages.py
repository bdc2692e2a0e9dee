"""Comparisons with what many values come to: "more expensive than the average", "above the median",
"heavier than all masts", "more than the average of their own department".

In: a draft. Out: drafts with a nested form that works the value out, and the condition on it. The average is
of all things of the class that is named, or of the one that is asked for, whatever else is said of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.strategies.interpret.classes import needed
from kgqa.strategies.interpret.cued.comparing.chains import Chain, chain_to, copied, fits
from kgqa.strategies.interpret.cued.comparing.likened import is_own, is_value, kin_of, left_values, missed
from kgqa.strategies.interpret.cued.comparing.offsets import limited
from kgqa.strategies.interpret.cued.comparing.others import Other, Relation
from kgqa.strategies.interpret.cued.comparing.quantiles import Population, is_countable, ranked
from kgqa.strategies.interpret.cued.conditions.measures import literal, valued
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Found
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.form import Aggregate, Computed, Filter, Form, Kind
from kgqa.types import TermKind


def averages(on: Context, draft: Draft) -> list[Draft]:
    """The drafts with every comparison with an average, a median, or all of some kind."""
    drafts = [draft]
    for other in on.others:
        found = on.reading.pieces[other.cue].found
        if found is not None and other.relation is Relation.MANY:
            drafts = best(d for each in drafts for d in _compared(on, each, found, other))
    return drafts


def _compared(on: Context, draft: Draft, found: Found, other: Other) -> list[Draft]:
    measure, population, key = _parts(on, other)
    made = []
    for valued_, variable, chain in _lefts(on, draft, found, other, measure):
        for keyed, shared in _keyed(on, valued_, chain, key):
            subject = keyed.spot(str(chain.subject))
            classes = subject.classes
            if population is not None:
                classes = (on.reading.meanings[population].match.iri,)
            is_averaged = found.function != "AVG" or on.schema.is_numeric(chain.facts[-1].property)
            if not fits(chain, classes, on.schema) or not is_averaged:
                continue
            whole = _of_class(on, keyed, chain, classes)
            if found.function == "MEDIAN":
                if shared is None and is_countable(on, keyed, chain):
                    made.append(_beyond_median(keyed, variable, chain, whole, found))
            elif found.function == "AVG" or population is not None:
                nested, name = _beyond(on, keyed, chain, whole, shared, found)
                limit = limited(on, nested, other.cue, found, variable, name)
                if limit is not None:
                    condition = Filter(variable, limit.operator, (limit.variable,))
                    filters, measures = (*nested.filters, condition), (*nested.measures, variable)
                    made.append(limit.draft.changed(filters=filters, measures=measures))
    return best(d.use(other.cue, *other.pieces) for d in made) or [missed(on, draft, other.cue, other)]


def _parts(on: Context, other: Other) -> tuple[int | None, int | None, int | None]:
    """Of the pieces behind the average: the one that names what is measured, that of whose values, and that
    of what is the thing's own ("of their category").
    """
    measure = population = key = None
    for n in other.pieces:
        meaning = on.reading.meanings[n]
        if meaning.kind is TermKind.PROPERTY and is_value(on, meaning.match.iri) and measure is None:
            measure = n
        elif other.own:
            key = n
        else:
            population = n
    return measure, population, key


def _lefts(
    on: Context, draft: Draft, found: Found, other: Other, measure: int | None
) -> Iterator[tuple[Draft, str, Chain]]:
    """The drafts with the value that is compared."""
    if measure is None:
        yield from (left for left in left_values(on, draft, found, other) if isinstance(left[2].subject, str))
        return
    piece = on.reading.pieces[measure]
    for made, variable in valued(on, draft, on.reading.meanings[measure].match.iri, piece.first):
        chain = chain_to(made, variable)
        if chain is not None and isinstance(chain.subject, str) and is_own(on, made, chain):
            yield made, variable, chain


def _keyed(on: Context, draft: Draft, chain: Chain, key: int | None) -> Iterator[tuple[Draft, Chain | None]]:
    """The drafts with what the thing shares with those that it is compared with: its department."""
    subject = next(s for s in draft.spots if s.node == chain.subject)
    if key is None:
        yield draft, None
        return
    iri = on.reading.meanings[key].match.iri
    if on.schema.is_data(iri):
        found = [(d, v) for d, v in literal(on, draft, iri, subject.at)]
    else:
        found = [(d, str(s.node)) for d, s in kin_of(on, draft, subject, key) if isinstance(s.node, str)]
    for made, variable in found:
        own = chain_to(made.changed(spots=_unsaid(made, variable)), variable)
        if own is not None and own.subject == chain.subject:
            yield made, own


def _unsaid(draft: Draft, variable: str) -> tuple[Spot, ...]:
    return tuple(s for s in draft.spots if s.node != variable)


def _of_class(on: Context, draft: Draft, chain: Chain, classes: tuple[str, ...]) -> Population:
    """All things of the classes with such a value."""
    other = Spot(draft.fresh(on.schema.common(classes)), classes, named=True)
    scratch, value = copied(draft.add(other), chain, other.node)
    facts = tuple(f for f in scratch.facts if f not in draft.facts)
    kinds = tuple(needed((other,), Draft(spots=(other,), facts=facts), on.schema))
    form = Form(kind=Kind.LIST, shown=(), classes=kinds, facts=facts)
    return Population(form, str(other.node), value)


def _beyond(
    on: Context,
    draft: Draft,
    chain: Chain,
    whole: Population,
    shared: Chain | None,
    found: Found,
) -> tuple[Draft, str]:
    """The draft with what an aggregate of others comes to, and the variable of that."""
    label = {"AVG": "average", "MAX": "most", "MIN": "least"}[found.function]
    name = draft.fresh(f"{label} {measure_label(on, chain)}")
    facts = whole.form.facts
    keys: tuple[str, ...] = ()
    if shared is not None:
        scratch = draft.changed(facts=(*draft.facts, *facts))
        both, _ = copied(scratch, shared, whole.thing, end=shared.end)
        facts, keys = tuple(f for f in both.facts if f not in draft.facts), (shared.end,)
    nested = replace(
        whole.form,
        shown=keys,
        facts=facts,
        computed=(Computed(name, Aggregate(found.function, whole.value)),),
        once=(*keys, whole.thing, whole.value) if keys or whole.form.classes else (),
    )
    return draft.changed(nested=(*draft.nested, nested)), name


def _beyond_median(draft: Draft, variable: str, chain: Chain, whole: Population, found: Found) -> Draft:
    """What is more than the median has at least half of all below it, whether their number is odd (the median
    is one of them) or even (it is the mean of the two in the middle).
    """
    below = "<" if found.operator.startswith(">") else ">"
    return ranked(draft, variable, chain, whole, below, 50.0, ">=")


def measure_label(on: Context, chain: Chain) -> str:
    """What a chain leads to, in a word: of price and amount, the price."""
    return on.schema.ontology.label(chain.first).split("(")[0].strip()
