"""What an answer rests on, as Slack draws it: one line that opens the query, the steps and the hash.

In: a View. Out: a collapsible container for a card, or all of it as a dialog where a Slack knows none. On a
card, the files can be had from there.
"""

from __future__ import annotations

from typing import Any

from bot.cards import slack_text
from bot.cards.view import View
from bot.words import words

Block = dict[str, Any]

QUERY_PART = 2_900  # characters of one block of code
CARD_PARTS = 4  # of the query on a card: a container takes ten blocks
DIALOG_PARTS = 40  # of a dialog, which takes a hundred


def line(shown: View) -> list[Block]:
    """The line alone, in small print."""
    return slack_text.context([" ".join(shown.evidence)])


def fold(shown: View, files: Block | None, *, closed: bool) -> list[Block]:
    """The line, with all that it opens, and the button for the `files`."""
    if not shown.evidence:
        return []
    source, *more = shown.evidence
    rest = " ".join(more) or shown.opens
    row = [{"type": "actions", "elements": [files]}] if files else []
    return [slack_text.fold(source, rest, [*within(shown, CARD_PARTS), *row], closed=closed)]


def dialog(shown: View) -> Block:
    """The same, by itself."""
    say = words(shown.language)
    return {
        "type": "modal",
        "title": slack_text.plain(shown.opens),
        "close": slack_text.plain(say("slack-close")),
        "blocks": [*line(shown), *within(shown, DIALOG_PARTS)],
    }


def within(shown: View, parts: int) -> list[Block]:
    """How it was read, what was put right, the query in at most so many parts, the steps, and the small
    print.
    """
    say = words(shown.language)
    read = [f"{say('read-as')} {shown.restatement}"] if shown.restatement else []
    right = [f"{say('put-right')} {shown.put_right}"] if shown.put_right else []
    return [
        *slack_text.context([*read, *right]),
        *_sources(shown),
        *_query(shown, parts),
        *_steps(shown),
        *slack_text.context([shown.footer]),
    ]


def _sources(shown: View) -> list[Block]:
    items = [[slack_text.text(slack_text.shorten(source, slack_text.LINE))] for source in shown.sources]
    return [slack_text.rich(slack_text.listing(items[: slack_text.ITEMS], ordered=False))] if items else []


def _query(shown: View, parts: int) -> list[Block]:
    query, room = shown.query, QUERY_PART * parts
    if not query:
        return []
    code = [
        slack_text.preformatted(query[at : at + QUERY_PART])
        for at in range(0, min(len(query), room), QUERY_PART)
    ]
    *before, last = code
    hashed = [slack_text.preformatted(f"sha256 {shown.sha256}")] if shown.sha256 else []
    drawn = [*(slack_text.rich(part) for part in before), slack_text.rich(last, *hashed)]
    if len(query) > room:
        drawn += slack_text.context([words(shown.language)("slack-query-cut", count=room)])
    return drawn


def _steps(shown: View) -> list[Block]:
    items = [
        [slack_text.text(slack_text.shorten(step, slack_text.LINE))]
        for step in shown.trace[: slack_text.ITEMS]
    ]
    return [slack_text.rich(slack_text.listing(items, ordered=True))] if items else []
