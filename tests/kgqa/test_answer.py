"""The table of an answer comes from its rows, its order and its heads from the query; the first sentence from
both, and from nothing else.
"""

from __future__ import annotations

import pytest

from kgqa.answer import display, found, like, ordered
from kgqa.ontology import XSD, Ontology
from kgqa.restate import By, Head, heads, opening, order
from kgqa.restate.wording import wording
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import DisplayColumn, Outcome, ResultTable, Term
from tests.kgqa.company import Graph
from tests.kgqa.zoo import ID

WEIGHT = {"weight": DisplayColumn(title="Weight", kind="number", unit="kg")}
DEF = "https://company.example/def/"
THINGS = "https://company.example/id/"
NAMES = {THINGS + "product/a": "Spar 10", THINGS + "product/b": "Spar 3", THINGS + "product/c": "cable, 10 m"}


def thing(local: str) -> Term:
    return Term(kind="iri", value=ID + local)


def product(local: str) -> Term:
    return Term(kind="iri", value=f"{THINGS}product/{local}")


def number(value: str) -> Term:
    return Term(kind="literal", value=value, datatype=XSD + "decimal")


def parsed(query: str, ontology: Ontology) -> ParsedQuery:
    found_ = parse(f"PREFIX def: <{DEF}>\n{query}", ontology.prefixes)
    assert isinstance(found_, ParsedQuery)
    return found_


def told(graph: Graph, query: str, table: ResultTable, language: str = "en") -> str:
    """The first sentence on the rows of a query to the sample company."""
    ontology = graph.core.kit.ontology
    asked = parsed(query, ontology)
    known = heads(asked, ontology, NAMES, language)
    made = {name for name, head in known.items() if head.is_made}
    rows = found(table, display(table, NAMES, {}, known), wording(language).aloud(), made)
    return opening(asked, ontology, NAMES, rows, language)


WEIGHTS = "SELECT ?product ?weight { ?product a def:Product ; def:weight ?weight FILTER(?weight > 2) }"
PRODUCTS = "SELECT ?product { ?product a def:Product }"


def test_few_things_are_all_named_with_what_stands_beside_them(company: Graph) -> None:
    rows = ((product("a"), number("4.5")), (product("b"), number("3")))
    table = ResultTable(columns=("product", "weight"), rows=rows)
    assert told(company, WEIGHTS, table) == (
        "Two products weigh more than 2 kg: Spar 10 (4.5 kg) and Spar 3 (3 kg)."
    )
    assert told(company, WEIGHTS, table, "de") == (
        "Zwei Produkte wiegen mehr als 2 kg: Spar 10 (4,5 kg) und Spar 3 (3 kg)."
    )


def test_of_things_that_have_no_name_nothing_is_said(company: Graph) -> None:
    assert company.ask("Who is responsible?").text == "There are 37 responsible people."


def test_of_many_things_their_number_and_the_extremes_are_told(company: Graph) -> None:
    rows = tuple((product(str(n)), number(str(n))) for n in range(3, 20))
    table = ResultTable(columns=("product", "weight"), rows=rows)
    assert told(company, WEIGHTS, table) == ("17 products weigh more than 2 kg, from 3 to 19 kg.")


def test_the_only_one_is_called_that(company: Graph) -> None:
    table = ResultTable(columns=("product", "weight"), rows=((product("c"), number("4")),))
    assert told(company, WEIGHTS, table) == (
        "“cable, 10 m” is the only product whose weight is more than 2 kg (4 kg)."
    )


def test_more_rows_than_were_taken_are_said_to_be_more(company: Graph) -> None:
    table = ResultTable(columns=("product",), rows=((product("a"),), (product("b"),)), truncated=True)
    assert told(company, PRODUCTS, table) == "There are two or more products."


def test_of_a_limited_query_nothing_is_said_to_be_all(company: Graph) -> None:
    table = ResultTable(columns=("product",), rows=((product("a"),), (product("b"),)))
    assert told(company, f"{PRODUCTS} LIMIT 2", table) == "Here are two products: Spar 10 and Spar 3."


def test_a_thing_counts_once_however_many_rows_it_has(company: Graph) -> None:
    rows = ((product("a"), number("3")), (product("a"), number("4")))
    table = ResultTable(columns=("product", "weight"), rows=rows)
    assert told(company, WEIGHTS, table).startswith("Spar 10 is the only product")


