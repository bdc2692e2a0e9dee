"""The conditions of a query: what each of them excludes, and the texts that it compares values with.

In: the SELECT of a query. Out: for each pattern and each list of values that could be left out the pattern of
what it excludes; and the texts with the properties whose values they are compared with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from kgqa.ontology import RDF_TYPE, RDFS, Ontology
from kgqa.sparql.change import inside
from kgqa.sparql.model import (
    And,
    Blank,
    Call,
    Compare,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    Iri,
    Lit,
    Not,
    OneOfList,
    Or,
    Select,
    Triple,
    Values,
    Var,
)

_EQUAL = ("=", "!=")
_KINDS = (RDF_TYPE, RDFS + "subClassOf")


def excluding(select: Select, ontology: Ontology, names: Container[str]) -> Iterator[tuple[Element, Group]]:
    """Each pattern or list of values that is there to exclude something, with the pattern of what it does
    exclude: the rest of the query where it does not hold. What the rest needs to be asked at all is no such
    condition, nor is what says what a thing is: its class, its `names`.
    """
    elements = select.where.elements
    written = Counter(part.name for part in inside(select) if isinstance(part, Var | Blank))
    for number, element in enumerate(elements):
        rest = (*elements[:number], *elements[number + 1 :])
        bound = {end for e in rest if isinstance(e, Triple) for end in e.ends if isinstance(end, Var)}
        match element:
            case Triple() if _may_go(element, bound, written) and not _identifies(
                element, rest, ontology, names
            ):
                yield element, Group((*rest, Filter(Exists(Group((element,)), negated=True))))
            case Values(variables) if bound.issuperset(variables) and _excludes(element, rest):
                yield element, Group((*rest, Filter(_none_of(element))))


def _may_go(triple: Triple, bound: set[Var], written: Counter[str]) -> bool:
    """Whether a triple says something of one thing that the rest binds, and joins it with nothing else."""
    own = {end for end in triple.ends if isinstance(end, Var | Blank)}
    elsewhere = {end for end in own if written[end.name] > 1}
    return len(elsewhere) == 1 and elsewhere <= bound and not isinstance(triple.predicate, Var)


def _identifies(triple: Triple, rest: tuple[Element, ...], ontology: Ontology, names: Container[str]) -> bool:
    """Whether a triple says what a thing is. A class on top of another one that is not narrower does not."""
    properties = _iris(triple)
    if not triple.is_type:
        return any(p in names or p in _KINDS for p in properties)
    own, others = triple.object, list(_classes(triple.subject, rest))
    if not isinstance(own, Iri) or not others:
        return True
    return any(all(ontology.is_a(cls, own.value) for cls in classes) for classes in others)


def _classes(thing: object, rest: tuple[Element, ...]) -> Iterator[set[str]]:
    """The classes that the rest says a thing has, each as the set of its kinds."""
    for element in rest:
        if isinstance(element, Triple) and element.is_type and element.subject == thing:
            listed = (e for e in rest if isinstance(e, Values) and e.variables == (element.object,))
            given = [element.object, *(value for values in listed for row in values.rows for value in row)]
            if classes := {value.value for value in given if isinstance(value, Iri)}:
                yield classes


def _excludes(values: Values, rest: tuple[Element, ...]) -> bool:
    """Whether a list is there to exclude something, and is not that of the kinds of a class."""
    is_full = bool(values.rows) and all(value is not None for row in values.rows for value in row)
    lists_kinds = any(isinstance(e, Triple) and e.is_type and e.object in values.variables for e in rest)
    return is_full and not lists_kinds


def _none_of(values: Values) -> Expr:
    """The condition that none of the rows holds."""
    if len(values.variables) == 1:
        items = tuple(value for (value,) in values.rows if value is not None)
        return OneOfList(values.variables[0], items, negated=True)
    rows = (
        And(tuple(Compare("=", v, t) for v, t in zip(values.variables, row, strict=True) if t is not None))
        for row in values.rows
    )
    return Not(Or(tuple(rows)))


def compared(select: Select) -> Iterator[tuple[str, frozenset[str]]]:
    """The texts that a query compares values with, each with the properties that have the values: in a
    pattern, a comparison, a list.
    """
    parts = list(inside(select))
    properties: dict[Var, set[str]] = {}
    for triple in parts:
        if isinstance(triple, Triple) and isinstance(triple.object, Var):
            properties.setdefault(triple.object, set()).update(_iris(triple))
    for part in parts:
        match part:
            case Triple(_, _, Lit(text)):
                yield text, frozenset(_iris(part))
            case Compare(op, left, right) if op in _EQUAL:
                for one, other in ((left, right), (right, left)):
                    yield from _of_variable(one, (other,), properties)
            case OneOfList(subject, items):
                yield from _of_variable(subject, items, properties)
            case Values(variables, rows):
                for number, variable in enumerate(variables):
                    column = tuple(row[number] for row in rows)
                    yield from _of_variable(variable, column, properties)


def _of_variable(
    expr: Expr, values: tuple[object, ...], properties: dict[Var, set[str]]
) -> Iterator[tuple[str, frozenset[str]]]:
    inner = expr.arguments[0] if isinstance(expr, Call) and expr.function == "STR" else expr
    if isinstance(inner, Var) and (known := properties.get(inner)):
        yield from ((value.value, frozenset(known)) for value in values if isinstance(value, Lit))


def _iris(triple: Triple) -> set[str]:
    return {part.value for part in inside(triple.predicate) if isinstance(part, Iri)}
