"""Words that change what is asked and that no query of ours says: orders, "why", "what if", "my", "all" of
what is no longer the things asked for.

In: the tokens of a question and its names. Out: the tokens of such words. Whatever a reading makes of the
rest, it would answer another question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from kgqa.language import Language
from kgqa.language.operations import asks_times
from kgqa.linking.tokens import Token
from kgqa.types import LinkedQuestion, TermKind

_SURE = 0.9  # a name that is met as it is
_MADE_NEAR = 5  # words from "create" to the list that is to be made
_LONGEST = 5  # words of a phrase


def unsaid(linked: LinkedQuestion, tokens: tuple[Token, ...], lang: Language) -> frozenset[int]:
    """The tokens that no query says, outside of names and quotes."""
    words = [t.folded for t in tokens]
    names = _names(linked, tokens)
    found = {i for rule in _RULES for i in rule(words, lang)}
    found |= {*_supposed(tokens, lang), *_of_all(linked, tokens, lang)}
    if (verb := _ordered(linked, tokens, lang)) is not None:
        found.add(verb)
    return frozenset(found - names)


def is_order(linked: LinkedQuestion, tokens: tuple[Token, ...], lang: Language) -> bool:
    """Whether something is to be done: "delete all employees"."""
    verb = _ordered(linked, tokens, lang)
    return verb is not None and verb not in _names(linked, tokens)


def _ordered(linked: LinkedQuestion, tokens: Sequence[Token], lang: Language) -> int | None:
    """The verb of an order; in a thread, "remove the limit" changes the last question."""
    verb = _order(tokens, lang)
    if verb is None or not (linked.question.history and tokens[verb].folded in lang.table("edit")):
        return verb
    return None


def _order(tokens: Sequence[Token], lang: Language) -> int | None:
    """The verb of a text that asks for something to be done, not told: "please delete …"; None for none."""
    words = [t.folded for t in tokens]
    lists = lang.phrases
    first = _past(words, 0, lists("unsaid.polite"))
    if first < len(words) and words[first] in lists("unsaid.orders"):
        after = words[first + 1 : first + 2]
        told = set(after) & lists("unsaid.told")
        return None if told or set(words[first : first + _MADE_NEAR]) & lists("unsaid.made") else first
    begins = lists("before_nouns") | lists("unsaid.all")  # "alle Mitarbeiter löschen"
    if len(words) > 1 and words[-1] in lists("unsaid.orders_last") and words[0] in begins:
        return len(words) - 1
    return None


def _past(words: Sequence[str], at: int, phrases: frozenset[str]) -> int:
    """Where the text goes on behind phrases that are only polite."""
    while True:
        size = next((s for s in range(_LONGEST, 0, -1) if " ".join(words[at : at + s]) in phrases), 0)
        if not size or at + size > len(words):
            return at
        at += size


def _names(linked: LinkedQuestion, tokens: Sequence[Token]) -> set[int]:
    """The tokens inside names of several words."""
    spans = [(n.start, n.end) for n in linked.links if n.matches and n.matches[0].score >= _SURE]
    inside = ([i for i, t in enumerate(tokens) if a <= t.start and t.end <= b] for a, b in spans)
    return {i for run in inside if len(run) > 1 for i in run}


# ── single words and phrases ─────────────────────────────────────────────────────────────────────


def _phrases(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“what if", "how do I", "last but one": wherever they stand. "How often did" asks how many times."""
    for size in range(_LONGEST, 0, -1):
        for i in range(len(words) - size + 1):
            place = range(i, i + size)
            is_listed = " ".join(words[i : i + size]) in lang.phrases("unsaid.phrases")
            if is_listed and not asks_times(words, place, lang):
                yield from place


