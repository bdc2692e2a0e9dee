"""The rules by which the words of a comparison become one: "at least" "twice" "as heavy as" "the Spar 3".

In: two meanings, one behind the other. Out: what they mean together: how many times, how much more, than
what; a set with its comparison; what two have in common; by how much two differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.forms.form import (
    Thing,
)
from kgqa.language import Language
from kgqa.strategies.parse.cues import Cue
from kgqa.strategies.parse.held import Held
from kgqa.strategies.parse.meaning import (
    TURNED,
    Compared,
    Found_,
    Joint,
    Like,
    Limited,
    Meaning,
    Operator,
    Pair,
    Set,
    Shared,
    Standard,
)
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.patterns import Patterns
from kgqa.strategies.parse.sharing import Sharing

BEFORE = 0.2  # what it costs that a comparison stands before what is held to it


@dataclass(frozen=True)
class Comparing:
    """Comparisons over one schema, for one question's words."""

    patterns: Patterns
    measures: Measures
    lang: Language

    @cached_property
    def held(self) -> Held:
        return Held(self.patterns, self.measures)

    @cached_property
    def sharing(self) -> Sharing:
        return Sharing(self.patterns, self.measures)

    def together(self, one: Meaning, other: Meaning, gap: tuple[str, ...]) -> Iterator[Found_]:
        """What two stretches mean together, with the words between them."""
        if isinstance(one, Operator):
            yield from self._led(one, other, gap)
        elif isinstance(one, Joint) and isinstance(other, Compared):
            if not (one.any or one.apart) and other.than is not None:
                yield other, 0.1  # "heavier than the one and cheaper than the other"
        elif isinstance(one, Limited) and isinstance(other, Operator):
            if other.found.cue is Cue.COMPARISON and other.found.operator in ("<", ">"):
                yield Compared(other.found.operator, other.found, more=one), 0.0
        elif isinstance(one, Compared) and one.than is None:
            if (than := self._standard(other, gap)) is not None:
                yield replace(one, than=than), 0.0
        elif isinstance(one, Standard) and isinstance(other, Set):
            yield from self._of_many(one, other, gap)
        elif isinstance(one, Shared) and isinstance(other, Standard):
            yield from self.sharing.shared_with(one.of, other)
        elif isinstance(one, Set) and isinstance(other, Standard):
            if other.of is not None and self._is_one(one) and self._is_one(other.of):
                yield Pair(one, other.of), 0.0
        elif isinstance(one, Set) and isinstance(other, Compared):
            yield from self.held.held(one, other)
        elif isinstance(one, Compared) and isinstance(other, Set) and other.is_value:
            yield from ((m, c + BEFORE) for m, c in self.held.held(other, one))

    # ── the words of a comparison ────────────────────────────────────────────────────────────────

    def _led(self, operator: Operator, other: Meaning, gap: tuple[str, ...]) -> Iterator[Found_]:
        found = operator.found
        than = self._standard(other, gap)
        match found.cue:
            case Cue.COMPARISON if than is not None:
                yield Compared(found.operator, found, than), 0.0
            case Cue.COMPARISON if isinstance(other, Compared) and other.more is None and not found.measures:
                if other.found.operator == "=":  # "at least twice as much as"
                    yield replace(other, operator=found.operator), 0.0
            case Cue.COMPARISON if isinstance(other, Operator) and not found.measures:
                # "at least as heavy as"
                if other.found.cue is Cue.COMPARISON and other.found.operator == "=":
                    high = other.found.high
                    turned = found.operator if high else found.operator.translate(TURNED)
                    yield Compared(turned, other.found), 0.0
            case Cue.TIMES:
                factor = found.number or 1.0
                operator_ = ">=" if factor > 1 else "<="
                if than is not None and _is_number(than):  # "twice the average", "twice the price of"
                    yield Compared(operator_, replace(found, operator="="), than, factor), 0.0
                elif isinstance(other, Operator) and other.found.operator == "=" and other.found.high:
                    yield Compared(operator_, other.found, times=factor), 0.0
            case Cue.THAN if isinstance(other, Set) and than is not None:
                yield than, 0.0
            case Cue.SAME if isinstance(other, Set) and other.is_plain and other.like is None:
                both = other.changed(like=Like(other.focus.node))  # "do Ada and Grace have the same …"
                yield both if found.function else Shared(other), 0.0
            case Cue.DIFFERENCE if isinstance(other, Pair):
                yield from self.sharing.difference(operator, other)

    def _standard(self, other: Meaning, gap: tuple[str, ...]) -> Standard | None:
        """What stands behind "than"."""
        if isinstance(other, Standard):
            return other
        if not isinstance(other, Set) or other.like is not None:
            return None
        if not other.is_plain:  # "heavier than the lightest mast"
            is_one = other.changed(order=None).is_plain and other.limit == 1 and not other.is_value
            return Standard(other) if is_one and isinstance(other.focus.node, str) else None
        own = bool(set(gap) & self.lang.phrases("compare.own"))
        is_related = other.open is not None or (bool(other.types) and not other.facts)
        if (own and is_related) or (other.is_value and other.open is not None):
            return Standard(other, own=True)
        return Standard(other) if self._is_one(other) else None

    def _is_one(self, other: Set) -> bool:
        """Whether a set is one thing, or the value of one: "the Spar 3", "boat 4711", "the price of …"."""
        if not other.is_plain or other.open is not None:
            return False
        if other.filters and isinstance(other.focus.node, Thing):
            return False  # a comparison of its own
        end = self.measures.owner(other) if other.is_value else other.focus
        known = {f.variable for f in other.filters if f.operator == "="}
        unit = self.measures.unit  # "built in 2010", and no "5 % discount"
        keys = (f for f in other.facts if end is not None and f.subject == end.node and not unit(f.property))
        return end is not None and (isinstance(end.node, Thing) or any(f.object in known for f in keys))

    def _of_many(self, standard: Standard, other: Set, gap: tuple[str, ...]) -> Iterator[Found_]:
        """“the average weight", "the average weight of masts", "the average of their department"."""
        if not standard.function or not set(gap) <= self.lang.phrases("compare.within"):
            return
        if not other.is_plain or other.like is not None:
            return
        if set(gap) & self.lang.phrases("compare.own"):
            if standard.key is None:
                yield replace(standard, key=other), 0.0
        elif standard.of is None and (other.is_value or other.open is None):
            yield replace(standard, of=other), 0.0


def _is_number(than: Standard) -> bool:
    """Whether something is compared with a number, and not with a thing by a number of its own."""
    return bool(than.function) or (than.of is not None and than.of.is_value)
