"""What the desk tells those who run it: each question once, when nothing is left to do, and each delivery.

In: how questions end. Out: a log, metrics, traces, whatever listens. Hearing it neither waits nor raises.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from bot.message import Reply

Delivered = Literal["posted", "put_off", "uncertain", "given_up"]
Ended = Literal["posted", "given_up", "unsaid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One question: its reply, how it ended, the seconds of its stages in their order, and when it was asked.

    "waiting" is what passed before the work began here, by the clocks of the platform and of this machine;
    "sending" the way into the thread. Between them stand the stages of the core.
    """

    reply: Reply
    ended: Ended
    stages: Mapping[str, float]
    ended_at: datetime

    @property
    def seconds(self) -> float:
        """From the question to its end."""
        return sum(self.stages.values())


class Observer(Protocol):
    def answered(self, told: Told) -> None:
        """A question came to its end here."""
        ...

    def delivered(self, platform: str, how: Delivered) -> None:
        """A try to send an answer."""
        ...


class Nobody:
    """An `Observer` that does not listen."""

    def answered(self, told: Told) -> None:
        pass

    def delivered(self, platform: str, how: Delivered) -> None:
        pass
