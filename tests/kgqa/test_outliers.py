"""A slip in the data is no schema: one thing of two thousand that is typed as something else."""

from __future__ import annotations

from kgqa.check import check
from kgqa.ontology import Class, Ontology, Property, Use
from kgqa.schema import Schema
from kgqa.types import CheckedQuery


def use(subject: str, prop: str, target: str, count: int, *, literal: bool = False) -> Use:
    return Use(subject=subject, property=prop, object=target, count=count, subjects=count, literal=literal)


def brewing(
    *, both: int = 1, breweries: int = 218, strays: int = 1, parents: tuple[str, ...] = ()
) -> Ontology:
    """Beers have a strength and are brewed by breweries; `both` things are typed as beer and as brewery, and
    `strays` breweries have a strength.
    """
    classes = {
        "urn:Beer": Class(iri="urn:Beer", instances=1855),
        "urn:Brewery": Class(iri="urn:Brewery", instances=breweries, parents=parents),
    }
    uses = (
        use("urn:Beer", "urn:strength", "decimal", 1855, literal=True),
        use("urn:Brewery", "urn:strength", "decimal", strays, literal=True),
        use("urn:Beer", "urn:brewedBy", "urn:Brewery", 1855),
        use("urn:Beer", "urn:brewedBy", "urn:Beer", 1),
    )
    return Ontology(
        classes=classes,
        properties={p: Property(iri=p) for p in ("urn:strength", "urn:brewedBy")},
        uses=uses,
        overlaps=(("urn:Beer", "urn:Brewery", both), ("urn:Brewery", "urn:Beer", both)),
    )


def subjects(ontology: Ontology, prop: str) -> set[str]:
    return {u.subject for u in ontology.typical_uses(prop)}


def test_what_one_wrongly_typed_thing_has_is_not_what_its_class_has() -> None:
    assert subjects(brewing(), "urn:strength") == {"urn:Beer"}
    assert {u.object for u in brewing().typical_uses("urn:brewedBy")} == {"urn:Brewery"}


def test_it_is_offered_neither_as_a_property_nor_as_a_path() -> None:
    schema = Schema(brewing())
    assert "urn:strength" not in schema.data_properties("urn:Brewery")
    assert schema.objects("urn:brewedBy") == ("urn:Brewery",)
    assert schema.paths_to_classes(("urn:Beer",), ("urn:Beer",), most=1) == ()


def test_it_can_still_be_asked_for_in_a_query() -> None:
    """The check goes by all that the data shows."""
    ontology = brewing()
    assert {u.subject for u in ontology.uses_of("urn:strength")} == {"urn:Beer", "urn:Brewery"}
    text = "SELECT ?s WHERE { ?b a <urn:Brewery> ; <urn:strength> ?s }"
    assert isinstance(check(text, ontology), CheckedQuery)


def test_what_more_than_a_few_of_a_class_have_belongs_to_it() -> None:
    assert subjects(brewing(both=20, strays=20), "urn:strength") == {"urn:Beer", "urn:Brewery"}


def test_in_a_small_class_one_thing_is_not_few() -> None:
    assert subjects(brewing(breweries=12), "urn:strength") == {"urn:Beer", "urn:Brewery"}


def test_what_a_thing_has_that_is_typed_once_is_believed() -> None:
    """No other class says that it has the property, so it would be lost."""
    assert subjects(brewing(both=0), "urn:strength") == {"urn:Beer", "urn:Brewery"}


def test_a_class_and_the_one_above_it_share_things_by_right() -> None:
    assert subjects(brewing(parents=("urn:Beer",)), "urn:strength") == {"urn:Beer", "urn:Brewery"}
