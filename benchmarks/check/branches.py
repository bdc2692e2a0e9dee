"""A query's patterns as plain conjunctions: what must hold together for a solution to be found.

In: a text. Out: its branches, each a tuple of atoms; or why it is no query. The text is read by rdflib and
its algebra is walked here, so that nothing of this is shared with the check.

Covered: the branches of a UNION apart; an OPTIONAL, a MINUS, an EXISTS and a NOT EXISTS each as a branch of
its own with what surrounds it; paths unfolded, with fresh nodes between steps (`p*` and `p?` in two ways:
followed once, and not at all); subqueries with names of their own; rows of VALUES; comparisons of a variable
with a constant that must hold, and functions and totals that take texts, numbers or times alone. Not covered:
what holds in one part of an OR alone, comparisons of two variables, and what BIND computes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import cast

from rdflib import BNode, Variable
from rdflib.plugins.sparql.algebra import translateGroupGraphPattern, translateQuery
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

from benchmarks.check.atoms import (
    MOST,
    SAME,
    Atom,
    Tree,
    compared,
    existing,
    nodes,
    taken,
    unfolded,
    variables,
)

Branch = tuple[Atom, ...]


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a text. `followed` are its branches with each `p*` and `p?` followed once, `skipped`
    those with none followed; `unbound` are variables that are shown or used and never looked up; `broken`
    says why rdflib does not take it.
    """

    followed: tuple[Branch, ...] = ()
    skipped: tuple[Branch, ...] = ()
    unbound: frozenset[str] = frozenset()
    broken: str = ""


@lru_cache(maxsize=20_000)
def read(text: str) -> Read:
    """The branches of a query. They are asked for twice: without the data and with it."""
    try:
        tree = parseQuery(text)
        if undeclared := _undeclared(tree):
            return Read(broken=f"undeclared prefix {undeclared}")
        algebra = translateQuery(tree).algebra
    except Exception as error:  # noqa: BLE001 - rdflib raises whatever it comes upon
        return Read(broken=f"{type(error).__name__}: {error}".splitlines()[0])
    walker, skipping = _Walker(follow=True), _Walker(follow=False)
    return Read(
        followed=_whole(walker.parts(algebra, frozenset())),
        skipped=_whole(skipping.parts(algebra, frozenset())),
        unbound=frozenset(walker.unbound),
    )


def _undeclared(tree: Tree) -> str:
    """A prefix that the text uses and does not declare; rdflib itself knows some forty without."""
    declared = {str(d.prefix or "") for d in tree[0] if d.name == "PrefixDecl"}
    used = {str(n.prefix or "") for n in nodes(tree[1]) if n.name == "pname"}
    return next(iter(sorted(used - declared)), "")


# ── alternatives ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Parts:
    """The alternatives that must hold, those with something beside them that may or must not hold, and the
    variables that are bound.
    """

    core: list[Branch] = field(default_factory=lambda: [()])
    more: list[Branch] = field(default_factory=list)
    bound: frozenset[str] = frozenset()

    def joined(self, other: _Parts) -> _Parts:
        more = _together(self.more, other.core) + _together(self.core, other.more)
        return _Parts(_together(self.core, other.core), more, self.bound | other.bound)

    def beside(self, other: _Parts) -> _Parts:
        """`other` is no condition of this, but is matched with what surrounds it."""
        more = _together(self.core, other.core) + _together(self.core, other.more)
        return replace(self, more=self.more + more)

    def holding(self, *facts: Atom) -> _Parts:
        if not facts:
            return self
        return replace(self, core=[b + facts for b in self.core], more=[b + facts for b in self.more])

    def binding(self, *names: str) -> _Parts:
        return replace(self, bound=self.bound | set(names))


def _together(ones: list[Branch], others: list[Branch]) -> list[Branch]:
    return [one + other for one, other in product(ones, others)][:MOST]


def _whole(parts: _Parts) -> tuple[Branch, ...]:
    return tuple(dict.fromkeys((*parts.core, *parts.more)))[:MOST]


