"""The message around a card: its line for notifications, where the answer comes from, and what it asks for.

In: a Reply. Out: an activity as Teams takes it, and what its card has no room for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams import draw, notice, plain
from bot.cards.teams_elements import Element
from bot.cards.teams_limits import LIMIT, size
from bot.cards.teams_sheet import QUERY, Sheet, sheet
from bot.cards.view import model_took_part
from bot.links import Links
from bot.message import Reply
from kgqa.types import CallEvidence, PassageEvidence

CARD = "application/vnd.microsoft.card.adaptive"
_CITATIONS, _NAME, _ABSTRACT = 20, 80, 160  # that Teams takes, and their characters
_LINK = 1_000
_NOTHING = "\N{EN DASH}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The activity, with the types of the files that hold what its card leaves out."""

    activity: Element
    missing: tuple[str, ...]


def message(reply: Reply, *, seal: Seal, look: Look | None = None, links: Links | None = None) -> Said:
    """The message of a reply: Teams' feedback under what can be judged, its label where a model took part,
    and citations of what the answer rests on, as far as there is room.
    """
    look = look or Look()
    drawn = draw(reply, seal=seal, look=look, links=links)
    parts = sheet(reply, seal=seal, look=look, links=links)
    activity: Element = {
        "type": "message",
        "summary": notice(reply),
        "attachments": [{"contentType": CARD, "content": drawn.card}],
    }
    if parts.view.act("up"):
        activity["channelData"] = {"feedbackLoop": {"type": "default"}}
    claims = [_claim(n, *source) for n, source in enumerate(_sources(parts, look), 1)][:_CITATIONS]
    whole = _with(activity, reply, parts, claims)
    while claims and size(whole) > LIMIT:
        claims.pop()
        whole = _with(activity, reply, parts, claims)
    return Said(activity=whole, missing=drawn.missing)


def _with(activity: Element, reply: Reply, parts: Sheet, claims: list[Element]) -> Element:
    """The activity with its citations: Teams shows those whose marks stand in the text."""
    label = {"additionalType": ["AIGeneratedContent"]} if model_took_part(reply.answer) else {}
    if not claims and not label:
        return activity
    entity: dict[str, Any] = {
        "type": "https://schema.org/Message",
        "@type": "Message",
        "@context": "https://schema.org",
        **label,
    }
    if not claims:
        return {**activity, "entities": [entity]}
    marks = " ".join(f"[{claim['position']}]" for claim in claims)
    text = parts.say("teams-sources", marks=marks)
    return {**activity, "text": text, "entities": [{**entity, "citation": claims}]}


def _sources(parts: Sheet, look: Look) -> Iterator[tuple[str, str, str]]:
    """What the answer rests on: a name, a few words of it, and where it is ("" for nowhere to go)."""
    answer, view, say = parts.reply.answer, parts.view, parts.say
    if answer.query is not None:
        graph = answer.graph.name if answer.graph else ""
        name = say("teams-source", graph=graph, reference=parts.reply.reference) if graph else say("query")
        yield name, view.restatement or " ".join(view.query.split()), parts.link(QUERY)
    for evidence in answer.evidence:
        if isinstance(evidence, PassageEvidence):
            yield evidence.source, evidence.text, evidence.source
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
