"""Sentences that are English as they stand and can be said in other languages when somebody reads them.

In: an English sentence with places for values. Out: a text; where it is asked for, the same in another
language. What the check and the budgets say goes to models, records and engineers in English, and to an asker
in the asker's language: it is worded then, and only then. The catalogues are those of gettext, `LANGUAGE.po`
beside this file, where the English sentence is the key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Self

from babel.messages.pofile import read_po

from kgqa.errors import QueristError
from kgqa.numbers import written

FOLDER = Path(__file__).parent


class Said(str):
    """A text in English, with what words it in another language."""

    __slots__ = ("_otherwise",)
    _otherwise: Callable[[str], str]

    def __new__(cls, english: str, otherwise: Callable[[str], str]) -> Self:
        text = super().__new__(cls, english)
        text._otherwise = otherwise  # its own
        return text

    def said_in(self, language: str) -> str:
        return self._otherwise(language)


def say(english: str, /, **values: str) -> Said:
    """A sentence with its values, `{name}` being the place of one; values may be sentences themselves."""

    def otherwise(language: str) -> str:
        pattern = catalogue(language).get(english, english)
        if not values:
            return pattern
        return pattern.format(**{name: in_language(value, language) for name, value in values.items()})

    return Said(english.format(**values) if values else english, otherwise)


def together(*sentences: str, by: str = " ") -> Said:
    """Sentences one after the other."""
    said = tuple(filter(None, sentences))
    return Said(
        by.join(said), lambda language: by.join(filter(None, (in_language(s, language) for s in said)))
    )


def number(count: int) -> Said:
    """A whole number as each language writes it."""
    return Said(f"{count:,}", lambda language: written(count, language))


def either(words: Sequence[str]) -> Said:
    """One thing, or several with commas and “or”."""
    *some, last = words or ("",)
    return say("{some} or {last}", some=together(*some, by=", "), last=last) if some else together(last)


def each(words: Sequence[str]) -> Said:
    """One thing, or several with commas and “and”."""
    *some, last = words or ("",)
    return say("{some} and {last}", some=together(*some, by=", "), last=last) if some else together(last)


def in_language(text: str, language: str) -> str:
    """A text in a language; as it is where it is no sentence of this module, or there is no catalogue."""
    if not isinstance(text, Said):
        return text
    return text.said_in(language) if catalogue(language) else str(text)


def told(error: Exception, language: str) -> str:
    """What an error says, in a language."""
    return in_language(said_by(error), language)


def said_by(error: Exception) -> str:
    """What an error says to anybody, so that it can be said in other languages."""
    if isinstance(error, QueristError):
        return error.shown
    said = error.args[0] if error.args else ""
    return said if isinstance(said, str) else str(error)


@cache
def catalogue(language: str) -> dict[str, str]:
    """The sentences of a language, by the English ones; none for English."""
    file = FOLDER / f"{language}.po"
    if not language.isalpha() or not file.exists():
        return {}
    with file.open("rb") as read:
        return {str(m.id): str(m.string) for m in read_po(read, locale=language) if m.id and m.string}
