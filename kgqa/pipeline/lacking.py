"""What an amount leaves out since the graph lacks a value for it: a sum of several properties has no result
for a thing without one of them, and says nothing of that.

In: a query that passed the check, the classes that the question names, and what runs a query. Out: sentences,
one for each property that some of the things of the class do not have.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from kgqa.errors import OperatorsMove
from kgqa.numbers import counted
from kgqa.ontology import RDF_TYPE, Ontology
from kgqa.pipeline.trying import Trials
from kgqa.sparql import ParsedQuery, spelled
from kgqa.sparql.change import inside, variables_in
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
    Values,
    Var,
)
from kgqa.sparql.walk import reached
from kgqa.strategies.kinds import with_kinds
from kgqa.types import Limits, LinkedQuestion, ResultTable, TermKind
from kgqa.wording import Words

MOST = 4  # properties that are looked into
LOOK = Limits(seconds=3.0, rows=1)
NAMED = 0.9  # how well a question must name a class
_ADDING = frozenset(("SUM", "AVG"))


@dataclass(frozen=True, slots=True)
class Gap:
    """A property (or several in a row, `steps`) that an amount needs and some `thing`s lack; `among` is what
    else is asked of them.
    """

    thing: Var
    steps: tuple[str, ...]
    triple: Triple
    among: tuple[Element, ...]

    @property
    def kinds(self) -> frozenset[str]:
        """The classes of which its things are, as the query says."""
        types = [
            e.object for e in self.among if isinstance(e, Triple) and e.is_type and e.subject == self.thing
        ]
        given = (
            value
            for e in self.among
            if isinstance(e, Values) and len(e.variables) == 1 and e.variables[0] in types
            for (value,) in e.rows
        )
        return frozenset(t.value for t in (*types, *given) if isinstance(t, Iri))


async def lacking(
    parsed: ParsedQuery, linked: LinkedQuestion, trials: Trials, ontology: Ontology, words: Words
) -> tuple[str, ...]:
    """The sentences of a query. Nothing is said of things of which it is not known what they are."""
    if parsed.form != "select":
        return ()
    asked = frozenset(
        m.iri for n in linked.links for m in n.matches if m.kind is TermKind.CLASS and m.score >= NAMED
    )
    found = [
        (gap, kind)
        for gap in gaps(parsed.select)
        if (kind := _kind(gap, asked, ontology)) and not _is_full(gap, kind, ontology)
    ][:MOST]
    counts = await asyncio.gather(*(_counts(gap, kind, trials, ontology) for gap, kind in found))
    return tuple(
        words.say(
            "lacking",
            count=words.count(without),
            total=words.count(of),
            kind=ontology.label(kind, words.code),
            property=", ".join(ontology.label(step, words.code) for step in gap.steps),
        )
        for (gap, kind), (without, of) in zip(found, counts, strict=True)
        if without
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
        beyond = reached(triple, triples)
        steps = _steps(prop)
        if not (isinstance(thing, Var) and steps and beyond & amounts) or thing in beyond:
            continue
        yield Gap(
            thing,
            steps,
            triple,
            tuple(e for e in elements if e is not triple and not beyond & variables_in(e)),
        )


def _steps(predicate: Var | Path) -> tuple[str, ...]:
    """The property that a triple asks for, or several in a row; () for any other path."""
    match predicate:
        case Iri(value):
            return (value,)
        case Sequence(parts):
            steps = tuple(part.value for part in parts if isinstance(part, Iri))
            return steps if len(steps) == len(parts) else ()
    return ()


def _amounts(select: Select) -> frozenset[Var]:
    """The variables that something is worked out of."""
    worked = [c.value for c in select.columns if c.value is not None]
    worked += [e.value for e in select.where.elements if isinstance(e, Bind)]
    worked += [k.value for k in select.order_by]
    formulas = [p for value in worked for p in inside(value) if _adds(p)]
    return frozenset(v for formula in formulas for v in variables_in(formula))


def _adds(part: object) -> bool:
    return isinstance(part, Sum | Product) or (isinstance(part, Aggregate) and part.name in _ADDING)


def _kind(gap: Gap, asked: Collection[str], ontology: Ontology) -> str:
    """The class of the things, as the question or the query names it; "" where that is not known."""
    if kinds := gap.kinds:
        above = [c for c in asked if kinds <= ontology.subclasses(c)]
        return min(above, default=next(iter(kinds)) if len(kinds) == 1 else "")
    having = {use.subject for use in ontology.uses_of(gap.steps[0])}
    named = [c for c in asked if having & ontology.subclasses(c)]
    return named[0] if len(named) == 1 else ""


def _is_full(gap: Gap, kind: str, ontology: Ontology) -> bool:
    """Whether all things of the class are known to have it."""
    having = sum(use.subjects for use in ontology.uses_of(gap.steps[0]) if use.subject == kind)
    return len(gap.steps) == 1 and not ontology.apart(kind) and having >= ontology.instances(kind) > 0


async def _counts(gap: Gap, kind: str, trials: Trials, ontology: Ontology) -> tuple[int, int]:
    """How many things lack it, of how many."""
    among = gap.among if gap.kinds else (Triple(gap.thing, Iri(RDF_TYPE), Iri(kind)), *gap.among)
    none = Filter(Exists(Group((gap.triple,)), negated=True))
    number = Column(Var("things"), Aggregate("COUNT", gap.thing, distinct=True))
    every = ParsedQuery(text="", form="select", select=Select(columns=(number,), where=Group(among)))
    lacking_ = replace(every, select=replace(every.select, where=Group((*among, none))))
    without = await _count(lacking_, trials, ontology)
    return without, await _count(every, trials, ontology) if without else 0


async def _count(query: ParsedQuery, trials: Trials, ontology: Ontology) -> int:
    """The number, and 0 where it cannot be told: the answer stands without."""
    try:
        ran = await trials.ran(spelled(with_kinds(query, ontology), ontology.prefixes), LOOK)
    except OperatorsMove:
        return 0
    value = ran.rows[0][0] if isinstance(ran, ResultTable) and ran.rows else None
    return (counted(value.value) if value else None) or 0
