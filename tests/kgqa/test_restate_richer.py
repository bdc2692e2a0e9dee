"""Richer queries in words: calculations, groups, subqueries, comparisons; English and German side by side."""

from __future__ import annotations

import pytest

from kgqa.ontology import Ontology
from kgqa.restate import restate
from kgqa.restate.german import german_label
from kgqa.sparql import ParsedQuery, parse
from tests.kgqa.harbour import LABELS, ONTOLOGY

Row = tuple[str, str, str]  # a query, its English sentence, its German one


def said(query: str, language: str, ontology: Ontology = ONTOLOGY) -> str:
    parsed = parse(query, ONTOLOGY.prefixes)
    assert isinstance(parsed, ParsedQuery), parsed
    return restate(parsed, ontology, LABELS, language)


CALCULATIONS: list[Row] = [
    (
        "SELECT ?ship (?length - ?draft AS ?d) { ?ship a :Ship ; :length ?length ; :draft ?draft }",
        "the ships, with their length minus their draft",
        "Schiffe, jeweils mit Länge minus Tiefgang",
    ),
    (
        (
            "SELECT ?voyage (?cost + ?fee + ?fuel AS ?total) { ?voyage a :Voyage ; :cost ?cost ; :fee "
            "?fee ; :fuel ?fuel }"
        ),
        "the voyages, with their cost plus their fee plus their fuel cost",
        "Reisen, jeweils mit Kosten plus Gebühr plus Treibstoffkosten",
    ),
    (
        (
            "SELECT ?voyage ((?fee - ?cost) / ?fuel AS ?r) { ?voyage a :Voyage ; :cost ?cost ; :fee ?fee "
            "; :fuel ?fuel }"
        ),
        "the voyages, with (their fee minus their cost) divided by their fuel cost",
        "Reisen, jeweils mit (Gebühr minus Kosten) geteilt durch Treibstoffkosten",
    ),
    (
        "SELECT (?l - ?l2 AS ?d) { :nora :length ?l . :kraken :length ?l2 }",
        "the length of “Nora” minus the length of “Kraken”",
        "die Länge von „Nora“ minus die Länge von „Kraken“",
    ),
    (
        "SELECT (ABS(?l - ?l2) AS ?d) { :nora :length ?l . :kraken :length ?l2 }",
        "the difference between the length of “Nora” and the length of “Kraken”",
        "Unterschied zwischen der Länge von „Nora“ und der Länge von „Kraken“",
    ),
    (
        "SELECT ?d { :nora :length ?l . :kraken :length ?l2 . BIND(?l - ?l2 AS ?d) }",
        "the length of “Nora” minus the length of “Kraken”",
        "die Länge von „Nora“ minus die Länge von „Kraken“",
    ),
    (
        (
            "SELECT ?a ?b (?l - ?l2 AS ?d) { ?a a :Ship ; :length ?l ; :type ?t . ?b a :Ship ; :length "
            "?l2 ; :type ?t }"
        ),
        (
            "each combination of a ship that has a type and a second ship with that type, with the length"
            " of the ship minus the length of the second ship"
        ),
        (
            "jede Zusammenstellung aus einem Schiff mit einem Typ und ein zweites Schiff mit dem "
            "jeweiligen Typ, jeweils mit der Länge des Schiffs minus die Länge des zweiten Schiffs"
        ),
    ),
    (
        "SELECT ?voyage ?p { ?voyage :fee ?fee ; :cost ?cost . BIND(?fee - ?cost AS ?p) FILTER(?p > 500) }",
        ("the voyages, with their fee minus their cost, where their fee minus their cost is more than €500"),
        "Reisen, jeweils mit Gebühr minus Kosten, wobei die Gebühr minus Kosten mehr als 500 € beträgt",
    ),
    (
        "SELECT ?voyage { ?voyage :fee ?fee ; :cost ?cost } ORDER BY DESC(?fee - ?cost) LIMIT 3",
        "the 3 voyages with the highest value of the fee minus the cost",
        "die 3 Reisen mit dem höchsten Wert „Gebühr minus Kosten“",
    ),
]


