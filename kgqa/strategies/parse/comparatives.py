"""The words of a comparison with something that is no number: "hired after Ada", "as heavy as", "twice",
"a shorter lead time than", "above average", "the same city as", "how much heavier", "which is heavier,
A or B"; and of shares and parts of an order: "what percentage of", "the upper quartile".

In: the cues found so far, the tokens and the names of a question. Out: further cues, each over the words that
say one thing, so that the rules can put them together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgqa.forms.periods import is_dated
from kgqa.language import Adjective, Language
from kgqa.linking.tokens import Token
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.strategies.parse.meaning import TURNED
from kgqa.types import LinkedQuestion, Match, TermKind

_LONGEST = 3  # words of a phrase: "exactly the same"
_BETWEEN = 3  # words between a comparative and its "than", at most


def comparatives(
    found: Sequence[Found], tokens: Sequence[Token], linked: LinkedQuestion, schema: Schema, lang: Language
) -> Iterator[Found]:
    """The cues of comparisons with another value than a number that is written there."""
    words = _Words(
        tuple(tokens),
        tuple(t.folded for t in tokens),
        tuple(lang.lemma(t.text) for t in tokens),
        linked,
        schema,
        lang,
        tuple(f for f in found if f.cue in (Cue.NUMBER, Cue.DATE)),
    )
    made = [*words.orders(), *words.equal(), *words.split(), *words.times()]
    yield from made
    yield from words.standards(f for f in (*found, *made) if f.cue in (Cue.COMPARISON, Cue.TIMES))
    yield from words.above_average()
    yield from words.same()
    yield from words.differences()
    yield from words.choices()
    yield from words.shares()
    yield from words.parts()


@dataclass(frozen=True)
class _Words:
    tokens: tuple[Token, ...]
    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    linked: LinkedQuestion
    schema: Schema
    lang: Language
    numbers: tuple[Found, ...]  # and dates

    def orders(self) -> Iterator[Found]:
        """“hired after Ada", "ended before their deadline": before what is no date."""
        starts = {t.start: i for i, t in enumerate(self.tokens)}
        following = {a.end: b.folded for a, b in pairwise(self.tokens)}
        begins = {
            starts.get(n.start)
            for n in self.linked.links
            for m in n.matches[:1]
            if (m.kind is TermKind.ENTITY and self._has_dates(m))
            # “after the start of the …"
            or (m.kind is TermKind.PROPERTY and following.get(n.end) in self.lang.phrases("belonging"))
        }
        dated = {i for f in self.numbers if f.cue is Cue.DATE for i in range(f.first, f.last + 1)}
        for first, last, operator in self._all("order_of_dates"):
            if first in dated:
                continue
            after = self._skip(last + 1, "articles", "own")
            is_own = any(w in self._list("own") for w in self.words[last + 1 : after])
            if is_own or after in begins or self.words[last] in self.lang.phrases("than"):
                yield Found(cue=Cue.COMPARISON, first=first, last=last, operator=operator, function="time")

    def _has_dates(self, thing: Match) -> bool:
        """Whether things of its kind have dates; "nach ISO 9001" is no later than a standard."""
        held = (p for cls in thing.classes for p in self.schema.data_properties(cls))
        return not thing.classes or any(is_dated(self.schema, p) for p in held)

    def equal(self) -> Iterator[Found]:
        """“as heavy as", "as much as", "so schwer wie"."""
        for i, word in enumerate(self.words):
            if word not in self._list("as_before"):
                continue
            much = self._phrase(i + 1, "as_much")
            adjective = self._adjective(i + 1)
            end = i + 1 + (len(much.split()) if much else 1)
            if (adjective is not None or much) and self._phrase(end, "as"):
                yield Found(
                    cue=Cue.COMPARISON,
                    first=i,
                    last=end,
                    operator="=",
                    high=adjective is None or adjective.high,
                    measures=adjective.measures if adjective else (),
                )

    def split(self) -> Iterator[Found]:
        """“a shorter lead time than", "earlier hired than": something stands between; "than" compares, as the
        adjective says.
        """
        for i, word in enumerate(self.words):
            degree, sooner = self.lang.table("comparative").get(word), self.lang.table("sooner").get(word)
            if degree is None and sooner is None and not self._is_comparative(i):
                continue
            later = range(i + 2, min(i + 2 + _BETWEEN, len(self.words)))
            then = next(filter(self._is_than, later), None)
            if then is None or self._adjective(i + 1 if degree else i + 2) is not None:
                continue
            adjective = None if degree or sooner else self._adjective(i)
            high = adjective.high if adjective else "high" in (degree, sooner)
            operator, function = ">" if high else "<", "time" if sooner else ""
            yield Found(cue=Cue.DEGREE, first=i, last=i)
            yield Found(cue=Cue.COMPARISON, first=then, last=then, operator=operator, function=function)

    def times(self) -> Iterator[Found]:
        """“twice", "three times": before "as … as", before what many come to, or before a value."""
        factors, typical = self.lang.table("factor"), self.lang.table("typical")
        starts = {t.start: i for i, t in enumerate(self.tokens)}
        named = (n for n in self.linked.links if n.matches and n.matches[0].kind is TermKind.PROPERTY)
        values = {starts.get(n.start) for n in named}
        for i in range(len(self.words)):
            number = next((n for n in self.numbers if n.last == i - 1 and n.number), None)
            factor, first = factors.get(self.words[i]), i
            if factor is None and number is not None and self.words[i] in self._list("times"):
                factor, first = number.number, number.first
            after = self._skip(i + 1, "articles")
            equals = {*self.words[i + 1 : i + 2]} & self._list("as_before")
            if factor and (equals or after in values or any(w in typical for w in self.words[after:][:1])):
                yield Found(cue=Cue.TIMES, first=first, last=i, number=float(factor))

    def standards(self, comparisons: Iterable[Found]) -> Iterator[Found]:
        """“the average", "the median", "all", right behind a comparison: what many come to."""
        functions, than = self.lang.table("typical"), self.lang.phrases("than")
        for found in comparisons:
            every = self._list("every") if self.words[found.last] in than else frozenset()
            behind = found.last + 1
            for start in {behind, self._skip(behind, "articles", "own")}:
                for size in range(min(_LONGEST, len(self.words) - start), 0, -1):
                    phrase = " ".join(self.words[start : start + size])
                    function = functions.get(phrase) or ("ALL" if phrase in every else None)
                    if function is not None:
                        last = start + size - 1
                        yield Found(cue=Cue.STANDARD, first=start, last=last, function=str(function))
                        break

    def above_average(self) -> Iterator[Found]:
        """“überdurchschnittlich teuer": one word for it, and perhaps the adjective behind it."""
        for first, last, operator in self._all("above_typical"):
            adjective = self._adjective(last + 1)
            yield Found(
                cue=Cue.COMPARISON,
                first=first,
                last=last + 1 if adjective else last,
                operator=operator.translate(TURNED) if adjective and not adjective.high else operator,
                function="AVG",
                measures=adjective.measures if adjective else (),
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
                if then is not None or both:
                    yield Found(
                        cue=Cue.SAME, first=first, last=first + size - 1, function="" if then else "both"
                    )
                if then is not None:
                    yield Found(cue=Cue.THAN, first=then, last=then)

    def differences(self) -> Iterator[Found]:
        """“how much heavier is … than …”, "how much more does … cost than …”."""
        for first, at in self._led("how_much"):
            degree = self.lang.table("comparative").get(self.words[at])
            adjective = self._adjective(at + 1 if degree else at)
            then = next(filter(self._is_than, range(at + 1, len(self.words))), None)
            if then is None or (degree is None and not self._is_comparative(at)):
                continue
            yield Found(
                cue=Cue.DIFFERENCE,
                first=first,
                last=at + 1 if degree and adjective else at,
                high=(adjective is None or adjective.high) == (degree != "low"),
                measures=adjective.measures if adjective else (),
            )
            yield Found(cue=Cue.THAN, first=then, last=then)

    def choices(self) -> Iterator[Found]:
        """“which is heavier, this or that", "who joined earlier, Ada or Grace"."""
        before = self._alternatives()
        for first, last, direction in self._all("sooner") if before else ():
            if not self._is_than(last + 1):
                yield Found(cue=Cue.CHOICE, first=first, last=last, high=direction == "high", function="time")
        for i in range(before):
            degree = self.lang.table("comparative").get(self.words[i])
            end = i + 1 if degree and self._adjective(i + 1) else i
            adjective = self._adjective(end)
            if self._is_than(end + 1) or not (degree or self._is_comparative(i)):
                continue
            high = (adjective is None or adjective.high) == (degree != "low")
            measures = adjective.measures if adjective else ()
            yield Found(cue=Cue.CHOICE, first=i, last=end, high=high, measures=measures)

    def _is_than(self, i: int) -> bool:
        return i < len(self.words) and self.words[i] in self.lang.phrases("than")

    def _alternatives(self) -> int:
        """The first token of "or" between two things; 0 where there is none."""
        things = sorted(
            {(n.start, n.end) for n in self.linked.links for m in n.matches[:1] if m.kind is TermKind.ENTITY}
        )
        for i, token in enumerate(self.tokens):
            if token.folded in self.lang.phrases("disjunction"):
                before = any(end <= token.start for _, end in things)
                if before and any(start >= token.end for start, _ in things):
                    return i
        return 0

    def shares(self) -> Iterator[Found]:
        """“what percentage of"."""
        for size in range(_LONGEST + 1, 0, -1):
            for first in range(len(self.words) - size + 1):
                if " ".join(self.words[first : first + size]) in self._list("share"):
                    yield Found(cue=Cue.SHARE, first=first, last=first + size - 1)

    def parts(self) -> Iterator[Found]:
        """“the upper quartile": a superlative of so many percent."""
        for first, last, percent in self._all("part_of_order"):
            number = float(percent)
            yield Found(
                cue=Cue.SUPERLATIVE, first=first, last=last, high=number > 0, number=abs(number), units=("%",)
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

    def _led(self, name: str) -> Iterator[tuple[int, int]]:
        """Every place of a phrase of a list, with the token behind it, the longest first."""
        for size in range(_LONGEST, 0, -1):
            for first in range(len(self.words) - size):
                if " ".join(self.words[first : first + size]) in self._list(name):
                    yield first, first + size

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
