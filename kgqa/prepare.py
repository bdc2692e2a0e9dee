"""A graph -> a Kit: its schema profiled, its names indexed, the strategies ready.

In: a Graph, an ontology given beside it, a shelf for its names, limits. Out: a Kit; what could not be read is
in its notices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime

from kgqa.errors import NamesUnavailable
from kgqa.examples import KINDS, candidates
from kgqa.linking.build import Progress, Told, index_names
from kgqa.linking.entry import Entry
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit
from kgqa.linking.names import Naming, naming_of, schema_entries
from kgqa.observed import profile
from kgqa.ontology import Ontology
from kgqa.pipeline import Kit, Pipeline
from kgqa.ports import Graph, Indexed, NameShelf, Strategy
from kgqa.prefixes import with_prefixes
from kgqa.queries import query
from kgqa.strategies.interpret import Interpret
from kgqa.types import Limits, Outcome, Question, Stage, TermKind

STRATEGIES: dict[str, Callable[[Ontology, Naming], Strategy]] = {"interpret": Interpret}
TRIED = 24  # example questions that are tried, at most
SURE = 0.85
PATIENCE = 5.0  # seconds that an example may take
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # the examples speak of no time


async def prepare(
    graph: Graph,
    given: Ontology | None = None,
    *,
    limits: Limits | None = None,
    strategies: tuple[str, ...] = ("interpret",),
    shelf: NameShelf | None = None,
    extra: Iterable[Entry] = (),
    told: Told = lambda _: None,
    progress: Progress = lambda *_: None,
) -> Kit:
    """The kit for one graph. Its names are kept on the `shelf`, or in memory where there is none; `extra` are
    names beside the graph's own. `told` hears what is being done, `progress` how far the names are.

    Raises OperatorsMove when the graph fails, or the shelf while it holds nothing.
    """
    await graph.run(query("reach"), limits or Limits())  # a store that cannot answer this ends the start
    told("reading the schema")
    ontology = with_prefixes(await profile(graph, given))
    naming = naming_of(ontology)
    described = await graph.describe()
    told("reading the names")
    extra = tuple(extra)
    try:
        indexed = await index_names(
            graph, described, ontology, naming, shelf, told=told, progress=progress, extra=extra
        )
    except NamesUnavailable as error:
        indexed = _earlier(shelf, error)
    schema = (*schema_entries(ontology), *(e for e in extra if e.kind in (TermKind.CLASS, TermKind.PROPERTY)))
    ontology = replace(ontology, notices=(*ontology.notices, *indexed.report.notices))
    kit = Kit(
        graph=graph,
        described=described,
        ontology=ontology,
        naming=naming,
        index=TermIndex(schema, indexed.names, naming.in_parts),
        fit=Fit(ontology),
        strategies=tuple(STRATEGIES[name](ontology, naming) for name in strategies),
        limits=limits or Limits(),
    )
    return replace(kit, examples=await examples(kit))


def _earlier(shelf: NameShelf | None, error: NamesUnavailable) -> Indexed:
    """The names that were read before, where they cannot be read anew."""
    last = shelf.whole([]) if shelf else None
    if last is None:
        raise error
    kept = last[1]
    notice = f"The names that were read before are used, since the new ones could not be kept: {error}"
    return Indexed(kept.names, replace(kept.report, notices=(*kept.report.notices, notice)))


async def examples(kit: Kit) -> tuple[str, ...]:
    """One question of each kind that this graph answers, tried before they are offered; fewer where the store
    is slow, since nobody waits for them.
    """
    found: dict[str, str] = {}
    pipeline = Pipeline(replace(kit, limits=replace(kit.limits, seconds=min(kit.limits.seconds, PATIENCE))))

    async def quiet(_: Stage) -> None:
        return None

    for number, (kind, text) in enumerate(candidates(kit.ontology, kit.naming, kit.index)):
        if number >= TRIED or len(found) == len(KINDS):
            break
        if kind in found:
            continue
        answer = await pipeline.answer(Question(text=text, asked_at=EPOCH, language="en"), quiet)
        if answer.outcome is Outcome.ANSWERED and answer.confidence.value >= SURE:
            found[kind] = text
        elif answer.outcome is Outcome.FAILED:
            break
    return tuple(found.values())
