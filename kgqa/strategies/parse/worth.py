"""What goods are worth, where the graph keeps how many there are and what one of them costs: "what is this
order worth", "Bestellwert", "what is our stock worth".

In: the words of a question, its links, the schema. Out: a definition of what the words mean, "quantity times
unit price", for the class that is nearest to what the question speaks of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgqa.forms.quantities import is_of_a_piece, is_order, is_quantity
from kgqa.language import Language, everywhere
from kgqa.language.operations import places
from kgqa.linking.tokens import Token, folded_words
from kgqa.schema import Schema
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.formulas import Definition
from kgqa.strategies.parse.formulas.formula import Aggregation, Operation, Phrase
from kgqa.strategies.parse.formulas.words import words_of
from kgqa.types import LinkedQuestion, TermKind
from kgqa.values.units import is_currency, without_unit

_SCHEMAS = 8  # of which it is kept what is sold


@dataclass(frozen=True, slots=True)
class Lines:
    """A class whose things have a quantity and the price of a piece; with the `total` of each, if the graph
    has that too: "line value".
    """

    cls: str
    quantity: str
    price: str
    total: str | None = None

    @property
    def factors(self) -> tuple[str, ...]:
        """The numbers that come to what a line is worth: its total, or its quantity and its price."""
        return (self.total,) if self.total else (self.quantity, self.price)


def worths(
    tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language
) -> Iterator[Definition]:
    """One for each phrase that says so, unless the graph says itself what the things are worth."""
    words = [t.folded for t in tokens]
    # "With the value" asks for the value of what is ranked.
    again = {i for place in places(words, lang.phrases("further")) for i in place}
    found = [p for p in places(words, sorted(lang.phrases("worth.said"))) if again.isdisjoint(p)]
    said = {" ".join(words[i] for i in place): place for place in found}
    if not said:
        return
    best = [n.matches[0] for n in linked.links if n.matches]
    kinds = {m.iri for m in best if m.kind is TermKind.CLASS} | {c for m in best for c in m.classes}
    named = {m.iri for m in best if m.kind is TermKind.PROPERTY}
    beside = {cls for hop in schema.steps(*sorted(kinds)) for cls in hop.to} if kinds else set()
    for phrase, place in said.items():
        called = {iri for word in phrase.split() for iri in schema.called(word, lang)}
        is_sold, is_each = (phrase in lang.phrases(name) for name in ("worth.sold", "worth.each"))
        known = [iri for iri in called if _is_money(schema, iri) and not is_quantity(schema, iri)]
        near = [iri for iri in known if schema.overlap(kinds | beside, schema.subjects(iri))]
        near = [] if is_each and set(near) <= {p.total for p in _pairs(schema)} else near
        if near or (known and is_sold and not is_each):
            continue
        pairs = [p for p in _pairs(schema) if not (is_sold and is_stock(schema, p.quantity))]
        if is_each and (own := sold(schema)) is not None:
            pairs = [own]  # "order value" is that of what is sold
        pair = _nearest(pairs, kinds, beside, named)
        if pair is not None:
            labels = ((iri, without_unit(schema.ontology.label(iri, lang.code))) for iri in pair.factors)
            factors = tuple(Phrase(label, -1, -1, iri=iri) for iri, label in labels)
            worth = Aggregation("SUM", factors[0] if pair.total else Operation("*", factors))
            yield Definition(phrase, worth)
            before = words[place.start - 1] if place.start else ""
            whole = orders(schema)
            if len(whole) == 1 and is_each and _is_average(before, lang):
                order = Phrase(schema.ontology.label(next(iter(whole)), lang.code), -1, -1)
                each = Operation("/", (worth, Aggregation("COUNT", order)))
                yield Definition(f"{before} {phrase}", each)


def _is_average(word: str, lang: Language) -> bool:
    return words_of(lang).aggregate.get(word) == "AVG"


@lru_cache(_SCHEMAS)
def sold(schema: Schema) -> Lines | None:
    """The lines of what is sold, and not bought; None for several of them."""
    found = [p for p in _pairs(schema) if not is_stock(schema, p.quantity)]
    found = [p for p in found if not _is_bought(schema, p.cls)] or found
    return found[0] if len(found) == 1 else None


def _is_bought(schema: Schema, cls: str) -> bool:
    """Whether a class is called what is bought by: "purchase order", "Bestellposition Einkauf"."""
    words = folded_words(schema.ontology.label(cls))
    return not everywhere("trade.bought").isdisjoint(words)


@lru_cache(_SCHEMAS)
def orders(schema: Schema) -> frozenset[str]:
    """The classes of the orders or bills in which the lines of what is sold stand, each in one."""
    found = sold(schema)
    hops = schema.steps(found.cls) if found else ()
    to_one = (h for h in hops if leads_to_one(schema.ontology, h.property, forward=h.forward))
    return frozenset(c for hop in to_one for c in hop.to if is_order(schema, c))


def _pairs(schema: Schema) -> Iterator[Lines]:
    """The classes whose things have one quantity and one price of a piece."""
    for cls in schema.ontology.classes:
        own = [p for p in schema.data_properties(cls) if schema.is_numeric(p) and schema.uses(p)]
        known = schema.ontology.properties
        prices = [p for p in own if is_currency(known[p].unit) and is_of_a_piece(schema, p)]
        numbers = [p for p in own if p not in prices and (is_quantity(schema, p) or is_stock(schema, p))]
        if len(prices) == len(numbers) == 1:
            named = [p for p in own if p not in prices and is_currency(known[p].unit) and is_worth(schema, p)]
            yield Lines(cls, numbers[0], prices[0], named[0] if len(named) == 1 else None)


def is_worth(schema: Schema, prop: str) -> bool:
    """Whether an amount is called what something comes to: "line value", "Positionswert"."""
    words = folded_words(without_unit(schema.ontology.label(prop)))
    return any(word.endswith(tuple(everywhere("worth.totals"))) for word in words)


def is_stock(schema: Schema, prop: str) -> bool:
    """Whether a number is called how many there are in stock."""
    words = set(folded_words(without_unit(schema.ontology.label(prop))))
    return bool(words & {w for phrase in everywhere("stock.nouns") for w in phrase.split()})


def _is_money(schema: Schema, prop: str) -> bool:
    known = schema.ontology.properties.get(prop)
    return schema.is_numeric(prop) and known is not None and (is_currency(known.unit) or not known.unit)


def _nearest(pairs: Sequence[Lines], kinds: set[str], beside: set[str], named: set[str]) -> Lines | None:
    """The quantity and price of the class that the question names, whose numbers it names, or that is one
    step away from a class that it names; None where there are several.
    """
    for wanted in (
        [p for p in pairs if p.cls in kinds or named & {p.quantity, p.price, p.total}],
        [p for p in pairs if p.cls in beside],
        list(pairs),
    ):
        if wanted:
            return wanted[0] if len(wanted) == 1 else None
    return None
