"""What the data says, as the oracle sees it: classes that share things, terms that are used.

In: a store and a closed world. Out: the world where the data has its say; what contradicts the ontology.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

import pyoxigraph as ox
from rdflib import RDF, Graph, Literal, URIRef
from rdflib.term import Node

from benchmarks.check.reasoning import closure
from benchmarks.check.world import STANDARD, THING, Pair, World, family_of

Quad = tuple[Node, Node, Node]


def world_with(world: World, store: ox.Store) -> World:
    """The closed world without what the data shows to be otherwise: classes that share things are not apart,
    and what is used is known.
    """
    data = [t for t in triples_of(store) if not str(t[1]).startswith(STANDARD) or t[1] == RDF.type]
    used = {str(p) for _, p, _ in data}
    kinds = {str(o) for _, p, o in data if p == RDF.type}
    shown = {pair for classes in types_of(data, world).values() for pair in _pairs(classes)}
    return world.without(shown, used, kinds)


def contradictions(data: Iterable[Quad], world: World) -> dict[Node, list[Pair]]:
    """The things of the data that are in two classes which nothing is in."""
    found = {
        thing: [p for p in _pairs(classes) if p in world.apart]
        for thing, classes in types_of(data, world).items()
    }
    return {thing: pairs for thing, pairs in found.items() if pairs}


def types_of(data: Iterable[Quad], world: World) -> dict[Node, set[str]]:
    """Each thing and each value of the data with all its classes, as they follow."""
    graph, mine = Graph(), set()
    for number, (s, p, o) in enumerate(data):
        end: Node = o
        if isinstance(o, Literal):
            end = URIRef(f"urn:value:{number}")
            graph.add((end, RDF.type, family_of(o)))
        graph.add((s, p, end))
        graph.add((s, RDF.type, THING))
        mine |= {s} if p == RDF.type else {s, end}
    types: defaultdict[Node, set[str]] = defaultdict(set)
    for s, p, o in closure(world.schema, graph):
        if p == RDF.type and s in mine:
            types[s].add(str(o))
    return types


def triples_of(store: ox.Store) -> Iterator[Quad]:
    """The store's triples in rdflib's terms."""
    for quad in store:
        yield node(quad.subject), node(quad.predicate), node(quad.object)


def node(term: ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple) -> Node:
    if isinstance(term, ox.Literal):
        if term.language:
            return Literal(term.value, lang=term.language)
        return Literal(term.value, datatype=URIRef(term.datatype.value), normalize=False)
    if isinstance(term, ox.Triple):
        raise TypeError("Statements about statements are no data here.")
    return URIRef(term.value if isinstance(term, ox.NamedNode) else f"urn:blank:{term.value}")


def _pairs(classes: Iterable[str]) -> Iterator[Pair]:
    return (frozenset(pair) for pair in combinations(sorted(classes), 2))
