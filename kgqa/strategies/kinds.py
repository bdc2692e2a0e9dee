"""Classes as the data has them: things are often typed with the narrowest class alone, and a model that
writes `?x a :Animal` means the birds too.

In: a query. Out: the same with the classes that its things are typed with (Zaha 4.2.2: essential subclasses
were missed).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import cast

from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import Column, Element, Group, Iri, Node, Select, Subquery, Triple, Values, Var
from kgqa.sparql.walk import triples

MOST = 100  # classes that are listed; of more the query is left as it is


def with_kinds(query: ParsedQuery, ontology: Ontology) -> ParsedQuery:
    """The query in which a class stands for all that is below it."""
    if not any(_kinds(triple, ontology) for triple in triples(query)):
        return query
    taken = {part.name for part in inside(query.select) if isinstance(part, Var)}

    def change(value: object) -> object:
        if isinstance(value, Group) and any(_kinds(e, ontology) for e in value.elements):
            return Group(tuple(elements(value)))
        return None

    def elements(group: Group) -> Iterator[Element]:
        for element in group.elements:
            kinds = _kinds(element, ontology)
            if not kinds or not isinstance(element, Triple):
                yield cast("Element", exchanged(element, change))
            elif len(kinds) == 1:
                yield replace(element, object=Iri(kinds[0]))
            else:
                kind = _fresh(element, taken)
                listed = Values((kind,), tuple((Iri(k),) for k in kinds))
                yield from _once(element.subject, (listed, replace(element, object=kind)), kinds, ontology)

    return replace(query, select=exchanged(query.select, change))


def _kinds(element: Element, ontology: Ontology) -> tuple[str, ...]:
    """The classes that the things of a class pattern are typed with; () where that is the class itself."""
    if not (isinstance(element, Triple) and element.is_type and isinstance(element.object, Iri)):
        return ()
    cls = element.object.value
    apart = ontology.apart(cls)
    if not apart or len(apart) > MOST:
        return ()
    return tuple(sorted((*apart, cls))) if ontology.instances(cls) else apart


def _once(
    thing: Node, patterns: tuple[Element, ...], kinds: tuple[str, ...], ontology: Ontology
) -> Iterator[Element]:
    """The patterns, so that a thing of several of the kinds comes once."""
    if isinstance(thing, Var) and any(ontology.shared(one, other) for one, other in combinations(kinds, 2)):
        each = Select(columns=(Column(thing),), distinct=True, where=Group(patterns))
        yield Group((Subquery(each),))
    else:
        yield from patterns


def _fresh(triple: Triple, taken: set[str]) -> Var:
    """A name for what kind of thing the subject is."""
    base = triple.subject.name if isinstance(triple.subject, Var) else "thing"
    name = f"{base}Class"
    while name in taken:
        name += "_"
    taken.add(name)
    return Var(name)
