"""What is asked of a directory of people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Directory(Protocol):
    """Who is in which group of a chat platform, and who reads a channel. All raise OperatorsMove."""

    @property
    def platform(self) -> str:
        """The platform whose people it knows."""
        ...

    async def groups(self, tenant: str) -> Mapping[str, frozenset[str]]:
        """The ids of the members of each group, by each name of the group in small letters."""
        ...

    async def is_guest(self, tenant: str, person: str) -> bool:
        """Whether somebody is a guest there, or of another organisation, or unknown."""
        ...

    async def readers(self, tenant: str, channel: str) -> frozenset[str] | None:
        """The ids of all who can read a channel; None where that is everybody, or cannot be told."""
        ...
