"""Goods that are sold: "our best-selling product", "our biggest customers", "orders over 10,000 euros".

In: the words of a question and the schema. Out: what ranks goods by the total quantity of the lines in which
they stand, and customers and orders by what their lines come to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.forms.form import Calculation, Computed, Fact, Order
from kgqa.forms.quantities import goods_of, quantities
from kgqa.language import Language, fold
from kgqa.language.operations import places
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.meaning import End, Found_, Limited, Role, Set
from kgqa.strategies.parse.measures import GUESSED
from kgqa.strategies.parse.totals import Totals
from kgqa.strategies.parse.worth import orders, sold
from kgqa.values.units import is_currency


@dataclass(frozen=True)
class Trade:
    """What customers and orders are worth, for one question's words."""

    totals: Totals

    @property
    def schema(self) -> Schema:
        return self.totals.patterns.schema

    def greatest(self, found: Found, other: Set, limit: int) -> Iterator[Found_]:
        """“Our biggest customers" buy for the most money; the "biggest order" comes to the most."""
        said, lang = " ".join(self.totals.words[found.first : found.last + 1]), self.totals.lang
        label = self.schema.ontology.label
        nouns = {w for c in self._kinds(other) for w in fold(label(c, lang.code)).split()}
        buys = not nouns.isdisjoint(lang.phrases("trade.buyers"))
        is_said = said in lang.phrases("trade.great") and (buys or self._is_order(other))
        if is_said and (worth := _worth(f"l{found.first}", self.schema)) is not None:
            most = worth.changed(role=Role.MOST, summed="SUM", high=found.high, limit=limit)
            yield from ((m, GUESSED + c) for m, c in self.totals.of(other, most))

    def limited(self, one: Set, limit: Limited) -> Iterator[Found_]:
        """“Orders over 10,000 euros": what their lines come to, if no amount of theirs is known."""
        found, measures = limit.found, self.totals.measures
        is_bound = limit.operator in ("<", "<=", ">", ">=") and limit.until is None and not limit.measures
        is_money = any(map(is_currency, found.units)) and not any(True for _ in measures.in_units(one, found))
        worth = _worth(f"l{found.first}", self.schema) if is_bound and is_money else None
        number = measures.in_unit(worth.focus.literal, limit) if worth is not None else None
        if worth is not None and number is not None and self._is_order(one):
            bound = worth.changed(role=Role.BOUND, summed="SUM", operator=limit.operator, number=number)
            yield from ((m, GUESSED + c) for m, c in self.totals.of(one, bound))

    def goods(self, other: Set) -> Set | None:
        """“What did Porto order": the goods in the lines of such orders."""
        lines = sold(self.schema)
        goods = goods_of(self.schema, lines.cls) if lines else None
        if lines is None or goods is None or not isinstance(other.focus.node, str) or not other.is_plain:
            return None
        line, thing = f"{other.focus.node}_line", f"{other.focus.node}_goods"
        for hop in self.schema.steps(lines.cls):
            if other.focus.classes & frozenset(hop.to) & orders(self.schema):
                ends = (line, other.focus.node) if hop.forward else (other.focus.node, line)
                facts = (*other.facts, Fact(ends[0], hop.property, ends[1]), Fact(line, goods[0], thing))
                kinds = frozenset(filter(None, self.schema.objects(goods[0])))
                return other.changed(focus=End(thing, kinds), facts=facts)
        return None

    def pieces(self, other: Set) -> Set | None:
        """The total quantity of the lines of what is sold, of things that may be such lines or others."""
        lines, node = sold(self.schema), other.focus.node
        if lines is None or not isinstance(node, str) or not {lines.cls} < other.focus.classes:
            return None
        goods = goods_of(self.schema, lines.cls)
        if goods is None or not any(f.property == goods[0] and f.subject == node for f in other.facts):
            return None
        line = other.changed(
            focus=End(node, frozenset((lines.cls,))), types=(*other.types, (node, lines.cls))
        )
        made = self.totals.measures.valued(line, lines.quantity)
        return made and made.changed(function="SUM")

    def _is_order(self, one: Set) -> bool:
        return not orders(self.schema).isdisjoint(self._kinds(one))

    def _kinds(self, one: Set) -> frozenset[str]:
        return frozenset(c for v, c in one.types if v == one.focus.node)


def _worth(line: str, schema: Schema) -> Set | None:
    """The numbers of what is sold, quantity times price; None where no class of lines has both."""
    lines = sold(schema)
    if lines is None:
        return None
    facts = tuple(Fact(line, prop, f"{line}_{n}") for n, prop in enumerate(lines.factors))
    if lines.total:
        return Set(focus=End(f"{line}_0", literal=lines.total), facts=facts, named=True)
    value = f"{line}_worth"
    product = Computed(value, Calculation("*", tuple(str(f.object) for f in facts)))
    return Set(focus=End(value, literal=lines.price), facts=facts, bound=(product,), named=True)


def best_sold(words: list[str], schema: Schema, lang: Language) -> Iterator[tuple[range, Set]]:
    """The phrases for what sells best or worst. For each class of lines: their quantities, by which goods
    that are named are ranked, and the goods themselves. What "makes the most money" is ranked by its worth.
    """
    for place in places(words, lang.phrases("trade.dearest")):
        if (worth := _worth(f"l{place.start}", schema)) is not None:
            yield place, worth.changed(role=Role.MOST, summed="SUM", high=True, limit=1)
    for name, is_best in (("trade.best", True), ("trade.worst", False)):
        for place in places(words, lang.phrases(name)):
            for cls, step, prop in quantities(schema):
                line, number, goods = (f"{mark}{place.start}" for mark in ("l", "n", "g"))
                value = Set(focus=End(number, literal=prop), facts=(Fact(line, prop, number),), named=True)
                ranked = value.changed(open=End(line, frozenset((cls,))), role=Role.MOST, summed="SUM")
                yield place, ranked.changed(high=is_best, limit=1)
                kinds = frozenset(filter(None, schema.objects(step)))
                listed = Set(
                    focus=End(goods, kinds), facts=(Fact(line, step, goods), *value.facts), named=True
                )
                yield place, listed.changed(order=Order(number, is_best, function="SUM"), limit=1)
