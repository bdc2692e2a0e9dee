"""What a person sees in Teams before asking: the graphs, questions that would work, and how it is set here.

In: a Home. Out: plain Adaptive Cards (version 1.5), and cards of things for the message box.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.cards.plain import line, short
from bot.cards.teams_elements import SMALL, Element, runs, text
from bot.cards.teams_forms import card
from bot.channel import Channel
from bot.message import Home
from bot.words import Words

EXAMPLES = 3  # that a welcome shows; the rest is for who asks
_GRAPHS, _MOST, _RECENT = 10, 8, 5
_LINE, _LABEL = 300, 80


def home(shown: Home, *, say: Words, private: bool, welcome: bool = False) -> Element:
    """Home as a card. Somebody's last questions are for their own eyes: they stand in a `private`
    conversation alone. A `welcome` is short.
    """
    body = [text(say("teams-welcome" if welcome else "teams-home-title"), size="Medium", weight="Bolder")]
    body += [text(say("teams-home-how-private" if private else "teams-home-how"), spacing="Small")]
    for name, what in shown.graphs[:_GRAPHS]:
        told = line(f"{name}: {what}" if what else name, _LINE)
        body.append(text(told, spacing="Small", **SMALL))
    examples = shown.examples[: EXAMPLES if welcome else _MOST]
    if examples:
        body.append(text(say("teams-home-examples"), weight="Bolder", spacing="Medium"))
        body += [_ask(question) for question in examples]
    if private and not welcome and shown.recent:
        body.append(text(say("teams-home-recent"), weight="Bolder", spacing="Medium"))
        body += [_ask(recent.question) for recent in shown.recent[:_RECENT]]
    return card(body, [_change(say)] if shown.may_set else [])


def settings(shown: Home, *, say: Words, private: bool = False) -> Element:
    """How the bot is set here, and for who may change it, the way to do so. In a `private` conversation only
    what means something there is told.
    """
    body = [
        text(say("teams-settings-title"), size="Medium", weight="Bolder"),
        *(_fact(title, value) for title, value in _set(shown.channel, say, private)),
    ]
    if not shown.may_set:
        body.append(text(say("teams-settings-admins"), **SMALL))
    return card(body, [_change(say)] if shown.may_set else [])


def thing(label: str, kind: str, iri: str, link: str) -> Element:
    """A thing of the graph as a card in somebody's message: its name, what it is, a link if there is one."""
    named: Element = {"size": "Medium", "weight": "Bolder"}
    if link.startswith(("http://", "https://")):
        named |= {"color": "Accent", "selectAction": {"type": "Action.OpenUrl", "url": link}}
    body = [text(line(label, _LINE) or iri, **named), text(line(kind, _LINE), spacing="None", **SMALL)]
    return card(body)


def _set(channel: Channel, say: Words, private: bool) -> list[tuple[str, str]]:
    language, people = f"teams-language-{channel.language or 'question'}", len(channel.askers)
    graphs = ", ".join(channel.graphs) or say("teams-settings-graphs-all")
    answers = "teams-settings-to-asker" if channel.private else "teams-settings-to-all"
    askers = say("teams-settings-people", count=people) if people else say("teams-settings-askers-all")
    told = [
        (say("teams-settings-graphs"), graphs),
        (say("teams-settings-language"), say(language)),
        (say("teams-settings-verbosity"), say(f"teams-verbosity-{channel.verbosity}")),
    ]
    among_others = [
        (say("teams-settings-listening"), say(f"teams-listening-{channel.listening}")),
        (say("teams-settings-answers"), say(answers)),
        (say("teams-settings-askers"), askers),
    ]
    return told if private else [*told, *among_others]


def _fact(title: str, value: str) -> Element:
    return {
        **runs({"text": f"{title}: ", "isSubtle": True}, {"text": line(value, _LINE)}),
        "spacing": "Small",
    }


def _ask(question: str) -> Element:
    """A button that asks; the question is the presser's then, as if they had written it."""
    words = line(question, _LINE)
    data = {"question": question}
    submit = {"type": "Action.Submit", "title": short(words, _LABEL), "data": data, **_tooltip(words)}
    execute = {**submit, "type": "Action.Execute", "verb": "ask", "fallback": submit}
    return {"type": "ActionSet", "spacing": "Small", "actions": [execute]}


def _tooltip(words: str) -> Mapping[str, str]:
    return {"tooltip": words} if len(words) > _LABEL else {}


def _change(say: Words) -> Element:
    data = {"msteams": {"type": "task/fetch"}, "open": "settings"}
    return {"type": "Action.Submit", "title": say("teams-settings-change"), "data": data}
