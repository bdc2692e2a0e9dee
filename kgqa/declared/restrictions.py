"""What an ontology says of a class by expressions: what it is below, what it is apart from, what its things
have by a property.

In: facts and expressions. Out: for each named class an `Above`, with what is said of it in whatever form.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import pyoxigraph as ox

from kgqa.declared.expressions import Expressions
from kgqa.declared.facts import Facts, Value, is_named
from kgqa.declared.vocabulary import ANYTHING, AT_LEAST, AT_MOST, HAVING
from kgqa.ontology import OWL, RDFS, Union


@dataclass(frozen=True, slots=True)
class Above:
    """Superclasses, disjoint classes, local ranges and properties of one class; the keys are in order."""

    parents: dict[str, None] = field(default_factory=dict)
    apart: dict[str, None] = field(default_factory=dict)
    ranges: dict[tuple[str, Union], None] = field(default_factory=dict)
    has: dict[str, None] = field(default_factory=dict)


class Definitions:
    """All classes of which something is said, each with its `Above`."""

    def __init__(self, facts: Facts, expressions: Expressions) -> None:
        self._facts, self._expressions = facts, expressions
        self.above: defaultdict[str, Above] = defaultdict(Above)
        for cls, expressions_above in facts.by(RDFS + "subClassOf").items():
            for value in expressions_above:
                self._below(cls, value)
        for cls, same in facts.by(OWL + "equivalentClass").items():
            for value in same:
                self._below(cls, value)
                self._below(value, cls)
        for predicate in ("unionOf", "intersectionOf", "complementOf", "onProperty"):
            for cls in filter(is_named, facts.by(OWL + predicate)):
                self._below(cls, cls)  # an expression with a name
        for cls in facts.by(OWL + "disjointUnionOf"):
            for member in facts.listed(cls, OWL + "disjointUnionOf"):
                self._below(member, cls)

    def _below(self, value: Value, expression: Value) -> None:
        """Notes that what is in the one is in the other: of each name in it that is all on its own."""
        for cls in self.covered(value):
            if not self._expressions.is_datatype(cls) and cls not in ANYTHING:
                self._note(self.above[cls], cls, expression)

    def covered(self, value: Value) -> Iterator[str]:
        """The names of which all things are in an expression: itself, the members of a union."""
        todo, seen = [value], set[Value]()
        while todo:
            each = todo.pop()
            if isinstance(each, ox.Literal) or each in seen:
                continue
            seen.add(each)
            if is_named(each):
                yield each
            todo += self._facts.listed(each, OWL + "unionOf")

    def _note(self, above: Above, cls: str, expression: Value) -> None:
        """What follows for a class from standing below an expression."""
        todo, seen = [expression], set[Value]()
        while todo:
            value = todo.pop()
            if isinstance(value, ox.Literal) or value in seen:
                continue
            seen.add(value)
            if is_named(value) and value != cls:
                if value not in ANYTHING and not self._expressions.is_datatype(value):
                    above.parents[value] = None
                continue
            todo += reversed(self._facts.listed(value, OWL + "intersectionOf"))
            for other in self._facts.of(value, OWL + "complementOf"):
                above.apart.update(dict.fromkeys(c for c in self.covered(other) if c != cls))
            self._restriction(above, value)
            members = self._facts.listed(value, OWL + "unionOf")
            todo += members if len(members) == 1 else ()  # below one of several is below none of them

    def _restriction(self, above: Above, node: str) -> None:
        for prop in self._facts.named(node, OWL + "onProperty"):
            values = self._facts.of(node, OWL + "allValuesFrom")
            ranges = self._expressions.all_of(values)
            above.ranges.update(dict.fromkeys((prop, union) for union in ranges))
            if (
                self._facts.of(node, *HAVING)
                or (values and OWL + "Nothing" not in values)
                or any(_number(n) > 0 for n in self._facts.of(node, *AT_LEAST, *AT_MOST))
            ):
                above.has[prop] = None


def _number(value: Value) -> int:
    text = value.value if isinstance(value, ox.Literal) else ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0  # noqa: PLR2004
