"""How long something lasted: the number of days from one date of a thing to another, which no property has.

In: two dates of the same things. Out: a name that stands for the number, where rules speak of properties.
"""

from __future__ import annotations

_DAYS = "urn:querist:days:"
DAY_NUMBER, MOMENT_NUMBER = "day number", "moment number"  # operators: of a date, of one with a time of day


def duration(start: str, end: str) -> str:
    """What stands for the days from one date to another, each the IRI of a property."""
    return f"{_DAYS}{start} {end}"


def is_duration(prop: str) -> bool:
    return prop.startswith(_DAYS)


def dates_of(prop: str) -> tuple[str, str]:
    """The two dates of a duration, the earlier one first."""
    start, _, end = prop.removeprefix(_DAYS).partition(" ")
    return start, end