def _starts(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“why", "who are you", "how can I order", but not "how can I reach": at the beginning."""
    begin = _past(words, 0, lang.phrases("unsaid.polite"))
    for size in range(1, _LONGEST + 1):
        after = set(words[begin + size : begin + size + 1])
        is_way = bool(after & lang.phrases("unsaid.reached"))
        if " ".join(words[begin : begin + size]) in lang.phrases("unsaid.starts") and not is_way:
            yield begin


def _supposed(tokens: Sequence[Token], lang: Language) -> Iterator[int]:
    """“would", "should": what is not so. "Would you", "would like" are polite. The umlaut tells "würden"."""
    words = [t.text.casefold() for t in tokens]
    for i, word in enumerate(words):
        after = words[i + 1] if i + 1 < len(words) else ""
        if word in lang.data["unsaid"]["supposed"] and after not in lang.phrases("unsaid.behind_supposed"):
            yield i


def _asker(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“my manager": who asks is nobody that the graph knows."""
    for i, word in enumerate(words):
        after = set(words[i + 1 : i + 2])
        if word in lang.phrases("unsaid.mine") and not after & lang.phrases("unsaid.behind_mine"):
            yield i


def _past_habits(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“used to be", "no longer supply", but not "is used to measure", "are no longer in stock", "no longer
    than".
    """
    for i, (one, other) in enumerate(pairwise(words)):
        before = words[i - 1] if i else ""
        is_passive = bool(before) and lang.lemma(before) in lang.phrases("copula")
        is_degree = set(words[i + 2 : i + 3]) & lang.phrases("than")
        if f"{one} {other}" in lang.phrases("unsaid.formerly") and not (is_passive or is_degree):
            yield i


def _about(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“about 5 kg"."""
    for i, (word, after) in enumerate(pairwise(words)):
        goes_on = i and f"{words[i - 1]} {word}" in lang.phrases("follow_up.going_on")  # "what about 2023"
        if word in lang.phrases("unsaid.about") and after[:1].isdigit() and not goes_on:
            yield i


def _only(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“supply only sensors": and nothing else. "Show only the sensors" is as good as "show the sensors"."""
    asked = lang.phrases("unsaid.asked")
    for i, word in enumerate(words):
        is_condition = set(words[i + 1 : i + 2]) & lang.phrases("where")  # "only where there are two"
        if word in lang.phrases("unsaid.only") and set(words[:i]) & asked and not is_condition:
            yield i


def _asks_again(words: Sequence[str], lang: Language) -> Iterator[int]:
    """“…, and who supplies them", "… and when": a second question behind the first one."""
    for i, (one, other) in enumerate(pairwise(words)):
        is_again = one in lang.phrases("conjunction") and other in lang.phrases("unsaid.again")
        if i > 1 and is_again and other not in words[:i]:  # "people who are new and who live in Oslo"
            yield i + 1


_RULES: tuple[Callable[[Sequence[str], Language], Iterator[int]], ...] = (
    _phrases,
    _starts,
    _asker,
    _past_habits,
    _about,
    _only,
    _asks_again,
)


# ── every one of them ────────────────────────────────────────────────────────────────────────────


def _of_all(linked: LinkedQuestion, tokens: Sequence[Token], lang: Language) -> Iterator[int]:
    """“Which suppliers supply all products": each of them, where they are not the things asked for."""
    words = [t.folded for t in tokens]
    if words[:1] == [] or words[0] not in lang.phrases("unsaid.choosing"):
        return
    if any(w in lang.table(name) for w in words for name in ("aggregate", "superlative", "degree")):
        return
    kinds = (TermKind.CLASS, TermKind.PROPERTY)
    named = [n.start for n in linked.links if any(m.kind in kinds for m in n.matches[:1])]
    begins = min(named, default=0) if words[0] not in lang.phrases("who") else 0
    having = set(map(lang.lemma, lang.phrases("possessing")))
    for i, token in enumerate(tokens):
        is_all = i > 1 and token.folded in lang.phrases("unsaid.all") and token.start > begins
        if i and token.folded in lang.phrases("unsaid.each") and lang.lemma(words[i - 1]) in having:
            continue  # "which skills has each employee": who has them
        if is_all and not {words[i - 1], lang.lemma(words[i - 1])} & lang.phrases("unsaid.before_all"):
            yield i
