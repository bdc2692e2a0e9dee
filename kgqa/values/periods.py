"""Words -> periods: "3 March 2024", "03.03.2024", "Q1 2024", "last 30 days", "two weeks ago", "the 1990s".

In: the text of a question, its words, and the day on which it is asked. Out: for each date, the tokens that
say it and the half-open period that it means. They may overlap: "3 March 2024" holds "March 2024" and "2024".

(dateparser knows no periods: to it "last quarter" is nothing and "Q1 2024" a day.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta
from itertools import pairwise

from rapidfuzz.distance import OSA

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.values import calendar
from kgqa.values.calendar import Period
from kgqa.values.date_words import ordinals, words_of
from kgqa.values.numbers import number
from kgqa.values.units import readings

Spanned = tuple[tuple[int, int], date, date]  # first and last token, the first day, the day after the last
SpanOf = Callable[[int, int], tuple[int, int] | None]  # characters -> tokens
_DIGITS = re.compile(r"(?<![\w.,/-])(\d{1,4})([./-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\w/]|[.,-]\d)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_OLD_YEAR = re.compile(r"1[0-8]\d\d|2[1-9]\d\d")  # only where a word says that it is a year
_CENTURY, _SOON = 100, 20  # years from now up to which "30" is 2030, and not 1930
_SHIFT = {"this": 0, "last": -1, "past": -1, "next": 1}
_AWAY = 4  # words from "between" to its second date
PARTS = ("quarter", "half")
_IN_A_YEAR = {"quarter": 4, "half": 2}
_EDGE = 3  # words of "the start of"
_SLIP_FROM = 5  # letters of a month's name that bears a slip


def _is_slip(word: str, name: str) -> bool:
    return len(name) >= _SLIP_FROM and OSA.distance(word, name, score_cutoff=1) == 1


def edge_before(words: Sequence[str], first: int, lang: Language) -> int:
    """Where words begin that name an end of the period behind them: "the start of 2020"; `first` without."""
    edges = lang.phrases("between.edges")
    for size in range(min(_EDGE, first), 0, -1):
        if " ".join(words[first - size : first]) in edges:
            return first - size
    return first


class Calendar:
    """The dates of one question; `span_of` finds the tokens of a stretch of the text."""

    def __init__(
        self, text: str, tokens: Sequence[Token], span_of: SpanOf, lang: Language, today: date
    ) -> None:
        self.text, self.tokens, self.span_of = text, tokens, span_of
        self.words = [t.folded for t in tokens]
        self.lang, self.today, self.known = lang, today, words_of(lang)

    def spans(self) -> Iterator[Spanned]:
        """Every date and period, in no particular order."""
        found = list(self._spans())
        yield from found
        yield from self._weeks(found)

    def _weeks(self, spans: list[Spanned]) -> Iterator[Spanned]:
        """“the week of 10 March 2025”: the one that has the day."""
        leading = [p.split() for p in self.lang.phrases("calendar.week_of")]
        for (first, last), since, before in spans:
            for words in leading:
                begin = first - len(words)
                is_led = begin >= 0 and self.words[begin:first] == words
                week = calendar.around("week", since, 0) if is_led else None
                if week is not None and before - since == timedelta(days=1):
                    yield (begin, last), *week

    def _spans(self) -> Iterator[Spanned]:
        yield from self._digits()
        for i in range(len(self.words)):
            yield from self._years(i)
            yield from self._months(i)
            yield from self._parts(i)
            yield from self._relative(i)
            yield from self._ago(i)
            yield from self._weekday(i)
        yield from self._phrases()

    # ── dates in digits ──────────────────────────────────────────────────────────────────────────

    def _digits(self) -> Iterator[Spanned]:
        """“2024-03-01”, “2024-03”, “03.03.2024”, “3/4/2024” in the language's order of day and month."""
        for match in _DIGITS.finditer(self.text):
            span = self.span_of(match.start(), match.end())
            period = self._of_digits(match[1], match[2], match[3], match[4] or "")
            if span and period:
                yield span, *period

    def _of_digits(self, one: str, mark: str, two: str, three: str) -> Period | None:
        if len(one) == 4:  # noqa: PLR2004  # the year comes first
            if three:
                return calendar.day(int(one), int(two), int(three))
            is_month = mark == "-" and len(two) == 2 and 0 < int(two) <= 12  # noqa: PLR2004  # "2024-03"
            return calendar.month(int(one), int(two)) if is_month and _YEAR.fullmatch(one) else None
        if not three or len(one) > 2:  # noqa: PLR2004  # "3.4" is a number, "24/7" no date
            return None
        if len(three) == 2 and mark != ("/" if self.known.month_first else "."):  # noqa: PLR2004
            return None  # "1.2.03" is a version
        month_first = self.known.month_first and mark != "."
        first, second = int(one), int(two)
        day, month = (second, first) if month_first else (first, second)
        year = int(three) if len(three) > 2 else self._full(int(three))  # noqa: PLR2004
        return calendar.day(year, month, day) or calendar.day(year, day, month)

    def _full(self, short: int) -> int:
        year = self.today.year // _CENTURY * _CENTURY + short
        return year if year <= self.today.year + _SOON else year - _CENTURY

    # ── years, months, days ──────────────────────────────────────────────────────────────────────

    def _years(self, i: int) -> Iterator[Spanned]:
        if year := self._year(i):
            if not self._is_measured(i):
                yield (i, i), *calendar.year(year)
        elif found := self.known.decade.fullmatch(self.words[i]):
            digits = found[1]
            first = int(digits) if len(digits) > 2 else self._full(int(digits))  # noqa: PLR2004  # "the 90s"
            end = i + (
                self._word(i + 1) in self.known.units and self.known.units[self._word(i + 1)] == "year"
            )
            yield (i, end), date(first, 1, 1), date(first + 10, 1, 1)

    def _months(self, i: int) -> Iterator[Spanned]:
        """“March 2024”, “3 March 2024”, “March 3, 2024”, “3rd of March”, “March” where a word leads to it."""
        month = self.known.months.get(self.words[i]) or self._slipped_month(i)
        if month is None:
            return
        year, last = self._year_behind(i)
        day, first = self._day_before(i)
        if year is None and (after := self._day_number(i + 1)):
            later = self._year(i + 2)
            if (later or self._is_led(i)) and (found := self._in(later, month, after)):
                yield (i, i + 2 if later else i + 1), *found
        if year is None and not self._is_led(first if day else i):
            return
        if (found := self._in(year, month, None)) is not None:
            yield (i, last), *found
        if day and (found := self._in(year, month, day)):
            yield (first, last), *found

    def _slipped_month(self, i: int) -> int | None:
        """“Octobr 2024”, “3 Febuary”: beside a year or a day, a word of no language that is a month but for a
        slip.
        """
        word = self.words[i]
        is_beside = self._year(i + 1) is not None or self._day_before(i)[0] is not None
        if len(word) < _SLIP_FROM or not is_beside or self.lang.knows(self.tokens[i].text.lower()):
            return None
        near = {n for name, n in self.known.months.items() if _is_slip(word, name)}
        return near.pop() if len(near) == 1 else None

    def _year_behind(self, i: int) -> tuple[int | None, int]:
        """The year of a month: right behind it, as “of 2024”, “'24”, or said once behind a second month."""
        if (year := self._year(i + 1)) is not None:
            return year, i + 1
        if self._word(i + 1) in self.known.before_dates and (year := self._year(i + 2)) is not None:
            return year, i + 2
        short = self._word(i + 1)
        if re.fullmatch(r"\d\d", short) and self.text[self.tokens[i + 1].start - 1] in "'\u2019":
            return self._full(int(short)), i + 1
        if short in self.lang.phrases("between.join") or short in self.lang.phrases("until"):
            later = next((y for k in range(i + 2, i + 5) if (y := self._year(k)) is not None), None)
            return later, i
        return None, i

    def _day_before(self, i: int) -> tuple[int | None, int]:
        of = i - 2 if self._word(i - 1) in self.lang.phrases("belonging") else i - 1
        return self._day_number(of), of

    def _day_number(self, i: int) -> int | None:
        found = self.known.ordinal.fullmatch(self._word(i))
        return int(found[1]) if found else None

    def _in(self, year: int | None, month: int, day: int | None) -> Period | None:
        """A month or a day of it; without a year the latest that has begun."""
        years = (year,) if year is not None else (self.today.year, self.today.year - 1)
        for y in years:
            found = calendar.month(y, month) if day is None else calendar.day(y, month, day)
            if found and (year is not None or found[0] <= self.today):
                return found
        return None

    # ── quarters, halves, weeks ──────────────────────────────────────────────────────────────────

    def _parts(self, i: int) -> Iterator[Spanned]:
        """“Q1 2024”, “first quarter of 2024”, “2024 Q1”, “H2”, “2. Halbjahr”, “week 12”, “KW 12 2024”."""
        found = self._part(i)
        if found is None:
            return
        last, unit, count = found
        year, end = self._year_near(last)
        if year is not None and (period := calendar.part(unit, year, count)):
            yield (i, end), *period
        elif i and (before := self._year(i - 1)) and (period := calendar.part(unit, before, count)):
            yield (i - 1, last), *period
        elif year is None and self._is_led(i):
            for y in (self.today.year, self.today.year - 1):
                period = calendar.part(unit, y, count)
                if period and period[0] <= self.today:
                    yield (i, last), *period
                    return

    def _part(self, i: int) -> tuple[int, str, int] | None:
        """A numbered part of a year at word i: its last word, its unit, its number."""
        word, following = self.words[i], self._word(i + 1)
        if match := re.fullmatch(r"([a-z]+)(\d{1,2})", word):
            unit = self._part_unit(match[1])
            return (i, unit, int(match[2])) if unit else None
        if following.isdecimal() and len(following) <= 2 and len(word) > 1:  # noqa: PLR2004  # "week 12"
            unit = self._part_unit(word)
            if unit:
                return i + 1, unit, int(following)
        phrase = f"{word} {following}"
        if phrase in self.lang.data["calendar"]["week_number"] and self._word(i + 2).isdecimal():
            return i + 2, "week", int(self._word(i + 2)[:3])
        count = self._ordinal(word)
        is_last = self.known.directions.get(word) == "last" and self._year_near(i + 1)[0] is not None
        if is_last and (unit := self.known.units.get(following, "")) in PARTS:
            return i + 1, unit, _IN_A_YEAR[unit]  # "the last quarter of 2024"
        if count and (unit := self.known.units.get(following, "")) in PARTS and len(following) > 1:
            return i + 1, unit, count
        return None

    def _part_unit(self, word: str) -> str:
        if word in self.lang.data["calendar"]["week_number"]:
            return "week"
        unit = self.known.units.get(word, "")
        return unit if unit in PARTS else ""

    def _year_near(self, last: int) -> tuple[int | None, int]:
        """The year behind words `last`: “2024”, “of 2024”, “of last year”."""
        within = self.lang.data["calendar"]["within"]
        end = last + 1
        while end <= last + 2 and self._word(end) in within:  # "of the year"
            end += 1
        if (year := self._year(end)) is not None:
            return year, end
        away = self._direction(end)
        if away is not None and self.known.units.get(self._word(end + 1)) == "year":
            return self.today.year + away, end + 1
        return None, last

    # ── what counts from today ───────────────────────────────────────────────────────────────────

    def _relative(self, i: int) -> Iterator[Spanned]:
        """“last month”, “last 30 days”, “past six months”, “last March”."""
        which = self.known.directions.get(self.words[i])
        if which is None:
            return
        away = _SHIFT[which]
        following = self._word(i + 1)
        unit = self.known.units.get(following)
        if unit and len(following) > 1:
            period = (
                calendar.rolling(self.today, unit, 1)
                if which == "past"
                else calendar.around(unit, self.today, away)
            )
            if period:
                yield (i, i + 1), *period
        elif away and (unit := self.known.units.get(self._word(i + 2))) and (n := self._count(i + 1)):
            if period := calendar.rolling(self.today, unit, -away * n):
                yield (i, i + 2), *period
        elif (month := self.known.months.get(following)) and self._year(i + 2) is None:
            yield (i, i + 1), *self._named_month(month, away)
        elif (weekday := self.known.weekdays.get(following)) is not None:
            yield (i, i + 1), *calendar.whole(self._day_of_week(weekday, away))

    def _ago(self, i: int) -> Iterator[Spanned]:
        """“two weeks ago”, “vor drei Monaten”: the day, week, month or year in which that was."""
        unit = self.known.units.get(self._word(i + 1))
        count = self._count(i) if unit else None
        if unit is None or count is None:
            return
        data = self.lang.data["calendar"]
        if self._word(i + 2) in data["ago"]:
            first, last = i, i + 2
        elif self._word(i - 1) in data["before_now"]:
            first, last = i - 1, i + 1
        else:
            return
        if period := calendar.around(unit, self.today, -count):
            yield (first, last), *period

    def _weekday(self, i: int) -> Iterator[Spanned]:
        """“on Monday”: the last one."""
        weekday = self.known.weekdays.get(self.words[i])
        if weekday is not None and self._is_led(i):
            yield (i, i), *calendar.whole(self._day_of_week(weekday, -1))

    def _phrases(self) -> Iterator[Spanned]:
        for phrase, meaning in self.lang.table("periods").items():
            size = len(phrase.split())
            for i in range(len(self.words) - size + 1):
                if " ".join(self.words[i : i + size]) == phrase and (period := self._fixed(str(meaning))):
                    yield (i, i + size - 1), *period
        opened = self.lang.phrases("between.open") | self.lang.phrases("until")
        for i, (before, word) in enumerate(pairwise(self.words)):
            if before in opened and word in self.lang.phrases("calendar.now"):  # "between now and May"
                yield (i + 1, i + 1), self.today, self.today + timedelta(days=1)

    def _fixed(self, meaning: str) -> Period | None:
        if meaning.startswith("since "):
            period = calendar.around(meaning.removeprefix("since "), self.today, 0)
            return (period[0], self.today + timedelta(days=1)) if period else None
        unit, _, away = meaning.partition(":")
        return calendar.around(unit, self.today, int(away))

    def _named_month(self, month: int, away: int) -> Period:
        """“last March” is over, “next March” has not begun."""
        year = self.today.year
        found = calendar.month(year, month)
        if away < 0 and found[1] > self.today:
            return calendar.month(year - 1, month)
        return calendar.month(year + 1, month) if away > 0 and found[0] <= self.today else found

    def _day_of_week(self, weekday: int, away: int) -> date:
        behind = (self.today.weekday() - weekday) % 7
        if away > 0:
            return self.today + timedelta(days=7 - behind)
        return self.today - timedelta(days=behind or (7 if away else 0))

    def _is_measured(self, i: int) -> bool:
        """“2000 euro” is no year; “2024 second quarter” is one."""
        following = self._word(i + 1)
        is_time = following in self.known.units or self._ordinal(following) is not None
        return bool(following) and not is_time and bool(readings(self.tokens[i + 1].text))

    # ── words ────────────────────────────────────────────────────────────────────────────────────

    def _word(self, i: int) -> str:
        return self.words[i] if 0 <= i < len(self.words) else ""

    def _count(self, i: int) -> int | None:
        one = self.words[i] in self.lang.data["calendar"]["one"]
        return 1 if one else number(self.tokens[i].text.lower(), self.lang)

    def _year(self, i: int) -> int | None:
        word = self._word(i)
        is_year = _YEAR.fullmatch(word) or (_OLD_YEAR.fullmatch(word) and self._is_led(i))
        return int(word) if is_year else None

    def _direction(self, i: int) -> int | None:
        which = self.known.directions.get(self._word(i))
        return None if which is None else _SHIFT[which]

    def _ordinal(self, word: str) -> int | None:
        if found := self.known.ordinal.fullmatch(word):
            return int(found[1])
        return ordinals(self.lang).get(word)

    def _is_led(self, i: int) -> bool:
        """Whether a word before says that a date follows: "since March", "between May and July"."""
        k = edge_before(self.words, i, self.lang) - 1
        if self._word(k) in self.lang.data["calendar"]["articles"]:
            k -= 1
        word = self._word(k)
        if word in self.known.before_dates:
            return True
        opened = self.lang.phrases("between.open")
        return word in self.lang.phrases("between.join") and any(
            self._word(j) in opened for j in range(k - _AWAY, k)
        )
