"""In what currency an amount is meant: "above 500 euro", "what does it cost in dollars".

In: the words of a question, or a set with amounts and the codes that they may be told in. Out: where the
words say a currency; the set with the currency of its amounts, where the graph keeps that beside them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kgqa.forms.form import Fact, Literal
from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.strategies.parse.meaning import End, Set
from kgqa.values.currencies import named
from kgqa.values.units import is_currency


def told_in(tokens: Sequence[Token], lang: Language) -> tuple[int, tuple[str, ...]] | None:
    """The token of a currency that an answer is wanted in, and its codes: "in dollars"; None for none."""
    for i in range(1, len(tokens)):
        codes = named(tokens[i].text)
        if codes and tokens[i - 1].folded in lang.phrases("standing"):
            return i, codes
    return None


def in_currency(one: Set, codes: Collection[str], schema: Schema, lang: Language) -> Set | None:
    """A set whose amounts are in one of these currencies; None where they are in another, or it has none."""
    is_money = False
    for fact in one.facts:
        known = schema.ontology.properties.get(fact.property)
        unit = known.unit if known else ""
        if is_currency(unit):
            if unit not in codes:
                return None
            is_money = True
        elif schema.is_numeric(fact.property) and isinstance(fact.object, str):
            code = next(iter(codes))
            made = with_currency(one, End(fact.object, literal=fact.property), code, schema, lang)
            is_money = is_money or made is not one
            one = made
    return one if is_money else None


def with_currency(one: Set, amount: End, code: str, schema: Schema, lang: Language) -> Set:
    """A set whose amount has a currency beside it; as it is where the graph keeps none there."""
    owner = next((f.subject for f in one.facts if f.object == amount.node), None)
    kept = schema.called("currency", lang)
    beside = {p for c in schema.subjects(amount.literal) if c for p in schema.data_properties(c)}
    prop = min(beside.intersection(kept), default=None)
    if owner is None or prop is None:
        return one
    fact = Fact(owner, prop, Literal(code))
    return one if fact in one.facts else one.changed(facts=(*one.facts, fact))
