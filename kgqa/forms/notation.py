"""A logical form in writing, for people who read the manual or a trace: one condition a line.

    Which products heavier than 20 kg does Hansen supply?

    list product
      product is a Product
      product — supplied by → Hansen
      product — weight → weight
      weight > 20

In: a form, and what its IRIs are called. Out: text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kgqa.forms.form import (
    Absent,
    Aggregate,
    Calculation,
    Expression,
    Fact,
    Filter,
    Form,
    Kind,
    Literal,
    Node,
    Thing,
)
from kgqa.ontology import RDF_TYPE
from kgqa.values.telling import plain

Called = Callable[[str], str]  # an IRI -> what it is called


def notation(form: Form, called: Called) -> str:
    """The form, one condition a line."""
    return "\n".join(_Writing(called).lines(form))


class _Writing:
    def __init__(self, called: Called) -> None:
        self.called = called

    def lines(self, form: Form) -> Iterator[str]:
        yield self.head(form)
        for line in (*self.pattern(form), *_tail(form)):
            yield f"  {line}"

    def head(self, form: Form) -> str:
        shown = ", ".join(form.shown)
        match form.kind:
            case Kind.ASK:
                return "is there"
            case Kind.COUNT:
                head = f"count {shown}"
            case Kind.AGGREGATE:
                head = f"{form.function} of {shown}"
            case Kind.LIST:
                computed = [f"{c.name} = {self.expression(c.value)}" for c in form.computed]
                head = "list " + ", ".join(filter(None, (shown, *computed)))
        return f"{head}, for each {', '.join(form.group)}" if form.group else head

    def pattern(self, form: Form) -> Iterator[str]:
        for variable, classes in form.classes:
            yield f"{variable} is a {' or a '.join(self.called(c) for c in classes)}"
        for fact in form.facts:
            yield self.fact(fact)
        for bound in form.bound:
            yield f"{bound.name} = {self.expression(bound.value)}"
        for condition in form.filters:
            yield self.filter(condition)
        for absent in form.absent:
            yield self.absent(absent)
        for nested in form.nested:
            first, *others = self.lines(nested)
            yield f"with ({first}"
            yield from (f"  {line}" for line in others[:-1])
            if others:
                yield f"  {others[-1]})"

    def fact(self, fact: Fact) -> str:
        if fact.property == RDF_TYPE:
            return f"{self.node(fact.subject)} is a {self.node(fact.object)}"
        line = f"{self.node(fact.subject)} — {self.called(fact.property)} → {self.node(fact.object)}"
        return f"{line}, if there is one" if fact.optional else line

    def filter(self, condition: Filter) -> str:
        values = " or ".join(self.node(v) for v in condition.values)
        operator = {"in": "=", "contains": "contains", "starts": "starts with", "ends": "ends with"}.get(
            condition.operator, condition.operator
        )
        return f"{condition.variable} {operator} {values}"

    def absent(self, absent: Absent) -> str:
        parts = (
            *(self.fact(f) for f in absent.facts),
            *(self.filter(f) for f in absent.filters),
            *map(self.absent, absent.absent),
        )
        return f"not ({'; '.join(parts)})"

    def expression(self, value: Expression, *, inner: bool = False) -> str:
        match value:
            case Calculation(operator=operator, operands=(one,)):
                return f"{operator}({self.expression(one)})"
            case Calculation(operator=operator, operands=operands):
                text = f" {operator} ".join(self.expression(o, inner=True) for o in operands)
                return f"({text})" if inner else text
            case Aggregate(function=function, of=of, distinct=distinct):
                return f"{function}({'different ' if distinct else ''}{self.expression(of)})"
            case Literal():
                return value.value
            case _:
                return str(value)

    def node(self, node: Node) -> str:
        if isinstance(node, Thing):
            return self.called(node.iri)
        return f"“{node.value}”" if isinstance(node, Literal) and not node.number else _value(node)


def _value(node: Node) -> str:
    return node.value if isinstance(node, Literal) else str(node)


def _tail(form: Form) -> Iterator[str]:
    if form.once:
        yield f"each different {', '.join(form.once)} once"
    if having := form.having:
        measured = having.function or "COUNT"
        yield f"only where {measured}({having.variable}) {having.operator} {plain(having.count)}"
    if order := form.order:
        by = f"COUNT({order.variable})" if order.count else order.variable
        by = f"{order.function}({order.variable})" if order.function else by
        yield f"{'highest' if order.descending else 'lowest'} {by} first"
    if form.limit is not None or form.offset:
        first = form.offset + 1
        last = form.offset + form.limit if form.limit is not None else ""
        yield f"numbers {first} to {last}" if form.offset else f"the first {form.limit}"
