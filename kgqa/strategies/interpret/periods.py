"""Words -> periods: "2024-03-01", "3 March 2024", "March 2024", "Q1 2024", "2024", "last year".

In: the words of a question and the day on which it is asked. Out: for each date, the tokens that say it and
the half-open period that it means. They may overlap: "3 March 2024" holds "March 2024" and "2024".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta

from kgqa.language import Language

Spanned = tuple[tuple[int, int], date, date]  # first and last token, the first day, the day after the last
SpanOf = Callable[[int, int], tuple[int, int] | None]  # characters -> tokens


class Calendar:
    """The dates of one question. `words` are folded; `span_of` finds the tokens of a stretch of the text."""

    def __init__(self, text: str, words: list[str], span_of: SpanOf, lang: Language) -> None:
        self.text, self.words, self.span_of, self.lang = text, words, span_of, lang
        self.months: dict[str, int] = lang.table("months")
        self.day = re.compile(rf"(\d{{1,2}})(?:{lang.data['ordinal_ending']})?")

    def spans(self, today: date) -> Iterator[Spanned]:
        """Every date and period, in no particular order."""
        yield from self._iso()
        for i in range(len(self.words)):
            yield from self._years(i)
            yield from self._months(i)
        yield from self._relative(today)

    def _iso(self) -> Iterator[Spanned]:
        for match in re.finditer(r"\b(\d{4})-(\d{2})-(\d{2})\b", self.text):
            span = self.span_of(match.start(), match.end())
            if span and (day := _day(int(match[1]), int(match[2]), int(match[3]))):
                yield span, *_whole(day)

    def _years(self, i: int) -> Iterator[Spanned]:
        if year := self._year(i):
            yield (i, i), date(year, 1, 1), date(year + 1, 1, 1)
            if i and (quarter := re.fullmatch(r"q([1-4])", self.words[i - 1])):
                yield (i - 1, i), *_quarter(year, int(quarter[1]))

    def _months(self, i: int) -> Iterator[Spanned]:
        """“March 2024”, “3 March 2024”, “March 3, 2024”, “3 March” where the year is said later."""
        month = self.months.get(self.words[i])
        if month is None:
            return
        if (year := self._year(i + 1)) is not None:
            last = i + 1
        elif (year := self._later_year(i)) is not None:
            last = i
        else:
            if (year := self._year(i + 2)) is not None and (day := self._day_at(i + 1, year, month)):
                yield (i, i + 2), *_whole(day)
            return
        yield (i, last), *_month(year, month)
        if day := self._day_at(i - 1, year, month):
            yield (i - 1, last), *_whole(day)

    def _relative(self, today: date) -> Iterator[Spanned]:
        for phrase, meaning in self.lang.table("periods").items():
            size = len(phrase.split())
            for i in range(len(self.words) - size + 1):
                if " ".join(self.words[i : i + size]) == phrase:
                    yield (i, i + size - 1), *_period(str(meaning), today)

    def _day_at(self, i: int, year: int, month: int) -> date | None:
        found = self.day.fullmatch(self.words[i]) if i >= 0 else None
        return _day(year, month, int(found[1])) if found else None

    def _later_year(self, i: int) -> int | None:
        """The year that is said once, behind the second month: "1 March to 31 May 2024"."""
        if i + 1 < len(self.words) and self.words[i + 1] in self.lang.phrases("between.join"):
            return next((y for k in range(i + 2, i + 5) if (y := self._year(k)) is not None), None)
        return None

    def _year(self, i: int) -> int | None:
        if 0 <= i < len(self.words) and re.fullmatch(r"(19|20)\d\d", self.words[i]):
            return int(self.words[i])
        return None


def _whole(day: date) -> tuple[date, date]:
    return day, day + timedelta(days=1)


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
