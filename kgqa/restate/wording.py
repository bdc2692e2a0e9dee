"""The words of one language: templates from its TOML file, nouns from labels, values as people write them.

In: a language code, labels, literals. Out: phrases. The grammar here is English's and is switched off for
other languages, whose templates get by without it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel.dates import format_date, format_datetime

from kgqa.numbers import measured
from kgqa.ontology import XSD
from kgqa.restate import german
from kgqa.restate.english import indefinite, is_plural, ordinal, plural, sentence_case_noun
from kgqa.sparql.model import NUMERIC, Lit

_LONG = 16  # words
DATES = frozenset((XSD + "date", XSD + "dateTime", XSD + "dateTimeStamp"))


@dataclass(frozen=True)
class Wording:
    """One language's templates; `say` fills one in. Names stand in quotation marks unless a sentence is to be
    read aloud.
    """

    language: str
    table: dict[str, dict[str, str]]
    is_aloud: bool = False

    def aloud(self) -> Wording:
        return replace(self, is_aloud=True)

    def has(self, section: str, key: str) -> bool:
        return key in self.table[section]

    def say(self, section: str, key: str, /, **words: object) -> str:
        said = self.table[section][key].format(**words)
        return said.replace("( ", "(").replace("  ", " ").replace(" )", ")")

    # ── nouns ────────────────────────────────────────────────────────────────────────────────────

    def noun(self, label: str) -> str:
        return sentence_case_noun(label) if self.language == "en" else label

    def nouns(self, label: str) -> str:
        """Several of them, by a word that takes any name where the plural is not known."""
        if self.language == "en":
            return plural(self.noun(label))
        return german.plural(label) or self.say("nouns", "many", noun=self.quoted(label))

    def of_nouns(self, label: str) -> str:
        """Several of them after "with the most"."""
        return (german.dative_plural(label) if self.language == "de" else "") or self.nouns(label)

    @property
    def takes_plural(self) -> bool:
        """Whether "there is" speaks of several: an article would depend on the gender."""
        return self.language == "de"

    def with_a(self, noun: str) -> str:
        """One of them after "with" or "have"."""
        return german.dative(noun) if self.language == "de" else self.a(noun)

    def after_with(self, noun: str) -> str:
        return german.dative(noun) if self.language == "de" else noun

    def gender(self, noun: str) -> str:
        """What the article of a measure depends on, where it does."""
        return german.gender(noun) if self.language == "de" else ""

    def inflected(self, section: str, key: str, noun: str) -> str:
        """The key of the words that stand before a noun of its gender, where a language tells it by them."""
        own = f"{key}_{self.gender(noun)}"
        return own if self.has(section, own) else key

    def is_plural(self, noun: str) -> bool:
        return self.language == "en" and is_plural(noun)

    def a(self, noun: str) -> str:
        return indefinite(noun) if self.language == "en" and not is_plural(noun) else noun

    def ordinal(self, number: int) -> str:
        return ordinal(number) if self.language == "en" else f"{number}."

    def quoted(self, text: str) -> str:
        return self.table["marks"]["open"] + " ".join(text.split()) + self.table["marks"]["close"]

    def named(self, name: str) -> str:
        """The name of a thing: aloud, in quotation marks only where a comma would cut it in two."""
        return " ".join(name.split()) if self.is_aloud and not set(",;") & set(name) else self.quoted(name)

    def amount(self, number: int) -> str:
        """A number of things: small ones as words."""
        return self.table["amounts"].get(str(number)) or measured(str(number), "", self.language)

    def all_of(self, words: Iterable[str]) -> str:
        return self._joined(list(words), self.table["marks"]["and"])

    def series(self, phrases: Iterable[str]) -> str:
        """Phrases in a row: with semicolons between them where one is long or has a comma of its own."""
        listed = list(phrases)
        if len(listed) > 1 and any("," in p or len(p.split()) > _LONG for p in listed):
            return f"{'; '.join(listed[:-1])}; {self.table['marks']['and']} {listed[-1]}"
        return self.all_of(listed)

    def one_of(self, words: Iterable[str]) -> str:
        return self._joined(list(words), self.table["marks"]["or"])

    def none_of(self, words: Iterable[str]) -> str:
        """“neither a, b nor c”; a single word stands alone."""
        listed = list(words)
        joined = self._joined(listed, self.table["marks"]["nor"])
        return joined if len(listed) == 1 else f"{self.table['marks']['neither']} {joined}"

    def predicates(self, said: Iterable[str]) -> str:
        """Predicates in a row with one verb: "is at least 5 kg and at most 10 kg"."""
        first, *others = said
        for verb in ("is", "are"):
            word = f"{self.table['marks'][verb]} "
            if all(p.startswith(word) for p in (first, *others)):
                return self.all_of([first, *(p.removeprefix(word) for p in others)])
        return self.all_of([first, *others])

    def agreeing(self, predicate: str) -> str:
        """A predicate of several things: "are more than 20 kg" for "is more than 20 kg"."""
        one, several = self.table["marks"]["is"], self.table["marks"]["are"]
        return several + predicate.removeprefix(one) if predicate.startswith(f"{one} ") else predicate

    def _joined(self, words: list[str], last: str) -> str:
        if len(words) < 2:  # noqa: PLR2004 - nothing to join
            return "".join(words)
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    # ── values ───────────────────────────────────────────────────────────────────────────────────

    def value(self, literal: Lit, unit: str = "") -> str:
        """A literal as a person writes it: 1,250 kg; 1 March 2024; yes; “Valve”."""
        if literal.datatype in NUMERIC:
            return measured(literal.value, unit, self.language)
        if literal.datatype in DATES:
            return self.date(literal.value)
        if literal.datatype == XSD + "boolean":
            word = "true" if literal.value in ("true", "1") else "false"
            return self.table["values"][word]
        if literal.datatype in (XSD + "gYear", XSD + "gYearMonth"):
            return literal.value
        return self.quoted(literal.value)

    def month(self, day: date) -> str:
        return format_date(day, "MMMM yyyy", locale=self.language)

    def date(self, text: str) -> str:
        """A date or a moment as the language writes it; a text that is none stays as it is."""
        values = self.table["values"]
        try:
            if "T" in text:
                moment = datetime.fromisoformat(text)
                if (moment.hour, moment.minute, moment.second) != (0, 0, 0):
                    return format_datetime(moment, values["moment"], locale=self.language)
                return format_date(moment.date(), values["day"], locale=self.language)
            return format_date(date.fromisoformat(text[:10]), values["day"], locale=self.language)
        except ValueError:
            return text


@lru_cache
def wording(language: str) -> Wording:
    """The wording of a language; English where we have none."""
    code = language.split("-", maxsplit=1)[0].lower()
    source = files("kgqa.restate") / f"{code}.toml"
    if not code.isalpha() or not source.is_file():
        return wording("en")
    table: dict[str, Any] = tomllib.loads(source.read_text(encoding="utf-8"))
    return Wording(code, table)
