"""The message around a card: its line for notifications, where the answer comes from, and what it asks for.

In: a Reply. Out: an activity as Teams takes it. Teams shows citations only
by marks in the text of a message, and that text above the card: so the sentence of an answer that cites is
the text, and the card goes on from there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams import draw, notice, plain
from bot.cards.teams_elements import Element
from bot.cards.teams_limits import LIMIT, size
from bot.cards.teams_sheet import QUERY, SQL, Sheet, sheet
from bot.cards.view import model_took_part
from bot.links import Links
from bot.message import Reply
from kgqa.types import CallEvidence, PassageEvidence

CARD = "application/vnd.microsoft.card.adaptive"
_CITATIONS, _NAME, _ABSTRACT = 6, 80, 160  # as many as read well behind a sentence, and their characters
_LINK = 1_000
_NOTHING = "\N{EN DASH}"
_SENTENCE = 400  # characters that are put above a card
_MARKUP = re.compile(  # Markdown, or what may be taken for it
    r"[*_~`<>\[\]|#\\\n]|&[#\w]+;|://|www\.|^\s*(?:[-+=]|\d+[.)]\s)", re.IGNORECASE
)


_CITED = re.compile(r"\s?\[\d+\]")


def message(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Element:
    """The message of a reply: Teams' feedback under what can be judged, its label where a model took part,
    and citations of what the answer rests on, as far as there is room.
    """
    look = look or Look()
    parts = sheet(reply, seal=seal, look=look, links=links)
    cites = bool(parts.view.sources)  # its sentences already say which source each is from
    sentence = _quotable(_CITED.sub("", parts.view.lead) if cites else parts.view.lead)
    claims = [_claim(n, *source) for n, source in enumerate(_sources(parts, look), 1)] if sentence else []
    if claims:
        drawn = draw(parts, led=True)
        activity = _around(drawn, parts)
        for count in range(min(len(claims), _CITATIONS), 0, -1):
            text = parts.view.lead if cites else _marked(sentence, count)
            whole = activity | {"text": text} | _entities(parts, claims[:count])
            if size(whole) <= LIMIT:
                return whole
    return _around(draw(parts), parts) | _entities(parts, [])


def _around(card: Element, parts: Sheet) -> Element:
    activity: Element = {
        "type": "message",
        "summary": notice(parts.reply),
        "attachments": [{"contentType": CARD, "content": card}],
    }
    if parts.view.act("up"):
        activity["channelData"] = {"feedbackLoop": {"type": "default"}}
    return activity


def _quotable(lead: str) -> str:
    """The sentence, if it reads the same where Markdown is read; "" where the card has to say it."""
    return lead if len(lead) <= _SENTENCE and not _MARKUP.search(lead) else ""


def _marked(sentence: str, count: int) -> str:
    return " ".join((sentence, *(f"[{n}]" for n in range(1, count + 1))))


def _entities(parts: Sheet, claims: list[Element]) -> Element:
    """Teams' label where a model took part, and the citations; nothing where there is neither."""
    label = {"additionalType": ["AIGeneratedContent"]} if model_took_part(parts.reply.answer) else {}
    cited = {"citation": claims} if claims else {}
    if not label and not cited:
        return {}
    kind = {"type": "https://schema.org/Message", "@type": "Message", "@context": "https://schema.org"}
    return {"entities": [{**kind, **label, **cited}]}


def _sources(parts: Sheet, look: Look) -> Iterator[tuple[str, str, str]]:
    """What the answer rests on: a name, a few words of it, and where it is ("" for nowhere to go)."""
    answer, view, say = parts.reply.answer, parts.view, parts.say
    if answer.query is not None:
        graph = answer.graph.name if answer.graph else ""
        name = say("teams-source", graph=graph, reference=parts.reply.reference) if graph else say("query")
        yield name, view.restatement or " ".join(view.query.split()), parts.link(QUERY) or parts.link(SQL)
    for evidence in answer.evidence:
        if isinstance(evidence, PassageEvidence):
            yield ", ".join(filter(None, (evidence.source, evidence.place))), evidence.text, evidence.source
        elif isinstance(evidence, CallEvidence):
            yield evidence.function, evidence.result, ""
    if not look.link:
        return
    seen = set()
    for row in view.rows[:_CITATIONS]:
        for cell, column in zip(row, view.columns, strict=True):
            if cell.link and cell.link not in seen and cell.text in view.lead:
                seen.add(cell.link)
                yield cell.text, column.title, cell.link


def _claim(position: int, name: str, abstract: str, link: str) -> Element:
    leads = link.startswith(("http://", "https://")) and len(link) <= _LINK
    appearance = {
        "@type": "DigitalDocument",
        "name": plain(name, _NAME) or _NOTHING,
        "abstract": plain(abstract, _ABSTRACT) or _NOTHING,
        **({"url": link} if leads else {}),
    }
    return {"@type": "Claim", "position": position, "appearance": appearance}
