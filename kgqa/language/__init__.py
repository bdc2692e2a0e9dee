"""What a language's words do in a question: one TOML file a language -> one frozen Language.

In: an ISO 639-1 code, or a text to guess it from. Out: word lists, phrase tables, lemmas and stems.
Nothing here knows a graph.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any

import snowballstemmer

from kgqa.language.lemmatizer import is_known, lemmatized

LANGUAGES = ("en", "de")
_WORD = re.compile(r"\w+")
_SNOWBALL = {"en": "english", "de": "german"}


@dataclass(frozen=True, slots=True)
class Adjective:
    """An adjective that measures: "heavy" measures weight, and heavier is more of it."""

    measures: tuple[str, ...]
    high: bool
    inverse: tuple[str, ...] = ()  # measures that are less where it is more: what is fast takes little time
    lasts: bool = False  # what is so has been going on since an early date: "open for the longest time"


@dataclass(frozen=True)
class Language:
    """The data of one language; phrases are folded (see `fold`)."""

    code: str
    data: Mapping[str, Any]

    @cached_property
    def stop(self) -> frozenset[str]:
        return self._words("stop")

    @cached_property
    def light_verbs(self) -> frozenset[str]:
        return self._words("light_verbs")

    @cached_property
    def fillers(self) -> frozenset[str]:
        return self._words("fillers")

    @cached_property
    def asking(self) -> frozenset[str]:
        """What begins a question: "which", "show me", "who", "how"."""
        return self.phrases("ask_phrases").union(*map(self.phrases, ("who", "where", "when", "how")))

    @cached_property
    def adjectives(self) -> dict[str, Adjective]:
        return {
            fold(form): Adjective(
                tuple(fold(m) for m in (*entry["measures"], *entry.get("inverse", ()))),
                bool(entry["high"]),
                tuple(fold(m) for m in entry.get("inverse", ())),
                lasts=entry.get("lasts", False),
            )
            for entry in self.data["adjective"]
            for form in entry["forms"]
        }

    @cached_property
    def inverse_measures(self) -> dict[tuple[str, ...], tuple[str, ...]]:
        """Of the measures of an adjective, those that are less where it is more."""
        return {a.measures: a.inverse for a in self.adjectives.values() if a.inverse}

    @cached_property
    def all_measures(self) -> frozenset[str]:
        """What any adjective measures: "cost", "weight"."""
        return frozenset(m for a in self.adjectives.values() for m in a.measures)

    @cached_property
    def lasting_measures(self) -> frozenset[tuple[str, ...]]:
        """The measures of adjectives for what has been going on for some time."""
        return frozenset(a.measures for a in self.adjectives.values() if a.lasts)

    @property
    def money_measures(self) -> tuple[str, ...]:
        """The words for what costs money."""
        return self.adjectives[fold(self.data["money_adjective"])].measures

    def phrases(self, name: str) -> frozenset[str]:
        """The folded phrases of a list such as "negation"."""
        known = self._lists.get(name)
        if known is None:
            found = self.data
            for part in name.split("."):
                found = found[part]
            known = self._lists[name] = frozenset(fold(p) for p in found)
        return known

    def table(self, name: str) -> dict[str, Any]:
        """A table such as "comparison", its keys folded."""
        known = self._tables.get(name)
        if known is None:
            known = self._tables[name] = {fold(key): value for key, value in self.data[name].items()}
        return known

    def lemma(self, word: str) -> str:
        """The folded lemma of a word as it stands in a text; "" for none, which the dictionary refuses."""
        return _lemma(word, self.code) if word else ""

    def knows(self, word: str) -> bool:
        """Whether the word is in the language's dictionary."""
        return _known(word, self.code)

    def stem(self, word: str) -> str:
        """The folded stem of a word: "managed", "manager" and "manages" share one."""
        return _stem(fold(word), self.code)

    def ends_as_superlative(self, word: str) -> bool:
        """Whether a folded word ends as superlatives do: "heaviest", "leichtesten"; "forest" does as well."""
        return self._superlative.search(word) is not None

    @cached_property
    def _superlative(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{self.data['superlative_ending']})$")

    def _words(self, name: str) -> frozenset[str]:
        return frozenset(fold(w) for w in self.data[name].split())

    @cached_property
    def _lists(self) -> dict[str, frozenset[str]]:
        """Lists and tables are asked for by the thousand in one question."""
        return {}

    @cached_property
    def _tables(self) -> dict[str, dict[str, Any]]:
        return {}

    def __hash__(self) -> int:
        return hash(self.code)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Language) and other.code == self.code


