"""Logical form -> SPARQL text. One construct, one function; the text is laid out for people to read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from kgqa.forms.casting import Casts, casts_of, is_cast, strays
from kgqa.forms.form import (
    Absent,
    Aggregate,
    Calculation,
    Expression,
    Fact,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Node,
    Order,
    Thing,
    Variable,
)
from kgqa.forms.including import leads_on, stated_as, step_below, steps_below
from kgqa.ontology import RDF_TYPE, XSD, Ontology, local_name
from kgqa.queries import written
from kgqa.sparql.day_number import DAY_NUMBER, MOMENT_NUMBER
from kgqa.values.telling import plain

_LOCAL = re.compile(r"[A-Za-z_][\w-]*")


def write(form: Form, ontology: Ontology) -> str:
    """The query of a form, with prefixes for the namespaces that it uses often enough."""
    return _Writer(ontology).query(form)


class _Writer:
    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.known = {namespace: prefix for prefix, namespace in reversed(ontology.prefixes) if namespace}
        self.used: dict[str, str] = {}
        self.casts: Casts = {}

    def query(self, form: Form) -> str:
        self.casts = casts_of(form, self.ontology)
        lines = self.select(form)
        prefixes = [f"PREFIX {prefix}: <{namespace}>" for namespace, prefix in sorted(self.used.items())]
        return "\n".join([*prefixes, *lines]) + "\n"

    def select(self, form: Form) -> list[str]:
        """The lines of a query, or of a nested one."""
        body = self.pattern(form)
        if form.once and (form.aggregates or form.kind is Kind.AGGREGATE):
            once = " ".join(f"?{v}" for v in form.once)
            body = ["{", *_inside([f"SELECT DISTINCT {once} WHERE {{", *_inside(body), "}"]), "}"]
        return [f"{self.head(form)} {{", *_inside(body), "}", *self.tail(form)]

    def head(self, form: Form) -> str:
        if form.kind is Kind.ASK:
            return "ASK"
        shown = "".join(f"?{v} " for v in form.shown)
        keys = "".join(f"?{v} " for v in form.group)
        if form.kind is Kind.COUNT:
            return f"SELECT {keys}(COUNT(DISTINCT ?{form.shown[0]}) AS ?count) WHERE"
        if form.kind is Kind.AGGREGATE:
            name = {"AVG": "average", "SUM": "total", "MIN": "least", "MAX": "most"}[form.function]
            return f"SELECT {keys}({form.function}({self.value(form.shown[0])}) AS ?{name}) WHERE"
        computed = "".join(f"({self.expression(c.value)} AS ?{c.name}) " for c in form.computed)
        distinct = "" if form.aggregates or not shown else "DISTINCT "
        return f"SELECT {distinct}{shown}{computed}WHERE"

    def tail(self, form: Form) -> list[str]:
        lines = []
        is_sorted_by_group = form.having or (form.order and form.order.in_groups)
        grouped = form.group or (form.shown if is_sorted_by_group or form.aggregates else ())
        if grouped and form.kind is not Kind.ASK:
            lines.append("GROUP BY " + " ".join(f"?{v}" for v in grouped))
        if form.having:
            limit = plain(form.having.count)
            lines.append(f"HAVING ({self.measured(form.having)} {form.having.operator} {limit})")
        if form.order:
            by = self.ordering(form.order)
            direction = "DESC" if form.order.descending else "ASC"
            lines.append(f"ORDER BY {direction}({by})")
        if form.limit is not None:
            lines.append(f"LIMIT {form.limit}")
        if form.offset:
            lines.append(f"OFFSET {form.offset}")
        return lines

    def ordering(self, order: Order) -> str:
        if order.count:
            return f"COUNT(DISTINCT ?{order.variable})"
        by = self.value(order.variable)
        return f"{order.function}({by})" if order.function else by

    def measured(self, having: Having) -> str:
        if having.function:
            return f"{having.function}({self.value(having.variable)})"
        return f"COUNT(DISTINCT ?{having.variable})"

    def value(self, variable: Variable) -> str:
        """A variable where its value counts, and not how it is written."""
        datatype = self.casts.get(variable)
        return f"{self.iri(datatype)}(?{variable})" if datatype else f"?{variable}"

    def pattern(self, form: Form) -> list[str]:
        lines = []
        for nested in form.nested:
            lines += ["{", *_inside(self.select(nested)), "}"]
        lines += [line for variable, classes in form.classes for line in self.typed(variable, classes)]
        lines += [self.fact(f, form) for f in form.facts if not f.optional]
        lines += [f"BIND({self.expression(c.value)} AS ?{c.name})" for c in form.bound]
        lines += [self.filter(f, form.facts) for f in form.filters]
        for variable in dict.fromkeys(strays(form, self.ontology)):
            lines.append(f"FILTER(DATATYPE({self.value(variable)}) = {self.iri(self.casts[variable])})")
        for block in _optional(form.facts):
            lines.append(f"OPTIONAL {{ {' '.join(self.fact(f) for f in block)} }}")
        lines += map(self.absent, form.absent)
        return lines

    def absent(self, absent: Absent) -> str:
        parts = [
            *(self.fact(f) for f in absent.facts),
            *(self.filter(f, absent.facts) for f in absent.filters),
            *map(self.absent, absent.absent),
        ]
        # Both say the same here, since the parts share a variable with the rest; several joined facts are
        # looked up anew for each row by NOT EXISTS, and once by MINUS.
        once = len(absent.facts) > 1 and absent.is_closed
        inner = " ".join(parts)
        return f"MINUS {{ {inner} }}" if once else f"FILTER NOT EXISTS {{ {inner} }}"

    def expression(self, value: Expression, *, inner: bool = False) -> str:
        """Arithmetic; an inner calculation stands in brackets."""
        if isinstance(value, Calculation):
            if value.operator in _PERIODS:
                if "xsd:" in _PERIODS[value.operator]:
                    self.used.setdefault(XSD, "xsd")
                return _PERIODS[value.operator].format(self.expression(value.operands[0]))
            if value.operator == "number" and value.operands[0] in self.casts:
                return self.expression(value.operands[0])
            if value.operator in _FUNCTIONS:
                if value.operator == "number":
                    self.used.setdefault(XSD, "xsd")
                return f"{_FUNCTIONS[value.operator]}({self.expression(value.operands[0])})"
            text = f" {value.operator} ".join(self.expression(o, inner=True) for o in value.operands)
            return f"({text})" if inner else text
        if isinstance(value, Aggregate):
            distinct = "DISTINCT " if value.distinct else ""
            counts = value.function == "COUNT" and isinstance(value.of, str)
            of = f"?{value.of}" if counts else self.expression(value.of)
            return f"{value.function}({distinct}{of})"
        return self.value(value) if isinstance(value, str) else self.node(value)

    def typed(self, variable: str, classes: tuple[str, ...]) -> list[str]:
        if len(classes) == 1:
            return [f"?{variable} a {self.iri(classes[0])} ."]
        listed = " ".join(self.iri(c) for c in classes)
        return [f"VALUES ?{variable}Class {{ {listed} }}", f"?{variable} a ?{variable}Class ."]

    def fact(self, fact: Fact, form: Form | None = None) -> str:
        verb = "a" if fact.property == RDF_TYPE else self.iri(fact.property)
        if inverse := stated_as(fact.property, self.ontology):
            verb = f"({verb}|^{self.iri(inverse)})"
        if fact.repeated or (form is not None and leads_on(fact, form, self.ontology)):
            verb += "+"
        if (below := step_below(fact, self.ontology)) is not None:
            verb += f"/{self.repeated(*below)}"
        return f"{self.node(fact.subject)} {verb} {self.node(fact.object)} ."

    def repeated(self, prop: str, along: bool) -> str:
        """Any number of steps by a property, along it or against it."""
        return f"{'' if along else '^'}{self.iri(prop)}*"

    def filter(self, condition: Filter, facts: Iterable[Fact]) -> str:
        variable = f"?{condition.variable}"
        below = steps_below(condition, facts, self.ontology)
        if step := next(iter(below.values()), None):
            wider = replace(condition, variable=f"{condition.variable}Above")
            return f"{variable} {self.repeated(*step)} ?{wider.variable} . {self.filter(wider, ())}"
        values = [self.node(v) for v in condition.values]
        if is_cast(condition):
            values = [self.value(v) if isinstance(v, str) else self.node(v) for v in condition.values]
            variable = self.value(condition.variable)
        if condition.operator == "contains":
            return f"FILTER(CONTAINS(LCASE(STR({variable})), LCASE({values[0]})))"
        if condition.operator == "in":
            return f"FILTER({variable} IN ({', '.join(values)}))"
        if condition.operator == "starts":
            return f"FILTER(STRSTARTS(LCASE(STR({variable})), LCASE({values[0]})))"
        if condition.operator == "ends":
            return f"FILTER(STRENDS(LCASE(STR({variable})), LCASE({values[0]})))"
        if condition.text:
            return f"FILTER(LCASE(STR({variable})) {condition.operator} LCASE({values[0]}))"
        return f"FILTER({variable} {condition.operator} {values[0]})"

    def node(self, node: Node) -> str:
        if isinstance(node, str):
            return f"?{node}"
        if isinstance(node, Thing):
            return self.iri(node.iri)
        return self.literal(node)

    def literal(self, literal: Literal) -> str:
        if literal.number:
            return literal.value
        text = _escaped(literal.value)
        if literal.language:
            return f'"{text}"@{literal.language}'
        if literal.datatype and literal.datatype != XSD + "string":
            if literal.datatype == XSD + "boolean":
                return literal.value
            return f'"{text}"^^{self.iri(literal.datatype)}'
        return f'"{text}"'

    def iri(self, iri: str) -> str:
        """A prefixed name where the namespace has a prefix and the local part needs no escape."""
        local = local_name(iri)
        namespace = iri[: len(iri) - len(local)]
        if namespace and _LOCAL.fullmatch(local) and iri.endswith(local):
            prefix = self.used.get(namespace) or self.known.get(namespace) or _COMMON.get(namespace)
            if prefix is not None and (namespace in self.used or prefix not in self.used.values()):
                self.used[namespace] = prefix
                return f"{prefix}:{local}"
        return written(iri)


def _optional(facts: tuple[Fact, ...]) -> list[list[Fact]]:
    """The optional facts, those that lead to each other in one block."""
    blocks: list[list[Fact]] = []
    for fact in (f for f in facts if f.optional):
        block = next((b for b in blocks if any(fact.subject == f.object for f in b)), None)
        if block is None:
            blocks.append([fact])
        else:
            block.append(fact)
    return blocks


def _inside(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


_FUNCTIONS = {"abs": "ABS", "year": "YEAR", "month": "MONTH", "day": "DAY", "number": "xsd:decimal"}

_QUARTER = "xsd:integer((MONTH({0}) + 2) / 3)"  # a cast cuts the fraction off
_PERIODS = {
    "day number": DAY_NUMBER,
    "moment number": MOMENT_NUMBER,
    "month of year": "SUBSTR(STR({0}), 1, 7)",
    "decade": 'xsd:integer(CONCAT(SUBSTR(STR({0}), 1, 3), "0"))',
    "decade of text": 'xsd:integer(CONCAT(REPLACE(STR({0}), "^[^0-9]*([0-9]{{3}})[0-9].*$", "$1"), "0"))',
    "quarter": _QUARTER,
    "quarter of year": f'CONCAT(STR(YEAR({{0}})), "-Q", STR({_QUARTER}))',
}


_COMMON = {
    XSD: "xsd",
    "http://www.w3.org/2000/01/rdf-schema#": "rdfs",
    "http://www.w3.org/2004/02/skos/core#": "skos",
    "http://xmlns.com/foaf/0.1/": "foaf",
    "http://purl.org/dc/terms/": "dcterms",
}


def _escaped(text: str) -> str:
    table = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(table.get(c, c) for c in text)
