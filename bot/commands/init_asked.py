"""What `querist init` asks: a question a setting of the first day, and what is wrong with an answer to it.

In: what options gave already, and answers at the terminal. Out: settings with their values, in their order.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import typer
from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from bot.settings import Settings
from bot.wiring.places import several

CHATS = ("slack", "teams", "both", "none")
LOOPBACK = re.compile(r"https?://(localhost|127\.|\[::1\])")
_ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_TENANT = re.compile(rf"{_ID.pattern}|[\w-]+(\.[\w-]+)+")
_SECRETS = ("slack_bot_token", "slack_app_token", "slack_signing_secret", "teams_app_password", "model_key")
_SLACK = ("slack_bot_token", "slack_app_token")
_TEAMS = ("teams_app_id", "teams_app_password", "teams_tenant", "public_url")
_MODEL = ("model_name", "model_url", "model_key")


def fault(name: str, value: str) -> str:
    """What is wrong with that value, as a sentence with the remedy; "" when nothing is. An empty value is
    wrong where a platform that was chosen does not work without it.
    """
    match name:
        case "graph":
            return "" if not value or os.path.exists(value) else _of_graph(several(value))  # noqa: PTH110
        case "ontology":
            missing = [path for path in several(value) if not os.path.exists(path)]  # noqa: PTH110
            return f"There is no file or folder {missing[0]} here." if missing else ""
        case "slack_bot_token":
            return "" if value.startswith("xoxb-") else "A bot token begins with xoxb-."
        case "slack_app_token":
            return "" if value.startswith("xapp-") else "An app-level token begins with xapp-."
        case "slack_signing_secret":
            return (
                ""
                if re.fullmatch(r"[0-9a-f]{32}", value)
                else "A signing secret has 32 digits and letters a-f."
            )
        case "teams_app_id":
            return (
                ""
                if _ID.fullmatch(value)
                else "An application id looks like 0a1b2c3d-0000-0000-0000-0123456789ab."
            )
        case "teams_tenant":
            return (
                "" if _TENANT.fullmatch(value) else "A tenant is an id like that of the app, or its domain."
            )
        case "teams_app_password":
            return "" if value else "Teams needs the client secret's value."
        case "public_url":
            return "" if value.startswith("https://") else "The address begins with https://."
    return _of_settings(name, value)


def _of_graph(sources: tuple[str, ...]) -> str:
    for source in sources:
        is_endpoint = source.lower().startswith(("http://", "https://"))
        if is_endpoint and len(sources) > 1:
            return "Give one endpoint alone, or files and folders."
        if not is_endpoint and "://" in source:
            return f"{source} cannot be asked. An endpoint begins with https:// or http://."
        if not is_endpoint and not os.path.exists(source):  # noqa: PTH110
            return f"There is no file or folder {source} here."
    return ""


def _of_settings(name: str, value: str) -> str:
    """What the declaration of the setting says."""
    if not value:
        return ""
    try:
        Settings(**{name: value})  # type: ignore[arg-type]
    except ValidationError as error:
        for one in error.errors():
            if one["loc"] == (name,):
                told = one["msg"].removeprefix("Value error, ")
                return f"{told[:1].upper()}{told[1:]}."
    return ""


def chat_of(given: Mapping[str, str]) -> str:
    """Where people ask, by what was given for it."""
    slack = any(given.get(name) for name in (*_SLACK, "slack_signing_secret"))
    teams = any(given.get(name) for name in _TEAMS[:3])
    return "both" if slack and teams else "slack" if slack else "teams" if teams else "none"


def fields_of(chat: str, given: Mapping[str, str]) -> tuple[str, ...]:
    """The settings that stand in the file, filled or not, in their order."""
    over_http = bool(given.get("slack_signing_secret"))
    slack = ("slack_bot_token", "slack_signing_secret") if over_http else _SLACK
    wanted = {
        "graph",
        "ontology",
        "language",
        *_MODEL,
        *(slack if chat in ("slack", "both") else ()),
        *(_TEAMS if chat in ("teams", "both") else ()),
        *(["public_url"] if over_http or given.get("public_url") else ()),
    }
    return tuple(name for name in _ORDER if name in wanted)


_ORDER = ("graph", "ontology", *_SLACK, "slack_signing_secret", *_TEAMS, *_MODEL, "language")


@dataclass(slots=True)
class Ask:
    """The questions at the terminal. What options gave is not asked."""

    console: Console
    given: Mapping[str, str]
    values: dict[str, str] = field(default_factory=dict)

    def all(self, chat: str | None) -> dict[str, str]:
        """Everything, in the order of the file. Raises typer.Abort when the answers end."""
        self.values = dict(self.given)
        self._say(
            "The graph", "Files, folders, or the address of one SPARQL endpoint. Empty: the sample company."
        )
        self._ask("graph", "Graph")
        if self.values["graph"]:
            self._ask("ontology", "Ontology, if the graph does not hold it")
        chosen = chat or self._choose()
        if chosen in ("slack", "both"):
            self._slack()
        if chosen in ("teams", "both"):
            self._teams()
        self._model()
        self._ask("language", "Language of the bot, en or de", default="en")
        return {name: self.values.get(name, "") for name in fields_of(chosen, self.values)}

    def _choose(self) -> str:
        self._say("The chat", "Slack needs no public address. Teams needs one with https.")
        guessed = chat_of(self.given)
        default = "slack" if guessed == "none" else guessed
        while True:
            chosen = str(
                typer.prompt(f"Where do people ask? ({', '.join(CHATS)})", default=default, err=True)
            )
            if chosen.strip().lower() in CHATS:
                return chosen.strip().lower()
            self._wrong(f"“{chosen}” is none of {', '.join(CHATS)}.")

    def _slack(self) -> None:
        self._say(
            "Slack",
            "The app's pages show its tokens; querist manifest slack > manifest.json makes the app.\n"
            "What you paste is not shown. Empty: you fill it in later.",
        )
        self._ask("slack_bot_token", "Bot token (xoxb-…)")
        if "slack_signing_secret" not in self.values:
            self._ask("slack_app_token", "App-level token (xapp-…)")

    def _teams(self) -> None:
        self._say(
            "Teams",
            "docs/admin/teams.md says where Azure shows these. What is secret is not shown.\n"
            "Empty: you fill it in later.",
        )
        self._ask("teams_app_id", "Application (client) id")
        self._ask("teams_app_password", "Client secret, its value")
        self._ask("teams_tenant", "Tenant id")
        self._ask("public_url", "Address of this service, https://…")

    def _model(self) -> None:
        self._say("A language model", "Querist answers without one, too. Empty: none.")
        self._ask("model_name", "Model, as its service calls it")
        if not self.values["model_name"]:
            return
        self._ask("model_url", "Address of an OpenAI-compatible service; empty: OpenAI itself")
        if not LOOPBACK.match(self.values["model_url"]):
            self._ask("model_key", "Key for it")

    def _ask(self, name: str, words: str, *, default: str = "") -> None:
        while name not in self.values:
            value = str(
                typer.prompt(
                    words, default=default, show_default=bool(default), hide_input=name in _SECRETS, err=True
                )
            ).strip()
            if value and (wrong := fault(name, value)):
                self._wrong(wrong)
            else:
                self.values[name] = value

    def _say(self, title: str, about: str) -> None:
        self.console.print(Text.assemble((f"\n{title}\n", "bold"), (about, "dim")))

    def _wrong(self, told: str) -> None:
        self.console.print(Text(told, style="yellow"))
