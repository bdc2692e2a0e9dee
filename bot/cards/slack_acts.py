"""What can be done with an answer, as Slack draws it: quiet, under the evidence.

Thumbs and the bin are Slack's own small icons; few buttons stand open, the rest is in the menu behind "…".
"""

from __future__ import annotations

from typing import Any

from bot.buttons import Kind, Pressed, Seal
from bot.cards import slack_text
from bot.cards.look import Button
from bot.words import words

Block = dict[str, Any]

MENU = "querist.more"  # action ids of what holds several buttons
THUMBS = "querist.thumbs"
ALONE = "alone:"  # begins the names of threads that are not Slack's own
_ICONS: tuple[Kind, ...] = ("up", "down", "remove")
_OPEN: tuple[Kind, ...] = ("share", "table", "evidence", "meant")
_OPEN_DRAWN: tuple[Kind, ...] = ("share", "table", "chart", "evidence", "meant")
_MENU = 5  # Slack takes no more in a menu behind the dots
_IN = " in "


def draw(
    acts: tuple[Button, ...],
    reference: str,
    seal: Seal,
    *,
    language: str,
    icons: bool = True,
    calls_for_chart: bool = False,
) -> list[Block]:
    """The blocks of the quiet buttons. Without `icons`, which not every Slack knows, all are plain ones.
    Where the rows are such that others draw them unasked, the button for that stands open.
    """
    in_sight = _OPEN_DRAWN if calls_for_chart else _OPEN
    given = {act.kind: act for act in acts}
    small = [kind for kind in _ICONS if kind in given and icons]
    opened = [kind for kind in (*_ICONS[:2], *in_sight) if kind in given and kind not in small]
    rest = [kind for kind in given if kind not in (*small, *opened)]
    blocks: list[Block] = []
    if (
        icon_row := [*_thumbs(given, reference, seal), *_bin(given, reference, seal, language)]
        if icons
        else []
    ):
        blocks.append({"type": "context_actions", "elements": icon_row})
    if len(rest) == 1:
        opened, rest = [*opened, *rest], []  # a menu of one would hide it for nothing
    opened, rest = [*opened, *rest[:-_MENU]], rest[-_MENU:]
    row = [button(given[kind].label, Pressed(reference, kind, given[kind].index), seal) for kind in opened]
    if rest:
        sealed = [(given[kind].label, Pressed(reference, kind, given[kind].index)) for kind in rest]
        options = [slack_text.option(label, seal.sign(pressed)) for label, pressed in sealed]
        row.append({"type": "overflow", "action_id": MENU, "options": options})
    if row:
        blocks.append({"type": "actions", "elements": row})
    return blocks


def button(label: str, pressed: Pressed, seal: Seal, aloud: str = "") -> Block:
    """One button of a card; `aloud` is what a screen reader says of one that shows less than that."""
    element = {
        "type": "button",
        "action_id": f"querist.{pressed.kind}.{pressed.index}",
        "text": slack_text.plain(slack_text.shorten(label, slack_text.BUTTON)),
        "value": seal.sign(pressed),
    }
    if aloud.strip() and aloud != label:
        element["accessibility_label"] = slack_text.shorten(aloud, slack_text.BUTTON)
    return element | {"style": "primary"} if pressed.kind == "share" else element


def placed(blocks: list[Block], thread: str) -> list[Block]:
    """The blocks, with the thread in those that have buttons: Slack does not tell it of a press where the
    thread is none of its own.
    """
    if not thread.startswith(ALONE):
        return blocks
    return [_placed(block, f"{n}{_IN}{thread}") for n, block in enumerate(blocks)]


def _placed(block: Block, name: str) -> Block:
    if block["type"] in ("actions", "context_actions"):
        return block | {"block_id": name}
    if block["type"] == "container":
        return block | {"child_blocks": [_placed(child, name) for child in block["child_blocks"]]}
    return block


def thread_in(block_id: str) -> str:
    """The thread that `placed` wrote there, "" for none."""
    return block_id.partition(_IN)[2]


def _thumbs(given: dict[Kind, Button], reference: str, seal: Seal) -> list[Block]:
    if "up" not in given or "down" not in given:
        return []

    def side(kind: Kind) -> Block:
        sealed = seal.sign(Pressed(reference, kind, given[kind].index))
        return {"text": slack_text.plain(given[kind].label), "value": sealed}

    sides = {"positive_button": side("up"), "negative_button": side("down")}
    return [{"type": "feedback_buttons", "action_id": THUMBS, **sides}]


def _bin(given: dict[Kind, Button], reference: str, seal: Seal, language: str) -> list[Block]:
    if "remove" not in given:
        return []
    say, drawn = words(language), button(given["remove"].label, Pressed(reference, "remove", 0), seal)
    sure = {
        "title": slack_text.plain(say("slack-remove-title")),
        "text": slack_text.plain(say("slack-remove-sure")),
        "confirm": slack_text.plain(given["remove"].label),
        "deny": slack_text.plain(say("slack-keep")),
    }
    return [drawn | {"type": "icon_button", "icon": "trash", "confirm": sure}]
