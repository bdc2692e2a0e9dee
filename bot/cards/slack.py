"""A reply as Slack draws it: Reply -> Card (Block Kit blocks and the text of notifications), a pure function.

What comes from a graph or a person stands in `rich_text` and `plain_text` only, which Slack takes letter by
letter: no mention, no markup, no link can be made of it. The one text that Slack parses is escaped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.buttons import Pressed, Seal
from bot.cards import beside, slack_acts, slack_rows, slack_text
from bot.cards.look import Button, Look, language_of
from bot.cards.stages import step_words
from bot.cards.view import View, view
from bot.message import Reply
from bot.words import words

Block = dict[str, Any]

NEWER = ("container", "context_actions", "feedback_buttons", "icon_button")  # not every Slack knows them
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

    `folded` puts query and trace into collapsible containers and the quiet buttons behind icons, of which
    not every Slack knows; without, query and trace stand open and short, and the buttons are plain ones.
    `without_files` says in words why nothing is attached; then the card holds as much as Slack takes.
    """
    shown = view(reply, look)
    say = words(shown.language)
    files = not without_files
    stem = reply.reference or "querist"
    is_brief = reply.message.verbosity == "brief"
    rows = slack_rows.draw(shown, stem, files=files)
    blocks = [slack_text.rich(slack_text.section(slack_text.lead(shown))), *rows.blocks]
    quiet = [*rows.notes]
    if shown.restatement:
        quiet.append(f"{say('read-as')} {shown.restatement}")
    if shown.put_right and not is_brief:
        quiet.append(f"{say('put-right')} {shown.put_right}")
    if shown.written:
        quiet.append(shown.written)
    quiet += [f"{say('note')} {warning}" for warning in shown.warnings]
    if without_files and attaches(reply):
        quiet.append(without_files)
    blocks += slack_text.context(quiet)
    blocks += _buttons(shown, reply.reference, seal)
    if not (is_brief and files):  # what is executed is always there, in a file at least
        is_closed = reply.message.verbosity != "full"
        blocks += _query(shown, stem, folded=folded, files=files, closed=is_closed)
        blocks += _trace(reply, shown, folded=folded, closed=is_closed)
    blocks += slack_text.context([shown.footer] if shown.footer else [])
    offered = tuple(act for act in shown.acts if not (reply.message.to_asker and act.kind == "chart"))
    blocks += slack_acts.draw(offered, reply.reference, seal, language=shown.language, icons=folded)
    return Card(blocks=tuple(slack_acts.placed(blocks, reply.message.thread)), text=_notification(shown))


def attaches(reply: Reply) -> bool:
    """Whether there is anything to attach: a refusal has neither query nor trace."""
    return reply.answer.query is not None or bool(reply.answer.trace)


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
    full = [f"{b.label}, {b.detail}" if b.detail else b.label for b in buttons]
    blocks: list[Block] = []
    if any(len(text) > READABLE_BUTTON for text in full):
        # too long to read on a button: the differences stand in a list, the buttons carry its numbers
        items = [_item(button) for button in buttons]
        blocks.append(slack_text.rich(slack_text.listing(items, ordered=True)))
        full = [f"{n}. {button.label}" for n, button in enumerate(buttons, 1)]
    elements = [
        slack_acts.button(text, Pressed(reference, b.kind, b.index), seal)
        for text, b in zip(full, buttons, strict=True)
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


def _query(shown: View, stem: str, *, folded: bool, files: bool, closed: bool) -> list[Block]:
    if not shown.query:
        return []
    say = words(shown.language)
    room = QUERY_PART if files else QUERY_PART * QUERY_PARTS
    parts = [shown.query[at : at + QUERY_PART] for at in range(0, min(len(shown.query), room), QUERY_PART)]
    code = [slack_text.rich(slack_text.preformatted(part)) for part in parts]
    if len(shown.query) > room:
        whole = "slack-query-cut" if files else "slack-query-cut-record"
        code += slack_text.context([say(whole, count=room, stem=stem)])
    if not folded:
        title = say("slack-query-and-file", stem=stem) if files else say("query")
        return [*slack_text.context([title]), *code]
    return [slack_text.fold(say("query"), _head(shown.query, stem, files=files), code, closed=closed)]


def _head(query: str, stem: str, *, files: bool) -> str:
    """The query up to its first brace, and its file: what the fold holds, without the names in it."""
    lines = [line for line in query.splitlines() if not line.lstrip().upper().startswith(("PREFIX", "BASE"))]
    head = " ".join(" ".join(lines).partition("{")[0].split())
    drawn = slack_text.shorten(f"{head} {{ … }}", slack_text.SUBTITLE)
    return f"{drawn} · {stem}.rq" if files else drawn


def _trace(reply: Reply, shown: View, *, folded: bool, closed: bool) -> list[Block]:
    if not shown.trace:
        return []
    title = words(shown.language)("trace")
    stages = " · ".join(
        f"{n}. {step_words(step.stage, shown.language)}" for n, step in enumerate(reply.answer.trace, 1)
    )
    if not folded:
        return slack_text.context([f"{title}: {stages}"])
    items = [
        [slack_text.text(slack_text.shorten(line, slack_text.LINE))]
        for line in shown.trace[: slack_text.ITEMS]
    ]
    steps = slack_text.rich(slack_text.listing(items, ordered=True))
    subtitle = slack_text.shorten(stages, slack_text.SUBTITLE)
    return [slack_text.fold(title, subtitle, [steps], closed=closed)]
