"""What the things of a class are there for is seen by their shape; what is only nearly so is let be."""

from __future__ import annotations

from tests.kgqa.patterns.small import each, kind, pattern, roles

STATUSES = ':open a :Status ; rdfs:label "open" . :done a :Status ; rdfs:label "done" .\n' + each(
    8, lambda n: f':job{n} a :Job ; rdfs:label "Job {n}" ; :status :{"open" if n % 2 else "done"} .'
)
PEOPLE = each(6, lambda n: f':p{n} a :Person ; rdfs:label "Person {n}" .') + each(
    3, lambda n: f':c{n} a :Club ; rdfs:label "Club {n}" .'
)


def test_few_named_things_that_others_point_at_are_a_code_list() -> None:
    assert kind(STATUSES, "Status") == "code list"
    assert kind(STATUSES, "Job") == ""


def test_things_with_facts_of_their_own_are_no_code_list() -> None:
    more = ":open :weight 3 . :done :weight 4 ."
    assert kind(STATUSES + more, "Status") == ""


def test_things_that_hardly_anything_points_at_are_no_code_list() -> None:
    turtle = each(4, lambda n: f':s{n} rdfs:label "S {n}" ; a :Site . :j{n} a :Job ; :at :s{n} .')
    assert kind(turtle, "Site") == ""


def test_the_concepts_of_a_thesaurus_are_one_however_many_they_are() -> None:
    turtle = each(300, lambda n: f':k{n} a skos:Concept ; skos:prefLabel "Concept {n}"@en .')
    assert kind(turtle, "http://www.w3.org/2004/02/skos/core#Concept") == "code list"


def test_things_without_a_name_that_join_others_are_a_relation_between_them() -> None:
    turtle = PEOPLE + each(6, lambda n: f":m{n} a :Membership ; :member :p{n} ; :club :c{1 + n % 3} .")
    found = pattern(turtle, "Membership")
    assert found is not None
    assert found.kind == "relation"
    assert roles(found) == {"joins": {"member", "club"}}
    assert "no name of their own" in found.why


def test_one_that_is_led_to_from_one_side_is_a_relation_too() -> None:
    turtle = PEOPLE + each(6, lambda n: f":p{n} :holds [ a :Membership ; :club :c{1 + n % 3} ] .")
    assert roles(pattern(turtle, "Membership")) == {"joins": {"club"}, "held by": {"holds"}}


def test_a_relation_with_a_date_is_an_event() -> None:
    turtle = PEOPLE + each(
        6,
        lambda n: f":v{n} a :Visit ; :visitor :p{n} ; :host :c{1 + n % 3} ; :on '2024-05-0{n}'^^xsd:date .",
    )
    assert kind(turtle, "Visit") == "event"
    assert roles(pattern(turtle, "Visit"))["date"] == {"on"}


def test_things_with_a_name_are_no_relation_whatever_they_join() -> None:
    turtle = PEOPLE + each(
        6, lambda n: f':m{n} a :Project ; rdfs:label "Project {n}" ; :lead :p{n} ; :club :c{1 + n % 3} .'
    )
    assert kind(turtle, "Project") == ""


def test_things_that_are_known_by_a_number_of_their_own_are_no_relation() -> None:
    turtle = PEOPLE + each(
        6, lambda n: f':o{n} a :Order ; :orderNumber "SO-{n}" ; :buyer :p{n} ; :seller :c{1 + n % 3} .'
    )
    assert kind(turtle, "Order") == ""


def test_a_property_and_its_inverse_join_one_thing_and_not_two() -> None:
    turtle = (
        PEOPLE
        + ":badge a owl:ObjectProperty ; owl:inverseOf :badgeOf ."
        + each(6, lambda n: f":p{n} :badge :b{n} . :b{n} a :Badge ; :badgeOf :p{n} .")
    )
    assert kind(turtle, "Badge") == ""


