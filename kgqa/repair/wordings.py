"""What the names of terms say: their words, without those that make no other term of one.

In: names, IRIs. Out: sets of words.
"""

from __future__ import annotations

from kgqa.ontology import Ontology, local_name, spaced

_DIRECTIONS = frozenset(("of", "to", "by", "in", "on", "at", "for"))
_EMPTY = frozenset(("has", "have", "get", "is", "the", "a", "an", "value", "name")) | _DIRECTIONS


def words(name: str) -> frozenset[str]:
    """The words of a name that say something, in the singular."""
    said = frozenset(w.casefold() for w in spaced(name).split()) - _EMPTY
    return frozenset(w.removesuffix("s") for w in said)


def directions(name: str) -> frozenset[str]:
    """The words of a name that say which way it leads."""
    return frozenset(w.casefold() for w in spaced(name).split()) & _DIRECTIONS


def names(iri: str, ontology: Ontology) -> tuple[frozenset[str], ...]:
    """The words of a term's IRI and of its label."""
    return tuple(dict.fromkeys((words(local_name(iri)), words(ontology.label(iri)))))


def says_no_more(iri: str, term: str, ontology: Ontology) -> bool:
    """Whether a written IRI says what the term says and besides only what it belongs to: the "price of
    product" is a product's price; the "person of" something is not the person responsible for it.
    """
    written = words(local_name(iri))
    ends = {c for union in (*ontology.domains(term), *ontology.ranges(term)) for c in union}
    ends |= {c for use in ontology.uses_of(term) for c in (use.subject, use.object) if c}
    further = frozenset(w for c in ends for name in names(c, ontology) for w in name)
    return any(own and own <= written and written - own <= further for own in names(term, ontology))


def share_all(one: str, other: str, ontology: Ontology) -> bool:
    """Whether the name of one term says all that the other's says: "country" and "address country"."""
    pairs = [(a, b) for a in names(one, ontology) for b in names(other, ontology) if a and b]
    return any(a <= b or b <= a for a, b in pairs)


def share_a_word(one: str, other: str, ontology: Ontology) -> bool:
    """Whether the names of two terms have a word in common: "member of" and "member during"."""
    return any(a & b for a in names(one, ontology) for b in names(other, ontology))


def letters(text: str) -> str:
    """The letters of a name: "supplierName", "supplier name" and "Supplier_Name" have the same."""
    return "".join(spaced(text).split()).casefold()
