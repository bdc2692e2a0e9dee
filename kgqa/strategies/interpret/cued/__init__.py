"""What the cues ask of a draft: comparisons, dates, superlatives, aggregates, grouping, negation, columns.

In: a reading with its draft. Out: drafts with filters, order, limit, groups; a cue that finds no property to
work on is left in `unmet`, so that it lowers the confidence instead of being forgotten.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not

from kgqa.strategies.interpret.cued.calculating.outputs import outputs
from kgqa.strategies.interpret.cued.comparing.averages import averages
from kgqa.strategies.interpret.cued.comparing.comparisons import comparisons
from kgqa.strategies.interpret.cued.comparing.differences import choices, differences
from kgqa.strategies.interpret.cued.comparing.quantiles import quantiles
from kgqa.strategies.interpret.cued.comparing.shares import shares
from kgqa.strategies.interpret.cued.comparing.subjects import nouns, own_values
from kgqa.strategies.interpret.cued.comparing.than import compared
from kgqa.strategies.interpret.cued.conditions.amounts import amounts
from kgqa.strategies.interpret.cued.conditions.dates import dates
from kgqa.strategies.interpret.cued.conditions.flags import flags
from kgqa.strategies.interpret.cued.conditions.negation import negations
from kgqa.strategies.interpret.cued.conditions.quoted import quoted
from kgqa.strategies.interpret.cued.conditions.stock import stocks
from kgqa.strategies.interpret.cued.conditions.texts import texts
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.grouping.groups import aggregates, groups, totals_of_periods
from kgqa.strategies.interpret.cued.grouping.known_by import known_by
from kgqa.strategies.interpret.cued.grouping.once import counted_once
from kgqa.strategies.interpret.cued.grouping.several import several
from kgqa.strategies.interpret.cued.grouping.summed import summed
from kgqa.strategies.interpret.cued.grouping.tallies import tallies
from kgqa.strategies.interpret.cued.grouping.totals import totals
from kgqa.strategies.interpret.cued.grouping.weighted import weighted
from kgqa.strategies.interpret.cued.listing.columns import amounts_behind, columns
from kgqa.strategies.interpret.cued.listing.listed import listed
from kgqa.strategies.interpret.cued.listing.shortened import short_names
from kgqa.strategies.interpret.cued.ordering.further import further, sortings
from kgqa.strategies.interpret.cued.ordering.nesting import nesting
from kgqa.strategies.interpret.cued.ordering.superlatives import superlatives
from kgqa.strategies.interpret.draft import Draft, best

# In this order: what fixes a value comes before what counts or orders by it, columns take what is left.
STEPS: tuple[Callable[[Context, Draft], list[Draft]], ...] = (
    outputs,
    averages,
    differences,
    choices,
    stocks,
    texts,
    quoted,
    comparisons,
    flags,
    amounts,
    dates,
    totals,
    several,
    summed,
    groups,
    aggregates,
    totals_of_periods,
    tallies,
    quantiles,
    superlatives,
    further,
    sortings,
    negations,
    columns,
    listed,
    amounts_behind,
    known_by,
    own_values,
    nouns,
    nesting,
    shares,
    weighted,
    counted_once,
)


def apply(on: Context, draft: Draft) -> list[Draft]:
    """The best drafts after every step."""
    drafts = [draft]
    for step in STEPS:
        made = [d for each in drafts for d in step(on, each)]
        if len(made) != len(drafts) or any(map(is_not, made, drafts)):  # most steps have nothing to do
            drafts = best(made)
    return drafts


__all__ = ["Context", "apply", "compared", "short_names"]
