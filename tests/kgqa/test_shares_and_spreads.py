"""Parts of a whole, and how the numbers of many things are spread, from the words of a question on."""

from __future__ import annotations

import pytest

from tests.kgqa.company import Graph


@pytest.mark.parametrize(
    "text",
    ["Share of orders by status", "percentage of orders by status", "orders per status as shares"],
)
def test_shares_of_groups_stand_beside_their_counts(company: Graph, text: str) -> None:
    answer = company.ask(text)
    assert answer.form_asked == "shares"
    assert answer.display is not None
    assert [column.title for column in answer.display.columns] == ["Status", "Number of orders", "Share"]
    _, count, share = answer.display.rows[0]
    (everything,) = company.select(
        "SELECT (COUNT(?o) AS ?n) { ?o a <https://company.example/def/Order> ; "
        "<https://company.example/def/hasStatus> ?s }"
    )
    assert count.term is not None
    assert share.term is not None
    assert float(share.term.value) == pytest.approx(100 * int(count.term.value) / int(everything[0] or 0))


def test_the_first_groups_alone_are_no_whole(company: Graph) -> None:
    answer = company.ask("top 3 departments by number of employees as shares")
    assert answer.display is not None
    assert "Share" not in [column.title for column in answer.display.columns]


def test_a_share_of_one_kind_stays_one_number(company: Graph) -> None:
    answer = company.ask("What percentage of our suppliers are in Germany?")
    assert answer.form_asked == ""
    assert answer.table is not None
    assert len(answer.table.rows) == 1


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("Distribution of list prices", "Product"),
        ("distribution of list prices of sensors", "Sensor"),
        ("list prices as a histogram", "Product"),
        ("Verteilung der Listenpreise", "Produkt"),
        ("Distribution of weekly hours", "Employee"),
    ],
)
def test_a_distribution_has_a_number_of_each_thing(company: Graph, text: str, things: str) -> None:
    """Two things with the same number are two."""
    answer = company.ask(text)
    assert answer.form_asked == "histogram"
    assert answer.display is not None
    assert answer.display.columns[0].title == things
    assert [column.kind for column in answer.display.columns] == ["thing", "number"]


def test_a_distribution_over_groups_counts_them(company: Graph) -> None:
    answer = company.ask("Distribution of orders by status")
    assert answer.display is not None
    assert [column.role for column in answer.display.columns] == ["key", "part"]


@pytest.mark.slow
def test_a_period_and_what_is_joined_to_it_both_group(company: Graph) -> None:
    for text in ("orders per month and status", "revenue per month and sales region as a line"):
        answer = company.ask(text)
        assert answer.display is not None
        assert [column.role for column in answer.display.columns] == ["key", "key", "part"]
