"""A query's patterns as plain conjunctions: what must hold together for a solution to be found.

In: a text. Out: its branches, each a tuple of atoms; or why it is no query. The text is read by rdflib and its
algebra is walked here, so that nothing of this is shared with the check.

Covered: the branches of a UNION apart; an OPTIONAL, a MINUS, an EXISTS and a NOT EXISTS each as a branch of its
own with what surrounds it; paths unfolded, with fresh nodes between steps (`p*` and `p?` in two ways: followed
once, and not at all); subqueries with names of their own; rows of VALUES; comparisons of a variable with a
constant that must hold. Not covered: other filters, and what BIND computes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from rdflib import BNode, Literal, URIRef, Variable
from rdflib.paths import AlternativePath, InvPath, MulPath, NegatedPath, Path, SequencePath
from rdflib.plugins.sparql.algebra import translateGroupGraphPattern, translateQuery
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

Term = URIRef | BNode | Literal | Variable
SAME = URIRef("urn:oracle:same")  # its two ends are one node
LIKE = URIRef("urn:oracle:like")  # its subject is a literal of the object's family
Atom = tuple[Term, Term, Term]
Branch = tuple[Atom, ...]
Tree = Any  # rdflib's algebra is untyped; it does not leave this module

MOST = 64  # branches of one query; the product of several UNIONs is cut there
_COMPARISONS = frozenset(("=", "<", ">", "<=", ">="))


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a text. `followed` are its branches with each `p*` and `p?` followed once, `skipped`
    those with none followed; `unbound` are variables that are shown or used and never looked up; `named` are
    the branches' own atoms as they were written, for the terms in them.
    """

    followed: tuple[Branch, ...] = ()
    skipped: tuple[Branch, ...] = ()
    unbound: frozenset[str] = frozenset()
    broken: str = ""


def read(text: str) -> Read:
    """The branches of a query, or in `broken` why rdflib does not take it."""
    try:
        tree = parseQuery(text)
        if undeclared := _undeclared(tree):
            return Read(broken=f"undeclared prefix {undeclared}")
        algebra = translateQuery(tree).algebra
    except Exception as error:  # noqa: BLE001 - rdflib raises whatever it comes upon
        return Read(broken=f"{type(error).__name__}: {error}".splitlines()[0])
    walker = _Walker()
    followed = walker.parts(algebra, frozenset())
    skipped = _Walker(follow=False).parts(algebra, frozenset())
    return Read(
        followed=_whole(followed),
        skipped=_whole(skipped),
        unbound=frozenset(walker.unbound),
    )


def _undeclared(tree: Tree) -> str:
    """A prefix that the text uses and does not declare; rdflib itself knows some forty without."""
    declared = {str(d.prefix or "") for d in tree[0] if d.name == "PrefixDecl"}
    used = {str(n.prefix or "") for n in _values(tree[1]) if n.name == "pname"}
    return next(iter(sorted(used - declared)), "")


def _values(value: Tree) -> Iterator[CompValue]:
    if isinstance(value, CompValue):
        yield value
        for inner in value.values():
            yield from _values(inner)
    elif not isinstance(value, str) and isinstance(value, Iterable):
        for inner in value:
            yield from _values(inner)


@dataclass(slots=True)
class _Parts:
    """The alternatives that must hold, and those with something beside them that may or must not hold."""

    core: list[Branch] = field(default_factory=lambda: [()])
    more: list[Branch] = field(default_factory=list)
    bound: frozenset[str] = frozenset()


def _whole(parts: _Parts) -> tuple[Branch, ...]:
    return tuple(dict.fromkeys((*parts.core, *parts.more)))[:MOST]


def _joined(one: _Parts, other: _Parts) -> _Parts:
    return _Parts(
        core=_together(one.core, other.core),
        more=_together(one.more, other.core) + _together(one.core, other.more),
        bound=one.bound | other.bound,
    )


