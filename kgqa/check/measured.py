"""Quantities whose number a query compares, orders or adds up without saying in which unit.

In: a query, the ontology with its quantities. Out: those that may be in several units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.ontology import Ontology, Pattern, PatternKind, Role
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import inside
from kgqa.sparql.facts import Fact, facts
from kgqa.sparql.model import Aggregate, Compare, Node, Select, Var
from kgqa.sparql.walk import expressions, variables

_MEASURED = ("SUM", "AVG", "MIN", "MAX")
_OWN = "#"  # what marks the variables of one inner query


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A quantity whose number is taken without its unit: `fact` leads to it from the thing that has it, and
    `units` are the properties by which such quantities have their unit.
    """

    fact: Fact
    units: tuple[str, ...]


def unsaid(asked: ParsedQuery, ontology: Ontology) -> Iterator[Unsaid]:
    """Those of a query that may be in several units, in the order in which it was written."""
    numbers = {
        iri: pattern
        for pattern in ontology.patterns
        if pattern.kind is PatternKind.QUANTITY and _has_several(pattern, ontology)
        for iri in pattern.role(Role.NUMBER)
    }
    found = facts(asked).facts if numbers else ()
    taken = _taken(asked) if found else frozenset()
    for number in found:
        pattern = numbers.get(number.property)
        if pattern is None or _name(number.object) not in taken:
            continue
        units = pattern.role(Role.UNIT)
        if any(f.subject == number.subject and f.property in units for f in found):
            continue
        yield from (Unsaid(f, units) for f in found if f.object == number.subject)


def _has_several(pattern: Pattern, ontology: Ontology) -> bool:
    """Whether quantities of a class are in several units, whatever they are quantities of."""
    samples = (ontology.sample(pattern.of, unit) for unit in pattern.role(Role.UNIT))
    return any(sample is not None and len(sample.values) > 1 for sample in samples)


def _taken(asked: ParsedQuery) -> frozenset[str]:
    """The variables that are compared, added up or put in order."""
    found: set[str] = set()
    for expr in expressions(asked):
        if isinstance(expr, Compare) or (isinstance(expr, Aggregate) and expr.name in _MEASURED):
            found |= variables(expr)
    for part in inside(asked.select):
        if isinstance(part, Select):
            found |= {name for key in part.order_by for name in variables(key.value)}
    return frozenset(found)


def _name(node: Node) -> str:
    return node.name.partition(_OWN)[0] if isinstance(node, Var) else ""
