"""Things that only join others (memberships, inspections), where a query goes past them.

In: the claims of a query, the ontology with its patterns. Out: each conflict that the data alone shows and
that such a thing explains, with the paths that lead through it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from kgqa.check.claims import Claim, Claims, Conflict, Side
from kgqa.check.fitting import fit
from kgqa.ontology import Ontology, Pattern, PatternKind, Role, Union
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Inverse, Iri, Node, Path, Sequence
from kgqa.types import Ground

_JOINING = (PatternKind.RELATION, PatternKind.EVENT)


@dataclass(frozen=True, slots=True)
class Detour:
    """A property that starts at, or leads to, things that join others (`joining`, their classes) does so here
    at one of those that they join (`joined`, because of `by`); `paths` are what could stand in its place.
    """

    fact: Fact
    starts: bool
    joining: Union
    joined: Union
    by: Fact
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class _Step:
    """The role of a property: from what is joined it leads to what joins, back where it starts there."""

    iri: str
    back: bool

    @property
    def path(self) -> Path:
        return Inverse(Iri(self.iri)) if self.back else Iri(self.iri)

    @property
    def away(self) -> Path:
        """The same from what joins to what is joined."""
        return Iri(self.iri) if self.back else Inverse(Iri(self.iri))


def detours(claims: Claims, ontology: Ontology) -> dict[int, Detour]:
    """Those of a query, by the identity of the conflict that each explains."""
    found = {}
    for conflict in claims.conflicts:
        if conflict.ground is Ground.UNSEEN and (detour := _detour(conflict, claims, ontology)):
            found[id(conflict)] = detour
    return found


def ways_between(
    starts: Collection[Union], ends: Collection[Union], ontology: Ontology
) -> Iterator[tuple[Pattern, Path]]:
    """The paths between things through what joins them; each is in one class of each union."""
    for pattern in ontology.patterns:
        if pattern.kind not in _JOINING or not starts or not ends:
            continue
        for start in _steps(pattern, starts, ontology):
            for end in _steps(pattern, ends, ontology):
                if start.iri != end.iri and end.iri not in ontology.inverses(start.iri):
                    yield pattern, Sequence((start.path, end.away))


def _detour(conflict: Conflict, claims: Claims, ontology: Ontology) -> Detour | None:
    for asked, said in ((conflict.one, conflict.other), (conflict.other, conflict.one)):
        patterns = [ontology.pattern(c, *_JOINING) for c in sorted(asked.classes)]
        joins = [p for p in patterns if p is not None]
        if asked.side not in (Side.DOMAIN, Side.RANGE) or not joins or len(joins) < len(patterns):
            continue
        if paths := tuple(dict.fromkeys(_paths(asked, said, joins, claims, ontology))):
            starts = asked.side is Side.DOMAIN
            return Detour(asked.fact, starts, asked.classes, said.classes, said.fact, paths)
    return None


def _paths(
    asked: Claim, said: Claim, joins: list[Pattern], claims: Claims, ontology: Ontology
) -> Iterator[Path]:
    """What leads from the one end of a fact to the other through what stands between."""
    fact, starts = asked.fact, asked.side is Side.DOMAIN
    own = Iri(fact.property)
    steps = {s for pattern in joins for s in _steps(pattern, (said.classes,), ontology)}
    others = sorted((s for s in steps if s.iri != fact.property), key=lambda s: s.iri)
    if others:
        yield from (Sequence((s.path, own) if starts else (own, s.away)) for s in others)
        return
    if not steps:
        return
    back = Inverse(own)  # it leads to what is joined itself: the other way round it is on the way
    far: Node = fact.object if starts else fact.subject
    beyond = [c.classes for c in claims.by_node.get(far, ()) if c.fact is not fact]
    ends = [s for u in beyond for p in joins for s in _steps(p, (u,), ontology) if s.iri != fact.property]
    if not beyond or all(fit(u, asked.classes, ontology) for u in beyond):
        yield back
    elif starts:
        yield from (Sequence((back, s.away)) for s in ends)
    else:
        yield from (Sequence((s.path, back)) for s in ends)


def _steps(pattern: Pattern, joined: Collection[Union], ontology: Ontology) -> Iterator[_Step]:
    """The roles of a pattern that lead to it from things that are in one class of each union."""
    for role, iri in pattern.roles:
        if role not in (Role.JOINS, Role.HELD_BY):
            continue
        back = role is Role.JOINS
        uses = [u for u in ontology.typical_uses(iri) if (u.subject if back else u.object) == pattern.of]
        ends = frozenset(u.object if back else u.subject for u in uses) - {""}
        if ends and all(fit(ends, union, ontology) for union in joined):
            yield _Step(iri, back)
