"""A graph -> a Kit: its schema profiled, its names indexed, the strategies ready.

In: a Graph, an ontology given beside it, limits. Out: a Kit; what could not be read is in its notices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from kgqa.examples import KINDS, candidates
from kgqa.linking.few import FewNames
from kgqa.linking.index import TermIndex
from kgqa.linking.joint import Fit
from kgqa.linking.names import Naming, graph_entries, naming_of, schema_entries
from kgqa.observed import profile
from kgqa.ontology import Ontology
from kgqa.pipeline import Kit, Pipeline
from kgqa.ports import Graph, Strategy
from kgqa.prefixes import with_prefixes
from kgqa.queries import query
from kgqa.strategies.interpret import Interpret
from kgqa.types import Limits, Outcome, Question, Stage

STRATEGIES: dict[str, Callable[[Ontology, Naming], Strategy]] = {"interpret": Interpret}
TRIED = 24  # example questions that are tried, at most
SURE = 0.85
PATIENCE = 5.0  # seconds that an example may take
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # the examples speak of no time
Told = Callable[[str], None]


async def prepare(
    graph: Graph,
    given: Ontology | None = None,
    *,
    limits: Limits | None = None,
    strategies: tuple[str, ...] = ("interpret",),
    told: Told = lambda _: None,
) -> Kit:
    """The kit for one graph; `told` hears what is being done. Raises OperatorsMove when the graph fails."""
    await graph.run(query("reach"), limits or Limits())  # a store that cannot answer this ends the start
    told("reading the schema")
    ontology = with_prefixes(await profile(graph, given))
    naming = naming_of(ontology)
    notices: list[str] = []
    told("reading the names")
    names = FewNames(await graph_entries(graph, ontology, naming, notices))
    index = TermIndex(schema_entries(ontology), names, frozenset(p for pair in naming.parts for p in pair))
    ontology = replace(ontology, notices=(*ontology.notices, *notices))
    kit = Kit(
        graph=graph,
        described=await graph.describe(),
        ontology=ontology,
        naming=naming,
        index=index,
        fit=Fit(ontology),
        strategies=tuple(STRATEGIES[name](ontology, naming) for name in strategies),
        limits=limits or Limits(),
    )
    return replace(kit, examples=await examples(kit))


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
