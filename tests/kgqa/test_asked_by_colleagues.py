"""What colleagues of the sample company type in a hurry: what is still sold, what goods are worth, which
month was the wettest, who looks after whom; and how they go on from there.
"""

from __future__ import annotations

import pytest

from kgqa.conversation import turn_of
from kgqa.types import Answer, Outcome
from tests.kgqa.company import Graph

DEF = (
    "PREFIX def: <https://company.example/def/> PREFIX id: <https://company.example/id/> "
    "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
)
STILL_SOLD = """SELECT ?x {
  VALUES ?t { def:RainGauge } ?x a ?t FILTER NOT EXISTS { ?x def:discontinuedOn ?d }
}"""


def rows(answer: Answer) -> list[str]:
    assert answer.table is not None, answer.text
    return sorted(row[0].value for row in answer.table.rows if row[0])


def wanted(company: Graph, query: str) -> list[str]:
    return sorted(str(row[0]) for row in company.select(DEF + query))


def number(answer: Answer) -> float:
    (value,) = rows(answer)
    return float(value)


@pytest.mark.parametrize(
    "question",
    [
        "which rain gauges do we still sell?",
        "rain gauges that are still sold",
        "Welche Regenmesser gibt es noch im Verkauf?",
    ],
)
def test_what_is_still_sold_has_not_been_discontinued(company: Graph, question: str) -> None:
    assert rows(company.ask(question)) == wanted(company, STILL_SOLD)


def test_what_is_no_longer_sold_is_no_supplier_of_it(company: Graph) -> None:
    assert "Ten products" in company.ask("which products are no longer sold?").text
    assert company.ask("which suppliers are no longer available").outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    "question", ["What is SO-2025-0113 worth?", "Wie hoch ist der Bestellwert von SO-2025-0113?"]
)
def test_an_order_is_worth_the_sum_of_its_lines(company: Graph, question: str) -> None:
    (total,) = company.select(
        f"{DEF} SELECT (SUM(?q * ?p) AS ?n) "
        "{ id:order\\/so-2025-0113 def:hasLine ?l . ?l def:quantity ?q ; def:unitPrice ?p }"
    )
    assert number(company.ask(question)) == pytest.approx(float(total[0] or "nan"))


def test_orders_are_ranked_and_limited_by_what_they_are_worth(company: Graph) -> None:
    open_ = (
        "{ ?o def:hasStatus id:order-status\\/open ; def:hasLine ?l . ?l def:quantity ?q ; def:unitPrice ?p }"
    )
    ranked = f"SELECT ?o {open_} GROUP BY ?o ORDER BY DESC(SUM(?q * ?p)) LIMIT 1"
    assert rows(company.ask("largest open order by value")) == wanted(company, ranked)
    above = f"SELECT ?o {open_} GROUP BY ?o HAVING (SUM(?q * ?p) > 25000)"
    assert rows(company.ask("open orders worth more than 25,000 euros")) == wanted(company, above)


def test_stock_is_worth_what_its_pieces_cost(company: Graph) -> None:
    (total,) = company.select(f"{DEF} SELECT (SUM(?q * ?p) AS ?n) {{ ?c def:inStock ?q ; def:unitCost ?p }}")
    for question in ("what is our stock worth", "Was ist unser Lagerbestand wert?"):
        assert number(company.ask(question)) == pytest.approx(float(total[0] or "nan"))


def test_the_value_by_which_things_are_ranked_is_not_what_goods_are_worth(company: Graph) -> None:
    ranked = "top 3 suppliers by average unit cost of their components"
    assert rows(company.ask(f"{ranked}, with the value")) == rows(company.ask(ranked))


def test_what_something_is_worth_is_its_price_where_it_has_one(company: Graph) -> None:
    assert "list price" in company.ask("what is the Gale 400 worth").text


@pytest.mark.parametrize(
    ("question", "month"),
    [
        ("which month of 2025 was the driest in Tarifa", "2025-09-01"),
        ("Welcher Monat 2025 war in Tarifa der trockenste?", "2025-09-01"),
        ("which month had the highest revenue in 2025", "2025-06-01"),
    ],
)
def test_which_month_asks_for_a_month_and_no_record_of_it(company: Graph, question: str, month: str) -> None:
    assert rows(company.ask(question)) == [month]


