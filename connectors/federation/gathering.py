"""A query over several sources -> the statements of theirs that it needs, in bounded requests.

In: a query whose blank nodes are variables, sources, a deadline. Out: statements, and for each group of the
query which source was asked for which of its patterns.

What is gathered is enough for the query to be answered from it as from all sources together: of each pattern
all matches are fetched, but for those that the patterns beside it exclude. What one source alone holds is
asked of it in one piece; values that others have brought narrow what is asked next (exclusive groups and
bound joins, as in FedX). Inside OPTIONAL, MINUS and EXISTS only those values narrow that are certain before
it, so that nothing seems to be missing that is there; nothing narrows what a subquery counts.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from connectors.federation.patterns import (
    Atom,
    Closure,
    Pattern,
    Patterns,
    certain,
    refuse_loose,
    segments,
)
from connectors.federation.sources import Source, Sources
from kgqa.check import admit, admitted_with
from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.side_by_side import side_by_side, tasks
from kgqa.sparql.change import inside
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Call,
    Column,
    Compare,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    Iri,
    Lit,
    Maybe,
    Minus,
    OneOfList,
    ParsedQuery,
    Select,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import own_expressions, parts, variables
from kgqa.sparql.writing import Writer, write
from kgqa.types import CheckedQuery, Limits, ResultTable, Term
from kgqa.wording.said import number, say

STATEMENTS = 200_000  # rows that all sources together may bring for one query
BYTES = 100_000_000
BATCH = 500  # values that go with one request
NARROWED = 10_000  # values, more than which narrow nothing: then all is asked for
FEW = 50  # values that may go with a request beside the others
_MARK = "urn:querist:list:values"
_written = Writer().node
_CHANCE = {"RAND", "UUID", "STRUUID", "BNODE", "NOW"}

Known = Mapping[str, frozenset[str]]  # by variable the values, as SPARQL writes them: it can have no other
Row = tuple[str, ...]  # values as N-Triples has them, by the names of their variables in order
_NAMED = re.compile(r'<[^\x00-\x20<>"{}|^`\\]*>|".*', re.DOTALL)  # what can stand in a query


@dataclass(frozen=True, slots=True)
class Unit:
    """Patterns that are asked for in one piece; of several sources the same of each."""

    patterns: tuple[Pattern, ...]
    sources: tuple[Source, ...]

    @property
    def atoms(self) -> tuple[Atom, ...]:
        return tuple(p for p in self.patterns if isinstance(p, Atom))

    @property
    def variables(self) -> frozenset[str]:
        return frozenset[str]().union(*(atom.variables for atom in self.atoms))


@dataclass
class Gathering:
    """What is gathered for one query."""

    query: ParsedQuery
    sources: Sources
    limits: Limits
    deadline: float
    patterns: Patterns
    statements: set[str] = field(default_factory=set)  # as N-Triples has them
    units: dict[int, list[tuple[Unit, ...]]] = field(default_factory=dict)  # of a group (its id), by segment
    _rows: int = 0
    _bytes: int = 0
    _replies: count[int] = field(default_factory=count)
    # By source and variable: whether it stands for things without a name, and how many units have it.
    _nameless: set[tuple[str, str]] = field(default_factory=set)
    _asked: Counter[tuple[str, str]] = field(default_factory=Counter)

    async def gather(self) -> None:
        """Fetches all that the query needs. Raises as `Graph.run` does."""
        select = self.query.select
        seeds = _seeds([select.values] if select.values else [])
        enough = self._enough()
        await self._group(select.where, seeds, enough)
        await self._conditions(own_expressions(select), {})
        for place in self._nameless:
            if self._asked[place] > 1:
                raise self._loses_names(place[0])
        for node in inside(self.query.select):
            if isinstance(node, Compare) and len(named := variables(node)) > 1:
                for source in self.sources.all:
                    if all((source.name, name) in self._nameless for name in named):
                        raise self._loses_names(source.name)

    def _loses_names(self, source: str) -> GraphRejected:
        """Things without a name are known again within one reply alone."""
        return GraphRejected(
            say(
                "{source} links things without a name of their own (blank nodes), and what it says of them "
                "cannot be brought together with other sources. Ask for them alone.",
                source=source,
            )
        )

    @property
    def seconds(self) -> float:
        """What is left. Raises GraphTimeout when nothing is."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise GraphTimeout(
                say(
                    "The sources together did not answer in {seconds} seconds.",
                    seconds=f"{self.limits.seconds:g}",
                ),
                aside="Ask for less, or raise QUERIST_QUERY_SECONDS.",
            )
        return left

    # ── one group ────────────────────────────────────────────────────────────────────────────────

    async def _group(self, group: Group, known: Known, enough: int | None = None) -> None:
        """What a group needs, whose variables are `known` from around it; `enough` rows do."""
        known = _both(known, _seeds(group.elements))
        filters = [e.condition for e in group.elements if isinstance(e, Filter)]
        patterns = [p for e in group.elements if isinstance(e, Triple) for p in self.patterns.of(e)]
        refuse_loose(patterns)
        planned = [await self._planned(run) for run in segments(group)]
        self.units[id(group)] = planned
        todo = [unit for units in planned for unit in units]
        if len(todo) != 1 or len(group.elements) > 1:
            enough = None
        while todo:
            unit = min(todo, key=lambda unit: _width(unit, known))
            todo.remove(unit)
            values = await self._fetch(unit, known, filters, enough)
            if values is None:
                return  # and nothing beside it matters
            known = _both(known, values)
        for place, element in enumerate(group.elements):
            before = _only(known, certain(group.elements[:place]))
            match element:
                case Maybe(inner) | Minus(inner):
                    await self._group(inner, before)
                case Group():
                    await self._group(element, known)
                case Union(branches):
                    for branch in branches:
                        await self._group(branch, known)
                case Subquery(select):
                    await self._group(select.where, _only(known, _handed(select)))
                    await self._conditions(own_expressions(select), {})
                case Filter(condition):
                    await self._conditions([condition], _only(known, certain(group.elements)))
                case Bind(value, _):
                    await self._conditions([value], before)

    async def _conditions(self, expressions: Iterable[Expr], known: Known) -> None:
        """What the EXISTS in expressions need."""
        for expression in expressions:
            for part in parts(expression):
                if isinstance(part, Exists):
                    await self._group(part.group, known)

    async def _planned(self, triples: Sequence[Triple]) -> tuple[Unit, ...]:
        """The units of triples that stand together: of each source what it alone holds and what is linked
        there, and each pattern that several hold.
        """
        found: list[Unit] = []
        patterns = [p for triple in triples for p in self.patterns.of(triple)]
        for pattern in patterns:
            holding = await self._holding(pattern)
            unit = Unit((pattern,), holding)
            if isinstance(pattern, Atom) and len(holding) == 1:
                linked = [u for u in found if u.sources == holding and u.variables & pattern.variables]
                for other in linked:
                    found.remove(other)
                    unit = Unit((*other.patterns, *unit.patterns), holding)
            found.append(unit)
        return tuple(found)

    async def _holding(self, pattern: Pattern) -> tuple[Source, ...]:
        if isinstance(pattern, Atom):
            return await self.sources.holding(pattern, self.seconds)
        held = [await self.sources.holding(edge, self.seconds) for edge in pattern.edges]
        return tuple(source for source in self.sources.all if any(source in some for some in held))

    async def holders(self) -> set[Source]:
        """All sources that hold a part of what the query asks for."""
        triples = [node for node in inside(self.query.select) if isinstance(node, Triple)]
        patterns = [p for triple in triples for p in self.patterns.of(triple)]
        return {source for held in await side_by_side(map(self._holding, patterns)) for source in held}

    def _enough(self) -> int | None:
        """Rows of the only unit of a plain query that are enough to answer it; None where all are needed."""
        select = self.query.select
        if self.query.form == "ask":
            return 1
        is_plain = not (
            select.distinct or select.reduced or select.order_by or select.group_by or select.having
        ) and not any(c.value is not None for c in select.columns)
        if not is_plain or select.values or select.limit is None or self.query.form != "select":
            return None
        return select.limit + (select.offset or 0)

    # ── one unit ─────────────────────────────────────────────────────────────────────────────────

    async def _fetch(
        self, unit: Unit, known: Known, filters: Sequence[Expr], enough: int | None
    ) -> Known | None:
        """Fetches a unit, and says which values its variables have; None where nothing matches it."""
        if isinstance(unit.patterns[0], Closure):
            return await self._edges(unit.patterns[0], unit.sources)
        names = sorted(unit.variables)
        self._asked.update((source.name, name) for source in unit.sources for name in names)
        if not unit.sources or any(name in known and not known[name] for name in names):
            return None
        pushed = [f for f in filters if _is_plain(f) and variables(f) <= unit.variables]
        async with tasks() as group:
            asked = [
                group.create_task(self._ask(source, unit, known, pushed, enough)) for source in unit.sources
            ]
        if not any(task.result() for task in asked):
            return None
        values: dict[str, set[str]] = {name: set() for name in names}
        for source, task in zip(unit.sources, asked, strict=True):
            statements, columns = await asyncio.to_thread(_taken, unit, task.result())
            self.statements |= statements
            for name, column in zip(names, columns, strict=True):
                values[name] |= column
                if any(map(_is_nameless, column)):
                    self._nameless.add((source.name, name))
        named = {name: frozenset(v for v in some if not _is_nameless(v)) for name, some in values.items()}
        return {name: some for name, some in named.items() if all(map(_NAMED.fullmatch, some))}

    async def _edges(self, path: Closure, sources: tuple[Source, ...]) -> Known:
        """Fetches what a path may follow, wherever it begins."""
        for edge in path.edges:
            await self._fetch(Unit((edge,), sources), {}, (), None)
            for source in sources:
                if any((source.name, name) in self._nameless for name in edge.variables):
                    raise self._loses_names(source.name)
        return {}

    async def _ask(
        self, source: Source, unit: Unit, known: Known, filters: Sequence[Expr], enough: int | None
    ) -> list[Row]:
        """The rows of a unit at one source. Things without a name are told apart within one reply alone, so
        that where there are some all is asked for in one.
        """
        names = sorted(unit.variables)
        narrowing = {name: known[name] for name in names if name in known and len(known[name]) <= NARROWED}
        beside = {name: some for name, some in narrowing.items() if len(some) <= FEW}
        widest = min(narrowing.keys() - beside.keys(), key=lambda name: len(narrowing[name]), default=None)
        if widest is None or len(narrowing[widest]) <= BATCH:
            given = beside if widest is None else {**beside, widest: narrowing[widest]}
            return await self._reply(source, unit, given, filters, enough)
        async with tasks() as group:
            batches = [
                group.create_task(
                    self._reply(source, unit, {**beside, widest: frozenset(some)}, filters, enough)
                )
                for some in _batches(sorted(narrowing[widest]))
            ]
        rows = [row for task in batches for row in task.result()]
        if any(_is_nameless(value) for row in rows for value in row):
            return await self._reply(source, unit, beside, filters, enough)
        return rows

    async def _reply(
        self,
        source: Source,
        unit: Unit,
        given: Known,
        filters: Sequence[Expr],
        enough: int | None,
    ) -> list[Row]:
        query = _asking(unit, given, filters)
        rows = min(STATEMENTS - self._rows, enough or STATEMENTS)
        limits = Limits(seconds=self.seconds, rows=max(rows, 1), bytes=max(BYTES - self._bytes, 1))
        table = await source.run(query, limits)
        if table.boolean is not None:
            return [()] if table.boolean else []
        if table.columns != tuple(sorted(unit.variables)) or any(None in row for row in table.rows):
            raise GraphRejected(f"{source.name} gave other columns than it was asked for.")
        found, size = await asyncio.to_thread(_rows, table, next(self._replies))
        self._rows += len(found)
        self._bytes += size
        if (table.truncated and not enough) or self._rows > STATEMENTS or self._bytes > BYTES:
            raise GraphRejected(
                say(
                    "Too much would have to be brought together: more than {most} rows of {source} and the "
                    "other sources. Ask for fewer things.",
                    most=number(STATEMENTS),
                    source=source.name,
                )
            )
        return found


