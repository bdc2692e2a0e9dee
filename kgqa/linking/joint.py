"""Joint linking: meanings that fit together in the ontology go before those that do not.

In: a linked question. Out: the same links, their matches ordered by score and by how well each fits with what
the rest of the question may mean; equal ones stay equal, and what is to be asked back is asked back.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property

from kgqa.declared import is_datatype
from kgqa.language import singulars
from kgqa.linking.tokens import folded_words
from kgqa.ontology import OWL_THING, Ontology
from kgqa.types import Link, LinkedQuestion, Match, TermKind
from kgqa.values.units import without_unit

WEIGHT = 0.06  # what it costs a meaning to fit with nothing, beside one that fits with all
CLOSE = 0.16  # a meaning that scores this much below the best is none that a fit could save
OWN = 0.05  # what more it is worth to be called as the thing itself is
MOST = 12  # matches of a link that are kept
ONE_HOP, TWO_HOPS = 0.7, 0.4  # how well things fit that a step, or two, lead to from each other
GENERAL = 0.6  # what is left of a class of whose name only the noun is said, behind a class beside it
_SURE = 0.05  # other links are taken at those of their meanings that score this close to their best
_LEADING = 6  # meanings of another link that are looked at


class Fit:
    """How near terms stand to each other in the graph of classes and properties."""

    def __init__(self, ontology: Ontology) -> None:
        self._ontology = ontology
        # remembered by the one that computes it, so that it goes when its graph does
        self._kin, self._ends = cache(self._kin_of), cache(self._ends_of)
        self._around, self._owners = cache(self._steps_from), cache(self._owners_of)
        self.uses = cache(self._uses_of)

    def together(self, one: Match, other: Match) -> float:
        """1 where one thing may be both, or a property may stand at the other; less for each step between."""
        here, there = self._places(one), self._places(other)
        if not here.isdisjoint(there):
            return 1.0
        around = self._around(here)
        if not around.isdisjoint(there):
            return ONE_HOP
        return 0.0 if around.isdisjoint(self._around(there)) else TWO_HOPS

    def is_own(self, match: Match, phrase: str) -> bool:
        """Whether what a phrase leaves unsaid of a property's name only says whose it is: "code" is the "port
        code" of a port, and not its "country code".
        """
        if match.kind is not TermKind.PROPERTY or match.how != "partial":
            return False
        said = {w for word in folded_words(phrase) for w in (word, *singulars(word))}
        rest = frozenset(folded_words(without_unit(match.matched or match.label))) - said
        return bool(rest) and rest in self._owners(match.iri)

    def are_siblings(self, one: str, other: str) -> bool:
        """Whether two classes are kinds of the same class."""
        known = self._ontology.classes
        if one == other or one not in known or other not in known:
            return False
        return not (set(known[one].parents) & set(known[other].parents) - {OWL_THING}).isdisjoint(known)

    def _uses_of(self, prop: str) -> int:
        """How often the data uses a property."""
        return sum(u.count for u in self._ontology.uses_of(prop))

    def _owners_of(self, prop: str) -> frozenset[frozenset[str]]:
        """The words of each class whose things have a property, and of those above."""
        subjects = {u.subject for u in self._ontology.typical_uses(prop)}
        above = {c for subject in subjects for c in self._ontology.superclasses(subject) if c}
        return frozenset(frozenset(folded_words(self._ontology.label(c))) for c in above)

    def _places(self, match: Match) -> frozenset[str]:
        if match.kind is TermKind.CLASS:
            return self._kin((match.iri,))
        if match.kind is TermKind.ENTITY:
            return self._kin(match.classes)
        return self._ends(match.iri, value=match.kind is TermKind.VALUE)

    def _ends_of(self, prop: str, *, value: bool) -> frozenset[str]:
        """The classes at which a property stands: its subjects, and its objects unless it is a value."""
        uses = self._ontology.typical_uses(prop)
        found = {u.subject for u in uses}
        if not value:
            found |= {u.object for u in uses if not u.literal}
        if not uses:
            sides = (self._ontology.domains(prop), self._ontology.ranges(prop))
            found = {c for side in sides for union in side for c in union if not is_datatype(c)}
        return self._kin(tuple(sorted(found - {""})))

    def _kin_of(self, classes: tuple[str, ...]) -> frozenset[str]:
        """The classes with all below and above them."""
        above = {c for cls in classes for c in self._ontology.superclasses(cls)}
        below = {c for cls in classes for c in self._ontology.subclasses(cls)}
        return frozenset((above | below) - {OWL_THING})

    def _steps_from(self, classes: frozenset[str]) -> frozenset[str]:
        """The classes that a step leads to, either way."""
        return frozenset(near for cls in classes for near in self._steps.get(cls, ()))

    @cached_property
    def _steps(self) -> dict[str, set[str]]:
        found: defaultdict[str, set[str]] = defaultdict(set)
        for use in self._ontology.typical:
            if not use.literal and use.subject and use.object:
                found[use.subject].add(use.object)
                found[use.object].add(use.subject)
        return dict(found)


def fitted(linked: LinkedQuestion, fit: Fit) -> LinkedQuestion:
    """The links with the matches that fit the others first, each link with at most `MOST`."""
    by_size = sorted((n for n in linked.links if n.matches), key=lambda n: n.start - n.end)
    spans = [(_span(n), _leading(n.matches)) for n in by_size]
    links = tuple(_ordered(link, _others(link, spans), fit) for link in linked.links)
    return replace(linked, links=tuple(_without_general_nouns(links, fit)))


def _without_general_nouns(links: Sequence[Link], fit: Fit) -> Iterator[Link]:
    """The links; a noun behind a class's name is no other kind of the same class: "healthcare facilities" are
    no "transport facilities".
    """
    for link in links:
        before = [
            n.matches[0].iri
            for n in links
            if n.end + 1 == link.start and n.matches and n.matches[0].kind is TermKind.CLASS
            if n.matches[0].how != "partial"
        ]
        matches = tuple(
            replace(m, score=round(m.score * GENERAL, 4))
            if m.kind is TermKind.CLASS and m.how == "partial" and _is_beside(m.iri, before, fit)
            else m
            for m in link.matches
        )
        yield link if matches == link.matches else replace(link, matches=_best_first(matches))


def _is_beside(cls: str, others: Iterable[str], fit: Fit) -> bool:
    return any(fit.are_siblings(cls, other) for other in others)


def _best_first(matches: Iterable[Match]) -> tuple[Match, ...]:
    return tuple(sorted(matches, key=lambda m: -m.score))


def _others(link: Link, spans: Sequence[tuple[int, tuple[Match, ...]]]) -> list[tuple[Match, ...]]:
    """What the rest of the question may mean: the leading meanings of the longest links elsewhere; `spans`
    come the longest first.
    """
    taken, found = _span(link), []
    for span, leading in spans:
        if not taken & span:
            taken |= span
            found.append(leading)
    return found


def _span(link: Link) -> int:
    """Where a link stands, a bit for each place: long questions have thousands of pairs to compare."""
    return (1 << link.end) - (1 << link.start)


def _leading(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    return tuple(m for m in matches if m.score >= matches[0].score - _SURE)[:_LEADING]


def _ordered(link: Link, others: Sequence[Iterable[Match]], fit: Fit) -> Link:
    own = [replace(m, score=round(m.score + OWN, 4)) if fit.is_own(m, link.text) else m for m in link.matches]
    matches = _best_first(own)
    if others and len(matches) > 1:
        near = [m for m in matches if m.score >= matches[0].score - CLOSE]
        fits = [sum(max(fit.together(m, o) for o in other) for other in others) / len(others) for m in near]
        weighed = [
            replace(m, score=round(m.score - WEIGHT * (max(fits) - how), 4))
            for m, how in zip(near, fits, strict=True)
        ]
        matches = _best_first((*weighed, *matches[len(near) :]))
    return replace(link, matches=_often_first(matches, fit)[:MOST])


def _often_first(matches: Sequence[Match], fit: Fit) -> tuple[Match, ...]:
    """Of properties that are equally like the words, the more used ones first; all else keeps its place."""
    ordered = sorted(
        (m for m in matches if m.kind is TermKind.PROPERTY), key=lambda m: (-m.score, -fit.uses(m.iri))
    )
    used = iter(ordered)
    return tuple(next(used) if m.kind is TermKind.PROPERTY else m for m in matches)
