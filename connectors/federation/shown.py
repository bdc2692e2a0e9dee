"""A query with what was asked of which source -> the same query as a person reads it, with SERVICE clauses.

It is shown and kept in the record, and never run: no text with SERVICE passes the check, whoever wrote it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from connectors.federation.gathering import Gathering, Unit
from connectors.federation.patterns import Closure, ends_segment
from connectors.federation.sources import Source
from kgqa.sparql import spelled
from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import Column, Element, Group, Iri, Select, Service, Subquery, Triple, Union, Var

_LOOSE = (
    "# What stands outside of SERVICE is matched against what all sources hold together; where a part beside "
    "it\n# matches nothing, it was not asked for."
)

Planned = Mapping[int, Sequence[tuple[Unit, ...]]]


def shown(gathering: Gathering) -> str:
    """The query with the names and addresses of its sources above it."""
    query = replace(gathering.query, select=_changed(gathering.query.select, gathering.units))
    units = [u for planned in gathering.units.values() for some in planned for u in some]
    asked = {source.name for unit in units for source in unit.sources}
    heads = [_head(source) for source in gathering.sources.all if source.name in asked]
    groups = (node for node in inside(gathering.query.select) if isinstance(node, Group))
    unasked = (group for group in groups if id(group) not in gathering.units)
    if not all(map(_can_be_written, units)) or any(
        isinstance(e, Triple) for g in unasked for e in g.elements
    ):
        heads.append(_LOOSE)
    return "\n".join((*heads, spelled(query)))


def sent(query: str, source: Source) -> str:
    """A query that went to one source as it is."""
    return f"{_head(source)}\n{query.strip()}"


def _head(source: Source) -> str:
    return f"# {source.name}: {source.place}"


def _changed(node: Any, planned: Planned) -> Any:
    def change(inner: Any) -> Any:
        if isinstance(inner, Group) and id(inner) in planned:
            return Group(tuple(_elements(inner, planned)))
        return None

    return exchanged(node, change)


def _elements(group: Group, planned: Planned) -> Iterator[Element]:
    """The elements of a group, with the units of each run of triples in the place of its first."""
    runs = iter(planned[id(group)])
    is_inside = False
    for element in group.elements:
        if isinstance(element, Triple):
            if not is_inside:
                for unit in next(runs):
                    yield from _written(unit)
            is_inside = True
        else:
            is_inside = is_inside and not ends_segment(element)
            yield _changed(element, planned)


def _written(unit: Unit) -> Iterator[Element]:
    elements = [element for atom in unit.atoms for element in atom.elements]
    if not _can_be_written(unit):
        yield from elements or [p.triple for p in unit.patterns]
    elif len(unit.sources) == 1:
        yield _service(unit.sources[0], elements or [p.triple for p in unit.patterns])
    else:
        # A triple that several sources hold is one triple.
        columns = tuple(Column(Var(name)) for name in sorted(unit.variables))
        choices = Union(tuple(Group((_service(source, elements),)) for source in unit.sources))
        yield Group((Subquery(Select(columns=columns, distinct=True, where=Group((choices,)))),))


def _can_be_written(unit: Unit) -> bool:
    """Whether SERVICE says what was asked: a path may run through several sources, and some things nobody
    holds.
    """
    is_path = isinstance(unit.patterns[0], Closure)
    return len(unit.sources) == 1 if is_path else bool(unit.sources)


def _service(source: Source, elements: Sequence[Element]) -> Service:
    return Service(Iri(source.place), Group(tuple(elements)))
