"""Names that documents use -> things of the graph, where that is sure; else things of their own.

In: the index of names, the ends of the triples of one document. Out: what each name is. A name is a thing of
the graph where just one thing is called exactly so and its class fits. What is only called much like it is
told, and is for a person to say: two things that were made one are hard to take apart again.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.extracted.triple import Concept, End, Found, Named, our_thing
from kgqa.linking.index import TermIndex
from kgqa.linking.tokens import key
from kgqa.ontology import Ontology
from kgqa.types import Match, TermKind

NEAR = 0.75  # what a name must be worth that is told as near
SURE = ("exact", "identifier", "alternative")
_TOLD = 3  # things that a name may be


class Names:
    """The names of one document. What another document says of a name changes nothing here."""

    def __init__(self, index: TermIndex, ontology: Ontology, ends: Iterable[End]) -> None:
        self.index, self.ontology = index, ontology
        self._kinds: dict[str, dict[str, Concept]] = {}  # by the name as it is compared, those it is given
        self._spelled: dict[str, str] = {}
        self._named: dict[tuple[str, str], Named] = {}
        for end in ends:
            kinds = self._kinds.setdefault(key(end.name), {})
            if end.kind:
                kinds.setdefault(end.kind.iri, end.kind)
            self._spelled.setdefault(key(end.name), end.name)

    @property
    def all(self) -> tuple[Named, ...]:
        """Those that were asked for."""
        return tuple(self._named.values())

    def of(self, end: End) -> Named:
        """What a name is."""
        kind = self._kind(end)
        at = (key(end.name), kind.iri if kind else "")
        if at not in self._named:
            self._named[at] = self._found(self._spelled[at[0]], kind)
        return self._named[at]

    def _kind(self, end: End) -> Concept | None:
        """The class of a name: the one that it is given elsewhere, where none is given here, and the
        narrowest of those that stand above each other.
        """
        given = self._kinds[key(end.name)]
        if end.kind is None:
            return next(iter(given.values())) if len(given) == 1 else None
        below = [
            k for k in given.values() if k.iri != end.kind.iri and self.ontology.is_a(k.iri, end.kind.iri)
        ]
        return below[0] if len(below) == 1 else end.kind

    def _found(self, name: str, kind: Concept | None) -> Named:
        matches = self.index.look_up(name, kinds=frozenset({TermKind.ENTITY}), limit=20)
        ours = our_thing(key(name), kind.iri if kind else "")
        exact = _things(m for m in matches if m.how in SURE and m.score >= NEAR)
        fitting = [m for m in exact if self._fits(m, kind)]
        if len(fitting) == 1:
            match = fitting[0]
            told = f"is called so ({self._class(match)})"
            found = Found.KNOWN
        else:
            near = _things(m for m in matches if m.score >= NEAR and m not in exact and self._fits(m, kind))
            may_be = [*(fitting or exact), *near][:_TOLD]
            if not may_be:
                return Named(name=name, kind=kind, ours=ours, found=Found.NEW)
            match, found = may_be[0], Found.NEAR
            told = "may be " + ", or ".join(f"{m.label}, {self._class(m)} <{m.iri}>" for m in may_be)
        return Named(
            name=name, kind=kind, ours=ours, found=found, iri=match.iri, label=match.label, evidence=told
        )

    def _fits(self, match: Match, kind: Concept | None) -> bool:
        """Whether a thing may be of a class. One of ours says nothing about the classes of the graph."""
        if kind is None or kind.is_ours or not match.classes:
            return True
        return any(self.ontology.overlap(kind.iri, cls) for cls in match.classes)

    def _class(self, match: Match) -> str:
        return self.ontology.label(match.classes[0], "en") if match.classes else "of no class"


def _things(matches: Iterable[Match]) -> list[Match]:
    """Each thing once, by what it is met best by."""
    found: dict[str, Match] = {}
    for match in matches:
        found.setdefault(match.iri, match)
    return list(found.values())
