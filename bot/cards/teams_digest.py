"""The digest of a week in Teams: a plain Adaptive Card (version 1.5). What to add stands folded in it."""

from __future__ import annotations

from dataclasses import replace

from bot.cards.digest import HOW, How, Item, ShownDigest, lines_of, told_of
from bot.cards.teams_elements import SMALL, Element, code, runs, text
from bot.cards.teams_forms import card
from bot.cards.teams_limits import LIMIT, size
from bot.words import Words


def draw(shown: ShownDigest, *, say: Words) -> Element:
    """The card, with as many of the questions as there is room for."""
    while size(drawn := _card(shown, say)) > LIMIT and shown.parts:
        *before, last = shown.parts
        less = replace(last, items=last.items[:-1])
        shown = replace(shown, parts=(*before, less) if less.items else tuple(before))
    return drawn


def _card(shown: ShownDigest, say: Words) -> Element:
    first, *more = shown.counts
    body = [
        text(shown.title, size="Medium", weight="Bolder"),
        text(first, weight="Bolder", spacing="Small"),
        *([text(" · ".join(more), spacing="None")] if more else []),
    ]
    for part in shown.parts:
        body.append(text(part.title, weight="Bolder", spacing="Large"))
        for item in part.items:
            body += _open(item, shown, say) if part.is_open else [_listed(item)]
    body += [text(shown.note, spacing="Large", **SMALL)] if shown.note else []
    return card(body)


def _listed(item: Item) -> Element:
    times = [{"text": f" · {item.times}", **SMALL}] if item.times else []
    return {**runs({"text": item.question}, *times), "spacing": "Small"}


def _open(item: Item, shown: ShownDigest, say: Words) -> list[Element]:
    said = " · ".join(filter(None, (item.times, item.said)))
    labels: dict[How, str] = {"name": shown.name, "define": shown.define}
    submit = {"type": "Action.Submit", "title": shown.ask, "data": {"question": item.question}}
    ask = {**submit, "type": "Action.Execute", "verb": "ask", "fallback": submit}
    folded = [
        {"type": "Action.ShowCard", "title": labels[how], "card": _folded(how, item.word, say)} for how in HOW
    ]
    return [
        text(item.question, spacing="Medium"),
        *([text(said, spacing="None", **SMALL)] if said else []),
        {"type": "ActionSet", "spacing": "Small", "actions": [ask, *folded]},
    ]


def _folded(how: How, word: str, say: Words) -> Element:
    above, below = told_of(how, word, say)
    lines = [code(line) for line in lines_of(how, word).splitlines()]
    return {"type": "AdaptiveCard", "body": [text(above), *lines, text(below, **SMALL)]}