def _asking(unit: Unit, given: Known, filters: Sequence[Expr]) -> CheckedQuery:
    """The query for a unit, with the values that its variables may have."""
    names = sorted(unit.variables)
    marks = {name: f"{_MARK}:{place}" for place, name in enumerate(given)}
    elements = [
        *(Values((Var(name),), ((Iri(mark),),)) for name, mark in marks.items()),
        *(element for atom in unit.atoms for element in atom.elements),
        *map(Filter, filters),
    ]
    select = Select(columns=tuple(Column(Var(name)) for name in names), where=Group(tuple(elements)))
    text = write(ParsedQuery(text="", form="select" if names else "ask", select=select))
    if not marks:
        return admit(text)
    return admitted_with(admit(text), {f"<{mark}>": sorted(given[name]) for name, mark in marks.items()})


# ── values ───────────────────────────────────────────────────────────────────────────────────────


def _seeds(elements: Iterable[Element]) -> Known:
    """What values and conditions of a group say of its variables by themselves."""
    known: Known = {}
    for element in elements:
        match element:
            case Values(names, rows):
                for place, variable in enumerate(names):
                    some = frozenset(row[place] for row in rows)
                    if all(isinstance(node, Iri | Lit) for node in some):
                        values = frozenset(_written(node) for node in some if node is not None)
                        known = _both(known, {variable.name: values})
            case Filter(Compare("=", Var(name), Iri() as iri)) | Filter(
                Compare("=", Iri() as iri, Var(name))
            ):
                known = _both(known, {name: frozenset([_written(iri)])})
            case Filter(OneOfList(Var(name), items, False)) if all(isinstance(i, Iri) for i in items):
                known = _both(known, {name: frozenset(map(_written, items))})
    return known


