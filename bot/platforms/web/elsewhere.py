"""How Slack and Teams draw the same reply: the card as it would be sent there, for the page to show.

Its buttons carry values that nobody can press: they are signed with a secret of the moment.
"""

from __future__ import annotations

import secrets
from typing import Any

from babel.dates import format_time

from bot.buttons import Seal
from bot.cards import slack, teams
from bot.cards.beside import model_took_part
from bot.cards.look import Look, language_of, locale_of
from bot.cards.view import view
from bot.message import Reply
from bot.words import words


def card(reply: Reply, place: str, look: Look) -> dict[str, Any] | None:
    """The card's JSON for "slack" or "teams", with what stands around it there: the time, and in Teams the
    label of what a model made and whether it asks for thumbs. None for another place.
    """
    seal = Seal(secrets.token_hex())
    language = language_of(reply, look)
    time = format_time(reply.message.sent_at.astimezone(), "short", locale=locale_of(language))
    if place == "slack":
        return {"time": time, "blocks": list(slack.draw(reply, seal, look).blocks)}
    if place == "teams":
        return {
            "time": time,
            "card": teams.card(reply, seal=seal, look=look),
            "generated": words(language)("page-generated") if model_took_part(reply.answer) else "",
            "feedback": view(reply, look).act("up") is not None,
        }
    return None
