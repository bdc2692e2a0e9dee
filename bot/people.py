"""People whom the settings name: reviewers, editors, admins; and who is at this machine."""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterable
from dataclasses import dataclass

from bot.message import Message


@dataclass(frozen=True, slots=True)
class People:
    """`names` are the ids (or addresses) by which platforms call people; with platform and tenant before it
    ("slack:T0123:U0456") a name means nobody of another place.
    """

    names: frozenset[str] = frozenset()

    @classmethod
    def of(cls, names: Iterable[str]) -> People:
        return cls(frozenset(name.strip().casefold() for name in names if name.strip()))

    def __bool__(self) -> bool:
        return bool(self.names)

    def has(self, message: Message) -> bool:
        """Whether who sent this is one of them."""
        return self.names_one(message.platform, message.tenant, message.person)

    def names_one(self, platform: str, tenant: str, person: str) -> bool:
        """Whether the person of a platform and a tenant is one of them."""
        whole = f"{platform}:{tenant}:{person}".casefold()
        return bool(person) and (person.casefold() in self.names or whole in self.names)


def own_user() -> str:
    """Who is at this machine; where it knows no name for them, as in some containers, their number."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return f"uid-{os.getuid()}"
