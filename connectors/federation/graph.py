"""Several sources as one graph: what is true in any of them is true in it, each triple once.

In: sources, then checked queries. Out: result tables, with the query as it ran. A query that one source can
answer goes there as it is. For any other what it needs of each source is gathered, and the query itself is
evaluated over that, in a process that can be stopped.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace

from connectors.embedded import EmbeddedGraph
from connectors.federation.gathering import Gathering
from connectors.federation.patterns import Patterns, refuse_unsound, without_blanks
from connectors.federation.shown import sent, shown
from connectors.federation.sources import Source, Sources
from connectors.wall import refuse_outside
from kgqa.check import admit, admitted_with, parsed_of
from kgqa.errors import GraphRejected
from kgqa.queries import written
from kgqa.side_by_side import side_by_side
from kgqa.sparql import ParsedQuery, write
from kgqa.sparql.change import inside
from kgqa.sparql.model import Exists, Filter, Group, InGraph, Iri, Node, Triple, Values, Var
from kgqa.sparql.walk import bound_by, parts
from kgqa.trail import sending
from kgqa.types import UNTOLD, CheckedQuery, GraphDescription, Limits, ResultTable, Term

_SUBJECTS = 2_000  # things that one query completes
_MARK = "urn:querist:list:things"


class FederatedGraph:
    """The adapter of `kgqa.ports.Graph` for several graphs together, which it then owns."""

    def __init__(self, sources: Sequence[Source], *, name: str) -> None:
        self._sources = Sources(sources)
        self._name = name
        self._here = EmbeddedGraph.open((), name=name)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources, each with its name and its graph."""
        return self._sources.all

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Answers one query; the limits hold for all that is done for it. Raises GraphRejected also for what
        several sources cannot answer for certain, and for what would be too much to bring together.
        """
        refuse_outside(query.text)
        with sending(query, self._name) as under_way:
            return under_way.found(await self._run(query, _parsed(query), limits))

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        """The rows in parts, those of one source after the other; a row that several sources have may come
        several times. What is optional beside a triple, or must not be, is looked for in all sources.
        """
        refuse_outside(query.text)
        parsed = _parsed(query)
        core = _core(parsed)
        for source in self.sources:
            async with aclosing(source.graph.pages(admit(write(core)), limits)) as pages:
                async for page in pages:
                    table = page if core is parsed else await self._completed(parsed, page, limits)
                    rows = table.rows[skip:]
                    skip -= len(table.rows) - len(rows)
                    if rows:
                        yield replace(table, rows=rows)

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        """All sources together; their fingerprint changes with that of each. Raises as `run` does."""
        found = await side_by_side(source.describe(afresh=afresh) for source in self.sources)
        signs = [f"{s.name}\n{s.place}\n{d.fingerprint}" for s, d in zip(self.sources, found, strict=True)]
        is_told = all(d.fingerprint != UNTOLD for d in found)
        sizes = [d.triples for d in found if d.triples is not None]
        return GraphDescription(
            name=self._name,
            fingerprint=hashlib.sha256("\n".join(signs).encode()).hexdigest() if is_told else UNTOLD,
            triples=sum(sizes) if len(sizes) == len(found) else None,
            notices=tuple(
                f"{s.name}: {notice}"
                for s, d in zip(self.sources, found, strict=True)
                for notice in d.notices
            ),
            remote=any(d.remote for d in found),
            repeats=any(d.repeats for d in found),
            sources=tuple(
                f"{s.name} ({s.place})" + ("" if d.triples is None else f", {d.triples:,} triples")
                for s, d in zip(self.sources, found, strict=True)
            ),
        )

    def close(self) -> None:
        """Ends the process in which queries over several sources are evaluated; not the sources."""
        self._here.close()

    async def _run(self, query: CheckedQuery, parsed: ParsedQuery, limits: Limits) -> ResultTable:
        start = time.monotonic()
        named = without_blanks(parsed)
        gathering = Gathering(named, self._sources, limits, start + limits.seconds, Patterns(named))
        holders = await gathering.holders()
        if len(holders) == 1 and not any(isinstance(node, InGraph) for node in inside(parsed.select)):
            (alone,) = holders
            table = await alone.run(query, replace(limits, seconds=gathering.seconds))
            return replace(table, ran=sent(query.text, alone), seconds=time.monotonic() - start)
        refuse_unsound(parsed)
        await gathering.gather()
        statements = await asyncio.to_thread(lambda: "\n".join(sorted(gathering.statements)))
        table = await self._here.run_over(statements, query, replace(limits, seconds=gathering.seconds))
        return replace(table, ran=shown(gathering), seconds=time.monotonic() - start)

    async def _completed(self, parsed: ParsedQuery, page: ResultTable, limits: Limits) -> ResultTable:
        """The rows of the whole query about the subjects of a page."""
        subject = next(e.subject for e in parsed.select.where.elements if isinstance(e, Triple))
        place = page.columns.index(subject.name) if isinstance(subject, Var) else 0
        things = [*dict.fromkeys(t.value for row in page.rows if (t := row[place]) and t.kind == "iri")]
        found: list[tuple[Term | None, ...]] = []
        for start in range(0, len(things), _SUBJECTS):
            some = things[start : start + _SUBJECTS]
            about = _about(parsed, subject, [_MARK])
            checked = admitted_with(admit(write(about)), {f"<{_MARK}>": [written(iri) for iri in some]})
            table = await self._run(checked, _about(parsed, subject, some), limits)
            if table.truncated:
                raise GraphRejected(f"{self._name} has more than {limits.rows:,} rows of {len(some)} things.")
            found += table.rows
        return replace(page, columns=tuple(c.variable.name for c in parsed.select.columns), rows=tuple(found))


def _parsed(query: CheckedQuery) -> ParsedQuery:
    if (parsed := parsed_of(query)) is not None:
        return parsed
    raise GraphRejected("The graph refused the query: it is none that can be read.")


def _core(parsed: ParsedQuery) -> ParsedQuery:
    """The query about one triple without what must or may be beside it: each source can be asked for that.
    Raises GraphRejected where there is more to it.
    """
    select = parsed.select
    triples = [e for e in select.where.elements if isinstance(e, Triple)]
    others = [e for e in select.where.elements if not isinstance(e, Triple)]
    is_plain = select.columns and not (select.group_by or select.having or select.order_by or select.values)
    if parsed.form != "select" or len(triples) != 1 or not is_plain or select.limit is not None:
        raise GraphRejected("Only what is said in one triple comes in parts from several sources.")
    kept = [e for e in others if isinstance(e, Filter) and not _looks(e)]
    if len(kept) == len(others):
        return parsed
    columns = tuple(c for c in select.columns if c.variable.name in bound_by(triples[0]))
    where = Group((*triples, *kept))
    return replace(parsed, select=replace(select, columns=columns, where=where, distinct=True))


def _looks(element: Filter) -> bool:
    return any(isinstance(part, Exists) for part in parts(element.condition))


def _about(parsed: ParsedQuery, subject: Node, things: Sequence[str]) -> ParsedQuery:
    """The query about some things alone."""
    if not isinstance(subject, Var):
        return parsed
    given = Values((subject,), tuple((Iri(thing),) for thing in things))
    where = Group((given, *parsed.select.where.elements))
    return replace(parsed, select=replace(parsed.select, where=where))
