"""What the auditors' pages ask of the outside, in our own types."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from kgqa.audit import SignedIn


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
