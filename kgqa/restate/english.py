"""What English does to a noun: number, article, capitals, and what a property's label is.

In: labels as an ontology has them ("Bill of Material", "sold by"). Out: words for a sentence. A library
for this exists (inflect), but costs 1.7 s to import.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from kgqa.language.lemmatizer import lemmatized

KEPT = 2_000  # labels: those of a schema come back with every question

_HISSED = ("sses", "shes", "ches", "xes", "zzes")  # how verbs end behind a hiss
_IRREGULAR = {
    "person": "people", "man": "men", "woman": "women", "child": "children", "mouse": "mice",
    "analysis": "analyses", "basis": "bases", "criterion": "criteria", "half": "halves", "life": "lives",
    "leaf": "leaves", "shelf": "shelves", "index": "indexes", "axis": "axes", "crisis": "crises",
}  # fmt: skip
_SAME = frozenset(
    [
        "hardware",
        "software",
        "equipment",
        "staff",
        "data",
        "series",
        "news",
        "information",
        "personnel",
        "species",
        "aircraft",
        "research",
        "furniture",
        "machinery",
        "people",
        "media",
        "metadata",
        "offspring",
        "feedback",
        "money",
        "stuff",
        "training",
    ]
)
_MASS = frozenset(
    ("hardware", "software", "equipment", "information", "research", "furniture", "machinery", "metadata")
)
_SPELLED_WITH_VOWEL = "AEFHILMNORSX"
_VOWEL_SOUND = ("hour", "honest", "heir")
_CONSONANT_SOUND = ("uni", "use", "usa", "eu", "one", "ubi", "uti")
_PREPOSITIONS = frozenset(
    [
        "by",
        "of",
        "in",
        "for",
        "to",
        "on",
        "at",
        "from",
        "with",
        "as",
        "into",
        "under",
        "over",
        "against",
        "about",
        "within",
        "per",
        "since",
        "until",
    ]
)
_PARTICIPLES = frozenset(
    [
        "sold",
        "made",
        "led",
        "held",
        "built",
        "kept",
        "bought",
        "sent",
        "given",
        "taken",
        "written",
        "known",
        "born",
        "found",
        "lost",
        "paid",
    ]
)
# What the subject does, and what is not done to it.
_GONE = frozenset(("left", "died", "joined", "arrived", "departed", "expired", "began", "came", "went"))
_NOT_YET = frozenset(("planned", "scheduled", "expected", "required", "wanted", "needed", "agreed", "based"))


@lru_cache(KEPT)
def sentence_case_noun(label: str) -> str:
    """A label inside a sentence: "Bill of Material" -> "bill of material"; "LCD" and "iPhone" stay."""
    return " ".join(w.lower() if w[1:].islower() or len(w) == 1 else w for w in label.split())


@lru_cache(KEPT)
def plural(noun: str) -> str:
    """The plural of a noun phrase: of the word before "of", "in" or a participle ("year built"); else of the
    last word.
    """
    if noun.endswith("”"):
        return noun  # a quoted label is a name
    words = noun.split(" ")
    cut = next((i for i, w in enumerate(words[1:], 1) if w.lower() in _PREPOSITIONS), len(words))
    last = words[-1]
    if cut == len(words) > 1 and last.islower() and _participle(last) and _stem(last) != last:
        cut -= 1
    words[cut - 1] = _plural_word(words[cut - 1])
    return " ".join(words)


def is_plural(noun: str) -> bool:
    """Whether the noun is a plural itself: "weekly hours"."""
    words = noun.split(" ")
    cut = next((i for i, w in enumerate(words[1:], 1) if w.lower() in _PREPOSITIONS), len(words))
    last = words[cut - 1].lower()
    return last.endswith("s") and last not in _SAME and _plural_word(last) == last


def is_mass(noun: str) -> bool:
    """Whether the noun stands for a mass: "the hardware that has", not "that have"."""
    return noun.rpartition(" ")[2].lower() in _MASS


def _plural_word(word: str) -> str:
    low = word.lower()
    if low in _SAME or (low.endswith("s") and not low.endswith(("ss", "us", "is"))):
        return word  # without a plural, or a plural already
    if low in _IRREGULAR:
        return word[:1] + _IRREGULAR[low][1:]
    if word.isupper() and len(word) > 1:
        return word + "s"
    if low.endswith("y") and low[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if low.endswith(("s", "x", "z", "ch", "sh")) else "s")


def indefinite(noun: str) -> str:
    """The noun with "a" or "an" by its sound; nouns without a plural stand alone."""
    first, *_, last = noun.split(" ", maxsplit=1)[0], noun.rsplit(" ", maxsplit=1)[-1]
    if last.lower() in _SAME:
        return noun
    if first.isupper() and len(first) > 1:
        vowel = first[0] in _SPELLED_WITH_VOWEL
    else:
        low = first.lower()
        vowel = low.startswith(_VOWEL_SOUND) or (
            low[:1] in tuple("aeiou") and not low.startswith(_CONSONANT_SOUND)
        )
    return f"{'an' if vowel else 'a'} {noun}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    teen = 10 <= number % 100 <= 20  # noqa: PLR2004 - 11th, 12th, 13th
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


@dataclass(frozen=True, slots=True)
class Label:
    """How a property's label is used: `text` is the noun ("supplier"), the phrase after "is" ("sold by")
    or the verb ("supplies", with its `plural` "supply"). `noun` is what the property leads to, if it says;
    `before` the preposition of a German one, which stands before the value; the
    `plural` of a German participle is that of its verb.
    """

    kind: Literal["noun", "phrase", "verb", "other"]
    text: str
    plural: str = ""
    noun: str = ""
    before: str = ""

    @property
    def aux(self) -> str:
        """The verb of a German participle, in the singular."""
        return {"werden": "wird", "sind": "ist"}.get(self.plural, "")

    @property
    def past_aux(self) -> str:
        """The same, of a day on which something was done."""
        return "wurde" if self.plural == "werden" else self.aux

    @property
    def turned(self) -> Label:
        """The label as it is said of its value: "Nachfolger von" is "von denen es Nachfolger ist"."""
        noun, _, last = self.before.rpartition(" ")
        return replace(self, text=noun, before=last) if noun and not self.text and last == "von" else self


@lru_cache(KEPT)
def property_label(label: str, *, links: bool) -> Label:
    """What a label is: "has supplier" a noun, "sold by" a phrase, "works for" and "supplies" verbs.

    `links` says that the property leads to things; a property of values is a noun unless it is a phrase.
    """
    text = sentence_case_noun(label)
    words = text.split(" ")
    if words[0] == "has" and len(words) > 1:
        return Label("noun", " ".join(words[1:]), noun=" ".join(words[1:]))
    if words[0] in ("is", "was") and len(words) > 1:
        return Label("phrase", " ".join(words[1:])) if words[-1] in _PREPOSITIONS else Label("other", text)
    if links and len(words) > 1 and words[0] in _PREPOSITIONS and words[-1] not in _PREPOSITIONS:
        rest = " ".join(words[1:])  # "in country", "of type"
        return Label("noun", rest, noun=rest) if words[0] == "of" else Label("phrase", words[0], noun=rest)
    if words[-1] in _PREPOSITIONS:
        return _ending_in_preposition(text, words)
    if links and len(words) > 2 and words[1] in _PREPOSITIONS and _relates(words[0]):  # noqa: PLR2004
        return Label("phrase", " ".join(words[:2]), noun=" ".join(words[2:]))  # "sold by agent"
    if links and len(words) == 1 and _third_person(text):
        return Label("verb", text, _stem(text))
    return Label("noun", text, noun=text)


def said_of_day(phrase: str) -> Literal["done", "gone", "phrase"]:
    """How a phrase is said of a day: it was "done" then ("hired on"), or the subject has "gone" ("left on");
    a "phrase" of another kind tells how it is ("valid to").
    """
    first = phrase.split(" ", maxsplit=1)[0]
    if first in _GONE:
        return "gone"
    return "done" if _participle(first) and first not in _NOT_YET else "phrase"


def begins_with_preposition(text: str) -> bool:
    """Whether a label is said after a verb: "in stock"."""
    first, *others = text.lower().split(" ")
    return bool(others) and first in _PREPOSITIONS


def _ending_in_preposition(text: str, words: list[str]) -> Label:
    if len(words) == 2 and not _participle(words[0]) and _third_person(words[0]):  # noqa: PLR2004
        return Label("verb", text, f"{_stem(words[0])} {words[1]}")  # "works for"
    return Label("phrase", text)  # "sold by", "member of", "against"


def _relates(word: str) -> bool:
    """Whether "… of Y" is said of what belongs to a Y: "sold by agent", "part of department"."""
    return _participle(word) or word in ("part", "member")


def _participle(word: str) -> bool:
    return word.endswith("ed") or word in _PARTICIPLES


def _third_person(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is")) and _stem(word) != word


def _stem(word: str) -> str:
    """The verb of a third person; after a hiss it has "es", which the dictionary does not always see."""
    return word[:-2] if word.endswith(_HISSED) else lemmatized(word, "en")