def test_the_region_with_the_highest_revenue_is_that_of_all_its_months(company: Graph) -> None:
    answer = company.ask("which region had the highest revenue in 2025")
    assert answer.query is not None
    assert "SUM(" in answer.query.text
    assert "Central Europe" in answer.text


def test_the_boss_of_the_boss_is_another_one(company: Graph) -> None:
    query = "SELECT ?x { id:person\\/0016 def:reportsTo/def:reportsTo ?x }"
    for question in ("who is Petra Ihle's boss's boss?", "who is the boss of Petra Ihle's boss?"):
        assert rows(company.ask(question)) == wanted(company, query)


def test_who_has_most_people_reporting_to_them_is_one(company: Graph) -> None:
    query = "SELECT ?m { ?p def:reportsTo ?m } GROUP BY ?m ORDER BY DESC(COUNT(?p)) LIMIT 1"
    answer = company.ask("which boss has the most people reporting directly to them?")
    assert rows(answer) == wanted(company, query)


def test_who_does_something_for_customers_is_called_so_in_one_word(company: Graph) -> None:
    query = "SELECT ?x { ?c def:accountManager ?x FILTER(?c = id:customer\\/032) }"
    (name,) = company.select(f"{DEF} SELECT ?n {{ id:customer\\/032 rdfs:label ?n }}")
    assert rows(company.ask(f"Wer betreut {name[0]}?")) == wanted(company, query)


def test_a_price_is_told_in_the_currency_that_is_asked_for(company: Graph) -> None:
    dollars = company.ask("what does the Gale 400 cost in dollars")
    assert dollars.outcome is Outcome.NOTHING_FOUND
    assert "€636.49" in company.ask("what does the Gale 400 cost in euros").text


def test_without_what_closes_before_the_verb(company: Graph) -> None:
    query = """SELECT DISTINCT ?p { ?c def:accountManager ?p FILTER NOT EXISTS { ?p def:phoneNumber ?n } }"""
    answer = company.ask("Welche Leute ohne Telefonnummer betreuen einen Kunden?")
    assert rows(answer) == wanted(company, query)


@pytest.mark.parametrize(
    ("message", "plain"),
    [
        (
            "Felix Falk is on leave from Monday, which customers does he have?",
            "which customers does Felix Falk have?",
        ),
        ("SO-2025-0113 is late, which products are in it?", "which products are in SO-2025-0113?"),
        (
            "ordering chairs: how many people sit at each site? externals count too",
            "how many people sit at each site?",
        ),
        ("Gibts Projekte ohne Enddatum? Wenn ja, welche", "Welche Projekte haben kein Enddatum?"),
    ],
)
def test_what_stands_round_a_question_does_not_change_it(company: Graph, message: str, plain: str) -> None:
    assert rows(company.ask(message)) == rows(company.ask(plain))


def test_orders_of_the_last_quarter_of_a_year(company: Graph) -> None:
    query = (
        'SELECT ?o { ?o def:placedOn ?d FILTER(?d >= "2025-10-01"^^xsd:date && ?d < "2026-01-01"^^xsd:date) }'
    )
    for question in ("orders in the last quarter of 2025", "Bestellungen im letzten Quartal 2025"):
        assert rows(company.ask(question)) == wanted(company, query)


def test_what_stands_for_nothing_that_was_said_is_not_passed_over(company: Graph) -> None:
    for question in (
        "which of them have an open order?",
        "what are they worth, quantity times agreed price?",
    ):
        assert company.ask(question).outcome is not Outcome.ANSWERED


# ── how they go on ───────────────────────────────────────────────────────────────────────────────


def thread(company: Graph, *questions: str) -> list[Answer]:
    """The answers of a conversation."""
    found: list[Answer] = []
    for question in questions:
        found.append(company.ask(question, tuple(map(turn_of, found))))
    return found


def test_the_year_before_is_told_from_the_one_spoken_of(company: Graph) -> None:
    first, before, after = thread(
        company, "revenue in Central Europe in 2025", "and the year before?", "and the year after that?"
    )
    assert "in 2024" in before.text
    assert rows(after) == rows(first) != rows(before)


def test_the_last_one_is_one_of_what_was_answered(company: Graph) -> None:
    _, last, products = thread(
        company,
        "how many orders has Reykjavík Airfield placed with us so far?",
        "when was the last one?",
        "what products were in it?",
    )
    assert "SO-2024-0132, on 27 December 2024" in last.text
    query = "SELECT ?p { id:order\\/so-2024-0132 def:hasLine/def:orderedProduct ?p }"
    assert rows(products) == wanted(company, query)


