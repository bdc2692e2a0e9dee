"""What is to be known of the things that were found: their labels and their classes.

In: IRIs, what runs a query. Out: Known, by one query for many things.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace

from kgqa.linking.names import Naming
from kgqa.linking.tokens import key
from kgqa.ontology import RDF_TYPE
from kgqa.queries import query
from kgqa.types import CheckedQuery, Match, Term, TermKind

_TOGETHER = 200  # things that one query asks about

Rows = Callable[[CheckedQuery], Awaitable[tuple[tuple[Term | None, ...], ...]]]


@dataclass(frozen=True, slots=True)
class Known:
    """Labels and classes of things, by IRI."""

    labels: dict[str, str]
    classes: dict[str, tuple[str, ...]]

    def told(self, match: Match) -> Match:
        """The match with what is known of its thing; `matched` is the name that it met."""
        if match.kind is not TermKind.ENTITY:
            return match
        label = self.labels.get(match.iri, match.label)
        met = match.matched or match.label
        return replace(
            match,
            label=label,
            classes=self.classes.get(match.iri, ()),
            matched="" if key(met) == key(label) else met,
        )


async def about(things: Collection[str], rows: Rows, naming: Naming, language: str) -> Known:
    """What the store tells of the things; of which it tells nothing keeps the name that it was met by."""
    names: defaultdict[str, dict[str, list[tuple[bool, str]]]] = defaultdict(dict)
    classes: defaultdict[str, dict[str, None]] = defaultdict(dict)
    wanted = sorted(things)
    for first in range(0, len(wanted), _TOGETHER):
        asked = query("labels", things=wanted[first : first + _TOGETHER], properties=(RDF_TYPE, *naming.all))
        for thing, prop, value in await rows(asked):
            if not (thing and prop and value):
                continue
            if prop.value == RDF_TYPE and value.kind == "iri":
                classes[thing.value][value.value] = None
            elif value.kind == "literal":
                tag = (value.language or "").split("-")[0]
                foreign = tag not in ("", language.split("-", maxsplit=1)[0])
                names[thing.value].setdefault(prop.value, []).append((foreign, value.value))
    rank = {p: n for n, p in enumerate(naming.all)}
    return Known(
        labels={iri: _label(known, naming, rank) for iri, known in names.items()},
        classes={iri: tuple(found) for iri, found in classes.items()},
    )


def _label(known: dict[str, list[tuple[bool, str]]], naming: Naming, rank: dict[str, int]) -> str:
    for given, family in naming.parts:
        if given in known and family in known:
            return f"{min(known[given])[1]} {min(known[family])[1]}"
    return min(known[min(known, key=lambda p: rank.get(p, len(rank)))])[1]
