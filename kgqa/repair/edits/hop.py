"""*Hop*: a step that was left out is put in, where exactly one shortest way leads from the one to the other.

In: a case. Out: for each node of which two things are said that do not fit, the query with that node parted
in two and a way between them; for the step of a path, a longer path.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kgqa.check.claims import Claim, Side
from kgqa.check.fitting import fit
from kgqa.check.rule import Case
from kgqa.check.words import name
from kgqa.ontology import Ontology, PropertyKind
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.fresh import called, fresh, mentions
from kgqa.repair.places import (
    Place,
    mark,
    path_of,
    places,
    put,
    put_all,
    same_fact,
    with_steps,
    written,
)
from kgqa.repair.suspects import by_property
from kgqa.repair.ways import Way, Ways
from kgqa.sparql.model import Blank, Element, Iri, Lit, Node, ParsedQuery, Path, Triple, Var
from kgqa.sparql.scope import together
from kgqa.wording.said import each, say

NAME = "hop"
MOST = 4  # ways that are looked at; with more, none is certain


def propose(case: Case) -> Iterator[Edit]:
    conflicts = case.claims.conflicts
    if not conflicts:
        return
    ways, found = Ways(case.ontology), places(case)
    often = mentions(case.query)
    for conflict in conflicts:
        one, other = conflict.one, conflict.other
        node = one.node
        if node != other.node or isinstance(node, Lit):
            continue
        both = [(one, other), (other, one)]
        if _is_between(node, case, often):
            both = [(one, other) if by_property(other) else (other, one)]  # either way it is the same query
        for kept, moved in both:
            if by_property(moved):
                yield from _parted(case, kept, moved, ways, found)


def _is_between(node: Node, case: Case, often: Counter[str]) -> bool:
    """Whether a node is only there to connect what makes claims about it: nothing else would tell on which
    side of the way it stands.
    """
    touching = [f for f in case.facts.facts if node in (f.subject, f.object)]
    claims = case.claims.by_node.get(node, ())
    all_claim = all(any(same_fact(c.fact, f) for c in claims) for f in touching)
    return all_claim and (
        isinstance(node, Blank) or (isinstance(node, Var) and often[node.name] == len(touching))
    )


def _parted(case: Case, kept: Claim, moved: Claim, ways: Ways, found: tuple[Place, ...]) -> Iterator[Edit]:
    """Edits that put a way between what is said of a node and what does not fit with it."""
    ontology, node = case.ontology, kept.node
    claims = [c for c in case.claims.by_node.get(node, ()) if together(c.fact.scope, moved.fact.scope)]
    off = [c for c in claims if not fit(c.classes, kept.classes, ontology)]
    stay = [c for c in claims if fit(c.classes, kept.classes, ontology)]
    if not all(map(by_property, off)) or not _agree(off, ontology):
        return
    starts = {c.classes for c in stay if c.side is Side.TYPE} or {c.classes for c in stay}
    for way in ways.between(starts, {c.classes for c in off})[:MOST]:
        returns = _returns(way, moved)
        for query in _with_way(case, node, off, way, found):
            steps = [name(s.iri, ontology) for s in way]
            yield Edit(
                kind=NAME,
                query=query,
                what=say(
                    "The steps {steps} are put in before {name}."
                    if len(steps) > 1
                    else "The step {steps} is put in before {name}.",
                    steps=each(steps),
                    name=name(moved.fact.property, ontology),
                ),
                tier=Tier.THINKABLE if returns or _is_value_of_named(node, moved, ontology) else Tier.ADDED,
                doubts=Tier.ADDED if returns else None,
            )


def _returns(way: Way, moved: Claim) -> bool:
    """Whether a way leads to something by the very property that then leads back from it: two things that
    have it in common are a question of their own.
    """
    last = way[-1]
    return last.iri == moved.fact.property and last.back is (moved.side is Side.DOMAIN)


def _is_value_of_named(node: Node, moved: Claim, ontology: Ontology) -> bool:
    """Whether a value is asked of a thing by name: that of another thing answers another question."""
    known = ontology.properties.get(moved.fact.property)
    is_value = known is not None and known.kind is PropertyKind.DATA
    return isinstance(node, Iri) and is_value


def _agree(claims: list[Claim], ontology: Ontology) -> bool:
    return all(fit(a.classes, b.classes, ontology) for i, a in enumerate(claims) for b in claims[:i])


def _with_way(
    case: Case, node: Node, off: list[Claim], way: Way, found: tuple[Place, ...]
) -> Iterator[ParsedQuery]:
    standing = {id(c.fact.triple): p for c in off for p in found if p.triple is c.fact.triple}
    if not all(p.steps for p in standing.values()) or not standing:
        return
    first, *others = standing.values()
    inner = first.index(off[0].fact)
    if not others and inner is not None and not (first.starts_at(node) or first.leads_to(node)):
        yield _inside(case.query, first, node, way)
        return
    if any(p.starts_at(node) == p.leads_to(node) for p in standing.values()):
        return
    known = list(_reached(case, node, way, standing))
    if known:
        for end, rest in known:
            if rest:
                yield _longer(case, node, end, rest, standing)
            elif not _is_said(case, node, end, standing):
                yield _moved(case.query, node, written(end), standing)
        return
    if not others:
        yield put(case.query, first.triple, with_steps(first, node, _path(way)))
        return
    yield _longer(case, node, node, way, standing)


def _reached(case: Case, node: Node, way: Way, standing: dict[int, Place]) -> Iterator[tuple[Node, Way]]:
    """Where the query goes a part of the way already, as far as it does, with what is left of the way."""
    scope = next(iter(standing.values())).scope
    ends: list[tuple[Node, Way]] = [(node, way)]
    while ends:
        start, rest = ends.pop()
        onward = [
            (fact.subject if rest[0].back else fact.object, rest[1:])
            for fact in case.facts.facts
            if rest
            and fact.property == rest[0].iri
            and (fact.object if rest[0].back else fact.subject) == start
            and id(fact.triple) not in standing
            and scope[: len(fact.scope)] == fact.scope
            and not fact.skips
        ]
        usable = [(end, left) for end, left in onward if isinstance(end, Var) and mark(end) == mark(node)]
        if usable:
            ends += usable
        elif start != node:
            yield start, rest


def _is_said(case: Case, node: Node, end: Node, standing: dict[int, Place]) -> bool:
    """Whether what was asked of the node is asked of the end already: nobody asks twice."""
    own = (p.facts[0 if p.starts_at(node) else -1] for p in standing.values())
    return any(
        fact.property == mine.property
        and (fact.subject if mine.subject == node else fact.object) == end
        and id(fact.triple) not in standing
        for mine in own
        for fact in case.facts.facts
    )


def _inside(query: ParsedQuery, place: Place, node: Node, way: Way) -> ParsedQuery:
    """A longer path: the way goes between the steps that meet at the node."""
    at = next(i for i in range(len(place.steps)) if place.ends(i)[1] == node) + 1
    path = path_of(*place.steps[:at], _path(way), *place.steps[at:])
    return put(query, place.triple, Triple(place.triple.subject, path, place.triple.object))


def _moved(query: ParsedQuery, node: Node, new: Node, standing: dict[int, Place]) -> ParsedQuery:
    return put_all(query, {key: (_at(place, node, new),) for key, place in standing.items()})


def _at(place: Place, node: Node, new: Node) -> Triple:
    triple = place.triple
    if place.starts_at(node):
        return Triple(new, triple.predicate, triple.object)
    return Triple(triple.subject, triple.predicate, new)


def _longer(case: Case, node: Node, start: Node, way: Way, standing: dict[int, Place]) -> ParsedQuery:
    """All that was said of the node, said of what the way leads to from `start`."""
    new = Var(fresh(case.query, _called(way, case.ontology)))
    first = min(standing.values(), key=lambda p: len(p.scope))
    link = Triple(written(start), _path(way), new)
    by_id: dict[int, tuple[Element, ...]] = {key: (_at(place, node, new),) for key, place in standing.items()}
    by_id[id(first.triple)] = (link, *by_id[id(first.triple)])
    return put_all(case.query, by_id)


def _path(way: Way) -> Path:
    return path_of(*(step.path for step in way))


def _called(way: Way, ontology: Ontology) -> str:
    last = way[-1]
    ends = ontology.domains(last.iri) if last.back else ontology.ranges(last.iri)
    return called(ends[0] if ends else frozenset(), last.iri)


KIND = EditKind(
    name=NAME,
    why="Models go from an order to a price and forget that a line and a product stand between.",
    propose=propose,
)
