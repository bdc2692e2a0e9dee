"""SQL over tables is checked before it runs, and what is wrong is said as it is said of SPARQL."""

from __future__ import annotations

import pytest

pytest.importorskip("sqlglot")

from kgqa.check import Bounds, Conditions
from kgqa.check.sql import check_sql, named_in, things_in
from kgqa.induced.induce import induced
from kgqa.induced.schema import Schema
from kgqa.types import CheckedQuery, QueryLanguage
from kgqa.wording import words
from tests.kgqa.induced.garage import DEF, ID, terms


@pytest.fixture(scope="module")
def schema() -> Schema:
    return induced(terms().ontology)


def said(sql: str, schema: Schema) -> str:
    found = check_sql(sql, schema)
    return "" if isinstance(found, CheckedQuery) else str(found[0].message)


PASS = [
    "SELECT label FROM car WHERE price > 50000 AND electric",
    "SELECT c.iri FROM car c JOIN fuel f ON c.fuel_type = f.iri WHERE f.label LIKE 'Die%'",
    "SELECT f.label, AVG(c.price) AS p FROM car c JOIN fuel f ON c.fuel_type = f.iri GROUP BY f.label",
    "SELECT f.iri, f.label, COUNT(*) AS n FROM car c JOIN fuel f ON c.fuel_type = f.iri GROUP BY f.iri",
    "SELECT c.iri FROM car c WHERE c.price > (SELECT AVG(price) FROM car)",
    "SELECT c.iri FROM car c, (SELECT AVG(price) AS a FROM car) m WHERE c.price > m.a",
    "WITH e AS (SELECT car, COUNT(*) AS n FROM car_equipment GROUP BY car) SELECT MAX(n) AS most FROM e",
    "SELECT v.iri FROM vehicle v JOIN car c ON v.iri = c.iri",
    "SELECT label FROM car WHERE built_on >= '2020-01-01' AND strftime('%Y', built_on) = '2021'",
    "SELECT iri, RANK() OVER (PARTITION BY fuel_type ORDER BY price) AS place FROM car",
    "SELECT iri FROM car WHERE NOT EXISTS (SELECT * FROM car_equipment e WHERE e.car = car.iri)",
    "SELECT label FROM car UNION SELECT label FROM van",
    "SELECT label AS name FROM car UNION SELECT label FROM van UNION SELECT 'none' ORDER BY name",
    "SELECT (LOWER(label) LIKE '%x%') AS with_x, AVG(price) AS p FROM car GROUP BY LOWER(label) LIKE '%x%'",
    "SELECT CASE WHEN price > 5 THEN 'dear' ELSE 'cheap' END AS sort, COUNT(*) AS n FROM car GROUP BY sort",
    "SELECT fuel_type FROM car GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1",
    "SELECT COALESCE(price, 0) AS price FROM car;",
]
CHANGES = "This would change the graph; only questions are asked of it."
APART = (
    "Two parts of the query are not connected: every result of the one is paired with every result of the "
    "other."
)
HARM = "The query calls the function {}, which is not known to be harmless."
BUT = "{}, but here it is compared with the text “{}”."
REFUSE = {
    "": "This is not one query; only one is run at a time.",
    "SELECT 1; DROP TABLE car": "This is not one query; only one is run at a time.",
    "DROP TABLE car": CHANGES,
    "INSERT INTO car (iri) VALUES ('x')": CHANGES,
    "WITH x AS (DELETE FROM car RETURNING iri) SELECT iri FROM x": "",
    "ATTACH 'a.db' AS a": CHANGES,
    "PRAGMA table_info(car)": CHANGES,
    "VACUUM INTO 'x'": CHANGES,
    "SELEC label FRM car": "",
    "SELECT readfile('/etc/passwd')": HARM.format("readfile"),
    "SELECT load_extension('x')": HARM.format("load_extension"),
    "SELECT name FROM pragma_table_info('car')": HARM.format("pragma_table_info"),
    "SELECT sql FROM sqlite_master": "The graph has no class “sqlite_master”.",
    "SELECT label FROM main.car": HARM.format("car"),
    "SELECT label FROM cars": "The graph has no class “cars”. The nearest is “car”.",
    "SELECT prize FROM car": "The graph has no property “prize”. The nearest is “price”.",
    "SELECT c.prize FROM car c": "The graph has no property “c.prize”. The nearest is “price”.",
    "SELECT label FROM car c JOIN fuel f ON c.fuel_type = f.iri": "More than one of the tables has “label”.",
    "SELECT * FROM car": "The query shows everything that there is.",
    "SELECT label FROM car WHERE price > '50000'": BUT.format("“price (EUR)” is a number", "50000"),
    "SELECT label FROM car WHERE fuel_type = 'Diesel'": BUT.format("“fuel type” is a thing", "Diesel"),
    "SELECT label FROM car WHERE built_on > 'last year'": BUT.format("“built on” is a date", "last year"),
    "SELECT label FROM car WHERE label > 5": "“label” is a text, but here it is compared with a number.",
    "SELECT SUM(label) AS s FROM car": "“label” is a text, but here it is added up.",
    "SELECT AVG(built_on) AS s FROM car": "“built on” is a date, but here it is averaged.",
    "SELECT c.iri FROM car c JOIN fuel ON c.iri = fuel.iri": "Here one thing is said to be both “car” and",
    "SELECT iri FROM car WHERE iri IN (SELECT equipment FROM car_equipment)": "",
    "SELECT c.label FROM car c, fuel f": APART,
    "SELECT c.label FROM car c CROSS JOIN fuel f WHERE c.price > 3": APART,
    "SELECT label, MAX(price) AS p FROM car": "The query shows “label” beside totals, but does not",
    "SELECT iri FROM car LIMIT 5000000": "The query asks for 5,000,000 rows, and at most 1,000,000",
    "SELECT 1 FROM car WHERE " + "(" * 600 + "1" + ")" * 600: "",
    "SELECT '" + "x" * 30_000 + "'": "The query cannot be read at line 1, column 1.",
}


