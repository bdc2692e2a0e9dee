"""The patterns of a query: groups, triples, values."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import count
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
    Union,
    Values,
    Var,
)
from kgqa.sparql.whole.branch import Branch, kids, named, words
from kgqa.sparql.whole.expressions import Expressions
from kgqa.sparql.whole.refused import RefusedError
from kgqa.wording.said import say


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
        rows: list[list[Iri | Lit | None]] = []
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
                    value = None if kind == "UNDEF" else self.constant(part)
                    rows[-1].append(value) if table else rows.append([value])
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
                value, inner = self._node(part)
                yield self._triple(subject, predicate, value)
                yield from inner

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
            case "triples_node" | "triples_node_path":
                node = self._new()
                if "LPAR" in words(branch):
                    return node, self._list(node, kids(branch))
                return node, self._said(node, kids(branch)[0])
            case _:
                return self.constant(branch), iter(())

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
        if isinstance(node, Blank):
            return self._blanks.setdefault(node, Blank(f"b{len(self._blanks)}"))
        return node
