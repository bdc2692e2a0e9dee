"""The patterns of a query: groups, triples, values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import cast

from lark import Token

from kgqa.ontology import RDF
from kgqa.sparql.model import (
    Bind,
    Blank,
    Element,
    Filter,
    Group,
    InGraph,
    Iri,
    Lit,
    Maybe,
    Minus,
    Node,
    Path,
    Service,
    Triple,
    TripleTerm,
    Union,
    Values,
    Var,
    leaves,
)
from kgqa.sparql.tree.branch import Branch, RefusedError, kids, named, words
from kgqa.sparql.tree.expressions import Expressions
from kgqa.wording.said import say

REIFIES = RDF + "reifies"


class Patterns(Expressions):
    """Reads patterns. Blank nodes are numbered in the order in which triples have them."""

    def __init__(self, known: Mapping[str, str]) -> None:
        super().__init__(known)
        self._blanks: dict[Blank, Blank] = {}
        self._unnamed = count()

    @abstractmethod
    def subquery(self, tree: Branch) -> Group:
        """A SELECT in braces."""

    def group(self, tree: Branch) -> Group:
        parts = kids(tree)
        if parts and named(parts[0]) == "sub_select":
            return self.subquery(parts[0])
        return Group(tuple(element for part in parts for element in self._elements(part)))

    def _elements(self, tree: Branch) -> Iterator[Element]:
        parts = kids(tree)
        match named(tree):
            case "triples_block":
                for part in parts:
                    yield from self.triples(part)
            case "groups":
                groups = tuple(self.group(part) for part in parts)
                yield groups[0] if len(groups) == 1 else Union(groups)
            case "optional":
                yield Maybe(self.group(parts[0]))
            case "minus":
                yield Minus(self.group(parts[0]))
            case "in_graph":
                yield InGraph(self.thing(parts[0]), self.group(parts[1]))
            case "service":
                yield Service(self.thing(parts[0]), self.group(parts[1]), "SILENT" in words(tree))
            case "filter":
                yield Filter(self.expr(parts[0]))
            case "bind":
                yield Bind(self.expr(parts[0]), self.variable(parts[1]))
            case _:
                yield self.values(tree)

    def values(self, tree: Branch) -> Values:
        """A VALUES, with its list of rows."""
        block = kids(tree)[0]
        table = words(block)[0] == "LPAR"
        variables: list[Var] = []
        rows: list[list[Iri | Lit | TripleTerm | None]] = []
        inside = False
        for part in block.children if not isinstance(block, Token) else ():
            match named(part):
                case "LBRACE":
                    inside = True
                case "LPAR" if inside:
                    rows.append([])
                case "VAR":
                    variables.append(self.variable(part))
                case "LPAR" | "RPAR" | "RBRACE":
                    pass
                case kind:
                    value = None if kind == "UNDEF" else self._given(part)
                    rows[-1].append(value) if table else rows.append([value])
        if len(set(variables)) < len(variables):
            raise RefusedError("VALUES", say("each variable once in VALUES"))
        if any(len(row) != len(variables) for row in rows):
            raise RefusedError("VALUES", say("as many values in each row of VALUES as it has variables"))
        return Values(tuple(variables), tuple(map(tuple, rows)))

    # ── triples ──────────────────────────────────────────────────────────────────────────────────

    def template(self, tree: Branch | None) -> Iterator[Triple]:
        """The triples of a CONSTRUCT, if it has any."""
        for block in kids(tree):
            for part in kids(block):
                yield from self.triples(part)

    def triples(self, tree: Branch) -> Iterator[Triple]:
        """One subject with what is said of it, the triples of a node after the one that has it."""
        start, *said = kids(tree)
        subject, inner = self._node(start)
        yield from inner
        for part in said:
            yield from self._said(subject, part)

    def _said(self, subject: Node, properties: Branch) -> Iterator[Triple]:
        parts = kids(properties)
        for verb, objects in zip(parts[::2], parts[1::2], strict=True):
            predicate = self.predicate(verb)
            for part in kids(objects):
                node, *about = kids(part)
                value, inner = self._node(node)
                yield self._triple(subject, predicate, value)
                yield from inner
                if about:
                    stated = self._stated(predicate, "~" if named(about[0]) == "reifier" else "{|")
                    yield from self._about(TripleTerm(subject, stated, value), about)

    def _about(self, triple: TripleTerm, parts: list[Branch]) -> Iterator[Triple]:
        """What `~` and `{| … |}` behind a triple say of it. An annotation is said of the reifier before it,
        and of one of its own where none stands there.
        """
        reifier: Node | None = None
        for part in parts:
            if named(part) == "reifier" or reifier is None:
                reifier = self._reifier(part if named(part) == "reifier" else None)
                yield self._triple(reifier, Iri(REIFIES), triple)
            if named(part) != "reifier":
                yield from self._said(reifier, kids(part)[0])
                reifier = None

    def _reifier(self, branch: Branch | None) -> Node:
        name = kids(branch)
        return self._node(name[0])[0] if name else self._new()

    def _stated(self, predicate: Var | Path, at: str = "<") -> Var | Iri:
        """The property of a triple that more is said of; `at` is how that begins."""
        if isinstance(predicate, Var | Iri):
            return predicate
        raise RefusedError(at, say("a single property: of what a path finds nothing more can be said"))

    def _node(self, branch: Branch) -> tuple[Node, Iterator[Triple]]:
        """A node, and the triples that are written inside of it."""
        match named(branch):
            case "VAR":
                return self.variable(branch), iter(())
            case "nil":
                return Iri(RDF + "nil"), iter(())
            case "blank_node":
                label = [str(cast("Token", part)) for part in kids(branch)]
                return Blank(label[0]) if label else self._new(), iter(())
            case "triple_term":
                return self._triple_term(branch), iter(())
            case "reified_triple":
                return self._reified(branch)
            case "triples_node" | "triples_node_path":
                node = self._new()
                if "LPAR" in words(branch):
                    return node, self._list(node, kids(branch))
                return node, self._said(node, kids(branch)[0])
            case _:
                return self.constant(branch), iter(())

    def _reified(self, tree: Branch) -> tuple[Node, Iterator[Triple]]:
        """`<< … >>`: the reifier of a triple, and the triples that say so."""
        start, verb, end, *name = kids(tree)
        (subject, before), (value, after) = self._node(start), self._node(end)
        reifier = self._reifier(name[0] if name else None)
        triple = TripleTerm(subject, self._stated(self.predicate(verb)), value)
        # Unnamed nodes are numbered when a triple is taken, so this one waits for the one that has its node.
        stated = (self._triple(reifier, Iri(REIFIES), each) for each in (triple,))
        return reifier, chain(stated, before, after)

    def _triple_term(self, tree: Branch) -> TripleTerm:
        start, verb, end = kids(tree)
        return TripleTerm(self._node(start)[0], self._stated(self.predicate(verb)), self._node(end)[0])

    def triple_term(self, tree: Branch) -> TripleTerm:
        term = self._triple_term(tree)
        if any(isinstance(n, Blank) for n in leaves(term)):
            raise RefusedError("<", say("variables in the place of unnamed things in <<( … )>>"))
        return _about_things(term)

    def _given(self, branch: Branch) -> Iri | Lit | TripleTerm:
        """A value of VALUES."""
        if named(branch) != "triple_term":
            return self.constant(branch)
        term = self._triple_term(branch)
        if not all(isinstance(n, Iri | Lit) for n in leaves(term)):
            raise RefusedError("<", say("values without variables in VALUES"))
        return _about_things(term)

    def _list(self, cell: Node, members: list[Branch]) -> Iterator[Triple]:
        nested = []
        for position, member in enumerate(members):
            value, inner = self._node(member)
            nested.append(inner)
            yield self._triple(cell, Iri(RDF + "first"), value)
            following = self._new() if position + 1 < len(members) else Iri(RDF + "nil")
            yield self._triple(cell, Iri(RDF + "rest"), following)
            cell = following
        for inner in nested:
            yield from inner

    def _triple(self, subject: Node, predicate: Var | Path, value: Node) -> Triple:
        return Triple(self._numbered(subject), predicate, self._numbered(value))

    def _new(self) -> Blank:
        return Blank(f"{next(self._unnamed)}")

    def _numbered(self, node: Node) -> Node:
        if isinstance(node, TripleTerm):
            return TripleTerm(self._numbered(node.subject), node.predicate, self._numbered(node.object))
        if isinstance(node, Blank):
            return self._blanks.setdefault(node, Blank(f"b{len(self._blanks)}"))
        return node


def _about_things(term: TripleTerm) -> TripleTerm:
    """The term itself. Outside of patterns only things are what triples are about (ExprTripleTermSubject and
    TripleTermDataSubject of the grammar).
    """
    inner: Node = term
    while isinstance(inner, TripleTerm):
        if isinstance(inner.subject, Lit | TripleTerm):
            raise RefusedError("<", say("an IRI or a variable as the subject of <<( … )>>"))
        inner = inner.object
    return term
