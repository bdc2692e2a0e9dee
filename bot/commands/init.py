"""`querist init`: asks for what the first day needs, writes `.env`, and runs the doctor.

In: answers at the terminal, or options. Out: a file that only its owner may read; the doctor's exit code.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from bot.commands.doctor import look
from bot.commands.init_asked import CHATS, Ask, chat_of, fault, fields_of
from bot.commands.init_written import KEPT, write
from bot.settings import FILE
from kgqa.errors import BadInput

NEEDS_THE_OPERATOR = 3


def add(app: typer.Typer) -> None:
    """Adds `querist init`."""

    @app.command()
    def init(  # one option a setting of the first day
        *,
        graph: Annotated[str | None, typer.Option(help="Files, folders or one SPARQL endpoint.")] = None,
        ontology: Annotated[str | None, typer.Option(help="The ontology, a file or a folder.")] = None,
        chat: Annotated[str | None, typer.Option(help=f"Where people ask: {', '.join(CHATS)}.")] = None,
        slack_bot_token: Annotated[str | None, typer.Option(envvar="QUERIST_SLACK_BOT_TOKEN")] = None,
        slack_app_token: Annotated[str | None, typer.Option(envvar="QUERIST_SLACK_APP_TOKEN")] = None,
        slack_signing_secret: Annotated[
            str | None, typer.Option(envvar="QUERIST_SLACK_SIGNING_SECRET")
        ] = None,
        teams_app_id: Annotated[str | None, typer.Option(help="The application (client) id.")] = None,
        teams_app_password: Annotated[str | None, typer.Option(envvar="QUERIST_TEAMS_APP_PASSWORD")] = None,
        teams_tenant: Annotated[str | None, typer.Option(help="The tenant's id.")] = None,
        public_url: Annotated[str | None, typer.Option(help="The https address of this service.")] = None,
        model_name: Annotated[str | None, typer.Option(help="A model's name; empty for none.")] = None,
        model_url: Annotated[
            str | None, typer.Option(help="Its OpenAI-compatible service; empty for OpenAI.")
        ] = None,
        model_key: Annotated[str | None, typer.Option(envvar="QUERIST_MODEL_KEY")] = None,
        language: Annotated[str | None, typer.Option(help="The language of the bot: en or de.")] = None,
        yes: Annotated[
            bool, typer.Option("--yes", "-y", help="Ask nothing: what no option gives has its default.")
        ] = False,
        force: Annotated[bool, typer.Option("--force", help=f"Replace {FILE} without asking.")] = False,
        doctor: Annotated[
            bool, typer.Option("--doctor/--no-doctor", help="Check the settings afterwards.")
        ] = True,
        offline: Annotated[bool, typer.Option("--offline", help="The doctor asks no service.")] = False,
    ) -> None:
        """Write the settings of the first day into .env, and check them."""
        options = {
            "graph": graph,
            "ontology": ontology,
            "slack_bot_token": slack_bot_token,
            "slack_app_token": slack_app_token,
            "slack_signing_secret": slack_signing_secret,
            "teams_app_id": teams_app_id,
            "teams_app_password": teams_app_password,
            "teams_tenant": teams_tenant,
            "public_url": public_url,
            "model_name": model_name,
            "model_url": model_url,
            "model_key": model_key,
            "language": language,
        }
        given = {field: value.strip() for field, value in options.items() if value is not None}
        console = Console(highlight=False)
        try:
            _may_be_written(yes=yes, force=force)
            values = _values(given, chat, console, yes=yes)
        except typer.Abort as error:
            raise BadInput("Nothing was written. With --yes nothing is asked.") from error
        kept = write(FILE, values)
        console.print(_told(values, was_kept=kept))
        if doctor:
            findings = asyncio.run(look(console, offline=offline))
            wrong = any(finding.state == "wrong" for finding in findings.values())
            raise typer.Exit(NEEDS_THE_OPERATOR if wrong else 0)
        console.print("Check it with: querist doctor")


def _may_be_written(*, yes: bool, force: bool) -> None:
    """Asks about a file that is there, before anything else is asked. Raises BadInput."""
    if not FILE.exists() or force:
        return
    told = f"{FILE.resolve()} is there already"
    if yes:
        raise BadInput(f"{told}. With --force it is replaced; the old one is kept as {KEPT}.")
    if not typer.confirm(f"{told}. Replace it? The old one is kept as {KEPT}", default=False, err=True):
        raise BadInput(f"Nothing was written. {told}.")


def _values(given: Mapping[str, str], chat: str | None, console: Console, *, yes: bool) -> dict[str, str]:
    """The settings to write, in their order. Raises BadInput for an option that cannot be right."""
    for field, value in given.items():
        if value and (wrong := fault(field, value)):
            raise BadInput(f"--{field.replace('_', '-')}: {wrong}")
    if chat is not None and chat not in CHATS:
        raise BadInput(f"--chat: “{chat}” is none of {', '.join(CHATS)}.")
    if yes:
        chosen = chat or chat_of(given)
        return {field: given.get(field, "") for field in fields_of(chosen, given)}
    return Ask(console, given).all(chat)


def _told(values: Mapping[str, str], *, was_kept: bool) -> Text:
    text = Text(f"\nWrote {FILE.resolve()}; only you may read it.", style="bold")
    if was_kept:
        text.append(f"\nThe old one is {KEPT} beside it.", style="dim")
    if missing := [field for field, value in values.items() if not value and fault(field, "")]:
        words = ", ".join(f"QUERIST_{field.upper()}" for field in missing)
        text.append(f"\nStill empty there: {words}", style="yellow")
    return text.append("\n")
