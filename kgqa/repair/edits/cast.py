"""*Cast*: a text that is a date or a number is turned into one before it is compared, ordered or added up.

In: a case. Out: the query with `xsd:date(?d)` for `?d` wherever such a text is taken as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kgqa.check.casts import casts
from kgqa.check.rule import Case
from kgqa.check.words import name
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import ParsedQuery
from kgqa.wording.said import say

NAME = "cast"


def propose(case: Case) -> Iterator[Edit]:
    found = list(casts(case))
    if not found:
        return
    kinds, new = tuple({type(each.old) for each in found}), {each.old: each.new for each in found}

    def change(value: object) -> object:
        return new.get(value) if isinstance(value, kinds) else None

    yield Edit(
        kind=NAME,
        query=cast("ParsedQuery", exchanged(case.query, change)),
        what=say(
            "The texts of {name} are read as what they spell.", name=name(found[0].behind, case.ontology)
        ),
        tier=Tier.SPELLING,
    )


KIND = EditKind(
    name=NAME,
    why="Exports write dates and numbers as texts, and a query does not show it.",
    propose=propose,
)
