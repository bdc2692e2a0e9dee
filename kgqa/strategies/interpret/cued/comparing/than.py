"""The words of a comparison with something that is no number: "heavier than", "as old as", "twice as
expensive as", "above average", "the same city as", "how much heavier", "which is heavier, … or …".

In: the cues found so far, the tokens and the names of a question. Out: further cues. The `function` of a
comparison says that it is with what many values come to; its `number` by how much the other is multiplied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgqa.language import Adjective, Language
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.types import LinkedQuestion, TermKind

_LONGEST = 3  # words of a phrase: "exactly the same"
_BETWEEN = 3  # words between a comparative and its "than", at most


def compared(
    found: Sequence[Found], tokens: Sequence[Token], linked: LinkedQuestion, lang: Language
) -> Iterator[Found]:
    """The cues of comparisons with another value than a number that is written there."""
    words = _Words(tuple(t.folded for t in tokens), tuple(lang.lemma(t.text) for t in tokens), lang)
    things = {n.start for n in linked.links if any(m.kind is TermKind.ENTITY for m in n.matches[:1])}
    values = set(_values(tokens, linked, lang))
    begins = frozenset(i for i, t in enumerate(tokens) if t.start in things)
    valued = frozenset(i for i, t in enumerate(tokens) if t.start in values)
    single = [*words.orders(begins, valued), *words.equal(found)]
    for each in (*(f for f in found if f.cue is Cue.COMPARISON), *single):
        yield from words.averaged(each)
    yield from single
    yield from words.above_average()
    yield from words.same()
    yield from words.split()
    yield from words.differences()
    yield from words.choices()
    yield from words.shares()
    yield from words.parts()


def _values(tokens: Sequence[Token], linked: LinkedQuestion, lang: Language) -> Iterator[int]:
    """Where the values of something begin: "after the *start* of the …"."""
    following = {a.end: b.folded for a, b in pairwise(tokens)}
    for link in linked.links:
        if following.get(link.end) in lang.phrases("belonging"):
            yield from (link.start for m in link.matches[:1] if m.kind is TermKind.PROPERTY)


@dataclass(frozen=True)
class _Words:
    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    lang: Language

    def orders(self, begins: frozenset[int], values: frozenset[int]) -> Iterator[Found]:
        """“hired after Ada", "ended before their deadline": before what is no date; things and their values
        begin at these words.
        """
        for first, last, operator in self._all("order_of_dates"):
            after = self._skip(last + 1, "articles", "own")
            is_own = any(w in self._list("own") for w in self.words[last + 1 : after])
            if is_own or after in begins | values or self.words[last] in self.lang.phrases("than"):
                # "nach dem Geburtsdatum von" groups nothing
                weight = last - first + (1.5 if after in values else 1.0)
                yield Found(cue=Cue.COMPARISON, first=first, last=last, weight=weight, operator=operator)

    def averaged(self, base: Found) -> Iterator[Found]:
        """“heavier than the average", "more than all", "below the median"."""
        functions = self.lang.table("typical")
        start = self._skip(base.last + 1, "articles", "own")
        for first in {base.last + 1, start}:
            for size in range(min(_LONGEST, len(self.words) - first), 0, -1):
                phrase = " ".join(self.words[first : first + size])
                function = functions.get(phrase)
                if function is None and phrase in self._list("every"):
                    function = "MAX" if base.operator.startswith(">") else "MIN"
                if function is not None:
                    last = first + size - 1
                    weight = base.weight + last - base.last + 1
                    yield replace(base, last=last, weight=weight, function=function)
                    break

    def above_average(self) -> Iterator[Found]:
        """“überdurchschnittlich teuer": one word for it, and perhaps the adjective behind it."""
        for first, last, operator in self._all("above_typical"):
            adjective = self._adjective(last + 1)
            end = last + 1 if adjective else last
            yield Found(
                cue=Cue.COMPARISON,
                first=first,
                last=end,
                weight=2.0 + end - first,
                operator=_turned(operator, adjective),
                function="AVG",
                measures=adjective.measures if adjective else (),
            )

    def equal(self, found: Sequence[Found]) -> Iterator[Found]:
        """“as heavy as", "at least twice as expensive as", "cost as much as"."""
        for i, word in enumerate(self.words):
            if word not in self._list("as_before"):
                continue
            much = self._phrase(i + 1, "as_much")
            adjective = self._adjective(i + 1)
            end = i + 1 + (len(much.split()) if much else 1)
            if (adjective is None and not much) or not self._phrase(end, "as"):
                continue
            first, factor = self._factor(i, found)
            operator = "=" if factor is None else ">=" if factor > 1 else "<="
            first, operator = self._strength(first, operator, found)
            if factor is not None and adjective is not None and not adjective.high:
                continue  # "twice as cheap" says nothing that can be counted
            yield Found(
                cue=Cue.COMPARISON,
                first=first,
                last=end,
                weight=1.5 * (end - first + 1),
                operator=_turned(operator, adjective),
                measures=adjective.measures if adjective else (),
                number=factor,
            )

    def same(self) -> Iterator[Found]:
        """“in the same city as": the words around what is shared."""
        for size in range(_LONGEST, 0, -1):
            for first in range(len(self.words) - size + 1):
                if " ".join(self.words[first : first + size]) not in self._list("same"):
                    continue
                later = range(first + size + 1, min(first + size + 5, len(self.words)))
                then = next((i for i in later if self._phrase(i, "as")), None)
                both = any(w in self.lang.phrases("conjunction") for w in self.words[:first])
                if then is not None or both:  # "do Ada and Grace sit in the same office"
                    yield Found(cue=Cue.SAME, first=first, last=first + size - 1, weight=1.5 * size)
                if then is not None:
                    yield Found(cue=Cue.THAN, first=then, last=then, weight=0.8)

    def split(self) -> Iterator[Found]:
        """“a shorter lead time than": the noun stands between."""
        for i in range(len(self.words)):
            degree = self.lang.table("comparative").get(self.words[i])
            if degree is None and not self._is_comparative(i):
                continue
            later = range(i + 2, min(i + 2 + _BETWEEN, len(self.words)))
            then = next((k for k in later if self.words[k] in self.lang.phrases("than")), None)
            if then is not None and self._adjective(i + 1 if degree else i + 2) is None:
                adjective = None if degree else self._adjective(i)
                high = adjective.high if adjective else degree == "high"
                measures = adjective.measures if adjective else ()
                operator = ">" if high else "<"
                base = Found(
                    cue=Cue.COMPARISON, first=i, last=i, weight=1.2, operator=operator, measures=measures
                )
                yield base
                yield Found(cue=Cue.THAN, first=then, last=then, weight=0.8)
                for many in self.averaged(replace(base, first=then, last=then)):
                    yield many
                    yield Found(cue=Cue.THAN, first=i, last=i, weight=0.8)

    def shares(self) -> Iterator[Found]:
        """“what percentage of”."""
        for size in range(_LONGEST + 1, 0, -1):
            for first in range(len(self.words) - size + 1):
                if " ".join(self.words[first : first + size]) in self._list("share"):
                    yield Found(cue=Cue.SHARE, first=first, last=first + size - 1, weight=1.5 * size)

    def parts(self) -> Iterator[Found]:
        """“the upper quartile”: a superlative of so many percent."""
        for first, last, percent in self._all("part_of_order"):
            yield Found(
                cue=Cue.SUPERLATIVE,
                first=first,
                last=last,
                weight=2.0 * (last - first + 1),
                high=float(percent) > 0,
                number=abs(float(percent)),
                units=("%",),
            )

    def differences(self) -> Iterator[Found]:
        """“how much heavier is … than …”, "how much more does … cost than …”."""
        for size in range(_LONGEST, 0, -1):
            for first in range(len(self.words) - size):
                if " ".join(self.words[first : first + size]) not in self._list("how_much"):
                    continue
                at = first + size
                degree = self.lang.table("comparative").get(self.words[at])
                adjective = self._adjective(at + 1 if degree else at)
                then = next(
                    (i for i in range(at + 1, len(self.words)) if self.words[i] in self.lang.phrases("than")),
                    None,
                )
                if then is None or (degree is None and not self._is_comparative(at)):
                    continue
                last = at + 1 if degree and adjective else at
                yield Found(
                    cue=Cue.DIFFERENCE,
                    first=first,
                    last=last,
                    weight=1.6 * (last - first + 1),
                    high=(adjective is None or adjective.high) == (degree != "low"),
                    measures=adjective.measures if adjective else (),
                )
                yield Found(cue=Cue.THAN, first=then, last=then, weight=0.8)

    def choices(self) -> Iterator[Found]:
        """“which is heavier, this or that", "who joined first, Ada or Grace"."""
        alternatives = [i for i, w in enumerate(self.words) if w in self.lang.phrases("disjunction")]
        if not alternatives:
            return
        for first, last, direction in self._all("sooner"):
            yield Found(cue=Cue.CHOICE, first=first, last=last, weight=1.2, high=direction == "high")
        for i in range(alternatives[-1]):
            degree = self.lang.table("comparative").get(self.words[i])
            end = i + 1 if degree and self._adjective(i + 1) else i
            adjective = self._adjective(end)
            following = self.words[end + 1] if end + 1 < len(self.words) else ""
            if following in self.lang.phrases("than") or not (degree or self._is_comparative(i)):
                continue
            yield Found(
                cue=Cue.CHOICE,
                first=i,
                last=end,
                weight=1.2 * (end - i + 1),
                high=(adjective is None or adjective.high) == (degree != "low"),
                measures=adjective.measures if adjective else (),
            )

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _list(self, name: str) -> frozenset[str]:
        return self.lang.phrases(f"compare.{name}")

    def _all(self, name: str) -> Iterator[tuple[int, int, str]]:
        """Every place of a phrase of a table, with what it stands for."""
        table = self.lang.table(name)
        for size in range(_LONGEST, 0, -1):
            for first in range(len(self.words) - size + 1):
                if (meant := table.get(" ".join(self.words[first : first + size]))) is not None:
                    yield first, first + size - 1, str(meant)

    def _phrase(self, first: int, name: str) -> str:
        """The phrase of a list that begins at a word; "" for none."""
        phrases = (" ".join(self.words[first : first + n]) for n in range(_LONGEST, 0, -1))
        return next((p for p in phrases if p and p in self._list(name)), "")

    def _skip(self, i: int, *names: str) -> int:
        """The first word from `i` on that is in none of the lists."""
        while i < len(self.words) and any(self.words[i] in self._list(n) for n in names):
            i += 1
        return i

    def _adjective(self, i: int) -> Adjective | None:
        if i >= len(self.words):
            return None
        return self.lang.adjectives.get(self.lemmas[i]) or self.lang.adjectives.get(self.words[i])

    def _is_comparative(self, i: int) -> bool:
        """“heavier": an adjective that measures, with the ending of its comparative."""
        if self._adjective(i) is None or self.words[i] in (self.lemmas[i], *self.lang.adjectives):
            return False
        return re.search(rf"(?:{self.lang.data['compare']['ending']})$", self.words[i]) is not None

    def _factor(self, i: int, found: Sequence[Found]) -> tuple[int, float | None]:
        """Where “twice", "three times" before word `i` begins, and how much it is."""
        factors = self.lang.table("factor")
        if i and (factor := factors.get(self.words[i - 1])) is not None:
            return i - 1, float(factor)
        if i > 1 and self.words[i - 1] in self._list("times"):
            number = next((f.number for f in found if f.cue is Cue.NUMBER and f.last == i - 2), None)
            return (i, None) if number is None else (i - 2, number)
        return i, None

    def _strength(self, first: int, operator: str, found: Sequence[Found]) -> tuple[int, str]:
        """“at least", "more than", "exactly" before it."""
        before = [f for f in found if f.cue is Cue.COMPARISON and f.last == first - 1 and not f.measures]
        longest = min(before, key=lambda f: f.first, default=None)
        return (longest.first, longest.operator) if longest else (first, operator)


def _turned(operator: str, adjective: Adjective | None) -> str:
    """At least as cheap is at most as expensive."""
    if adjective is None or adjective.high:
        return operator
    return operator.translate(str.maketrans("<>", "><"))
