"""A term that nobody declared is taken for the one whose name is nearest, and how near it is is told."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kgqa.check.words import nearest, nearest_terms
from kgqa.ontology import Class, Name, Ontology, Property

EX, OTHER = "https://firm.example/def/", "https://else.example/"


def ontology(*locals_: str, labels: dict[str, Name] | None = None) -> Ontology:
    """Classes for what begins with a capital, properties for the rest."""
    labels = labels or {}
    iris = [name if ":" in name else EX + name for name in locals_]
    named = {iri: (labels[iri.removeprefix(EX)],) if iri.removeprefix(EX) in labels else () for iri in iris}
    return Ontology(
        classes={i: Class(iri=i, names=n) for i, n in named.items() if i.rpartition("/")[2][0].isupper()},
        properties={
            i: Property(iri=i, names=n) for i, n in named.items() if i.rpartition("/")[2][0].islower()
        },
    )


FIRM = ontology(
    "hasSupplier", "supplierCode", "price", "unitPrice", "order_date", "deliveryDate", "isSoldBy", "country",
    "Supplier", "Product", "Country", "Category", "OrderLine", "bornIn",
    labels={"bornIn": Name("Geburtsort", "de"), "Category": Name("catégorie", "fr")},
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("hasSuplier", "hasSupplier"),  # a letter too few
        ("hasSuppplier", "hasSupplier"),  # too many
        ("hasSupplire", "hasSupplier"),  # two in the wrong order
        ("prise", "price"),  # a wrong one
        ("prcie", "price"),
        ("has_supplier", "hasSupplier"),
        ("has-supplier", "hasSupplier"),
        ("hassupplier", "hasSupplier"),
        ("orderDate", "order_date"),
        ("ORDER_DATE", "order_date"),
        ("dateOfOrder", "order_date"),
        ("soldBy", "isSoldBy"),
        ("hasUnitPrice", "unitPrice"),
        ("Products", "Product"),
        ("Categories", "Category"),
        ("products", "Product"),
        ("supplier", "Supplier"),
        ("Orderlines", "OrderLine"),
        ("geburtsort", "bornIn"),  # the label, in its own language
        ("Categorie", "Category"),
    ],
)
def test_a_slip_is_taken_for_the_name_that_was_meant(written: str, meant: str) -> None:
    assert nearest(EX + written, FIRM.known_terms, FIRM) == EX + meant


@pytest.mark.parametrize("written", ["zqxw", "customer", "42", "-", ""])
def test_what_is_like_nothing_has_no_nearest(written: str) -> None:
    assert nearest(EX + written, FIRM.known_terms, FIRM) is None


def test_how_near_a_name_is_falls_with_what_differs() -> None:
    scores = [nearest_terms(EX + w, FIRM.known_terms, FIRM)[0][1] for w in ("has_supplier", "hassupplier")]
    scores += [nearest_terms(EX + w, FIRM.known_terms, FIRM)[0][1] for w in ("isSupplier", "hasSuplier")]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 100.0
    assert all(one > other for one, other in pairwise(scores))


def test_only_the_terms_asked_among_are_found_and_only_so_many() -> None:
    found = nearest_terms(EX + "suplier", FIRM.known_properties, FIRM)
    assert found[0][0] == EX + "hasSupplier"
    assert {term for term, _ in found} <= FIRM.known_properties
    assert len(nearest_terms(EX + "suplier", FIRM.known_terms, FIRM, limit=2)) == 2
    assert nearest_terms(EX + "suplier", (), FIRM) == []


def test_of_a_class_and_a_property_of_one_name_the_one_of_the_same_spelling_is_nearer() -> None:
    for written, meant in (("Countri", "Country"), ("countri", "country")):
        (first, near), (_, further) = nearest_terms(EX + written, FIRM.known_terms, FIRM, limit=2)
        assert first == EX + meant
        assert near > further


def test_of_two_namespaces_the_one_that_was_written_is_nearer() -> None:
    both = ontology(EX + "price", OTHER + "price")
    for namespace in (EX, OTHER):
        (first, near), (_, further) = nearest_terms(namespace + "prices", both.known_terms, both)
        assert first == namespace + "price"
        assert near > further
    assert nearest_terms("https://third.example/price", both.known_terms, both)[0][1] == 99.0


@pytest.mark.parametrize("slip", ["Prodct777", "Podruct777", "Prodduct777", "product_777", "Products777"])
def test_among_very_many_names_a_slip_is_still_found(slip: str) -> None:
    many = ontology(*(f"{word}{i}" for i in range(1500) for word in ("Product", "Contract", "hasPart")))
    assert nearest(EX + slip, many.known_classes, many) == EX + "Product777"


def test_a_short_name_among_very_many_is_found_without_a_part_in_common() -> None:
    many = ontology("Name", *(f"Thing{i}" for i in range(2000)))
    assert nearest(EX + "Nmae", many.known_classes, many) == EX + "Name"
