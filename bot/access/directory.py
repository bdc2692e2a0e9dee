"""What is asked of a directory of people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Directory(Protocol):
    """Who is in which group of a chat platform, who reads a channel, and what both are called. All raise
    OperatorsMove.
    """

    @property
    def platform(self) -> str:
        """The platform whose people it knows."""
        ...

    async def groups(self, tenant: str, named: frozenset[str]) -> Mapping[str, frozenset[str]]:
        """The ids of the members of each group, by each name of the group in small letters; of those that are
        `named` at least, as far as there are such.
        """
        ...

    async def is_guest(self, tenant: str, person: str, address: str) -> bool:
        """Whether somebody is a guest there, or of another organisation, or unknown. `address` is that of
        their message, "" where there is none.
        """
        ...

    async def readers(self, tenant: str, channel: str, address: str) -> frozenset[str] | None:
        """The ids of all who can read a channel; None where that is everybody, or cannot be told. `address`
        is that of the message that is answered there, or of a press elsewhere.
        """
        ...

    async def person_name(self, tenant: str, person: str, channel: str) -> str:
        """What somebody is called who wrote in a channel; "" where the platform does not tell."""
        ...

    async def channel_name(self, tenant: str, channel: str) -> str:
        """What a channel is called; "" where it has no name, or the platform does not tell."""
        ...
