"""Values of a graph, looked at in bounded queries that run side by side: small vocabularies, extremes,
examples.

In: a Graph, the uses of its properties. Out: a Sample for each class and property, the most used first; what
could not be looked at is told in the notices.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa.bounded import rows
from kgqa.declared import NUMERIC
from kgqa.ontology import RDF_TYPE, XSD, Class, Sample, Use
from kgqa.ontology.carriers import carriers, shared_by
from kgqa.ports import Graph
from kgqa.types import Limits, Term

MOST = 500  # classes with a property that are looked at
AT_ONCE = 8  # queries that run side by side
FAILED = 5  # queries that fail before the rest is left
PATIENCE = 30.0  # seconds after which the rest is left: nobody waits longer for a start
VALUES = 24  # of one property that are kept; the queries ask for one more
FIRST = 20_000  # triples that a query looks at, as its file says
LONGEST = 80  # characters of a value that are kept
LOOKING = Limits(seconds=10.0, rows=100, bytes=1_000_000)
_TIMES = frozenset(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth", "time"))
ORDERED = NUMERIC | _TIMES  # datatypes whose extremes are worth telling


async def sampled(
    graph: Graph,
    uses: Sequence[Use],
    instances: Mapping[str, int],
    overlaps: Sequence[tuple[str, str, int]],
    notices: list[str],
    *,
    patience: float = PATIENCE,
) -> tuple[Sample, ...]:
    """The samples of a graph that shows these uses. Raises GraphUnavailable."""
    wanted = _wanted(uses, instances, overlaps)
    turns, loop = asyncio.Semaphore(AT_ONCE), asyncio.get_running_loop()
    until = loop.time() + patience
    failed: list[str] = []

    async def look(own: Sequence[Use]) -> Sample | None:
        async with turns:
            is_over = len(failed) >= FAILED or loop.time() >= until
            return None if is_over else await _sample(graph, own, failed)

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(look(own)) for own in wanted[:MOST]]
    except ExceptionGroup as error:
        raise error.exceptions[0] from error
    found = [sample for task in tasks if (sample := task.result())]
    if len(wanted) > MOST:
        notices.append(f"Of {len(wanted):,} properties of classes only the {MOST} most used were looked at.")
    if missing := len(wanted[:MOST]) - len(found):
        why = failed[0] if failed else f"the time for that, {patience:g} seconds, was over."
        notices.append(f"The values of {missing} properties of classes could not be looked at: {why}")
    return tuple(found)


def _wanted(
    uses: Sequence[Use], instances: Mapping[str, int], overlaps: Sequence[tuple[str, str, int]]
) -> list[list[Use]]:
    """The uses that are worth a look, by class and property, the most used first."""
    shared = shared_by(overlaps)
    classes = {iri: Class(iri=iri, instances=count) for iri, count in instances.items()}
    of_property: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        if use.property != RDF_TYPE:
            of_property[use.property].append(use)
    pairs: defaultdict[tuple[str, str], list[Use]] = defaultdict(list)
    for prop, own in of_property.items():
        for use in carriers(own, classes, shared):
            pairs[use.subject, prop].append(use)
    return sorted(
        pairs.values(), key=lambda own: (-sum(u.count for u in own), own[0].subject, own[0].property)
    )


async def _sample(graph: Graph, uses: Sequence[Use], failed: list[str]) -> Sample | None:
    """The sample of one class and property; None where a query fails."""
    subject, prop = uses[0].subject, uses[0].property
    lists = {"property": (prop,)} | ({"class": (subject,)} if subject else {})
    suffix = "" if subject else "-of-untyped"
    told: list[str] = []
    counted = await rows(graph, f"commonest-values{suffix}", LOOKING, told, **lists)
    values = [(_short(value), int(n.value)) for value, n in counted if value and n and value.kind != "bnode"]
    extremes: tuple[tuple[Term | None, ...], ...] = ()
    if not told and any(u.literal and u.object in ORDERED for u in uses):
        extremes = await rows(graph, f"extremes{suffix}", LOOKING, told, **lists)
    having, total = max(u.subjects for u in uses), sum(u.count for u in uses)
    if not told and len(uses) > 1:  # a thing that leads to several classes is in several uses
        row = next(iter(await rows(graph, f"having{suffix}", LOOKING, told, **lists)), (None, None))
        having, total = (int(n.value) if n else 0 for n in row)
    if told:
        failed += told
        return None
    least, most = extremes[0] if extremes else (None, None)
    return Sample(
        subject=subject,
        property=prop,
        having=having,
        count=total,
        looked=min(total, FIRST),
        values=tuple(values[:VALUES]),
        whole=len(counted) <= VALUES and len(values) == len(counted) and total <= FIRST,
        least=least.value[:LONGEST] if least and least.kind == "literal" else "",
        most=most.value[:LONGEST] if most and most.kind == "literal" else "",
    )


def _short(term: Term) -> Term:
    return (
        term
        if len(term.value) <= LONGEST or term.kind != "literal"
        else replace(term, value=term.value[:LONGEST])
    )