@pytest.mark.parametrize("sql", PASS)
def test_what_sql_can_rightly_ask_passes(sql: str, schema: Schema) -> None:
    found = check_sql(sql, schema)
    assert isinstance(found, CheckedQuery), found
    assert found.language is QueryLanguage.SQL
    again = check_sql(found.text, schema)
    assert isinstance(again, CheckedQuery)
    assert again.sha256 == found.sha256


@pytest.mark.parametrize("sql", REFUSE)
def test_what_is_wrong_is_refused_and_said(sql: str, schema: Schema) -> None:
    message = said(sql, schema)
    assert message
    if REFUSE[sql]:
        assert message.startswith(REFUSE[sql])


@pytest.mark.parametrize("sql", [s for s in REFUSE if REFUSE[s]])
def test_a_german_asker_reads_german(sql: str, schema: Schema) -> None:
    found = check_sql(sql, schema)
    assert not isinstance(found, CheckedQuery)
    assert words("de").issue(found[0]).message != found[0].message


def test_each_column_is_traced_to_where_it_comes_from(schema: Schema) -> None:
    found = check_sql(
        "WITH a AS (SELECT fuel_type AS f, AVG(price) AS p FROM car GROUP BY fuel_type) "
        "SELECT a.f, a.p, a.p / 1000 AS thousands, COUNT(*) AS n FROM a GROUP BY a.f, a.p",
        schema,
    )
    assert isinstance(found, CheckedQuery)
    fuel, price, scaled, count = found.origins
    assert (fuel.kind, fuel.sources) == ("THING", ((DEF + "Car", DEF + "fuel"),))
    assert (price.kind, price.unit, price.sources) == ("NUMBER", "EUR", ((DEF + "Car", DEF + "price"),))
    assert (scaled.unit, scaled.sources) == ("", price.sources)
    assert (count.kind, count.sources) == ("INTEGER", ())


def test_what_runs_is_written_from_what_was_read(schema: Schema) -> None:
    found = check_sql("select /* a remark */ label from CAR -- another\n;", schema)
    assert isinstance(found, CheckedQuery)
    assert found.text == "SELECT\n  label\nFROM CAR"


def test_the_bounds_of_an_admin_hold(schema: Schema) -> None:
    conditions = Conditions(bounds=Bounds(rows=10))
    assert not isinstance(check_sql("SELECT iri FROM car LIMIT 11", schema, conditions), CheckedQuery)


def test_what_a_query_speaks_of_is_known(schema: Schema) -> None:
    sql = f"SELECT c.iri FROM car c JOIN car_equipment e ON e.car = c.iri WHERE e.equipment = '{ID}radio'"
    iris, texts = named_in(sql, schema)
    assert {DEF + "Car", DEF + "equipment", ID + "radio"} <= iris
    assert texts == {ID + "radio"}
    assert things_in(sql) == (ID + "radio",)
