"""A Digest in finished words, for cards and the terminal: counts, and questions with what can be done."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from typing import Literal

from babel.dates import format_date, format_interval
from babel.numbers import format_decimal, format_percent

from bot.cards.look import Look, locale_of
from bot.cards.plain import line, short
from bot.digest.counted import Asked, Digest
from bot.words import Words, words

QUESTION, SAID = 300, 200  # characters

How = Literal["name", "define"]
HOW: tuple[How, ...] = ("name", "define")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])|\n")
_EMPHASIS = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A question: how often it was asked, and what it was told. `word` is what was not understood."""

    question: str
    times: str
    said: str
    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """Some of the questions; whether something is to be done about them."""

    title: str
    items: tuple[Item, ...]
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDigest:
    """`counts` begin with how many asked how much. `note` is small print. `ask` is written on the button that
    asks again, whose answer can be verified.
    """

    title: str
    counts: tuple[str, ...]
    parts: tuple[Part, ...]
    note: str
    ask: str
    name: str
    define: str


def shown_digest(
    digest: Digest, look: Look, *, zone: tzinfo | None = None, private: bool = False
) -> ShownDigest:
    """The digest with the words of the deployment's language. `private` says that what was asked in private
    is quoted, too.
    """
    say, locale = words(look.language), locale_of(look.language)
    first = digest.since.astimezone(zone)
    last = (digest.until - timedelta(microseconds=1)).astimezone(zone)
    same = first.date() == last.date()
    span = (
        format_date(first, "long", locale)
        if same
        else str(format_interval(first.date(), last.date(), "yMMMd", locale=locale))
    )

    def number(count: int) -> str:
        return str(format_decimal(count, locale=locale))

    counts = [say("digest-nothing")]
    if digest.questions:
        asked = "digest-asked" if digest.people else "digest-asked-by-nobody"
        share = format_percent(digest.answered / digest.questions, locale=locale)
        counts = [
            say(asked, questions=digest.questions, people=digest.people),
            say("digest-answered", count=number(digest.answered), share=share),
        ]
        for name, count in (
            ("asked-back", digest.asked_back),
            ("unanswered", digest.unanswered),
            ("not-right", digest.not_right),
        ):
            if count:
                counts.append(say(f"digest-{name}", count=count))
    sorts = (("most", digest.most), ("open", digest.open), ("wrong", digest.wrong))
    return ShownDigest(
        title=say("digest-range", range=span),
        counts=tuple(counts),
        parts=tuple(
            Part(
                title=say(f"digest-{sort}"),
                items=tuple(_item(each, say) for each in asked_),
                is_open=sort != "most",
            )
            for sort, asked_ in sorts
            if asked_
        ),
        note=say("digest-note-all" if private else "digest-note") if digest.questions else "",
        ask=say("digest-verify" if look.reviewers else "digest-ask"),
        name=say("digest-name"),
        define=say("digest-define"),
    )


def lines_of(how: How, word: str) -> str:
    """What is added to a lexicon, or to definitions, for a word."""
    if how == "define":
        return f'[[term]]\nname = {_quoted(word)}\nmeans = "…"'
    return f'{{"iri": "…", "label": "…", "surface_forms": [{_quoted(word)}]}}'


def told_of(how: How, word: str, say: Words) -> tuple[str, str]:
    """The sentences above and below these lines."""
    return say(f"digest-{how}-how", word=word or "none"), say(f"digest-{how}-then")


def _item(asked: Asked, say: Words) -> Item:
    times = ""
    if asked.times > 1:
        many = "digest-times-by" if asked.people > 1 else "digest-times"
        times = say(many, times=asked.times, people=asked.people)
    return Item(
        question=line(asked.question, QUESTION),
        times=times,
        said=line(_EMPHASIS.sub(r"\1", _SENTENCE.split(asked.said, maxsplit=1)[0]), SAID),
        word=line(asked.word, QUESTION),
    )


def _quoted(word: str) -> str:
    return json.dumps(short(word, QUESTION) or "…", ensure_ascii=False)
