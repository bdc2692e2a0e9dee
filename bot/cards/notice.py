"""What Querist says in a channel by itself: a title, words, and a line to be copied. Pure functions.

In: a Notice. Out: a message in Slack, a plain Adaptive Card (version 1.5) in Teams.
"""

from __future__ import annotations

from dataclasses import dataclass

from babel.dates import format_datetime

from bot.cards import slack_text
from bot.cards.look import Look, locale_of
from bot.cards.slack import Card
from bot.cards.teams_elements import Element, code, text
from bot.cards.teams_forms import card
from bot.words import words
from kgqa.audit import Checkpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """`line` stands letter by letter as it is given."""

    title: str
    text: str
    line: str


def of_checkpoint(checkpoint: Checkpoint, line: str, look: Look) -> Notice:
    """Tells of a checkpoint of the record; `line` is how a file of checkpoints has it."""
    say = words(look.language)
    at = format_datetime(checkpoint.at, "long", locale=locale_of(look.language))
    told = say("audit-checkpoint-text", links=checkpoint.size, at=at)
    return Notice(title=say("audit-checkpoint"), text=told, line=line)


def slack(notice: Notice) -> Card:
    """The message in Slack."""
    section = slack_text.section(
        [slack_text.text(notice.title, bold=True), slack_text.text(f"\n{notice.text}")]
    )
    blocks = (slack_text.rich(section, slack_text.preformatted(notice.line)),)
    return Card(blocks=blocks, text=slack_text.escape(f"{notice.title}: {notice.text}"))


def teams(notice: Notice) -> Element:
    """The card in Teams."""
    return card([text(notice.title, weight="Bolder"), text(notice.text, spacing="Small"), code(notice.line)])
