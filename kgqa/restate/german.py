"""What German does to a noun, and what German labels of properties are.

In: labels as an ontology has them ("Lieferant", "hat Lieferant", "arbeitet in"). Out: plurals, how a sentence
uses a label; "" where the dictionary does not tell. Forms are made up and kept only
where the dictionary of lemmas has them: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from kgqa.language.lemmatizer import is_known, lemmatized
from kgqa.restate.english import KEPT, Label

_PREPOSITIONS = frozenset(
    (
        "am", "an", "auf", "aus", "bei", "durch", "für", "im", "in", "mit", "nach", "über", "um", "unter",
        "vom", "von", "vor", "zu", "zum", "zur",
    )
)  # fmt: skip
_OF_PARTICIPLES = frozenset(("von", "durch", "für", "nach"))  # "bestellt von", "zertifiziert nach"
_PREFIXES = ("be", "emp", "ent", "er", "miss", "ver", "zer")  # "bestellt": orders, and ordered
_VERBS = frozenset(
    (
        "gehört", "geht", "gibt", "gilt", "gelangt", "gewährt", "gewinnt", "genügt", "geschieht", "befindet",
        "beginnt", "berichtet", "besteht", "bezieht", "entspricht", "entsteht", "erscheint", "unterliegt",
        "verfügt", "verläuft", "verweist",
    )
)  # fmt: skip
_SAME = ("er", "el", "en", "chen", "lein")  # the plural of most masculine and neuter ones is the singular
_WEAK = frozenset(("bett", "hemd", "mast", "ohr", "schmerz", "staat", "strahl"))  # in -en, with an -e of old
_UMLAUTS = (("au", "äu"), ("a", "ä"), ("o", "ö"), ("u", "ü"))
_UNCHANGED = frozenset(("bogen", "lager", "wagen"))
_FEMININE = ("ung", "heit", "keit", "schaft", "tät", "ion", "ik", "ie")
_PLURALS = ("Daten", "daten", "Einnahmen", "Eltern", "Ferien", "Kosten", "kosten", "Leute")
_LIKE_ENGLISH = (
    "a",
    "i",
    "o",
    "u",
    "y",
    "team",
    "chef",
    "park",
    "hotel",
    "job",
    "shop",
    "club",
    "scan",
    "ing",
    "label",
    "ticket",
    "ment",
)
_OF = re.compile(r" (?:der|des|von|im|am|in|zu|für) ")
_SHORTEST = 3  # letters of the last word of a compound


# ── nouns ────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(KEPT)
def plural(noun: str) -> str:
    """The plural, with adjectives: "bestelltes Produkt" -> "bestellte Produkte"; "" if unknown."""
    if (owned := _OF.search(noun)) is not None:  # "Art der Akzession"
        one = plural(noun[: owned.start()])
        return one and one + noun[owned.start() :]
    *before, last = noun.split(" ")
    if any(word[:1].isupper() or not word.endswith(("e", "er", "es")) for word in before):
        return ""
    head, found = _last(last)
    if not found:
        return ""
    adjectives = [word.removesuffix("r").removesuffix("s") for word in before]
    return " ".join((*adjectives, head + (found if not head or head.endswith("-") else found.lower())))


def dative_plural(noun: str) -> str:
    """The plural after "with": "Mitarbeitern", "bestellten Produkten"."""
    *before, last = plural(noun).split(" ")
    ended = f"{last}n" if last.endswith(("e", "er", "el")) else last
    return " ".join((*(f"{word}n" for word in before), ended))


def _last(word: str) -> tuple[str, str]:
    """The beginning of a compound, and the plural of its last word: ("Wind", "Sensoren")."""
    found = ((head, part if lemma(part) != part else _plural(part)) for head, part in parts(word))
    return next((pair for pair in found if pair[1]), ("", ""))


def parts(word: str) -> Iterator[tuple[str, str]]:
    """The ways to read the end of a word as a word of its own, the longest first; a plural is one too."""
    if not word[:1].isupper():
        return
    for start in range(len(word) - _SHORTEST + 1):
        part = word[start:]
        one = part if part[0].isupper() else part.capitalize()
        if one[0].isalpha() and _is_known(one) and (lemma(one) == one or _plural(lemma(one)) == one):
            yield word[:start], one


def _plural(noun: str) -> str:
    changed, low = _with_umlaut(noun), noun.lower()
    strong = _is_form(f"{noun}s", noun) or _is_form(f"{noun}es", noun)
    if low.endswith("um"):
        return ""
    if strong and low.startswith("ge") and low.endswith("e"):
        return noun
    if low.endswith(_SAME) and strong and not _is_form(f"{noun}e", noun):  # "Tier"
        return changed if low not in _UNCHANGED and _is_form(changed, noun) and changed != noun else noun
    endings = ("en", "e") if low in _WEAK or low.endswith(("or", *_FEMININE)) else ("e", "en")
    made = [f"{changed}er", f"{changed}e"] if changed != noun else [f"{noun}er"]
    made += [f"{noun}n"] if low.endswith(("e", "er", "el")) else []
    made += [f"{noun}{end}" for end in endings]
    made += [f"{noun}se", f"{noun}nen"]
    made += [f"{noun}s"] if not strong or low.endswith(_LIKE_ENGLISH) else []  # "des Auftrags" is one
    return next((form for form in made if _is_form(form, noun)), "")


def _with_umlaut(noun: str) -> str:
    low = noun.lower()
    at, plain, changed = max((low.rfind(plain), plain, changed) for plain, changed in _UMLAUTS)
    if plain == "u" and low[at - 1 : at] == "a":
        at, plain, changed = at - 1, "au", "äu"
    if at < 0:
        return noun
    made = noun[:at] + changed + noun[at + len(plain) :]
    return made[:1].upper() + made[1:]


def _is_form(form: str, noun: str) -> bool:
    return _is_known(form) and lemma(form) == noun


@lru_cache(KEPT)
def _is_known(word: str) -> bool:
    return is_known(word, "de")


@lru_cache(KEPT)
def lemma(word: str) -> str:
    return lemmatized(word, "de")


# ── labels of properties ─────────────────────────────────────────────────────────────────────────


@lru_cache(KEPT)
def german_label(text: str) -> Label:
    """German nouns have capitals: "besucht" is none, "niedrigste Temperatur" has one. What may be a verb or a
    participle is neither ("berichtet an").
    """
    bare = text.removeprefix("hat ").removeprefix("enthält ")
    words = bare.split()
    if words[0] in ("Teil", "Bestandteil", "Mitglied") and len(words) > 1:  # "Teil der Abteilung"
        return Label("phrase", "", "sind", before=bare)
    before = list(takewhile(lambda word: not word[:1].isupper(), words))
    if len(before) < len(words) and _PREPOSITIONS.isdisjoint(before) and words[-1] not in _PREPOSITIONS:
        return Label("noun", bare, noun=bare)
    first, rest = words[0], " ".join(words[1:])
    if first in _PREPOSITIONS and words[-1] not in _PREPOSITIONS:
        return Label("phrase", "", "sind", before=text)  # "im Land"
    if not rest or words[1] not in _PREPOSITIONS:
        return Label("other", text)
    if first[:1].isupper() and lemma(first) == first:
        return Label("phrase", "", "sind", before=bare)  # "Nachfolger von"
    doubtful = first.startswith(_PREFIXES) or first.endswith("iert")
    participle = first.startswith("ge") and first not in _VERBS
    if (participle or (words[1] in _OF_PARTICIPLES and (doubtful or words[1] == "von"))) and len(words) == 2:  # noqa: PLR2004
        return Label("phrase", first, "sind" if rest == "nach" else "werden", before=rest)
    if first in _VERBS:
        made = f"{first[:-1]}en"
        return Label(
            "verb", first, made if lemma(made) == made and _is_known(made) else lemma(first), before=rest
        )
    verb = lemma(first)
    stem = verb.removesuffix("n").removesuffix("e")
    if not (doubtful or participle) and first in (f"{stem}t", f"{stem}et"):
        return Label("verb", first, verb, before=rest)
    separable = "ge" in first[1:] and verb != first and len(words) == 2  # noqa: PLR2004  # "hergestellt in"
    return (
        Label("phrase", first, "werden", before=rest)
        if separable and not participle
        else Label("other", text)
    )
