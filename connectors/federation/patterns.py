"""A query -> its patterns of one step, each of which some source or other holds.

In: a parsed query. Out: the same query with variables for its blank nodes; atoms, which are triple patterns
whose predicate is one property, some properties, or any; what a group binds for certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from kgqa.errors import GraphRejected
from kgqa.ontology import XSD
from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import (
    Alternative,
    Blank,
    Call,
    Column,
    Element,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    NoneOf,
    ParsedQuery,
    Path,
    Repeat,
    Triple,
    TripleTerm,
    Values,
    Var,
)
from kgqa.sparql.model import (
    Sequence as Steps,
)
from kgqa.sparql.walk import bound, path_iris
from kgqa.wording.said import say, together

_GEO = "http://www.opengis.net/def/function/geosparql/"
_OWN = say("Ask for what one source holds, or without it.")


@dataclass(frozen=True, slots=True)
class Atom:
    """A triple pattern of one step. Where its predicate is a variable of ours, it is one of those `among`."""

    triple: Triple
    among: tuple[Iri, ...] = ()

    @property
    def variables(self) -> frozenset[str]:
        triple = self.triple
        return frozenset(
            n.name for n in (triple.subject, triple.predicate, triple.object) if isinstance(n, Var)
        )

    @property
    def elements(self) -> tuple[Element, ...]:
        """The atom as a query has it."""
        predicate = self.triple.predicate
        if not self.among or not isinstance(predicate, Var):
            return (self.triple,)
        return Values((predicate,), tuple((iri,) for iri in self.among)), self.triple


@dataclass(frozen=True, slots=True)
class Closure:
    """A path that repeats: all edges of its properties are needed, wherever they are."""

    triple: Triple
    edges: tuple[Atom, ...]


Pattern = Atom | Closure


def without_blanks(query: ParsedQuery) -> ParsedQuery:
    """The query with variables for the blank nodes of its patterns; what it shows stays the same."""
    select = query.select
    names = {node.name for node in inside(select) if isinstance(node, Var)}
    marks = (f"blank{number or ''}_" for number in count())
    mark = next(mark for mark in marks if not any(name.startswith(mark) for name in names))
    if not select.columns and query.form == "select":
        select = replace(select, columns=tuple(Column(Var(name)) for name in sorted(bound(select))))

    def change(node: object) -> Var | None:
        return Var(mark + "".join(filter(str.isalnum, node.name))) if isinstance(node, Blank) else None

    return replace(query, select=exchanged(select, change))


class Patterns:
    """Makes patterns of triples; the variables that it adds are its own."""

    def __init__(self, query: ParsedQuery) -> None:
        self._taken = {node.name for node in inside(query.select) if isinstance(node, Var)}
        self._numbers = count(1)
        self._known: dict[Triple, tuple[Pattern, ...]] = {}

    def of(self, triple: Triple) -> tuple[Pattern, ...]:
        """The patterns that a triple stands for. Raises GraphRejected for what no source could be asked."""
        if triple not in self._known:
            self._known[triple] = tuple(self._patterns(triple))
        return self._known[triple]

    def _fresh(self) -> Var:
        name = next(name for n in self._numbers if (name := f"step{n}") not in self._taken)
        return Var(name)

    def _patterns(self, triple: Triple) -> Iterator[Pattern]:
        if isinstance(triple.subject, TripleTerm) or isinstance(triple.object, TripleTerm):
            raise _refused(say("Several sources cannot be asked for triples as terms."))
        match triple.predicate:
            case Var() | Iri():
                yield Atom(triple)
            case Inverse(path):
                yield from self._patterns(Triple(triple.object, path, triple.subject))
            case Steps(parts):
                nodes = (triple.subject, *(self._fresh() for _ in parts[1:]), triple.object)
                for start, path, end in zip(nodes, parts, nodes[1:], strict=False):
                    yield from self._patterns(Triple(start, path, end))
            case Alternative(parts) if all(isinstance(part, Iri) for part in parts):
                among = tuple(part for part in parts if isinstance(part, Iri))
                yield Atom(replace(triple, predicate=self._fresh()), among)
            case path:
                if _has(path, NoneOf):
                    raise _refused(
                        say("“Any property but these” cannot be followed through several sources.")
                    )
                iris = dict.fromkeys(path_iris(path))
                yield Closure(triple, tuple(Atom(Triple(self._fresh(), i, self._fresh())) for i in iris))


def refuse_unsound(query: ParsedQuery) -> None:
    """Raises GraphRejected for what several sources together cannot answer for certain."""
    if query.form == "describe":
        raise GraphRejected(
            say("DESCRIBE does not bring together what several sources say. Use CONSTRUCT or SELECT.")
        )
    for node in inside(query.select):
        if isinstance(node, InGraph):
            raise GraphRejected(say("GRAPH cannot be used over several sources: each has graphs of its own."))
        if isinstance(node, Call) and isinstance(node.function, Iri):
            iri = node.function.value
            if not iri.startswith((XSD, _GEO)):
                raise _refused(say("The function {iri} is one store's own.", iri=iri))


def _refused(why: str) -> GraphRejected:
    return GraphRejected(together(why, _OWN))


def refuse_loose(patterns: Sequence[Pattern]) -> None:
    """Raises GraphRejected for a path of no step at all, neither end of which is something certain: it would
    lead from every thing of every source to itself.
    """
    bound_ = {name for p in patterns if isinstance(p, Atom) for name in p.variables}
    for pattern in patterns:
        if isinstance(pattern, Closure) and _may_stay(pattern.triple.predicate):
            ends = (pattern.triple.subject, pattern.triple.object)
            if all(isinstance(end, Var) and end.name not in bound_ for end in ends):
                raise GraphRejected(
                    say(
                        "A path that may have no step needs one end that the query says more of, where "
                        "several sources are asked."
                    )
                )


def certain(elements: Iterable[Element]) -> frozenset[str]:
    """The variables that triples and values of a group bind in each solution."""
    names: set[str] = set()
    for element in elements:
        match element:
            case Triple(subject, predicate, object_):
                names |= {n.name for n in (subject, predicate, object_) if isinstance(n, Var)}
            case Values(variables, rows):
                names |= {
                    v.name for place, v in enumerate(variables) if all(row[place] is not None for row in rows)
                }
    return frozenset(names)


def segments(group: Group) -> Iterator[tuple[Triple, ...]]:
    """The triples of a group that nothing parts from each other but filters and values: those may be asked
    for together, in whatever order.
    """
    run: list[Triple] = []
    for element in group.elements:
        if isinstance(element, Triple):
            run.append(element)
        elif ends_segment(element) and run:
            yield tuple(run)
            run = []
    if run:
        yield tuple(run)


def ends_segment(element: Element) -> bool:
    """Whether triples before and after an element are not asked for together."""
    return not isinstance(element, Triple | Filter | Values)


def _has(path: Path | Var, kind: type) -> bool:
    return any(isinstance(node, kind) for node in inside(path))


def _may_stay(path: Path | Var) -> bool:
    return any(isinstance(node, Repeat) and node.mark != "+" for node in inside(path))
