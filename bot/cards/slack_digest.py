"""The digest of a week in Slack: a message, and the two dialogs behind its buttons. Pure functions."""

from __future__ import annotations

from typing import Any

from bot.cards import slack_text
from bot.cards.digest import How, Item, Part, ShownDigest, lines_of, told_of
from bot.cards.slack import Card
from bot.words import words

Block = dict[str, Any]

BUTTON = "querist.digest"  # begins the action ids
VALUE = 2_000  # characters of a button's value


def draw(shown: ShownDigest) -> Card:
    """The message: counts, what was asked most, and below each question that wants something done, how."""
    first, *more = shown.counts
    counted = [
        slack_text.text(first, bold=True),
        *([slack_text.text(f"\n{' · '.join(more)}")] if more else []),
    ]
    blocks = [
        {"type": "header", "text": slack_text.plain(slack_text.shorten(shown.title, slack_text.SUBTITLE))},
        slack_text.rich(slack_text.section(counted)),
    ]
    for n, part in enumerate(shown.parts):
        blocks += _open(part, shown, 10 * n) if part.is_open else [_listed(part)]
    blocks += slack_text.context([shown.note])
    return Card(blocks=tuple(blocks), text=slack_text.escape(f"{shown.title}: {', '.join(shown.counts)}"))


def dialog(how: How, word: str, *, language: str) -> dict[str, Any]:
    """What to add for a word, to be copied."""
    say = words(language)
    above, below = told_of(how, word, say)
    return {
        "type": "modal",
        "title": slack_text.plain(say(f"digest-{how}")),
        "close": slack_text.plain(say("slack-close")),
        "blocks": [
            slack_text.rich(
                slack_text.section([slack_text.text(above)]),
                slack_text.preformatted(lines_of(how, word)),
                slack_text.section([slack_text.text(below)]),
            )
        ],
    }


def _listed(part: Part) -> Block:
    items = [
        [slack_text.text(item.question), *([slack_text.text(f" · {item.times}")] if item.times else [])]
        for item in part.items
    ]
    title = slack_text.section([slack_text.text(f"\n{part.title}", bold=True)])
    return slack_text.rich(title, slack_text.listing(items, ordered=False))


def _open(part: Part, shown: ShownDigest, first: int) -> list[Block]:
    """The questions of a part; their buttons are counted from `first`, since each needs an id of its own."""
    blocks: list[Block] = [
        {"type": "divider"},
        slack_text.rich(slack_text.section([slack_text.text(part.title, bold=True)])),
    ]
    for n, item in enumerate(part.items, first):
        said = " · ".join(filter(None, (item.times, item.said)))
        blocks.append(slack_text.rich(slack_text.section([slack_text.text(item.question)])))
        blocks += slack_text.context([said])
        blocks.append({"type": "actions", "elements": _buttons(item, shown, n)})
    return blocks


def _buttons(item: Item, shown: ShownDigest, n: int) -> list[Block]:
    each = (
        ("ask", shown.ask, item.question),
        ("name", shown.name, item.word),
        ("define", shown.define, item.word),
    )
    return [
        {
            "type": "button",
            "action_id": f"{BUTTON}.{act}.{n}",
            "text": slack_text.plain(slack_text.shorten(label, slack_text.BUTTON)),
            **({"value": value[:VALUE]} if value else {}),
        }
        for act, label, value in each
    ]
