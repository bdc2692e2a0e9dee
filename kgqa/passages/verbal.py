"""The facts of a thing as sentences, each with its reverse: simple rules, after RAGonite.

In: what a thing is called, its classes, and its facts in words. Out: sentences, each with whether it is a
reverse. "has engine" and "engine" both give “X has engine Y. Y is engine of X.”; "variant of" gives “X is
variant of Y. Y has variant X.”; a verb stays as it is: “X works in Y. Y is what X works in.”
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.language import Language, fold, is_common_verb
from kgqa.passages.words import content_words

_FORMS = {
    "en": {
        "kind": ("{thing} is a {kind}.",),
        "has": ("{thing} has {name} {value}.", "{value} is {name} of {thing}."),
        "of": ("{thing} is {name} {value}.", "{value} has {noun} {thing}."),
        "done": ("{thing} is {name} {value}.", "{value} is what {thing} is {name}."),
        "does": ("{thing} {name} {value}.", "{value} is what {thing} {name}."),
        "called": ("{thing} is also called {value}.",),
    },
    "de": {
        "kind": ("{thing} ist: {kind}.",),
        "has": ("{thing} hat {name} {value}.", "{value} ist {name} von {thing}."),
        "of": ("{thing} ist {name} {value}.", "{value} hat {noun} {thing}."),
        "done": ("{thing} ist {name} {value}.", "{value} ist, was {thing} {name} ist."),
        "does": ("{thing} {name} {value}.", "{value} ist, was {thing} {name}."),
        "called": ("{thing} heißt auch {value}.",),
    },
}
PROSE = 40  # characters that a sentence has at least
_SENTENCE = re.compile(r"\w\s+\w.*[.!?][\"”“)]?$", re.DOTALL)
_HAS, _IS = ("has ", "hat ", "have "), ("is ", "ist ", "was ", "wurde ")
_OF = {"en": (" of",), "de": (" von",)}
_BY = (" by", " von", " durch")


@dataclass(frozen=True, slots=True)
class Said:
    """A fact in words: how its property is called, and its value, which may be another name of the thing."""

    property: str
    value: str
    is_name: bool = False


def verbalised(
    thing: str, kinds: Iterable[str], facts: Iterable[Said], lang: Language
) -> Iterator[tuple[str, bool]]:
    """A sentence for each class, and for each fact one and its reverse, which is marked."""
    forms = _FORMS[lang.code]
    for kind in kinds:
        yield forms["kind"][0].format_map({"thing": thing, "kind": kind}), False
    for fact in facts:
        if fact.is_name:
            if fold(fact.value) != fold(thing):
                yield forms["called"][0].format_map({"thing": thing, "value": fact.value}), False
            continue
        if is_prose(fact.value):
            yield fact.value, False
            continue
        kind, name, noun = _form(fact.property, lang)
        parts = {"thing": thing, "name": name, "value": fact.value, "noun": noun}
        yield from ((form.format_map(parts), n > 0) for n, form in enumerate(forms[kind]))


def is_prose(value: str) -> bool:
    """Whether a value is text of its own and no name or number: it tells of its thing as it stands."""
    return len(value) >= PROSE and bool(_SENTENCE.search(value))


def _form(label: str, lang: Language) -> tuple[str, str, str]:
    """How a fact of this property is said, with the words of the property, and the noun of its reverse."""
    name = " ".join(label.split())
    low = name.lower()
    if low.startswith(_HAS):
        return "has", name.split(" ", 1)[1], ""
    stated = low.startswith(_IS)
    name = name.split(" ", 1)[1] if stated else name
    if low.endswith(_OF[lang.code]) and " " in low:
        return "of", name, name.rsplit(" ", 1)[0]
    if stated or low.endswith(_BY):
        return "done", name, ""
    first, _, rest = low.partition(" ")
    if _is_verb(first, lang) and (rest or not content_words(low, lang)):
        return "does", name, ""
    return "has", name, ""


def _is_verb(word: str, lang: Language) -> bool:
    """Whether a word is a verb in the third person ("works in"); what may be a noun as well is none."""
    return is_common_verb(word, lang) and word not in lang.light_verbs
