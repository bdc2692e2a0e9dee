"""The settings of a channel as a dialog of Slack: Home -> modal view, and what was filled in -> Channel."""

from __future__ import annotations

from typing import Any, cast, get_args

from bot.cards import slack_text
from bot.cards.slack_forms import View, chosen, field, form, several
from bot.channel import Channel, Listening, Verbosity
from bot.message import Home
from bot.words import LANGUAGES, Words, words

Block = dict[str, Any]

GRAPHS = 100  # Slack takes a hundred to choose from
NAME = 150  # characters of a value of Slack
OWN = "own"  # the value of a language that follows the question: Slack takes no empty one


def draw(home: Home, *, language: str, place: str, alone: bool = False) -> View:
    """The dialog, with the channel as it is set. `alone`, for a conversation with the bot, leaves out what
    concerns several people.
    """
    say, channel = words(language), home.channel
    names = [name for name in home.choices if name and len(name) <= NAME][:GRAPHS]
    fields: list[Block] = []
    if len(names) > 1:
        options = {name: slack_text.option(name, name) for name in names}
        graphs: Block = {"type": "multi_static_select", "options": list(options.values())}
        if first := [options[name] for name in channel.graphs if name in options]:
            graphs["initial_options"] = first
        fields.append(
            field("graphs", say("slack-set-graphs"), graphs, hint=say("slack-set-graphs-hint"), optional=True)
        )
    fields.append(
        _one_of(
            "language",
            say("slack-set-language"),
            {OWN: say("slack-set-language-own")}
            | {code: say(f"slack-set-language-{code}") for code in LANGUAGES},
            channel.language or OWN,
        )
    )
    fields.append(
        _one_of(
            "verbosity",
            say("slack-set-verbosity"),
            {value: say(f"slack-set-verbosity-{value}") for value in get_args(Verbosity)},
            channel.verbosity,
        )
    )
    if not alone:
        fields += _for_several(channel, say)
    return form("settings", fields, language=language, place=place)


def _for_several(channel: Channel, say: Words) -> list[Block]:
    private = {value: say(f"slack-set-private-{value}") for value in ("no", "yes")}
    listening = {value: say(f"slack-set-listening-{value}") for value in get_args(Listening)}
    askers: Block = {"type": "multi_users_select"}
    if channel.askers:
        askers["initial_users"] = list(channel.askers)
    return [
        _one_of("private", say("slack-set-private"), private, "yes" if channel.private else "no"),
        _one_of("listening", say("slack-set-listening"), listening, channel.listening),
        field("askers", say("slack-set-askers"), askers, hint=say("slack-set-askers-hint"), optional=True),
    ]


def read(view: View) -> Channel:
    """What was filled in."""
    language = chosen(view, "language")
    verbosity, listening = chosen(view, "verbosity"), chosen(view, "listening")
    usual = Channel()
    return Channel(
        graphs=several(view, "graphs"),
        language=language if language in LANGUAGES else "",
        verbosity=cast("Verbosity", verbosity) if verbosity in get_args(Verbosity) else usual.verbosity,
        private=chosen(view, "private") == "yes",
        askers=several(view, "askers"),
        listening=cast("Listening", listening) if listening in get_args(Listening) else usual.listening,
    )


def _one_of(name: str, label: str, values: dict[str, str], now: str) -> Block:
    options = {value: slack_text.option(text, value) for value, text in values.items()}
    element: Block = {"type": "radio_buttons", "options": list(options.values())}
    if now in options:
        element["initial_option"] = options[now]
    return field(name, label, element)
