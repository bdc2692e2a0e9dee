"""Two results say the same whatever the order of their rows and columns, and a share also in per cent."""

from __future__ import annotations

import pytest

from kgqa.ontology import XSD
from kgqa.rows import same_rows, say_alike, tell_alike
from kgqa.types import ResultTable, Term

Value = str | float | int


def term(value: Value) -> Term:
    if isinstance(value, str):
        return Term(kind="iri", value=value)
    kind = "integer" if isinstance(value, int) else "decimal"
    return Term(kind="literal", value=str(value), datatype=XSD + kind)


def table(*rows: tuple[Value, ...]) -> ResultTable:
    return ResultTable(
        columns=tuple(f"c{n}" for n in range(len(rows[0]))),
        rows=tuple(tuple(map(term, row)) for row in rows),
    )


def test_order_says_nothing() -> None:
    assert same_rows(table(("a", 1), ("b", 2)), table((2, "b"), (1, "a")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (table((0.25,)), table((25,))),
        (table((33.3333333333,)), table((0.333333333333,))),
        (table(("a", 0.5), ("b", 0.125)), table(("b", 12.5), ("a", 50))),
        (table((12.5, "b"), (50, "a")), table(("a", 0.5), ("b", 0.125))),
    ],
)
def test_a_share_is_the_same_as_a_fraction_and_in_per_cent(one: ResultTable, other: ResultTable) -> None:
    assert say_alike(one, other)
    assert not same_rows(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (table((3,)), table((300,))),  # no share of a whole
        (table((0.25,)), table((24,))),
        (table(("a", 0.5)), table(("b", 50))),
        (table((0.5,)), table((50,), (50,))),
        (table(("a",)), table(("b",))),
        (table((0.5, 0.25)), table((50, 25))),  # two columns: nobody says both in per cent unasked
    ],
)
def test_other_numbers_are_other_answers(one: ResultTable, other: ResultTable) -> None:
    assert not say_alike(one, other)


def test_a_truth_value_is_no_share() -> None:
    assert not say_alike(ResultTable(boolean=True), table((1,)))
    assert say_alike(ResultTable(boolean=True), ResultTable(boolean=True))


def test_a_thing_beside_its_value_is_more_of_the_same() -> None:
    assert tell_alike(table(("a", 1), ("b", 2)), table((1,), (2,)))
    assert tell_alike(table(("a",), ("b",)), table((1, "a", "x"), (2, "b", "x")))


def test_other_values_are_not_the_same_however_many_stand_beside_them() -> None:
    assert not tell_alike(table(("a", 1), ("b", 2)), table((1,), (3,)))
    assert not tell_alike(table(("a", 1)), table(("b", 1)))
    assert not tell_alike(ResultTable(columns=("x",), rows=()), table(("b", 1)))
    assert not tell_alike(ResultTable(columns=(), rows=(), boolean=True), table(("b", 1)))


def text(value: str) -> Term:
    return Term(kind="literal", value=value)


def told(*rows: tuple[Term, ...]) -> ResultTable:
    return ResultTable(columns=tuple(f"c{n}" for n in range(len(rows[0]))), rows=rows)


def test_a_number_that_is_written_with_its_unit_is_the_number_that_tables_hold() -> None:
    """SPARQL gives the text, SQL the number that was read from it."""
    assert same_rows(told((text("4,953 mm"),), (text("1459 mm"),)), table((1459,), (4953,)))
    assert same_rows(told((text("320i"), text("135 kW"))), told((text("320i"), term(135))))
    assert same_rows(told((text("1.200,50"),)), table((1200.5,)))
    assert same_rows(told((text("40975"),)), table((40975,)))


@pytest.mark.parametrize("written", ["4,953 mm", "0135", "135 or so it is said by many people", "large"])
def test_another_number_a_code_and_words_are_not(written: str) -> None:
    assert not same_rows(told((text(written),)), table((135,)))


def test_texts_with_other_units_differ() -> None:
    assert not same_rows(told((text("5 km"),)), told((text("5 mi"),)))
