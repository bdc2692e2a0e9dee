"""What is odd about an answer, seen from its rows: nothing at all, ties that a LIMIT cuts, rows that come
twice, conditions that take nothing away, values that the graph also spells otherwise.

In: a query that ran, and the means to run others. Out: sentences for the model, which decides. Each look is
bounded; one that fails or takes too long tells nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.errors import OperatorsMove
from kgqa.linking.tokens import key
from kgqa.multiplied import Multiplied, multiplied
from kgqa.numbers import counted
from kgqa.otherways import other_ways
from kgqa.ports import Means
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.sparql.change import inside
from kgqa.sparql.model import (
    Aggregate,
    Call,
    Column,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    Iri,
    Lit,
    Not,
    Select,
    Triple,
    Var,
)
from kgqa.strategies.agent.conditions import compared, excluding
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.querying import Ran
from kgqa.strategies.carried import squeezed, stands_in
from kgqa.strategies.parts import Parts
from kgqa.types import Limits, ResultTable, Term, TermKind
from kgqa.vocabulary import in_handles

DROPPED = 8  # conditions that are left out one by one
TIED = 25  # rows beyond a LIMIT that are looked at
EXCLUDING = 4  # patterns and lists of values of which it is looked whether they exclude anything
ASKED_FOR = "asked for"  # the kind of a condition on a value that takes nothing away
SPELLED = 8  # texts of a query whose other spellings are looked for


@dataclass(frozen=True, slots=True)
class Odd:
    """One thing that is odd, in a sentence. `kind` is for the trace and for weighing the evidence."""

    kind: str
    told: str

    @property
    def is_aside(self) -> bool:
        """Whether it is only told beside others: that all sales were in euros is no reason to look again, if
        "in euros" was asked for.
        """
        return self.kind == ASKED_FOR


async def oddities(
    ran: Ran,
    parts: Parts,
    means: Means,
    handles: Handles,
    seconds: float,
    carried: tuple[str, ...] = (),
) -> tuple[Odd, ...]:
    """All that is odd about an answer. Words of the question ask for the `carried` pieces of its query."""
    parsed = parse(ran.text, parts.ontology.prefixes)
    if not isinstance(parsed, ParsedQuery) or parsed.form not in ("select", "ask"):
        return ()
    look = _Look(parsed, parts, means, handles, seconds, carried)
    said = [Odd("warning", w) for w in dict.fromkeys(ran.warnings)] + [
        Odd("fix", f"It was put right: {f}") for f in ran.fixes
    ]
    said += list(_in_rows(ran, parsed))
    if ran.is_empty or is_naught(ran.table):
        said += await look.emptiness()
    else:
        looks = (look.ties(), look.idle(), look.multiplied(), look.elsewhere())
        said += [odd for found in await asyncio.gather(*looks) for odd in found]
    return (*said, *look.spellings())


def is_naught(table: ResultTable) -> bool:
    """Whether a result is a single zero, or a no."""
    if table.boolean is not None:
        return not table.boolean
    only = table.rows[0] if len(table.rows) == 1 else ()
    return len(only) == 1 and only[0] is not None and only[0].value in ("0", "0.0", "0E0")


def _in_rows(ran: Ran, query: ParsedQuery) -> Iterator[Odd]:
    """What the rows alone show."""
    rows = ran.table.rows
    different = len(set(rows))
    if different < len(rows) and not _has_aggregate(query.select):
        yield Odd(
            "twice",
            f"Only {different:,} of the {len(rows):,} rows are different: others come more than once.",
        )
    if ran.table.truncated:
        yield Odd("many", f"These are very many rows (more than {len(rows):,}).")


@dataclass(frozen=True)
class _Look:
    query: ParsedQuery
    parts: Parts
    means: Means
    handles: Handles
    seconds: float
    carried: tuple[str, ...]

    # ── nothing found ────────────────────────────────────────────────────────────────────────────

    async def emptiness(self) -> list[Odd]:
        """What each condition leaves when it alone is left out; a zero in the graph is nothing odd."""
        select = self.query.select
        if matches := await self._count(select.where):
            if select.columns and not _has_aggregate(select) and not select.having and not select.offset:
                return []
            return [Odd("empty", f"The pattern matches {matches:,} times, and yet the answer is nothing.")]
        elements = select.where.elements
        tried = range(min(len(elements), DROPPED))
        counts = await asyncio.gather(*(self._count(self._without(n)) for n in tried))
        found = (
            "Nothing is found" if self.query.form == "select" else "The answer is no, since nothing matches"
        )
        told = []
        for n, count in zip(tried, counts, strict=True):
            if count and self.query.form == "ask" and _compares(elements[n]):
                return []  # what a no says: the one is not taller than the other
            if count:
                told.append(f"without {self._said(elements[n])} there would be {count:,}")
        if not told:
            more = ", and leaving out any one condition does not change that" if len(elements) > 1 else ""
            return [Odd("empty", f"{found}{more}.")]
        return [Odd("empty", f"{found}: {'; '.join(told)}.")]

    # ── ties ─────────────────────────────────────────────────────────────────────────────────────

    async def ties(self) -> list[Odd]:
        """Whether rows beyond a LIMIT have the same value as the last one before it."""
        select = self.query.select
        if select.limit is None or not select.order_by or select.offset or not select.columns:
            return []
        made = {c.variable: c.value for c in select.columns if c.value is not None}
        keys = [
            Column(Var(f"key{n}"), made.get(k.value, k.value) if isinstance(k.value, Var) else k.value)
            for n, k in enumerate(select.order_by)
        ]
        taken = {c.variable.name for c in select.columns}
        if taken & {k.variable.name for k in keys}:
            return []
        wide = replace(select, columns=(*select.columns, *keys), limit=select.limit + TIED)
        table = await self._run(replace(self.query, select=wide))
        if table is None or len(table.rows) <= select.limit:
            return []
        own = len(select.columns)
        last = _values(table.rows[select.limit - 1][own:])
        within = {row[:own] for row in table.rows[: select.limit]}
        tied = {row[:own] for row in table.rows if _values(row[own:]) == last}
        beyond = len(tied - within)
        if not beyond:
            return []
        some = "at least " if beyond == TIED else ""
        return [
            Odd(
                "ties",
                f"The LIMIT cuts ties: {some}{len(tied)} rows have {', '.join(last)} as the last row has, "
                f"{some}{beyond} of them behind the LIMIT.",
            )
        ]

    # ── conditions that take nothing away ────────────────────────────────────────────────────────

    async def idle(self) -> list[Odd]:
        """The conditions without which the result is the same."""
        if self.query.form == "ask":
            return []
        filters, others = await asyncio.gather(self._idle_filters(), self._idle_patterns())
        return [*filters, *others]

    async def _idle_filters(self) -> list[Odd]:
        """The filters without which there are as many matches."""
        elements = self.query.select.where.elements
        filters = [n for n, e in enumerate(elements) if isinstance(e, Filter) and not _denies(e)]
        if not filters:
            return []
        all_, *without = await asyncio.gather(
            self._count(self.query.select.where), *(self._count(self._without(n)) for n in filters[:3])
        )
        return [
            Odd(
                ASKED_FOR if self._is_asked_for(elements[n]) else "idle",
                f"{self._said(elements[n])} takes nothing away: without it there are {all_:,} as well.",
            )
            for n, count in zip(filters, without, strict=False)
            if all_ and count == all_
        ]

    def _is_asked_for(self, element: Element) -> bool:
        """Whether words of the question ask for the values of a filter: "in 2024"."""
        values = [part.value.casefold() for part in inside(element) if isinstance(part, Lit)]
        pieces = (squeezed(piece) for piece in self.carried)
        return bool(values) and any(all(stands_in(v, piece) for v in values) for piece in pieces)

    async def _idle_patterns(self) -> list[Odd]:
        """The patterns and lists of values that exclude nothing."""
        parts = self.parts
        found = list(excluding(self.query.select, parts.ontology, parts.naming.all))[:EXCLUDING]
        excluded = await asyncio.gather(*(self._matches(pattern) for _, pattern in found))
        return [
            Odd(
                ASKED_FOR if _names_a_value(element) else "idle",
                f"{self._said(element)} takes nothing away: it holds for all that the rest finds.",
            )
            for (element, _), matches in zip(found, excluded, strict=True)
            if matches is False
        ]

    # ── values that count more than once ─────────────────────────────────────────────────────────

    async def multiplied(self) -> list[Odd]:
        """The amounts in which a value counts more than once, with the result as it would be otherwise."""
        found = await multiplied(self.query, self.parts.ontology, self.means.run, self.seconds)
        return [Odd("multiplied", self._multiplied(each)) for each in found]

    def _multiplied(self, found: Multiplied) -> str:
        amount = self._expression(found.amount)
        written, once = (line(term.value, 40) for term in (found.written, found.once))
        is_grouped = found.groups > 1
        where = f" in {found.different:,} of {found.groups:,} groups" if is_grouped else ""
        first = " in the first of them" if is_grouped else ""
        if found.merges:
            return (
                f"{amount} takes equal values of different things for one{where}: "
                f"it is {written}{first}; with the value of each thing it is {once}."
            )
        by = f", since {self._said(found.by)} matches several times" if found.by else ""
        return (
            f"{amount} counts values more than once{where}{by}: it is {written}{first}; "
            f"with each thing and its value once it is {once}."
        )

    # ── what is held in another way ──────────────────────────────────────────────────────────────

    async def elsewhere(self) -> list[Odd]:
        """The things in question that have the like of a property alone."""
        found = await other_ways(self.query, self.parts.ontology, self.means.run, self.seconds)
        return [
            Odd(
                "elsewhere",
                f"{each.only:,} of {each.total:,} {self._things(each.kind)} have no "
                f"{self.handles.of(each.property)}, but {self.handles.of(each.other)}.",
            )
            for each in found
        ]

    def _things(self, kind: str) -> str:
        return f"things of {self.handles.of(kind)}" if kind else "things"

    # ── other spellings ──────────────────────────────────────────────────────────────────────────

    def spellings(self) -> list[Odd]:
        """Texts of the query that the same property also has in a spelling that the query does not name."""
        texts = list(dict.fromkeys(compared(self.query.select)))
        told = []
        for text, props in texts[:SPELLED]:
            named = {other for other, theirs in texts if theirs & props}
            others = {
                entry.value
                for entry in self.parts.index.names.named(key(text))
                if entry.kind is TermKind.VALUE and entry.iri in props and entry.value
            }
            if more := sorted(others - named):
                some = ", ".join(f'"{line(each, 40)}"' for each in more[:3])
                told.append(Odd("spelled", f'The value "{line(text, 40)}" is also spelled {some}.'))
        return told

    # ── queries ──────────────────────────────────────────────────────────────────────────────────

    def _without(self, number: int) -> Group:
        elements = self.query.select.where.elements
        return Group(tuple(e for n, e in enumerate(elements) if n != number))

    async def _count(self, where: Group) -> int | None:
        """How many matches a pattern has; None where that cannot be told."""
        if not any(isinstance(p, Triple) for p in inside(where)):
            return None
        select = Select(columns=(Column(Var("matches"), Aggregate("COUNT", None)),), where=where)
        table = await self._run(ParsedQuery(text="", form="select", select=select))
        value = table.rows[0][0] if table and table.rows else None
        return counted(value.value) if value else None

    async def _matches(self, where: Group) -> bool | None:
        """Whether a pattern has a match; None where that cannot be told."""
        table = await self._run(ParsedQuery(text="", form="ask", select=Select(where=where)))
        return table.boolean if table else None

    async def _run(self, query: ParsedQuery) -> ResultTable | None:
        text = spelled(query, self.parts.ontology.prefixes)
        try:
            async with asyncio.timeout(self.seconds):
                ran = await self.means.run(text, Limits(seconds=self.seconds, rows=2_000, bytes=2_000_000))
        except (TimeoutError, OperatorsMove):
            return None
        return ran if isinstance(ran, ResultTable) else None

    def _said(self, element: Element) -> str:
        """A condition as the model may have written it, on one line."""
        whole = ParsedQuery(text="", form="ask", select=Select(where=Group((element,))))
        text = in_handles(whole, self.handles.vocabulary, self.handles.placed)
        inner = text[text.find("{") + 1 : text.rfind("}")]
        return f"`{line(inner, 160)}`"

    def _expression(self, expr: Expr) -> str:
        """An expression as the model may have written it."""
        select = Select(columns=(Column(Var("it"), expr),))
        text = in_handles(ParsedQuery(text="", form="select", select=select), self.handles.vocabulary)
        return f"`{line(text[text.find('(') + 1 : text.rfind(' AS ?it)')], 80)}`"


def _compares(element: Element) -> bool:
    """Whether a filter holds values against each other, and not against one that may be misspelt."""
    parts = list(inside(element)) if isinstance(element, Filter) else []
    casts = {p.function for p in parts if isinstance(p, Call)}
    return bool(parts) and not any(isinstance(p, Lit | Iri) and p not in casts for p in parts)


def _denies(element: Filter) -> bool:
    """Whether a filter asks that something is not there: that it mostly takes nothing away is no wonder."""
    return isinstance(element.condition, Not) or (
        isinstance(element.condition, Exists) and element.condition.negated
    )


def _names_a_value(element: Element) -> bool:
    """Whether a pattern names what it asks for: a thing, a class or a value."""
    return not isinstance(element, Triple) or not all(isinstance(end, Var) for end in element.ends)


def _has_aggregate(select: Select) -> bool:
    return any(
        isinstance(p, Aggregate) for c in select.columns if c.value is not None for p in inside(c.value)
    )


def _values(row: tuple[Term | None, ...]) -> tuple[str, ...]:
    return tuple(term.value if term else "" for term in row)
