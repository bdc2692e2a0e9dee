"""What single parts of a query say: atoms from paths, and from expressions of filters, totals and bindings.

In: paths and expressions of rdflib's algebra. Out: atoms, triples of terms that must hold together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, product
from typing import Any

from rdflib import BNode, Literal, URIRef, Variable
from rdflib.paths import AlternativePath, InvPath, MulPath, NegatedPath, Path, SequencePath
from rdflib.plugins.sparql.parserutils import CompValue

Term = URIRef | BNode | Literal | Variable
Atom = tuple[Term, Term, Term]
Tree = Any  # rdflib's algebra is untyped; it does not leave this module and `branches`

SAME = URIRef("urn:oracle:same")  # its two ends are one node
LIKE = URIRef("urn:oracle:like")  # its subject is a value like the object, or of the family that it names
MOST = 64  # branches of one query; the product of several UNIONs is cut there

_COMPARISONS = frozenset(("=", "<", ">", "<=", ">="))
_NUMBER, _TEXT, _TIME = (URIRef(f"urn:oracle:{family}") for family in ("number", "text", "time"))
_TAKES = (
    dict.fromkeys(("CONTAINS", "STRSTARTS", "STRENDS", "REGEX", "LCASE", "UCASE", "STRLEN", "SUBSTR"), _TEXT)
    | dict.fromkeys(("YEAR", "MONTH", "DAY", "HOURS", "MINUTES"), _TIME)
    | dict.fromkeys(("ABS", "ROUND", "CEIL", "FLOOR"), _NUMBER)
)
_EITHER = frozenset(("ConditionalOrExpression", "Builtin_IF", "Builtin_COALESCE", "Builtin_BOUND"))
_EXISTS = ("Builtin_EXISTS", "Builtin_NOTEXISTS")


def unfolded(
    s: Term, p: Term | Path, o: Term, fresh: Callable[[], BNode], *, follow: bool
) -> list[list[Atom]]:
    """The ways in which a path may be followed; `p*` and `p?` not at all, unless `follow`."""
    match p:
        case InvPath():
            return unfolded(o, p.arg, s, fresh, follow=follow)
        case SequencePath():
            nodes = [s, *(fresh() for _ in p.args[1:]), o]
            steps = zip(p.args, pairwise(nodes), strict=True)
            ways = [unfolded(a, step, b, fresh, follow=follow) for step, (a, b) in steps]
            return [[atom for way in chosen for atom in way] for chosen in product(*ways)][:MOST]
        case AlternativePath():
            return [way for step in p.args for way in unfolded(s, step, o, fresh, follow=follow)]
        case MulPath():
            if p.mod in ("*", "?") and not follow:
                return [[(s, SAME, o)]]
            return unfolded(s, p.path, o, fresh, follow=follow)
        case NegatedPath():
            return [[]]
        case _:
            assert not isinstance(p, Path)
            return [[(s, p, o)]]


def compared(expr: Tree) -> Iterator[Atom]:
    """What the parts of a conjunction say of single variables: equal to a thing, or like a literal."""
    if not isinstance(expr, CompValue):
        return
    if expr.name == "ConditionalAndExpression":
        for part in (expr.expr, *expr.other):
            yield from compared(part)
    elif expr.name == "RelationalExpression" and expr.op in _COMPARISONS:
        for one, other in ((expr.expr, expr.other), (expr.other, expr.expr)):
            if isinstance(one, Variable) and isinstance(other, URIRef) and expr.op == "=":
                yield one, SAME, other
            elif isinstance(one, Variable) and isinstance(other, Literal):
                yield one, LIKE, other


def taken(expr: Tree) -> Iterator[Atom]:
    """Of which family a variable must be for the functions and totals that take it; elsewhere they fail."""
    if isinstance(expr, list | tuple):
        for part in expr:
            yield from taken(part)
    if not isinstance(expr, CompValue) or expr.name in _EITHER:
        return
    family = _TAKES.get(expr.name.removeprefix("Builtin_"))
    if family is not None:
        first = next((expr[k] for k in ("arg", "arg1", "text") if isinstance(expr.get(k), Variable)), None)
        if first is not None:
            yield first, LIKE, family
    if expr.name in ("Aggregate_Sum", "Aggregate_Avg") and isinstance(expr.vars, Variable):
        yield expr.vars, LIKE, _NUMBER
    for key, inner in expr.items():
        if key not in ("_vars", "graph", "res"):
            yield from taken(inner)


def variables(expr: Tree) -> Iterator[Variable]:
    """The variables of an expression, those of EXISTS excepted."""
    if isinstance(expr, Variable):
        yield expr
    elif isinstance(expr, CompValue):
        if expr.name not in _EXISTS:
            yield from (v for key, inner in expr.items() if key != "_vars" for v in variables(inner))
    elif isinstance(expr, list | tuple):
        for inner in expr:
            yield from variables(inner)


def existing(expr: Tree) -> Iterator[CompValue]:
    """The EXISTS and NOT EXISTS of an expression."""
    return (n for n in nodes(expr) if n.name in _EXISTS)


def nodes(value: Tree) -> Iterator[CompValue]:
    """Every node of a tree."""
    if isinstance(value, CompValue):
        yield value
        for inner in value.values():
            yield from nodes(inner)
    elif not isinstance(value, str) and isinstance(value, Iterable):
        for inner in value:
            yield from nodes(inner)
