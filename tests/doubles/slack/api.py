"""The Web API: which methods there are, and who may call them. Scopes, limits and words are Slack's.

Each group of methods is a module with `METHODS`, by Slack's names. One more group: its module, and its place
in `METHODS` below.
"""

from __future__ import annotations

from typing import Any

from tests.doubles.slack import chat, directory, files, streams, views
from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.oauth import OAuth
from tests.doubles.slack.workspace import Refused, Workspace


def auth_test(call: Call) -> dict[str, Any]:
    w = call.w
    return {
        "url": f"https://acme{'.enterprise' if w.installed_org_wide else ''}.slack.com/",
        "team": "Acme",
        "user": "querist",
        "team_id": w.enterprise if w.installed_org_wide else w.team,
        "user_id": call.w.bot_user,
        "bot_id": call.w.bot,
    }


def revoke(call: Call) -> Answer:
    call.w.token_error = "token_revoked"
    return {"revoked": True}


def access(call: Call) -> Answer:
    return call.oauth.access(call.arguments)


def connections_open(call: Call) -> Answer:
    ticket = f"ticket-{call.w.number()}"
    return {"url": f"{call.base.replace('http', 'ws', 1)}/link?ticket={ticket}"}


def test(_: Call) -> Answer:
    return {}


METHODS: dict[str, Method] = {
    "api.test": test,
    "auth.test": auth_test,
    "auth.revoke": revoke,
    "oauth.v2.access": access,
    "apps.connections.open": connections_open,
    **chat.METHODS,
    **directory.METHODS,
    **files.METHODS,
    **streams.METHODS,
    **views.METHODS,
}


class WebApi:
    """Calls in, answers out, no network: `call` raises Refused where Slack says no."""

    def __init__(self, workspaces: list[Workspace], oauth: OAuth) -> None:
        self._workspaces = workspaces
        self._oauth = oauth

    def call(self, method: str, arguments: dict[str, Any], token: str, base: str) -> Answer:
        w = self.of(token, arguments)
        w.calls.append((method, arguments))
        if method not in METHODS:
            raise Refused("unknown_method", req_method=method)
        if method in ("api.test", "oauth.v2.access"):  # it needs no token, or it is how tokens are had
            return {"ok": True, **METHODS[method](Call(w, arguments, base, self._oauth))}
        if not token:
            raise Refused("not_authed")
        is_app = token == w.app_token
        if (method == "apps.connections.open") != is_app:
            raise Refused("not_allowed_token_type" if is_app or w.knows(token) else "invalid_auth")
        if not is_app and not w.knows(token):
            raise Refused("invalid_auth")
        if token in w.expired_tokens:
            raise Refused("token_expired")
        if w.token_error:
            raise Refused(w.token_error)
        return {"ok": True, **METHODS[method](Call(w, arguments, base, self._oauth))}

    def of(self, token: str, arguments: dict[str, Any]) -> Workspace:
        """The workspace that a call is for: that of the token, and in an organisation that of the channel."""
        channel = str(arguments.get("channel") or arguments.get("channel_id") or "")
        known = [w for w in self._workspaces if w.knows(token)]
        return next((w for w in known if channel in w.channels), (known or self._workspaces)[0])
