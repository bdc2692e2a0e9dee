"""What the ontology makes wrong, by a judge that is not the check.

In: texts and a closed world. Out: for each text what is wrong with it; () for nothing. A text is wrong when

- rdflib does not take it, or a prefix is not declared;
- it shows, groups by, sorts by or compares a variable that no pattern binds;
- it uses a property or a class that is neither declared nor used in the data;
- one of its branches (`benchmarks.check.branches`) contradicts the ontology: its variables are made things,
each branch with things of its own, a literal a thing of its datatype's family, and what OWL 2 RL derives of
them puts one of them into two classes that nothing is in both of (`benchmarks.check.world`), or breaks an
irreflexive, asymmetric or disjoint property.

A property that may be followed no times (`p*`, `p?`) is wrong only where it contradicts both followed and
not. All texts are reasoned about at once, since their things have nothing to do with each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from rdflib import RDF, RDFS, BNode, Graph, Literal, URIRef, Variable
from rdflib.term import Node

from benchmarks.check.atoms import LIKE, SAME
from benchmarks.check.branches import Branch, Read, read
from benchmarks.check.reasoning import closure
from benchmarks.check.world import STANDARD, THING, World, family_of

AT_ONCE = 40_000  # atoms that are reasoned about together
_SCHEMA = frozenset((RDF.type, RDFS.subClassOf))

Wrong = tuple[str, ...]
Kinds = Mapping[str, Iterable[str]]  # things that the query names -> their classes in the data


def wrongs(texts: Sequence[str], world: World, kinds: Kinds | None = None) -> list[Wrong]:
    """What is wrong with each text. `kinds` are the classes of the things that it names, where the data is
    looked at.
    """
    reads = [read(text) for text in texts]
    found: list[set[str]] = [set(_plain(r, world)) for r in reads]
    followed = _contradictions([r.followed for r in reads], world, kinds or {})
    doubted = [n for n, r in enumerate(reads) if r.skipped != r.followed and followed[n]]
    skipped = dict(
        zip(doubted, _contradictions([reads[n].skipped for n in doubted], world, kinds or {}), strict=True)
    )
    for number, contradictions in enumerate(followed):
        found[number] |= contradictions if skipped.get(number, contradictions) else set()
    return [tuple(sorted(f)) for f in found]


def _plain(query: Read, world: World) -> Iterator[str]:
    """What needs no reasoning."""
    if query.broken:
        yield f"not read: {query.broken}"
    yield from (f"unbound: {name}" for name in query.unbound)
    for branch in query.followed:
        for _, p, o in branch:
            if p in _SCHEMA and isinstance(o, URIRef) and not _known(o, world.classes):
                yield f"no class: {o}"
            elif p not in (SAME, LIKE) and isinstance(p, URIRef) and not _known(p, world.properties):
                yield f"no property: {p}"


def _known(term: URIRef, declared: frozenset[str]) -> bool:
    return str(term) in declared or str(term).startswith(STANDARD)


# ── contradictions ───────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Frozen:
    """Branches as graphs of things; `owner` says of each thing which text it belongs to."""

    graph: Graph = field(default_factory=Graph)
    owner: dict[Node, int] = field(default_factory=dict)
    atoms: int = 0


def _contradictions(branches: list[tuple[Branch, ...]], world: World, kinds: Kinds) -> list[set[str]]:
    found: list[set[str]] = [set() for _ in branches]
    frozen = _Frozen()
    for number, of_text in enumerate(branches):
        for index, branch in enumerate(of_text):
            _freeze(branch, f"urn:q:{number}:{index}:", number, frozen, world, kinds)
        if frozen.atoms >= AT_ONCE:
            _judge(frozen, world, found)
            frozen = _Frozen()
    _judge(frozen, world, found)
    return found


def _freeze(branch: Branch, base: str, number: int, frozen: _Frozen, world: World, kinds: Kinds) -> None:
    same = _sameness(branch)
    count = 0

    def thing(node: Node, *, schema: bool = False) -> Node:
        nonlocal count
        node = same.get(node, node)
        if schema and isinstance(node, URIRef):
            return node  # a class of the ontology
        if isinstance(node, Literal):
            count += 1
            made: Node = URIRef(f"{base}value{count}")
            frozen.graph.add((made, RDF.type, family_of(node)))
        elif isinstance(node, URIRef):
            made = URIRef(f"{base}named:{node}")
            frozen.graph.add((made, RDF.type, THING))
            for kind in kinds.get(str(node), ()):
                frozen.graph.add((made, RDF.type, URIRef(kind)))
        else:
            made = URIRef(
                f"{base}{'var' if isinstance(node, Variable) else 'node'}:{str(node).replace(' ', '.')}"
            )
        frozen.owner[made] = number
        return made

    for s, p, o in branch:
        frozen.atoms += 1
        if p == SAME:
            thing(s)
        elif p == LIKE:
            frozen.graph.add((thing(s), RDF.type, family_of(o) if isinstance(o, Literal) else o))
        elif p in _SCHEMA:
            frozen.graph.add((thing(s, schema=p == RDFS.subClassOf), p, thing(o, schema=True)))
        else:
            start, end = thing(s), thing(o)
            frozen.graph.add((start, RDF.type, THING))  # what has a property is no literal
            if isinstance(p, URIRef) and str(p) in world.properties:
                frozen.graph.add((start, p, end))


def _sameness(branch: Branch) -> dict[Node, Node]:
    """Each node of a `SAME` atom with what it stands for; a constant, where there is one."""
    groups: list[set[Node]] = []
    for s, p, o in branch:
        if p == SAME:
            touched = [g for g in groups if s in g or o in g]
            groups = [g for g in groups if g not in touched] + [{s, o}.union(*touched)]
    return {
        node: min(group, key=lambda n: (isinstance(n, Variable | BNode), str(n)))
        for group in groups
        for node in group
    }


def _judge(frozen: _Frozen, world: World, found: list[set[str]]) -> None:
    """Asks the rules that end in "false" of all that follows."""
    if not frozen.atoms:
        return
    types: defaultdict[Node, set[str]] = defaultdict(set)
    between: defaultdict[tuple[Node, Node], set[Node]] = defaultdict(set)
    for s, p, o in closure(world.schema, frozen.graph):
        if s in frozen.owner:
            if p == RDF.type:
                types[s].add(str(o))
            elif o in frozen.owner:
                between[s, o].add(p)
    for thing, classes in types.items():
        for pair in combinations(sorted(classes), 2):
            if frozenset(pair) in world.apart:
                found[frozen.owner[thing]].add(f"both: {pair[0]} and {pair[1]}")
    for (one, other), properties in between.items():
        wrong = properties & world.irreflexive if one == other else set()
        wrong |= properties & world.asymmetric & between.get((other, one), set())
        wrong |= {p for p, q in world.barred if p in properties and q in properties}
        found[frozen.owner[one]].update(f"cannot be related so: {p}" for p in wrong)