def test_of_what_has_no_words_it_is_said_that_it_meets_the_conditions(company: Graph) -> None:
    query = "SELECT ?product { ?product a def:Product ; ?any 5 }"
    table = ResultTable(columns=("product",), rows=((product("a"),), (product("b"),)))
    assert told(company, query, table) == "Two products meet the conditions: Spar 10 and Spar 3."


def test_no_rows_are_said_to_be_none(company: Graph) -> None:
    empty = ResultTable(columns=("product", "weight"))
    assert told(company, WEIGHTS, empty) == "There are no products whose weight is more than 2 kg."


@pytest.mark.parametrize(
    ("yes", "sentence"),
    [
        (True, "Yes, Spar 10 is made at Spar 3."),
        (False, "No, Spar 10 is not made at Spar 3."),
    ],
)
def test_yes_and_no_say_what_is_so(company: Graph, yes: bool, sentence: str) -> None:
    query = f"ASK {{ <{THINGS}product/a> def:madeAt <{THINGS}product/b> }}"
    assert told(company, query, ResultTable(boolean=yes)) == sentence


def test_a_no_does_not_deny_half_of_what_was_asked(company: Graph) -> None:
    """Whether one weighs 3 kg and no other does more: that there is none of 3 kg would be false."""
    query = (
        "ASK { ?product a def:Product ; def:weight 3 "
        "FILTER NOT EXISTS { ?other a def:Product ; def:weight ?more FILTER (?more > 3) } }"
    )
    assert told(company, query, ResultTable(boolean=False)) == (
        "No, there is no product whose weight is 3 kg, where there is no product whose weight is more than "
        "3 kg."
    )
    unsayable = "ASK { ?product a def:Product ; def:weight 3 ; ?any ?other FILTER (?other != ?product) }"
    assert told(company, unsayable, ResultTable(boolean=False)) == "No."


@pytest.mark.parametrize(
    ("yes", "english", "german"),
    [
        (True, "Yes, there is no product whose weight is more", "Ja, es gibt keine Produkte"),
        (False, "No, there is a product whose weight is more", "Nein, es gibt Produkte"),
    ],
)
def test_whether_there_is_none_is_answered(company: Graph, yes: bool, english: str, german: str) -> None:
    query = "ASK { FILTER NOT EXISTS { ?p a def:Product ; def:weight ?w FILTER (?w > 3) } }"
    table = ResultTable(boolean=yes)
    assert told(company, query, table).startswith(english)
    assert told(company, query, table, "de").startswith(german)


@pytest.mark.parametrize("query", ["ASK { ?s ?p ?o }", "ASK { ?s ?p 5 FILTER NOT EXISTS { ?s ?any 6 } }"])
@pytest.mark.parametrize("yes", [True, False])
def test_what_has_no_words_is_answered_all_the_same(company: Graph, query: str, yes: bool) -> None:
    table = ResultTable(boolean=yes)
    assert told(company, query, table) == ("Yes." if yes else "No.")
    assert told(company, query, table, "de") == ("Ja." if yes else "Nein.")


def test_a_total_is_told_where_nothing_counts_twice(company: Graph) -> None:
    query = "SELECT ?plant (COUNT(?p) AS ?n) { ?p def:madeAt ?plant } GROUP BY ?plant"
    table = ResultTable(
        columns=("plant", "n"), rows=((product("a"), number("4")), (product("b"), number("3")))
    )
    assert told(company, query, table) == (
        "The number of products per plant is 4 (Spar 10) and 3 (Spar 3), 7 in all."
    )
    query = "SELECT ?skill (COUNT(?p) AS ?n) { ?p def:hasSkill ?skill } GROUP BY ?skill"
    table = ResultTable(columns=("skill", "n"), rows=table.rows)
    assert "in all" not in told(company, query, table)


def test_what_subqueries_count_is_told_side_by_side(company: Graph) -> None:
    query = """SELECT ?ours ?theirs {
        { SELECT (COUNT(DISTINCT ?e) AS ?ours) { ?e a def:Employee } }
        { SELECT (COUNT(DISTINCT ?s) AS ?theirs) { ?s a def:Supplier } }
    }"""
    table = ResultTable(columns=("ours", "theirs"), rows=((number("138"), number("41")),))
    assert told(company, query, table) == "The number of employees is 138 and the number of suppliers is 41."
    ontology = company.core.kit.ontology
    titles = [head.title for head in heads(parsed(query, ontology), ontology, {}).values()]
    assert titles == ["Number of employees", "Number of suppliers"]


