"""Who may come in, after the token has proved that Microsoft sent the activity.

The token does not bind the tenant, nor does it say where replies may go: both are allow-lists of ours.
In: a plain activity. Out: None, or the refusal.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.platforms.teams.activities import Activity, part, tenants

_SAID = ("message", "messageUpdate", "messageDelete", "invoke")  # what somebody does


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An HTTP status with a sentence for whoever reads the other side's log."""

    status: int
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """`service_hosts` are host names that replies may go to, `tenants` who may ask (ids, lower case).

    A playground has no tenants and no tokens: there only loopback is let in.
    """

    service_hosts: frozenset[str]
    tenants: frozenset[str]
    playground: bool = False

    def refuses(self, activity: Activity) -> Refused | None:
        """Why this activity is not let in; None when it is."""
        if activity.get("channelId") != "msteams":
            return Refused(status=403, why="This bot answers in Microsoft Teams only.")
        if not self._replies_to(str(activity.get("serviceUrl", ""))):
            return Refused(
                status=403,
                why="The service URL is not one that this bot replies to (QUERIST_TEAMS_SERVICE_HOSTS).",
            )
        if not self.playground and not self._knows(tenants(activity)):
            return Refused(status=403, why="This tenant may not ask this bot (QUERIST_TEAMS_TENANTS).")
        if activity.get("type") in _SAID and not (
            _named(activity, "from") and _named(activity, "conversation")
        ):
            return Refused(status=400, why="This activity does not tell who says it, or where.")
        return None

    def _replies_to(self, service_url: str) -> bool:
        try:
            parts = urlsplit(service_url)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            return False
        if parts.username or parts.password or parts.query or parts.fragment:
            return False
        if self.playground:
            return parts.scheme in ("http", "https") and is_loopback(host)
        if host not in self.service_hosts and f"{host}:{port}" not in self.service_hosts:
            return False
        return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))

    def _knows(self, named: tuple[str, ...]) -> bool:
        return bool(named) and {tenant.lower() for tenant in named} <= self.tenants


def _named(activity: Activity, who: str) -> bool:
    identity = part(activity, who).get("id")
    return isinstance(identity, str) and bool(identity)


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