def _both(one: Known, other: Known) -> Known:
    """What holds where both do."""
    shared = {name: one[name] & other[name] for name in one.keys() & other.keys()}
    return {**one, **other, **shared}


def _only(known: Known, names: frozenset[str]) -> Known:
    return {name: some for name, some in known.items() if name in names}


def _handed(select: Select) -> frozenset[str]:
    """The variables of a subquery that may be narrowed from outside and leave its rows what they are: those
    it shows, and where it counts those by which it counts.
    """
    if select.limit is not None or select.offset is not None:
        return frozenset()
    shown = frozenset(c.variable.name for c in select.columns if c.value is None)
    counts = select.group_by or select.having or any(_aggregates(c.value) for c in select.columns if c.value)
    if not counts:
        return shown
    return shown & {k.value.name for k in select.group_by if isinstance(k.value, Var) and k.variable is None}


def _aggregates(expression: Expr) -> bool:
    return any(isinstance(part, Aggregate) for part in parts(expression))


def _is_plain(condition: Expr) -> bool:
    """Whether every source says the same of a condition."""
    return not any(
        isinstance(part, Exists | Aggregate)
        or (isinstance(part, Call) and (isinstance(part.function, Iri) or part.function in _CHANCE))
        for part in parts(condition)
    )


def _width(unit: Unit, known: Known) -> float:
    """How much a unit may bring, roughly: what is narrowed most is asked for first."""
    if isinstance(unit.patterns[0], Closure):
        return float("inf")
    widths = [float(len(known[name])) for name in unit.variables if name in known]
    for atom in unit.atoms:
        constants = isinstance(atom.triple.subject, Iri) + isinstance(atom.triple.object, Iri | Lit)
        widths.append(1e9 if not constants else 1e6 if atom.triple.is_type else 1e3)
    return min(widths)


