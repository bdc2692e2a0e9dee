"""The action *describe* for things: entity boundaries by outgoing and incoming triples (Graf von Data,
listings 1 and 2), pruned.

In: an IRI and the means to run queries, each of which is checked as every query is. Out: for each property of
either direction its values, at most so many, with the number of all; unnamed things are followed one step.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kgqa.numbers import counted
from kgqa.ontology import RDF_TYPE
from kgqa.ports import Means
from kgqa.queries import written
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.values import told_term
from kgqa.strategies.parts import Parts
from kgqa.types import Limits, ResultTable, Term
from kgqa.wording.said import Said, say

UNNAMED = 40  # values of unnamed things
OPEN = 25  # properties that are asked for by name, of each direction
_OUT, _IN = "<{iri}> {p} ?x", "?x {p} <{iri}>"

_Row = Sequence[Term | None]
_Found = dict[str, list[Term]]


@dataclass(frozen=True, slots=True)
class Values:
    """The values of one property: some of them, and how many there are."""

    property: str
    count: int
    some: tuple[Term, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """A thing with what it has and what leads to it; `inside` are the values of its unnamed things, each of
    them as (property of the thing, pairs of property and value).
    """

    iri: str
    out: tuple[Values, ...]
    back: tuple[Values, ...]
    inside: tuple[tuple[str, tuple[tuple[str, Term], ...]], ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    bounds: Bounds = field(default_factory=Bounds)

    def summary(self) -> Said:
        return say("looks at {name}", name=line(self.labels.get(self.iri, self.iri), 60))

    def told(self, handles: Handles) -> list[str]:
        if not (self.out or self.back):
            return ["The graph says nothing of that which may be shown. Search for a name instead."]
        lines = [handles.shown(self.iri, self.labels.get(self.iri, ""))]
        lines += self._side(self.out, handles, "{p} -> {values}")
        for prop, pairs in self.inside:
            name = self._name(prop, handles)
            told = "; ".join(f"{self._name(p, handles)} {self._term(v, handles)}" for p, v in pairs)
            lines.append(f"  {name} -> [ {told} ]")
        return lines + self._side(self.back, handles, "{values} {p} -> it")

    def _side(self, values: Sequence[Values], handles: Handles, form: str) -> list[str]:
        lines = []
        for one in values[: self.bounds.properties]:
            shown = ", ".join(self._term(t, handles) for t in one.some)
            more = f" … {one.count:,} in all" if one.count > len(one.some) else ""
            lines.append(
                "  " + form.format(p=self._name(one.property, handles), values=(shown + more).strip())
            )
        if len(values) > self.bounds.properties:
            lines.append(f"  … and {len(values) - self.bounds.properties} more properties")
        return lines

    def _name(self, iri: str, handles: Handles) -> str:
        return handles.shown(iri, self.labels.get(iri, ""))

    def _term(self, term: Term, handles: Handles) -> str:
        return told_term(term, handles, self.labels, self.bounds.cell)


async def thing(iri: str, parts: Parts, means: Means, bounds: Bounds, language: str) -> Thing:
    """The boundaries of a thing. Raises OperatorsMove."""
    look = _Look(iri, means, bounds)
    if parts.conditions.closed:
        # A query for any property is refused where some are closed: those that are open are named.
        own, leading = _open(iri, parts)
        out, back = await look.named(_OUT, (RDF_TYPE, *own)), await look.named(_IN, leading)
    else:
        out, back = await asyncio.gather(look.any(_OUT), look.any(_IN))
    if not (out or back):
        return Thing(iri=iri, out=(), back=(), bounds=bounds)  # what may not be shown is not named either
    has_unnamed = any(t.kind == "bnode" for v in out for t in v.some)
    inside = await look.inside() if has_unnamed else ()
    said = {v.property for v in out if all(t.kind == "bnode" for t in v.some)} if inside else set()
    terms = [t for v in (*out, *back) for t in v.some] + [t for _, pairs in inside for _, t in pairs]
    named = [v.property for v in (*out, *back)] + [p for _, pairs in inside for p, _ in pairs]
    seen = [iri, *named, *(t.value for t in terms if t.kind == "iri")]
    return Thing(
        iri=iri,
        out=tuple(v for v in out if v.property not in said),
        back=back,
        inside=inside,
        labels=await parts.labels.of(seen, language),
        bounds=bounds,
    )


def _open(iri: str, parts: Parts) -> tuple[list[str], list[str]]:
    """The open properties that a thing of its classes may have, and those that may lead to it, as far as the
    data shows them; the most used first.
    """
    known = parts.index.thing(iri)
    classes = {a for c in (known.classes if known else ()) for a in parts.ontology.superclasses(c)}
    own: Counter[str] = Counter()
    leading: Counter[str] = Counter()
    for use in parts.ontology.uses:
        if not classes or use.subject in classes:
            own[use.property] += use.count
        if not use.literal and (not classes or use.object in classes):
            leading[use.property] += use.count
    return [p for p, _ in own.most_common(OPEN)], [p for p, _ in leading.most_common(OPEN)]


@dataclass(frozen=True, slots=True)
class _Look:
    iri: str
    means: Means
    bounds: Bounds

    async def any(self, pattern: str) -> tuple[Values, ...]:
        """Every property of one direction. Where there are many values they are counted before they are read,
        so that a hub costs no more than another thing.
        """
        triple, small = self._triple(pattern, "?p"), self.bounds.small
        read = await self._table(f"SELECT ?p ?x WHERE {{ {triple} }} LIMIT {small + 1}", rows=small + 1)
        is_all = len(read.rows) <= small and not read.truncated
        found = _by_property(read.rows)
        counts = {p: len(some) for p, some in found.items()} if is_all else await self._counts(triple)
        # The most telling first: what it is, then what it has once, hubs last.
        order = sorted(counts, key=lambda p: (p != RDF_TYPE, counts[p], p))
        hubs = [p for p in order if counts[p] > self.bounds.triples]
        if not is_all:
            found = await self._some(triple, counts, hubs)
        bare = hubs[self.bounds.hubs :]
        some = {p: found.get(p, [])[: 0 if p in bare else self._most(counts[p])] for p in order}
        return tuple(Values(p, counts[p], tuple(_ordered(some[p]))) for p in order)

    async def _counts(self, triple: str) -> dict[str, int]:
        """How many values each property has."""
        rows = await self._rows(
            f"SELECT ?p (COUNT(?x) AS ?n) WHERE {{ {triple} }} GROUP BY ?p ORDER BY ?n",
            rows=self.bounds.counted,
        )
        return {p.value: counted(n.value) or 0 for p, n in rows if p and n}

    async def _some(self, triple: str, counts: Mapping[str, int], hubs: Sequence[str]) -> _Found:
        """Values of each property, of the `hubs` among them a few."""
        others = f"FILTER(?p NOT IN ({', '.join(map(written, hubs))}))" if hubs else ""
        asked = [f"SELECT ?p ?x WHERE {{ {triple} {others} }}"]
        asked += [
            f"SELECT ?p ?x WHERE {{ {triple} FILTER(?p = {written(p)}) }} LIMIT {self._most(counts[p])}"
            for p in hubs[: self.bounds.hubs]
        ]
        read = await asyncio.gather(*(self._rows(text, rows=self.bounds.counted) for text in asked))
        return _by_property(row for rows in read for row in rows)

    def _most(self, count: int) -> int:
        """More than so many triples of one property are pruned (3.2) to a few that say what they are like."""
        return count if count <= self.bounds.triples else max(1, self.bounds.triples // 3)

    async def named(self, pattern: str, properties: Sequence[str]) -> tuple[Values, ...]:
        """The same for these properties, each asked for by itself."""
        found = []
        for iri in properties:
            triple = self._triple(pattern, written(iri))
            most = self.bounds.triples
            rows = await self._rows(f"SELECT ?x WHERE {{ {triple} }} LIMIT {most + 1}", rows=most + 1)
            some = _ordered(x for (x,) in rows if x)
            if some:
                found.append(Values(iri, len(some), tuple(some[: self._most(len(some))])))
        return tuple(found)

    async def inside(self) -> tuple[tuple[str, tuple[tuple[str, Term], ...]], ...]:
        """What the unnamed things have that it leads to."""
        rows = await self._rows(
            f"SELECT ?p ?b ?q ?v WHERE {{ {self._triple(_OUT, '?p', 'b')} . ?b ?q ?v FILTER(isBlank(?b)) }}"
            f" LIMIT {UNNAMED}",
            rows=UNNAMED,
        )
        found: dict[tuple[str, str], list[tuple[str, Term]]] = {}
        for p, b, q, v in rows:
            if p and b and q and v:
                found.setdefault((p.value, b.value), []).append((q.value, v))
        told = (
            (p, tuple(sorted(pairs, key=lambda pair: (pair[0], pair[1].value))))
            for (p, _), pairs in found.items()
        )
        return tuple(sorted(told, key=lambda one: (one[0], [(q, v.value) for q, v in one[1]])))

    def _triple(self, pattern: str, p: str, x: str = "x") -> str:
        return pattern.replace("<{iri}>", written(self.iri)).replace("{p}", p).replace("?x", f"?{x}")

    async def _rows(self, text: str, *, rows: int) -> Sequence[_Row]:
        return (await self._table(text, rows=rows)).rows

    async def _table(self, text: str, *, rows: int) -> ResultTable:
        """What a query gives, nothing where the check refuses it."""
        limits = Limits(seconds=self.bounds.describe_seconds, rows=rows, bytes=self.bounds.bytes)
        ran = await self.means.run(text, limits)
        return ran if isinstance(ran, ResultTable) else ResultTable()


def _by_property(rows: Iterable[_Row]) -> _Found:
    """The values of each property, from rows of both."""
    found: _Found = {}
    for p, x in rows:
        if p and x:
            found.setdefault(p.value, []).append(x)
    return found


def _ordered(terms: Iterable[Term]) -> list[Term]:
    return sorted(terms, key=lambda t: (t.kind, t.value))
