"""*Unnamed*: an unnamed thing of which several parts of a query speak becomes a variable.

In: a case. Out: the query with a variable in all places of a blank node's label; what is shown stays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from kgqa.check.rule import Case
from kgqa.check.rules.unnamed import shared
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import fresh
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import Blank, ParsedQuery, Select, Var
from kgqa.wording.said import say

NAME = "unnamed"


def propose(case: Case) -> Iterator[Edit]:
    for node in shared(case):
        yield Edit(
            kind=NAME,
            query=_named(case.query, node, Var(fresh(case.query, "thing"))),
            what=say("What is unnamed gets a name, since several parts of the query speak of it."),
            tier=Tier.SPELLING,
        )


def _named(query: ParsedQuery, old: Blank, new: Var) -> ParsedQuery:
    select = exchanged(query.select, lambda value: new if value == old else None)
    return replace(query, select=cast("Select", select))


KIND = EditKind(
    name=NAME,
    why="Models use a blank node's label as they use a variable.",
    propose=propose,
)