def _beside(one: _Parts, other: _Parts, *, binds: bool) -> _Parts:
    """`other` is no condition of `one`, but is matched with what surrounds it."""
    return _Parts(
        core=one.core,
        more=one.more + _together(one.core, other.core) + _together(one.core, other.more),
        bound=one.bound | other.bound if binds else one.bound,
    )


def _together(ones: list[Branch], others: list[Branch]) -> list[Branch]:
    return [one + other for one, other in product(ones, others)][:MOST]


@dataclass(slots=True)
class _Walker:
    follow: bool = True
    unbound: set[str] = field(default_factory=set)
    count: int = 0

    def parts(self, node: Tree, outer: frozenset[str]) -> _Parts:  # noqa: C901, PLR0912 - one case a node of the algebra
        match node.name:
            case "BGP":
                return self._patterns(node.triples)
            case "Join":
                return _joined(self.parts(node.p1, outer), self.parts(node.p2, outer))
            case "LeftJoin":
                first = self.parts(node.p1, outer)
                second = self.parts(node.p2, outer | first.bound)
                self._need(node.expr, outer | first.bound | second.bound)
                second = self._conditions(node.expr, second, outer | first.bound)
                return _beside(first, second, binds=True)
            case "Union":
                one, other = self.parts(node.p1, outer), self.parts(node.p2, outer)
                return _Parts(one.core + other.core, one.more + other.more, one.bound | other.bound)
            case "Minus":
                one, other = self.parts(node.p1, outer), self.parts(node.p2, outer)
                return _beside(one, other, binds=False) if one.bound & other.bound else one
            case "Filter":
                inner = self.parts(node.p, outer)
                self._need(node.expr, outer | inner.bound)
                return self._conditions(node.expr, inner, outer)
            case "Extend":
                inner = self.parts(node.p, outer)
                self._need(node.expr, outer | inner.bound)
                inner = self._conditions(node.expr, inner, outer, must=False)
                inner.bound |= {str(node.var)}
                return inner
            case "Graph":
                inner = self.parts(node.p, outer)
                inner.bound |= {str(node.term)} if isinstance(node.term, Variable) else set()
                return inner
            case "ToMultiSet":
                return self._table(node.p, outer)
            case "AggregateJoin":
                inner = self.parts(node.p, outer)
                for aggregate in node.A:
                    self._need(aggregate.vars, inner.bound)
                inner.bound = frozenset(str(a.res) for a in node.A)
                return inner
            case "Group":
                inner = self.parts(node.p, outer)
                for key in node.expr or ():
                    if key.name == "GroupAs" if isinstance(key, CompValue) else False:
                        self._need(key.expr, inner.bound)
                        inner.bound |= {str(key.var)}
                    else:
                        self._need(key, inner.bound)
                return inner
            case "OrderBy":
                inner = self.parts(node.p, outer)
                for key in node.expr:
                    self._need(key.expr, inner.bound)
                return inner
            case "Project":
                inner = self.parts(node.p, outer)
                shown = frozenset(str(v) for v in node.PV)
                self.unbound |= shown - inner.bound
                return inner
            case "values":
                return self._rows(node.res)
            case _:
                return self.parts(node.p, outer)

    def _table(self, node: Tree, outer: frozenset[str]) -> _Parts:
        """A subquery, or rows of VALUES. What a subquery does not show is another variable than one of the
        same name outside.
        """
        if node.name == "values":
            return self._rows(node.res)
        project = node
        while project.name != "Project":
            project = project.p
        shown = frozenset(str(v) for v in project.PV)
        inner = self.parts(node, frozenset())
        self.count += 1
        mark = f" {self.count}"
        hide = lambda branch: tuple(_hidden(atom, shown, mark) for atom in branch)  # noqa: E731
        return _Parts([hide(b) for b in inner.core], [hide(b) for b in inner.more], shown)

    def _rows(self, rows: Tree) -> _Parts:
        branches = [
            tuple((var, SAME, value) for var, value in row.items() if str(value) != "UNDEF") for row in rows
        ]
        return _Parts(branches[:MOST] or [()], [], frozenset(str(v) for row in rows for v in row))

    def _patterns(self, triples: Tree) -> _Parts:
        parts = _Parts()
        for s, p, o in triples:
            found = [tuple(b) for b in self._unfolded(s, p, o)]
            names = frozenset(str(n) for n in (s, p, o) if isinstance(n, Variable))
            parts = _joined(parts, _Parts(found, [], names))
        return parts

    def _unfolded(self, s: Term, p: Term | Path, o: Term) -> list[list[Atom]]:
        """The ways in which a path may be followed."""
        match p:
            case InvPath():
                return self._unfolded(o, p.arg, s)
            case SequencePath():
                nodes = [s, *(self._fresh() for _ in p.args[1:]), o]
                ways = [
                    self._unfolded(a, step, b)
                    for step, a, b in zip(p.args, nodes[:-1], nodes[1:], strict=True)
                ]
                return [[atom for way in chosen for atom in way] for chosen in product(*ways)][:MOST]
            case AlternativePath():
                return [way for step in p.args for way in self._unfolded(s, step, o)]
            case MulPath():
                if p.mod in ("*", "?") and not self.follow:
                    return [[(s, SAME, o)]]
                return self._unfolded(s, p.path, o)
            case NegatedPath():
                return [[]]
            case _:
                return [[(s, p, o)]]

    def _fresh(self) -> BNode:
        self.count += 1
        return BNode(f"step{self.count}")

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def _need(self, expr: Tree, bound: frozenset[str]) -> None:
        """Notes the variables of an expression that nothing binds."""
        self.unbound |= {str(v) for v in _variables(expr)} - bound

    def _conditions(self, expr: Tree, inner: _Parts, outer: frozenset[str], *, must: bool = True) -> _Parts:
        """`inner` with what an expression says beside it: comparisons that must hold, groups that exist."""
        facts = tuple(_compared(expr)) if must else ()
        if facts:
            inner = _Parts([b + facts for b in inner.core], [b + facts for b in inner.more], inner.bound)
        for exists in _groups(expr):
            group = exists.graph
            algebra = translateGroupGraphPattern(group) if group.name.startswith("GroupGraph") else group
            inner = _beside(inner, self.parts(algebra, outer | inner.bound), binds=False)
        return inner


