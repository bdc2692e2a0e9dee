"""A ParsedQuery in, its one normal spelling out: whole IRIs, one space between tokens, no comments.

The spelling is a query again and reads back as the same value.
"""

from __future__ import annotations

from kgqa.ontology import RDF_TYPE, XSD
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

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def write(query: ParsedQuery) -> str:
    """The normal spelling of a query."""
    select = query.select
    head = {
        "select": f"{_select_words(select)} ",
        "ask": "ASK ",
        "construct": "CONSTRUCT "
        + (f"{{ {_triples(query.template)} }} " if query.template is not None else ""),
        "describe": "DESCRIBE " + (" ".join(_node(d) for d in query.described) or "*") + " ",
    }[query.form]
    dataset = "".join(f"FROM {'NAMED ' if named else ''}{_node(iri)} " for named, iri in query.datasets)
    return head + dataset + _body(select)


def _select(select: Select) -> str:
    return f"{_select_words(select)} {_body(select)}"


def _select_words(select: Select) -> str:
    word = "SELECT DISTINCT" if select.distinct else "SELECT REDUCED" if select.reduced else "SELECT"
    return f"{word} {' '.join(_column(c) for c in select.columns) or '*'}"


def _column(column: Column) -> str:
    name = _node(column.variable)
    return name if column.value is None else f"({_expr(column.value)} AS {name})"


def _body(select: Select) -> str:
    words = [f"WHERE {_group(select.where)}"]
    if select.group_by:
        words.append("GROUP BY " + " ".join(_group_key(k) for k in select.group_by))
    if select.having:
        words.append("HAVING " + " ".join(f"({_expr(h)})" for h in select.having))
    if select.order_by:
        words.append("ORDER BY " + " ".join(_order_key(k) for k in select.order_by))
    if select.limit is not None:
        words.append(f"LIMIT {select.limit}")
    if select.offset is not None:
        words.append(f"OFFSET {select.offset}")
    if select.values is not None:
        words.append(_values(select.values))
    return " ".join(words)


def _group_key(key: Key) -> str:
    if key.variable is not None:
        return f"({_expr(key.value)} AS {_node(key.variable)})"
    return _node(key.value) if isinstance(key.value, Var) else f"({_expr(key.value)})"


def _order_key(key: Key) -> str:
    return f"{'DESC' if key.descending else 'ASC'}({_expr(key.value)})"


# ── patterns ─────────────────────────────────────────────────────────────────────────────────────


def _group(group: Group) -> str:
    inner = " ".join(_element(e) for e in group.elements)
    return f"{{ {inner} }}" if inner else "{ }"


def _element(element: Element) -> str:
    match element:
        case Triple():
            return _triple(element)
        case Group():
            return _group(element)
        case Maybe(group):
            return f"OPTIONAL {_group(group)}"
        case Minus(group):
            return f"MINUS {_group(group)}"
        case Union(branches):
            return " UNION ".join(_group(b) for b in branches)
        case Filter(condition):
            return f"FILTER ({_expr(condition)})"
        case Bind(value, variable):
            return f"BIND ({_expr(value)} AS {_node(variable)})"
        case Values():
            return _values(element)
        case InGraph(graph, group):
            return f"GRAPH {_node(graph)} {_group(group)}"
        case Service(endpoint, group, silent):
            return f"SERVICE {'SILENT ' if silent else ''}{_node(endpoint)} {_group(group)}"
        case Subquery(select):
            return _select(select)


def _triples(triples: tuple[Triple, ...]) -> str:
    return " ".join(_triple(t) for t in triples)


def _triple(triple: Triple) -> str:
    predicate = triple.predicate
    middle = _node(predicate) if isinstance(predicate, Var) else _path(predicate)
    return f"{_node(triple.subject)} {middle} {_node(triple.object)} ."


def _values(values: Values) -> str:
    names = " ".join(_node(v) for v in values.variables)
    rows = " ".join(
        "(" + " ".join("UNDEF" if v is None else _node(v) for v in row) + ")" for row in values.rows
    )
    return f"VALUES ({names}) {{ {rows} }}"


# ── terms and paths ──────────────────────────────────────────────────────────────────────────────


def _node(node: Node | Expr) -> str:
    match node:
        case Var(name):
            return f"?{name}"
        case Iri(value):
            return f"<{value}>"
        case Blank(name):
            return f"_:{name}"
        case Lit(value, datatype, language):
            spelled = f'"{value.translate(_ESCAPES)}"'
            if language:
                return f"{spelled}@{language}"
            return f"{spelled}^^<{datatype}>" if datatype and datatype != XSD + "string" else spelled
        case _:
            raise TypeError(node)


def _path(path: Path) -> str:
    match path:
        case Iri(value):
            return "a" if value == RDF_TYPE else f"<{value}>"
        case Inverse(inner):
            return f"^{_inner_path(inner)}"
        case Sequence(parts):
            return "/".join(_inner_path(p) for p in parts)
        case Alternative(parts):
            return "|".join(_inner_path(p) for p in parts)
        case Repeat(inner, mark):
            return f"{_inner_path(inner)}{mark}"
        case NoneOf(iris):
            return "!(" + "|".join(_path(i) for i in iris) + ")"


def _inner_path(path: Path) -> str:
    return _path(path) if isinstance(path, Iri) else f"({_path(path)})"


# ── expressions ──────────────────────────────────────────────────────────────────────────────────


def _expr(expr: Expr) -> str:
    match expr:
        case Var() | Iri() | Lit():
            return _node(expr)
        case Compare(op, left, right):
            return f"{_inner(left)} {op} {_inner(right)}"
        case OneOfList(subject, items, negated):
            listed = ", ".join(_expr(i) for i in items)
            return f"{_inner(subject)} {'NOT IN' if negated else 'IN'} ({listed})"
        case And(parts):
            return " && ".join(_inner(p) for p in parts)
        case Or(parts):
            return " || ".join(_inner(p) for p in parts)
        case Not(inner):
            return f"! {_inner(inner)}"
        case Sum(steps) | Product(steps):
            first, *rest = steps
            return _inner(first[1]) + "".join(f" {sign} {_inner(value)}" for sign, value in rest)
        case Signed(sign, inner):
            return f"{sign} {_inner(inner)}"
        case Call(function, arguments, distinct):
            name = function if isinstance(function, str) else _node(function)
            return f"{name}({'DISTINCT ' if distinct else ''}{', '.join(_expr(a) for a in arguments)})"
        case Aggregate(name, argument, distinct, separator):
            inside = "*" if argument is None else _expr(argument)
            tail = f' ; SEPARATOR = "{separator.translate(_ESCAPES)}"' if separator is not None else ""
            return f"{name}({'DISTINCT ' if distinct else ''}{inside}{tail})"
        case Exists(group, negated):
            return f"{'NOT EXISTS' if negated else 'EXISTS'} {_group(group)}"


def _inner(expr: Expr) -> str:
    simple = isinstance(expr, Var | Iri | Lit | Call | Aggregate)
    return _expr(expr) if simple else f"({_expr(expr)})"
