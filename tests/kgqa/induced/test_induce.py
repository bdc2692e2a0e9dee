"""A schema is induced from what a graph declares and shows: each column knows where it comes from."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot")

from kgqa.induced.induce import COLUMNS, induced
from kgqa.induced.schema import Column, Kind, Schema
from kgqa.induced.told import markdown, part, plain
from tests.kgqa.induced.garage import DEF, GARAGE, terms


@pytest.fixture(scope="module")
def schema() -> Schema:
    return induced(terms().ontology)


def column(schema: Schema, name: str) -> Column:
    table, _, field = name.partition(".")
    found = schema.by_name[table].column(field)
    assert found is not None
    return found


def test_a_class_becomes_a_table_that_knows_it(schema: Schema) -> None:
    assert schema.by_name["car"].cls == DEF + "Car"
    assert schema.by_name["car"].things == 3


def test_a_class_above_several_holds_the_things_of_all(schema: Schema) -> None:
    assert set(schema.by_name["vehicle"].classes) == {DEF + "Car", DEF + "Van"}
    assert schema.by_name["vehicle"].things == 4


def test_a_property_with_one_value_becomes_a_column_with_its_unit_and_origin(schema: Schema) -> None:
    price = column(schema, "car.price")
    assert (price.kind, price.unit, price.property, price.cls) == (
        Kind.NUMBER,
        "EUR",
        DEF + "price",
        DEF + "Car",
    )
    assert column(schema, "car.length").kind is Kind.INTEGER
    assert column(schema, "car.built_on").kind is Kind.DATE
    assert column(schema, "car.electric").kind is Kind.BOOLEAN
    assert column(schema, "car.fuel_type").leads_to == (DEF + "Fuel",)


def test_a_property_with_several_values_becomes_a_table_of_its_own(schema: Schema) -> None:
    assert schema.by_name["car"].column("equipment") is None
    link = schema.by_name["car_equipment"]
    assert (link.of, [c.name for c in link.columns]) == ("car", ["car", "equipment"])


def test_a_word_of_sql_is_no_name(schema: Schema) -> None:
    assert schema.by_name["order_"].cls == DEF + "Order"


def test_a_graph_without_types_has_one_table() -> None:
    schema = induced(
        terms("<urn:a> <urn:p:size> 3 . <urn:b> <urn:p:size> 4 ; <urn:p:near> <urn:a> .").ontology
    )
    (table,) = [t for t in schema.tables if not t.of]
    assert (table.name, table.cls) == ("thing", "")
    assert {c.name for c in table.columns} == {"iri", "size", "near"}


def test_a_graph_without_anything_has_no_table() -> None:
    assert induced(terms("").ontology).tables == ()


@pytest.mark.slow
def test_of_thousands_of_rare_properties_the_most_used_become_columns_and_the_rest_is_told() -> None:
    rare = "".join(f"<urn:t{n}> a <urn:T> ; <urn:p{n}> {n} . " for n in range(COLUMNS + 30))
    schema = induced(terms(rare + "<urn:t0> <urn:p1> 5 .").ontology)
    assert len(schema.by_name["t"].columns) <= COLUMNS + 1
    assert any("rarely used properties" in note for note in schema.aside)


def test_names_that_are_the_same_are_numbered() -> None:
    data = '<urn:a> a <urn:x:Thing> ; <urn:x:name> "a" ; <urn:y:name> "b" . <urn:b> a <urn:y:Thing> .'
    schema = induced(terms(data).ontology)
    assert {t.name for t in schema.tables} == {"thing", "thing_2"}
    (names,) = [{c.name for c in t.columns} for t in schema.tables if len(t.columns) > 1]
    assert names == {"iri", "name", "name_2"}


def test_texts_in_several_languages_have_a_column_each() -> None:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    data = "".join(f'<urn:{n}> a <urn:T> ; {label} "x{n}"@en , "y{n}"@de . ' for n in range(4))
    names = [c.name for c in induced(terms(data).ontology).by_name["t"].columns]
    assert names == ["iri", "label_de", "label_en"]


def test_the_part_for_a_prompt_begins_with_what_is_wanted_and_stays_in_its_room(schema: Schema) -> None:
    assert part(schema, ["order_"], 10_000)[0] == "order_ (2 things): iri, ordered_car -> car"
    assert sum(len(line.encode()) + 1 for line in part(schema, ["car"], 300)) <= 300


def test_an_admin_sees_each_column_with_its_origin(schema: Schema) -> None:
    told = "\n".join(markdown(schema, {"car": 3}, {("car", "price"): 2}))
    assert (
        f"- `price NUMBER EUR`: “price (EUR)”, <{DEF}price> (2 values did not fit and are kept aside)" in told
    )
    (car,) = [t for t in plain(schema, {}, {})["tables"] if t["name"] == "car"]
    assert car["class"] == DEF + "Car"


def test_the_same_graph_has_the_same_schema() -> None:
    assert induced(terms(GARAGE).ontology) == induced(terms(GARAGE).ontology)


CARAVANS = """
@prefix : <https://garage.example/def/> .
""" + "\n".join(
    f':c{n} a :Caravan , :Thing ; :wheelbase "{wheelbase}" .'
    for n, wheelbase in enumerate(("4,953 mm", "4,794 mm", "1459 mm"))
)


def test_how_numbers_are_spelled_is_known_of_each_class_of_a_thing() -> None:
    """Of things with several classes one class is looked at."""
    schema = induced(terms(CARAVANS).ontology)
    for table in ("caravan", "thing"):
        wheelbase = column(schema, f"{table}.wheelbase")
        assert (wheelbase.kind, wheelbase.unit) == (Kind.NUMBER, "mm")
