"""Parts of a group that share no variable: a store pairs every result of the one with every one of the other.

In: a group and the ontology with its uses. Out: how many results the two largest such parts have, where that
is known. A condition on two parts is tried for each pair, unless it is an equation.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.estimates import results
from kgqa.ontology import Ontology
from kgqa.sparql.model import (
    Blank,
    Compare,
    Element,
    Filter,
    Group,
    InGraph,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import bound_by, parts, variables

Names = frozenset[str]
Part = tuple[Names, tuple[Triple, ...]]


def largest_pair(group: Group, ontology: Ontology) -> tuple[int, int] | None:
    """The results of the two largest parts; None where there are no two of known size."""
    connected: list[Part] = []
    narrowed: set[str] = set()  # variables with a condition of their own: how much it leaves is not known
    for element in flat(group):
        match element:
            case Triple():
                connected = _joined(connected, (_names(element), (element,)))
            case Filter(condition):
                for part in parts(condition):
                    if isinstance(part, Compare) and part.op == "=":
                        connected = _joined(connected, (variables(part), ()))
                if len(names := variables(condition)) == 1:
                    narrowed |= names
            case Values() | Subquery() | Union() | InGraph():
                names = bound_by(element)
                connected = _joined(connected, (names, ()))
                narrowed |= names
    if len(connected) < 2:  # noqa: PLR2004 - a pair
        return None
    sizes = [results(part, ontology) for names, part in connected if part and not names & narrowed]
    known = sorted((size for size in sizes if size), reverse=True)
    return (known[0], known[1]) if len(known) > 1 else None


def flat(group: Group) -> Iterator[Element]:
    """The elements of a group and of the groups that are simply joined with it."""
    for element in group.elements:
        if isinstance(element, Group):
            yield from flat(element)
        else:
            yield element


def _joined(connected: list[Part], more: Part) -> list[Part]:
    """Parts with one more, which makes one of all that it touches."""
    touched = [part for part in connected if part[0] & more[0]]
    merged = (more[0].union(*(n for n, _ in touched)), sum((p for _, p in touched), more[1]))
    return [*(part for part in connected if not part[0] & more[0]), merged]


def _names(triple: Triple) -> Names:
    nodes = (*triple.ends, triple.predicate)
    return frozenset(
        n.name if isinstance(n, Var) else f"_:{n.name}" for n in nodes if isinstance(n, Var | Blank)
    )
