"""What adds up: the amounts of many things that people mean together, "revenue in 2024", and measures in
units that do.

In: a schema and a property. Out: whether its numbers are added when nothing else is said.
"""

from __future__ import annotations

from kgqa.language import everywhere, fold
from kgqa.schema.schema import Schema
from kgqa.values.units import is_currency, same_dimension

EXTENSIVE = ("h", "km", "kg", "l", "kWh")
_PART = 3  # letters of the shortest other part of a compound


def extends(schema: Schema, prop: str) -> bool:
    """Whether what is measured adds up by its unit: hours and kilometres, but no per cent."""
    known = schema.ontology.properties.get(prop)
    return known is not None and any(same_dimension(known.unit, unit) for unit in EXTENSIVE)


def is_additive(schema: Schema, prop: str) -> bool:
    """Whether amounts of many things are meant together, when nothing else is said: revenue, rainfall,
    "Rechnungsbetrag"; not what one piece costs.
    """
    words = fold(schema.ontology.label(prop)).split()
    if not everywhere("weighted.piece").isdisjoint(words):
        return False
    added = everywhere("additive_words")
    known = schema.ontology.properties.get(prop)
    # The value of an order adds up, and that of a reading does not.
    if known is not None and is_currency(known.unit):
        added |= everywhere("amount_words")
    return schema.is_numeric(prop) and any(
        word in added or any(word.endswith(w) for w in added if len(w) > _PART) for word in words
    )
