"""Slack, where workspaces install the app by themselves: its id and secret, the way back, who may."""

from __future__ import annotations

from bot.doctor.fetching import fetch
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.settings import name_of

_PAGES = "at api.slack.com/apps, Basic Information"
_UNKNOWN = ("invalid_client_id", "bad_client_secret")


async def installing(visit: Visit) -> Finding:
    """Whether Slack knows the app by its id and secret. It is told with a code that cannot be one, so nothing
    comes of it.
    """
    settings = visit.settings
    fields = ("slack_client_id", "slack_client_secret")
    secret = settings.slack_client_secret.get_secret_value()
    values = dict(zip(fields, (settings.slack_client_id, secret), strict=True))
    if missing := [name_of(field) for field in fields if not values[field]]:
        return wrong(f"{' and '.join(missing)} missing", f"Copy both {_PAGES}.")
    if not settings.public_url:
        told = f"{name_of('public_url')} is not set, so nobody finds the way back from Slack"
        return wrong(told, f"Set {name_of('public_url')} to the https address that leads here.")
    if not visit.offline:
        form = {"client_id": settings.slack_client_id, "client_secret": secret, "code": "of the doctor"}
        said = await fetch(visit, "POST", f"{settings.slack_api_url.rstrip('/')}/oauth.v2.access", form=form)
        error = str(said.body.get("error", f"HTTP {said.status}"))
        if error in _UNKNOWN:
            named = name_of(fields[_UNKNOWN.index(error)])
            return wrong(f"Slack does not accept {named} ({error})", f"Copy it again {_PAGES}.")
        if error != "invalid_code":
            return note(
                f"Slack answers “{error}” when it is asked for the app", "Run this again in a minute."
            )
    told = f"people install it at {settings.public_url.rstrip('/')}/slack/install"
    if not settings.slack_workspaces.strip():
        return note(
            f"{told}, whoever Slack lets",
            f"Name in {name_of('slack_workspaces')} those that may: others could ask your graph.",
        )
    return skipped(f"{told}; Slack is not asked (--offline)") if visit.offline else ok(told)
