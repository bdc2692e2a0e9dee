"""What a card for Teams is drawn from, the same for all its parts."""

from __future__ import annotations

from dataclasses import dataclass, replace

from babel import Locale
from babel.numbers import format_decimal

from bot.buttons import Seal
from bot.cards.look import Look, language_of, locale_of, reader_of
from bot.cards.teams_elements import SMALL, Element, text
from bot.cards.view import View, view
from bot.links import Links
from bot.message import Reply
from bot.words import Words, words

QUERY, SQL = "application/sparql-query", "application/sql"  # the files that a card names
TRACE, ROWS = "text/markdown", "text/csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """`say` has the bot's own words, `locale` writes numbers; `links` lead to files, if any do."""

    reply: Reply
    view: View
    seal: Seal
    say: Words
    locale: Locale
    links: Links | None = None

    @property
    def brief(self) -> bool:
        return self.reply.message.verbosity == "brief"

    def number(self, number: int) -> str:
        return str(format_decimal(number, locale=self.locale))

    def link(self, media_type: str) -> str:
        """The address of the file of that type; "" where there is none."""
        if self.links is None or not self.reply.reference:
            return ""
        name = next((file.name for file in self.view.attachments if file.media_type == media_type), "")
        return self.links.address(self.reply.reference, name) if name else ""

    def note(self, what: str) -> Element:
        """What is left out, as a clause, with where it is."""
        if self.reply.reference:
            return text(self.say("teams-kept", what=what, reference=self.reply.reference), **SMALL)
        return text(f"{what}.", **SMALL)


def sheet(reply: Reply, *, seal: Seal, look: Look, links: Links | None) -> Sheet:
    return Sheet(
        reply=reply,
        view=view(reply, replace(look, draws=True)),
        seal=seal,
        say=words(language_of(reply, look)),
        locale=locale_of(reader_of(reply, look)),
        links=links,
    )
