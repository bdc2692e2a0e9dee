"""The Web API: which methods there are, and who may call them. Scopes, limits and words are Slack's.

Each group of methods is a module with `METHODS`, by Slack's names. One more group: its module, and its place
in `METHODS` below.
"""

from __future__ import annotations

from typing import Any

from tests.doubles.slack import chat, files, views
from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.workspace import Refused, Workspace


def auth_test(call: Call) -> dict[str, Any]:
    return {
        "url": "https://acme.slack.com/",
        "team": "Acme",
        "user": "querist",
        "team_id": call.w.team,
        "user_id": call.w.bot_user,
        "bot_id": call.w.bot,
    }


def connections_open(call: Call) -> Answer:
    ticket = f"ticket-{call.w.number()}"
    return {"url": f"{call.base.replace('http', 'ws', 1)}/link?ticket={ticket}"}


METHODS: dict[str, Method] = {
    "auth.test": auth_test,
    "apps.connections.open": connections_open,
    **chat.METHODS,
    **files.METHODS,
    **views.METHODS,
}


class WebApi:
    """Calls in, answers out, no network: `call` raises Refused where Slack says no."""

    def __init__(self, workspace: Workspace) -> None:
        self._w = workspace

    def call(self, method: str, arguments: dict[str, Any], token: str, base: str) -> Answer:
        w = self._w
        w.calls.append((method, arguments))
        if method not in METHODS:
            raise Refused("unknown_method", req_method=method)
        expected = w.app_token if method == "apps.connections.open" else w.bot_token
        if not token:
            raise Refused("not_authed")
        if token != expected:
            raise Refused("not_allowed_token_type" if token in (w.app_token, w.bot_token) else "invalid_auth")
        if w.token_error:
            raise Refused(w.token_error)
        return {"ok": True, **METHODS[method](Call(w, arguments, base))}