def _batches(values: Sequence[str]) -> Iterator[Sequence[str]]:
    return (values[start : start + BATCH] for start in range(0, len(values), BATCH))


def _is_nameless(value: str) -> bool:
    return value.startswith("_:")


def _rows(table: ResultTable, reply: int) -> tuple[list[Row], int]:
    """The rows of a reply, and about how many bytes they take."""
    texts: dict[int, str] = {}  # equal terms of a table are mostly one
    rows: list[Row] = []
    for row in table.rows:
        for term in row:
            if term and id(term) not in texts:
                texts[id(term)] = _text(term, reply)
        rows.append(tuple(texts[id(term)] for term in row))
    return rows, sum(len(value) for row in rows for value in row)


def _text(term: Term, reply: int) -> str:
    match term.kind:
        case "iri":
            return _written(Iri(term.value))
        case "bnode":
            return f"_:r{reply}x{term.value.encode().hex()}"
        case "literal":
            return _written(Lit(term.value, term.datatype, term.language))


def _taken(unit: Unit, rows: Sequence[Row]) -> tuple[set[str], list[set[str]]]:
    """The statements that rows stand for, and the values of their variables in order."""
    place = {name: number for number, name in enumerate(sorted(unit.variables))}
    statements: set[str] = set()
    for atom in unit.atoms:
        nodes = (atom.triple.subject, atom.triple.predicate, atom.triple.object)
        # A constant stands behind the values of each row.
        constants = tuple(_written(n) for n in nodes if isinstance(n, Iri | Lit))
        behind = iter(range(len(place), len(place) + len(constants)))
        one, two, three = (place[n.name] if isinstance(n, Var) else next(behind) for n in nodes)
        for row in rows:
            said = (*row, *constants)
            statements.add(f"{said[one]} {said[two]} {said[three]} .")
    return statements, [{row[number] for row in rows} for number in place.values()]
