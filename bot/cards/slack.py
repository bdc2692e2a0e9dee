"""A reply as Slack draws it: Reply -> Card (Block Kit blocks and the text of notifications), a pure function.

What comes from a graph or a person stands in `rich_text` and `plain_text` only, which Slack takes letter by
letter: no mention, no markup, no link can be made of it. The one text that Slack parses is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.buttons import Kind, Pressed, Seal
from bot.cards import beside, slack_acts, slack_evidence, slack_rows, slack_text
from bot.cards.look import Button, Look, language_of
from bot.cards.view import View, view
from bot.message import Reply
from bot.pictures import shown_picture_of
from bot.words import words

Block = dict[str, Any]

NEWER = ("container", "context_actions", "feedback_buttons", "icon_button")  # not every Slack knows them
CHOICES = 25  # Slack takes 25 buttons in one block
_NOT_ALONE: tuple[Kind, ...] = ("chart", "files")  # Slack shows no file to one person alone
_OPENED: tuple[Kind, ...] = ("evidence", "files")  # what stands behind the line of evidence
READABLE_BUTTON = 40  # characters that a button shows before Slack cuts it for the eye


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`blocks` is what people see, `text` what notifications and screen readers say (escaped mrkdwn)."""

    blocks: tuple[Block, ...]
    text: str


def draw(reply: Reply, seal: Seal, look: Look | None = None, *, folded: bool = True) -> Card:
    """The card of a reply.

    `folded` puts query and steps into a collapsible container and the quiet buttons behind icons, of which
    not every Slack knows; without, a button opens them in a dialog, and the buttons are plain ones.
    """
    shown = view(reply, look)
    say = words(shown.language)
    rows = slack_rows.draw(shown)
    notes = [*rows.notes, *(f"{say('note')} {warning}" for warning in shown.warnings)]
    blocks = [slack_text.rich(slack_text.section(slack_text.lead(shown))), *rows.blocks]
    blocks += slack_text.context(notes)
    blocks += _buttons(shown, reply.reference, seal)
    is_alone = reply.message.to_asker and not reply.message.private
    offered = tuple(act for act in shown.acts if not (is_alone and act.kind in _NOT_ALONE))
    if folded and reply.message.verbosity != "brief" and shown.evidence:
        files = next((act for act in offered if act.kind == "files"), None)
        button = slack_acts.button(files.label, Pressed(reply.reference, "files", 0), seal) if files else None
        blocks += slack_evidence.fold(shown, button, closed=reply.message.verbosity != "full")
        offered = tuple(act for act in offered if act.kind not in _OPENED)
    else:
        blocks += slack_evidence.line(shown)
    blocks += slack_acts.draw(
        offered,
        reply.reference,
        seal,
        language=shown.language,
        icons=folded,
        calls_for_chart=any(act.kind == "chart" for act in offered)
        and shown_picture_of(reply.answer) is not None,
    )
    return Card(blocks=tuple(slack_acts.placed(blocks, reply.message.thread)), text=_notification(shown))


def rows_card(reply: Reply, look: Look | None = None) -> Card:
    """As many of its rows as Slack shows in one table, by themselves."""
    shown = replace(view(reply, look), acts=())  # no button counts what is left
    rows = slack_rows.draw(shown, slack_rows.TABLE_ROWS - 1)
    blocks = (*rows.blocks, *slack_text.context(list(rows.notes)))
    return Card(blocks=blocks, text=slack_text.escape(slack_text.shorten(shown.lead, slack_text.TEXT)))


def bare(card: Card) -> Card:
    """The card without blocks: what is sent when Slack refuses every drawing of it."""
    return Card(blocks=(), text=card.text)


def superseded(reply: Reply, look: Look, link: str) -> Card:
    """What stands in the place of an answer to the question before it was edited: where that of `reply`, its
    answer now, stands.
    """
    edited, instead = beside.superseded(reply, language_of(reply, look))
    line = slack_text.section([slack_text.text(f"{edited} "), slack_text.text(instead, link)])
    return Card(blocks=(slack_text.rich(line),), text=slack_text.escape(f"{edited} {instead}"))


def _notification(shown: View) -> str:
    parts = [slack_text.unmarked(shown.lead)]
    if shown.restatement:
        parts.append(f"{words(shown.language)('read-as')} {shown.restatement}")
    if shown.footer:
        parts.append(shown.footer)
    return slack_text.escape(slack_text.shorten("\n".join(parts), slack_text.TEXT))


def _buttons(shown: View, reference: str, seal: Seal) -> list[Block]:
    if not shown.buttons:
        return []
    buttons, left = shown.buttons[:CHOICES], len(shown.buttons) - CHOICES
    told = full = [f"{b.label}, {b.detail}" if b.detail else b.label for b in buttons]
    blocks: list[Block] = []
    if any(len(text) > READABLE_BUTTON for text in full):
        # too long to read on a button: all of them stand in a list, the buttons carry its numbers
        items = [_item(button) for button in buttons]
        blocks.append(slack_text.rich(slack_text.listing(items, ordered=True)))
        is_short = all(b.detail and len(b.label) <= READABLE_BUTTON for b in buttons)
        told = [f"{n}. {b.label}" if is_short else str(n) for n, b in enumerate(buttons, 1)]
    elements = [
        slack_acts.button(text, Pressed(reference, b.kind, b.index), seal, aloud=whole)
        for text, whole, b in zip(told, full, buttons, strict=True)
    ]
    blocks.append({"type": "actions", "elements": elements})
    if left > 0:
        blocks += slack_text.context([words(shown.language)("slack-more-choices", count=left)])
    return blocks


def _item(button: Button) -> list[Block]:
    label = slack_text.text(slack_text.shorten(button.label, slack_text.LINE), bold=bool(button.detail))
    if not button.detail:
        return [label]
    return [label, slack_text.text(slack_text.shorten(f", {button.detail}", slack_text.LINE))]
