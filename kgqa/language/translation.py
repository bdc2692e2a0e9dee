"""German words -> English ones: so that a German question finds names that a graph has in English alone.

In: a German word as it stands in a question or in a label. Out: what it may be called in English, likeliest
first. Words are found by their lemma; a compound that is not in the table is split into words that are, as
German joins them (with -s-, -es-, -n-, -en-, -er- or nothing in between, and verbs by their stem).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import islice, product

from kgqa.language import fold, language

SOURCE, TARGET = "de", "en"
MOST = 12  # English names of one compound that are tried
MOST_OF_A_PART = 4
_SHORTEST = 3  # letters of a part of a compound
_LINKS = ("", "s", "es", "n", "en", "er", "e")  # what may stand between two parts
_SEVERAL, _BEGINNINGS = "several", "beginnings"
_TYPED = {"ae": "a", "oe": "o", "ue": "u"}  # umlauts of a keyboard that has none, as `fold` leaves them
_FEMININE = re.compile(r"in(?:nen)?$")
_IS_VERB = re.compile(r"[^A-ZÄÖÜ].*(?:e[nlr]|[lr])n$|[^A-ZÄÖÜ].*en$")


@dataclass(frozen=True, slots=True)
class Compound:
    """A German compound: what its beginning may be called, and what its last word may, which it is one of."""

    beginning: tuple[str, ...]
    head: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """“customer number”, “client number”."""
        return joined((self.beginning, self.head))


class Dictionary:
    """The words of the table."""

    def __init__(self, table: Mapping[str, Mapping[str, str]]) -> None:
        words = {w: e for name, part in table.items() if name != _BEGINNINGS for w, e in part.items()}
        self._words = {fold(w).replace("-", " "): _listed(english) for w, english in words.items()}
        self._small = {w: _listed(e) for w, e in words.items() if w[:1].islower()}
        self._starts = {fold(w): _listed(e) for w, e in table[_BEGINNINGS].items()}
        self._stems = {fold(w)[:-2]: _listed(e) for w, e in words.items() if _IS_VERB.fullmatch(w)}

    @cached_property
    def _lemmas(self) -> dict[str, tuple[str, ...]]:
        """The verbs and adjectives as the language's dictionary spells them; it takes a second to open."""
        return {language(SOURCE).lemma(w): e for w, e in self._small.items()}

    def has(self, folded: str) -> bool:
        """Whether the table itself has a word, in this very form."""
        return folded in self._words

    def names(self, word: str) -> tuple[str, ...]:
        """What a German word, or a run of words that the table has, may be called in English."""
        known = self.listed(word)
        if known or " " in word:
            return known
        compound = self.compound(word)
        return compound.names if compound else ()

    def listed(self, word: str) -> tuple[str, ...]:
        """What the table itself has for a word, whatever its form."""
        return next((self._words[form] for form in _forms(word) if form in self._words), ()) or next(
            (self._lemmas[form] for form in _forms(word) if form in self._lemmas), ()
        )

    @lru_cache(maxsize=20_000)  # noqa: B019  # there is one dictionary, for the life of the process
    def compound(self, word: str) -> Compound | None:
        """The parts of a compound that are words of the table, the longest last word first."""
        for form in _forms(word):
            if found := self._split(form):
                return found
        return None

    def _split(self, word: str) -> Compound | None:
        for at in range(_SHORTEST, len(word) - _SHORTEST + 1):
            head = self._words.get(word[at:]) or self._listed_noun(word[at:])
            if head and (beginning := self._beginning(word[:at])):
                return Compound(beginning, head)
        return None

    def _listed_noun(self, text: str) -> tuple[str, ...]:
        lang = language(SOURCE)
        return self._words.get(lang.lemma(text.capitalize()), ()) if lang.knows(text.capitalize()) else ()

    def _beginning(self, text: str) -> tuple[str, ...]:
        """What the first part of a compound may be called, itself a compound or none."""
        if text in self._starts:
            return self._starts[text]
        for link in _LINKS:
            bare = text.removesuffix(link) if link else text
            if len(bare) >= _SHORTEST and (bare != text or not link):
                known = self._words.get(bare) or self._words.get(bare + "e", ())
                if known:
                    return known
        if text in self._stems:
            return self._stems[text]
        if known := self._listed_noun(text):
            return known
        for at in range(_SHORTEST, len(text) - _SHORTEST + 1):
            first, second = self._beginning(text[:at]), self._beginning(text[at:])
            if first and second:
                return joined((first, second))
        return ()


def joined(parts: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """The names that come of one name for each part, the likeliest first."""
    rows = product(*(part[:MOST_OF_A_PART] for part in parts))
    ranked = sorted(rows, key=lambda row: sum(p.index(w) for p, w in zip(parts, row, strict=True)))
    return tuple(dict.fromkeys(" ".join(row) for row in islice(ranked, MOST)))


@cache
def english_words() -> frozenset[str]:
    """The English words of the table, folded: those that names of business life are made of."""
    table = tomllib.loads(_table()).values()
    return frozenset(w for part in table for names in part.values() for w in re.findall(r"\w+", fold(names)))


def _table() -> str:
    return files("kgqa.language").joinpath(f"{SOURCE}-{TARGET}.toml").read_text("utf-8")


@cache
def dictionary() -> Dictionary:
    """The one dictionary that there is: from German to English."""
    return Dictionary(tomllib.loads(_table()))


def _listed(english: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in english.split(","))


@lru_cache(maxsize=20_000)
def _forms(word: str) -> tuple[str, ...]:
    """The folded forms under which a table may have a word: as it stands, its lemma, of a woman that of a
    man, with the umlauts that were typed as two letters.
    """
    return tuple(dict.fromkeys(_each_form(word)))


def _each_form(word: str) -> Iterator[str]:
    lang, folded = language(SOURCE), fold(word).replace("-", " ")
    yield folded
    if folded.endswith(("e", "en", "em", "es")):  # a noun that is an adjective: "Angestellte", "Vorgesetzten"
        yield re.sub("e[nms]?$", "er", folded)
    yield lang.lemma(word)
    yield lang.lemma(word.capitalize())
    if (man := _FEMININE.sub("", folded)) not in (folded, ""):  # "in" alone is no ending
        yield man
        yield lang.lemma(man.capitalize())
        yield man + "e"
    for typed, umlaut in _TYPED.items():
        if typed in folded:
            yield folded.replace(typed, umlaut)
            yield lang.lemma(folded.replace(typed, umlaut))
