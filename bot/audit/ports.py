"""What the auditors' side asks of the outside, in our own types."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol, runtime_checkable

from bot.cards.notice import Notice
from bot.digest.schedule import Reader
from kgqa.audit import SignedIn


@runtime_checkable
class Notifying(Protocol):
    """A chat platform that posts what nobody asked for."""

    name: str

    async def notify(self, to: Reader, notice: Notice) -> None:
        """Posts a notice for a channel or a person. Raises NotPosted when it is certain that it was not; any
        other exception leaves that open.
        """
        ...


class Sessions(Protocol):
    """Who is signed in; a token is known here by its hash alone. All raise OperatorsMove."""

    async def begin(self, token: str, signed_in: SignedIn) -> None:
        """Keeps a session."""
        ...

    async def of(self, token: str, now: datetime) -> SignedIn | None:
        """Whose session it is; None for one that is over or was never begun."""
        ...

    async def end(self, token: str) -> None:
        """Ends a session."""
        ...