@pytest.mark.parametrize(("query", "english", "german"), CALCULATIONS)
def test_a_calculation_is_said_with_a_things_own_values(query: str, english: str, german: str) -> None:
    assert (said(query, "en"), said(query, "de")) == (english, german)


GROUPS: list[Row] = [
    (
        (
            "SELECT ?type (MIN(?l) AS ?least) (MAX(?l) AS ?most) (COUNT(DISTINCT ?s) AS ?n) { ?s a :Ship "
            "; :type ?type ; :length ?l } GROUP BY ?type"
        ),
        (
            "for each type, the lowest length of ships with that type, the highest length and the number "
            "of ships"
        ),
        ("je Typ: niedrigste Länge der Schiffe mit dem jeweiligen Typ, höchste Länge und Anzahl der Schiffe"),
    ),
    (
        (
            "SELECT ?type ?company (AVG(?l) AS ?a) { ?s a :Ship ; :type ?type ; :ownedBy ?company ; "
            ":length ?l } GROUP BY ?type ?company"
        ),
        (
            "for each type and company, the average length of ships with that type that are owned by that"
            " company"
        ),
        (
            "je Typ und Eigentümer: durchschnittliche Länge der Schiffe mit dem jeweiligen Typ und mit "
            "dem jeweiligen Eigentümer"
        ),
    ),
    (
        "SELECT ?s ?name (COUNT(DISTINCT ?v) AS ?n) { ?v :ship ?s . ?s :name ?name } GROUP BY ?s ?name",
        "for each ship and its name, the number of voyages with that ship",
        "je Schiff und Name: Anzahl der Reisen mit dem jeweiligen Schiff",
    ),
    (
        (
            "SELECT ?to (SUM(?cost + ?fee + ?fuel) AS ?t) { ?v a :Voyage ; :to ?to ; :cost ?cost ; :fee "
            "?fee ; :fuel ?fuel } GROUP BY ?to"
        ),
        (
            "for each destination, the total of the cost plus the fee plus the fuel cost, over voyages "
            "with that destination"
        ),
        (
            "je Zielhafen: Summe von Kosten plus Gebühr plus Treibstoffkosten, über Reisen mit dem "
            "jeweiligen Zielhafen"
        ),
    ),
    (
        "SELECT ?cost (SUM(?fee) / ?cost AS ?r) { ?v a :Voyage ; :cost ?cost ; :fee ?fee } GROUP BY ?cost",
        "for each cost, the total fee of voyages with that cost, divided by that cost",
        (
            "je Kosten: gesamte Gebühr der Reisen mit den jeweiligen Kosten, geteilt durch die "
            "jeweiligen Kosten"
        ),
    ),
    (
        (
            "SELECT ?to (SUM(?fee) / COUNT(DISTINCT ?v) AS ?size) { ?v a :Voyage ; :to ?to ; :fee ?fee } "
            "GROUP BY ?to"
        ),
        (
            "for each destination, the total fee of voyages with that destination, divided by the number "
            "of voyages"
        ),
        (
            "je Zielhafen: gesamte Gebühr der Reisen mit dem jeweiligen Zielhafen, geteilt durch "
            "Anzahl der Reisen"
        ),
    ),
    (
        "SELECT ?s (COUNT(DISTINCT ?v) AS ?n) { ?s a :Ship . OPTIONAL { ?v :ship ?s } } GROUP BY ?s",
        "for each ship, also those without any, the number of voyages with that ship",
        "je Schiff (auch ohne solche): Anzahl der Reisen mit dem jeweiligen Schiff",
    ),
    (
        (
            "SELECT ?type (AVG(?l) AS ?a) { ?s :type ?type ; :length ?l . FILTER(?l < 50) } GROUP BY "
            "?type HAVING (AVG(?l) > 20)"
        ),
        (
            "for each type, the average length of ships with that type whose length is less than 50 m, "
            "only where the average length is more than 20 m"
        ),
        (
            "je Typ: durchschnittliche Länge der Schiffe mit dem jeweiligen Typ und mit einer Länge "
            "von weniger als 50 m, sofern die durchschnittliche Länge mehr als 20 m beträgt"
        ),
    ),
    (
        (
            "SELECT ?year (COUNT(DISTINCT ?v) AS ?n) { ?v a :Voyage ; :sailed ?d . BIND(YEAR(?d) AS "
            "?year) } GROUP BY ?year ORDER BY ?year"
        ),
        "for each year of the date of departure, the number of voyages; sorted by year",
        "je Jahr (Abfahrtsdatum): Anzahl der Reisen, sortiert nach Jahr",
    ),
    (
        (
            "SELECT ?month (SUM(?fee) AS ?t) { ?v :sailed ?d ; :fee ?fee . BIND(CONCAT(STR(YEAR(?d)), "
            '"-", STR(MONTH(?d))) AS ?month) } GROUP BY ?month ORDER BY ?month'
        ),
        "for each year and month of the date of departure, the total fee of voyages; sorted by month",
        "je Jahr und Monat (Abfahrtsdatum): gesamte Gebühr der Reisen, sortiert nach Monat",
    ),
]


