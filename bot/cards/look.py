"""How replies look in a deployment, and the parts of a card that do not depend on the platform."""

from __future__ import annotations

from dataclasses import dataclass, field

from babel import Locale, UnknownLocaleError

from bot.buttons import Kind
from bot.message import Reply
from bot.people import People

FIRST = 8  # rows that stand on a card: with them, it fits one screen of a phone


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How replies look here. `link` is a URL template for things: "" for no links, "{iri}" for the IRI
    itself, or a page such as "https://browse.example/?uri={iri}" (then the IRI is percent-encoded).
    `reviewers` may verify answers, `editors` change queries; `currency` is that of what models cost. `charts`
    says that they can be drawn here when somebody asks, `draws` that a card draws them itself.
    """

    language: str = "en"
    link: str = ""
    currency: str = ""
    reviewers: People = field(default_factory=People)
    editors: People = field(default_factory=People)
    charts: bool = True
    draws: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """What can be pressed; `index` names the choice (or suggestion) in the answer."""

    label: str
    detail: str
    kind: Kind
    index: int


def locale_of(language: str) -> Locale:
    """The locale for a language tag such as "de" or "en-US"; English when the tag is not known."""
    try:
        return Locale.parse(language.replace("-", "_") or "en")
    except (UnknownLocaleError, ValueError):
        return Locale("en")


def reader_of(reply: Reply, look: Look) -> str:
    """Whose numbers and dates a card has, as a tag: the reader's own, where they are of the card's language,
    since a sentence and its table write them alike.
    """
    language, own = language_of(reply, look), reply.message.language or look.language
    return own if locale_of(own).language == locale_of(language).language else language


def language_of(reply: Reply, look: Look) -> str:
    """The language of the bot's own words on a card, as a tag: that of the question, where it is known."""
    return reply.answer.question.language or reply.message.language or look.language
