"""Nodes that stand for a number or another value: a price with an amount, a birth with a date.

In: a case. Out: each place where a query takes such a node for its value. A node is compared with no number
and added up by nobody; put in order with others, it is in the order of addresses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.check.bindings import Place, Stated
from kgqa.check.claims import Side
from kgqa.check.readings import Fault
from kgqa.check.rule import Case
from kgqa.declared import NUMERIC, TEMPORAL
from kgqa.ontology import Ontology, PatternKind, Role
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Aggregate, Lit, Var
from kgqa.sparql.walk import parts

_ENDS = ("MIN", "MAX")


@dataclass(frozen=True, slots=True)
class Standing:
    """A variable behind a property is taken for the value of the node that it is, which stands in `value`:
    with a fault where SPARQL has nothing to do with a node, without one where it only puts nodes in order.
    """

    variable: Var
    behind: str
    value: str
    fault: Fault | None = None
    stated: Stated | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A literal stands where a property leads to a node that has its value in `value`."""

    literal: Lit
    fact: Fact
    value: str
    declared: bool


def standings(case: Case) -> Iterator[Standing]:
    """The variables of expressions, in the order in which the query was written."""
    ontology = case.ontology
    for stated in case.bindings.stated:
        for fault in stated.reading.faults:
            for variable, behind in nodes_of(fault, ontology):
                yield Standing(variable, behind, value_behind(behind, ontology), fault, stated)
        for variable in _ordered(stated):
            found = stated.known.get(variable.name)
            behind = found.behind if found else ""
            if value := value_behind(behind, ontology):
                yield Standing(variable, behind, value)


def nodes_of(fault: Fault, ontology: Ontology) -> Iterator[tuple[Var, str]]:
    """The variables of a fault that stand for a value, each with the property behind which it stands."""
    for expr, kinds in ((fault.operand, fault.kinds), (fault.other, fault.other_kinds)):
        if isinstance(expr, Var) and value_behind(kinds.behind, ontology):
            yield expr, kinds.behind


def _ordered(stated: Stated) -> Iterator[Var]:
    """The variables that are put in order, which no kind of value forbids."""
    if stated.place is Place.SORTED and isinstance(stated.expr, Var):
        yield stated.expr
    for part in parts(stated.expr):
        match part:
            case Aggregate(name, Var() as variable) if name in _ENDS:
                yield variable


def given(case: Case) -> Iterator[Given]:
    """The literals of patterns, each once."""
    for node, claims in case.claims.by_node.items():
        if not isinstance(node, Lit):
            continue
        found: dict[int, Given] = {}
        for claim in claims:
            value = value_behind(claim.fact.property, case.ontology)
            if claim.side is Side.RANGE and value:
                found.setdefault(id(claim.fact), Given(node, claim.fact, value, claim.declared))
        yield from found.values()


def value_behind(prop: str, ontology: Ontology) -> str:
    """The one property that has the value for which the nodes stand that a property leads to; "" where they
    stand for none, or for several.
    """
    kept: dict[str, str] = ontology.worked_out.setdefault("standing", {})
    if prop not in kept and prop in ontology.known_properties:
        kept[prop] = _value_behind(prop, ontology)
    return kept.get(prop, "")


def _value_behind(prop: str, ontology: Ontology) -> str:
    uses = ontology.typical_uses(prop)
    if not uses or any(u.literal or not u.object for u in uses):
        return ""
    ends = {u.object for u in uses}
    above = {a for c in ends for a in ontology.superclasses(c) if a != c}
    values = {_value_of(c, ontology) for c in ends - above}
    return values.pop() if len(values) == 1 else ""


def _value_of(cls: str, ontology: Ontology) -> str:
    """The one property with the value of things of a class: its number or date before its texts."""
    pattern = ontology.pattern(cls, PatternKind.QUANTITY, PatternKind.VALUE)
    if pattern is None:
        return ""
    found = pattern.role(Role.NUMBER) or pattern.role(Role.VALUE)
    measured = [iri for iri in found if _is_measured(iri, ontology)]
    (one, *more) = measured or found or ("",)
    return "" if more else one


def _is_measured(iri: str, ontology: Ontology) -> bool:
    datatypes = {u.object for u in ontology.uses_of(iri) if u.literal}
    return bool(datatypes & (NUMERIC | TEMPORAL)) or bool(ontology.read_as(iri))
