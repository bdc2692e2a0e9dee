"""Several numbers of one pattern: "price minus cost", "the average price and the number of products".

In: two sets whose numbers are asked for or worked with. Out: the pattern that has both, each with its cost;
and what a set stands for where values are worked out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.forms.form import Aggregate, Computed, Expression, Thing
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import TITLE, End, Set, swapped
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.patterns import FREE, UNSAID, Patterns

APART = 0.3  # what it costs that two numbers are asked for of different things


@dataclass(frozen=True)
class Values:
    """Numbers over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures

    @property
    def schema(self) -> Schema:
        return self.patterns.schema

    def beside(self, one: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """A set with the number of another one beside its own: of the same things, or worked out apart."""
        end, its = self._has(one), self._has(other)
        if end is None or its is None or not (isinstance(end.node, str) and isinstance(its.node, str)):
            return
        if other.counted and not other.named:
            return  # "how many in Norway" counts what the first number does
        if (one.counted and other.counted) or not self.schema.overlap(end.classes, its.classes):
            # “how many sites and how many plants in Norway": whether the sites are, too, isn't said
            is_apart = _is_limited(one) or not _is_limited(other)
            if is_apart and not (one.by or one.columns or other.columns):
                yield one.changed(apart=(*one.apart, other)), APART
            return
        of_it = swapped(other, its.node, end.node)
        bare = of_it.changed(open=None, function="", counted=False, worked=None, columns=())
        if not one.apart and (made := self.patterns.absorbed(one, bare, ())) is not None:
            column = column_of(of_it, len(one.columns))
            yield made.changed(columns=(*one.columns, column, *of_it.columns)), 0.0

    def of_these(self, one: Set, other: Set) -> Set:
        """“fees divided by the number of loans”: the loans that have the fees."""
        end = self._has(one)
        if end is None or not (other.counted and self.schema.overlap(end.classes, other.focus.classes)):
            return other
        return swapped(other, other.focus.node, end.node)

    def _has(self, one: Set) -> End | None:
        """What has a number, or is counted."""
        return one.open or (self.measures.owner(one) if one.is_value else one.focus)

    def together(self, one: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """Two sets whose values are worked with, by what has both."""
        bare = other.changed(function="", counted=False, worked=None)
        head = one.changed(function="", counted=False, worked=None)
        if one.open is not None and bare.open is not None:
            own = list(self.patterns.attached(head.changed(open=None, focus=one.open), bare))
            for made, dear in own:
                held = replace(one.open, classes=made.focus.classes)
                yield made.changed(focus=one.focus, open=held), dear
            if own:
                return
        end, other_end = self._has(one), self._has(bare)
        if end is None or other_end is None:
            return
        if end.node == other_end.node or (isinstance(end.node, Thing) and isinstance(other_end.node, Thing)):
            both = self.patterns.absorbed(head, bare, ())
            yield from [(both, 0.0)] if both is not None else ()
            return
        whole = bare.changed(open=None, focus=other_end)
        for made, dear in self.patterns.joined(head.changed(open=None, focus=end), whole):
            yield made.changed(focus=one.focus, open=one.open), FREE + UNSAID * dear


def value_of(one: Set) -> Expression:
    """What a set stands for in a calculation."""
    if one.worked is not None:
        return one.worked
    variable = str(one.focus.node)
    if one.counted:
        return Aggregate("COUNT", variable, distinct=True)
    return Aggregate(one.function, variable) if one.function else variable


def column_of(one: Set, number: int = -1) -> Computed:
    """What a set stands for as a column of its own, called as its formula is."""
    name = one.title or f"column{number + 1}"
    if one.function and any(c.name == name for c in one.bound):  # "average loss", of the losses
        name = f"{TITLE}{NAMES[one.function]} {name.removeprefix(TITLE)}"
    return Computed(name, value_of(one))


NAMES = {"AVG": "average", "SUM": "total", "MIN": "least", "MAX": "most"}


def _is_limited(one: Set) -> bool:
    """Whether a set is of some things and not of all of their kind."""
    ends = (n for f in one.facts for n in (f.subject, f.object))
    return bool(one.filters or one.absent) or not all(isinstance(n, str) for n in ends)