def _compared(expr: Tree) -> Iterator[Atom]:
    """What the parts of a conjunction say of single variables: equal to a thing, or like a literal."""
    if not isinstance(expr, CompValue):
        return
    if expr.name == "ConditionalAndExpression":
        for part in (expr.expr, *expr.other):
            yield from _compared(part)
    elif expr.name == "RelationalExpression" and expr.op in _COMPARISONS:
        for one, other in ((expr.expr, expr.other), (expr.other, expr.expr)):
            if isinstance(one, Variable) and isinstance(other, URIRef) and expr.op == "=":
                yield one, SAME, other
            elif isinstance(one, Variable) and isinstance(other, Literal):
                yield one, LIKE, other


def _variables(expr: Tree) -> Iterator[Variable]:
    if isinstance(expr, Variable):
        yield expr
    elif isinstance(expr, CompValue):
        if expr.name in ("Builtin_EXISTS", "Builtin_NOTEXISTS"):
            return
        for key, inner in expr.items():
            if key != "_vars":
                yield from _variables(inner)
    elif isinstance(expr, list | tuple):
        for inner in expr:
            yield from _variables(inner)


def _groups(expr: Tree) -> Iterator[CompValue]:
    return (n for n in _values(expr) if n.name in ("Builtin_EXISTS", "Builtin_NOTEXISTS"))


def _hidden(atom: Atom, shown: frozenset[str], mark: str) -> Atom:
    s, p, o = (Variable(n + mark) if isinstance(n, Variable) and str(n) not in shown else n for n in atom)
    return s, p, o
