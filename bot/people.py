"""People whom the settings name: reviewers, editors, admins; and who is at this machine."""

from __future__ import annotations

import getpass
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.message import Message

PLATFORMS = ("slack", "teams", "web", "door", "audit", "terminal")  # whose people have whole ids
HERE = "local"  # whoever is at this machine
OBJECT = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")  # an id in Entra
_ALONE = re.compile(rf"[UW][A-Z0-9]{{4,}}|{OBJECT.pattern}|29:\S+|{HERE}")
_WHOLE = re.compile(r"([^:\s]+):[^:\s]*:([^\s@]+)")
_MEMBER = re.compile(r"[UW][A-Z0-9]+", re.IGNORECASE)


def is_person(written: str) -> bool:
    """Whether this may be the id of a person on some platform, alone or whole."""
    whole = _WHOLE.fullmatch(written)
    if whole is None:
        return _ALONE.fullmatch(written) is not None
    platform, person = whole[1].casefold(), whole[2]
    return platform in PLATFORMS and (platform != "slack" or _MEMBER.fullmatch(person) is not None)


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
