"""The logical form: what a question asks, between its reading and the query; frozen, and kept as JSON.

A form is a pattern of variables, facts and filters with what is asked of it. Follow-up questions edit it.

    Which products heavier than 20 kg does Hansen supply?
    Form(kind=LIST, shown=("product",), classes=(("product", (":Product",)),),
         facts=(Fact("product", ":suppliedBy", Thing(":hansen")), Fact("product", ":weight", "weight")),
         filters=(Filter("weight", ">", (Literal("20"),)),))

What is worked out stands in expressions, and a form may hold others, each a table of its own that joins the
pattern by the variables they share (ATHENA++, section 4: a nested query is two forms and how they join).

    Which products cost more than the average?
    Form(kind=LIST, shown=("product",), facts=(Fact("product", ":price", "price"),),
         nested=(Form(kind=LIST, shown=(), facts=(Fact("product2", ":price", "price2"),),
                      computed=(Computed("average", Aggregate("AVG", "price2")),)),),
         filters=(Filter("price", ">", ("average",)),))
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

Variable = str  # a variable's name, without the question mark


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing of the graph, by its IRI."""

    iri: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal. `datatype` is an IRI or "" for a plain number or string as SPARQL writes it."""

    value: str
    datatype: str = ""
    language: str = ""
    number: bool = False


TRUE = Literal("true", "http://www.w3.org/2001/XMLSchema#boolean")
Node = Variable | Thing | Literal


@dataclass(frozen=True, slots=True)
class Fact:
    """subject property object; the object of an inverse reading stands as the subject. It is `repeated` where
    any number of such steps lead from one to the other.
    """

    subject: Node
    property: str
    object: Node
    optional: bool = False
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on a variable: an operator (= != < <= > >=, in, contains, starts, ends) and what it is
    compared with; another variable stands for its value.
    """

    variable: Variable
    operator: str
    values: tuple[Node, ...]
    text: bool = False  # compare as text, without regard to case


@dataclass(frozen=True, slots=True)
class Absent:
    """What must not be: facts and filters inside NOT EXISTS, and in it, in turn, what must not be of that:
    customers without "unpaid invoices".
    """

    facts: tuple[Fact, ...]
    filters: tuple[Filter, ...] = ()
    absent: tuple[Absent, ...] = ()

    def all(self) -> Iterator[Absent]:
        """It and those inside it."""
        yield self
        for inner in self.absent:
            yield from inner.all()

    def mapped(self, fact: Callable[[Fact], Fact], filter_: Callable[[Filter], Filter]) -> Absent:
        """It with each fact and each filter made anew."""
        inner = tuple(a.mapped(fact, filter_) for a in self.absent)
        return Absent(tuple(map(fact, self.facts)), tuple(map(filter_, self.filters)), inner)

    @property
    def is_closed(self) -> bool:
        """Whether its filters speak of nothing outside it."""
        held = {n for f in self.facts for n in (f.subject, f.object)}
        said = {v for f in self.filters for v in (f.variable, *f.values) if isinstance(v, str)}
        return said <= held


@dataclass(frozen=True, slots=True)
class Calculation:
    """Arithmetic: + - * / over two or more operands, or a function of one: abs, year, month, quarter, day,
    month of year (2024-05), quarter of year (2024-Q2), decade (2020), decade of text (that of "ca. 2024"),
    day number (so that two dates can be subtracted), number (the number that a text spells).
    """

    operator: str
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """COUNT, SUM, AVG, MIN or MAX over the rows of a group; `distinct` takes equal values once."""

    function: str
    of: Expression
    distinct: bool = False


Expression = Variable | Literal | Calculation | Aggregate


@dataclass(frozen=True, slots=True)
class Computed:
    """A value that is worked out, and its name in the result."""

    name: Variable
    value: Expression


@dataclass(frozen=True, slots=True)
class Having:
    """A condition on each group: on how many there are of a variable, or, with `function`, on what its
    values come to.
    """

    variable: Variable
    operator: str
    count: float
    function: str = ""  # AVG, SUM, MIN, MAX


@dataclass(frozen=True, slots=True)
class Order:
    """By which variable the rows are ordered; `count` orders by how many there are of it, `function` (AVG,
    SUM) by what it comes to for each shown thing.
    """

    variable: Variable
    descending: bool
    count: bool = False
    function: str = ""

    @property
    def in_groups(self) -> bool:
        """Whether it is worked out for each shown thing."""
        return self.count or bool(self.function)


class Kind(StrEnum):
    LIST = "list"  # which, who, what
    COUNT = "count"  # how many
    ASK = "ask"  # yes or no
    AGGREGATE = "aggregate"  # average, sum, least, most of a variable


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """`shown` are the variables asked for; `group` are those that rows are grouped by.

    `measures` are variables a reader wants to see beside the answer, though nobody asked for them. `bound`
    are worked out of each row (the year of a date); `computed` are columns behind the shown ones: of each
    row, or, where one aggregates, of each group of the shown ones. `order` may name any of them. `once` are
    variables whose different combinations are computed with: a join that repeats them counts nothing twice.
    """

    kind: Kind
    shown: tuple[Variable, ...]
    classes: tuple[tuple[Variable, tuple[str, ...]], ...] = ()  # of one of these classes
    facts: tuple[Fact, ...] = ()
    filters: tuple[Filter, ...] = ()
    absent: tuple[Absent, ...] = ()
    group: tuple[Variable, ...] = ()
    function: str = ""  # AVG, SUM, MIN, MAX
    having: Having | None = None
    order: Order | None = None
    limit: int | None = None
    offset: int = 0
    measures: tuple[Variable, ...] = ()
    bound: tuple[Computed, ...] = ()
    computed: tuple[Computed, ...] = ()
    nested: tuple[Form, ...] = ()
    once: tuple[Variable, ...] = ()

    @property
    def aggregates(self) -> bool:
        """Whether a computed column is of a group of rows."""
        return any(isinstance(e, Aggregate) for c in self.computed for e in within(c.value))

    def variables(self) -> frozenset[Variable]:
        """Every variable of the pattern."""
        return frozenset(n for f in self.facts for n in (f.subject, f.object) if isinstance(n, str)) | {
            v for v, _ in self.classes
        }


