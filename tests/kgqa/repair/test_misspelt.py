"""A certain fix puts the spelling right and never the meaning."""

from __future__ import annotations

import pytest

from kgqa.check.example import EX
from kgqa.ontology import Class, Ontology, Property, PropertyKind
from kgqa.repair import Repair, repaired
from kgqa.repair.misspelt import is_misspelt

OF_ITS_OWN = [
    ("cowriter", "writer"),
    ("coWriter", "writer"),
    ("writer", "cowriter"),
    ("unpaid", "paid"),
    ("inactive", "active"),
    ("illegal", "legal"),
    ("nonMember", "member"),
    ("formerMember", "member"),
    ("exPartner", "partner"),
    ("expartner", "partner"),
    ("suborganization", "organization"),
    ("reorder", "order"),
    ("prequel", "sequel"),
    ("import", "export"),
    ("exportCountry", "importCountry"),
    ("minPrice", "maxPrice"),
    ("employer", "employee"),
    ("buyer", "payer"),
    ("county", "country"),
    ("contact", "contract"),
    ("mother", "brother"),
]
MISSPELT = [
    ("writter", "writer"),
    ("writre", "writer"),
    ("rwiter", "writer"),
    ("suplier", "supplier"),
    ("hasSuplier", "supplier"),
    ("hs address", "has address"),
    ("organisation", "organization"),
    ("orderlines", "orderLine"),
    ("dat of birth", "date of birth"),
    ("birth_date", "birthDate"),
]


def schema(*names: str) -> Ontology:
    """An ontology with a property and a class of each of these names, and what is like nothing."""
    properties = {EX + n: Property(iri=EX + n, kind=PropertyKind.OBJECT) for n in (*names, "zzqq")}
    classes = {EX + n: Class(iri=EX + n) for n in (*(n[:1].upper() + n[1:] for n in names), "Vvkk")}
    return Ontology(classes=classes, properties=properties, prefixes=(("ex", EX),))


def by_name(name: str, *known: str) -> tuple[Repair, Repair]:
    """The repair of a query with a property, and of one with a class, of a name that nobody knows."""
    ontology, local = schema(*known), name.replace(" ", "_")
    return (
        repaired(f"SELECT ?x WHERE {{ ?s ex:{local} ?x }}", ontology),
        repaired(f"SELECT ?x WHERE {{ ?x a ex:{local[:1].upper()}{local[1:]} }}", ontology),
    )


@pytest.mark.parametrize(("written", "known"), OF_ITS_OWN)
def test_a_name_that_says_something_of_its_own_is_never_exchanged_in_silence(
    written: str, known: str
) -> None:
    assert not is_misspelt(written, known)
    for repair in by_name(written, known):
        assert not repair.fixes


@pytest.mark.parametrize(("written", "known"), MISSPELT)
def test_a_name_with_a_slip_in_it_is_still_the_same(written: str, known: str) -> None:
    assert is_misspelt(written, known)


@pytest.mark.parametrize(("written", "known"), [("writter", "writer"), ("suplier", "supplier")])
def test_a_slip_of_the_pen_is_put_right(written: str, known: str) -> None:
    for repair in by_name(written, known):
        assert [fix.kind for fix in repair.fixes] == ["term"]


def test_what_is_not_certain_is_told() -> None:
    for repair in by_name("cowriter", "writer"):
        assert repair.options == ("“cowriter” is taken for “writer”.",)


def test_of_two_that_are_as_near_none_is_taken() -> None:
    repair, _ = by_name("writr", "writer", "writs")
    assert not repair.fixes
    assert len(repair.options) == 2
