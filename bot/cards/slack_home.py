"""The Home tab of the app in Slack: Home -> home view, a pure function. Names and questions stay letters."""

from __future__ import annotations

from typing import Any

from bot.cards import slack_text
from bot.cards.look import locale_of
from bot.cards.plain import clean
from bot.cards.values import short_date
from bot.message import Home
from bot.words import Words, words
from kgqa.types import Recent

Block = dict[str, Any]

EXAMPLE = "querist.example"  # action ids
SETTINGS = "querist.settings"
CHANNEL = "querist.channel"
GRAPHS, EXAMPLES, RECENT = 10, 5, 10
PROMPTS = 4  # Slack takes four suggested prompts
VALUE = 2_000  # characters of a button's value


def draw(home: Home, *, language: str, place: str) -> dict[str, Any]:
    """The view. `place` is text that Slack keeps and sends back with what is pressed."""
    say = words(language)
    blocks = [_head(say("slack-home-graphs")), *_graphs(home, say)]
    if home.examples:
        blocks += [_head(say("slack-home-examples")), *examples(home.examples)]
    blocks += [_head(say("slack-home-recent")), *_recents(home.recent, say, language)]
    blocks += [_head(say("slack-home-settings")), _set_as(home, say)]
    if home.may_set:
        blocks += _settings(say)
    return {"type": "home", "private_metadata": place, "blocks": blocks}


def help_of(home: Home, *, language: str, command: str) -> list[Block]:
    """What can be asked, and how: for who calls the command without a question."""
    say = words(language)
    how = [slack_text.section([slack_text.text(say("slack-help", command=command))])]
    return [slack_text.rich(*how), *_graphs(home, say), *examples(home.examples)]


def examples(questions: tuple[str, ...]) -> list[Block]:
    """A button for each question, one a line, so that each can be read."""
    fit = [question for question in map(clean, questions) if question.strip() and len(question) <= VALUE]
    return [
        {
            "type": "actions",
            "elements": [
                {
                    "type": "button",
                    "action_id": f"{EXAMPLE}.{n}",
                    "text": slack_text.plain(slack_text.shorten(question, slack_text.BUTTON)),
                    "value": question,
                }
            ],
        }
        for n, question in enumerate(fit[:EXAMPLES])
    ]


def prompts(home: Home) -> list[dict[str, str]]:
    """The questions that Slack suggests beside the box where people write."""
    fit = [question for question in map(clean, home.examples) if question.strip()]
    return [{"title": slack_text.shorten(q, slack_text.BUTTON), "message": q} for q in fit[:PROMPTS]]


def _head(words: str) -> Block:
    return {"type": "header", "text": slack_text.plain(words)}


def _graphs(home: Home, say: Words) -> list[Block]:
    if not home.graphs:
        return slack_text.context([say("slack-home-no-graph")])
    items = [
        [slack_text.text(_line(name), bold=True), *([slack_text.text(f": {_line(holds)}")] if holds else [])]
        for name, holds in home.graphs[:GRAPHS]
    ]
    return [slack_text.rich(slack_text.listing(items, ordered=False))]


def _recents(recent: tuple[Recent, ...], say: Words, language: str) -> list[Block]:
    if not recent:
        return [slack_text.rich(slack_text.section([slack_text.text(say("slack-home-none-yet"))]))]
    return [block for n, one in enumerate(recent[:RECENT]) for block in _recent(one, n, say, language)]


def _recent(one: Recent, n: int, say: Words, language: str) -> list[Block]:
    """A question of one's own with a button that asks it again, and a link to what became of it."""
    asked = clean(one.question).strip()
    block: Block = {"type": "section", "text": slack_text.plain(_line(asked))}
    if asked and len(asked) <= VALUE:
        block["accessory"] = {
            "type": "button",
            "action_id": f"{EXAMPLE}.{EXAMPLES + n}",
            "text": slack_text.plain(say("slack-home-again")),
            "value": asked,
        }
    became = f"{_became(one, say)}, {short_date(one.asked_at, locale_of(language))}"
    return [block, slack_text.rich(slack_text.section([slack_text.text(became, one.permalink)]))]


def _line(text: str) -> str:
    return slack_text.shorten(clean(text), slack_text.LINE)


def _became(one: Recent, say: Words) -> str:
    return say(
        f"slack-outcome-{one.outcome.value.replace('_', '-')}" if one.outcome else "slack-outcome-open"
    )


def _set_as(home: Home, say: Words) -> Block:
    channel = home.channel
    language = say(f"slack-set-language-{channel.language or 'own'}")
    lines = [
        f"{say('slack-set-graphs')}: {', '.join(map(_line, channel.graphs)) or say('slack-home-all-graphs')}",
        f"{say('slack-set-language')}: {language}",
        f"{say('slack-set-verbosity')}: {say(f'slack-set-verbosity-{channel.verbosity}')}",
    ]
    return slack_text.rich(slack_text.listing([[slack_text.text(line)] for line in lines], ordered=False))


def _settings(say: Words) -> list[Block]:
    mine = {"type": "button", "action_id": SETTINGS, "text": slack_text.plain(say("slack-home-set-ours"))}
    where: Block = {
        "type": "conversations_select",
        "action_id": CHANNEL,
        "placeholder": slack_text.plain(say("slack-home-set-channel")),
        "filter": {"include": ["public", "private", "mpim"], "exclude_bot_users": True},
    }
    return [{"type": "actions", "elements": [mine, where]}]
