"""The words of a question that say what to do, not what it is about: counts, comparisons, superlatives,
numbers with units, dates, grouping, negation.

In: the question's tokens and its language. Out: cues, each with the tokens it takes and what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.periods import Calendar, Spanned
from kgqa.units import symbol_of


class Cue(StrEnum):
    COUNT = "count"
    YES_NO = "yes or no"
    WHO = "who"
    WHERE = "where"
    WHEN = "when"
    AMOUNT = "how much"  # also "how heavy": then with measures
    ASK = "ask"
    AGGREGATE = "aggregate"
    SUPERLATIVE = "superlative"
    COMPARISON = "comparison"
    NUMBER = "number"
    DATE = "date"
    RANK = "rank"  # the 6th to 10th
    GROUP = "group"
    NEGATION = "negation"
    OR = "or"
    AND = "and"
    BETWEEN = "between"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A cue at tokens `first`..`last` (inclusive). Which fields are set depends on its kind."""

    cue: Cue
    first: int
    last: int
    weight: float = 1.0
    operator: str = ""
    function: str = ""
    high: bool = True
    measures: tuple[str, ...] = ()
    number: float | None = None
    unit: str = ""
    since: date | None = None
    before: date | None = None  # exclusive
    until: int | None = None  # the last rank


def cues(text: str, tokens: tuple[Token, ...], lang: Language, today: date) -> tuple[Found, ...]:
    """All cues of a question; they may overlap, the reading decides."""
    finder = _Finder(text, tokens, lang, today)
    return tuple(
        sorted(
            [*finder.dates(), *finder.numbers(), *finder.ranks(), *finder.adjectives(), *finder.phrases()],
            key=lambda f: (f.first, -f.last),
        )
    )


