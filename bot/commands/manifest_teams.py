"""`querist manifest teams`: the package that an administrator uploads to Teams."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from kgqa.errors import BadInput, OurMove


def teams(
    url: str = typer.Option(..., help="The https address at which Teams reaches this service."),
    app_id: str = typer.Option(..., help="The bot's Microsoft App ID (a GUID)."),
    name: str = typer.Option("Querist", help="What people mention."),
    privacy_url: str = typer.Option("", help="Your company's privacy statement, shown beside the app."),
    terms_url: str = typer.Option("", help="Your company's terms of use, shown beside the app."),
    listen: bool = typer.Option(
        False,
        "--listen",
        help="Ask to see messages without a mention, for channels where every question counts.",
    ),
    copilot: bool = typer.Option(
        False, "--copilot", help="Offer the bot as an agent in Microsoft 365 Copilot, too."
    ),
    out: Path | None = typer.Option(
        None, help="Write the package (a zip) here; without it, print the manifest."
    ),
) -> None:
    """Write the package of the Teams app, or print its manifest as JSON."""
    from manifests import teams as app

    manifest = app.build(
        app_id, url, name, privacy_url=privacy_url, terms_url=terms_url, listen=listen, copilot=copilot
    )
    if problems := app.check(manifest):
        raise OurMove("The manifest would not be taken. " + "; ".join(problems))
    if out is None:
        typer.echo(json.dumps(manifest, indent=2, ensure_ascii=False))
        return
    content = app.package(manifest)
    try:
        out.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error.strerror}. Give another --out.") from error
    typer.echo(f"Wrote {out}. Upload it in the Teams admin center, Teams apps, Manage apps.")
