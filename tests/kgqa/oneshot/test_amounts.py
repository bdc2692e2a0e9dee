"""What is asked for by what it amounts to is measured by that."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.company import Graph
from tests.kgqa.oneshot.asking import asking, block
from tests.kgqa.oneshot.test_grounded import changes
from tests.kgqa.zoo import first

MEASURED = "It is measured by its “amount”."


@pytest.mark.parametrize(
    "reply",
    [
        "SELECT DISTINCT ?product { ?product a :Product ; :listPrice ?price } ORDER BY DESC(?price) LIMIT 1",
        "SELECT ?product { ?product a :Product ; :listPrice ?p . ?p :amount ?n } ORDER BY DESC(?p) LIMIT 1",
    ],
)
def test_the_most_expensive_is_found_by_the_amount_of_its_price(company: Graph, reply: str) -> None:
    answer = asking(company.core.kit, block(reply))("Which product has the highest list price?")
    meant = "SELECT ?product { ?product a :Product ; :listPrice/:amount ?n } ORDER BY DESC(?n) LIMIT 1"
    right = asking(company.core.kit, block(meant))("Which product has the highest list price?")
    assert MEASURED in changes(answer)
    assert first(answer) == first(right) != []


def test_a_price_that_is_shown_is_shown_by_its_amount(company: Graph) -> None:
    answer = asking(company.core.kit, block("SELECT ?price { {e1} :listPrice ?price }"))(
        "What is the list price of the Meridian Two?"
    )
    assert changes(answer) == [MEASURED]
    assert float(first(answer)[0]) > 0


@pytest.mark.parametrize(
    "reply",
    [
        "SELECT DISTINCT ?enclosure { ?animal a :Animal ; :livesIn ?enclosure } ORDER BY ?enclosure",
        "SELECT (COUNT(DISTINCT ?enclosure) AS ?n) { ?animal a :Animal ; :livesIn ?enclosure }",
    ],
)
def test_what_has_a_name_is_shown_and_counted_itself(kit: Kit, reply: str) -> None:
    assert changes(asking(kit, block(reply))("Which enclosures do the animals live in?")) == []
