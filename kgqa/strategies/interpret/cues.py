"""The words of a question that say what to do, not what it is about: counts, comparisons, superlatives,
numbers with units, dates, grouping, negation.

In: the question's tokens and its language. Out: cues, each with the tokens it takes and what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from kgqa.language import Language
from kgqa.linking.tokens import Token
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
            weight = size + 0.5 if phrase.startswith(("how", "wie")) else 0.6 * size
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
            if before in ("most", "least", "am"):
                flip = before == "least"
                yield Found(
                    cue=Cue.SUPERLATIVE,
                    first=i - 1,
                    last=i,
                    weight=3.0,
                    high=adjective.high != flip,
                    measures=adjective.measures,
                )
            elif before in ("how", "wie"):
                yield Found(cue=Cue.AMOUNT, first=i - 1, last=i, weight=2.5, measures=adjective.measures)
            elif after in ("than", "als"):
                first = i - 1 if before in ("more", "less") else i
                more = adjective.high != (before == "less")
                yield Found(
                    cue=Cue.COMPARISON,
                    first=first,
                    last=i + 1,
                    weight=3.5,
                    operator=">" if more else "<",
                    measures=adjective.measures,
                )
            elif word != lemma and re.search(r"(est|ste[nrsm]?)$", word):
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
        for match in _NUMBER[self.lang.code].finditer(self.text):
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
                elif following in _SCALE:
                    value *= _SCALE[following]
                    last += 1
                    if last + 1 < len(self.words) and (symbol := symbol_of(self.words[last + 1])):
                        unit, last = symbol, last + 1
            if unit and last > span[1]:  # "25 hours a week": the unit may belong to a name
                yield Found(cue=Cue.NUMBER, first=first, last=span[1], weight=1.2, number=value)
            weight = 1.2 + 0.5 * (last - first)
            yield Found(cue=Cue.NUMBER, first=first, last=last, weight=weight, number=value, unit=unit)
        table = self.lang.table("numbers")
        for i, word in enumerate(self.words):
            if word in table and word not in ("one", "eins"):
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
            joined = i + 2 in ranks and self.words[i + 1] in ("to", "through", "bis", "until")
            if joined:
                yield Found(cue=Cue.RANK, first=i, last=i + 2, weight=3.0, number=n, until=ranks[i + 2])
            elif n > 1:
                yield Found(cue=Cue.RANK, first=i, last=i, weight=1.0, number=n, until=n)

    def _rank(self, word: str) -> int | None:
        if match := re.fullmatch(r"(\d+)(st|nd|rd|th)", word):
            return int(match[1])
        found = self.lang.table("ordinals").get(word)
        return int(found) if found else None

    def _value(self, text: str) -> float:
        if self.lang.code == "de":
            return float(text.replace(".", "").replace(",", "."))
        return float(text.replace(",", ""))

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
        spans = list(self._spans())
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

    def _ranges(self, spans: list[tuple[tuple[int, int], date, date]]) -> Iterator[Found]:
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

    def _spans(self) -> Iterator[tuple[tuple[int, int], date, date]]:
        months = self.lang.table("months")
        for match in re.finditer(r"\b(\d{4})-(\d{2})-(\d{2})\b", self.text):
            if (day := _day(int(match[1]), int(match[2]), int(match[3]))) and (
                span := self._span(match.start(), match.end())
            ):
                yield span, day, day + timedelta(days=1)
        for i, word in enumerate(self.words):
            year = self._year(i)
            if year:
                yield (i, i), date(year, 1, 1), date(year + 1, 1, 1)
                if i and (quarter := re.fullmatch(r"q([1-4])", self.words[i - 1])):
                    yield (i - 1, i), *_quarter(year, int(quarter[1]))
            if word in months:
                month = int(months[word])
                if self._year(i + 1) is None and (year := self._later_year(i)) is not None:
                    yield (i, i), *_month(year, month)
                    if (
                        i
                        and (n := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", self.words[i - 1]))
                        and (day := _day(year, month, int(n[1])))
                    ):
                        yield (i - 1, i), day, day + timedelta(days=1)
                if (year := self._year(i + 1)) is not None:
                    yield (i, i + 1), *_month(year, month)
                    if (
                        i
                        and (n := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", self.words[i - 1]))
                        and (day := _day(year, month, int(n[1])))
                    ):
                        yield (i - 1, i + 1), day, day + timedelta(days=1)
                elif (
                    (year := self._year(i + 2)) is not None
                    and (n := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", self.words[i + 1]))
                    and (day := _day(year, month, int(n[1])))
                ):
                    yield (i, i + 2), day, day + timedelta(days=1)
        for phrase, meaning in self.lang.table("periods").items():
            size = len(phrase.split())
            for i in range(len(self.words) - size + 1):
                if " ".join(self.words[i : i + size]) == phrase:
                    yield (i, i + size - 1), *_period(str(meaning), self.today)

    def _later_year(self, i: int) -> int | None:
        """The year that is said once, behind the second month: "1 March to 31 May 2024"."""
        if i + 1 < len(self.words) and self.words[i + 1] in self.lang.phrases("between.join"):
            return next((y for k in range(i + 2, i + 5) if (y := self._year(k)) is not None), None)
        return None

    def _year(self, i: int) -> int | None:
        if 0 <= i < len(self.words) and re.fullmatch(r"(19|20)\d\d", self.words[i]):
            return int(self.words[i])
        return None


_EARLY = 4  # an imperative stands near the beginning
_NUMBER = {
    "en": re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\w.,])\d+(?:\.\d+)?"),
    "de": re.compile(r"(?<![\w.,])\d{1,3}(?:\.\d{3})+(?:,\d+)?|(?<![\w.,])\d+(?:,\d+)?"),
}
_SCALE = {
    "thousand": 1e3,
    "k": 1e3,
    "million": 1e6,
    "millions": 1e6,
    "billion": 1e9,
    "tausend": 1e3,
    "millionen": 1e6,
}


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year + month // 12, month % 12 + 1, 1)


def _quarter(year: int, quarter: int) -> tuple[date, date]:
    return date(year, 3 * quarter - 2, 1), _month(year, 3 * quarter)[1]


def _period(meaning: str, today: date) -> tuple[date, date]:
    unit, _, shift = meaning.partition(":")
    n = int(shift)
    if unit == "year":
        return date(today.year + n, 1, 1), date(today.year + n + 1, 1, 1)
    if unit == "quarter":
        number = today.year * 4 + (today.month - 1) // 3 + n
        return _quarter(number // 4, number % 4 + 1)
    if unit == "month":
        number = today.year * 12 + today.month - 1 + n
        return _month(number // 12, number % 12 + 1)
    day = today + timedelta(days=n)
    return day, day + timedelta(days=1)
