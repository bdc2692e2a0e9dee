"""Labels as people misspell, shorten and reorder them.

In: a label and chance. Out: a phrase that means it, or None where this label bears no such slip. Each slip is
a real one: the phrase's key is as many edits from the label's key as its kind says.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from rapidfuzz.distance import OSA

from benchmarks.labels import Chance
from kgqa.linking.tokens import key

SHORTEST = {1: 4, 2: 8}  # letters of a label in which so many edits are made
_TRIES = 20
_ROWS = ("1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
_NEAR = {
    letter: list(row[max(0, n - 1) : n] + row[n + 1 : n + 2]) for row in _ROWS for n, letter in enumerate(row)
}
_LETTERS = [letter for row in _ROWS[1:] for letter in row]
# Words that are drawn together rather than cut short.
_CUSTOMARY = {
    "international": "Intl.",
    "department": "Dept.",
    "building": "Bldg.",
    "laboratory": "Lab.",
    "straße": "Str.",
    "quality": "Qlty.",
    "certificate": "Cert.",
    "management": "Mgmt.",
    "contract": "Contr.",
}
_LONG, _CUT = 6, (3, 4)  # letters of a word that is cut short, and what is left of it
_INITIALS = (3, 6)


class Slip(StrEnum):
    """What happened to a label."""

    EXACT = "exact"
    ONE_EDIT = "one edit"
    TWO_EDITS = "two edits"
    DROPPED = "dropped word"
    SWAPPED = "swapped words"
    INITIALS = "initials"
    SHORTENED = "shortened words"


def slipped(label: str, slip: Slip, chance: Chance) -> str | None:
    """The label with a slip of this kind."""
    return _MAKERS[slip](label, chance)


def edits(slip: Slip) -> int | None:
    """How many letters the phrase is from its label; None where words have changed."""
    return {Slip.EXACT: 0, Slip.ONE_EDIT: 1, Slip.TWO_EDITS: 2}.get(slip)


def _edited(times: int) -> Callable[[str, Chance], str | None]:
    def made(label: str, chance: Chance) -> str | None:
        written = key(label)
        if len(written) < SHORTEST[times]:
            return None
        for _ in range(_TRIES):
            phrase = label
            for _ in range(times):
                phrase = _edit(phrase, chance)
            if OSA.distance(key(phrase), written) == times:  # a comma more or less is none
                return phrase
        return None

    return made


def _edit(text: str, chance: Chance) -> str:
    """One letter left out, doubled or inserted, mistaken, or swapped with the next, anywhere."""
    at = chance.below(len(text) - 1)
    match chance.below(4):
        case 0:
            return text[:at] + text[at + 1 :]
        case 1:
            more = text[at].lower() if chance.random() < 0.5 else _mistaken(text[at], chance)
            return text[: at + 1] + more + text[at + 1 :]
        case 2:
            return text[:at] + _mistaken(text[at], chance) + text[at + 1 :]
        case _:
            return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _mistaken(letter: str, chance: Chance) -> str:
    """What is typed instead of a letter: mostly its neighbour on the keyboard."""
    near = _NEAR.get(letter.lower())
    return chance.any(near if near and chance.random() < 0.7 else _LETTERS)


def _dropped(label: str, chance: Chance) -> str | None:
    words = label.split()
    if len(words) < 3:
        return None
    del words[chance.below(len(words))]
    phrase = " ".join(words)
    return phrase if len(key(phrase)) < len(key(label)) else None


def _swapped(label: str, chance: Chance) -> str | None:
    words = label.split()
    if len(words) < 2:
        return None
    at = chance.below(len(words) - 1)
    words[at], words[at + 1] = words[at + 1], words[at]
    phrase = " ".join(words)
    return phrase if key(phrase) != key(label) else None


def _initials(label: str, _: Chance) -> str | None:
    words = key(label).split()
    few, many = _INITIALS
    if not few <= len(words) <= many or not all(w.isalpha() and len(w) > 1 for w in words):
        return None
    return "".join(word[0] for word in words).upper()


def _shortened(label: str, chance: Chance) -> str | None:
    words = label.split()
    short = [_short(word, chance) for word in words]
    phrase = " ".join(short)
    if len(words) < 2 or len(key(phrase).split()) != len(key(label).split()):
        return None
    return phrase if sum(one != other for one, other in zip(words, short, strict=True)) > 1 else None


def _short(word: str, chance: Chance) -> str:
    if word.lower() in _CUSTOMARY:
        return _CUSTOMARY[word.lower()]
    if len(word) < _LONG or not word.isalpha():
        return word
    return word[: _CUT[chance.below(2)]] + "."


_MAKERS: dict[Slip, Callable[[str, Chance], str | None]] = {
    Slip.EXACT: lambda label, _: label,
    Slip.ONE_EDIT: _edited(1),
    Slip.TWO_EDITS: _edited(2),
    Slip.DROPPED: _dropped,
    Slip.SWAPPED: _swapped,
    Slip.INITIALS: _initials,
    Slip.SHORTENED: _shortened,
}