# ── the algebra ──────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Walker:
    """One method a node of the algebra, by its name; `outer` are the variables bound around it."""

    follow: bool
    unbound: set[str] = field(default_factory=set)
    count: int = 0

    def parts(self, node: Tree, outer: frozenset[str]) -> _Parts:
        method = getattr(self, f"_{node.name.lower()}", None)
        if method is None:
            return self.parts(node.p, outer)  # what changes rows and no pattern: DISTINCT, LIMIT, …
        return cast("Callable[[Tree, frozenset[str]], _Parts]", method)(node, outer)

    def _bgp(self, node: Tree, _: frozenset[str]) -> _Parts:
        parts = _Parts()
        for s, p, o in node.triples:
            ways = [tuple(way) for way in unfolded(s, p, o, self._fresh, follow=self.follow)]
            names = frozenset(str(n) for n in (s, p, o) if isinstance(n, Variable))
            parts = parts.joined(_Parts(ways, [], names))
        return parts

    def _join(self, node: Tree, outer: frozenset[str]) -> _Parts:
        return self.parts(node.p1, outer).joined(self.parts(node.p2, outer))

    def _leftjoin(self, node: Tree, outer: frozenset[str]) -> _Parts:
        first = self.parts(node.p1, outer)
        second = self.parts(node.p2, outer | first.bound)
        second = self._checked(node.expr, second, outer | first.bound)
        return first.beside(second).binding(*second.bound)

    def _union(self, node: Tree, outer: frozenset[str]) -> _Parts:
        one, other = self.parts(node.p1, outer), self.parts(node.p2, outer)
        return _Parts(one.core + other.core, one.more + other.more, one.bound | other.bound)

    def _minus(self, node: Tree, outer: frozenset[str]) -> _Parts:
        one, other = self.parts(node.p1, outer), self.parts(node.p2, outer)
        return one.beside(other) if one.bound & other.bound else one

    def _filter(self, node: Tree, outer: frozenset[str]) -> _Parts:
        return self._checked(node.expr, self.parts(node.p, outer), outer)

    def _extend(self, node: Tree, outer: frozenset[str]) -> _Parts:
        inner = self._checked(node.expr, self.parts(node.p, outer), outer, must=False)
        return inner.binding(str(node.var))

    def _graph(self, node: Tree, outer: frozenset[str]) -> _Parts:
        inner = self.parts(node.p, outer)
        return inner.binding(str(node.term)) if isinstance(node.term, Variable) else inner

    def _tomultiset(self, node: Tree, _: frozenset[str]) -> _Parts:
        """A subquery, or rows of VALUES. What a subquery does not show is another variable than one of the
        same name outside.
        """
        if node.p.name == "values":
            return self._values(node.p, frozenset())
        project = node.p
        while project.name != "Project":
            project = project.p
        shown = frozenset(str(v) for v in project.PV)
        inner = self.parts(node.p, frozenset())
        self.count += 1
        mark = f" {self.count}"
        core, more = (
            [tuple(_hidden(atom, shown, mark) for atom in branch) for branch in branches]
            for branches in (inner.core, inner.more)
        )
        return _Parts(core, more, shown)

    def _values(self, node: Tree, _: frozenset[str]) -> _Parts:
        rows: list[Branch] = [
            tuple((var, SAME, value) for var, value in row.items() if str(value) != "UNDEF")
            for row in node.res
        ]
        return _Parts(rows[:MOST] or [()], [], frozenset(str(v) for row in node.res for v in row))

    def _group(self, node: Tree, outer: frozenset[str]) -> _Parts:
        inner = self.parts(node.p, outer)
        for key in node.expr or ():
            named = isinstance(key, CompValue) and key.name == "GroupAs"
            inner = self._checked(key.expr if named else key, inner, frozenset(), must=False)
            inner = inner.binding(str(key.var)) if named else inner
        return inner

    def _aggregatejoin(self, node: Tree, outer: frozenset[str]) -> _Parts:
        inner = self.parts(node.p, outer)
        for aggregate in node.A:
            self._need(aggregate.vars, inner.bound)
            inner = inner.holding(*taken(aggregate))
        return replace(inner, bound=frozenset(str(a.res) for a in node.A))

    def _orderby(self, node: Tree, outer: frozenset[str]) -> _Parts:
        inner = self.parts(node.p, outer)
        for key in node.expr:
            self._need(key.expr, inner.bound)
        return inner

    def _project(self, node: Tree, outer: frozenset[str]) -> _Parts:
        inner = self.parts(node.p, outer)
        self.unbound |= {str(v) for v in node.PV} - inner.bound
        return inner

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def _need(self, expr: Tree, bound: frozenset[str]) -> None:
        """Notes the variables of an expression that nothing binds."""
        self.unbound |= {str(v) for v in variables(expr)} - bound

    def _checked(self, expr: Tree, inner: _Parts, outer: frozenset[str], *, must: bool = True) -> _Parts:
        """`inner` with what an expression says beside it: comparisons that `must` hold, groups that exist."""
        self._need(expr, outer | inner.bound)
        inner = inner.holding(*(compared(expr) if must else ()), *taken(expr))
        for exists in existing(expr):
            group = exists.graph
            if group.name.startswith("GroupGraph"):
                group = translateGroupGraphPattern(group)
            inner = inner.beside(self.parts(group, outer | inner.bound))
        return inner

    def _fresh(self) -> BNode:
        self.count += 1
        return BNode(f"step{self.count}")


def _hidden(atom: Atom, shown: frozenset[str], mark: str) -> Atom:
    s, p, o = (Variable(n + mark) if isinstance(n, Variable) and str(n) not in shown else n for n in atom)
    return s, p, o
