"""The logical form: what a question asks, between its reading and the query; frozen, and kept as JSON.

A form is a pattern of variables, facts and filters with what is asked of it. Follow-up questions edit it.

    Which products heavier than 20 kg does Hansen supply?
    Form(kind=LIST, shown=("product",), classes=(("product", (":Product",)),),
         facts=(Fact("product", ":suppliedBy", Thing(":hansen")), Fact("product", ":weight", "weight")),
         filters=(Filter("weight", ">", (Literal("20"),)),))
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
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
    """subject property object; the object of an inverse reading stands as the subject."""

    subject: Node
    property: str
    object: Node
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on a variable: an operator (= != < <= > >=, in, contains) and what it is compared with."""

    variable: Variable
    operator: str
    values: tuple[Literal | Thing, ...]
    text: bool = False  # compare as text, without regard to case


@dataclass(frozen=True, slots=True)
class Absent:
    """What must not be: facts and filters inside NOT EXISTS."""

    facts: tuple[Fact, ...]
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class Having:
    """A condition on how many there are of a variable for each shown thing."""

    variable: Variable
    operator: str
    count: int


@dataclass(frozen=True, slots=True)
class Order:
    """By which variable the rows are ordered; `count` orders by how many there are of it, `function` (AVG,
    SUM) by what it comes to for each shown thing.
    """

    variable: Variable
    descending: bool
    count: bool = False
    function: str = ""


class Kind(StrEnum):
    LIST = "list"  # which, who, what
    COUNT = "count"  # how many
    ASK = "ask"  # yes or no
    AGGREGATE = "aggregate"  # average, sum, least, most of a variable


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """`shown` are the variables asked for; `group` are those that rows are grouped by.

    `measures` are variables a reader wants to see beside the answer, though nobody asked for them.
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

    def variables(self) -> frozenset[Variable]:
        """Every variable of the pattern."""
        return frozenset(n for f in self.facts for n in (f.subject, f.object) if isinstance(n, str)) | {
            v for v, _ in self.classes
        }


def dump(form: Form) -> str:
    """The form as JSON text."""
    return json.dumps(asdict(form), ensure_ascii=False, sort_keys=True)


def load(text: str) -> Form:
    """The form that `dump` wrote. Raises ValueError or KeyError for text that is none."""
    data = json.loads(text)
    return Form(
        kind=Kind(data["kind"]),
        shown=tuple(data["shown"]),
        classes=tuple((v, tuple(c)) for v, c in data["classes"]),
        facts=tuple(_fact(f) for f in data["facts"]),
        filters=tuple(_filter(f) for f in data["filters"]),
        absent=tuple(
            Absent(tuple(_fact(f) for f in a["facts"]), tuple(_filter(f) for f in a["filters"]))
            for a in data["absent"]
        ),
        group=tuple(data["group"]),
        function=data["function"],
        having=Having(**data["having"]) if data["having"] else None,
        order=Order(**data["order"]) if data["order"] else None,
        limit=data["limit"],
        offset=data["offset"],
        measures=tuple(data["measures"]),
    )


def renamed(form: Form, names: dict[Variable, Variable]) -> Form:
    """The form with its variables renamed."""

    def node(n: Node) -> Node:
        return names.get(n, n) if isinstance(n, str) else n

    def fact(f: Fact) -> Fact:
        return replace(f, subject=node(f.subject), object=node(f.object))

    def filter_(f: Filter) -> Filter:
        return replace(f, variable=names.get(f.variable, f.variable))

    def many(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
        return tuple(names.get(v, v) for v in variables)

    return replace(
        form,
        shown=many(form.shown),
        classes=tuple((names.get(v, v), c) for v, c in form.classes),
        facts=tuple(fact(f) for f in form.facts),
        filters=tuple(filter_(f) for f in form.filters),
        absent=tuple(
            Absent(tuple(fact(f) for f in a.facts), tuple(filter_(f) for f in a.filters)) for a in form.absent
        ),
        group=many(form.group),
        having=form.having
        and replace(form.having, variable=names.get(form.having.variable, form.having.variable)),
        order=form.order
        and replace(form.order, variable=names.get(form.order.variable, form.order.variable)),
        measures=many(form.measures),
    )


def _node(data: Any) -> Node:
    if isinstance(data, str):
        return data
    return Thing(data["iri"]) if "iri" in data else Literal(**data)


def _fact(data: dict[str, Any]) -> Fact:
    return Fact(_node(data["subject"]), data["property"], _node(data["object"]), data["optional"])


def _filter(data: dict[str, Any]) -> Filter:
    values = tuple(n for n in (_node(v) for v in data["values"]) if not isinstance(n, str))
    return Filter(data["variable"], data["operator"], values, data["text"])