@cache
def language(code: str) -> Language:
    """The language of a code such as "de" or "en-GB"; English for one that has no file."""
    short = re.split("[-_]", code, maxsplit=1)[0].lower()
    short = short if short in LANGUAGES else "en"
    return Language(short, tomllib.loads(files(__name__).joinpath(f"{short}.toml").read_text("utf-8")))


@cache
def everywhere(name: str) -> frozenset[str]:
    """A list of phrases in all languages: a graph's labels need not be in the question's."""
    return frozenset(p for code in LANGUAGES for p in language(code).phrases(name))


def guess(text: str) -> Language:
    """The language whose function words the text uses most; where that is a draw, its verbs and then its
    letters, and then its other words, but for those of names; then English.
    """
    hits = tally(text, [fold(w) for w in _WORD.findall(text)], lambda code: language(code).stop)
    return language(most(hits) or most(known_words(text)) or LANGUAGES[0])


def most(hits: Mapping[str, int]) -> str:
    """The code of the language for which most speaks; "" where that is a draw."""
    best = max(hits.values())
    return max(hits, key=lambda code: hits[code]) if list(hits.values()).count(best) == 1 else ""


def tally(text: str, words: Sequence[str], small: Callable[[str], Collection[str]]) -> dict[str, int]:
    """What speaks for each language of a text, by its code: the folded words that are among its `small` ones;
    where that is a draw, its common verbs, and then its letters.
    """
    hits = {code: sum(w in small(code) for w in words) for code in LANGUAGES}
    if len(set(hits.values())) == 1:  # "Arbeitet Ada in Lyon?": both have an "in"
        hits = {code: sum(is_common_verb(w, language(code)) for w in words) for code in LANGUAGES}
    return _letters(text) if len(set(hits.values())) == 1 else hits


def _letters(text: str) -> dict[str, int]:
    """How many letters of a text no other language has, by the code of their language; a name tells none."""
    said = {letter for w in _WORD.findall(text) if w.islower() for letter in w}
    return {code: len(said.intersection(language(code).data["letters"])) for code in LANGUAGES}


def known_words(text: str) -> dict[str, int]:
    """How many words of a text are in the dictionary of one language alone, by its code; names tell none."""
    words = [w for w in _WORD.findall(text) if w.islower()]
    told = [[code for code in LANGUAGES if language(code).knows(w)] for w in words]
    return {code: sum(codes == [code] for codes in told) for code in LANGUAGES}


def is_common_verb(word: str, lang: Language) -> bool:
    """Whether a word is a common verb with one of its endings ("arbeitet")."""
    base = lang.data["infinitive"]
    stems = (word.removesuffix(e) for e in lang.data["verb_endings"] if word.endswith(e))
    return any(stem + base in lang.light_verbs for stem in stems)


def is_participle(word: str) -> bool:
    """Whether a word of a label tells what was done with a thing: "employed" until, "versorgt" bis."""
    english, german = (_lemma(word, code) for code in LANGUAGES)
    if word.endswith("ed") and english != fold(word):
        return True
    return word.islower() and word.endswith(("t", "en")) and german.endswith("n") and german != fold(word)


def read_dictionaries() -> None:
    """Opens the dictionaries of all languages, so that no asker waits: seconds, once on a machine."""
    for code in LANGUAGES:
        _lemma("word", code)


@lru_cache(maxsize=100_000)
def fold(text: str) -> str:
    """`text` without case and diacritics, for comparing: "Åse Müller" -> "ase muller"; ß becomes ss."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@lru_cache(maxsize=50_000)
def _lemma(word: str, code: str) -> str:
    known = language(code).table("lemmas").get(fold(word))
    return str(known) if known else fold(lemmatized(word, code))


@lru_cache(maxsize=50_000)
def _known(word: str, code: str) -> bool:
    return is_known(word, code)


@lru_cache(maxsize=50_000)
def _stem(word: str, code: str) -> str:
    return str(_stemmer(code).stemWord(word))


@cache
def _stemmer(code: str) -> Any:
    return snowballstemmer.stemmer(_SNOWBALL[code])


def singulars(word: str) -> Iterable[str]:
    """What a folded word may be the plural of, by its ending alone (for names that no dictionary has)."""
    yield word
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):  # noqa: PLR2004  # "gas" is no plural
        yield word[:-1]
        if word.endswith("ies"):
            yield word[:-3] + "y"
        elif word.endswith("es"):
            yield word[:-2]
