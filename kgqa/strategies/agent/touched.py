"""How many things a candidate touches: those that have a value, or that lead to a thing.

In: the candidates of a question, what runs a query. Out: for each value and each thing the properties by
which things have it, with their numbers, from one bounded query. Nothing where that cannot be told in time,
or where something is closed, since numbers tell of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from kgqa.looks import look
from kgqa.numbers import counted
from kgqa.ontology import RDF_TYPE, Ontology
from kgqa.ports import Means
from kgqa.sparql.model import (
    Aggregate,
    Column,
    Element,
    Group,
    Iri,
    Key,
    Lit,
    Select,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.types import Limits, Match, TermKind

LOOK = Limits(seconds=2.0, rows=500)  # rows are pairs of a candidate and a property
_THING, _PROPERTY, _VALUE, _NUMBER = (Var(name) for name in ("thing", "property", "value", "number"))

Touched = Mapping[str, Mapping[str, int]]  # IRI or text of a candidate -> property -> things


async def touched(matches: Iterable[Match], means: Means, ontology: Ontology) -> Touched:
    """What the candidates among the matches touch."""
    things = dict.fromkeys(Iri(m.iri) for m in matches if m.kind is TermKind.ENTITY)
    values = dict.fromkeys(
        (Iri(m.iri), Lit(m.value, m.datatype, m.language))
        for m in matches
        if m.kind is TermKind.VALUE and m.value is not None
    )
    listed = [Values((_VALUE,), tuple((thing,) for thing in things))] if things else []
    listed += [Values((_PROPERTY, _VALUE), tuple(values))] if values else []
    if not listed:
        return {}
    table = await look(_counting(listed), ontology, means.run, LOOK)
    if table is None or table.truncated:
        return {}
    found: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for prop, value, number in table.rows:
        if prop and value and number and prop.value != RDF_TYPE:
            found[value.value][prop.value] = counted(number.value) or 0
    return found


def _counting(listed: Iterable[Values]) -> Select:
    has = Triple(_THING, _PROPERTY, _VALUE)
    branches = tuple(Group((each, has)) for each in listed)
    pattern: Element = Union(branches) if len(branches) > 1 else branches[0]
    return Select(
        columns=(
            Column(_PROPERTY),
            Column(_VALUE),
            Column(_NUMBER, Aggregate("COUNT", _THING, distinct=True)),
        ),
        where=Group((pattern,)),
        group_by=(Key(_PROPERTY), Key(_VALUE)),
    )