def test_a_class_of_a_public_vocabulary_is_a_relation_even_where_its_things_have_names() -> None:
    turtle = PEOPLE + each(
        6,
        lambda n: (
            f':m{n} a org:Membership ; rdfs:label "M" ; org:member :p{n} ; org:organization :c{n % 3 + 1}.'
        ),
    )
    found = pattern(turtle, "http://www.w3.org/ns/org#Membership")
    assert found is not None
    assert (found.kind, found.why) == ("relation", "its vocabulary says so")


def test_a_thing_without_a_name_around_one_value_is_a_value() -> None:
    turtle = PEOPLE + each(6, lambda n: f':p{n} :birth [ a :Birth ; :on "19{70 + n}-01-01"^^xsd:date ] .')
    assert kind(turtle, "Birth") == "value"
    assert roles(pattern(turtle, "Birth")) == {"value": {"on"}}


def test_so_is_one_of_several_texts_that_belongs_to_one_thing() -> None:
    turtle = PEOPLE + each(
        6, lambda n: f':p{n} :lives [ a :Address ; :street "Way {n}" ; :town "Town {n % 2}" ] .'
    )
    assert roles(pattern(turtle, "Address")) == {"value": {"street", "town"}}


def test_a_thing_that_many_share_and_that_has_several_facts_is_no_value() -> None:
    turtle = PEOPLE + each(6, lambda n: f":p{n} :drives :car{n % 2} .")
    turtle += each(2, lambda n: f':car{n - 1} a :Car ; :maker "M{n}" ; :colour "red" .')
    assert kind(turtle, "Car") == ""


def test_a_thing_that_is_known_by_its_own_number_is_no_value() -> None:
    turtle = PEOPLE + each(6, lambda n: f':p{n} :sellsFor :a{n} . :a{n} a :Agent ; :agentId "A-{n}" .')
    assert kind(turtle, "Agent") == ""


def test_a_number_with_a_unit_is_a_quantity_by_the_values_of_the_unit() -> None:
    turtle = PEOPLE + each(6, lambda n: f':p{n} :load [ a :Load ; :figure {n}.5 ; :in "kg" ] .')
    found = pattern(turtle, "Load")
    assert found is not None
    assert found.kind == "quantity"
    assert roles(found) == {"number": {"figure"}, "unit": {"in"}}


def test_a_number_beside_another_text_is_no_quantity() -> None:
    turtle = PEOPLE + each(6, lambda n: f':p{n} :load [ a :Load ; :figure {n}.5 ; :by "crane {n}" ] .')
    assert kind(turtle, "Load") == ""


def test_quantities_of_public_vocabularies_are_known() -> None:
    turtle = PEOPLE + each(
        6, lambda n: f":p{n} :mass [ a qudt:QuantityValue ; qudt:numericValue {n} ; qudt:unit :KiloGM ] ."
    )
    assert kind(turtle, "http://qudt.org/schema/qudt/QuantityValue") == "quantity"
    turtle = PEOPLE + each(
        6,
        lambda n: f':p{n} :mass [ a schema:QuantitativeValue ; schema:value {n} ; schema:unitCode "KGM" ] .',
    )
    assert roles(pattern(turtle, "http://schema.org/QuantitativeValue")) == {
        "number": {"value"},
        "unit": {"unitCode"},
    }


def test_people_with_given_and_family_names_have_their_name_in_parts() -> None:
    turtle = each(4, lambda n: f':p{n} a :Person ; :givenName "Anna" ; :familyName "Berg {n}" .')
    assert kind(turtle, "Person") == "name in parts"
    assert kind(turtle.replace("givenName", "nickname"), "Person") == ""


def test_observations_join_what_was_looked_at_and_have_their_time() -> None:
    turtle = PEOPLE + each(
        6,
        lambda n: (
            f":o{n} a sosa:Observation ; sosa:madeBySensor :p{n} ; sosa:hasFeatureOfInterest :c{1 + n % 3} ; "
            f"sosa:hasSimpleResult {n}.5 ; sosa:resultTime '2024-01-0{n}T10:00:00Z'^^xsd:dateTime ."
        ),
    )
    assert kind(turtle, "http://www.w3.org/ns/sosa/Observation") == "event"
