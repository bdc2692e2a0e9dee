"""The words of an answer come from its rows alone: labels, units, numbers and dates as in the language."""

from __future__ import annotations

from kgqa.answer import display, sentence
from kgqa.ontology import XSD
from kgqa.types import DisplayColumn, ResultTable, Term
from kgqa.wording import words
from tests.kgqa.zoo import ID

WEIGHT = {"weight": DisplayColumn(title="Weight", kind="number", unit="kg")}


def thing(local: str) -> Term:
    return Term(kind="iri", value=ID + local)


def number(value: str) -> Term:
    return Term(kind="literal", value=value, datatype=XSD + "decimal")


def said(
    table: ResultTable, columns: dict[str, DisplayColumn] | None = None, restated: str = "", lang: str = "en"
) -> str:
    labels = {ID + "pip": "Pip", ID + "pan": "Pan"}
    return sentence(table, display(table, labels, columns or {}), restated, words(lang))


def test_one_number_is_said_with_its_unit_and_what_it_is() -> None:
    table = ResultTable(columns=("weight",), rows=((number("4200.5"),),))
    assert said(table, WEIGHT, "the weight of “Tembo”") == "4,200.5 kg. That is the weight of “Tembo”."
    assert said(table, WEIGHT, "Gewicht von „Tembo“", "de") == "4.200,5 kg. Das ist Gewicht von „Tembo“."


def test_yes_and_no_repeat_what_was_asked() -> None:
    assert said(ResultTable(boolean=True), restated="whether Pip flies") == "Yes: Pip flies."
    assert said(ResultTable(boolean=False), restated="whether Pip flies").startswith("No.")


def test_a_few_things_are_named() -> None:
    table = ResultTable(columns=("animal",), rows=((thing("pip"),), (thing("pan"),)))
    assert said(table) == "2 found: Pip and Pan."


def test_many_things_are_counted_and_more_than_the_limit_is_said() -> None:
    table = ResultTable(columns=("animal",), rows=((thing("pip"),),) * 12, truncated=True)
    assert said(table).startswith("12 or more found")


def test_no_rows_are_said_to_be_none() -> None:
    assert said(ResultTable(columns=("animal",)), restated="the birds in Kenya") == (
        "The graph has none of these: the birds in Kenya."
    )


def test_what_is_unbound_is_an_empty_cell_and_no_error() -> None:
    table = ResultTable(columns=("animal", "weight"), rows=((thing("pip"), None),))
    assert said(table, WEIGHT) == "Pip (Weight nothing)."


def test_a_thing_is_shown_by_its_label_and_keeps_its_iri() -> None:
    shown = display(ResultTable(columns=("animal",), rows=((thing("pip"),),)), {ID + "pip": "Pip"}, {})
    assert shown is not None
    assert shown.rows[0][0].label == "Pip"
    assert shown.rows[0][0].term == thing("pip")


def test_a_column_that_nobody_described_is_shown_by_its_name_and_values() -> None:
    table = ResultTable(
        columns=("bornOn", "isTame"),
        rows=(
            (
                Term(kind="literal", value="2020-02-29", datatype=XSD + "date"),
                Term(kind="literal", value="true", datatype=XSD + "boolean"),
            ),
        ),
    )
    shown = display(table, {}, {})
    assert shown is not None
    assert [(c.title, c.kind) for c in shown.columns] == [("Born on", "date"), ("Is tame", "boolean")]


def test_a_value_that_is_not_what_its_type_says_is_shown_as_it_stands() -> None:
    table = ResultTable(columns=("weight",), rows=((number("about 5"),),))
    assert said(table, WEIGHT) == "about 5 kg."
