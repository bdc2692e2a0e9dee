"""What is found out about an expression: its kinds, whether it can hold, and its faults.

In: nothing. Out: `Reading`, made by `kgqa.check.kinds_of`.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from enum import IntEnum

from kgqa.check.functions import How
from kgqa.check.kinds import UNKNOWN, Value
from kgqa.sparql.model import Expr

Known = MutableMapping[str, Value]  # the variables that are bound somewhere


class Outcome(IntEnum):
    """What is known of an expression before it is evaluated."""

    OPEN = 0
    FALSE = 1  # it is never true
    FAILS = 2  # it is an error for every solution


@dataclass(frozen=True, slots=True)
class Fault:
    """`operand` is used as `how` says, which its kinds do not allow; `other` is what it is compared with.
    `unseen` says that only the data excludes it, `harmless` that what stands around it can hold all the same.
    """

    how: How
    operand: Expr
    kinds: Value
    other: Expr | None = None
    other_kinds: Value = UNKNOWN
    unseen: bool = False
    harmless: bool = False
    inside: Expr | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    kinds: Value
    outcome: Outcome = Outcome.OPEN
    faults: tuple[Fault, ...] = ()
