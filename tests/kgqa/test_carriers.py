"""Which classes have a property, told once."""

from __future__ import annotations

from kgqa.ontology import Class, Use
from kgqa.ontology.carriers import carriers, shared_by


def told(**sizes: int) -> list[str]:
    """Of two classes that share one thing, and both have a property, those that are told to have it."""
    uses = [Use(subject=c, property="p", object="", count=1, subjects=1, literal=True) for c in ("a", "b")]
    classes = {iri: Class(iri=iri, instances=n) for iri, n in sizes.items()}
    return [u.subject for u in carriers(uses, classes, shared_by([("a", "b", 1), ("b", "a", 1)]))]


def test_a_class_whose_things_are_all_of_a_larger_one_is_left_out() -> None:
    assert told(a=5, b=1) == ["a"]


def test_classes_that_share_some_things_are_both_told() -> None:
    assert told(a=5, b=2) == ["a", "b"]


def test_where_no_sizes_are_known_no_class_is_left_out() -> None:
    assert told() == ["a", "b"]
