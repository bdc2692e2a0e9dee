"""Handles: readable, unique, stable, and read back again."""

from __future__ import annotations

import pytest

from kgqa.ontology import RDF_TYPE, RDFS, Class, Name, Ontology, Property, PropertyKind
from kgqa.vocabulary import Vocabulary
from kgqa.vocabulary.handles import LONGEST

NS = "https://x.example/ns#"


def of(*terms: Class | Property, prefixes: tuple[tuple[str, str], ...] = ()) -> Vocabulary:
    classes = {t.iri: t for t in terms if isinstance(t, Class)}
    properties = {t.iri: t for t in terms if isinstance(t, Property)}
    return Vocabulary.of(Ontology(classes=classes, properties=properties, prefixes=prefixes))


def cls(local: str, *labels: str, ns: str = NS) -> Class:
    return Class(iri=ns + local, names=tuple(Name(label, "en") for label in labels))


def prop(local: str, *labels: str, ns: str = NS) -> Property:
    names = tuple(Name(label, "en") for label in labels)
    return Property(iri=ns + local, kind=PropertyKind.DATA, names=names)


@pytest.mark.parametrize(
    ("term", "handle"),
    [
        (cls("Person", "human being"), ":Person"),
        (prop("annualSalary", "pay"), ":annualSalary"),
        (prop("P31", "instance of"), ":instanceOf"),
        (cls("E1_CRM", "CRM Entity"), ":CRMEntity"),
        (cls("BFO_0000050", "part of body"), ":PartOfBody"),
        (prop("3f9c2d1e-77a0-4c1b", "net weight (kg)"), ":netWeight"),
        (prop("P31"), ":P31"),
        (prop("Gross%20floor%20area"), ":Gross_floor_area"),
        (cls("Q7", "Straße"), ":Strasse"),
        (cls("Q8", "שלום עולם"), ":שלוםעולם"),
        (cls("Q9", "\u202e evil \u202c name"), ":EvilName"),
        (cls("Q10", "```\nDROP ALL; {e1}"), ":DROPALLE1"),
        (cls("%%%", "!!!"), ":Term"),
        (prop("e1"), ":e1_"),
    ],
)
def test_a_handle_says_what_its_term_is(term: Class | Property, handle: str) -> None:
    vocabulary = of(term)
    assert vocabulary.handle(term.iri) == handle
    assert vocabulary.iri(handle) == term.iri


def test_two_terms_of_one_name_get_two_handles_and_the_prefix_tells_them_apart() -> None:
    foaf = "http://xmlns.com/foaf/0.1/"
    one, other, third = cls("Person", ns=foaf), cls("Person"), cls("Person", ns="https://z.example/")
    vocabulary = of(one, other, third, prefixes=(("foaf", foaf), ("x", NS)))
    handles = [vocabulary.handle(t.iri) for t in (one, other, third)]
    assert handles == [":Person", ":Person_x", ":Person_2"]
    assert [vocabulary.iri(h) for h in handles] == [one.iri, other.iri, third.iri]


def test_the_order_in_which_terms_are_given_changes_no_handle() -> None:
    terms = [cls(f"Q{n}", "thing") for n in range(5)]
    assert of(*terms).handles == of(*reversed(terms)).handles


def test_a_very_long_name_is_cut_and_still_read_back() -> None:
    terms = [cls(f"Q{n}", "word " * 500) for n in range(12)]
    vocabulary = of(*terms)
    assert len(set(vocabulary.handles.values())) == 12
    assert all(len(h) <= LONGEST + 4 for h in vocabulary.handles.values())
    assert all(vocabulary.iri(vocabulary.handle(t.iri)) == t.iri for t in terms)


def test_terms_of_the_well_known_vocabularies_keep_their_names() -> None:
    vocabulary = of(cls("Person"))
    assert vocabulary.handle(RDFS + "label") == "rdfs:label"
    assert vocabulary.handle(RDF_TYPE) == "a"
    assert vocabulary.iri("rdfs:label") == RDFS + "label"
    assert vocabulary.iri("a") == RDF_TYPE


def test_what_has_no_handle_is_told_whole_and_no_handle_is_guessed() -> None:
    vocabulary = of(cls("Person"))
    assert vocabulary.handle("https://else.example/x") == "<https://else.example/x>"
    assert vocabulary.iri(":Persn") is None
    assert vocabulary.unknown(":Persn") == NS + "Persn"
