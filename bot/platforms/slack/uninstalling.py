"""The app is uninstalled, or its token revoked: the tokens are deleted."""

from __future__ import annotations

from typing import Any

from slack_bolt.app.async_app import AsyncApp

from bot.platforms.slack.workspaces import Workspaces


def listen(bolt: AsyncApp, workspaces: Workspaces) -> None:
    """When the deletion cannot be done now, Slack is not acknowledged, and tells it again."""

    async def on_uninstalled(body: dict[str, Any]) -> None:
        await workspaces.gone(*_where(body), float(body.get("event_time") or 0))

    async def on_revoked(body: dict[str, Any]) -> None:
        if (body["event"].get("tokens") or {}).get("bot"):  # a person's own token is none that we have
            await on_uninstalled(body)

    bolt.event("app_uninstalled")(on_uninstalled)
    bolt.event("tokens_revoked")(on_revoked)


def _where(body: dict[str, Any]) -> tuple[str, str]:
    """The workspace, or of an organisation-wide install the organisation alone; "" for the other."""
    installs = body.get("authorizations") or [{}]
    enterprise = str(body.get("enterprise_id") or "")
    if enterprise and (installs[0].get("is_enterprise_install") or body.get("is_enterprise_install")):
        return "", enterprise
    return (str(body["team_id"]), "") if body.get("team_id") else ("", enterprise)
