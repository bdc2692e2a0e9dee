"""Comparisons with something that is no number, quantiles and shares, over the sample company: each answer is
what an independent query finds.
"""

from __future__ import annotations

import pytest

from connectors import sample
from kgqa.trace import bound
from kgqa.types import Outcome
from tests.kgqa.company import Graph, rounded

PREFIXES = f"""
PREFIX : <{sample.ONTOLOGY}>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
EMPLOYEE = "VALUES ?kind { :Employee :Manager } ?x a ?kind ."
KESSLER = '?y rdfs:label "Kessler Feinmechanik GmbH"'
AINO = '?y :givenName "Aino" ; :familyName "Kettunen"'


class Company(Graph):
    """The sample company, to be asked in words and in SPARQL."""

    def rows(self, text: str) -> set[tuple[str, ...]]:
        """What the question finds; numbers rounded, so that only their value counts."""
        answer = self.ask(text)
        assert answer.outcome in (Outcome.ANSWERED, Outcome.NOTHING_FOUND), answer.text
        return {tuple(map(rounded, row)) for row in bound(answer.table)}

    def found(self, where: str, head: str = "DISTINCT ?x") -> set[tuple[str, ...]]:
        """What the query finds."""
        return {
            tuple(map(rounded, row)) for row in self.select(f"{PREFIXES} SELECT {head} WHERE {{ {where} }}")
        }

    def numbers(self, where: str, head: str) -> list[float]:
        return [float(value) for (value,) in self.found(where, head)]


@pytest.fixture(scope="module")
def company(company: Graph) -> Company:
    return Company(company.core, company.store)


def _weight(operator: str, name: str, factor: str = "1", more: str = "0") -> str:
    return (
        f'?y rdfs:label "{name}" ; :weight ?b . ?x :weight ?a . '
        f"FILTER(?a {operator} {factor} * ?b + {more} && ?x != ?y)"
    )


def _price(operator: str, name: str, factor: str = "1", more: str = "0") -> str:
    return (
        f'?y rdfs:label "{name}" ; :listPrice/:amount ?b . ?x :listPrice/:amount ?a . '
        f"FILTER(?a {operator} {factor} * ?b + {more} && ?x != ?y)"
    )


def _joined(operator: str, name: str) -> str:
    first, last = name.split()
    return (
        f'?y :givenName "{first}" ; :familyName "{last}" ; :joinedOn ?b . ?x :joinedOn ?a . '
        f"FILTER(?a {operator} ?b)"
    )


ANOTHER = [
    ("Which products are heavier than the Spar 3?", _weight(">", "Spar 3")),
    ("Welche Produkte sind schwerer als der Spar 3?", _weight(">", "Spar 3")),
    ("Which products are as heavy as the Spar 3?", _weight("=", "Spar 3")),
    ("Which products cost more than the Weir Radar Pro?", _price(">", "Weir Radar Pro")),
    ("Welche Produkte sind teurer als die Aurora Pro?", _price(">", "Aurora Pro")),
    ("Which products are at least three times as expensive as the Gale 400?", _price(">=", "Gale 400", "3")),
    ("Welche Produkte sind doppelt so schwer wie der Gale 400?", _weight(">=", "Gale 400", "2")),
    ("Which products are at least 5 kg heavier than the Spar 3?", _weight(">=", "Spar 3", more="5")),
    ("Welche Produkte sind mindestens 5 kg schwerer als der Spar 3?", _weight(">=", "Spar 3", more="5")),
    ("Which products are 500 g heavier than the Gale 400?", _weight(">=", "Gale 400", more="0.5")),
    (
        "Which products are more than 20 % more expensive than the Aurora Pro?",
        _price(">", "Aurora Pro", "1.2"),
    ),
    (
        "Which products cost at least 1000 euro more than the Weir Radar Pro?",
        _price(">=", "Weir Radar Pro", more="1000"),
    ),
    ("Which employees were hired after Aino Kettunen?", _joined(">", "Aino Kettunen")),
    ("Who joined before Aino Kettunen?", _joined("<", "Aino Kettunen")),
    ("Welche Mitarbeiter wurden nach Aino Kettunen eingestellt?", _joined(">", "Aino Kettunen")),
    (
        "Which offices are larger than the Lyon Office?",
        '?y rdfs:label "Lyon Office"@en ; :floorArea ?b . ?x a :Office ; :floorArea ?a . FILTER(?a > ?b)',
    ),
    (
        "Which suppliers have a shorter lead time than Kessler Feinmechanik GmbH?",
        f"{KESSLER} ; :leadTime ?b . ?x :leadTime ?a . FILTER(?a < ?b)",
    ),
    (
        "Welche Lieferanten haben eine kürzere Lieferzeit als Kessler Feinmechanik GmbH?",
        f"{KESSLER} ; :leadTime ?b . ?x :leadTime ?a . FILTER(?a < ?b)",
    ),
    (
        "Which products made at the Brno Plant are heavier than the Spar 3?",
        _weight(">", "Spar 3") + ' ?x :madeAt/rdfs:label "Brno Plant"@en .',
    ),
]


@pytest.mark.parametrize(("question", "where"), ANOTHER)
def test_a_comparison_with_another_thing_compares_its_own_value(
    company: Company, question: str, where: str
) -> None:
    assert company.rows(question) == company.found(where)


SHARED = [
    (
        "Which employees work in the same department as Aino Kettunen?",
        f"{EMPLOYEE} {AINO} ; :worksIn ?d . ?x :worksIn ?d . FILTER(?x != ?y)",
    ),
    (
        "Welche Mitarbeiter arbeiten in derselben Abteilung wie Aino Kettunen?",
        f"{EMPLOYEE} {AINO} ; :worksIn ?d . ?x :worksIn ?d . FILTER(?x != ?y)",
    ),
    (
        "Which customers are in the same country as Kessler Feinmechanik GmbH?",
        f"{KESSLER} ; :hasAddress/:inCountry ?c . ?x :customerNumber ?n ; :hasAddress/:inCountry ?c .",
    ),
    (
        "Which products have the same warranty as the Gale 400?",
        '?y rdfs:label "Gale 400" ; :warranty ?w . ?x :warranty ?w . FILTER(?x != ?y)',
    ),
    (
        "Which employees have the same manager as Aino Kettunen?",
        f"{AINO} ; :reportsTo ?m . ?x :reportsTo ?m . FILTER(?x != ?y)",
    ),
]


@pytest.mark.parametrize(("question", "where"), SHARED)
def test_what_shares_something_with_a_thing_is_found_without_the_thing_itself(
    company: Company, question: str, where: str
) -> None:
    assert company.rows(question) == company.found(where)


OWN = [
    (
        "Which employees were hired before their own manager?",
        "?x :joinedOn ?a ; :reportsTo/:joinedOn ?b . FILTER(?a < ?b)",
    ),
    (
        "Welche Mitarbeiter wurden vor ihrem Vorgesetzten eingestellt?",
        "?x :joinedOn ?a ; :reportsTo/:joinedOn ?b . FILTER(?a < ?b)",
    ),
    (
        "Which products have an export price higher than their list price?",
        "?x :exportPrice/:amount ?a ; :listPrice/:amount ?b . FILTER(?a > ?b)",
    ),
]


@pytest.mark.parametrize(("question", "where"), OWN)
def test_a_thing_is_compared_with_what_is_its_own(company: Company, question: str, where: str) -> None:
    assert company.rows(question) == company.found(where)


AVERAGE_PRICE = "{ SELECT (AVG(?p) AS ?m) WHERE { ?y :listPrice/:amount ?p } } ?x :listPrice/:amount ?a ."
AVERAGE_WEIGHT = "{ SELECT (AVG(?p) AS ?m) WHERE { ?y :weight ?p } } ?x :weight ?a ."
AVERAGE_HOURS = (
    "{ SELECT ?d (AVG(?p) AS ?m) WHERE { ?y :worksIn ?d ; :weeklyHours ?p } GROUP BY ?d } "
    "?x :worksIn ?d ; :weeklyHours ?a ."
)
MANY = [
    ("Which products cost more than the average?", f"{AVERAGE_PRICE} FILTER(?a > ?m)"),
    ("Welche Produkte kosten mehr als der Durchschnitt?", f"{AVERAGE_PRICE} FILTER(?a > ?m)"),
    ("Welche Produkte sind überdurchschnittlich teuer?", f"{AVERAGE_PRICE} FILTER(?a > ?m)"),
    ("Which products are twice as expensive as the average?", f"{AVERAGE_PRICE} FILTER(?a >= 2 * ?m)"),
    ("Which products have an above average weight?", f"{AVERAGE_WEIGHT} FILTER(?a > ?m)"),
    (
        "Which products are 10 percent above the average weight?",
        f"{AVERAGE_WEIGHT} FILTER(?a >= 110 * ?m / 100)",
    ),
    (
        "Which products are heavier than the average weight of masts?",
        "{ SELECT (AVG(?p) AS ?m) WHERE { ?y a :Mast ; :weight ?p } } ?x :weight ?a . FILTER(?a > ?m)",
    ),
    (
        "Which products are heavier than all masts?",
        "?x :weight ?a . FILTER NOT EXISTS { ?y a :Mast ; :weight ?b . FILTER(?b >= ?a) }",
    ),
    (
        "Which employees have more weekly hours than the average of their department?",
        f"{AVERAGE_HOURS} FILTER(?a > ?m)",
    ),
]


@pytest.mark.parametrize(("question", "where"), MANY)
def test_a_thing_is_compared_with_what_many_come_to(company: Company, question: str, where: str) -> None:
    assert company.rows(question) == company.found(where)


@pytest.mark.parametrize(
    "question",
    ["Which products are heavier than the median?", "Welche Produkte sind schwerer als der Median?"],
)
def test_more_than_the_median_is_more_than_the_value_in_the_middle(company: Company, question: str) -> None:
    weights = sorted(company.found("?x :weight ?w", "?x ?w"), key=lambda row: float(row[1]))
    values, half = [float(w) for _, w in weights], len(weights) // 2
    median = values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2
    assert company.rows(question) == {(x,) for x, w in weights if float(w) > median}


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("top 10 percent of products by price", 0.1),
        ("the most expensive 5 % of products", 0.05),
        ("Die teuersten 10 Prozent der Produkte", 0.1),
        ("Which products are in the upper quartile by price?", 0.25),
        ("oberes Quartil der Produkte nach Preis", 0.25),
    ],
)
def test_a_part_of_an_order_is_what_fewer_than_that_part_lie_above(
    company: Company, question: str, part: float
) -> None:
    prices = {x: float(a) for x, a in company.found("?x :listPrice/:amount ?a", "?x ?a")}
    expected = {(x,) for x, a in prices.items() if sum(b > a for b in prices.values()) < part * len(prices)}
    assert company.rows(question) == expected


SHARES = [
    ("What percentage of products are discontinued?", "?x :productNumber ?n", "?x :discontinuedOn ?d"),
    ("Wie viel Prozent der Produkte sind abgekündigt?", "?x :productNumber ?n", "?x :discontinuedOn ?d"),
    (
        "What share of our customers is in Germany?",
        "?x :customerNumber ?n",
        '?x :customerNumber ?n ; :hasAddress/:inCountry/rdfs:label "Germany"@en',
    ),
    ("What percentage of our customers are airports?", "?x :customerNumber ?n", "?x a :Airport"),
    (
        "What proportion of employees have no manager?",
        "?x :staffNumber ?n",
        "?x :staffNumber ?n FILTER NOT EXISTS { ?x :reportsTo ?m }",
    ),
    (
        "Wie viel Prozent der Lieferanten sind in Norwegen?",
        "?x a :Supplier",
        '?x a :Supplier ; :hasAddress/:inCountry/rdfs:label "Norway"@en',
    ),
]


@pytest.mark.parametrize(("question", "whole", "part"), SHARES)
def test_a_share_is_of_all_things_of_the_class_that_is_named(
    company: Company, question: str, whole: str, part: str
) -> None:
    share = 100 * len(company.found(part)) / len(company.found(whole))
    assert company.rows(question) == {(rounded(str(share)),)}


@pytest.mark.parametrize(
    "question",
    [
        "How much heavier is the Meridian Two than the Spar 3?",
        "Um wie viel schwerer ist die Meridian Two als der Spar 3?",
    ],
)
def test_a_difference_is_the_one_value_less_the_other(company: Company, question: str) -> None:
    where = '?x rdfs:label "Meridian Two" ; :weight ?a . ?y rdfs:label "Spar 3" ; :weight ?b .'
    assert company.rows(question) == company.found(where, "(?a - ?b AS ?d)")


@pytest.mark.parametrize(
    ("question", "chosen"),
    [
        ("Which is heavier, the Meridian Two or the Spar 3?", '?x rdfs:label "Meridian Two"'),
        ("Was ist schwerer, die Meridian Two oder der Spar 3?", '?x rdfs:label "Meridian Two"'),
        (
            "Which product is more expensive, the Aurora Pro or the Meridian Two?",
            '?x rdfs:label "Meridian Two"',
        ),
        ("Who joined earlier, Aino Kettunen or Otto Brekke?", '?x :givenName "Otto" ; :familyName "Brekke"'),
    ],
)
def test_of_two_things_the_one_is_chosen_that_has_more(company: Company, question: str, chosen: str) -> None:
    assert company.rows(question) == company.found(chosen)


@pytest.mark.parametrize(
    ("question", "holds"),
    [
        ("Is the Weir Radar Pro heavier than the Spar 3?", "false"),
        ("Does the Meridian Two weigh more than the Gale 400?", "true"),
        ("Ist die Meridian Two schwerer als der Gale 400?", "true"),
    ],
)
def test_one_thing_is_more_than_another_or_it_is_not(company: Company, question: str, holds: str) -> None:
    assert company.rows(question) == {(holds,)}


@pytest.mark.parametrize(
    "question",
    [
        "What does Aino Kettunen weigh?",
        "Was wiegt Aino Kettunen?",
        "How much does the calibration of the Weir Radar Pro cost?",
        "Which customers are heavier than the average?",
        "Which employees are older than Aino Kettunen?",
    ],
)
def test_a_value_that_a_thing_does_not_have_is_not_taken_from_something_else(
    company: Company, question: str
) -> None:
    assert company.ask(question).outcome in (Outcome.UNKNOWN, Outcome.NOT_IN_GRAPH)


@pytest.mark.parametrize(
    "question", ["which swedish customers do we have", "Welche schwedischen Kunden haben wir?"]
)
def test_the_adjective_of_a_country_restricts_the_class_behind_it(company: Company, question: str) -> None:
    where = '?x :customerNumber ?n ; :hasAddress/:inCountry/rdfs:label "Sweden"@en'
    assert company.rows(question) == company.found(where)
