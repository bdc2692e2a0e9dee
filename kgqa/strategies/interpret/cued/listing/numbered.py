"""Things without a name, which are known by a number: "container 880396".

In: a draft and the number right behind their noun. Out: drafts in which the thing has this number.
"""

from __future__ import annotations

from kgqa.language import fold
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.listing.identity import identifier
from kgqa.strategies.interpret.cues import Found
from kgqa.strategies.interpret.draft import Draft, Spot, own_literal
from kgqa.strategies.interpret.form import Filter, Literal
from kgqa.values.telling import plain


def with_number(on: Context, draft: Draft, spot: Spot, cls: str, number: Found) -> Draft | None:
    """The draft in which a thing of the class is the one of this number; None where numbers tell no things of
    this class apart.
    """
    key = identifier(on.schema, cls, on.reader.names)
    if key is None or number.number is None or number.unit:
        return None
    made, variable = own_literal(draft, spot, key, on.schema, -1)
    same = Filter(variable, "=", (Literal(plain(number.number), number=True),))
    return made.changed(filters=(*made.filters, same), cost=draft.cost)


def numbered_before(on: Context, draft: Draft, n: int, number: Found) -> Draft | None:
    """The draft in which a thing that a formula is worked out of has the number of piece `n`: "the ratio of
    weight to volume of shipment 50301".
    """
    first = on.reading.pieces[n].first
    before = on.reading.pieces[n - 1] if n else None
    if before is None or before.found is None or before.found.formula is None or before.last != first - 1:
        return None
    noun = on.lang.lemma(on.tokens[first - 1].text)
    for spot in draft.spots:
        for cls in spot.classes if isinstance(spot.node, str) and spot.named else ():
            if fold(on.schema.ontology.label(cls, on.lang.code)).split()[-1:] == [noun]:
                return with_number(on, draft, spot, cls, number)
    return None
