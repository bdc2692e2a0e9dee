"""Values of a graph, looked at in bounded queries that run side by side: small vocabularies, extremes,
examples.

In: a Graph, the uses of its properties. Out: a Sample for each class and property, the most used first; what
could not be looked at is told in the notices.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa.bounded import rows
from kgqa.declared import NUMERIC
from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.ontology import RDF_LANG_STRING, RDF_TYPE, XSD, Class, Sample, Use
from kgqa.ontology.carriers import carriers, shared_by
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.side_by_side import side_by_side
from kgqa.types import Limits, Term

MOST = 500  # classes with a property that are looked at
FAILED = 5  # queries that fail before the rest is left
PATIENCE = 30.0  # seconds after which the rest is left: nobody waits longer for a start
PATIENCE_ON_DISK = 900.0  # the same for a store on disk, where it is done once
VALUES = 24  # of one property that are kept; the queries ask for one more
TAGGED = 32  # properties whose languages are looked at
FIRST = 20_000  # triples that a query looks at, as its file says
OF_LONG = 1_000  # the same where values are too long to be fetched, and only their beginnings are
LONGEST = 80  # characters of a value that are kept
LOOKING = Limits(seconds=10.0, rows=100, bytes=1_000_000, small=True)
LOOKING_ON_DISK = replace(LOOKING, seconds=60.0)
_TIMES = frozenset(XSD + name for name in ("date", "dateTime", "gYear", "gYearMonth", "time"))
ORDERED = NUMERIC | _TIMES  # datatypes whose extremes are worth telling


async def sampled(
    graph: Graph,
    uses: Sequence[Use],
    instances: Mapping[str, int],
    overlaps: Sequence[tuple[str, str, int]],
    notices: list[str],
    *,
    patience: float | None = None,
    on_disk: bool = False,
) -> tuple[Sample, ...]:
    """The samples of a graph that shows these uses. Raises GraphUnavailable."""
    wanted = _wanted(uses, instances, overlaps)
    failed: list[str] = []
    if patience is None:
        patience = PATIENCE_ON_DISK if on_disk else PATIENCE
    tasks = [asyncio.create_task(_sample(graph, own, failed, on_disk=on_disk)) for own in wanted[:MOST]]
    try:
        async with asyncio.timeout(patience):
            for done in asyncio.as_completed(tasks):
                await done
                if len(failed) >= FAILED:
                    break
    except TimeoutError:
        pass
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    found = [sample for task in tasks if not task.cancelled() and (sample := task.result())]
    if len(wanted) > MOST:
        notices.append(f"Of {len(wanted):,} properties of classes only the {MOST} most used were looked at.")
    if missing := len(wanted[:MOST]) - len(found):
        why = failed[0] if failed else f"the time for that, {patience:g} seconds, was over."
        notices.append(f"The values of {missing} properties of classes could not be looked at: {why}")
    return tuple(found)


async def languages(graph: Graph, uses: Sequence[Use], notices: list[str]) -> tuple[tuple[str, str], ...]:
    """The properties with texts in a language, each with its languages. Raises GraphUnavailable."""
    tagged = Counter[str]()
    for use in uses:
        if use.object == RDF_LANG_STRING:
            tagged[use.property] += use.count
    wanted = [iri for iri, _ in tagged.most_common(TAGGED)]
    looks = (rows(graph, "languages", LOOKING, notices, property=(iri,)) for iri in wanted)
    found = zip(wanted, await side_by_side(looks), strict=True)
    return tuple(
        sorted((iri, row[0].value) for iri, some in found for row in some if row[0] and row[0].value)
    )


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


async def _sample(graph: Graph, uses: Sequence[Use], failed: list[str], *, on_disk: bool) -> Sample | None:
    """The sample of one class and property; None where a query fails."""
    subject, prop = uses[0].subject, uses[0].property
    lists = {"property": (prop,)} | ({"class": (subject,)} if subject else {})
    suffix = ("-on-disk" if on_disk else "") if subject else "-of-untyped"
    is_ordered = any(u.literal and u.object in ORDERED for u in uses)
    told: list[str] = []
    looking = LOOKING_ON_DISK if on_disk else LOOKING

    async def look(name: str, *, wanted: bool = True) -> tuple[tuple[Term | None, ...], ...]:
        return await rows(graph, f"{name}{suffix}", looking, told, **lists) if wanted else ()

    async def commonest() -> tuple[tuple[tuple[Term | None, ...], ...], bool]:
        """The commonest values; where they are too long, their beginnings, and that these are such."""
        try:
            table = await graph.run(query(f"commonest-values{suffix}", **lists), looking)
        except (GraphTimeout, GraphRejected) as error:
            told.append(f"The graph could not be read fully (commonest-values{suffix}): {error}")
            return (), False
        if table.truncated:  # the query has a limit of its own: it is their size
            return await look("commonest-beginnings"), True
        return table.rows, False

    (counted, are_long), extremes, counts = await asyncio.gather(
        commonest(),
        look("extremes", wanted=is_ordered),
        look("having", wanted=len(uses) > 1),  # a thing that leads to several classes is in several uses
    )
    if told:
        failed.append(told[0])
        return None
    values = [(_short(value), int(n.value)) for value, n in counted if value and n and value.kind != "bnode"]
    values.sort(key=lambda pair: (-pair[1], pair[0].value))  # a union of queries is in no order
    having, total = max(u.subjects for u in uses), sum(u.count for u in uses)
    if counts:
        having, total = (int(n.value) if n else 0 for n in counts[0])
    least, most = extremes[0] if extremes else (None, None)
    return Sample(
        subject=subject,
        property=prop,
        having=having,
        count=total,
        looked=min(total, OF_LONG if are_long else FIRST),
        values=tuple(values[:VALUES]),
        whole=len(counted) <= VALUES and len(values) == len(counted) and total <= FIRST and not are_long,
        least=least.value[:LONGEST] if least and least.kind == "literal" else "",
        most=most.value[:LONGEST] if most and most.kind == "literal" else "",
    )


def _short(term: Term) -> Term:
    return (
        term
        if len(term.value) <= LONGEST or term.kind != "literal"
        else replace(term, value=term.value[:LONGEST])
    )