@pytest.mark.parametrize(("query", "english", "german"), GROUPS)
def test_groups_are_said_with_all_that_is_worked_out_for_each(query: str, english: str, german: str) -> None:
    assert (said(query, "en"), said(query, "de")) == (english, german)


SUBQUERIES: list[Row] = [
    (
        (
            "SELECT ?s { { SELECT (AVG(?l2) AS ?a) { ?s2 :length ?l2 } } ?s a :Ship ; :length ?l . "
            "FILTER(?l > ?a) }"
        ),
        "the ships whose length is more than the average length of ships",
        "Schiffe, deren Länge über der durchschnittlichen Länge der Schiffe liegt",
    ),
    (
        (
            "SELECT ?s { { SELECT (MAX(?l2) AS ?m) { ?s2 :length ?l2 ; :type :tug } } ?s :length ?l ; "
            ":type :tug . FILTER(?l = ?m) }"
        ),
        (
            "the ships whose type is “Harbour tug” and whose length is the highest length of ships whose "
            "type is “Harbour tug”"
        ),
        (
            "Schiffe mit dem Typ „Harbour tug“, deren Länge die höchste Länge der Schiffe mit dem Typ "
            "„Harbour tug“ ist"
        ),
    ),
    (
        (
            "SELECT ?type ?s ?l { { SELECT ?type (MAX(?l2) AS ?m) { ?s2 a :Ship ; :type ?type ; :length "
            "?l2 } GROUP BY ?type } ?s a :Ship ; :type ?type ; :length ?l . FILTER(?l = ?m) }"
        ),
        (
            "the ships whose length is the highest length of ships with the same type, with their type "
            "and length"
        ),
        (
            "Schiffe, deren Länge die höchste Länge der Schiffe mit demselben Typ ist, jeweils mit "
            "ihrem Typ und ihrer Länge"
        ),
    ),
    (
        (
            "SELECT (AVG(?t) AS ?a) { { SELECT ?s (SUM(?fee) AS ?t) { ?v :ship ?s ; :fee ?fee } GROUP BY "
            "?s } }"
        ),
        "the average total fee per ship",
        "durchschnittliche gesamte Gebühr je Schiff",
    ),
    (
        (
            "SELECT (AVG(?n) AS ?a) { { SELECT ?s (COUNT(DISTINCT ?v) AS ?n) { ?s :type :tug . ?v :ship "
            "?s } GROUP BY ?s } }"
        ),
        "the average, over each ship whose type is “Harbour tug”, of the number of voyages with that ship",
        (
            "durchschnittliche Anzahl der Reisen mit dem jeweiligen Schiff, je Schiff mit dem Typ "
            "„Harbour tug“"
        ),
    ),
    (
        (
            "SELECT (COUNT(?s) AS ?c) { { SELECT ?s { ?v :ship ?s } GROUP BY ?s HAVING (COUNT(DISTINCT "
            "?v) > 3) } }"
        ),
        "the number of ships that are ships of more than 3 voyages",
        "Anzahl der Schiffe, die Schiffe von mehr als 3 Reisen sind",
    ),
    (
        "SELECT ?s { { SELECT ?s (COUNT(DISTINCT ?v) AS ?n) { ?v :ship ?s } GROUP BY ?s } FILTER(?n > 3) }",
        "the ships that are ships of more than 3 voyages",
        "Schiffe, die Schiffe von mehr als 3 Reisen sind",
    ),
    (
        (
            "SELECT (100 * ?some / ?all AS ?p) { { SELECT (COUNT(DISTINCT ?s) AS ?some) { ?s :type :tug }"
            " } { SELECT (COUNT(DISTINCT ?s2) AS ?all) { ?s2 a :Ship } } }"
        ),
        "the number of ships whose type is “Harbour tug”, as a percentage of the number of ships",
        "Anzahl der Schiffe mit dem Typ „Harbour tug“ im Verhältnis zur Anzahl der Schiffe in Prozent",
    ),
    (
        (
            "SELECT ?type (100 * ?some / ?all AS ?p) { { SELECT ?type (COUNT(DISTINCT ?s) AS ?some) { ?s "
            "a :Tug ; :type ?type } GROUP BY ?type } { SELECT ?type (COUNT(DISTINCT ?s2) AS ?all) { ?s2 a"
            " :Ship ; :type ?type } GROUP BY ?type } }"
        ),
        (
            "for each type, the number of tugs with that type, as a percentage of the number of ships "
            "with that type"
        ),
        (
            "je Typ: Anzahl der Schlepper mit dem jeweiligen Typ im Verhältnis zur Anzahl der Schiffe "
            "mit dem jeweiligen Typ in Prozent"
        ),
    ),
    (
        (
            "SELECT ?captain { { SELECT ?s { ?s a :Ship ; :length ?l } ORDER BY DESC(?l) LIMIT 1 } ?s "
            ":captain ?captain }"
        ),
        "the captains of the ship with the highest length",
        "Kapitäne des Schiffs mit der höchsten Länge",
    ),
    (
        (
            "SELECT (COUNT(DISTINCT ?v) AS ?n) { { SELECT ?s { ?s a :Tug ; :length ?l ; :captain ?c } "
            "ORDER BY ?l LIMIT 3 } ?v a :Voyage ; :ship ?s }"
        ),
        (
            "the number of voyages whose ship is one of the 3 tugs with the lowest length among "
            "tugs that have a captain"
        ),
        (
            "Anzahl der Reisen mit dem Schiff aus: die 3 Schlepper mit der niedrigsten Länge unter: "
            "Schlepper mit einem Kapitän"
        ),
    ),
    (
        (
            "SELECT ?to (SUM(?fee) AS ?t) { { SELECT DISTINCT ?to ?v ?fee { ?v :to ?to ; :ship ?s ; :fee "
            "?fee . ?s a :Tug } } } GROUP BY ?to"
        ),
        "for each destination, the total fee of voyages with that destination whose ship is a tug",
        (
            "je Zielhafen: gesamte Gebühr der Reisen mit dem jeweiligen Zielhafen und mit einem "
            "Schlepper als Schiff"
        ),
    ),
    (
        (
            "ASK { { SELECT (AVG(?l) AS ?a) { ?s a :Tug ; :length ?l } } { SELECT (AVG(?l) AS ?b) { ?f a "
            ":Ferry ; :length ?l } } FILTER(?a > ?b) }"
        ),
        "whether the average length of tugs is more than the average length of ferries",
        "ob die durchschnittliche Länge der Schlepper über der durchschnittlichen Länge der Fähren liegt",
    ),
]


