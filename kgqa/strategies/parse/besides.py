"""A second question behind the first, which asks what each thing has: "which projects started in 2024, and
who is the project lead of each?" means the same as "… with their project lead".

In: the tokens of a question. Out: those that lead to what is asked besides, and those that only say that it
is of each.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.language import Language

_COUNTS = 5  # words of "how many do they have"
LONGEST = 4  # words of a phrase that asks
SHORTEST = 3  # words of a question that others stand behind: "and which ones?" goes on from an earlier one


def is_lead(gap: Sequence[str], lang: Language) -> bool:
    """Whether the words between a set and a property ask for the property besides: "and who is the", "und wie
    hoch ist jeweils".
    """
    return bool(gap) and _lead_at(gap, 0, lang) == len(gap)


def besides(words: Sequence[str], lang: Language) -> frozenset[int]:
    """The tokens of such leads, and of what says at the end that it is of each."""
    found: set[int] = set()
    for at in range(1, len(words)):
        end = _lead_at(words, at, lang)
        if at < end < len(words):
            found.update(range(at, end))
    if not found:
        return frozenset()
    for size in (2, 1):
        if " ".join(words[-size:]) in lang.phrases("besides.each"):
            return frozenset(found | set(range(len(words) - size, len(words))))
    return frozenset(found)


def asks_which(words: Sequence[str], lang: Language) -> frozenset[int]:
    """The last tokens, where they ask for what a yes would be about: "are there any? Which ones?"."""
    kept = [i for i, w in enumerate(words) if w not in lang.phrases("besides.polite")]
    for size in range(min(LONGEST, len(kept) - SHORTEST), 0, -1):
        if " ".join(words[i] for i in kept[-size:]) in lang.phrases("besides.which"):
            return frozenset(kept[-size:])
    return frozenset()


def asks_how_many(words: Sequence[str], lang: Language) -> frozenset[int]:
    """The last tokens, where they ask for the number of what is listed or grouped before: "which pubs have
    rooms, and how many each?", "accounts per type: how many of each?".
    """
    return _last(words, lang.phrases("besides.counts"), lang)


def of_each(words: Sequence[str], lang: Language) -> frozenset[int]:
    """The last tokens, where they only say whose number is asked for: "and how many employees each has"."""
    return _last(words, lang.phrases("besides.each_has"), lang)


def asks_when(words: Sequence[str], lang: Language) -> frozenset[int]:
    """The last tokens, where they ask for the date of what is chosen before: "who came last, and when?"."""
    return _last(words, lang.phrases("besides.dates"), lang)


def _last(words: Sequence[str], phrases: frozenset[str], lang: Language) -> frozenset[int]:
    """The last tokens, where they are one of the phrases, with what joins it to the question."""
    kept = [i for i, w in enumerate(words) if w not in lang.phrases("besides.polite")]
    for size in range(min(_COUNTS, len(kept) - SHORTEST), 0, -1):
        if " ".join(words[i] for i in kept[-size:]) in phrases:
            joins = words[kept[-size - 1]] in lang.phrases("conjunction")
            return frozenset(kept[-size - joins :])
    return frozenset()


def _lead_at(words: Sequence[str], at: int, lang: Language) -> int:
    """The token behind a lead that begins at one; the same one where none does."""
    if words[at] not in lang.phrases("conjunction"):
        return at
    leads = _is_before(words, at + 1, lang)
    asks = at + 2 if leads else at + 1
    for size in range(min(LONGEST, len(words) - asks), 0, -1):
        said = " ".join(words[asks : asks + size])
        if said in lang.phrases("besides.asks"):
            behind = asks + size
            while behind < len(words) and words[behind] in lang.phrases("besides.rest"):
                behind += 1
            is_noun = behind == asks + size and not leads and said in lang.phrases("ask_phrases")
            points = bool(lang.phrases("besides.pointing").intersection(words[behind : behind + 1]))
            return at if is_noun or points else behind  # "and what total", "and what is that average"
    return at


def _is_before(words: Sequence[str], at: int, lang: Language) -> bool:
    """Whether a word is a preposition that a question word follows: "in which"."""
    return at + 1 < len(words) and words[at] in lang.phrases("besides.before")
