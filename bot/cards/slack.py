"""A reply as Slack draws it: Reply -> Card (Block Kit blocks and the text of notifications), a pure function.

What comes from a graph or a person stands in `rich_text` and `plain_text` only, which Slack takes letter by
letter: no mention, no markup, no link can be made of it. The one text that Slack parses is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.buttons import Pressed, Seal
from bot.cards import slack_rows, slack_text
from bot.cards.look import Button, Look
from bot.cards.view import View, view
from bot.message import Reply

Block = dict[str, Any]

BUTTON_VALUE = 2_000
CHOICES = 25  # Slack takes 25 buttons in one block
READABLE_BUTTON = 40  # characters that a button shows before Slack cuts it for the eye
QUERY_PART = 2_900  # characters of one block of code
QUERY_PARTS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """`blocks` is what people see, `text` what notifications and screen readers say (escaped mrkdwn)."""

    blocks: tuple[Block, ...]
    text: str


def draw(
    reply: Reply, seal: Seal, look: Look | None = None, *, folded: bool = True, without_files: str = ""
) -> Card:
    """The card of a reply.

    `folded` puts query and trace into collapsible containers; without, they stand open and short.
    `without_files` says in words why nothing is attached; then the card holds as much as Slack takes.
    """
    shown = view(reply, look)
    files = not without_files
    stem = reply.reference or "querist"
    rows = slack_rows.draw(
        shown, stem, files=files, more=bool(reply.answer.table and reply.answer.table.truncated)
    )
    blocks = [slack_text.rich(slack_text.section(slack_text.lead(shown))), *rows.blocks]
    quiet = [*rows.notes]
    if shown.restatement:
        quiet.append(f"Read as: {shown.restatement}")
    if shown.put_right:
        quiet.append(f"Put right before it ran: {shown.put_right}")
    if shown.written:
        quiet.append(shown.written)
    quiet += [f"Note: {warning}" for warning in shown.warnings]
    if without_files and attaches(reply):
        quiet.append(without_files)
    blocks += slack_text.context(quiet)
    blocks += _buttons(shown.buttons, reply.reference, seal)
    blocks += _query(shown, stem, folded=folded, files=files)
    blocks += _trace(reply, shown, folded=folded)
    if verify := shown.act("verify"):
        blocks.append(_quiet(verify, reply.reference, seal))
    blocks += slack_text.context([shown.footer] if shown.footer else [])
    return Card(blocks=tuple(blocks), text=_notification(shown))


def attaches(reply: Reply) -> bool:
    """Whether there is anything to attach: a refusal has neither query nor trace."""
    return reply.answer.query is not None or bool(reply.answer.trace)


def bare(card: Card) -> Card:
    """The card without blocks: what is sent when Slack refuses every drawing of it."""
    return Card(blocks=(), text=card.text)


def _notification(shown: View) -> str:
    parts = [slack_text.unmarked(shown.lead)]
    if shown.restatement:
        parts.append(f"Read as: {shown.restatement}")
    if shown.footer:
        parts.append(shown.footer)
    return slack_text.escape(slack_text.shorten("\n".join(parts), slack_text.TEXT))


def _buttons(buttons: tuple[Button, ...], reference: str, seal: Seal) -> list[Block]:
    if not buttons:
        return []
    shown, left = buttons[:CHOICES], len(buttons) - CHOICES
    full = [f"{b.label}, {b.detail}" if b.detail else b.label for b in shown]
    blocks: list[Block] = []
    if any(len(text) > READABLE_BUTTON for text in full):
        # too long to read on a button: the differences stand in a list, the buttons carry its numbers
        items = [_item(button) for button in shown]
        blocks.append(slack_text.rich(slack_text.listing(items, ordered=True)))
        full = [f"{n}. {button.label}" for n, button in enumerate(shown, 1)]
    elements = [_button(text, b, reference, seal) for text, b in zip(full, shown, strict=True)]
    blocks.append({"type": "actions", "elements": elements})
    if left > 0:
        blocks += slack_text.context([f"{left} more are possible. Say in a reply which one you mean."])
    return blocks


def _item(button: Button) -> list[Block]:
    label = slack_text.text(slack_text.shorten(button.label, slack_text.LINE), bold=bool(button.detail))
    if not button.detail:
        return [label]
    return [label, slack_text.text(slack_text.shorten(f", {button.detail}", slack_text.LINE))]


def _button(words: str, button: Button, reference: str, seal: Seal) -> Block:
    value = seal.sign(Pressed(reference, button.kind, button.index))
    return {
        "type": "button",
        "action_id": f"querist.{button.kind}.{button.index}",
        "text": slack_text.plain(slack_text.shorten(words, slack_text.BUTTON)),
        "value": value,
    }


def _quiet(button: Button, reference: str, seal: Seal) -> Block:
    return {"type": "actions", "elements": [_button(button.label, button, reference, seal)]}


def _query(shown: View, stem: str, *, folded: bool, files: bool) -> list[Block]:
    if not shown.query:
        return []
    room = QUERY_PART if files else QUERY_PART * QUERY_PARTS
    parts = [shown.query[at : at + QUERY_PART] for at in range(0, min(len(shown.query), room), QUERY_PART)]
    code = [slack_text.rich(slack_text.preformatted(part)) for part in parts]
    if len(shown.query) > room:
        where = f"in {stem}.rq" if files else f"in the record {stem}"
        code += slack_text.context([f"The first {room:,} characters; the whole query is {where}."])
    if not folded:
        return [*slack_text.context([f"Query, also in {stem}.rq" if files else "Query"]), *code]
    return [slack_text.fold("Query", _head(shown.query, stem, files=files), code)]


def _head(query: str, stem: str, *, files: bool) -> str:
    """The query up to its first brace, and its file: what the fold holds, without the names in it."""
    lines = [line for line in query.splitlines() if not line.lstrip().upper().startswith(("PREFIX", "BASE"))]
    head = " ".join(" ".join(lines).partition("{")[0].split())
    words = slack_text.shorten(f"{head} {{ … }}", slack_text.SUBTITLE)
    return f"{words} · {stem}.rq" if files else words


def _trace(reply: Reply, shown: View, *, folded: bool) -> list[Block]:
    if not shown.trace:
        return []
    stages = " · ".join(f"{n} {step.stage}" for n, step in enumerate(reply.answer.trace, 1))
    if not folded:
        return slack_text.context([f"How I got there: {stages}"])
    items = [
        [slack_text.text(slack_text.shorten(line, slack_text.LINE))]
        for line in shown.trace[: slack_text.ITEMS]
    ]
    steps = slack_text.rich(slack_text.listing(items, ordered=True))
    return [slack_text.fold("How I got there", slack_text.shorten(stages, slack_text.SUBTITLE), [steps])]