@pytest.mark.parametrize(("query", "english", "german"), SUBQUERIES)
def test_what_a_subquery_works_out_is_said_where_it_is_used(query: str, english: str, german: str) -> None:
    assert (said(query, "en"), said(query, "de")) == (english, german)


COMPARISONS: list[Row] = [
    (
        "SELECT ?s { ?s a :Ship ; :length ?l . :kraken :length ?l2 . FILTER(?l > ?l2) }",
        "the ships whose length is more than the length of “Kraken”",
        "Schiffe, deren Länge über der Länge von „Kraken“ liegt",
    ),
    (
        "SELECT ?v { ?v a :Voyage ; :cost ?cost ; :fee ?fee . FILTER(?cost > ?fee) }",
        "the voyages whose cost is more than their fee",
        "Reisen, deren Kosten über ihrer Gebühr liegen",
    ),
    (
        "SELECT ?c { ?c a :Captain ; :hired ?h ; :mentor ?m . ?m :hired ?h2 . FILTER(?h < ?h2) }",
        "the captains whose date of hiring is before the date of hiring of their mentor",
        "Kapitäne, deren Einstellungsdatum vor dem Einstellungsdatum ihres Mentors liegt",
    ),
    (
        (
            "SELECT ?c { ?c a :Captain ; :hired ?h ; :reportsTo ?m . ?m a :Captain ; :hired ?h2 . "
            "FILTER(?h < ?h2) }"
        ),
        "the captains whose date of hiring is before the date of hiring of the captain that they report to",
        (
            "Kapitäne, deren Einstellungsdatum vor dem Einstellungsdatum des Kapitäns liegt, an "
            "den sie berichten"
        ),
    ),
    (
        "SELECT ?s { ?s a :Ship ; :captain ?c . :nora :captain ?c . FILTER(?s != :nora) }",
        "the ships with the same captain as “Nora” that are not “Nora”",
        "Schiffe mit demselben Kapitän wie „Nora“, die nicht „Nora“ sind",
    ),
    (
        (
            "SELECT ?s { ?s a :Ship ; :length ?l . FILTER NOT EXISTS { ?s2 a :Ship ; :length ?l2 . "
            "FILTER(?l2 > ?l) } }"
        ),
        "the ships for which there is no ship whose length is more than their length",
        "Schiffe, zu denen es kein Schiff, dessen Länge über ihrer Länge liegt, gibt",
    ),
    (
        (
            "SELECT ?s { ?s a :Ship ; :length ?l . ?s2 a :Ship ; :length ?l2 . FILTER(?l2 > ?l) } GROUP "
            "BY ?s HAVING (COUNT(DISTINCT ?s2) < 3)"
        ),
        (
            "the ships, only where the number of second ships whose length is more than the length of the"
            " ship is less than 3"
        ),
        (
            "Schiffe, sofern die Anzahl der zweiten Schiffe, deren Länge über der Länge des Schiffs "
            "liegt, weniger als 3 beträgt"
        ),
    ),
    (
        "ASK { :nora :length ?l . :kraken :length ?l2 . FILTER(?l > ?l2) }",
        "whether the length of “Nora” is more than the length of “Kraken”",
        "ob die Länge von „Nora“ über der Länge von „Kraken“ liegt",
    ),
]


