"""An edit: one small change of a query that may put it right.

In: a case that the check refused. Out: changed queries, each with what was done in words. Whether one of
them is right is decided in `kgqa.repair.certain`; an edit only proposes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum

from kgqa.check.rule import Case
from kgqa.sparql.model import ParsedQuery
from kgqa.wording.said import Said


class Tier(IntEnum):
    """How near an edit stays to what was written; of two that pass, the nearer one is meant, unless the other
    one casts doubt on it.
    """

    SPELLING = 0  # the same word, spelled right
    TURNED = 1  # the same terms, the other way round
    ADDED = 2  # the same terms, with a step between or a name beside
    EXCHANGED = 3  # another term in a term's place
    THINKABLE = 4  # a term that nothing written hints at: never made, it only casts doubt


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """`query` is the whole query after the edit (its `text` is not looked at); `what` is a sentence for a
    reader of the trace: "“sold by” is asked of the order." Where `doubts` is a tier, edits of that tier and
    further ones are not certain beside this one: it may be what was meant instead.
    """

    kind: str
    query: ParsedQuery
    what: Said
    tier: Tier
    doubts: Tier | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EditKind:
    """A kind of edit: its reason, and the function that proposes edits for a case. One kind, one file."""

    name: str
    why: str
    propose: Callable[[Case], Iterable[Edit]]