class _Finder:
    def __init__(self, text: str, tokens: tuple[Token, ...], lang: Language, today: date) -> None:
        self.text, self.tokens, self.lang, self.today = text, tokens, lang, today
        self.words = [t.folded for t in tokens]
        self.lemmas = [lang.lemma(t.text) for t in tokens]
        ending = lang.data["ordinal_ending"]
        self.ordinal = re.compile(rf"(\d+)(?:{ending})")
        self.superlative_ending = re.compile(rf"(?:{lang.data['superlative_ending']})$")
        self.number = _number(lang.data["thousands_mark"], lang.data["decimal_mark"])

    # ── phrases ──────────────────────────────────────────────────────────────────────────────────

    def phrases(self) -> Iterator[Found]:
        lang, words = self.lang, self.words
        for size in range(4, 0, -1):
            for first in range(len(words) - size + 1):
                phrase, last = " ".join(words[first : first + size]), first + size - 1
                yield from self._question_words(phrase, first, last)
                if (operator := lang.table("comparison").get(phrase)) is not None:
                    yield Found(cue=Cue.COMPARISON, first=first, last=last, weight=size, operator=operator)
                if (function := lang.table("aggregate").get(phrase)) is not None:
                    yield Found(cue=Cue.AGGREGATE, first=first, last=last, weight=size, function=function)
                if (direction := lang.table("superlative").get(phrase)) is not None:
                    yield Found(
                        cue=Cue.SUPERLATIVE, first=first, last=last, weight=size, high=direction == "high"
                    )
                for cue, name in (
                    (Cue.GROUP, "group"),
                    (Cue.NEGATION, "negation"),
                    (Cue.OR, "disjunction"),
                    (Cue.AND, "conjunction"),
                    (Cue.BETWEEN, "between.open"),
                ):
                    if phrase in lang.phrases(name):
                        yield Found(cue=cue, first=first, last=last, weight=0.6 * size)

    def _question_words(self, phrase: str, first: int, last: int) -> Iterator[Found]:
        lang, size = self.lang, last - first + 1
        if phrase in lang.phrases("count_phrases"):
            # "the product number of": the noun may belong to a name
            weight = size + 0.5 if phrase.startswith(tuple(lang.phrases("how"))) else 0.6 * size
            yield Found(cue=Cue.COUNT, first=first, last=last, weight=weight)
        if phrase in lang.phrases("amount_phrases"):
            yield Found(cue=Cue.AMOUNT, first=first, last=last, weight=size)
        for cue, name in ((Cue.WHO, "who"), (Cue.WHERE, "where"), (Cue.WHEN, "when")):
            if phrase in lang.phrases(name) and first <= 1:  # later on it begins a relative clause
                yield Found(cue=cue, first=first, last=last, weight=0.8)
        if phrase in lang.phrases("ask_phrases") and first <= _EARLY:
            yield Found(cue=Cue.ASK, first=first, last=last, weight=0.5 * size)
        if first == 0 and phrase in lang.phrases("yes_no"):
            yield Found(cue=Cue.YES_NO, first=first, last=last, weight=0.8)

    # ── adjectives ───────────────────────────────────────────────────────────────────────────────

    def adjectives(self) -> Iterator[Found]:
        """heaviest, most expensive, heavier than, how heavy."""
        for i, lemma in enumerate(self.lemmas):
            adjective = self.lang.adjectives.get(lemma) or self.lang.adjectives.get(self.words[i])
            if adjective is None:
                continue
            word, before = self.words[i], self.words[i - 1] if i else ""
            after = self.words[i + 1] if i + 1 < len(self.words) else ""
            if (degree := self.lang.table("degree").get(before)) is not None:
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=i - 1,
                    last=i,
                    weight=3.0,
                    high=adjective.high == (degree == "high"),
                    measures=adjective.measures,
                )
            elif before in self.lang.phrases("how"):
                yield Found(cue=Cue.AMOUNT, first=i - 1, last=i, weight=2.5, measures=adjective.measures)
            elif after in self.lang.phrases("than"):
                degree = self.lang.table("comparative").get(before)
                first = i - 1 if degree else i
                more = adjective.high == (degree != "low")
                yield Found(
                    cue=Cue.COMPARISON,
                    first=first,
                    last=i + 1,
                    weight=3.5,
                    operator=">" if more else "<",
                    measures=adjective.measures,
                )
            elif word != lemma and self.superlative_ending.search(word):
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=i,
                    last=i,
                    weight=2.0,
                    high=adjective.high,
                    measures=adjective.measures,
                )

    # ── numbers and ranks ────────────────────────────────────────────────────────────────────────

    def numbers(self) -> Iterator[Found]:
        scale = self.lang.table("scale")
        for match in self.number.finditer(self.text):
            span = self._span(match.start(), match.end())
            if span is None:
                continue
            value = self._value(match.group())
            first, last = span
            unit = ""
            if (mark := self.text[max(0, match.start() - 2) : match.start()].strip()[-1:]) in ("€", "$", "£"):
                unit = symbol_of(mark)
            elif tail := re.match(r"\s?(€|\$|£|%|°C)", self.text[match.end() :]):
                unit = symbol_of(tail[1])
            following = self.words[last + 1] if last + 1 < len(self.words) else ""
            if not unit and following:
                two = " ".join(self.words[last + 1 : last + 3])
                if symbol := symbol_of(two) or symbol_of(self.tokens[last + 1].text) or symbol_of(following):
                    unit = symbol
                    last += 2 if symbol_of(two) and " " in two else 1
                elif following in scale:
                    value *= scale[following]
                    last += 1
                    if last + 1 < len(self.words) and (symbol := symbol_of(self.words[last + 1])):
                        unit, last = symbol, last + 1
            if unit and last > span[1]:  # "25 hours a week": the unit may belong to a name
                yield Found(cue=Cue.NUMBER, first=first, last=span[1], weight=1.2, number=value)
            weight = 1.2 + 0.5 * (last - first)
            yield Found(cue=Cue.NUMBER, first=first, last=last, weight=weight, number=value, unit=unit)
        table = self.lang.table("numbers")
        for i, word in enumerate(self.words):
            if word in table:
                unit = symbol_of(self.words[i + 1]) if i + 1 < len(self.words) else ""
                yield Found(
                    cue=Cue.NUMBER,
                    first=i,
                    last=i + bool(unit),
                    weight=1.0,
                    number=float(table[word]),
                    unit=unit,
                )

    def ranks(self) -> Iterator[Found]:
        """The third; the 6th to 10th."""
        ranks = {i: n for i, w in enumerate(self.words) if (n := self._rank(w))}
        for i, n in ranks.items():
            joined = i + 2 in ranks and self.words[i + 1] in self.lang.phrases("until")
            if joined:
                yield Found(cue=Cue.RANK, first=i, last=i + 2, weight=3.0, number=n, until=ranks[i + 2])
            elif n > 1:
                yield Found(cue=Cue.RANK, first=i, last=i, weight=1.0, number=n, until=n)

    def _rank(self, word: str) -> int | None:
        if match := self.ordinal.fullmatch(word):
            return int(match[1])
        found = self.lang.table("ordinals").get(word)
        return int(found) if found else None

    def _value(self, text: str) -> float:
        plain = text.replace(self.lang.data["thousands_mark"], "")
        return float(plain.replace(self.lang.data["decimal_mark"], "."))

    def _span(self, start: int, end: int) -> tuple[int, int] | None:
        """The tokens that lie in start..end; None when it begins or ends inside one ("VX2041")."""
        inside = [i for i, t in enumerate(self.tokens) if t.start < end and start < t.end]
        if not inside:
            return None
        first, last = inside[0], inside[-1]
        if self.tokens[first].start < start:
            return None
        tail = self.text[end : self.tokens[last].end]
        return (first, last) if not tail or symbol_of(tail) else None

    # ── dates ────────────────────────────────────────────────────────────────────────────────────

    def dates(self) -> Iterator[Found]:
        """ISO dates, "3 March 2024", "March 2024", "Q1 2024", "2024" and the periods of the language."""
        calendar = Calendar(self.text, self.words, self._span, self.lang)
        spans = list(calendar.spans(self.today))
        yield from self._ranges(spans)
        for span, since, before in spans:
            first, last = span
            weight = 1.5 * (last - first + 1)
            operator = "="
            table = self.lang.table("date_comparison")
            for size in (2, 1):
                phrase = " ".join(self.words[max(0, first - size) : first])
                if first >= size and phrase in table:
                    operator, first, weight = str(table[phrase]), first - size, weight + size
                    break
            yield Found(
                cue=Cue.DATE,
                first=first,
                last=last,
                weight=weight,
                operator=operator,
                since=since,
                before=before,
            )

    def _ranges(self, spans: list[Spanned]) -> Iterator[Found]:
        """“between March and May 2024”, “from 2020 to 2022”."""
        opened, joined = self.lang.phrases("between.open"), self.lang.phrases("between.join")
        for (first, last), since, _ in spans:
            if not first or self.words[first - 1] not in opened:
                continue
            for (then, end), _, before in spans:
                if then == last + 2 and self.words[last + 1] in joined and since < before:
                    yield Found(
                        cue=Cue.DATE,
                        first=first - 1,
                        last=end,
                        weight=2.0 * (end - first + 2),
                        operator="=",
                        since=since,
                        before=before,
                    )


_EARLY = 4  # an imperative stands near the beginning


def _number(thousands: str, decimal: str) -> re.Pattern[str]:
    """A number as it is written with these marks: "1,250.5", "-5" (but not the 10 of "5-10" as minus ten)."""
    many, point = re.escape(thousands), re.escape(decimal)
    start = r"(?:(?<![\w.,-])-|(?<![\w.,]))"
    return re.compile(rf"{start}(?:\d{{1,3}}(?:{many}\d{{3}})+|\d+)(?:{point}\d+)?")