def named(form: Form) -> frozenset[Variable]:
    """Every variable of a form, of what it works out and of the forms in it."""
    found = form.variables() | {c.name for c in (*form.bound, *form.computed)}
    return found.union(*(named(f) for f in form.nested))


def with_measures(form: Form) -> Form:
    """The form that fetches the measures beside what was asked, where they change none of its rows."""
    is_grouped = form.group or form.having or form.aggregates or (form.order and form.order.in_groups)
    if form.kind is not Kind.LIST or is_grouped or not form.measures:
        return form
    return replace(form, shown=(*form.shown, *form.measures))


def within(expression: Expression) -> Iterator[Expression]:
    """The expression and all its parts."""
    yield expression
    if isinstance(expression, Calculation):
        for operand in expression.operands:
            yield from within(operand)
    elif isinstance(expression, Aggregate):
        yield from within(expression.of)


def dump(form: Form) -> str:
    """The form as JSON text."""
    return json.dumps(form, default=_fields, ensure_ascii=False, sort_keys=True)


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def load(text: str) -> Form:
    """The form that `dump` wrote, now or before it had all its parts. Raises ValueError, KeyError or
    TypeError for text that is none.
    """
    form = _form(json.loads(text))
    hash(form)  # forms are compared: a list where a name should stand is a TypeError now, not later
    return form


def _absent(data: dict[str, Any]) -> Absent:
    inner = tuple(map(_absent, data.get("absent", ())))
    return Absent(tuple(map(_fact, data["facts"])), tuple(map(_filter, data["filters"])), inner)


def _form(data: dict[str, Any]) -> Form:
    return Form(
        kind=Kind(data["kind"]),
        shown=tuple(data["shown"]),
        classes=tuple((v, tuple(c)) for v, c in data["classes"]),
        facts=tuple(_fact(f) for f in data["facts"]),
        filters=tuple(_filter(f) for f in data["filters"]),
        absent=tuple(map(_absent, data["absent"])),
        group=tuple(data["group"]),
        function=data["function"],
        having=Having(**data["having"]) if data["having"] else None,
        order=Order(**data["order"]) if data["order"] else None,
        limit=data["limit"],
        offset=data["offset"],
        measures=tuple(data["measures"]),
        bound=tuple(_computed(c) for c in data.get("bound", ())),
        computed=tuple(_computed(c) for c in data.get("computed", ())),
        nested=tuple(_form(f) for f in data.get("nested", ())),
        once=tuple(data.get("once", ())),
    )


def renamed(form: Form, names: dict[Variable, Variable]) -> Form:
    """The form with its variables renamed."""

    def node(n: Node) -> Node:
        return names.get(n, n) if isinstance(n, str) else n

    def fact(f: Fact) -> Fact:
        return replace(f, subject=node(f.subject), object=node(f.object))

    def filter_(f: Filter) -> Filter:
        return replace(f, variable=names.get(f.variable, f.variable), values=tuple(node(v) for v in f.values))

    def computed(c: Computed) -> Computed:
        return Computed(names.get(c.name, c.name), renamed_in(c.value, names))

    def many(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
        return tuple(names.get(v, v) for v in variables)

    return replace(
        form,
        shown=many(form.shown),
        classes=tuple((names.get(v, v), c) for v, c in form.classes),
        facts=tuple(fact(f) for f in form.facts),
        filters=tuple(filter_(f) for f in form.filters),
        absent=tuple(a.mapped(fact, filter_) for a in form.absent),
        group=many(form.group),
        having=form.having
        and replace(form.having, variable=names.get(form.having.variable, form.having.variable)),
        order=form.order
        and replace(form.order, variable=names.get(form.order.variable, form.order.variable)),
        measures=many(form.measures),
        bound=tuple(computed(c) for c in form.bound),
        computed=tuple(computed(c) for c in form.computed),
        nested=tuple(renamed(f, names) for f in form.nested),
        once=many(form.once),
    )


def renamed_in(expression: Expression, names: Mapping[Variable, Expression]) -> Expression:
    """The expression with its variables renamed, or with what they are worked out of in their place."""
    if isinstance(expression, str):
        return names.get(expression, expression)
    if isinstance(expression, Calculation):
        return replace(expression, operands=tuple(renamed_in(o, names) for o in expression.operands))
    if isinstance(expression, Aggregate):
        return replace(expression, of=renamed_in(expression.of, names))
    return expression


def _node(data: Any) -> Node:
    if isinstance(data, str):
        return data
    return Thing(data["iri"]) if "iri" in data else Literal(**data)


def _fact(data: dict[str, Any]) -> Fact:
    return Fact(_node(data["subject"]), data["property"], _node(data["object"]), data["optional"])


def _filter(data: dict[str, Any]) -> Filter:
    values = tuple(_node(v) for v in data["values"])
    return Filter(data["variable"], data["operator"], values, data["text"])


def _computed(data: dict[str, Any]) -> Computed:
    return Computed(data["name"], _expression(data["value"]))


def _expression(data: Any) -> Expression:
    if isinstance(data, str):
        return data
    if "operands" in data:
        return Calculation(data["operator"], tuple(_expression(o) for o in data["operands"]))
    if "of" in data:
        return Aggregate(data["function"], _expression(data["of"]), data["distinct"])
    return Literal(**data)
