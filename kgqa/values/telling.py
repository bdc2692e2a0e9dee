"""What a value was read as, for the trace: “over 5 kg” is > 5 kg = > 5000 g.

In: the words, and what they were read as. Out: one line in plain words.
"""

from __future__ import annotations

from datetime import date, timedelta

_OPEN = {">=": "from {first} on", ">": "after {last}", "<": "before {first}", "<=": "until {last}"}


def number(words: str, operator: str, value: float, said: str, converted: float, unit: str) -> str:
    """A number with the unit that was said, and what it is in the unit of the property."""
    line = f"“{words}” is {operator} {plain(value)} {said or unit}".rstrip()
    if said and unit and said != unit:
        return f"{line} = {plain(converted)} {unit}"
    return line


def period(words: str, operator: str, since: date, before: date) -> str:
    """A date or period, with its first and its last day."""
    first, last = since.isoformat(), (before - timedelta(days=1)).isoformat()
    within = first if first == last else f"{first} to {last}"
    return f"“{words}” is " + _OPEN.get(operator, "{within}").format(first=first, last=last, within=within)


def flag(words: str, label: str, *, holds: bool) -> str:
    """What is true or false of a thing."""
    return f"“{words}” is {label}: {'true' if holds else 'not true'}"


def plain(value: float) -> str:
    """A number as a query writes it."""
    return str(int(value)) if float(value).is_integer() else repr(round(value, 9))
