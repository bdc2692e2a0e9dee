"""Queries read by rdflib: another reader of the same language, which ours is compared with.

Its parse tree is read, not its algebra. Where rdflib departs from the specification it says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, cast

import pyparsing
from rdflib import BNode, URIRef, Variable
from rdflib import Literal as RdfLiteral
from rdflib.plugins.sparql.parser import parseQuery
from rdflib.plugins.sparql.parserutils import CompValue

from kgqa.ontology import XSD
from kgqa.sparql.model import (
    Aggregate,
    Alternative,
    And,
    Bind,
    Blank,
    Call,
    Column,
    Compare,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    Key,
    Lit,
    Maybe,
    Minus,
    Node,
    NoneOf,
    Not,
    OneOfList,
    Or,
    ParsedQuery,
    Path,
    Product,
    Repeat,
    Select,
    Sequence,
    Service,
    Signed,
    Subquery,
    Sum,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.slips.words import nearest
from kgqa.sparql.tree.terms import ABSOLUTE, LANGUAGE

Tree = Any


def read_whole(text: str, known: Mapping[str, str]) -> ParsedQuery:
    """A query by the whole grammar; raises what the grammar raises."""
    prologue, tree = _tree(text)
    return _Reader(prologue, known).query(text, tree)


@lru_cache(maxsize=512)
def _tree(text: str) -> tuple[Tree, Tree]:
    """The parse tree of rdflib: nine tenths of the time, and the same whatever prefixes are known."""
    prologue, tree = parseQuery(text)
    return prologue, tree


class _RefusedError(Exception):
    """The grammar reads it, and it is no query all the same. `at` is how the part that is wrong begins."""

    def __init__(self, at: str, expected: str, advice: str = "") -> None:
        super().__init__(expected)
        self.at, self.expected, self.advice = at, expected, advice


class _Reader:
    """Reads one tree; remembers blank nodes and the prefixes that it had to supply."""

    def __init__(self, prologue: Tree, known: Mapping[str, str]) -> None:
        self.base = ""
        self.declared: dict[str, str] = {}
        for declaration in prologue:
            if declaration.name == "Base":
                self.base = self._absolute(str(declaration.iri))
            else:
                self.declared[_part(declaration, "prefix", "")] = self._absolute(str(declaration.iri))
        self.known = known
        self.added: dict[str, str] = {}
        self.blanks: dict[str, Blank] = {}

    # ── the query ────────────────────────────────────────────────────────────────────────────────

    def query(self, text: str, tree: Tree) -> ParsedQuery:
        form = cast(
            "Literal['select', 'ask', 'construct', 'describe']", tree.name.removesuffix("Query").lower()
        )
        template = None
        if form == "construct" and tree.where.name != "FakeGroupGraphPatten":  # rdflib's own spelling
            template = tuple(self._triples(_part(tree, "template", ())))
        described = tuple(self._named(v) for v in tree.var or ()) if form == "describe" else ()
        datasets = tuple(
            (
                clause.named is not None,
                self._iri(clause.named if clause.named is not None else clause.default),
            )
            for clause in tree.datasetClause or ()
        )
        select = self._select(tree)
        declarations = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in sorted(self.added.items()))
        return ParsedQuery(
            text=declarations + text,
            form=form,
            select=select,
            template=template,
            described=described,
            datasets=datasets,
        )

    def _select(self, tree: Tree) -> Select:
        limits = tree.limitoffset
        return Select(
            columns=tuple(self._column(c) for c in tree.projection or ()),
            distinct=tree.modifier == "DISTINCT",
            reduced=tree.modifier == "REDUCED",
            where=self._group(tree.where) if tree.where is not None else Group(),
            group_by=tuple(self._key(c) for c in tree.groupby.condition) if tree.groupby else (),
            having=tuple(self._expr(c) for c in tree.having.condition) if tree.having else (),
            order_by=tuple(self._key(c) for c in tree.orderby.condition) if tree.orderby else (),
            limit=int(limits.limit) if limits and limits.limit is not None else None,
            offset=int(limits.offset) if limits and limits.offset is not None else None,
            values=self._values(tree.valuesClause) if tree.valuesClause else None,
        )

    def _column(self, tree: Tree) -> Column:
        if tree.var is not None:
            return Column(Var(str(tree.var)))
        return Column(Var(str(tree.evar)), self._expr(tree.expr))

    def _key(self, tree: Tree) -> Key:
        if isinstance(tree, CompValue) and tree.name == "OrderCondition":
            return Key(self._expr(tree.expr), descending=tree.order == "DESC")
        if isinstance(tree, CompValue) and tree.name == "GroupAs":
            named = Var(str(tree["var"])) if "var" in tree else None
            return Key(self._expr(tree.expr), named)
        return Key(self._expr(tree))

    # ── patterns ─────────────────────────────────────────────────────────────────────────────────

    def _group(self, tree: Tree) -> Group:
        if tree.name == "SubSelect":
            return Group((Subquery(self._select(tree)),))
        elements: list[Element] = []
        for part in tree.part or ():
            elements.extend(self._elements(part))
        return Group(tuple(elements))

    def _elements(self, part: Tree) -> Iterable[Element]:
        match part.name:
            case "TriplesBlock":
                yield from self._triples(part.triples)
            case "OptionalGraphPattern":
                yield Maybe(self._group(part.graph))
            case "MinusGraphPattern":
                yield Minus(self._group(part.graph))
            case "Filter":
                yield Filter(self._expr(part.expr))
            case "Bind":
                yield Bind(self._expr(part.expr), Var(str(part["var"])))
            case "InlineData":
                yield self._values(part)
            case "GraphGraphPattern":
                yield InGraph(self._named(part.term), self._group(part.graph))
            case "ServiceGraphPattern":
                yield Service(self._named(part.term), self._group(part.graph), bool(part.silent))
            case "GroupOrUnionGraphPattern":
                groups = tuple(self._group(g) for g in part.graph)
                yield groups[0] if len(groups) == 1 else Union(groups)
            case _:
                raise _unsupported(part.name)

    def _triples(self, blocks: Tree) -> Iterable[Triple]:
        for block in blocks:
            flat = list(block)
            for i in range(0, len(flat) - 2, 3):
                yield Triple(self._node(flat[i]), self._predicate(flat[i + 1]), self._node(flat[i + 2]))

    def _values(self, tree: Tree) -> Values:
        variables = tuple(Var(str(v)) for v in _several(_part(tree, "var", ())))
        rows = []
        for value in _several(_part(tree, "value", ())):
            row = list(value) if isinstance(value, pyparsing.ParseResults | list) else [value]
            rows.append(tuple(None if _is_undef(v) else self._constant(v) for v in row))
        if any(len(row) != len(variables) for row in rows):
            raise _RefusedError("VALUES", "as many values in each row of VALUES as it has variables")
        return Values(variables, tuple(rows))

    # ── terms ────────────────────────────────────────────────────────────────────────────────────

    def _node(self, tree: Tree) -> Node:
        if isinstance(tree, BNode):
            return self.blanks.setdefault(str(tree), Blank(f"b{len(self.blanks)}"))
        if isinstance(tree, CompValue) and tree.name == "bnode":
            return self.blanks.setdefault(f"_:{tree.label}", Blank(f"b{len(self.blanks)}"))
        if isinstance(tree, Variable):
            return Var(str(tree))
        return self._constant(tree)

    def _constant(self, tree: Tree) -> Iri | Lit:
        if isinstance(tree, RdfLiteral):
            return _literal(str(tree), str(tree.datatype) if tree.datatype is not None else None)
        if isinstance(tree, CompValue) and tree.name == "literal":
            datatype = self._iri(tree["datatype"]).value if "datatype" in tree else None
            return _literal(str(tree["string"]), datatype, str(tree["lang"]) if "lang" in tree else None)
        return self._iri(tree)

    def _named(self, tree: Tree) -> Var | Iri:
        return Var(str(tree)) if isinstance(tree, Variable) else self._iri(tree)

    def _iri(self, tree: Tree) -> Iri:
        if isinstance(tree, CompValue) and tree.name == "pname":
            return Iri(self._namespace(str(_part(tree, "prefix", ""))) + str(_part(tree, "localname", "")))
        if not isinstance(tree, URIRef):
            raise _unsupported(getattr(tree, "name", type(tree).__name__))
        return Iri(self._absolute(str(tree)))

    def _namespace(self, prefix: str) -> str:
        if prefix in self.declared:
            return self.declared[prefix]
        if prefix not in self.known:
            near = nearest(prefix, {**self.known, **self.declared})
            raise _RefusedError(
                f"{prefix}:",
                f"a declaration of the prefix “{prefix}:”",
                f"Did you mean “{near}:”?" if near else "",
            )
        self.added[prefix] = self.known[prefix]
        return self.known[prefix]

    def _absolute(self, iri: str) -> str:
        if ABSOLUTE.match(iri):
            return iri
        return str(URIRef(iri, base=self.base)) if self.base else iri

    # ── paths ────────────────────────────────────────────────────────────────────────────────────

    def _predicate(self, tree: Tree) -> Var | Path:
        return Var(str(tree)) if isinstance(tree, Variable) else self._path(tree)

    def _path(self, tree: Tree) -> Path:
        if not isinstance(tree, CompValue) or tree.name == "pname":
            return self._iri(tree)
        match tree.name:
            case "PathAlternative":
                parts = tuple(self._path(p) for p in tree.part)
                return parts[0] if len(parts) == 1 else Alternative(parts)
            case "PathSequence":
                parts = tuple(self._path(p) for p in tree.part)
                return parts[0] if len(parts) == 1 else Sequence(parts)
            case "PathEltOrInverse":
                return Inverse(self._path(tree.part))
            case "PathElt":
                inner = _single(tree.part)
                path = self._path(inner)
                return Repeat(path, tree["mod"]) if "mod" in tree else path
            case "PathNegatedPropertySet":
                return NoneOf(tuple(self._iri(p) for p in _several(tree.part)))
            case _:
                raise _unsupported(tree.name)

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def _expr(self, tree: Tree) -> Expr:
        if isinstance(tree, Variable):
            return Var(str(tree))
        if not isinstance(tree, CompValue) or tree.name in ("pname", "literal"):
            return self._constant(tree)
        name: str = tree.name
        match name:
            case "ConditionalOrExpression" | "ConditionalAndExpression":
                return self._logic(tree)
            case "RelationalExpression":
                return self._relation(tree)
            case "AdditiveExpression" | "MultiplicativeExpression":
                return self._arithmetic(tree)
            case "UnaryNot":
                return Not(self._expr(tree["expr"]))
            case "UnaryMinus" | "UnaryPlus":
                return Signed("-" if name == "UnaryMinus" else "+", self._expr(tree["expr"]))
            case "Function":
                arguments = tuple(self._expr(a) for a in _several(_part(tree, "expr", ())))
                return Call(self._iri(tree["iri"]), arguments, _part(tree, "distinct") == "DISTINCT")
            case "Builtin_EXISTS" | "Builtin_NOTEXISTS":
                return Exists(self._group(tree["graph"]), negated=name.endswith("NOTEXISTS"))
        if name.startswith("Aggregate_"):
            return self._aggregate(tree)
        if name.startswith("Builtin_"):
            arguments = tuple(self._expr(a) for value in tree.values() for a in _several(value))
            return Call(name.removeprefix("Builtin_").upper(), arguments)
        raise _unsupported(name)

    def _logic(self, tree: Tree) -> Expr:
        parts = (self._expr(tree["expr"]), *(self._expr(o) for o in _several(_part(tree, "other", ()))))
        if len(parts) == 1:
            return parts[0]
        return Or(parts) if tree.name == "ConditionalOrExpression" else And(parts)

    def _relation(self, tree: Tree) -> Expr:
        left = self._expr(tree["expr"])
        if "op" not in tree:
            return left
        op = " ".join(str(tree["op"]).upper().split())
        if op in ("IN", "NOT IN"):
            other = tree["other"]
            items = () if isinstance(other, URIRef) else tuple(self._expr(o) for o in _several(other))
            return OneOfList(left, items, negated=op == "NOT IN")
        return Compare(op, left, self._expr(tree["other"]))

    def _arithmetic(self, tree: Tree) -> Expr:
        first = self._expr(tree["expr"])
        if "other" not in tree:
            return first
        rest = tuple(
            (str(op), self._expr(o))
            for op, o in zip(_several(tree["op"]), _several(tree["other"]), strict=True)
        )
        if tree.name == "AdditiveExpression":
            return Sum((("+", first), *rest))
        return Product((("*", first), *rest))

    def _aggregate(self, tree: Tree) -> Aggregate:
        names = {"GroupConcat": "GROUP_CONCAT"}
        kind = tree.name.removeprefix("Aggregate_")
        argument = tree["vars"]
        return Aggregate(
            names.get(kind, kind.upper()),
            None if isinstance(argument, str) and not isinstance(argument, Variable) and argument == "*"
            else self._expr(argument),
            distinct=_part(tree, "distinct") == "DISTINCT",
            separator=str(tree["separator"]) if "separator" in tree else None,
        )  # fmt: skip


def _part(tree: Tree, name: str, default: object = None) -> Tree:
    """A part of a tree node; rdflib's own `get` answers with the name when the part is missing."""
    return tree[name] if name in tree else default  # noqa: SIM401 - see above


def _several(value: Tree) -> list[Tree]:
    return list(value) if isinstance(value, list | tuple | pyparsing.ParseResults) else [value]


def _single(value: Tree) -> Tree:
    values = _several(value)
    return values[0]


def _literal(value: str, datatype: str | None, language: str | None = None) -> Lit:
    """One value for one literal: "x" and "x"^^xsd:string are the same, and so are @en and @EN."""
    if language is not None and not LANGUAGE.fullmatch(language):
        raise _RefusedError(f"@{language}", f"a language such as @en instead of @{language}")
    return Lit(
        value, None if datatype == XSD + "string" else datatype, language.lower() if language else None
    )


def _unsupported(name: str) -> _RefusedError:
    """Rdflib reads it, but keeps too little of it to be checked."""
    return _RefusedError("", f"another spelling: {name} is not supported")


def _is_undef(value: Tree) -> bool:
    return isinstance(value, str) and not isinstance(value, URIRef | RdfLiteral | BNode) and value == "UNDEF"
