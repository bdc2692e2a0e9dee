"""A SPARQL query as one typed value, in the order in which it was written: SPARQL 1.1, and of 1.2 what the
embedded store evaluates.

In: nothing. Out: the nodes that `kgqa.sparql.reading` builds, `writing` spells and the checks read.
Every IRI is whole, but for relative ones of a text without BASE, which stay as they are; prefixes, comments
and the spelling of a literal are gone. Blank nodes are numbered in order of appearance, so that the same text
gives the same value. Reified triples and annotations are the triples that they stand for (SPARQL 1.2, 4.1.5).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from kgqa.ontology import RDF_TYPE, XSD

# ── terms ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Var:
    name: str


@dataclass(frozen=True, slots=True)
class Iri:
    value: str


@dataclass(frozen=True, slots=True)
class Lit:
    """A literal: its lexical form, and a datatype IRI or a language tag, or neither; with a language its base
    direction, if it has one.
    """

    value: str
    datatype: str | None = None
    language: str | None = None
    direction: OneOf["ltr", "rtl"] | None = None


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank node of a pattern: a variable without a name."""

    name: str


@dataclass(frozen=True, slots=True)
class TripleTerm:
    """`<<( … )>>`: a triple as a term. That it is in the graph as well is not said."""

    subject: Node
    predicate: Var | Iri
    object: Node


Node = Var | Iri | Lit | Blank | TripleTerm


def leaves(node: Node) -> Iterator[Var | Iri | Lit | Blank]:
    """The node itself; of a triple term the nodes in it, a property only where it is a variable."""
    if not isinstance(node, TripleTerm):
        yield node
        return
    yield from leaves(node.subject)
    if isinstance(node.predicate, Var):
        yield node.predicate
    yield from leaves(node.object)


# ── paths ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Inverse:
    path: Path


@dataclass(frozen=True, slots=True)
class Sequence:
    parts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    parts: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    path: Path
    mark: OneOf["*", "+", "?"]


@dataclass(frozen=True, slots=True)
class NoneOf:
    """Any property but these, forwards or backwards: `!(p|q)`, `!(p|^q)`. Without an Inverse it goes only
    forwards, with nothing else only backwards, and with both it goes both ways.
    """

    parts: tuple[Iri | Inverse, ...]  # of an Inverse, the path is an Iri


Path = Iri | Inverse | Sequence | Alternative | Repeat | NoneOf

# ── expressions ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Compare:
    op: str  # = != < > <= >=
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class OneOfList:
    """`subject IN (items)`, or NOT IN."""

    subject: Expr
    items: tuple[Expr, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Not:
    inner: Expr


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms in order, each with the sign before it ("+" or "-")."""

    terms: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Product:
    """Factors in order, each with the sign before it ("*" or "/")."""

    factors: tuple[tuple[str, Expr], ...]


@dataclass(frozen=True, slots=True)
class Signed:
    sign: str
    inner: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A built-in function, by its name in capitals, or an extension function, by its IRI."""

    function: str | Iri
    arguments: tuple[Expr, ...] = ()
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Aggregate:
    """COUNT, SUM, MIN, MAX, AVG, SAMPLE or GROUP_CONCAT; `argument` is None for COUNT(*)."""

    name: str
    argument: Expr | None
    distinct: bool = False
    separator: str | None = None


@dataclass(frozen=True, slots=True)
class Exists:
    group: Group
    negated: bool = False


Expr = (
    Var
    | Iri
    | Lit
    | TripleTerm
    | Compare
    | OneOfList
    | And
    | Or
    | Not
    | Sum
    | Product
    | Signed
    | Call
    | Aggregate
    | Exists
)

# ── patterns ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Triple:
    subject: Node
    predicate: Var | Path
    object: Node

    @property
    def is_type(self) -> bool:
        return self.predicate == Iri(RDF_TYPE)

    @property
    def ends(self) -> tuple[Var | Iri | Lit | Blank, ...]:
        """Subject and object; of those that are triple terms, what stands in them."""
        return (*leaves(self.subject), *leaves(self.object))


@dataclass(frozen=True, slots=True)
class Group:
    elements: tuple[Element, ...] = ()


@dataclass(frozen=True, slots=True)
class Maybe:
    """OPTIONAL."""

    group: Group


@dataclass(frozen=True, slots=True)
class Union:
    """Branches joined by UNION; a single branch is a group inside a group."""

    branches: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Minus:
    group: Group


@dataclass(frozen=True, slots=True)
class Filter:
    condition: Expr


@dataclass(frozen=True, slots=True)
class Bind:
    value: Expr
    variable: Var


@dataclass(frozen=True, slots=True)
class Values:
    """Rows given in the query; None is UNDEF."""

    variables: tuple[Var, ...]
    rows: tuple[tuple[Iri | Lit | TripleTerm | None, ...], ...]


@dataclass(frozen=True, slots=True)
class InGraph:
    """GRAPH."""

    graph: Var | Iri
    group: Group


@dataclass(frozen=True, slots=True)
class Service:
    endpoint: Var | Iri
    group: Group
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Subquery:
    select: Select


Element = Triple | Group | Maybe | Union | Minus | Filter | Bind | Values | InGraph | Service | Subquery

# ── queries ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Column:
    """One projected variable, with the expression that makes it, if one does."""

    variable: Var
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Key:
    """One GROUP BY or ORDER BY condition; `variable` names a grouping expression."""

    value: Expr
    variable: Var | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Select:
    """A SELECT, or what the other forms share. `columns` is () for `*`."""

    columns: tuple[Column, ...] = ()
    distinct: bool = False
    reduced: bool = False
    where: Group = Group()
    group_by: tuple[Key, ...] = ()
    having: tuple[Expr, ...] = ()
    order_by: tuple[Key, ...] = ()
    limit: int | None = None
    offset: int | None = None
    values: Values | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuery:
    """A whole query. `text` is what was read, with the prefixes that were added to it.

    `template` are the triples of a CONSTRUCT (None for its short form), `described` the things of a
    DESCRIBE. `datasets` are FROM (False) and FROM NAMED (True) clauses.
    """

    text: str
    form: OneOf["select", "ask", "construct", "describe"]
    select: Select
    template: tuple[Triple, ...] | None = None
    described: tuple[Var | Iri, ...] = ()
    datasets: tuple[tuple[bool, Iri], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SyntaxIssue:
    """Why a text is not a query. `line` and `column` count from 1; `expected` and `found` are in plain words,
    `advice` is a sentence where a common slip is recognised.

    `writes` says that it is an update: it would change the graph.
    """

    line: int
    column: int
    expected: str
    found: str = ""
    advice: str = ""
    writes: bool = False


NUMERIC = frozenset(
    XSD + name
    for name in (
        "integer", "decimal", "float", "double", "int", "long", "short", "byte", "nonNegativeInteger",
        "positiveInteger", "nonPositiveInteger", "negativeInteger", "unsignedInt", "unsignedLong",
        "unsignedShort", "unsignedByte",
    )
)  # fmt: skip