@pytest.mark.parametrize(("query", "english", "german"), COMPARISONS)
def test_a_value_is_compared_with_another_things_value(query: str, english: str, german: str) -> None:
    assert (said(query, "en"), said(query, "de")) == (english, german)


CONDITIONS: list[Row] = [
    (
        "SELECT ?s { ?s a :Ship ; :lowest ?t . FILTER(?t > -40) }",
        "the ships whose lowest temperature is more than -40 °C",
        "Schiffe mit einer niedrigsten Temperatur von mehr als -40 °C",
    ),
    (
        "SELECT ?c { ?c a :Captain ; :hours ?h . FILTER(?h < 25) }",
        "the captains whose weekly hours are less than 25 hours",
        "Kapitäne mit Wochenstunden von weniger als 25 Stunden",
    ),
    (
        'SELECT ?s { ?s a :Ship ; :name ?n . FILTER(CONTAINS(LCASE(STR(?n)), LCASE("sea"))) }',
        "the ships whose name contains “sea”",
        "Schiffe, deren Name „sea“ enthält",
    ),
    (
        'SELECT ?s { ?s a :Ship ; :name ?n . FILTER(STRSTARTS(LCASE(STR(?n)), LCASE("sea"))) }',
        "the ships whose name starts with “sea”",
        "Schiffe, deren Name mit „sea“ beginnt",
    ),
    (
        "SELECT ?s { ?s a :Ship ; :type ?t . FILTER(?t IN (:tug, :ferry)) }",
        "the ships whose type is “Harbour tug” or “ferry”",
        "Schiffe, deren Typ „Harbour tug“ oder „ferry“ ist",
    ),
    (
        "SELECT ?s { ?s a :Ship . FILTER(?s NOT IN (:nora, :kraken)) }",
        "the ships that are neither “Nora” nor “Kraken”",
        "Schiffe, die weder „Nora“ noch „Kraken“ sind",
    ),
    (
        "SELECT ?s { VALUES ?class { :Tug :Ferry } ?s a ?class ; :length ?l . FILTER(?l > 20) }",
        "the tugs or ferries whose length is more than 20 m",
        "Schlepper oder Fähren mit einer Länge von mehr als 20 m",
    ),
    (
        "SELECT ?v { ?v a :Voyage ; :sailed ?d . FILTER(MONTH(?d) = 3 && YEAR(?d) = 2024) }",
        "the voyages whose date of departure is in March and in 2024",
        "Reisen mit einem Abfahrtsdatum im März und im Jahr 2024",
    ),
    (
        (
            "SELECT ?s { ?s a :Ship . FILTER NOT EXISTS { ?v :ship ?s . ?v :sailed ?d . FILTER(?d >= "
            '"2024-01-01"^^xsd:date) } }'
        ),
        "the ships that are not the ship of any voyage whose date of departure is on or after 1 January 2024",
        (
            "Schiffe, die bei keiner Reise mit einem Abfahrtsdatum ab dem 1. Januar 2024 als Schiff "
            "angegeben sind"
        ),
    ),
    (
        "SELECT ?s { ?s a :Ship MINUS { ?s :captain ?c ; :length ?l . FILTER(?l > 10) } }",
        "the ships except those that have a captain and whose length is more than 10 m",
        "Schiffe, ausgenommen solche mit einem Kapitän und mit einer Länge von mehr als 10 m",
    ),
    (
        "SELECT ?p { ?p a :Port . FILTER NOT EXISTS { ?s a :Tug ; :visits ?p } }",
        "the ports that no tug visits",
        "Häfen, die bei keinem Schlepper als „besucht“ angegeben sind",
    ),
    (
        "SELECT ?company { ?s a :Ship ; :ownedBy ?company ; :length ?l . FILTER(?l > 100) }",
        "the companies for which there is a ship that is owned by them and whose length is more than 100 m",
        "Eigentümer der Schiffe mit einer Länge von mehr als 100 m",
    ),
    (
        (
            "SELECT ?c ?email ?phone { ?c a :Captain . OPTIONAL { ?c :email ?email } OPTIONAL { ?c :phone"
            " ?phone } }"
        ),
        "the captains, with their e-mail address and phone number where known",
        "Kapitäne, jeweils mit ihrer E-Mail-Adresse und ihrer Telefonnummer, soweit bekannt",
    ),
    (
        "SELECT ?c ?salary ?email { ?c a :Captain ; :salary ?salary . OPTIONAL { ?c :email ?email } }",
        "the captains, with their salary and, where known, their e-mail address",
        "Kapitäne, jeweils mit ihrem Gehalt sowie mit ihrer E-Mail-Adresse, soweit bekannt",
    ),
]


