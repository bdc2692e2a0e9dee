"""One event for two: "the km that Ada drove in March" are those of the tours of March that she drove, and not
of all her tours if one of them was in March.

In: the meaning of a question. Out: the same, in which what joins two things is one with what else joins one
of them in the same way, unless two were named or they differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, product

from kgqa.forms.form import Fact, Node, Variable
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import Set, swapped


def as_one(meaning: Set, schema: Schema) -> Set:
    """The meaning with one event where two of it would stand for the same."""
    while (pair := next(_pairs(meaning, schema), None)) is not None:
        kept, other = pair
        made = swapped(meaning, other, kept)
        meaning = made.changed(facts=tuple(dict.fromkeys(made.facts)), types=tuple(dict.fromkeys(made.types)))
    return meaning


def _pairs(meaning: Set, schema: Schema) -> Iterator[tuple[Variable, Variable]]:
    """Variables that the same property joins to the same, at most one of which has a noun of its own."""
    said = {variable for variable, _ in meaning.types}
    for one, other in combinations(meaning.facts, 2):
        if one.property != other.property or schema.is_data(one.property):
            continue
        for here, there in (
            ((one.object, other.object), (one.subject, other.subject)),
            ((one.subject, other.subject), (one.object, other.object)),
        ):
            kept, twin = there
            if here[0] != here[1] or kept == twin or not (isinstance(kept, str) and isinstance(twin, str)):
                continue
            if not {kept, twin} <= said and not _differ(meaning, kept, twin):
                yield (twin, kept) if twin in said or twin == meaning.focus.node else (kept, twin)


def _differ(meaning: Set, one: Variable, other: Variable, seen: frozenset[Node] = frozenset()) -> bool:
    """Whether two have something by the same property that cannot be one, or lead to it: the customers who
    ordered this and that may have placed two orders.
    """
    limited = {f.variable for f in meaning.filters}
    here, there = _ends(meaning.facts, one), _ends(meaning.facts, other)
    for way in here.keys() & there.keys():
        for a, b in product(here[way] - there[way] - seen, there[way] - here[way] - seen):
            if not (isinstance(a, str) and isinstance(b, str)) or (a in limited and b in limited):
                return True
            if _differ(meaning, a, b, seen | {one, other, a, b}):
                return True
    return False


def _ends(facts: tuple[Fact, ...], node: Node) -> dict[tuple[str, bool], set[Node]]:
    """What stands at the other end of each property, by its direction."""
    found: defaultdict[tuple[str, bool], set[Node]] = defaultdict(set)
    for fact in facts:
        if fact.subject == node:
            found[fact.property, True].add(fact.object)
        if fact.object == node:
            found[fact.property, False].add(fact.subject)
    return found
