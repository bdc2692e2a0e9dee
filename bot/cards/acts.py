"""What can be done with an answer: the quiet buttons of its card, in the order of `bot.buttons.ACTS`.

A card is one for all who see it, so a button may stand there that not everybody may press: who may not is
told so. Where only its asker sees the card, what they may not press is left out.
"""

from __future__ import annotations

from bot.buttons import Kind
from bot.cards import beside
from bot.cards.look import FIRST, Button, Look, language_of
from bot.maps import map_of
from bot.message import Reply
from bot.people import People
from bot.pictures import picture_of, shown_picture_of
from bot.reviewers import can_be_verified
from bot.words import Words, words
from kgqa.asked import is_sparql
from kgqa.types import Answer, Move, Outcome

_JUDGED = (Outcome.ANSWERED, Outcome.NOTHING_FOUND, Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)
_REREAD = (Outcome.ANSWERED, Outcome.NOTHING_FOUND)
MOST = 99  # rows that the largest table of a chat shows; Slack takes no more


def of(reply: Reply, look: Look) -> tuple[Button, ...]:
    """The buttons of a reply; none where there is no record that they could name."""
    if not reply.reference:
        return ()
    answer, message = reply.answer, reply.message
    kinds: list[Kind] = []
    if answer.outcome in _JUDGED:
        kinds += ["up", "down"]
    is_drawn = look.draws and shown_picture_of(answer) is not None
    if answer.display is not None and (is_drawn or len(answer.display.rows) > FIRST):
        kinds += ["table"]
    if answer.query is not None and not can_be_retried(reply):
        kinds += ["again"]
    if answer.outcome in _REREAD:
        kinds += ["meant"]
    if is_sparql(answer) and _may(look.editors, reply):
        kinds += ["edit"]
    if look.charts and not is_drawn and picture_of(answer) is not None:
        kinds += ["chart"]
    if look.charts and answer.has_places:
        kinds += ["map"]
    if answer.query is not None or answer.trace:
        kinds += ["evidence", "files"]
    if message.to_asker:
        kinds += ["share"]
    if answer.outcome is not Outcome.STOPPED:
        kinds += ["remove"]
    if answer.outcome is Outcome.ANSWERED and _may(look.reviewers, reply) and can_be_verified(answer):
        kinds += ["verify"]
    say = words(language_of(reply, look))
    labels = {
        "table": say("act-table") if is_drawn else all_rows(answer, say),
        "evidence": beside.opens(answer, say),
        "chart": say("act-map") if map_of(answer) else say("act-chart"),
    }
    return tuple(
        Button(label=labels.get(kind) or say(f"act-{kind}"), detail="", kind=kind, index=0) for kind in kinds
    )


def all_rows(answer: Answer, say: Words) -> str:
    """What is written on the button that shows more of the rows than stand on the card."""
    count = len(answer.display.rows) if answer.display else 0
    cut = bool(answer.table and answer.table.truncated)
    return say("act-more-rows") if cut or count > MOST else say("act-all-rows", count=count)


def can_be_retried(reply: Reply) -> bool:
    """Whether the same question may well be answered at another try: what failed was not the question."""
    failed = reply.answer.outcome is Outcome.FAILED and reply.answer.move is not Move.ASKER
    return failed and bool(reply.reference)


def _may(people: People, reply: Reply) -> bool:
    """Whether the button is of use to anybody who sees this card."""
    alone = reply.message.private or reply.message.to_asker
    return bool(people) and (not alone or people.has(reply.message))
