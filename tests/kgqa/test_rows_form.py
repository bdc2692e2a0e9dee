"""In what form rows are wanted: what is taken for such a wish, and what is part of a question."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kgqa.language import language
from kgqa.rows_form import meant, wanted
from kgqa.types import Outcome, Question, Turn


@pytest.mark.parametrize(
    ("code", "text", "form"),
    [
        ("en", "as a line", "line"),
        ("en", "show it as a chart", "chart"),
        ("en", "Show that as a bar chart, please", "bars"),
        ("en", "and now as a table", "table"),
        ("en", "plot it", "chart"),
        ("en", "can I see that as a graph?", "chart"),
        ("en", "stacked", "stacked"),
        ("en", "as stacked bars", "stacked"),
        ("en", "side by side", "grouped"),
        ("en", "as grouped bars please", "grouped"),
        ("en", "as shares", "shares"),
        ("en", "as a pie chart", "shares"),
        ("en", "as a histogram", "histogram"),
        ("en", "show that on a map", "map"),
        ("en", "on a map", "map"),
        ("de", "gestapelt bitte", "stacked"),
        ("de", "als gruppierte Balken", "grouped"),
        ("de", "als Anteile", "shares"),
        ("de", "als Histogramm", "histogram"),
        ("de", "zeig das auf einer Karte", "map"),
        ("de", "als Balkendiagramm", "bars"),
        ("de", "zeig das als Diagramm", "chart"),
        ("de", "Stell das als Linie dar", "line"),
        ("de", "als Tabelle bitte", "table"),
        ("en", "als Balkendiagramm", "bars"),
        ("de", "as a line", "line"),
    ],
)
def test_a_text_may_want_nothing_but_another_form(code: str, text: str, form: str) -> None:
    assert wanted(text, language(code)) == ("", form)


@pytest.mark.parametrize(
    ("code", "text", "rest", "form"),
    [
        ("en", "revenue per year as a line chart", "revenue per year", "line"),
        ("en", "a bar chart of orders per year", "orders per year", "bars"),
        ("en", "show me a chart of the orders per year", "orders per year", "chart"),
        ("en", "only the top five as a bar chart", "only the top five", "bars"),
        ("en", "revenue per month and country as a line", "revenue per month and country", "line"),
        ("en", "orders by status as shares", "orders by status", "shares"),
        ("en", "Which suppliers are in Norway? On a map", "Which suppliers are in Norway", "map"),
        ("en", "distribution of list prices", "list prices", "histogram"),
        ("de", "Umsatz pro Monat und Land als Linie", "Umsatz pro Monat und Land", "line"),
        ("de", "Verteilung der Listenpreise", "Listenpreise", "histogram"),
        (
            "de",
            "Welche Lieferanten sind in Norwegen auf einer Karte",
            "Welche Lieferanten sind in Norwegen",
            "map",
        ),
        ("de", "Umsatz pro Jahr als Liniendiagramm", "Umsatz pro Jahr", "line"),
        ("de", "ein Balkendiagramm der Bestellungen pro Jahr", "Bestellungen pro Jahr", "bars"),
    ],
)
def test_a_question_may_say_in_what_form_it_wants_its_rows(
    code: str, text: str, rest: str, form: str
) -> None:
    assert wanted(text, language(code)) == (rest, form)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("en", "Which products are sold as a line?"),
        ("en", "Show the chart of accounts"),
        ("en", "Who is in line?"),
        ("en", "Which charts are there?"),
        ("en", "chart of the year"),
        ("de", "Welche Bauteile sind als Säulen verfügbar?"),
        ("de", "Welche Linie führt nach Bergen?"),
        ("en", ""),
    ],
)
def test_names_of_the_graph_are_no_form(code: str, text: str) -> None:
    assert wanted(text, language(code)) == (text, "")


def test_what_the_graph_calls_a_distribution_is_no_form() -> None:
    text = "distribution of datasets"
    assert wanted(text, language("en"), lambda name: name == "distribution") == (text, "")


FIRST = Turn(question="Revenue per year", outcome=Outcome.ANSWERED, text="…", sparql="SELECT …")
ASKED = Question(text="as a table", asked_at=datetime(2026, 11, 23, tzinfo=UTC))


def test_the_last_question_is_asked_once_more_however_often_its_form_was_changed() -> None:
    thread = (FIRST, replace(FIRST, question="as a line"), replace(FIRST, question="as bars"))
    question, form, last = meant(replace(ASKED, history=thread), language("en"))
    assert (question.text, question.history, form, last) == ("Revenue per year", (), "table", FIRST)


def test_where_there_is_nothing_to_show_in_another_form_the_words_stay_a_question() -> None:
    for thread in ((), (replace(FIRST, sparql=None),)):
        asked = replace(ASKED, history=thread)
        assert meant(asked, language("en")) == (asked, "", None)