# ── the order of rows ────────────────────────────────────────────────────────────────────────────


MADE = """SELECT ?plant (COUNT(?product) AS ?n) {
  ?product def:madeAt ?plant
} GROUP BY ?plant ORDER BY DESC(?n) LIMIT 2"""
CHEAPEST = """SELECT DISTINCT ?product ?weight {
  { SELECT (MIN(?w) AS ?weight) { ?p a def:Product ; def:weight ?w } }
  ?product a def:Product ; def:weight ?weight
}"""


def test_the_first_of_many_groups_are_told_as_things_that_are_ranked(company: Graph) -> None:
    table = ResultTable(
        columns=("plant", "n"), rows=((product("a"), number("12")), (product("b"), number("8")))
    )
    assert (
        told(company, MADE, table) == "The two plants with the most products are Spar 10 (12) and Spar 3 (8)."
    )
    assert told(company, MADE, table, "de") == (
        "Die zwei Werke mit den meisten Produkten sind Spar 10 (12) und Spar 3 (8)."
    )


def test_what_has_the_lowest_value_of_all_is_said_to_have_it(company: Graph) -> None:
    table = ResultTable(columns=("product", "weight"), rows=((product("a"), number("0.2")),))
    assert told(company, CHEAPEST, table) == (
        "Spar 10 is the only product whose weight is the lowest weight of products (0.2 kg)."
    )
    assert told(company, CHEAPEST, table, "de") == (
        "Spar 10 ist das einzige Produkt, dessen Gewicht das niedrigste Gewicht der Produkte ist (0,2 kg)."
    )


@pytest.mark.parametrize(
    ("title", "shown"), [("Year founded", "1990"), ("Baujahr", "1990"), ("Height", "1,990")]
)
def test_a_year_is_written_without_a_comma(title: str, shown: str) -> None:
    table = ResultTable(columns=("when",), rows=((number("1990"),),))
    made = display(table, {}, {"when": DisplayColumn(title=title, kind="number")})
    assert made is not None
    assert found(table, made, wording("en")).texts == ((shown,),)


def test_rows_are_sorted_by_what_was_asked_for(company: Graph) -> None:
    ontology = company.core.kit.ontology
    assert order(parsed(WEIGHTS, ontology), ontology) == By("weight", descending=True)
    assert order(parsed(WEIGHTS.replace(">", "<"), ontology), ontology) == By("weight")
    assert order(parsed(PRODUCTS, ontology), ontology) == By("product")
    assert order(parsed(f"{WEIGHTS} ORDER BY ?weight", ontology), ontology) is None


def test_groups_are_sorted_by_their_number_and_time_goes_on(company: Graph) -> None:
    ontology = company.core.kit.ontology
    plants = "SELECT ?plant (COUNT(?p) AS ?n) { ?p def:madeAt ?plant } GROUP BY ?plant"
    years = "SELECT (YEAR(?d) AS ?y) (COUNT(?o) AS ?n) { ?o def:placedOn ?d } GROUP BY (YEAR(?d))"
    assert order(parsed(plants, ontology), ontology) == By("n", descending=True)
    assert order(parsed(years, ontology), ontology) == By("y")


def test_numbers_inside_names_are_sorted_as_numbers() -> None:
    table = ResultTable(columns=("product",), rows=((product("a"),), (product("b"),), (product("c"),)))
    sorted_ = ordered(table, NAMES, By("product"))
    assert [NAMES[row[0].value] for row in sorted_.rows if row[0]] == ["cable, 10 m", "Spar 3", "Spar 10"]


def test_what_is_unbound_comes_last() -> None:
    rows = ((product("a"), None), (product("b"), number("1")), (product("c"), number("2")))
    table = ResultTable(columns=("product", "weight"), rows=rows)
    sorted_ = ordered(table, NAMES, By("weight", descending=True))
    assert [row[1].value if row[1] else "" for row in sorted_.rows] == ["2", "1", ""]


