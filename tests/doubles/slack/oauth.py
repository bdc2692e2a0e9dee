"""Installing and renewing: Slack's pages for it, codes and refresh tokens that are good once."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.doubles.slack.call import Answer
from tests.doubles.slack.workspace import Refused, Workspace


@dataclass(slots=True)
class Grant:
    """What an admin has allowed: one workspace, or all of an organisation."""

    places: tuple[Workspace, ...]
    org_wide: bool
    scopes: set[str]
    redirect: str = ""


@dataclass(slots=True)
class OAuth:
    client_id: str = "111.222"
    client_secret: str = "c1ient"
    redirect_urls: list[str] = field(default_factory=list)
    rotating: bool = False
    lifetime: int = 43_200
    codes: dict[str, Grant] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    refresh_tokens: dict[str, Grant] = field(default_factory=dict)
    _numbers: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def allow(self, address: str, *places: Workspace, org_wide: bool = False) -> str:
        """An admin allows what the page at `address` asks for; the address that their browser is sent to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        if asked["client_id"] != self.client_id:
            raise Refused("invalid_client_id")
        if not any(asked["redirect_uri"].startswith(url) for url in self.redirect_urls):
            raise Refused("bad_redirect_uri")
        code = f"code-{next(self._numbers)}"
        self.codes[code] = Grant(places, org_wide, set(asked["scope"].split(",")), asked["redirect_uri"])
        return f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"

    def access(self, arguments: dict[str, Any]) -> Answer:
        if arguments.get("client_id") != self.client_id:
            raise Refused("invalid_client_id")
        if arguments.get("client_secret") != self.client_secret:
            raise Refused("bad_client_secret")
        if arguments.get("grant_type") == "refresh_token":
            return self._renew(str(arguments.get("refresh_token")))
        code = str(arguments.get("code"))
        if code in self.used:
            raise Refused("code_already_used")
        if code not in self.codes:
            raise Refused("invalid_code")
        grant = self.codes.pop(code)
        self.used.add(code)
        if arguments.get("redirect_uri") != grant.redirect:
            raise Refused("bad_redirect_uri")
        for place in grant.places:
            place.scopes, place.token_error, place.installed_org_wide = grant.scopes, "", grant.org_wide
        return self._tokens(grant)

    def _renew(self, token: str) -> Answer:
        grant = self.refresh_tokens.pop(token, None)
        if grant is None:
            raise Refused("invalid_refresh_token")
        for place in grant.places:
            place.older_tokens.add(place.bot_token)
        return self._tokens(grant)

    def _tokens(self, grant: Grant) -> Answer:
        number, first = next(self._numbers), grant.places[0]
        token = f"xoxe.xoxb-{number}" if self.rotating else f"xoxb-{number}"
        for place in grant.places:
            place.bot_token = token
        answer: Answer = {
            "app_id": "A1",
            "token_type": "bot",
            "access_token": token,
            "scope": ",".join(sorted(grant.scopes)),
            "bot_user_id": first.bot_user,
            "team": None if grant.org_wide else {"id": first.team, "name": f"Acme {first.team}"},
            "enterprise": {"id": first.enterprise, "name": "Acme Group"} if first.enterprise else None,
            "is_enterprise_install": grant.org_wide,
            "authed_user": {"id": "UADMIN"},
        }
        if self.rotating:
            refresh = f"xoxe-1-{number}"
            self.refresh_tokens[refresh] = grant
            answer |= {"refresh_token": refresh, "expires_in": self.lifetime}
        return answer
