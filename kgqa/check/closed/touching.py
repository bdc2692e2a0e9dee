"""Where a query touches what is closed: patterns that may match closed triples, whatever is asked of them.

In: a query, a closing, the things that were looked up. Out: the touches, each of a kind. A query without any
has the same result on the graph as on the graph without what is closed: each pattern matches open triples
alone, or what else it matches is taken out before it can tell (a later pattern, a guard), row by row.
Inner SELECTs are looked at on their own, since they count and cut before the rest is joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from kgqa.check.closed.certain import Certain, guards_of, is_total, is_typing
from kgqa.check.closed.closing import Closing
from kgqa.check.closed.exposure import TERM, Exposed, Exposure
from kgqa.check.conditions import Things
from kgqa.check.iris import iris_of, is_whole
from kgqa.ontology import RDF
from kgqa.sparql.change import inside
from kgqa.sparql.model import (
    Alternative,
    Bind,
    Call,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    Maybe,
    Minus,
    Node,
    NoneOf,
    ParsedQuery,
    Path,
    Repeat,
    Select,
    Sequence,
    Service,
    Subquery,
    Triple,
    TripleTerm,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import all_elements, expressions, own_expressions, parts, path_iris

# Triples spoken of by other triples: as things with properties, and as terms.
_STATED = frozenset(RDF + n for n in ("subject", "predicate", "object", "reifies"))
_TAKEN_APART = frozenset(("SUBJECT", "PREDICATE", "OBJECT"))
# What looks through all literals of a store, closed or not.
SEARCHES = (
    "http://jena.apache.org/text#",
    "bif:",
    "http://www.ontotext.com/",
    "http://www.openrdf.org/contrib/lucenesail#",
    "tag:stardog:api:",
    "http://www.bigdata.com/",
    "https://qlever.cs.uni-freiburg.de/builtin-functions/",
    "http://qlever.cs.uni-freiburg.de/builtin-functions/",
    "http://aws.amazon.com/neptune/",
)


# Names that stores give to several graphs at once.
_ALL_GRAPHS = (
    "urn:x-arq:",
    "tag:stardog:api:context:",
    "http://www.ontotext.com/",
    "http://www.bigdata.com/",
)


class Kind(StrEnum):
    CLOSED = "closed"  # the query names it
    ABSENT = "absent"  # a thing that is closed, or that there is not: which of the two is told nowhere
    UNWRITTEN = "unwritten"  # an IRI in it may be read as another one
    OPEN_ENDED = "open-ended"  # it asks for anything, closed or not
    UNCLEAR = "unclear"  # what is asked of may be closed
    GRAPHS = "graphs"  # the graph that is asked may be a closed one


@dataclass(frozen=True, slots=True)
class Touch:
    """`node` is what may be closed, where that is one node."""

    kind: Kind
    node: Node | None = None


Known = dict[Node, Exposed]
Place = Iri | Var | None  # of GRAPH


def touches(
    query: ParsedQuery, closing: Closing, things: Things, *, elsewhere: bool = False
) -> Iterator[Touch]:
    """Every touch of a query. Properties and classes that the ontology does not know touch nothing where they
    are refused `elsewhere`.
    """
    work = _Work(closing, Exposure(closing, things, elsewhere))
    if query.form == "describe":
        yield Touch(Kind.OPEN_ENDED)
    if not all(is_whole(iri) for iri in iris_of(query)):
        yield Touch(Kind.UNWRITTEN)
    if any(
        isinstance(v, TripleTerm) or (isinstance(v, Call) and v.function in _TAKEN_APART)
        for v in inside(query)
    ):
        yield Touch(Kind.OPEN_ENDED)  # a triple term may tell of a closed triple, whatever its parts are
        return
    yield from work.select(query.select)
    yield from work.constants(query)
    for triple in query.template or ():
        yield from work.named(triple)


@dataclass(frozen=True)
class _Work:
    closing: Closing
    exposure: Exposure

    @property
    def certain(self) -> Certain:
        return Certain(self.exposure)

    def select(self, select: Select, graph: Place = None) -> Iterator[Touch]:
        given: Known = {}
        if select.values is not None and not is_total(select):
            given = self.certain.of(Group((select.values,)))
        yield from self.group(select.where, given, graph)
        for expr in own_expressions(select):
            yield from self.expression(expr, {}, graph)

    def group(self, group: Group, outside: Known, graph: Place = None) -> Iterator[Touch]:
        """`outside` is what is known of nodes that this group is joined with."""
        own = self.certain.of(group, guards=graph is None)
        here = dict(own)
        for node, exposed in outside.items():
            here[node] = here.get(node, self.exposure.anything) & exposed
        for index, element in enumerate(group.elements):
            earlier = group.elements[:index]
            match element:
                case Filter(condition):
                    guarded = self.guarded(element, group.elements, graph)
                    known = {n: here[n] for n in own}
                    yield from self.expression(condition, known, graph, guarded)
                case Maybe() | Minus() | Bind():
                    left = self.certain.of_elements(earlier, guards=False)
                    known = {n: here[n] for n in left}
                    yield from self.beside(element, known, graph, self.guarded(element, earlier, graph))
                case _:
                    yield from self.joined(element, here, graph)

    def joined(self, element: Element, here: Known, graph: Place) -> Iterator[Touch]:
        """What is joined with all that stands around it."""
        match element:
            case Triple():
                yield from self.triple(element, here, graph)
            case Group():
                yield from self.group(element, here, graph)
            case Union(branches):
                for branch in branches:
                    yield from self.group(branch, here, graph)
            case InGraph(place, inner):
                yield from self.place(place, here)
                yield from self.group(inner, here, place)
            case Service(_, inner, _):
                yield from self.group(inner, {}, graph)
            case Subquery(select):
                yield from self.select(select, graph)

    def beside(
        self, element: Maybe | Minus | Bind, known: Known, graph: Place, guarded: list[Group]
    ) -> Iterator[Touch]:
        """What is looked at for each solution of what stands before it: `known` are the nodes of those."""
        match element:
            case Maybe(inner):
                yield from self.group(inner, known, graph)
            case Minus(inner) if not guarded:
                yield from self.group(inner, known, graph)
            case Bind(value, _):
                yield from self.expression(value, known, graph)

    def guarded(self, element: Element, elements: tuple[Element, ...], graph: Place) -> list[Group]:
        """The groups in an element that guard what other elements have found."""
        if graph is not None:
            return []
        matched = self.certain.matched(elements)
        return [group for node, _, group in guards_of(element) if node in matched]

    def expression(
        self, expr: Expr, known: Known, graph: Place, guards: Iterable[Group] = ()
    ) -> Iterator[Touch]:
        """The patterns in an expression, but for those that only take out what is closed."""
        for part in parts(expr):
            if isinstance(part, Exists) and not any(part.group is g for g in guards):
                yield from self.group(part.group, known, graph)

    def triple(self, triple: Triple, known: Known, graph: Place) -> Iterator[Touch]:
        if graph is None and self.closing.closed.graphs and self.closing.closed.union:
            yield Touch(Kind.GRAPHS)
        ends = {n: known[n] for n in (triple.subject, triple.object)}
        if isinstance(triple.predicate, Var):
            if known[triple.predicate] & TERM:
                yield Touch(Kind.OPEN_ENDED, triple.predicate)
        else:
            self.certain.carry_over(triple, ends)
            yield from self.path(triple.predicate)
        yield from self.named(triple)
        for node, exposed in ends.items():
            if exposed and not self.exposure.is_closed(node):
                yield Touch(Kind.UNCLEAR, node)

    def path(self, path: Path) -> Iterator[Touch]:
        if any(isinstance(p, NoneOf) for p in _steps(path)) or any(
            i.value in _STATED or i.value.startswith(SEARCHES) for i in path_iris(path)
        ):
            yield Touch(Kind.OPEN_ENDED)
        elif not is_typing(path) and not self.exposure.inside(path):
            yield Touch(Kind.UNCLEAR)

    def named(self, triple: Triple) -> Iterator[Touch]:
        """What a pattern names and is closed."""
        iris = () if isinstance(triple.predicate, Var) else tuple(path_iris(triple.predicate))
        if any(self.exposure.is_closed(n) for n in (triple.subject, triple.object, *iris)):
            yield Touch(Kind.CLOSED)
        yield from (
            Touch(Kind.ABSENT, n) for n in (triple.subject, triple.object) if self.exposure.is_absent(n)
        )

    def constants(self, query: ParsedQuery) -> Iterator[Touch]:
        """The things in values and expressions: they match no triple, and yet a thing that is shown is shown
        with its name. Those that were left out when things were looked up may be anything.
        """
        exposure = self.exposure
        listed = (v for e in all_elements(query) if isinstance(e, Values) for row in e.rows for v in row)
        for node in (*expressions(query), *listed):
            if not isinstance(node, Iri) or node.value in self.closing.said:
                continue  # a closed class stands in guards, which take its things out
            if node.value in _STATED or node.value.startswith(SEARCHES):
                yield Touch(Kind.OPEN_ENDED)  # a property for a variable
            if exposure.is_closed(node):
                yield Touch(Kind.CLOSED)
            elif exposure.is_absent(node):
                yield Touch(Kind.ABSENT, node)
            elif exposure.things and node.value not in exposure.things and exposure.of_node(node):
                yield Touch(Kind.UNCLEAR)

    def place(self, place: Iri | Var, known: Known) -> Iterator[Touch]:
        if isinstance(place, Iri):
            if place.value in self.closing.terms:
                yield Touch(Kind.CLOSED)
            elif self.closing.closed.graphs and place.value.startswith(_ALL_GRAPHS):
                yield Touch(Kind.GRAPHS)
        elif known.get(place, TERM) & TERM:
            yield Touch(Kind.GRAPHS, place)


def _steps(path: Path) -> Iterator[Path]:
    """A path and all paths in it."""
    yield path
    match path:
        case Inverse(inner) | Repeat(inner, _):
            yield from _steps(inner)
        case Sequence(inner) | Alternative(inner):
            for part in inner:
                yield from _steps(part)
