"""Which classes (or datatypes) can have things in common, by the ontology and by the data.

In: unions of classes and the ontology. Out: yes or no.
"""

from __future__ import annotations

from kgqa.check.claims import ANYTHING, is_datatype
from kgqa.check.datatypes import family
from kgqa.ontology import RDFS_LITERAL, Ontology, Union


def fit(one: Union, other: Union, ontology: Ontology) -> bool:
    """Whether something can be in one of the first and in one of the second classes (or datatypes): they are
    above, below or beside each other with a kind in common, or things of the data are both.
    """
    return any(_pair_fits(a, b, ontology) for a in one for b in other)


def apart(one: Union, other: Union, ontology: Ontology) -> bool:
    """Whether nothing can be in one of the first and in one of the second classes, by what is declared:
    literals and things, literals of different families, classes declared disjoint.
    """
    return all(_pair_apart(a, b, ontology) for a in one for b in other)


def _pair_fits(one: str, other: str, ontology: Ontology) -> bool:
    if one == other:
        return True
    literal = (is_datatype(one, ontology), is_datatype(other, ontology))
    if all(literal):
        return RDFS_LITERAL in (one, other) or family(one) == family(other)
    if any(literal):
        return False
    if one in ANYTHING or other in ANYTHING:
        return True
    if ontology.disjoint(one, other):
        return False
    return ontology.overlap(one, other) or ontology.shared(one, other) > 0


def _pair_apart(one: str, other: str, ontology: Ontology) -> bool:
    if any((is_datatype(one, ontology), is_datatype(other, ontology))):
        return not _pair_fits(one, other, ontology)
    return ontology.disjoint(one, other)
