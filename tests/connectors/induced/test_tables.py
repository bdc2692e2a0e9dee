"""Tables are filled from a graph in parts, kept in a file, and only ever read."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

pytest.importorskip("sqlglot")

from connectors.induced.shelf import FILE
from connectors.induced.tables import StoredTables
from kgqa.check.conditions import Closed
from kgqa.errors import BadSetting, GraphRejected, GraphTimeout
from kgqa.induced import filling
from kgqa.ports import Tables
from kgqa.rows import same_rows
from kgqa.types import UNTOLD, CheckedQuery, GraphDescription, Limits, Origin, QueryLanguage
from tests.doubles.checked import checked
from tests.doubles.graph import SmallGraph
from tests.kgqa.induced.garage import DEF, GARAGE, ID, P, filled, rows, run, tables, terms


@pytest.fixture(scope="module")
def garage() -> Tables:
    return tables()


def as_checked(sql: str, columns: int = 1) -> CheckedQuery:
    """A query that nobody has checked, for the walls behind the check."""
    return checked(sql, language=QueryLanguage.SQL, origins=[Origin(column=str(n)) for n in range(columns)])


PAIRS = [
    ("SELECT iri, price FROM car", "SELECT ?c ?p { ?c a :Car ; :price ?p }"),
    ("SELECT iri FROM vehicle WHERE price < 50000", "SELECT ?v { ?v :price ?p FILTER(?p < 50000) }"),
    (
        "SELECT fuel_type, AVG(price) AS a FROM car GROUP BY fuel_type",
        "SELECT ?f (AVG(?p) AS ?a) { ?c a :Car ; :fuel ?f ; :price ?p } GROUP BY ?f",
    ),
    (
        "SELECT e.equipment, COUNT(*) AS n FROM car_equipment e GROUP BY e.equipment",
        "SELECT ?e (COUNT(*) AS ?n) { ?c :equipment ?e } GROUP BY ?e",
    ),
    (
        "SELECT iri, built_on, electric FROM car WHERE electric = 1",
        "SELECT ?c ?b ?e { ?c :built ?b ; :electric ?e FILTER(?e) }",
    ),
    ("SELECT SUM(length) / 3.0 AS l FROM car", "SELECT (SUM(?l) / 3.0 AS ?t) { ?c a :Car ; :length ?l }"),
]


@pytest.mark.parametrize(("sql", "sparql"), PAIRS)
def test_sql_finds_what_sparql_finds_things_as_their_iris(garage: Tables, sql: str, sparql: str) -> None:
    theirs = asyncio.run(SmallGraph(GARAGE).run(checked(P + sparql), Limits()))
    assert theirs.rows
    assert same_rows(run(garage, sql), theirs)


def test_a_yes_or_no_is_one(garage: Tables) -> None:
    assert run(garage, "SELECT EXISTS (SELECT 1 FROM car WHERE price > 80000)").boolean is True
    assert run(garage, "SELECT NOT EXISTS (SELECT 1 FROM car WHERE price > 80000)").boolean is False


def test_values_that_do_not_fit_are_kept_aside_and_counted(tmp_path: Path) -> None:
    data = "".join(f"<urn:{n}> a <urn:T> ; <urn:size> {n} . " for n in range(200))
    made = tables(data + '<urn:200> a <urn:T> ; <urn:size> "large" .', folder=tmp_path)
    assert made.aside == {("t", "size"): 1}
    assert rows(made, "SELECT COUNT(*) AS n, COUNT(size) AS s FROM t") == [("201", "200")]
    with sqlite3.connect(tmp_path / FILE) as database:
        assert database.execute("SELECT key, value FROM querist_aside").fetchall() == [("urn:200", "large")]


def test_what_the_profile_took_for_one_value_and_is_several_gets_a_table_while_it_is_filled() -> None:
    # of different kinds of things, so that no kind alone shows that somebody knows two
    data = """
    <urn:k1> a <urn:Kind1> . <urn:k2> a <urn:Kind2> .
    <urn:a> a <urn:T> ; <urn:knows> <urn:k1> , <urn:k2> ; <urn:note> 1 .
    """
    known = terms(data)
    made = filled(known, Closed())
    assert sorted(rows(made, "SELECT knows FROM t_knows")) == [("urn:k1",), ("urn:k2",)]
    assert rows(made, "SELECT note FROM t") == [("1",)]


def test_parts_of_any_size_fill_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "PART", Limits(seconds=5.0, rows=2))
    assert rows(tables(), "SELECT COUNT(*) AS n FROM vehicle") == [("4",)]
    assert rows(tables(), "SELECT COUNT(*) AS n FROM car_equipment") == [("3",)]


# ── closed ───────────────────────────────────────────────────────────────────────────────────────

SECRET = f"""
@prefix : <{DEF}> . @prefix g: <{ID}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
g:proto a :Car , :Prototype ; rdfs:label "Project Falcon" ; :price 1 ; :budget 99000001 .
g:o3 a :Order ; :ordered g:proto . g:ix :margin 4711 .
"""
CLOSED = Closed(classes=frozenset((DEF + "Prototype",)), properties=frozenset((DEF + "margin",)))


def test_nothing_that_is_closed_gets_into_the_tables(tmp_path: Path) -> None:
    made = tables(GARAGE + SECRET, CLOSED, tmp_path)
    assert {"prototype"}.isdisjoint(made.schema.by_name)
    assert not made.schema.of_property(DEF + "margin")
    assert rows(made, "SELECT COUNT(*) AS n FROM car") == [("3",)]
    assert rows(made, "SELECT iri, ordered_car FROM order_ WHERE ordered_car IS NULL") == [("o3", "")]
    content = (tmp_path / FILE).read_bytes()
    for secret in (b"Falcon", b"99000001", b"4711", b"id/proto"):
        assert secret not in content


def test_the_same_is_there_for_whom_nothing_is_closed(tmp_path: Path) -> None:
    made = tables(GARAGE + SECRET, None, tmp_path)
    assert rows(made, "SELECT label FROM prototype") == [("Project Falcon",)]
    assert b"4711" in (tmp_path / FILE).read_bytes() or rows(made, "SELECT margin FROM car WHERE margin > 0")


def test_tables_that_were_filled_before_something_was_closed_are_filled_anew(tmp_path: Path) -> None:
    tables(GARAGE + SECRET, None, tmp_path)
    made = tables(GARAGE + SECRET, CLOSED, tmp_path)
    assert rows(made, "SELECT COUNT(*) AS n FROM car") == [("3",)]
    assert b"Falcon" not in (tmp_path / FILE).read_bytes()


# ── kept ─────────────────────────────────────────────────────────────────────────────────────────


def test_tables_are_filled_once_for_a_state_of_the_graph(tmp_path: Path) -> None:
    tables(folder=tmp_path)
    known = terms()
    assert isinstance(known.graph, SmallGraph)
    known.graph.queries.clear()
    assert rows(filled(known, Closed(), tmp_path), "SELECT COUNT(*) AS n FROM car") == [("3",)]
    assert known.graph.queries == []


def test_tables_of_a_graph_that_changed_are_filled_anew(tmp_path: Path) -> None:
    tables(folder=tmp_path)
    made = tables(GARAGE + f"<{ID}i4> a <{DEF}Car> .", folder=tmp_path)
    assert rows(made, "SELECT COUNT(*) AS n FROM car") == [("4",)]


def test_where_a_graph_does_not_tell_whether_it_changed_tables_are_filled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def described(_: SmallGraph, *, afresh: bool = False) -> GraphDescription:
        return GraphDescription(name="garage", fingerprint=UNTOLD)

    monkeypatch.setattr(SmallGraph, "describe", described)
    tables(folder=tmp_path)
    made = tables(GARAGE + f"<{ID}i4> a <{DEF}Car> .", folder=tmp_path)
    assert rows(made, "SELECT COUNT(*) AS n FROM car") == [("4",)]


def test_a_file_that_is_broken_is_filled_anew(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"no database")
    assert rows(tables(folder=tmp_path), "SELECT COUNT(*) AS n FROM car") == [("3",)]


def test_a_draft_that_is_not_finished_leaves_nothing(tmp_path: Path) -> None:
    known = terms()
    assert isinstance(known.graph, SmallGraph)
    known.graph.error = GraphTimeout("too slow")
    with pytest.raises(GraphTimeout):
        filled(known, Closed(), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(BadSetting, match="QUERIST_DATA"):
        tables(folder=tmp_path / "file" / "below")


# ── walls behind the check ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM car",
        "CREATE TABLE x (y)",
        "ATTACH 'x.db' AS x",
        "PRAGMA writable_schema = 1",
        "SELECT name FROM sqlite_master",
        "SELECT value FROM querist_aside",
        "SELECT load_extension('x')",
        "SELECT randomblob(1000)",
        "SELECT name FROM pragma_table_info('car')",
        "VACUUM INTO 'copy.db'",
    ],
)
def test_what_the_check_would_never_pass_is_refused_by_the_file_too(garage: Tables, sql: str) -> None:
    with pytest.raises(GraphRejected):
        asyncio.run(garage.run(as_checked(sql), Limits(seconds=5.0)))


def test_a_query_whose_time_is_over_is_stopped(garage: Tables) -> None:
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT COUNT(*) AS c FROM r"
    with pytest.raises(GraphTimeout, match="QUERIST_QUERY_SECONDS"):
        run(garage, endless, Limits(seconds=0.2))


def test_rows_and_bytes_are_bounded(garage: Tables) -> None:
    few = run(garage, "SELECT iri FROM car", Limits(seconds=5.0, rows=2))
    assert (len(few.rows), few.truncated) == (2, True)
    assert run(garage, "SELECT iri FROM car", Limits(seconds=5.0, bytes=60)).truncated


def test_sparql_is_not_asked_of_tables(garage: Tables) -> None:
    with pytest.raises(GraphRejected):
        asyncio.run(garage.run(checked("SELECT ?x { ?x ?y ?z }"), Limits()))


def test_several_ask_at_once(garage: Tables) -> None:
    assert isinstance(garage, StoredTables)

    async def together() -> int:
        query = as_checked("SELECT count(*) FROM car")
        found = await asyncio.gather(*(garage.run(query, Limits()) for _ in range(8)))
        return sum(int(t.rows[0][0].value) for t in found if t.rows[0][0])

    assert asyncio.run(together()) == 24


def test_numbers_that_are_texts_with_a_unit_can_be_added_up() -> None:
    data = "".join(f'<urn:{n}> a <urn:T> ; <urn:x:height> "1,{400 + n} mm" . ' for n in range(20))
    made = tables(data + '<urn:x> a <urn:T> ; <urn:x:height> "tall" .')
    assert rows(made, "SELECT AVG(height) AS h FROM t") == [("1409.5",)]
    assert [c.unit for c in made.schema.by_name["t"].columns] == ["", "mm"]
    assert made.aside == {("t", "height"): 1}
