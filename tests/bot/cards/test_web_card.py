"""The page's card: plain data, every part in place, nothing lost without a word."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from bot.cards.look import Button, Look
from bot.cards.view import view
from bot.cards.web import CELL, ROWS, coloured, draw
from kgqa.types import Answer, DisplayTable
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers


def drawn(answer: Answer) -> dict[str, Any]:
    def seal(button: Button) -> str:
        return f"sealed {button.kind} {button.index}"

    return draw(view(reply_to(answer), Look(link="{iri}")), seal=seal, address="/files/{}".format)


def test_every_outcome_is_plain_data_with_its_sentence() -> None:
    for answer in answers.all_outcomes():
        card = drawn(answer)
        assert json.loads(json.dumps(card)) == card
        assert card["lead"]
        assert card["outcome"] == answer.outcome.value


def test_rows_carry_label_link_and_alignment() -> None:
    card = drawn(answers.many_rows(2))
    assert card["columns"][1] == {"title": "Price (EUR)", "align": "right"}
    assert card["rows"][1][0] == {"text": "Valve V001", "link": answers.EX + "valve-1"}
    assert card["notice"] == ""


def test_eight_rows_are_shown_at_once_and_a_button_shows_all() -> None:
    few, many = drawn(answers.many_rows(8)), drawn(answers.many_rows(9))
    assert (few["first"], few["more"]) == (8, "")
    assert (many["first"], many["more"]) == (8, "Show all 9")


def test_one_line_says_what_the_answer_rests_on_and_hides_what_it_opens() -> None:
    card = drawn(answers.one_thing())
    assert card["evidence"] == (
        'From company graph, 20 Nov 2026. Read as: the person who leads the unit named "Field Engineering".'
    )
    assert card["hash"].startswith("sha256 ")
    assert [act["kind"] for act in card["acts"]] == ["up", "down", "again", "meant", "remove"]


def test_what_rests_on_nothing_has_no_line() -> None:
    answer = replace(answers.clarify(), trace=(), query=None)
    assert drawn(answer)["evidence"] == ""


def test_more_rows_than_the_page_takes_are_in_the_csv_and_that_is_said() -> None:
    card = drawn(answers.many_rows(ROWS + 100))
    assert len(card["rows"]) == ROWS
    assert card["notice"] == "500 of 600 rows; all in the CSV"


def test_rows_that_call_for_a_chart_come_with_it_and_as_a_table() -> None:
    few = answers.many_rows(12)
    assert few.display
    display = DisplayTable(columns=few.display.columns[:2], rows=tuple(row[:2] for row in few.display.rows))
    reply = reply_to(replace(few, display=display, form_asked="bars"))
    card = draw(view(reply, Look(draws=True)), seal=str, address=str)
    assert card["chart"]["kind"] == "bars"
    assert card["chart"]["alternative"].startswith("Bar chart: Price by Product, 12 values from ")
    assert len(card["chart"]["labels"]) == len(card["rows"]) == 12
    assert "chart" not in [act["kind"] for act in card["acts"]]
    assert draw(view(reply, Look()), seal=str, address=str)["chart"] is None


def test_a_value_that_is_cut_is_said_to_be() -> None:
    card = drawn(answers.hostile())
    assert max(len(cell["text"]) for row in card["rows"] for cell in row) == CELL
    assert card["notice"] == "long values cut; all in the CSV"


def test_a_sentence_that_says_it_all_has_no_table() -> None:
    card = drawn(answers.one_thing())
    assert card["rows"] == card["columns"] == []


def test_what_was_put_right_in_the_query_is_told() -> None:
    fixed = replace(answers.one_thing(), fixes=("“leads” is asked the other way round.",))
    assert drawn(fixed)["put_right"] == "“leads” is asked the other way round."
    assert drawn(answers.one_thing())["put_right"] == ""


def test_buttons_carry_their_sealed_value() -> None:
    buttons = drawn(answers.clarify())["buttons"]
    assert [b["value"] for b in buttons] == ["sealed choice 0", "sealed choice 1"]
    assert buttons[0]["detail"] == "Employee, Lagos"


def test_the_pieces_of_a_coloured_query_are_the_query() -> None:
    for query in (
        "",
        "\n  SELECT ?n # why\nWHERE { ?n a ex:T ; <http://p> 'x' . FILTER(?n > 12.5) }\n\n",
        'not sparql at all ¿ \t "',
        "SELECT ?n WHERE { ?n ?p '```</code><script>' }",
    ):
        assert "".join(text for _, text in coloured(query)) == query


def test_words_of_a_query_have_their_colour() -> None:
    pieces = {
        text.strip(): colour for colour, text in coloured("SELECT ?n WHERE { ?n <http://p> 'x' , 12 } # c")
    }
    assert pieces["SELECT"] == "keyword"
    assert pieces["?n"] == "variable"
    assert pieces["<http://p>"] == "iri"
    assert pieces["'x'"] == "text"
    assert pieces["# c"] == "comment"


def test_files_have_a_plain_title_and_an_address() -> None:
    files = drawn(answers.many_rows(1))["files"]
    assert [f["title"] for f in files] == [
        "Query (.rq)",
        "Trace (.md)",
        "Trace (.json)",
        "Rows (.csv)",
        "Rows (.xlsx)",
    ]
    assert files[0] == {"name": "7f3a-21.rq", "title": "Query (.rq)", "address": "/files/7f3a-21.rq"}
