"""The words of one language: templates from its TOML file, nouns from labels, values as people write them.

In: a language code, labels, literals. Out: phrases. The grammar here is English's and is switched off for
other languages, whose templates get by without it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any

from babel.dates import format_date, format_datetime, get_month_names

from kgqa.declared.vocabulary import DATES
from kgqa.numbers import measured
from kgqa.ontology import XSD
from kgqa.restate import german, inflection
from kgqa.restate.english import indefinite, is_plural, ordinal, plural, sentence_case_noun
from kgqa.sparql.model import NUMERIC, Lit

_LONG = 16  # words
CLAUSAL = "~"  # begins a German predicate that takes a clause: "höher ist als …"
_VERB = re.compile(r"(.*?)\b(ist|liegt|enthält|beginnt|endet|entspricht)\b(.*)", re.DOTALL)
_MANY = {"liegt": "liegen", "beträgt": "betragen", "ist": "sind", "enthält": "enthalten"}
_ADJECTIVES = re.compile(r"(?:[a-zäöüß]+e )+(?=[A-ZÄÖÜ])")


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

    def finished(self, text: str) -> str:
        """A sentence whose words have their case, where a language has cases."""
        if self.language == "de":
            return inflection.finished(text)
        return (
            re.sub(rf"\b((?:{self.table['marks']['persons']})s?) that (?!they )", r"\1 who ", text)
            if self.is_aloud
            else text
        )

    # ── nouns ────────────────────────────────────────────────────────────────────────────────────

    def noun(self, label: str) -> str:
        return sentence_case_noun(label) if self.language == "en" else label

    def from_title(self, title: str) -> str:
        """The head of a column inside a sentence."""
        if self.language == "de":
            return inflection.uncapitalised(title)
        return self.noun(title)

    def nouns(self, label: str) -> str:
        """Several of them, by a word that takes any name where the plural is not known."""
        if self.language == "en":
            return plural(self.noun(label))
        many = "many_given" if label[:1].islower() else "many"
        return german.plural(label) or self.say("nouns", many, noun=self.quoted(label))

    def picked_nouns(self, things: str) -> str:
        """Several of them after "the three": "bestellte Produkte" -> "bestellten Produkte"."""
        if self.language == "de" and (found := _ADJECTIVES.match(things)):
            return found[0].replace("e ", "en ") + things[found.end() :]
        return things

    def of_nouns(self, label: str) -> str:
        """Several of them after "with the most"."""
        if self.language == "de":
            return german.dative_plural(label) or re.sub("^Einträge", "Einträgen", self.nouns(label))
        return self.nouns(label)

    @property
    def takes_plural(self) -> bool:
        """Whether "there is" speaks of several: an article would depend on the gender."""
        return self.language == "de"

    def after_with(self, noun: str) -> str:
        return f"‹stark {noun}›" if self.language == "de" else noun

    def is_adjective(self, label: str) -> bool:
        """Whether the label of what is true or false says how a thing is: "delisted", "vegan"."""
        known = self.table["adjectives"]
        if " " in label or not label.islower():
            return False
        is_known = label in known["words"].split() or label.endswith(tuple(known["ends"].split()))
        return is_known or (bool(known["small"]) and label[:1].isalpha())

    def is_plural(self, noun: str) -> bool:
        return (
            inflection.gender_of(inflection.head_of(noun)) == "p"
            if self.language == "de"
            else is_plural(noun)
        )

    def a(self, noun: str) -> str:
        if self.language == "de":
            return f"‹ein {noun}›"
        return noun if is_plural(noun) else indefinite(noun)

    def the(self, phrase: str) -> str:
        """What a sentence is about, with its article."""
        return inflection.the(phrase) if self.language == "de" else self.say("nouns", "the", noun=phrase)

    def without_the(self, phrase: str) -> str:
        if self.language == "de":
            return inflection.without_article(phrase)
        return phrase.removeprefix(self.say("nouns", "the", noun=""))

    def the_all(self, phrase: str, count: int) -> str:
        """Several things that a sentence is about: "the three skills of Ada"."""
        return " ".join(
            filter(None, (self.table["marks"]["the_all"], (count and self.amount(count)) or "", phrase))
        )

    def is_label(self, noun: str) -> bool:
        """Whether numbers called so count nothing: years, and numbers of things."""
        head = inflection.head_of(noun) if self.language == "de" else noun.partition(" of ")[0]
        return re.search(self.table["marks"]["label"], head, re.IGNORECASE) is not None

    def governed(self, before: str, verb: str, value: str) -> tuple[str, str]:
        """A preposition and what follows it, neither of which says the noun of the other."""
        return inflection.governed(before, verb, value) if self.language == "de" else (before, value)

    def as_term(self, text: str, case: str = "") -> str:
        """What something is compared with."""
        if self.language != "de":
            return text
        told = self.the(self.without_the(text))
        for mark in ("der", "ihr", "jeweilig", "derselbe") if case else ():
            if told.startswith(f"‹{mark} "):
                return told.replace(f"‹{mark} ", f"‹{mark}:{case} ", 1)
        return told

    def in_sum(self, text: str) -> str:
        """A part of a calculation: "Länge minus Tiefgang" without articles, unless it is of a named thing."""
        if self.language != "de" or (" von " in text and text.startswith("‹der ")):
            return text
        return inflection.without_article(
            text.replace("‹ihr ", "‹der ", 1) if text.startswith("‹ihr ") else text
        )

    def takes_article(self, noun: str) -> bool:
        """Whether a noun can be said with an article: it takes a gender to be known."""
        return self.language != "de" or inflection.is_known(noun)

    def having(self, predicate: str) -> str:
        """A predicate of a value after "have a weight": "of more than 20 kg"; "" where it takes a clause."""
        if self.language == "de":
            return "" if predicate.startswith(CLAUSAL) else predicate
        found = next((p for p in self.table["having"] if predicate.startswith(p)), None)
        return "" if found is None else self.table["having"][found] + predicate.removeprefix(found)

    def place(self, name: str) -> str:
        """Where something is: "in Norway", "in the Netherlands"."""
        return self.table["places"].get(name) or self.say("nouns", "in_place", value=name)

    def doing(self, noun: str, unit: str, *, many: bool) -> str:
        """The verb for what things measure: "weighs" of a weight."""
        return self.table["doing_many" if many else "doing"].get(noun.lower(), "") if unit else ""

    def stated(self, subject: str, predicate: str, *, main: bool = False) -> str:
        """A predicate with its subject: "the weight is more than 40 kg"."""
        if self.language != "de":
            return f"{subject} {self.agreeing(predicate) if self.is_plural(subject) else predicate}"
        verb, rest, after = "liegt", predicate, ""
        if predicate.startswith(CLAUSAL):
            found = _VERB.match(predicate.removeprefix(CLAUSAL))
            rest, verb, after = (found[1], found[2], found[3]) if found else (predicate[1:], "gilt", "")
        elif predicate.startswith("von "):
            verb, rest = "beträgt", predicate.removeprefix("von ")
        if self.is_plural(subject):
            verb = _MANY.get(verb, verb)
        rest = rest.strip()
        return (
            f"{self.the(subject)} {verb} {rest}{after}"
            if main
            else f"{self.the(subject)} {rest} {verb}{after}"
        )

    def in_dative(self, text: str) -> str:
        """An amount after a preposition: "von 60 Tagen"."""
        return inflection.in_dative(text) if self.language == "de" else text

    def ordinal(self, number: int) -> str:
        return ordinal(number) if self.language == "en" else str(number)

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
        if len(listed) > 1 and any(("," in p and "⸴" not in p) or len(p.split()) > _LONG for p in listed):
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
        for verb in self.table["marks"]["shared"].split():
            word = f"{verb} "
            if all(p.startswith(word) for p in (first, *others)):
                return self.all_of([first, *(p.removeprefix(word) for p in others)])
        return self.all_of([first, *others])

    def agreeing(self, predicate: str) -> str:
        """A predicate of several things: "are more than 20 kg" for "is more than 20 kg"."""
        one, several = self.table["marks"]["is"], self.table["marks"]["are"]
        if self.language == "de":
            return re.sub(rf"\b({one}|liegt)\b", lambda found: _MANY[found[1]], predicate, count=1)
        return several + predicate.removeprefix(one) if predicate.startswith(f"{one} ") else predicate

    def _joined(self, words: list[str], last: str) -> str:
        if len(words) < 2:  # noqa: PLR2004 - nothing to join
            return "".join(words)
        return f"{', '.join(words[:-1])} {last} {words[-1]}"

    # ── values ───────────────────────────────────────────────────────────────────────────────────

    def value(self, literal: Lit, unit: str = "") -> str:
        """A literal as a person writes it: 1,250 kg; 1 March 2024; yes; “Valve”."""
        if literal.datatype in NUMERIC:
            return measured(literal.value, unit, self.language, brief=self.is_aloud)
        if literal.datatype in DATES:
            return self.date(literal.value)
        if literal.datatype == XSD + "boolean":
            word = "true" if literal.value in ("true", "1") else "false"
            return self.table["values"][word]
        if literal.datatype in (XSD + "gYear", XSD + "gYearMonth"):
            return literal.value
        return self.quoted(literal.value)

    def calendar(self, part: str, number: str) -> str:
        """A month or a quarter by its name: "January", "Q1"; "" for any other part of a date."""
        if not number.isdecimal():
            return ""
        if part == "QUARTER":
            return f"Q{number}"
        return (
            str(get_month_names("wide", locale=self.language).get(int(number), "")) if part == "MONTH" else ""
        )

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
