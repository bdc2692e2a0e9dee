"""Slack: the token, what the workspace has granted, and the way by which events come in."""

from __future__ import annotations

import re
from http import HTTPStatus

from bot.access import guests_may_ask, read_access
from bot.doctor.fetching import fetch
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.doctor.slack_oauth import installing
from bot.settings import Settings, name_of
from bot.wiring.platforms import wants_slack
from manifests.slack import scopes

_APPS = "at api.slack.com/apps"
_SECRET = re.compile(r"[0-9a-f]{32}")


async def token(visit: Visit) -> Finding:
    """Whether Slack knows the bot token; what was granted is noted for the scopes."""
    settings, given = visit.settings, visit.settings.slack_bot_token.get_secret_value()
    name = name_of("slack_bot_token")
    if not given:
        if not wants_slack(settings):
            return skipped("Slack is not set up")
        if settings.slack_client_id or settings.slack_client_secret.get_secret_value():
            return await installing(visit)
        return wrong(f"{name} is missing", f"Copy the Bot User OAuth Token {_APPS}, OAuth & Permissions.")
    if visit.offline:
        return skipped("Slack is not asked (--offline)")
    said = await fetch(visit, "POST", _method(settings, "auth.test"), token=given)
    if said.is_fine and said.body.get("ok"):
        granted = said.headers.get("x-oauth-scopes", "")
        visit.scopes = frozenset(s.strip() for s in granted.split(",") if s.strip())
        return ok(f"{said.body.get('user', 'the bot')} in the workspace {said.body.get('team', '?')}")
    if said.status == HTTPStatus.TOO_MANY_REQUESTS:
        return note("Slack asks for a pause", "Run this again in a minute.")
    error = said.body.get("error")
    if not error:
        told = f"{settings.slack_api_url} does not answer like Slack (HTTP {said.status})"
        return wrong(told, f"Check {name_of('slack_api_url')}, and proxies on the way.")
    return wrong(
        f"Slack does not accept {name} ({error})",
        f"Install the app {_APPS}, Install App, and copy the token that begins with xoxb-.",
    )


async def granted(visit: Visit) -> Finding:
    """Whether the workspace has granted what the features need, and no more than they need."""
    if visit.scopes is None:
        if visit.settings.slack_client_id and not visit.settings.slack_bot_token.get_secret_value():
            return skipped("each workspace grants them when it installs the app")
        return skipped("Slack has not said what it granted")
    follow_up, access = visit.settings.slack_follow_up, visit.settings.access is not None
    guests = guests_may_ask(visit.settings, read_access(visit.settings))
    asked = scopes(follow_up=follow_up, access=access, guests=guests)
    missing = [scope for scope in asked if scope.name not in visit.scopes]
    flags = (("--follow-up", follow_up), ("--access", access), ("--guests", guests))
    wanted = "".join(f" {flag}" for flag, is_set in flags if is_set)
    again = f"Update the app with: querist manifest slack{wanted}; reinstall it."
    if missing:
        told = "; ".join(f"{scope.name} is not granted, {scope.without}" for scope in missing)
        # Where the operator switched a feature on, its scope is not a matter of taste.
        found = wrong if any(scope.is_vital for scope in missing) else note
        return found(told, again)
    if more := sorted(visit.scopes - {scope.name for scope in asked}):
        return note(f"more is granted than is used: {', '.join(more)}", again)
    return ok(f"{len(asked)} scopes, as the manifest asks")


async def delivery(visit: Visit) -> Finding:
    """Whether events can come in: Socket Mode opens, or requests can be known as Slack's."""
    settings = visit.settings
    app, secret = (
        settings.slack_app_token.get_secret_value(),
        settings.slack_signing_secret.get_secret_value(),
    )
    if not wants_slack(settings):
        return skipped("Slack is not set up")
    if not app and not secret:
        told = f"neither {name_of('slack_app_token')} nor {name_of('slack_signing_secret')} is set"
        step = f"Set {name_of('slack_app_token')} for Socket Mode, or the other for HTTP."
        return wrong(told, step)
    if secret and not _SECRET.fullmatch(secret):
        told = f"{name_of('slack_signing_secret')} is not 32 letters and digits long"
        return wrong(told, f"Copy the Signing Secret {_APPS}, Basic Information.")
    if not app:
        return ok("HTTP at /slack/events, by the signing secret")
    if not app.startswith("xapp-") and settings.slack_api_url.startswith("https://slack.com/"):
        return wrong(f"{name_of('slack_app_token')} does not begin with xapp-", _NEW_APP_TOKEN)
    if visit.offline:
        return skipped("Slack is not asked (--offline)")
    said = await fetch(visit, "POST", _method(settings, "apps.connections.open"), token=app)
    if said.body.get("ok"):
        return ok("Socket Mode opens" + (", and HTTP at /slack/events" if secret else ""))
    error = said.body.get("error", f"HTTP {said.status}")
    return wrong(f"Socket Mode does not open with {name_of('slack_app_token')} ({error})", _NEW_APP_TOKEN)


_NEW_APP_TOKEN = f"Make an app-level token with connections:write {_APPS}, Basic Information."


def _method(settings: Settings, method: str) -> str:
    return f"{settings.slack_api_url.rstrip('/')}/{method}"
