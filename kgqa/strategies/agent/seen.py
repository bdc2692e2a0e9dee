"""What an action has shown.

In: nothing. Out: the form that the results of all actions have: they are put into words in the order in which
they were asked for, so that things get the same handles every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from kgqa.strategies.agent.handles import Handles
from kgqa.wording.said import Said, say

UNDONE = say("that did not work")


class Seen(Protocol):
    """The result of one action."""

    def told(self, handles: Handles) -> list[str]:
        """Lines for the model."""
        ...

    def summary(self) -> Said:
        """A phrase for the asker and the trace."""
        ...


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is nothing to see, in a sentence for the model; `short` is for the trace."""

    why: str
    short: Said = UNDONE

    def told(self, handles: Handles) -> list[str]:
        del handles
        return [self.why]

    def summary(self) -> Said:
        return self.short
