"""What an amount leaves out since the graph lacks a value for it: a sum of several properties has no result
for a thing without one of them, and says nothing of that.

In: a query that passed the check, and what runs a query. Out: sentences, one for each property that some of
the counted things do not have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.pipeline.trying import Trials
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.sparql.change import inside
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Column,
    Element,
    Exists,
    Filter,
    Group,
    Iri,
    Path,
    Product,
    Select,
    Sequence,
    Sum,
    Triple,
    Var,
)
from kgqa.types import Limits, ResultTable
from kgqa.wording import Words

MOST = 4  # properties that are looked into
LOOK = Limits(seconds=3.0, rows=1)
_ADDING = frozenset(("SUM", "AVG"))


@dataclass(frozen=True, slots=True)
class Gap:
    """A property that an amount needs and some `thing`s lack; `among` is what else is asked of them."""

    thing: Var
    lacked: Iri
    triple: Triple
    among: tuple[Element, ...]

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(
            e.object.value
            for e in self.among
            if isinstance(e, Triple) and e.is_type and e.subject == self.thing and isinstance(e.object, Iri)
        )

    @property
    def count(self) -> ParsedQuery:
        """How many things do not have it."""
        none = Filter(Exists(Group((self.triple,)), negated=True))
        number = Aggregate("COUNT", self.thing, distinct=True)
        select = Select(columns=(Column(Var("things"), number),), where=Group((*self.among, none)))
        return ParsedQuery(text="", form="select", select=select)


async def lacking(text: str, trials: Trials, ontology: Ontology, words: Words) -> tuple[str, ...]:
    """The sentences of a query."""
    parsed = parse(text, ontology.prefixes)
    if not isinstance(parsed, ParsedQuery) or parsed.form != "select":
        return ()
    found = [gap for gap in gaps(parsed.select) if not _is_full(gap, ontology)][:MOST]
    counts = await asyncio.gather(*(_count(spelled(g.count, ontology.prefixes), trials) for g in found))
    return tuple(
        _told(gap, count, ontology, words) for gap, count in zip(found, counts, strict=True) if count
    )


def gaps(select: Select) -> Iterator[Gap]:
    """The properties that the amounts of a query, and of the queries in it, are made of."""
    for each in inside(select):
        if isinstance(each, Select):
            yield from _gaps(each)


def _gaps(select: Select) -> Iterator[Gap]:
    elements = select.where.elements
    amounts = _amounts(select)
    triples = [e for e in elements if isinstance(e, Triple)]
    for triple in triples:
        thing, prop = triple.subject, triple.predicate
        beyond = _reached(triple, triples)
        lacked = _first(prop)
        if not (isinstance(thing, Var) and lacked and beyond & amounts) or thing in beyond:
            continue
        among = tuple(e for e in elements if e is not triple and not beyond & _variables(e))
        if any(isinstance(e, Triple) and thing in _variables(e) for e in among):
            yield Gap(thing, lacked, triple, among)


def _first(predicate: Var | Path) -> Iri | None:
    """The property that a triple asks for, or the first one of several in a row; None for any other path."""
    match predicate:
        case Iri():
            return predicate
        case Sequence(parts=(Iri() as first, *rest)) if all(isinstance(p, Iri) for p in rest):
            return first
    return None


def _amounts(select: Select) -> frozenset[Var]:
    """The variables that something is worked out of."""
    worked = [c.value for c in select.columns if c.value is not None]
    worked += [e.value for e in select.where.elements if isinstance(e, Bind)]
    worked += [k.value for k in select.order_by]
    formulas = [p for value in worked for p in inside(value) if _adds(p)]
    return frozenset(v for formula in formulas for v in _variables(formula))


def _adds(part: object) -> bool:
    return isinstance(part, Sum | Product) or (isinstance(part, Aggregate) and part.name in _ADDING)


def _reached(triple: Triple, triples: list[Triple]) -> frozenset[Var]:
    """The variables behind a triple: its object, what that has, and so on."""
    found = {triple.object} if isinstance(triple.object, Var) else set[Var]()
    while new := {t.object for t in triples if t.subject in found and isinstance(t.object, Var)} - found:
        found |= new
    return frozenset(found)


def _variables(value: object) -> frozenset[Var]:
    return frozenset(p for p in inside(value) if isinstance(p, Var))


def _is_full(gap: Gap, ontology: Ontology) -> bool:
    """Whether all things of the class are known to have it."""
    uses = ontology.uses_of(gap.lacked.value)
    return gap.triple.predicate == gap.lacked and any(
        use.subjects >= cls.instances > 0
        for name in gap.classes
        if (cls := ontology.classes.get(name))
        for use in uses
        if use.subject == name
    )


async def _count(text: str, trials: Trials) -> int:
    """The number, and 0 where it cannot be told: the answer stands without."""
    try:
        ran = await trials.ran(text, LOOK)
    except OperatorsMove:
        return 0
    value = ran.rows[0][0] if isinstance(ran, ResultTable) and ran.rows else None
    return int(value.value) if value and value.value.isdigit() else 0


def _told(gap: Gap, count: int, ontology: Ontology, words: Words) -> str:
    named = ontology.label(gap.lacked.value, words.code)
    kinds = [ontology.label(name, words.code) for name in gap.classes]
    number = f"{words.count(count)} ({kinds[0]})" if kinds else words.count(count)
    return words.say("lacking", property=named, count=number)
