"""An answer that rests on SQL says so, and where its columns come from in the graph."""

from __future__ import annotations

from hashlib import sha256

import pytest

pytest.importorskip("sqlglot")

from bot.audit.web.shown import hash_of
from bot.cards.acts import of as acts_of
from bot.cards.look import Look
from bot.cards.terminal import query_text
from bot.cards.view import SQL_SHOWN, view
from bot.cards.web import coloured
from bot.message import Message, Reply
from bot.people import People
from connectors.database.codec import answer_from_json, answer_to_json
from kgqa.asked import query_of
from kgqa.types import Answer, QueryLanguage
from tests.doubles import answers
from tests.kgqa.induced.garage import DEF, ask, block, kit


@pytest.fixture(scope="module")
def answer() -> Answer:
    asked, _ = kit(block("SELECT fuel_type, AVG(price) AS average FROM car GROUP BY fuel_type"))
    return ask(asked, "What is the average price of cars for each fuel type?")


def reply_to(answer: Answer) -> Reply:
    message = Message(
        platform="web",
        event="e1",
        tenant="local",
        channel="c",
        thread="t",
        person="p",
        text=answer.question.text,
        sent_at=answers.WHEN,
        address="",
        language="en",
    )
    return Reply(message=message, answer=answer, reference="7f3a-21")


def test_the_query_is_shown_as_sql_with_the_origin_of_each_column(answer: Answer) -> None:
    first, *lines = view(reply_to(answer)).query.split("\n")
    assert first == SQL_SHOWN
    assert lines[:3] == [
        f"-- fuel_type: <{DEF}fuel> of <{DEF}Car>",
        f"-- average: <{DEF}price> of <{DEF}Car>",
        "SELECT",
    ]


def test_what_is_shown_has_the_hash_that_was_recorded(answer: Answer) -> None:
    assert answer.query is not None
    assert hash_of(view(reply_to(answer)).query) == answer.query.sha256
    assert sha256(answer.query.text.encode()).hexdigest() == answer.query.sha256


def test_it_is_coloured_and_nothing_of_it_is_lost(answer: Answer) -> None:
    shown = view(reply_to(answer)).query
    pieces = coloured(shown)
    assert "".join(text for _, text in pieces) == shown
    assert any(colour == "keyword" for colour, text in pieces if "SELECT" in text)
    assert "SELECT" in str(query_text(shown))


def test_its_file_is_sql(answer: Answer) -> None:
    names = {file.name: file for file in view(reply_to(answer)).attachments}
    assert names["7f3a-21.sql"].media_type == "application/sql"
    assert "7f3a-21.rq" not in names


def test_it_is_not_offered_to_be_edited_since_that_is_for_sparql(answer: Answer) -> None:
    kinds = {button.kind for button in acts_of(reply_to(answer), Look(editors=People.of(("*",))))}
    assert "edit" not in kinds


def test_the_contract_for_sparql_gets_none(answer: Answer) -> None:
    assert query_of(answer) == ""


def test_the_record_brings_it_back_as_it_was(answer: Answer) -> None:
    again = answer_from_json(answer_to_json(answer))
    assert again == answer
    assert again.query is not None
    assert again.query.language is QueryLanguage.SQL


def test_a_record_from_before_there_was_sql_is_read() -> None:
    old = answer_to_json(answers.many_rows(2)).replace(',"language":"sparql","origins":[]', "")
    assert answer_from_json(old).query == answers.many_rows(2).query
