"""The forms that Teams opens as dialogs, and shows as cards where a client has no dialogs.

In: what stands in the fields at first. Out: plain Adaptive Cards (version 1.5). What is filled in comes back
beside `form`, the name of the form, and `button`, the sealed button that opened it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeVar, get_args

from bot.cards.plain import clean, line, visible
from bot.cards.teams_elements import Element, text
from bot.channel import Channel, Listening, Verbosity
from bot.message import Home
from bot.words import LANGUAGES, Words
from kgqa.types import Choice

Name = Literal["edit", "meant", "reason", "settings", "about"]
One = TypeVar("One", bound=str)

MOST_TEXT = 4_000  # characters of a question or a reason
_TITLE = 160  # characters of one choice
_CHOICES = 20
_ANY = "any"  # the language of the question: clients take an empty value for none


def edit(query: str, question: str, *, button: str, say: Words) -> Element:
    """The query to change."""
    lines = [text(clean(say("teams-edit-of", question=question)), isSubtle=True)] if question else []
    field = {
        **_input("query", say("query"), visible(query)),
        "isMultiline": True,
        "isRequired": True,
        "errorMessage": say("teams-edit-empty"),
    }
    return form([*lines, field], "edit", say("teams-edit-run"), button=button)


def meant(others: Sequence[Choice], *, button: str, say: Words) -> Element:
    """The other readings to choose from, and room to say it otherwise."""
    choices = [
        {"title": line(" · ".join(p for p in (o.label, o.detail) if p), _TITLE), "value": str(n)}
        for n, o in enumerate(others[:_CHOICES])
    ]
    picked: list[Element] = []
    if choices:
        picked = [
            {
                "type": "Input.ChoiceSet",
                "id": "other",
                "label": say("teams-meant-others"),
                "style": "compact",  # a list of options, which no client reads as Markdown
                "wrap": True,
                "placeholder": say("teams-meant-choose"),
                "choices": choices,
            }
        ]
    label = say("teams-meant-or") if choices else say("teams-meant-words")
    words = {**_input("text", label, "", MOST_TEXT), "isMultiline": True}
    return form([*picked, words], "meant", say("teams-ask"), button=button)


def reason(*, button: str, say: Words, up: bool = False) -> Element:
    """Room for what was not right, or with `up` for what was."""
    label = say("teams-reason-up" if up else "teams-reason")
    field = {**_input("note", label, "", MOST_TEXT), "isMultiline": True}
    return form([field], "reason", say("teams-send"), button=button)


def about(question: str, *, say: Words) -> Element:
    """The words of a message, to be asked as they are or put otherwise."""
    field = {
        **_input("question", say("teams-about-question"), question, MOST_TEXT),
        "isMultiline": True,
        "isRequired": True,
        "errorMessage": say("teams-about-empty"),
    }
    return form([field], "about", say("teams-ask"))


def settings(home: Home, *, say: Words, private: bool = False) -> Element:
    """How the bot behaves in this channel; in a `private` conversation only what means something there."""
    channel = home.channel
    fields = [
        *_graphs(home, say),
        _choice(
            "language",
            say("teams-settings-language"),
            [
                (say("teams-language-question"), _ANY),
                *((say(f"teams-language-{code}"), code) for code in LANGUAGES),
            ],
            channel.language or _ANY,
        ),
        _choice(
            "verbosity",
            say("teams-settings-verbosity"),
            [(say(f"teams-verbosity-{v}"), v) for v in get_args(Verbosity)],
            channel.verbosity,
        ),
    ]
    return form(fields + ([] if private else _among_others(channel, say)), "settings", say("teams-save"))


def as_set(data: Mapping[str, Any], home: Home, *, private: bool = False) -> Channel:
    """The settings as they were filled in. Where nothing is picked of several, clients leave the field out;
    what is none of the choices, or not in the form, stays as it was.
    """
    now, known = home.channel, home.choices
    numbered = {str(n): name for n, name in enumerate(known)}
    picked = [numbered[n] for n in _several(data, "graphs") if n in numbered]
    language = _one(data, "language", (_ANY, *LANGUAGES), now.language)
    channel = replace(
        now,
        graphs=tuple(dict.fromkeys(picked)) if len(known) > 1 else now.graphs,
        language="" if language == _ANY else language,
        verbosity=_one(data, "verbosity", get_args(Verbosity), now.verbosity),
    )
    if private:
        return channel
    return replace(
        channel,
        listening=_one(data, "listening", get_args(Listening), now.listening),
        private=_one(data, "private", ("true", "false"), str(now.private).lower()) == "true",
        askers=tuple(dict.fromkeys(_several(data, "askers"))),
    )


def _graphs(home: Home, say: Words) -> list[Element]:
    """The graphs to pick of, those that are set first, in their order; nothing where there is one alone."""
    known, chosen = home.choices, home.channel.graphs
    ordered = [*(g for g in chosen if g in known), *(g for g in known if g not in chosen)]
    now = ",".join(str(known.index(g)) for g in chosen if g in known)
    choices = [(name, str(known.index(name))) for name in ordered]
    return [_choice("graphs", say("teams-settings-graphs"), choices, now, several=True)] if known[1:] else []


def _among_others(channel: Channel, say: Words) -> list[Element]:
    """What matters only where more people are."""
    listening = [(say(f"teams-listening-{v}"), v) for v in get_args(Listening)]
    people = _choice(
        "askers", say("teams-settings-askers"), [(a, a) for a in channel.askers], "", several=True
    )
    return [
        _choice("listening", say("teams-settings-listening"), listening, channel.listening),
        {
            "type": "Input.Toggle",
            "id": "private",
            "title": say("teams-settings-private"),
            "value": str(channel.private).lower(),
            "wrap": True,
        },
        {
            **people,
            "style": "filtered",
            "value": ",".join(channel.askers),
            "placeholder": say("teams-settings-askers-all"),
            "choices.data": {"type": "Data.Query", "dataset": "graph.microsoft.com/users"},
        },
    ]


# ── parts ────────────────────────────────────────────────────────────────────────────────────────


def form(body: list[Element], name: Name, done: str, *, button: str = "") -> Element:
    """A card with fields. It is submitted, not executed: that is what dialogs take, and every client can."""
    data = {"form": name, **({"button": button} if button else {})}
    return card(body, [{"type": "Action.Submit", "title": done, "data": data}])


def card(body: list[Element], actions: Sequence[Element] = ()) -> Element:
    """A card of these elements."""
    return {
        "type": "AdaptiveCard",
        "$schema": "https://adaptivecards.io/schemas/adaptive-card.json",
        "version": "1.5",
        "body": body,
        **({"actions": list(actions)} if actions else {}),
    }


def _input(name: str, label: str, value: str, most: int = 0) -> Element:
    field = {"type": "Input.Text", "id": name, "label": label, "value": value}
    return field | ({"maxLength": most} if most else {})


def _choice(
    name: str, label: str, choices: Sequence[tuple[str, str]], value: str, *, several: bool = False
) -> Element:
    return {
        "type": "Input.ChoiceSet",
        "id": name,
        "label": label,
        "style": "expanded" if several else "compact",
        "isMultiSelect": several,
        "wrap": True,
        "value": value,
        "choices": [{"title": line(title, _TITLE), "value": code} for title, code in choices],
    }


def _several(data: Mapping[str, Any], name: str) -> list[str]:
    return [part.strip() for part in str(data.get(name) or "").split(",") if part.strip()]


def _one(data: Mapping[str, Any], name: str, choices: tuple[One, ...], now: One) -> One:
    return next((c for c in choices if c == data.get(name)), now)
