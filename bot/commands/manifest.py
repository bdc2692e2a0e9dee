"""`querist manifest`: prints what an administrator gives to Slack or Teams to install Querist."""

from __future__ import annotations

import json
from enum import StrEnum

import typer

from bot.commands.manifest_teams import teams


class Mode(StrEnum):
    """How Slack reaches Querist."""

    SOCKET = "socket"
    HTTP = "http"


group = typer.Typer(no_args_is_help=True, help="Print the manifest of the Slack or the Teams app.")


def add(app: typer.Typer) -> None:
    """Adds `querist manifest`."""
    app.add_typer(group, name="manifest")


@group.command("slack")
def slack(
    mode: Mode = typer.Option(Mode.SOCKET, help="socket needs no public address; http needs --url."),
    url: str = typer.Option("", help="The https address at which Slack reaches this service."),
    name: str = typer.Option("Querist", help="What people mention."),
    follow_up: bool = typer.Option(
        False,
        "--follow-up",
        help="Ask for the scopes of QUERIST_SLACK_FOLLOW_UP: follow-ups without a mention.",
    ),
) -> None:
    """Print the manifest of the Slack app as JSON; paste it at api.slack.com/apps, From a manifest."""
    from manifests import slack as manifest

    typer.echo(json.dumps(manifest.build(mode.value, url, name, follow_up=follow_up), indent=2))


group.command("teams")(teams)
