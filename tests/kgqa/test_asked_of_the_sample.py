"""What a newcomer asks the sample company first: who works on what, how many, and what nobody has."""

from __future__ import annotations

import pytest

from kgqa.types import Outcome
from tests.kgqa.company import Graph

TEAM = """
SELECT ?person WHERE {
  <https://company.example/id/project/aurora> <https://company.example/def/projectMember> ?person
}"""


@pytest.mark.parametrize(
    "question",
    ["Which people work on Aurora?", "Welche Mitarbeiter arbeiten am Projekt Aurora?"],
)
def test_a_verb_in_the_plural_is_the_property_that_is_called_so(company: Graph, question: str) -> None:
    answer = company.ask(question)
    assert answer.table is not None
    assert sorted(row[0].value for row in answer.table.rows if row[0]) == sorted(
        str(row[0]) for row in company.select(TEAM)
    )


def test_more_than_one_is_said_of_one(company: Graph) -> None:
    assert company.ask("Who works on more than one project?").text == (
        "49 people work on more than one project."
    )
    assert "exactly one supplier" in company.ask("Which components have only one supplier?").text


def test_a_number_that_nothing_meets_is_none_and_no_other_question(company: Graph) -> None:
    answer = company.ask("Which customers ordered exactly one product?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert (
        company.select(
            "SELECT ?c WHERE { ?o <https://company.example/def/orderedBy> ?c ; "
            "<https://company.example/def/hasLine>/<https://company.example/def/orderedProduct> ?p } "
            "GROUP BY ?c HAVING (COUNT(DISTINCT ?p) = 1)"
        )
        == []
    )


def test_what_we_sell_somewhere_are_no_addresses_there(company: Graph) -> None:
    answer = company.ask("What do we sell in Norway?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "“sell”" in answer.text
