"""What colleagues ask beside a call: remarks before the question, differences, who reports to whom, and how
many months of warranty something has.
"""

from __future__ import annotations

import pytest

from tests.kgqa.company import Graph, rows_of

DEF = "PREFIX def: <https://company.example/def/> "


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "customer on the phone, what's the list price of the Gale 400",
            "The list price of Gale 400 is €636.49.",
        ),
        ("how many months warranty does the Gale 400 come with?", "The warranty of Gale 400 is 36 months."),
        (
            "how much more does the Gale 400 cost than the Gale 200?",
            "The list price of Gale 400 minus the list price of Gale 200 is 218.49.",
        ),
        ("how many days did Deep Tarn take", "The time between start and end date of Deep Tarn is 546 days."),
        (
            "which projects took more than 2 years?",
            (
                "There are three projects where the time between start and end date is more than 730.5 days: "
                "Aurora (880 days), Longwave (1,093 days) and Radar Weir (865 days)."
            ),
        ),
        ("who reports to Otto Brekke?", "There are no employees who report to Otto Brekke."),
        ("Wer berichtet an Otto Brekke?", "Es gibt keine Mitarbeiter, die an Otto Brekke berichten."),
    ],
)
def test_the_answer_says_it_in_a_sentence(company: Graph, question: str, told: str) -> None:
    assert company.ask(question).text == told


def test_who_reports_at_any_level_is_found_over_any_number_of_steps(company: Graph) -> None:
    chief = f"{DEF}SELECT ?m {{ ?e def:reportsTo ?m FILTER NOT EXISTS {{ ?m def:reportsTo ?x }} }} LIMIT 1"
    ((iri,),) = ([str(v) for v in row] for row in company.select(chief))
    label = "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> SELECT ?l { <%s> rdfs:label ?l }"
    name = str(next(iter(company.select(label % iri)))[0])
    below = f"{DEF}SELECT DISTINCT ?e {{ ?e def:reportsTo+ <{iri}> }}"
    answer = company.ask(f"who reports to {name}, directly or indirectly?")
    assert [row[0] for row in rows_of(answer)] == sorted(str(row[0]) for row in company.select(below))
    assert "directly or indirectly report to" in answer.text