@pytest.mark.parametrize("question", ["und was kaufen wir bei dem?", "was beziehen wir von dem?"])
def test_a_german_article_that_stands_alone_is_a_pronoun(company: Graph, question: str) -> None:
    (_, bought) = thread(company, "welcher Lieferant in Deutschland hat die beste Bewertung?", question)
    assert "Hansekontor Dichtungen GmbH" in bought.text


def test_there_is_where_somebody_was_said_to_be(company: Graph) -> None:
    _, who = thread(company, "where is Felix Falk based?", "who works there?")
    assert who.text == "Eleven people are based at Wellington Office."


def test_another_place_takes_the_place_of_the_first(company: Graph) -> None:
    _, other = thread(company, "Wie viel hat es 2025 in Tarifa insgesamt geregnet?", "und in Røros?")
    assert "Røros" in other.text
    assert "Tarifa" not in other.text


@pytest.mark.parametrize(
    ("questions", "manager"),
    [
        (("who works in Finance?", "who do they report to?"), "Solveig Brandvik"),
        (("Wer arbeitet in Finance?", "wer ist deren Chef?"), "Solveig Brandvik"),
    ],
)
def test_who_is_asked_of_several_is_none_of_them(
    company: Graph, questions: tuple[str, ...], manager: str
) -> None:
    *_, answer = thread(company, *questions)
    assert answer.table is not None
    (iri,) = company.select(f'{DEF} SELECT ?p {{ ?p rdfs:label "{manager}" }}')
    assert iri[0] in {term.value for row in answer.table.rows for term in row if term}


def test_what_that_stands_for_is_not_passed_over(company: Graph) -> None:
    *_, pieces = thread(company, "what products are on SO-2025-0118?", "how many pieces is that altogether?")
    assert pieces.outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    "question",
    [
        "which discontinued products never got a successor?",
        "Für welche abgekündigten Produkte haben wir keinen Nachfolger?",
    ],
)
def test_what_has_no_successor_is_not_what_succeeds_none(company: Graph, question: str) -> None:
    query = "SELECT ?p { ?p def:discontinuedOn ?d FILTER NOT EXISTS { ?n def:successorOf ?p } }"
    assert rows(company.ask(question)) == wanted(company, query)


def test_what_the_cheapest_costs_is_what_it_is_the_cheapest_by(company: Graph) -> None:
    answer = company.ask("what is the cheapest data logger and what does it cost?")
    assert "lowest list price" in answer.text
    assert "€628" in answer.text
    assert "export" not in answer.text


def test_an_adverb_parts_no_verb_from_its_preposition(company: Graph) -> None:
    plain = rows(company.ask("Wer berichtet an Hélène Moreau?"))
    assert rows(company.ask("Wer berichtet alles direkt an Hélène Moreau?")) == plain


def test_a_year_is_no_number_to_take_something_from(company: Graph) -> None:
    answer = company.ask("In welchen Vertriebsregionen haben wir 2025 weniger Umsatz gemacht als 2024?")
    assert answer.outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    "question",
    [
        "Welches Produkt ist der Nachfolger von Gale 200?",
        "Welches Produkt ist Nachfolger von Gale 200?",
        "Was ersetzt Gale 200?",
    ],
)
def test_a_german_noun_behind_is_the_is_a_relation(company: Graph, question: str) -> None:
    replaces = "SELECT ?p { ?p def:successorOf id:product\\/ws-1370 }"
    answer = company.ask(question)
    assert rows(answer) == wanted(company, replaces)
    assert answer.text == "Gale 300 ist das einzige Produkt, das Nachfolger von Gale 200 ist."


def test_what_nothing_succeeds_is_told_in_german(company: Graph) -> None:
    answer = company.ask("Welche Produkte haben keinen Nachfolger?")
    assert answer.text.endswith("von denen kein Produkt Nachfolger ist.")


def test_groups_with_one_value_are_told_in_one(company: Graph) -> None:
    assert company.ask("Wie viele Nachfolger hat jedes Produkt?").text.endswith(
        "beträgt jeweils 1, zusammen 8."
    )
    assert company.ask("how many successors does each product have").text.endswith("is 1 each, 8 in all.")
