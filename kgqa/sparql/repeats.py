"""Which results change when a store gives a solution more often than it should.

In: a parsed query. Out: whether its numbers or its number of rows depend on how often each solution comes.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.sparql.model import (
    Aggregate,
    Element,
    Filter,
    InGraph,
    Minus,
    ParsedQuery,
    Select,
    Subquery,
    Triple,
)
from kgqa.sparql.walk import all_elements, groups_in, own_expressions, parts

_INSENSITIVE = ("MIN", "MAX", "SAMPLE")


def depends_on_repeats(query: ParsedQuery) -> bool:
    """Whether the result is another one where a triple of the default graph matches several times."""
    if query.form != "select":
        return False
    inner = (e.select for e in all_elements(query) if isinstance(e, Subquery))
    return (not _is_grouped(query.select) and _repeats(query.select)) or any(
        map(_aggregates_repeats, (query.select, *inner))
    )


def _aggregates_repeats(select: Select) -> bool:
    return _may_repeat(select.where.elements) and any(
        isinstance(part, Aggregate) and not part.distinct and part.name not in _INSENSITIVE
        for part in _parts(select)
    )


def _repeats(select: Select) -> bool:
    """Whether a row of a SELECT may come once more."""
    return not (select.distinct or _is_grouped(select)) and _may_repeat(select.where.elements)


def _may_repeat(elements: Iterable[Element]) -> bool:
    """Whether a solution of a group may come once more: a triple of a single named graph matches once."""
    for element in elements:
        match element:
            case Triple():
                return True
            case Subquery(select):
                if _repeats(select):
                    return True
            case InGraph() | Minus() | Filter():
                continue
            case _:
                if any(_may_repeat(group.elements) for group in groups_in(element)):
                    return True
    return False


def _is_grouped(select: Select) -> bool:
    return bool(select.group_by) or any(isinstance(part, Aggregate) for part in _parts(select))


def _parts(select: Select) -> Iterable[object]:
    return (part for expr in own_expressions(select) for part in parts(expr))
