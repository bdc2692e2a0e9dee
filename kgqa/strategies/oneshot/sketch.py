"""Triple patterns that fit a question's words: what a query about them is most likely made of.

In: the mentions of a question, the edges of its schema. Out: patterns with handles and placeholders, each in
the direction in which the data has it: those of linked properties and values, and those on the ways between
what is linked. Who writes them down need not know which of two things says that they are related.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.declared import is_datatype
from kgqa.linking.names import Naming
from kgqa.ontology import RDF_TYPE
from kgqa.sparql.model import Iri, Node, Triple, Var
from kgqa.strategies.oneshot.amounts import amounts
from kgqa.strategies.oneshot.mentions import Meaning, Mention, Mentions
from kgqa.types import Link, Match, TermKind
from kgqa.vocabulary import Vocabulary
from kgqa.vocabulary.edges import ANYTHING, Edge, Edges

MOST = 16  # patterns
_OF_ONE = 2  # places in the schema that a property is told with, where the question names none of them
_SEEDS = 5  # classes between which ways are looked for
_AS_SURE = 0.03  # how much surer one meaning may be than another that is told too
_SAME = ("exact", "identifier", "inflected")
_TERMS = (TermKind.CLASS, TermKind.PROPERTY)


@dataclass(frozen=True, slots=True)
class Sketch:
    """The patterns of a question, in its order. Of the properties in `single` a thing has one value alone;
    those in `one_way` never lead to what they start from.
    """

    lines: tuple[str, ...] = ()
    triples: tuple[Triple, ...] = ()
    single: frozenset[str] = frozenset()
    one_way: frozenset[str] = frozenset()


def sketched(mentions: Mentions, edges: Edges, naming: Naming) -> Sketch:
    """The patterns that fit a question; at most `MOST`."""
    vocabulary = mentions.vocabulary
    kept: dict[_Pattern, None] = {}
    for pattern in _Sketcher(mentions, edges, naming).patterns():
        subject, prop, end = pattern
        if not any((end, back, subject) in kept for back in vocabulary.ontology.inverses(prop)):
            kept[pattern] = None
    found = list(kept)[:MOST]
    known = {p: edges.of_property[p] for _, p, _ in found if p in edges.of_property}
    return Sketch(
        lines=tuple(f"{s} {vocabulary.handle(p)} {o}" for s, p, o in found),
        triples=tuple(Triple(_node(s, mentions), Iri(p), _node(o, mentions)) for s, p, o in found),
        single=frozenset(p for p, of in known.items() if not any(e.several or not e.count for e in of)),
        one_way=frozenset(p for p, of in known.items() if not any(_may_return(e, vocabulary) for e in of)),
    )


def _may_return(edge: Edge, vocabulary: Vocabulary) -> bool:
    """Whether an edge may lead to what it can start from, too."""
    return not (edge.subject and edge.ends) or any(_akin(edge.subject, e, vocabulary) for e in edge.ends)


def _akin(one: str, other: str, vocabulary: Vocabulary) -> bool:
    ontology = vocabulary.ontology
    return bool(one and other) and (ontology.is_a(one, other) or ontology.is_a(other, one))


def _node(told: str, mentions: Mentions) -> Node:
    """What stands in a pattern, as a query has it: `?order`, `{e1}`, `:Order`."""
    if told.startswith("?"):
        return Var(told[1:])
    return mentions.placed.get(told.strip("{}")) or Iri(mentions.vocabulary.iri(told) or told)


_Pattern = tuple[str, str, str]  # a subject, the IRI of a property, an object


@dataclass(frozen=True, slots=True)
class _Thing:
    """A thing that the question names: its placeholder and its class."""

    place: str
    cls: str


class _Sketcher:
    """The patterns of one question."""

    def __init__(self, mentions: Mentions, edges: Edges, naming: Naming) -> None:
        self.edges, self.naming, self.vocabulary = edges, naming, mentions.vocabulary
        self.ontology = self.vocabulary.ontology
        told = _outermost(mentions.every)
        surest = [list(self._surest(mention, told)) for mention in told]
        self.meant = [m for some in surest for m in some]
        self.beside = {m.match.iri for some in surest if len(some) > 1 for m in some}
        self.things = [_Thing(m.place, m.match.classes[0]) for m in self.meant if _is_thing(m.match)]
        self.classes = [m.match.iri for m in self.meant if m.match.kind is TermKind.CLASS]
        self.seeds = dict.fromkeys((*self.classes, *(t.cls for t in self.things)))

    def patterns(self) -> Iterator[_Pattern]:
        for cls in self.classes:
            yield f"?{self._called(cls)}", RDF_TYPE, self.vocabulary.handle(cls)
        for meaning in self.meant:
            yield from self._said(meaning)
        for edge in self.edges.ways(tuple(self.seeds)[:_SEEDS]):
            if not _may_return(edge, self.vocabulary):  # which leads nowhere else
                yield from self._patterns(edge)

    def _surest(self, mention: Mention, told: Sequence[Mention]) -> Iterator[Meaning]:
        """The best meaning; of a class and a property that leads to its things both."""
        best, *others = mention.meanings
        if self._is_apposed(mention.link, best.match, told):
            return
        yield best
        for other in others:
            if self._is_said_with(best.match, other.match):
                yield other
                return

    def _is_said_with(self, best: Match, other: Match) -> bool:
        """Whether it may be in one query with the best: a class, or a property that leads to things, with a
        term of the other kind; a thing of another class, where the names say no more.
        """
        if best.kind in _TERMS:
            is_other = other.kind in _TERMS and other.kind is not best.kind
            return is_other and (other.kind is TermKind.CLASS or self._leads_to_things(other.iri))
        is_near = best.score - other.score <= _AS_SURE
        return is_near and _is_thing(best) and _is_thing(other) and best.classes[0] != other.classes[0]

    def _is_apposed(self, link: Link, match: Match, told: Sequence[Mention]) -> bool:
        """Whether a class stands beside the name of one of its things, and only says what that is."""
        if match.kind is not TermKind.CLASS:
            return False
        beside = (m for m in told if link.start - m.link.end == 1 or m.link.start - link.end == 1)
        return any(
            _is_thing(m.meanings[0].match) and self._akin(m.meanings[0].match.classes[0], match.iri)
            for m in beside
        )

    def _leads_to_things(self, prop: str) -> bool:
        return any(not is_datatype(end) for e in self.edges.of_property.get(prop, ()) for end in e.ends)

    # ── one meaning, one edge ────────────────────────────────────────────────────────────────────

    def _said(self, meaning: Meaning) -> Iterator[_Pattern]:
        match, place = meaning.match, f"{{{meaning.place}}}"
        if match.kind is TermKind.PROPERTY:
            for edge in self._edges_of(match.iri):
                self._seed(edge)
                found = list(self._patterns(edge))
                yield from found
                yield from self._amounts(edge, found[-1][2]) if found else ()
        elif match.kind is TermKind.VALUE and meaning.place:
            for edge in self._edges_of(match.iri)[:1]:
                self._seed(edge)
                for subject in self._ends((edge.subject,), "thing"):
                    yield subject, match.iri, place
        elif match.kind is TermKind.ENTITY and meaning.place and not match.classes:
            for known in match.edges[:1]:
                for edge in self._edges_of(known.property)[:1] if known.reached else ():
                    self._seed(edge)
                    yield f"?{self._called(edge.subject)}", known.property, place

    def _edges_of(self, prop: str) -> list[Edge]:
        """Where the schema has a property: there of what the question names, else where it is most used. One
        whose words name a class too must lead from something named to something named.
        """
        named = [p for p in (prop, *sorted(self.ontology.inverses(prop))) if p in self.edges.of_property]
        known = [e for p in named for e in self.edges.of_property[p]]
        used = sorted((e for e in known if e.count), key=lambda e: -e.count) or known
        if prop in self.beside:
            return [e for e in used if self._is_named(e.subject) and any(map(self._is_named, e.ends))][:1]
        about = [e for e in used if any(map(self._is_named, (e.subject, *e.ends)))]
        return about[:1] or used[:_OF_ONE]

    def _is_named(self, cls: str) -> bool:
        return any(self._akin(cls, named) for named in self.seeds)

    def _seed(self, edge: Edge) -> None:
        if edge.subject != ANYTHING:
            self.seeds[edge.subject] = None

    def _patterns(self, edge: Edge) -> Iterator[_Pattern]:
        """The edge between variables, and with each named thing that fits at one of its ends."""
        own = self._local(edge.property)
        is_literal = not edge.ends or any(is_datatype(e) for e in edge.ends)
        ends = [f"?{own}"] if is_literal else list(self._ends(edge.ends, own))
        for subject in self._ends((edge.subject,), "thing"):
            for end in ends:
                if subject != end:
                    yield subject, edge.property, end
                elif subject.startswith("?"):
                    yield subject, edge.property, f"?other{end[1:2].upper()}{end[2:]}"

    def _ends(self, classes: Sequence[str], otherwise: str) -> Iterator[str]:
        """What may stand at an end: the things of these classes that the question names, and a variable
        where it speaks of the class, or of none of its things.
        """
        fitting = [f"{{{t.place}}}" for t in self.things if any(self._akin(t.cls, c) for c in classes)]
        asked = [c for c in self.classes if any(self._akin(c, end) for end in classes)]
        yield from fitting
        if asked or not fitting:
            named = asked[0] if asked else classes[0] if len(classes) == 1 else ANYTHING
            yield f"?{self._called(named) if named else otherwise}"

    def _amounts(self, edge: Edge, node: str) -> Iterator[_Pattern]:
        """The numbers of what an edge leads to, where that is asked for by what it amounts to."""
        if len(edge.ends) == 1 and node.startswith("?"):
            for number in amounts(edge.ends[0], self.edges, self.naming)[:_OF_ONE]:
                yield node, number.property, f"?{self._local(number.property)}"

    def _akin(self, one: str, other: str) -> bool:
        return _akin(one, other, self.vocabulary)

    # ── in words ─────────────────────────────────────────────────────────────────────────────────

    def _called(self, cls: str) -> str:
        return self._local(cls) if cls else "thing"

    def _local(self, iri: str) -> str:
        """A term's handle as the name of a variable."""
        name = self.vocabulary.handle(iri).rpartition(":")[2]
        name = "".join(c if c.isalnum() else "_" for c in name).strip("_") or "thing"
        return name[:1].lower() + name[1:]


def _is_thing(match: Match) -> bool:
    return match.kind is TermKind.ENTITY and any(match.classes)


def _outermost(every: Sequence[Mention]) -> list[Mention]:
    """The mentions without those inside a longer one that names a thing or is the very name of a term."""
    known = [m for m in every if m.meanings]
    whole = [
        m.link
        for m in known
        if _is_thing(m.meanings[0].match)
        or (m.meanings[0].match.how in _SAME and m.meanings[0].match.kind in _TERMS)
    ]
    return [m for m in known if not any(_is_inside(m.link, link) for link in whole)]


def _is_inside(one: Link, other: Link) -> bool:
    longer = other.end - other.start > one.end - one.start
    return longer and other.start <= one.start and one.end <= other.end