@pytest.mark.parametrize(("query", "english", "german"), CONDITIONS)
def test_conditions_follow_each_other_in_good_order(query: str, english: str, german: str) -> None:
    assert (said(query, "en"), said(query, "de")) == (english, german)


ROWS = [*CALCULATIONS, *GROUPS, *SUBQUERIES, *COMPARISONS, *CONDITIONS]


@pytest.mark.parametrize("query", [row[0] for row in ROWS])
def test_without_an_ontology_there_is_a_sentence_all_the_same(query: str) -> None:
    for language in ("en", "de"):
        sentence = said(query, language, Ontology())
        assert sentence
        assert "None" not in sentence
        assert "{" not in sentence


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (IF(?l > 3, 1, 2) AS ?x) { ?s :length ?l }",
        "SELECT ?c (COALESCE(?e, 'none') AS ?x) { ?c a :Captain OPTIONAL { ?c :email ?e } }",
        "SELECT ?s { ?s a :Ship ; :length ?l . ?s2 a :Ship . FILTER(STRLEN(STR(?s2)) > ?l) }",
        "SELECT ?c ?e { ?c a :Captain OPTIONAL { ?c :email ?e ; :salary ?x FILTER(?x > 3) } }",
    ],
)
def test_what_has_no_words_is_owned_up_to(query: str) -> None:
    assert "see the query" in said(query, "en")
    assert "siehe Abfrage" in said(query, "de")


