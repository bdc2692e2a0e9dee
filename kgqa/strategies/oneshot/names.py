"""Names that a model typed all the same: where they name one thing, the thing is put in their place.

In: a query that compares a name with a text, or has a name where a thing belongs. Out: the query about the
thing itself; as it was where the name is nobody's, or several things', or where the query is to find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import cast

from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.ontology import Ontology, PropertyKind
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import (
    Bind,
    Call,
    Column,
    Compare,
    Element,
    Expr,
    Filter,
    Group,
    Iri,
    Key,
    Lit,
    Select,
    Triple,
    Values,
    Var,
)
from kgqa.types import TermKind

MOST = 4  # names that are looked up
_SAME = ("exact", "identifier", "alternative")
_DRESSED = ("STR", "LCASE", "UCASE")


@dataclass(frozen=True, slots=True)
class _Called:
    """That a variable is called so, and the elements that say it."""

    thing: Var
    name: str
    by: tuple[Element, ...]


def with_things(query: ParsedQuery, index: TermIndex, naming: Naming, ontology: Ontology) -> ParsedQuery:
    """The query with each thing that is told by its name alone."""
    query = _at_ends(query, index, ontology)
    for _ in range(MOST):
        for called in (*_called(query.select, naming), *_compared(query.select, ontology)):
            iri = _only(called.name, index)
            if iri is not None and _is_inner(called.thing, query):
                query = replace(query, select=_put(query.select, called, Iri(iri)))
                break
        else:
            break
    return query


def _called(select: Select, naming: Naming) -> Iterator[_Called]:
    """What the query's own patterns are called; a name in an OPTIONAL or a UNION is another matter."""
    looked_up: dict[str, Triple] = {}
    for element in select.where.elements:
        match element:
            case Triple(Var() as thing, Iri(prop), Lit(name)) if prop in naming.every:
                yield _Called(thing, name, (element,))
            case Triple(Var(), Iri(prop), Var(variable)) if prop in naming.every:
                looked_up[variable] = element
    for element in select.where.elements:
        match element:
            case Filter(Compare("=", left, right)):
                sides = _bare(left), _bare(right)
                for one, other in (sides, sides[::-1]):
                    if isinstance(one, Var) and one.name in looked_up and isinstance(other, Lit):
                        pattern = looked_up[one.name]
                        by: tuple[Element, ...] = (element, pattern)
                        if _mentions(_put(select, _Called(one, "", by), None), one):
                            by = (element,)  # the name is also shown, or ordered by
                        yield _Called(cast("Var", pattern.subject), other.value, by)


def _at_ends(query: ParsedQuery, index: TermIndex, ontology: Ontology) -> ParsedQuery:
    """The query with things for the names at the ends of properties that lead to things."""

    def put(part: object) -> object:
        match part:
            case Triple(subject, Iri(prop), Lit(name)) if _leads_to_things(prop, ontology):
                iri = _only(name, index)
                return Triple(subject, Iri(prop), Iri(iri)) if iri else None
        return None

    return replace(query, select=cast("Select", exchanged(query.select, put)))


def _compared(select: Select, ontology: Ontology) -> Iterator[_Called]:
    """Things that are compared with a name as if they were one: `?x :madeBy ?m . FILTER(?m = "Acme")`."""
    ends = {
        element.object
        for element in select.where.elements
        if isinstance(element, Triple)
        and isinstance(element.predicate, Iri)
        and _leads_to_things(element.predicate.value, ontology)
    }
    for element in select.where.elements:
        match element:
            case Filter(Compare("=", left, right)):
                sides = _bare(left), _bare(right)
                for one, other in (sides, sides[::-1]):
                    if isinstance(one, Var) and one in ends and isinstance(other, Lit):
                        yield _Called(one, other.value, (element,))


def _leads_to_things(prop: str, ontology: Ontology) -> bool:
    """Whether a property is declared to lead to things, or does in the data and to nothing else."""
    match ontology.declared_kind(prop):
        case PropertyKind.UNKNOWN:
            uses = ontology.uses_of(prop)
            return bool(uses) and not any(use.literal for use in uses)
        case kind:
            return kind is PropertyKind.OBJECT


def _bare(expr: Expr) -> Expr:
    """An expression without what only dresses a text: LCASE(STR(?name))."""
    while isinstance(expr, Call) and expr.function in _DRESSED and expr.arguments:
        expr = expr.arguments[0]
    return expr


def _only(name: str, index: TermIndex) -> str | None:
    """The one thing of this name."""
    matches = index.look_up(name, kinds=frozenset((TermKind.ENTITY,)), limit=3)
    found = {m.iri for m in matches if m.how in _SAME}
    return found.pop() if len(found) == 1 else None


def _is_inner(thing: Var, query: ParsedQuery) -> bool:
    """Whether an IRI can stand for the variable everywhere: it is neither shown nor made anywhere."""
    if query.form != "ask" and not query.select.columns:
        return False
    made: set[Var] = set()
    for part in inside(query.select):
        match part:
            case Column(variable, _) | Bind(_, variable):
                made.add(variable)
            case Key(Var() as variable, _) | Key(_, Var() as variable):
                made.add(variable)
            case Values(variables, _):
                made.update(variables)
    return thing not in made


def _mentions(select: Select, variable: Var) -> bool:
    return variable in inside(select)


def _put(select: Select, called: _Called, iri: Iri | None) -> Select:
    """The SELECT without what says the name, and with the IRI for the variable."""
    gone = {id(e) for e in called.by}
    left = tuple(e for e in select.where.elements if id(e) not in gone)
    select = replace(select, where=Group(left))
    if iri is None:
        return select
    return cast("Select", exchanged(select, lambda part: iri if part == called.thing else None))
