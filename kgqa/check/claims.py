"""What a query says that each of its nodes is: by `a C`, by standing before or behind a property.

In: nothing. Out: the values. A claim is a union of classes (or datatypes); `stated` reads claims, and which
of them cannot both be true is found in `conflicts`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kgqa.check.datatypes import family
from kgqa.ontology import OWL, OWL_THING, RDFS, RDFS_LITERAL, XSD, Ontology, Union
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Node
from kgqa.types import Ground

SUBCLASS = RDFS + "subClassOf"
ANYTHING = frozenset((OWL_THING, RDFS + "Resource"))
THINGS: Union = frozenset((OWL_THING,))  # all that is no value
VALUES: Union = frozenset((RDFS_LITERAL,))
STANDARD = (
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    RDFS,
    OWL,
    "http://www.w3.org/2004/02/skos/core#",
)


class Side(StrEnum):
    TYPE = "type"
    DOMAIN = "domain"
    RANGE = "range"
    LOCAL = "local range"  # where a property leads to from things of one class


@dataclass(frozen=True, slots=True)
class Claim:
    """`node` is one of `classes`, because of `fact`, in the scope of `fact`.

    `observed` are the classes that the data shows there, the most special ones; `whole` says that it shows no
    others (nothing without a class). `declared` is False when the classes are known from the data alone, and
    `loose` says that the ontology only suggests them. `owners` are the classes for whose things a local range
    holds.
    """

    node: Node
    side: Side
    classes: Union
    fact: Fact
    observed: frozenset[str] = frozenset()
    declared: bool = True
    whole: bool = False
    loose: bool = False
    owners: Union = frozenset()


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two claims about one node (or about nodes that are one) that do not fit, and what that rests on."""

    one: Claim
    other: Claim
    ground: Ground


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims by node, and what each node is stated to be; pairs of claims that cannot both be true, and
    pairs of a stated class and a property that the ontology allows and the data never shows (`unseen`). Of
    equal claims, the first stands for all in pairs.
    """

    by_node: dict[Node, tuple[Claim, ...]]
    stated: dict[Node, tuple[Union, ...]]
    conflicts: tuple[Conflict, ...] = ()
    unseen: tuple[Conflict, ...] = ()


def is_datatype(iri: str, ontology: Ontology) -> bool:
    return iri not in ontology.classes and (
        iri.startswith(XSD)
        or iri == RDFS_LITERAL
        or family(iri) is not None
        or iri in ontology.known_datatypes
    )
