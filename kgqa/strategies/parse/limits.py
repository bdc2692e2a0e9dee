"""The rules for conditions on numbers and texts: "more than 20 kg", "a name that starts with A".

In: a set, a limit or a text. Out: the set held to it, each way with its cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.forms.form import Filter, Literal
from kgqa.forms.periods import is_dated
from kgqa.forms.quantities import is_quantity
from kgqa.language import Language
from kgqa.schema import Schema
from kgqa.schema.amounts import is_additive
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.currency import with_currency
from kgqa.strategies.parse.meaning import TURNED, WAS, End, Found_, Limited, Role, Set
from kgqa.strategies.parse.measures import NEXT, Measures
from kgqa.strategies.parse.worth import is_stock
from kgqa.values.units import is_currency, same_dimension

KNOWN = 0.05  # what it costs to limit a number that an earlier question spoke of
KEY = 0.1  # what it costs that a number behind a noun tells which one is meant
DATED = 3.0  # what it costs that an amount is a number that tells its year: "revenue 2024", "hours 2025"
_MOST_ROWS = 1000


@dataclass(frozen=True)
class Limits:
    """Conditions over one schema, for one question's words."""

    measures: Measures
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.measures.schema

    def limited(self, one: Set, limit: Limited, *, behind: bool) -> Iterator[Found_]:
        found = limit.found
        if not one.is_plain:
            return
        if found.number is None or not math.isfinite(found.number):
            return
        whole = is_count(found.number) and not found.units
        is_limit = not behind and limit.operator == "=" and not limit.is_exact  # "two orders"
        if is_limit and whole and not one.is_value and one.types:
            yield one.changed(limit=int(found.number)), 0.1
        yield from self._numbered(one, limit, behind=behind and whole)
        if one.is_value:
            prop = one.focus.literal
            value = self.measures.in_unit(prop, limit)
            if value is None or not self.schema.is_numeric(prop):
                return
            held = self._conditions(str(one.focus.node), limit.operator, value, limit, prop)
            owner = self.measures.owner(one)
            if owner is None:
                return
            equal = 0.0 if limit.operator != "=" or found.units else 0.3
            is_amount = is_additive(self.schema, prop) or bool(self.measures.unit(prop))
            equal += DATED if equal and _is_year(found.number) and is_amount else 0.0
            held_to = one.changed(focus=owner, open=None, filters=(*one.filters, *held))
            yield self._in_currency(held_to, one.focus, found), equal
            return
        is_bound = limit.operator != "=" or (limit.is_exact and whole)
        if not behind and is_bound and not found.units and isinstance(one.focus.node, str):
            if (limit.operator, found.number) == (">=", 1) and one.is_plain:
                yield one, 0.0  # "at least one part" is a part
            else:
                year = 2 * DATED if _is_year(found.number) else 0.0  # nobody has more than 2024 guests
                yield one.changed(role=Role.BOUND, operator=limit.operator, number=found.number), year
        yield from self._again(one, limit)
        if limit.measures or found.units:
            words = limit.measures
            for prop, dear in (
                self.measures.named(one.focus.classes, words) if words else self.measures.in_units(one, found)
            ):
                value = self.measures.in_unit(prop, limit)
                made = self.measures.valued(one, prop)
                if made is None or value is None or not self.schema.is_numeric(made.focus.literal):
                    continue
                operator = limit.operator
                if words and self.measures.is_inverse(words, prop):
                    operator = operator.translate(TURNED)
                held = self._conditions(str(made.focus.node), operator, value, limit, made.focus.literal)
                held_to = made.changed(focus=one.focus, filters=(*made.filters, *held))
                yield self._in_currency(held_to, made.focus, found), dear

    def _again(self, one: Set, limit: Limited) -> Iterator[Found_]:
        """A limit on a number that an earlier question spoke of: "only those above 5,000"."""
        if limit.operator == "=" and not limit.found.units:
            return  # "the five cheapest"
        for fact in one.facts:
            node, prop = str(fact.object), fact.property
            is_number = self.schema.is_numeric(prop) and not self.schema.is_key(prop)
            if not (is_number and node.startswith(WAS)):
                continue
            unit, units = self.measures.unit(prop), limit.found.units
            counts = is_quantity(self.schema, prop) or is_stock(self.schema, prop)
            fits = any(same_dimension(u, unit) if unit else is_currency(u) for u in units) or not units
            fits = fits and not (units and counts)  # "over 10 euros" is no number of pieces
            value = self.measures.in_unit(prop, limit) if fits else None
            if value is not None and (not limit.measures or self.measures.is_called(prop, limit.measures)):
                held = self._conditions(node, limit.operator, value, limit, prop)
                held_to = one.changed(filters=(*one.filters, *held))
                yield self._in_currency(held_to, End(node, literal=prop), limit.found), KNOWN

    def _in_currency(self, one: Set, amount: End, found: Found) -> Set:
        """A set whose amount has its currency beside it, where a currency is said: "above 500 euro"."""
        code = next(filter(is_currency, found.units), "")
        if not code or self.measures.unit(amount.literal):
            return one
        return with_currency(one, amount, code, self.schema, self.lang)

    def _numbered(self, one: Set, limit: Limited, *, behind: bool) -> Iterator[Found_]:
        """“container 4711”: what is known by its number."""
        if not behind or limit.operator != "=" or not one.types or one.open is not None or one.is_value:
            return
        for number, prop in enumerate(self.measures.keys(one.focus.classes)):
            made = self.measures.valued(one, prop)
            if made is not None:
                said = self.words[limit.found.first]
                value = Literal(said, number=self.schema.is_numeric(prop))
                same = Filter(str(made.focus.node), "=", (value,), text=not value.number)
                yield made.changed(focus=one.focus, filters=(*made.filters, same)), KEY + NEXT * number

    def _conditions(
        self, variable: str, operator: str, value: float, limit: Limited, prop: str
    ) -> tuple[Filter, ...]:
        if limit.until is None:
            return (Filter(variable, operator, (Literal(_plain(value), number=True),)),)
        most = self.measures.in_unit(
            prop, replace(limit, found=replace(limit.until, units=limit.found.units))
        )
        ends = ((">=", value), ("<=", most if most is not None else value))
        return tuple(Filter(variable, o, (Literal(_plain(v), number=True),)) for o, v in ends)

    def texted(self, one: Set, found: Found, *, behind: bool) -> Iterator[Found_]:
        """“A first name of 'Ada'", "with lead in their job title"; things by what they are called."""
        if not one.is_plain:
            return
        if one.is_value:
            prop, owner = one.focus.literal, self.measures.owner(one)
            is_text = not (self.schema.is_numeric(prop) or is_dated(self.schema, prop))
            if is_text and owner is not None and isinstance(owner.node, str):
                held = _text(str(one.focus.node), found)
                yield one.changed(focus=owner, open=None, filters=(*one.filters, held)), 0.0
        elif behind and found.operator != "=" and isinstance(one.focus.node, str):
            for number, prop in enumerate(self.measures.names(one.focus.classes)):
                made = self.measures.valued(one, prop)
                if made is not None:
                    held = _text(str(made.focus.node), found)
                    far = 0.5 if one.facts else 0.0  # "a surname that starts with A"
                    yield made.changed(focus=one.focus, filters=(*made.filters, held)), NEXT * number + far


def _text(variable: str, found: Found) -> Filter:
    return Filter(variable, found.operator, (Literal(found.text),), text=found.operator == "=")


def _is_year(number: float) -> bool:
    """Whether a number may be a year of our time."""
    return 1900 <= number < 2100 and number == int(number)  # noqa: PLR2004


def is_count(number: float) -> bool:
    """Whether a number may say how many rows are wanted."""
    return 0 < number <= _MOST_ROWS and number == int(number)


def _plain(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else repr(value)