def test_equal_values_that_count_once_are_told() -> None:
    body = "{ ?v :to ?to ; :fee ?fee }"
    merged = f"SELECT ?to (SUM(?fee) AS ?t) {{ {{ SELECT DISTINCT ?to ?fee {body} }} }} GROUP BY ?to"
    apart = f"SELECT ?to (SUM(?fee) AS ?t) {{ {{ SELECT DISTINCT ?to ?v ?fee {body} }} }} GROUP BY ?to"
    plain = "for each destination, the total fee of voyages with that destination"
    assert said(merged, "en") == f"{plain} (equal values taken once)"
    assert said(apart, "en") == plain


def test_a_pattern_about_a_named_thing_alone_is_said_too() -> None:
    query = "SELECT ?l { :nora :length ?l . :kraken :captain ?c . ?c :salary 5 }"
    assert said(query, "en") == (
        "the lengths of “Nora”, where “Kraken” is one that has a captain whose salary is €5"
    )


def test_values_and_ranks_of_groups_are_said_in_a_note_where_they_have_no_place() -> None:
    inner = "{ SELECT ?s ?t (COUNT(DISTINCT ?v) AS ?n) { ?v :ship ?s . ?s :type ?t } GROUP BY ?s ?t }"
    assert said(f"SELECT ?t (AVG(?n) AS ?a) {{ {inner} }} GROUP BY ?t", "en") == (
        "for each type, the average of the number of voyages; "
        "here for each ship and its type, the number of voyages with that ship"
    )


def test_two_dates_that_bound_a_year_or_a_month_are_that_period() -> None:
    def between(start: str, end: str) -> str:
        dates = f"FILTER(?d >= '{start}'^^xsd:date && ?d < '{end}'^^xsd:date)"
        return said(f"SELECT ?v {{ ?v :sailed ?d . {dates} }}", "en").removeprefix("the voyages whose ")

    assert between("2024-01-01", "2025-01-01") == "date of departure is in 2024"
    assert between("2024-12-01", "2025-01-01") == "date of departure is in December 2024"
    assert between("2024-01-02", "2025-01-01") == (
        "date of departure is on or after 2 January 2024 and before 1 January 2025"
    )
    assert between("9999-01-01", "9999-02-01") == (
        "date of departure is on or after 1 January 9999 and before 1 February 9999"
    )


def test_the_upper_quarter_is_said_by_what_it_counts() -> None:
    ranked = (
        "SELECT ?s (COUNT(DISTINCT ?o) AS ?r) { ?s :length ?l . ?o a :Ship ; :length ?k . FILTER(?k <= ?l) }"
    )
    every = "SELECT (COUNT(DISTINCT ?o) AS ?all) { ?o a :Ship }"
    shares = "BIND(100 * ?r AS ?part) BIND(75 * ?all AS ?limit) FILTER(?part > ?limit)"
    query = f"SELECT ?s {{ {{ {ranked} GROUP BY ?s }} {{ {every} }} ?s a :Ship . {shares} }}"
    assert said(query, "en") == (
        "the ships, where the number of ships whose length is at most the length of that ship "
        "is more than 75% of the number of ships"
    )


@pytest.mark.parametrize(
    ("label", "kind", "text"),
    [
        ("Lieferant", "noun", "Lieferant"),
        ("hat Lieferant", "noun", "Lieferant"),
        ("niedrigste Temperatur", "noun", "niedrigste Temperatur"),
        ("besucht", "other", "besucht"),
        ("arbeitet am Standort", "verb", "arbeitet"),
        ("berichtet an", "verb", "berichtet"),
        ("verschifft an", "other", "verschifft an"),
        ("geleitet von", "phrase", "geleitet"),
    ],
)
def test_what_a_german_label_is(label: str, kind: str, text: str) -> None:
    found = german_label(label)
    assert (found.kind, found.text) == (kind, text)
