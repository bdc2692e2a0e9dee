"""An installation: what Slack gave when somebody installed the app, and where such things are kept."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Protocol, Self


class Book(Protocol):
    """Where installations are kept, encrypted; all raise OperatorsMove. Texts have versions, and are replaced
    only by who knows them.
    """

    async def get(self, name: str) -> tuple[str, int] | None:
        """A text and its version."""
        ...

    async def put(self, name: str, text: str) -> None:
        """Keeps a text in the place of whatever was there."""
        ...

    async def hold(self, name: str, version: int, seconds: float) -> bool:
        """Whether the next version is ours to write, for so many seconds."""
        ...

    async def replace(self, name: str, text: str, *, version: int) -> bool:
        """Writes the version after `version`; False when it is another by now."""
        ...

    async def release(self, name: str, version: int) -> None:
        """Lets another write the next version."""
        ...

    async def delete(self, name: str) -> bool:
        """Whether there was anything."""
        ...

    async def begin(self, state: str, seconds: float) -> None:
        """Notes an install that begins."""
        ...

    async def end(self, state: str) -> bool:
        """Whether this install was begun lately, and is not taken back yet: True once."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """`refresh` and `expires_at` are of a rotating token, else "" and 0. `enterprise` is the organisation's
    id; `org_wide` says that the token is good in all of its workspaces.
    """

    team: str
    enterprise: str
    org_wide: bool
    token: str = field(repr=False)
    refresh: str = field(repr=False)
    expires_at: float
    user: str
    bot: str
    home: str
    scopes: str
    installed_at: float

    @property
    def name(self) -> str:
        """Under which it is kept."""
        return name_of(self.enterprise if self.org_wide else self.team)

    @classmethod
    def granted(cls, grant: dict[str, Any], *, bot: str, home: str, now: float) -> Self:
        """From what `oauth.v2.access` answered; `bot` and `home` are of `auth.test`."""
        return cls(
            team=str((grant.get("team") or {}).get("id") or ""),
            enterprise=str((grant.get("enterprise") or {}).get("id") or ""),
            org_wide=bool(grant.get("is_enterprise_install")),
            token=str(grant["access_token"]),
            refresh=str(grant.get("refresh_token") or ""),
            expires_at=now + float(grant["expires_in"]) if grant.get("expires_in") else 0.0,
            user=str(grant.get("bot_user_id") or ""),
            bot=bot,
            home=home,
            scopes=str(grant.get("scope") or ""),
            installed_at=now,
        )

    def renewed(self, grant: dict[str, Any], *, now: float) -> Installation:
        """With the tokens that came for its refresh token."""
        return replace(
            self,
            token=str(grant["access_token"]),
            refresh=str(grant.get("refresh_token") or self.refresh),
            expires_at=now + float(grant.get("expires_in") or 0),
        )

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of(cls, text: str) -> Self:
        return cls(**json.loads(text))


def name_of(where: str) -> str:
    """What the installation of a workspace or an organisation is kept under."""
    return f"slack:{where}"
