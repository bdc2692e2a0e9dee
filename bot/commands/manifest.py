"""`querist manifest`: prints what an administrator gives to Slack or Teams to install Querist."""

from __future__ import annotations

import json
from enum import StrEnum

import typer

from bot.commands.manifest_teams import teams
from kgqa.errors import OurMove


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
    access: bool = typer.Option(
        False,
        "--access",
        help="Ask for the scopes of QUERIST_ACCESS: user groups, guests, who reads a channel.",
    ),
    guests: bool = typer.Option(
        False, "--guests", help="Ask for nothing that tells guests apart: QUERIST_GUESTS=true lets them ask."
    ),
    oauth: bool = typer.Option(
        False, "--oauth", help="Let several workspaces install the app by a link; needs --url."
    ),
    org: bool = typer.Option(False, "--org", help="Let a whole Enterprise organization install it."),
    rotate: bool = typer.Option(
        False, "--rotate", help="Have Slack replace tokens every 12 hours; needs --oauth."
    ),
    language: str = typer.Option("en", help="The language of the app's descriptions: en or de."),
) -> None:
    """Print the manifest of the Slack app as JSON; paste it at api.slack.com/apps, From a manifest."""
    from manifests import slack as manifest

    made = manifest.build(
        mode.value,
        url,
        name,
        follow_up=follow_up,
        access=access,
        guests=guests,
        oauth=oauth,
        org=org,
        rotate=rotate,
        language=language,
    )
    if problems := manifest.check(made):  # what people gave was checked before, so this is ours
        raise OurMove("The manifest would not be taken. " + "; ".join(problems))
    typer.echo(json.dumps(made, indent=2, ensure_ascii=False))


group.command("teams")(teams)
