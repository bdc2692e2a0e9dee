"""Spans of days: a day, week, month, quarter, half, year or decade, and those around a given day.

In: numbers, or a day and how far. Out: half-open periods [first day, the day after the last).
"""

from __future__ import annotations

from datetime import date, timedelta

Period = tuple[date, date]
_YEARS = range(1000, 9000)  # what a period may lie in; beyond it nobody asks


def near(today: date) -> date:
    """Today, or, of a clock that is off by ages, the nearest day that all periods can be counted from."""
    return min(max(today, date(_YEARS.start, 1, 1)), date(_YEARS.stop, 1, 1))


def day(year: int, month: int, number: int) -> Period | None:
    """One day; None for one that no calendar has."""
    try:
        return whole(date(year, month, number)) if year in _YEARS else None
    except ValueError:
        return None


def whole(one: date) -> Period:
    return one, one + timedelta(days=1)


def month(year: int, number: int) -> Period:
    return date(year, number, 1), date(year + number // 12, number % 12 + 1, 1)


def quarter(year: int, number: int) -> Period:
    return date(year, 3 * number - 2, 1), month(year, 3 * number)[1]


def half(year: int, number: int) -> Period:
    return date(year, 6 * number - 5, 1), month(year, 6 * number)[1]


def year(number: int) -> Period:
    return date(number, 1, 1), date(number + 1, 1, 1)


def week(in_year: int, number: int) -> Period | None:
    """A week by ISO 8601; None for the 53rd of a year that has 52."""
    try:
        monday = date.fromisocalendar(in_year, number, 1)
    except ValueError:
        return None
    return monday, monday + timedelta(days=7)


def part(unit: str, in_year: int, number: int) -> Period | None:
    """The n-th quarter, half or week of a year; None when it has not so many."""
    if unit == "week":
        return week(in_year, number)
    if unit == "quarter" and 0 < number <= 4:  # noqa: PLR2004  # quarters of a year
        return quarter(in_year, number)
    if unit == "half" and 0 < number <= 2:  # noqa: PLR2004  # halves of a year
        return half(in_year, number)
    return None


def around(unit: str, today: date, away: int) -> Period | None:
    """The unit that is `away` from today's: ("month", -1) is last month; None beyond the calendar."""
    if abs(away) > _YEARS.stop:
        return None
    try:
        if unit == "year":
            return year(today.year + away)
        if unit == "decade":
            first = today.year // 10 * 10 + 10 * away
            return date(first, 1, 1), date(first + 10, 1, 1)
        if unit in ("half", "quarter", "month"):
            size = {"half": 6, "quarter": 3, "month": 1}[unit]
            number = (today.year * 12 + today.month - 1) // size + away
            first, last = number * size, (number + 1) * size
            return date(first // 12, first % 12 + 1, 1), date(last // 12, last % 12 + 1, 1)
        if unit == "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=away)
            return monday, monday + timedelta(days=7)
        return whole(today + timedelta(days=away))
    except (ValueError, OverflowError):
        return None


def moved(today: date, unit: str, away: int) -> date | None:
    """The day that is so many units from today; the last of its month where it has none of that number."""
    months = {"month": 1, "quarter": 3, "half": 6, "year": 12, "decade": 120}.get(unit)
    try:
        if months is None:
            return today + timedelta(days=away * (7 if unit == "week" else 1))
        number = today.year * 12 + today.month - 1 + months * away
        first, after = month(number // 12, number % 12 + 1)
        return min(first + timedelta(days=today.day - 1), after - timedelta(days=1))
    except (ValueError, OverflowError):
        return None


def rolling(today: date, unit: str, count: int) -> Period | None:
    """The last (or, below zero, the next) so many units, today included: ("day", 30) are the last 30 days."""
    start = moved(today, unit, -count)
    if start is None or not count:
        return None
    after = today + timedelta(days=1)
    return (start, after) if count > 0 else (today, start + timedelta(days=1))
