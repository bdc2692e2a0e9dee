"""Periods as conditions on a property, in the datatype that the data writes its dates in.

In: a property, and a half-open period. Out: filters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, timedelta

from kgqa.forms.form import Filter, Literal, Variable
from kgqa.language import everywhere, fold
from kgqa.ontology import XSD, PatternKind, local_name, spaced
from kgqa.schema import Schema

_YEAR = 4  # digits that a date begins with
# The first that a property has is compared with; a day stands for its midnight, or its month, or its year.
_WRITTEN = {
    "dateTime": "%Y-%m-%dT00:00:00",
    "dateTimeStamp": "%Y-%m-%dT00:00:00Z",
    "date": "%Y-%m-%d",
    "gYearMonth": "%Y-%m",
    "gYear": "%Y",
}


def is_dated(schema: Schema, prop: str) -> bool:
    """Whether the values of a property are dates, or numbers of years."""
    return schema.is_temporal(prop) or is_year(schema, prop)


def period(
    schema: Schema, variable: str, prop: str, operator: str, since: date, before: date
) -> tuple[Filter, ...]:
    """The conditions that a date lies in, before or after the period."""
    stated = _stated(schema, prop)
    first, after = stated(since), stated(before)
    if is_year(schema, prop) or XSD + "gYear" in schema.datatypes(prop):
        last = stated(before - timedelta(days=1))
        if operator != "=" or first == last:
            return (Filter(variable, operator, (last if operator in (">", "<=") else first,)),)
        return (Filter(variable, ">=", (first,)), Filter(variable, "<=", (last,)))
    if operator in (">=", ">"):
        return (Filter(variable, ">=", (first if operator == ">=" else after,)),)
    if operator in ("<", "<="):
        return (Filter(variable, "<", (first if operator == "<" else after,)),)
    return (Filter(variable, ">=", (first,)), Filter(variable, "<", (after,)))


def is_year(schema: Schema, prop: str) -> bool:
    """Whether the values of a property are numbers of years."""
    if schema.ontology.pattern(prop, PatternKind.YEAR_TEXT):
        return True
    names = (schema.ontology.label(prop), spaced(local_name(prop)))
    words = {word for name in names for word in fold(name).split()}
    is_rate = bool(words & everywhere("distributive"))  # "seats per year"
    return schema.is_numeric(prop) and bool(words & everywhere("year_words")) and not is_rate


def told_apart(unit: str, filters: Iterable[Filter], variable: Variable) -> str:
    """The function that tells the periods of a date apart: a month or a quarter needs its year beside it,
    unless conditions keep the date in one.
    """
    alone = unit not in ("month", "quarter") or _is_in_one_year(filters, variable)
    return unit if alone else f"{unit} of year"


def _is_in_one_year(filters: Iterable[Filter], variable: Variable) -> bool:
    """Whether conditions keep a date in one year."""
    limits = {
        f.operator: v.value
        for f in filters
        if f.variable == variable
        for v in f.values
        if isinstance(v, Literal)
    }
    since, before = limits.get(">=", ""), limits.get("<", "")
    if not (since[:_YEAR].isdecimal() and before[:_YEAR].isdecimal()):
        return False
    years = int(before[:_YEAR]) - int(since[:_YEAR])
    return years == 0 or (years == 1 and before[_YEAR:].startswith("-01-01"))


def _stated(schema: Schema, prop: str) -> Callable[[date], Literal]:
    """How a property writes a day."""
    datatypes = schema.datatypes(prop)
    for name, written in _WRITTEN.items():
        if XSD + name in datatypes:
            zone = (schema.ontology.zone(prop) or "") if name == "dateTime" else ""
            return lambda day: Literal(day.strftime(written) + zone, XSD + name)
    if is_year(schema, prop):
        return lambda day: Literal(f"{day.year:04}", number=True)
    return lambda day: Literal(day.isoformat(), XSD + "date")
