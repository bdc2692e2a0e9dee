"""Goods that are sold: "our best-selling product", "which product sells best", "our biggest customers".

In: the words of a question and the schema. Out: what ranks goods by the total quantity of the lines in which
they stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.forms.form import Calculation, Computed, Fact, Order
from kgqa.forms.quantities import quantities
from kgqa.language import Language
from kgqa.language.operations import places
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import End, Role, Set
from kgqa.strategies.parse.worth import sold


def worth_of_sales(mark: str, schema: Schema) -> Set | None:
    """What is sold comes to: the sum of quantity times price; None where no class of lines has both."""
    pair = sold(schema)
    if pair is None:
        return None
    line, value = f"l{mark}", f"l{mark}_worth"
    facts = tuple(Fact(line, prop, f"l{mark}_{n}") for n, prop in enumerate(pair))
    product = Computed(value, Calculation("*", tuple(str(f.object) for f in facts)))
    return Set(focus=End(value, literal=pair[0]), facts=facts, bound=(product,), function="SUM", named=True)


def best_sold(words: list[str], schema: Schema, lang: Language) -> Iterator[tuple[range, Set]]:
    """The phrases for what sells best or worst. For each class of lines: their quantities, by which goods
    that are named are ranked, and the goods themselves.
    """
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
