"""A model writes SQL over the tables of a graph: it is checked, run, told, and weighed like any other way."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import pytest

pytest.importorskip("sqlglot")

from kgqa.check.conditions import Closed
from kgqa.conversation import turn_of
from kgqa.errors import ModelUnavailable
from kgqa.library.pair import Source
from kgqa.library.verified import verified
from kgqa.sparql.model import Iri, Lit
from kgqa.strategies.carried import Carried
from kgqa.strategies.oneshot import OneShot
from kgqa.strategies.tables import Settings, TablesInSql
from kgqa.strategies.tables.reply import NotKnown, Unusable, Written, reply_in
from kgqa.trace import as_json, as_markdown
from kgqa.types import Answer, Outcome, QueryEvidence, QueryLanguage, Turn
from tests.kgqa.induced.garage import DEF, GARAGE, ID, LIMITS, ask, block, kit

LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
CHEAPEST = "SELECT iri FROM car WHERE price IS NOT NULL ORDER BY price LIMIT 1"


def things(answer: Answer) -> list[tuple[str, ...]]:
    rows = answer.table.rows if answer.table else ()
    return [tuple("" if t is None else t.value.removeprefix(ID) for t in row) for row in rows]


def test_an_answer_over_tables_shows_things_by_their_names() -> None:
    asked, _ = kit(block(CHEAPEST))
    answer = ask(asked, "Which car has the lowest price?")
    assert answer.outcome is Outcome.ANSWERED
    assert things(answer) == [("z4",)]
    assert answer.text == "Car: Z4."
    assert answer.display is not None
    assert answer.display.rows[0][0].label == "Z4"
    assert answer.strategy == "tables"


def test_the_record_keeps_the_sql_and_where_its_columns_come_from() -> None:
    asked, _ = kit(block("SELECT fuel_type, AVG(price) AS average FROM car GROUP BY fuel_type"))
    answer = ask(asked, "What is the average price of cars for each fuel type?")
    assert isinstance(answer.evidence[0], QueryEvidence)
    assert answer.evidence[0].language is QueryLanguage.SQL
    kept = as_json(answer)
    assert kept["sparql"] is None
    assert "AVG(price)" in kept["sql"]
    assert kept["origins"][1] == {
        "column": "average",
        "sources": [{"class": DEF + "Car", "property": DEF + "price"}],
    }
    told = as_markdown(answer)
    assert "```sql" in told
    assert f"average is worked out of “price (EUR)” <{DEF}price> of car" in told
    assert answer.display is not None
    assert [c.unit for c in answer.display.columns] == ["", "EUR"]


def test_it_is_restated_from_the_query() -> None:
    asked, _ = kit(
        block("SELECT COUNT(*) AS n FROM car c JOIN fuel f ON c.fuel_type = f.iri WHERE f.label = 'Diesel'")
    )
    answer = ask(asked, "How many diesel cars are there?")
    assert answer.restatement == "the number of “car”, of “car” and “fuel”, where “label” is “Diesel”"
    assert things(answer) == [("2",)]


def test_a_question_for_yes_or_no_is_answered_so() -> None:
    asked, _ = kit(block("SELECT EXISTS (SELECT 1 FROM car WHERE price > 80000) AS yes"))
    answer = ask(asked, "Is there a car with a price of over 80000?")
    assert answer.table is not None
    assert answer.table.boolean is True
    assert answer.text == "Yes."


def test_what_the_check_refuses_is_said_to_the_model_which_writes_it_anew() -> None:
    asked, model = kit(block("SELECT iri FROM car ORDER BY prize LIMIT 1"), block(CHEAPEST))
    answer = ask(asked, "Which car has the lowest price?")
    assert things(answer) == [("z4",)]
    assert "The graph has no property “prize”. The nearest is “price”." in model.asked[1][-1][1]


def test_a_model_that_found_nothing_sees_that_and_has_another_turn() -> None:
    empty = "SELECT iri FROM car WHERE label = 'Z-4'"
    asked, model = kit(block(empty), block("SELECT iri FROM car WHERE label LIKE 'Z%4'"))
    answer = ask(asked, "Which car is called Z 4?")
    assert things(answer) == [("z4",)]
    assert "No rows." in model.asked[1][-1][1]
    assert "label = 'Z-4'" in model.asked[1][-1][1]


def test_a_model_that_keeps_to_an_empty_result_is_believed() -> None:
    asked, model = kit(block("SELECT iri FROM car WHERE price > 900000"))
    answer = ask(asked, "Which cars have a price of over 900000?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert len(model.asked) == 2


def test_turns_are_bounded() -> None:
    asked, model = kit("I cannot say.")
    asked = replace(asked, strategies=(TablesInSql(asked.parts, Settings(turns=2)),))
    assert ask(asked, "Which car is best?").outcome is not Outcome.ANSWERED
    assert len(model.asked) == 2


def test_a_model_that_is_away_is_told_and_nothing_else_is_lost() -> None:
    asked, model = kit("")
    model._replies = (ModelUnavailable("The model cannot be reached."),)
    answer = ask(asked, "Which car has the lowest price?")
    assert "not available" in answer.text


def test_a_graph_without_tables_is_left_to_other_ways() -> None:
    asked, model = kit(block(CHEAPEST))
    parts = replace(asked.parts, tables=None)
    answer = ask(
        replace(asked, tables=None, strategies=(TablesInSql(parts),)), "Which car has the lowest price?"
    )
    assert answer.outcome is not Outcome.ANSWERED
    assert model.asked == []


def test_the_prompt_has_the_tables_and_what_words_mean_without_addresses() -> None:
    asked, model = kit(block("SELECT price FROM car WHERE iri = {e1}"))
    answer = ask(asked, "What is the price of iX?")
    assert things(answer) == [("84100.5",)]
    prompt = model.asked[0][1][1]
    assert "car (3 things): iri, " in prompt
    assert "price NUMBER EUR" in prompt
    assert '"iX": {e1} = "iX", in car' in prompt
    assert ID not in prompt


def test_the_prompt_says_how_many_have_a_property_and_which_few_texts_it_has() -> None:
    vans = "".join(f"<{ID}v{n}> a <{DEF}Van> ; <{DEF}paint> 'red' . " for n in range(3))
    paint = f"""{vans} <{ID}v3> a <{DEF}Van> ; <{DEF}paint> "it's blue" .
        <{ID}v4> a <{DEF}Van> ; <{DEF}paint> "it's blue" ."""
    asked, model = kit(block(CHEAPEST), turtle=GARAGE + paint)
    ask(asked, "Which car has the lowest price?")
    prompt = model.asked[0][1][1]
    assert "van (6 things)" in prompt
    assert "paint TEXT (5) ['red', 'it''s blue']" in prompt


def test_classes_of_the_same_things_are_one_table_to_a_model() -> None:
    goods = "".join(f"<{ID}{car}> a <{DEF}Product> . " for car in ("ix", "m3", "z4"))
    asked, model = kit(block(CHEAPEST), turtle=GARAGE + goods)
    ask(asked, "Which product has the lowest price?")
    prompt = model.asked[0][1][1]
    assert "car (3 things)" in prompt
    assert "product" not in prompt.partition("The question:")[0].replace('"product"', "")
    assert '"product": the table car' in prompt


def test_two_ways_that_find_the_same_make_it_surer() -> None:
    sparql = f"```sparql\nSELECT (AVG(?p) AS ?a) WHERE {{ ?c a <{DEF}Car> ; <{DEF}price> ?p }}\n```"
    sql = block("SELECT AVG(price) AS average FROM car")

    def reply(messages: tuple[tuple[str, str], ...]) -> str:
        return sql if "SQL" in messages[0][1] else sparql

    question = "What is the average price of a car?"
    asked, model = kit("")
    model._replies = (reply,)
    both = replace(asked, strategies=(OneShot(asked.parts), TablesInSql(asked.parts)), sure=2.0)
    alone = replace(asked, strategies=(TablesInSql(asked.parts),))
    together, single = ask(both, question), ask(alone, question)
    assert together.outcome is single.outcome is Outcome.ANSWERED
    assert together.confidence.value > single.confidence.value
    assert "2 ways agree" in together.confidence.reason


def test_two_ways_that_find_different_things_are_less_sure() -> None:
    sparql = f"```sparql\nSELECT (MAX(?p) AS ?a) WHERE {{ ?c a <{DEF}Car> ; <{DEF}price> ?p }}\n```"
    sql = block("SELECT MIN(price) AS lowest FROM car")

    def reply(messages: tuple[tuple[str, str], ...]) -> str:
        return sql if "SQL" in messages[0][1] else sparql

    asked, model = kit("")
    model._replies = (reply,)
    both = replace(asked, strategies=(OneShot(asked.parts), TablesInSql(asked.parts)), sure=2.0)
    answer = ask(both, "What is the price of a car?")
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.confidence.value < 0.6


# ── what it is worth ─────────────────────────────────────────────────────────────────────────────


def test_everyday_words_count_for_the_pieces_that_stand_for_them() -> None:
    sql = block("SELECT iri FROM car WHERE price < 50000")
    question = "Which cars would not tear a hole in my wallet?"
    alone, _ = kit(sql)
    told, _ = kit(f"{sql}\n- cars: FROM car\n- would not tear a hole in my wallet: price < 50000")
    assert ask(alone, question).outcome is Outcome.UNKNOWN
    answer = ask(told, question)
    assert things(answer) == [("z4",)]
    assert answer.confidence.value > 0.8


def test_a_piece_that_is_not_in_the_query_stands_for_nothing() -> None:
    sql = block("SELECT iri FROM car")
    asked, _ = kit(f"{sql}\n- cars: FROM car\n- will not ruin me: price < 50000")
    assert ask(asked, "Which cars will not ruin me?").confidence.value < 0.75


def test_a_family_by_a_part_of_its_names_is_no_name_that_was_missed() -> None:
    family = "".join(
        f"<{ID}s{n}> a <{DEF}Car> ; <{LABEL}> 'Sport {n}' ; <{DEF}price> {n}0000 . " for n in (1, 2, 3)
    )
    sql = block("SELECT AVG(price) AS average FROM car WHERE LOWER(label) LIKE '%sport%'")
    reply = f"{sql}\n- average price: AVG(price)\n- Sport: LOWER(label) LIKE '%sport%'\n- cars: FROM car"
    asked, _ = kit(reply, turtle=GARAGE + family)
    answer = ask(asked, "What is the average price of the Sport cars?")
    assert [Decimal(value) for (value,) in things(answer)] == [20_000]
    assert answer.confidence.value > 0.8


# ── the thread ───────────────────────────────────────────────────────────────────────────────────


def test_a_thread_keeps_what_was_found_and_the_sql_apart_from_sparql() -> None:
    asked, _ = kit(block(CHEAPEST))
    turn = turn_of(ask(asked, "Which car has the lowest price?"))
    assert turn.sparql is None
    assert turn.sql is not None
    assert turn.things == (ID + "z4",)


def test_what_goes_on_from_it_can_name_what_was_found() -> None:
    asked, model = kit(block("SELECT price FROM car WHERE iri = {e1}"))
    before = turn_of(ask(kit(block(CHEAPEST))[0], "Which car has the lowest price?"))
    answer = ask(asked, "And its price?", [before])
    assert '{e1} = "Z4", in car' in model.asked[-1][1][1]
    assert things(answer) == [("47300",)]


def test_who_asks_why_is_told_what_was_asked_of_the_tables() -> None:
    asked, _ = kit(block(CHEAPEST))
    before = turn_of(ask(asked, "Which car has the lowest price?"))
    answer = ask(asked, "Why?", [before])
    assert "“car”, where “price (EUR)” is known, the lowest “price (EUR)” first; 1 at most" in answer.text


def test_a_turn_over_tables_that_may_have_held_what_is_closed_now_is_not_told() -> None:
    secret = f"<{ID}p> a <{DEF}Car> , <{DEF}Prototype> ; <{DEF}price> 7 ."
    before = Turn(
        question="Which car has the lowest price?",
        outcome=Outcome.ANSWERED,
        text="Car: the secret one.",
        sql="SELECT iri FROM car ORDER BY price LIMIT 1",
        things=(ID + "p",),
    )
    closed = Closed(classes=frozenset((DEF + "Prototype",)))
    asked, model = kit(block(CHEAPEST), turtle=GARAGE + secret, closed=closed)
    ask(asked, "What is the price of iX?", [before])
    assert model.asked
    assert not any("secret one" in text for told in model.asked for _, text in told)


# ── closed ───────────────────────────────────────────────────────────────────────────────────────


def test_nothing_that_is_closed_reaches_a_model_or_an_asker() -> None:
    secret = f"""
    <{ID}falcon> a <{DEF}Prototype> , <{DEF}Car> ; <http://www.w3.org/2000/01/rdf-schema#label> "Falcon" ;
        <{DEF}price> 1 ; <{DEF}budget> 99000001 .
    <{ID}eagle> a <{DEF}Prototype> ; <{DEF}codeName> "Eagle" .
    <{ID}ix> <{DEF}margin> 4711 .
    """
    closed = Closed(classes=frozenset((DEF + "Prototype",)), properties=frozenset((DEF + "margin",)))
    asked, model = kit(
        block("SELECT code_name FROM prototype"),
        block("SELECT label, margin FROM car"),
        block("SELECT label FROM car ORDER BY price"),
        turtle=GARAGE + secret,
        closed=closed,
    )
    answer = ask(asked, "Which cars are there, by price?")
    told = json.dumps(as_json(answer)) + json.dumps(model.asked[0])
    for word in ("Falcon", "99000001", "4711"):
        assert word not in told
    for word in ("margin", "code name", "prototype"):
        assert word not in json.dumps(model.asked[0])
    assert [row[0] for row in things(answer)] == ["Z4", "M3", "iX"]


# ── other parts of the product ───────────────────────────────────────────────────────────────────


def test_it_makes_no_verified_pair_since_pairs_are_sparql() -> None:
    asked, _ = kit(block(CHEAPEST))
    answer = ask(asked, "Which car has the lowest price?")
    made = verified(answer, by="ada", at=answer.question.asked_at, source=Source.THREAD)
    assert isinstance(made, str)


PLACED: dict[str, Iri | Lit] = {
    "e1": Iri(ID + "ix"),
    "v1": Lit("O'Hara"),
    "v2": Lit("5", "http://www.w3.org/2001/XMLSchema#integer"),
}


@pytest.mark.parametrize(
    ("reply", "sql"),
    [
        ("```sql\nSELECT {e1}\n```", f"SELECT '{ID}ix'"),
        ("```\nSELECT '{e1}'\n```", f"SELECT '{ID}ix'"),
        ("SELECT iri FROM t WHERE a LIKE '%{v1}%'", "SELECT iri FROM t WHERE a LIKE '%O''Hara%'"),
        ("Here it is:\n```sql\nSELECT {v1}, {v2}\n```\nDone.", "SELECT 'O''Hara', 5"),
        ("<think>SELECT no</think>SELECT 1", "SELECT 1"),
        (
            "```sql\nSELECT 0\n```\nBetter:\n```sql\nWITH a AS (SELECT 1) SELECT 2\n```",
            "WITH a AS (SELECT 1) SELECT 2",
        ),
    ],
)
def test_sql_is_found_in_a_reply_and_its_placeholders_filled(reply: str, sql: str) -> None:
    found = reply_in(reply, PLACED)
    assert isinstance(found, Written)
    assert found.text == sql


def test_under_the_query_the_model_says_which_piece_stands_for_which_words() -> None:
    reply = (
        "```sql\nSELECT iri FROM car WHERE fuel = {e1}\n```\n"
        "- cars: FROM car\n- “electric”: `fuel = {e1}`\nDone: that is all."
    )
    found = reply_in(reply, PLACED)
    assert isinstance(found, Written)
    assert found.carried == (Carried("cars", "FROM car"), Carried("electric", "fuel = {e1}"))
    assert found.template == "SELECT iri FROM car WHERE fuel = {e1}"


def test_a_reply_that_is_none_says_why() -> None:
    assert isinstance(reply_in("I do not know.", PLACED), Unusable)
    assert isinstance(reply_in("SELECT {e7}", PLACED), Unusable)
    assert isinstance(reply_in("```sql\nSELECT", PLACED, cut=True), Unusable)
    assert reply_in("UNKNOWN: colours", PLACED) == NotKnown("colours")


def test_limits_of_the_graph_hold_for_tables_too() -> None:
    asked, _ = kit(block("SELECT iri FROM car"))
    answer = ask(replace(asked, limits=replace(LIMITS, rows=2)), "Which cars are there?")
    assert answer.table is not None
    assert (len(answer.table.rows), answer.table.truncated) == (2, True)


def test_a_word_in_several_names_is_told_with_the_tables_that_hold_them() -> None:
    coupes = "".join(f'g:c{n} a :Car ; rdfs:label "Coupé {n}" .\n' for n in range(3))
    asked, model = kit(block("SELECT label FROM car WHERE label LIKE '%Coupé%'"), turtle=GARAGE + coupes)
    ask(asked, "Which coupe models are there?")
    assert '"coupe": in the names of 3 in car, such as "Coupé 0"' in model.asked[0][-1][1]
