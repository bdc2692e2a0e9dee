"""The words of arithmetic in one language, from the tables [formula] of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kgqa.language import Language, fold


@dataclass(frozen=True, slots=True)
class Words:
    """Folded phrases -> what they do. `infix` stand between two operands, `leading` before all of them,
    `aggregate` before one; `compound` begin a word that aggregates what the rest of it names.
    """

    infix: Mapping[str, str]
    leading: Mapping[str, str]
    aggregate: Mapping[str, str]
    compound: Mapping[str, str]
    separators: frozenset[str]  # between the operands of "sum of": "and"
    ratio: frozenset[str]  # between those of a ratio: "to"
    per: frozenset[str]
    percent: frozenset[str]
    articles: frozenset[str]
    of: frozenset[str]  # between a number and what has it
    openers: frozenset[str]  # begin a definition: "where"
    definers: frozenset[str]  # between a name and its formula: "is"
    relatives: frozenset[str]  # between a name in the question and its formula: "which is"
    pronouns: frozenset[str]  # the same, where a noun and the verb behind it follow: ", die die Summe … ist"
    as_: frozenset[str]  # before the formula, its verb at the end: "als"
    ends: frozenset[str]  # what ends a formula: "by", "for each"
    difference: frozenset[str]  # the nouns: "difference"
    difference_in: frozenset[str]  # behind one of these nouns: "in"
    between: frozenset[str]
    both: frozenset[str]
    absolute: frozenset[str]
    whose: frozenset[str]  # which of two has a number: "own", "of the other"
    compound_difference: tuple[str, ...]  # endings of one word: "Preisunterschied"


@cache
def words_of(lang: Language) -> Words:
    """The words of a language."""
    data = lang.data["formula"]

    def table(name: str) -> dict[str, str]:
        return {fold(key): str(value) for key, value in data[name].items()}

    def phrases(name: str) -> frozenset[str]:
        return frozenset(fold(p) for p in data[name])

    counts = {
        phrase: "COUNT"
        for phrase in lang.phrases("count_phrases")
        if phrase.split()[0] not in lang.phrases("how")
    }
    return Words(
        infix=table("infix"),
        leading=table("leading"),
        aggregate={**{k: str(v) for k, v in lang.table("aggregate").items()}, **counts},
        compound=table("compound"),
        separators=lang.phrases("conjunction"),
        ratio=phrases("ratio"),
        per=phrases("per"),
        percent=phrases("percent"),
        articles=phrases("articles"),
        of=phrases("of"),
        openers=phrases("openers"),
        definers=phrases("definers"),
        relatives=phrases("relatives"),
        pronouns=phrases("pronouns"),
        as_=phrases("as"),
        ends=phrases("ends"),
        difference=phrases("difference"),
        difference_in=phrases("difference_in"),
        between=phrases("between"),
        both=phrases("both"),
        absolute=phrases("absolute"),
        whose=phrases("whose"),
        compound_difference=tuple(fold(p) for p in data["compound_difference"]),
    )