def test_what_was_asked_for_has_the_order_of_all_that_is_shown() -> None:
    rows = ResultTable(
        columns=("product", "weight"), rows=((product("b"), number("9")), (product("a"), number("1")))
    )
    asked = ResultTable(columns=("product",), rows=((product("a"),), (product("b"),)))
    assert like(asked, rows).rows == ((product("b"),), (product("a"),))


# ── the table ────────────────────────────────────────────────────────────────────────────────────


def test_columns_are_called_by_what_they_hold(company: Graph) -> None:
    query = "SELECT ?c (COUNT(?o) AS ?n) { ?o def:orderedBy ?c } GROUP BY ?c"
    known = heads(parsed(query, company.core.kit.ontology), company.core.kit.ontology, {})
    assert [head.title for head in known.values()] == ["Customer", "Number of orders"]


def test_a_head_gives_a_column_its_title_and_a_number_its_unit() -> None:
    table = ResultTable(columns=("animal", "weight"), rows=((thing("pip"), number("5")),))
    shown = display(table, {}, WEIGHT, {"animal": Head("Bird", "B"), "weight": Head("Mass", "g")})
    assert shown is not None
    assert [(c.title, c.unit) for c in shown.columns] == [("Bird", ""), ("Mass", "kg")]


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


def test_a_value_that_is_not_what_its_type_says_is_told_as_it_stands() -> None:
    table = ResultTable(columns=("weight",), rows=((number("about 5"),),))
    rows = found(table, display(table, {}, WEIGHT), wording("en"))
    assert rows.texts == (("about 5 kg",),)


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("unit", "numbers", "digits"),
    [
        ("kg", ("22.4", "51.75"), 2),
        ("EUR", ("14900", "2227.8"), 2),
        ("EUR", ("14900", "9804"), 0),
        ("EUR", ("0.0125", "3"), 4),
        ("°", ("63.430512", "10.4"), None),  # a place is not rounded
    ],
)
def test_all_numbers_of_a_column_have_the_digits_of_the_most_exact(
    unit: str, numbers: tuple[str, ...], digits: int | None
) -> None:
    table = ResultTable(columns=("n",), rows=tuple((number(n),) for n in numbers))
    shown = display(table, {}, {"n": DisplayColumn(title="N", kind="number", unit=unit)})
    assert shown is not None
    assert shown.columns[0].digits == digits


def test_what_is_worked_out_has_the_few_digits_of_its_sentence(company: Graph) -> None:
    ontology = company.core.kit.ontology
    query = parsed("SELECT (AVG(?w) AS ?mean) { ?p a def:Product ; def:weight ?w }", ontology)
    table = ResultTable(columns=("mean",), rows=((number("7.576666666666"),),))
    shown = display(table, {}, {}, heads(query, ontology, {}, "en"))
    assert shown is not None
    assert shown.columns[0].digits == 2


def test_the_year_that_groups_are_of_stands_in_their_sentence(company: Graph) -> None:
    query = (
        "SELECT ?plant (COUNT(?o) AS ?n) { ?o def:orderedBy ?plant ; def:orderDate ?d "
        "FILTER(YEAR(?d) = 2024) } GROUP BY ?plant"
    )
    table = ResultTable(columns=("plant", "n"), rows=((product("a"), number("4")),))
    assert " in 2024 is 4 " in told(company, query, table)
    assert " im Jahr 2024 beträgt 4 " in told(company, query, table, "de")


# ── what a thing lacks, months ───────────────────────────────────────────────────────────────────


def test_a_known_thing_without_what_others_have_is_said_to_have_none(company: Graph) -> None:
    answer = company.ask("Which standards is Kessler Feinmechanik GmbH certified to?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert answer.text == "Kessler Feinmechanik GmbH is not certified to any standard."
    assert not answer.suggestions


def test_months_and_quarters_have_their_names() -> None:
    table = ResultTable(columns=("month",), rows=((number("3"),),))
    march = display(table, {}, {}, {"month": Head("Monat", calendar="MONTH")}, "de")
    third = display(table, {}, {}, {"month": Head("Quarter", calendar="QUARTER")})
    assert march is not None
    assert third is not None
    assert (march.rows[0][0].label, third.rows[0][0].label) == ("März", "Q3")
