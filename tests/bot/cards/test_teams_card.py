"""The Adaptive Card says everything that a reply holds, in order, safely and within what Teams takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.buttons import Pressed, Seal
from bot.cards.look import Look
from bot.cards.teams import LIMIT, card, notice, rows_card, size
from bot.message import Message, Reply
from kgqa.types import (
    Answer,
    Cell,
    Choice,
    DisplayColumn,
    DisplayTable,
    Issue,
    Level,
    ResultTable,
    Step,
    Term,
)
from tests.doubles import answers

SEAL = Seal("secret")


def reply(answer: Answer, reference: str = "7f3a-21") -> Reply:
    message = Message(
        platform="teams",
        event="e",
        tenant="t",
        channel="c",
        thread="c",
        person="p",
        text=answer.question.text,
        sent_at=datetime(2026, 11, 20, 10, 42, tzinfo=UTC),
        address="{}",
    )
    return Reply(message=message, answer=answer, reference=reference)


def drawn(answer: Answer, look: Look | None = None) -> dict[str, Any]:
    return card(reply(answer), seal=SEAL, look=look)


def nodes(of: object) -> Iterator[dict[str, Any]]:
    """Every object of a card, in reading order."""
    if isinstance(of, dict):
        yield of
        for value in of.values():
            yield from nodes(value)
    elif isinstance(of, list):
        for value in of:
            yield from nodes(value)


def texts(of: object) -> list[str]:
    return [
        "".join(run["text"] for run in n["inlines"]) for n in nodes(of) if n.get("type") == "RichTextBlock"
    ]


def of_type(of: object, kind: str) -> list[dict[str, Any]]:
    return [node for node in nodes(of) if node.get("type") == kind]


def asking(of: object) -> list[dict[str, Any]]:
    """The buttons that ask something, without those that do something with the answer."""
    return [node for node in of_type(of, "Action.Execute") if node["verb"] == "ask"]


def test_the_answer_stands_first_then_one_line_that_opens_what_it_rests_on() -> None:
    body = drawn(answers.one_thing())["body"]
    said = texts(body)
    assert said[0] == "Ada Njoroge leads Field Engineering."
    assert said[1] == (
        "From company graph, 20 Nov 2026. "
        'Read as: the person who leads the unit named "Field Engineering". Query and steps'
    )
    assert said[2] == 'Read as: the person who leads the unit named "Field Engineering"'
    assert "record 7f3a-21" in said[-1]
    _lead, line, fold = body
    assert (fold["id"], fold["isVisible"]) == ("evidence", False)
    assert line["selectAction"]["title"] == "Query and steps"
    assert line["selectAction"]["targetElements"] == ["evidence"]


def test_the_query_is_whole_in_a_code_block_and_line_by_line_where_there_is_none() -> None:
    answer = answers.one_thing()
    assert answer.query
    (block,) = of_type(drawn(answer), "CodeBlock")
    assert block["codeSnippet"] == answer.query.text
    lines = [text.replace("\N{NO-BREAK SPACE}", " ") for text in texts(block["fallback"])]
    assert "\n".join(lines) == answer.query.text
    assert f"sha256 {answer.query.sha256}" in texts(drawn(answer))


def test_the_trace_has_its_steps_with_their_details() -> None:
    said = texts(drawn(answers.one_thing()))
    said = said[said.index("How I got there") :]
    assert said[1].startswith("1. names: 1 name found")
    assert said[2].strip() == '"Field Engineering" is the unit (exact)'


def test_a_long_list_is_a_table_that_says_how_much_it_shows() -> None:
    drawing = drawn(answers.many_rows())
    (table,) = of_type(drawing, "Table")
    assert table["firstRowAsHeaders"]
    assert len(table["rows"]) == 1 + 8
    assert texts(table["rows"][0]) == ["Product", "Price (€)", "Discontinued"]
    assert texts(table["rows"][1]) == ["Valve V000", "1,200.5", "\N{EN DASH}"]
    price = table["rows"][1]["cells"][1]["items"][0]
    assert price["horizontalAlignment"] == "Right"
    assert any(text.startswith("8 of 312 rows") for text in texts(drawing))


def test_a_button_that_counts_the_rows_says_how_many_there_are() -> None:
    drawing = drawn(answers.many_rows(83))
    assert drawing["actions"][0]["title"] == "Show all 83"
    assert not any("of 83 rows" in text for text in texts(drawing))


@pytest.mark.parametrize(("count", "rows"), [(83, 83), (312, 60)])
def test_all_rows_are_a_card_of_as_many_as_have_room(count: int, rows: int) -> None:
    drawing = rows_card(reply(answers.many_rows(count)), seal=SEAL)
    assert size(drawing) < LIMIT
    (table,) = of_type(drawing, "Table")
    assert len(table["rows"]) == 1 + rows
    assert any(f"of {count} rows" in text for text in texts(drawing)) is (rows < count)
    assert not any(action["title"].startswith("Show") for action in drawing["actions"])


def test_numbers_are_written_as_the_asker_writes_them() -> None:
    answer = answers.many_rows()
    german = replace(answer, question=replace(answer.question, language="de"))
    drawing = drawn(german, Look(language="de-DE"))
    (table,) = of_type(drawing, "Table")
    assert texts(table["rows"][1])[1] == "1.200,5"


def test_a_single_value_that_the_sentence_names_needs_no_table() -> None:
    assert of_type(drawn(answers.one_thing()), "Table") == []


def test_things_are_links_only_by_http() -> None:
    linked = drawn(answers.many_rows(), Look(link="{iri}"))
    assert {a["url"].split(":")[0] for a in of_type(linked, "Action.OpenUrl")} == {"https"}
    evil = answers.many_rows(1)
    cell = Cell(term=Term(kind="iri", value="javascript:alert(1)"), label="click")
    display = DisplayTable(columns=(DisplayColumn(title="x", kind="thing"),), rows=((cell,), (cell,)))
    assert of_type(drawn(replace(evil, display=display), Look(link="{iri}")), "Action.OpenUrl") == []


def test_each_choice_is_a_button_with_what_sets_it_apart_and_a_sealed_value() -> None:
    asks = asking(drawn(answers.clarify()))
    assert [a["title"] for a in asks] == ["Chidi Okafor · Employee, Lagos", "Nneka Okafor · Employee, Oslo"]
    for index, ask in enumerate(asks):
        assert SEAL.open(ask["data"]["button"]) == Pressed("7f3a-21", "choice", index)
        assert ask["fallback"]["type"] == "Action.Submit"
        assert ask["fallback"]["data"] == ask["data"]
    assert "Nneka" not in json.dumps([a["data"]["button"] for a in asks])


def test_what_sets_choices_apart_stands_below_them_where_a_button_would_be_too_wide() -> None:
    near, far = answers.clarify().choices
    wide = replace(far, detail="Stjørdal Plant, Quality Assurance, Deputy")
    drawing = drawn(replace(answers.clarify(), choices=(near, wide)))
    asks = asking(drawing)
    assert [a["title"] for a in asks] == ["Chidi Okafor", "Nneka Okafor"]
    assert {"Employee, Lagos", wide.detail} <= set(texts(drawing))
    assert asks[1]["data"]["words"] == f"Nneka Okafor · {wide.detail}"


def test_a_reading_too_long_for_a_button_stands_above_it_whole() -> None:
    reading = "the people that work in “Sales”, with their date of joining; the one with the earliest date"
    offered = Choice(label=reading, detail="Nikolaj Thorsen", question="?")
    drawing = drawn(replace(answers.clarify(), choices=(offered, offered)))
    assert {f"1. {reading}", f"2. {reading}"} <= set(texts(drawing))
    assert [a["title"] for a in asking(drawing)] == ["1. Nikolaj Thorsen", "2. Nikolaj Thorsen"]


def test_more_choices_than_buttons_are_counted() -> None:
    choices = tuple(Choice(label=f"Okafor {n}", detail="", question="?") for n in range(25))
    drawing = drawn(replace(answers.clarify(), choices=choices))
    assert len(asking(drawing)) == 10
    assert any(text.startswith("15 more are not shown") for text in texts(drawing))


def test_a_reply_without_a_record_has_no_buttons_since_nothing_could_be_named() -> None:
    assert of_type(card(reply(answers.clarify(), reference=""), seal=SEAL), "Action.Execute") == []


def test_what_was_put_right_in_the_query_is_told_under_how_it_was_read() -> None:
    fixed = texts(drawn(replace(answers.one_thing(), fixes=("“leads” is asked the other way round.",))))
    assert "Put right before it ran: “leads” is asked the other way round." in fixed
    assert not any("Put right" in text for text in texts(drawn(answers.one_thing())))


def test_warnings_of_the_check_are_shown() -> None:
    answer = answers.one_thing()
    assert answer.query
    warning = Issue(rule="range", message="The price is a text here.", level=Level.WARNING)
    answer = replace(answer, query=replace(answer.query, warnings=(warning,)))
    assert "The price is a text here." in texts(drawn(answer))


@pytest.mark.parametrize("answer", answers.all_outcomes(), ids=lambda a: a.outcome.value)
def test_every_outcome_is_a_card_of_version_1_5_within_the_limit(answer: Answer) -> None:
    drawing = drawn(answer)
    assert (drawing["type"], drawing["version"]) == ("AdaptiveCard", "1.5")
    assert texts(drawing)[0] == answer.text
    assert 0 < size(drawing) < LIMIT
    assert json.loads(json.dumps(drawing)) == drawing


def test_hostile_names_stay_text() -> None:
    drawing = drawn(answers.hostile())
    # Markdown is read in text blocks and facts alone, mentions need an entity: there are none of them.
    assert of_type(drawing, "TextBlock") == of_type(drawing, "FactSet") == []
    assert "entities" not in drawing["msteams"]
    assert "<" not in drawing["fallbackText"]
    assert ">" not in notice(reply(answers.hostile()))
    shown = json.dumps(drawing, ensure_ascii=False)
    assert "\u202e" not in shown
    assert "\u2066" not in shown
    assert "</at><at>Everyone</at>" in texts(drawing)
    assert "مرحبا بالعالم" in texts(drawing)


def wide(columns: int, rows: int, cell: str) -> Answer:
    value = Cell(term=Term(kind="literal", value=cell))
    display = DisplayTable(
        columns=tuple(DisplayColumn(title=f"column {n} {cell}", kind="text") for n in range(columns)),
        rows=tuple((value,) * columns for _ in range(rows)),
    )
    table = ResultTable(
        columns=tuple(f"c{n}" for n in range(columns)), rows=((value.term,) * columns,) * rows
    )
    return replace(answers.many_rows(1), display=display, table=table)


@pytest.mark.parametrize("letter", ["x", "🙂", '"'])
@pytest.mark.parametrize(("columns", "rows", "length"), [(1, 1, 40_000), (300, 25, 400), (6, 20, 40_000)])
def test_whatever_the_answer_the_card_stays_below_what_teams_takes(
    columns: int, rows: int, length: int, letter: str
) -> None:
    drawing = drawn(wide(columns, rows, letter * length))
    assert size(drawing) < LIMIT
    said = texts(drawing)
    assert any("ong values end in" in text or f"of {rows} rows" in text for text in said)
    if columns > 6:
        assert any(f"of {columns} columns" in text for text in said)
    assert of_type(drawing, "CodeBlock") or any("SELECT" in text for text in said)


@pytest.mark.slow
def test_a_hundred_thousand_rows_are_eight_and_a_count() -> None:
    drawing = drawn(answers.many_rows(100_000))
    assert size(drawing) < LIMIT
    assert any(text.startswith("8 of 100,000 rows") for text in texts(drawing))


def with_query(text: str) -> Answer:
    answer = answers.many_rows()
    assert answer.query
    return replace(answer, query=replace(answer.query, text=text))


def test_a_large_query_is_whole_and_the_rest_makes_room() -> None:
    text = "SELECT * WHERE {\n" + "\n".join(f"  ?s{n} ?p{n} ?o{n} ." for n in range(230)) + "\n}"
    drawing = drawn(with_query(text))
    assert size(drawing) < LIMIT
    blocks = [node["codeSnippet"] for node in of_type(drawing, "CodeBlock")]
    lines = "\n".join(texts(drawing)).replace("\N{NO-BREAK SPACE}", " ")
    assert text in lines or text in blocks


def test_a_query_that_no_message_can_hold_says_where_it_is() -> None:
    drawing = drawn(with_query("SELECT * WHERE { " + "?s ?p ?o . " * 9_000 + "}"))
    assert size(drawing) < LIMIT
    assert (
        "This query has 99,018 characters, too many for one message; record 7f3a-21 keeps it whole."
        in texts(drawing)
    )


def test_a_query_in_the_trace_keeps_its_lines_and_their_indentation() -> None:
    step = Step(stage="repair", summary="turned", details=("before\nASK {\n  ?a ?b ?c .\n}",))
    said = texts(drawn(replace(answers.one_thing(), trace=(step,))))
    spaces = "\N{NO-BREAK SPACE}" * 3
    lines = ["before", "ASK {", "\N{NO-BREAK SPACE}" * 2 + "?a ?b ?c .", "}"]
    assert [f"{spaces}{line}" for line in lines] == said[said.index("1. repair: turned") + 1 :][:4]


def test_a_long_trace_says_how_much_of_it_is_left_out() -> None:
    steps = tuple(Step(stage="checks", summary=f"rule {n}") for n in range(200))
    drawing = drawn(replace(answers.one_thing(), trace=steps))
    assert "140 lines are not shown; record 7f3a-21 keeps it whole." in texts(drawing)


def test_a_very_long_sentence_is_shortened_and_says_so() -> None:
    drawing = drawn(replace(answers.one_thing(), text="long " * 10_000, restatement="very " * 10_000))
    said = texts(drawing)
    assert said[0].endswith("…")
    assert "This sentence is shortened; record 7f3a-21 keeps it whole." in said
    assert "This reading is shortened; record 7f3a-21 keeps it whole." in said
    assert len(notice(reply(replace(answers.one_thing(), text="long " * 10_000)))) <= 200
