"""What a reply looks like in Slack: within its limits, never silently cut, and inert."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block

from bot.buttons import Pressed, Seal
from bot.cards.look import Look
from bot.cards.slack import Card, draw, rows_card, superseded
from bot.cards.slack_acts import thread_in
from bot.cards.slack_evidence import dialog
from bot.cards.view import view
from bot.channel import Verbosity
from bot.message import Message, Reply
from bot.people import People
from kgqa.types import (
    Answer,
    Cell,
    Choice,
    DisplayColumn,
    DisplayTable,
    Outcome,
    ResultTable,
    Step,
    Suggestion,
    Term,
)
from tests.doubles import answers
from tests.doubles.slack.blocks import problems, words
from tests.doubles.slack.views import problems as view_problems

SEAL = Seal("a secret of the tests")


def reply(answer: Answer, reference: str = "7f3a-21") -> Reply:
    message = Message(
        platform="slack",
        event="Ev1",
        tenant="T1",
        channel="C1",
        thread="slack:T1:C1:1.1",
        person="UADA",
        text=answer.question.text,
        sent_at=answers.WHEN,
        address="{}",
    )
    return Reply(message=message, answer=answer, reference=reference)


def card(answer: Answer, **more: Any) -> Card:
    return draw(reply(answer), SEAL, **more)


def shown(card: Card) -> str:
    return words(list(card.blocks))


def of_type(card: Card, kind: str) -> list[dict[str, Any]]:
    return [block for block in card.blocks if block["type"] == kind]


def rows_of(columns: int, rows: int, text: str = "x") -> Answer:
    titles = tuple(DisplayColumn(title=f"Column {n}", kind="text") for n in range(columns))
    cell = Cell(term=Term(kind="literal", value=text))
    names = tuple(f"c{n}" for n in range(columns))
    table = ResultTable(columns=names, rows=((cell.term,) * columns,) * rows)
    display = DisplayTable(columns=titles, rows=tuple((cell,) * columns for _ in range(rows)))
    return replace(answers.one_thing(), text="Here they are.", table=table, display=display)


@pytest.mark.parametrize("folded", [True, False])
@pytest.mark.parametrize("answer", answers.all_outcomes(), ids=lambda a: a.outcome.value)
def test_every_outcome_is_valid_block_kit(answer: Answer, folded: bool) -> None:
    drawn = card(answer, folded=folded)
    assert problems(list(drawn.blocks), containers=folded) == []
    for block in Block.parse_all(list(drawn.blocks)):
        block.validate_json()
    assert 0 < len(drawn.text) <= 4_000


def test_the_answer_stands_first_and_one_line_says_what_it_rests_on() -> None:
    drawn = card(answers.one_thing())
    assert shown(drawn).replace("\n", "").startswith("Ada Njoroge leads Field Engineering.")
    (line,) = of_type(drawn, "container")
    assert line["title"]["text"] == "From company graph, 20 Nov 2026."
    assert line["subtitle"]["text"] == ('Read as: the person who leads the unit named "Field Engineering".')
    assert [block["type"] for block in drawn.blocks] == [
        "rich_text",
        "container",
        "context_actions",
        "actions",
    ]


def test_the_line_opens_reading_query_steps_files_record_and_hash() -> None:
    answer = answers.one_thing()
    assert answer.query
    (line,) = of_type(card(answer), "container")
    assert line["default_collapsed"]
    text = words(line["child_blocks"])
    order = [
        "Read as: the person who leads",
        answer.query.text,
        f"sha256 {answer.query.sha256}",
        "names: 1 name found\nreading: the person",
        "record 7f3a-21",
        "Get the files",
    ]
    places = [text.index(part) for part in order]
    assert places == sorted(places)


def test_a_sentence_that_says_how_the_question_was_read_is_not_followed_by_it() -> None:
    answer = replace(answers.one_thing(), text="Ada Njoroge is the person who leads it.")
    told = card(replace(answer, restatement="the person who leads it"))
    assert of_type(told, "container")[0]["subtitle"]["text"] == "Query and steps"
    other = card(replace(answer, restatement="the person whom it leads"))
    assert of_type(other, "container")[0]["subtitle"]["text"] == "Read as: the person whom it leads."


def test_what_was_put_right_in_the_query_is_told_under_how_it_was_read() -> None:
    (line,) = of_type(
        card(replace(answers.one_thing(), fixes=("“leads” is asked the other way round.",))), "container"
    )
    text = words(line["child_blocks"])
    order = ["Read as: ", "Put right before it ran: “leads” is asked the other way round.", "record 7f3a-21"]
    places = [text.index(part) for part in order]
    assert places == sorted(places)
    assert "Put right" not in shown(card(answers.one_thing()))


def test_a_slack_without_containers_opens_the_same_in_a_dialog() -> None:
    drawn = card(answers.one_thing(), folded=False)
    assert "SELECT" not in shown(drawn)
    assert "From company graph, 20 Nov 2026. Read as: the person who leads" in shown(drawn)
    assert {"evidence", "files"} <= set(kinds(drawn))
    opened = dialog(view(reply(answers.one_thing())))
    assert view_problems(opened, "modal") == []
    for part in ("SELECT", "names: 1 name found", "record 7f3a-21", "sha256 "):
        assert part in words(opened["blocks"])


def test_a_dialog_holds_a_query_of_any_length() -> None:
    text = "SELECT ?x WHERE { " + "?x ?p ?y . " * 20_000 + "}"
    opened = dialog(view(reply(replace(answers.one_thing(), query=answers.ran(text)))))
    assert view_problems(opened, "modal") == []
    told = "The first 116,000 characters of the query. “Get the files” has all of it."
    assert told in words(opened["blocks"])


def test_the_thing_that_the_sentence_names_is_bold_and_linked_and_not_repeated() -> None:
    drawn = card(answers.one_thing(), look=Look(link="{iri}"))
    first = drawn.blocks[0]["elements"][0]["elements"][0]
    assert first == {
        "type": "link",
        "url": "https://company.example/id/ada-njoroge",
        "text": "Ada Njoroge",
        "style": {"bold": True},
    }
    assert shown(drawn).count("Ada Njoroge") == 1
    assert not of_type(drawn, "table")


def test_many_rows_are_eight_with_numbers_on_the_right_and_say_how_many_there_are() -> None:
    drawn = card(answers.many_rows())
    (table,) = of_type(drawn, "table")
    assert len(table["rows"]) == 9
    assert [column["align"] for column in table["column_settings"]] == ["left", "right", "left"]
    assert "8 of 312 rows" in shown(drawn)
    assert "Show more rows" in shown(drawn)


def test_a_button_that_counts_the_rows_says_how_many_there_are() -> None:
    drawn = card(answers.many_rows(83))
    assert "Show all 83" in shown(drawn)
    assert "8 of 83" not in shown(drawn)
    assert "table" not in kinds(card(answers.many_rows(8)))


def test_all_rows_are_one_table_as_long_as_slack_takes() -> None:
    for count, rows, note in ((83, 83, ""), (312, 99, "99 of 312 rows")):
        drawn = rows_card(reply(answers.many_rows(count)))
        assert problems(list(drawn.blocks)) == []
        (table,) = of_type(drawn, "table")
        assert len(table["rows"]) == 1 + rows
        assert (note or "rows") in shown(drawn) or not note


def test_rows_of_one_column_are_a_list() -> None:
    for count in (8, 9):
        drawn = card(rows_of(1, count))
        assert not of_type(drawn, "table")
        items = drawn.blocks[1]["elements"][0]
        assert (items["type"], len(items["elements"])) == ("rich_text_list", 8)
    assert "Show all 9" in shown(drawn)


def test_rows_that_the_store_cut_are_told() -> None:
    answer = answers.many_rows()
    assert answer.table
    drawn = card(replace(answer, table=replace(answer.table, truncated=True)))
    assert "8 of the first 312 rows; the graph has more" in shown(drawn)


@pytest.mark.parametrize("all_of_them", [True, False])
@pytest.mark.parametrize(("columns", "rows"), [(2, 500), (2, 99), (20, 100), (25, 3), (3, 1)])
@pytest.mark.parametrize("length", [1, 90, 600])
def test_tables_of_any_size_fit_and_say_what_is_left_out(
    columns: int, rows: int, length: int, all_of_them: bool
) -> None:
    answer = rows_of(columns, rows, "x" * length)
    drawn = rows_card(reply(answer)) if all_of_them else card(answer)
    assert problems(list(drawn.blocks)) == []
    (table,) = of_type(drawn, "table")
    drawn_rows = len(table["rows"]) - 1
    left_out = (
        (f"{drawn_rows:,} of {rows:,} rows", f"Show all {rows}") if drawn_rows < rows else ("",),
        (f"20 of {columns} columns" if columns > 20 else "",),
        ("Long values are shortened" if length > 250 else "",),
    )
    for notes in left_out:
        assert any(note in shown(drawn) for note in notes)


def test_an_empty_value_is_a_dash() -> None:
    (table,) = of_type(card(rows_of(2, 2, "  ")), "table")
    assert table["rows"][1][0]["text"] == "\N{EN DASH}"


def test_a_clarification_shows_what_sets_the_choices_apart() -> None:
    actions = of_type(card(answers.clarify()), "actions")[0]
    first, second = actions["elements"]
    assert first["text"]["text"] == "Chidi Okafor, Employee, Lagos"
    assert SEAL.open(second["value"]) == Pressed("7f3a-21", "choice", 1)


def test_choices_too_long_for_a_button_stand_in_a_list() -> None:
    choices = tuple(
        Choice(label="Okafor", detail=f"Employee {n} of the department of long names in Lagos", question="q")
        for n in range(3)
    )
    drawn = card(replace(answers.clarify(), choices=choices))
    assert "Employee 2 of the department of long names in Lagos" in shown(drawn)
    (actions,) = of_type(drawn, "actions")
    assert [e["text"]["text"] for e in actions["elements"]] == ["1. Okafor", "2. Okafor", "3. Okafor"]
    assert actions["elements"][2]["accessibility_label"].startswith("Okafor, Employee 2 of the department")


def test_where_a_list_says_all_that_can_be_chosen_the_buttons_are_its_numbers() -> None:
    asks = ("Which component has the highest unit cost?", "How many orders are there?")
    suggestions = tuple(Suggestion(label=ask, question=ask) for ask in asks)
    drawn = card(replace(answers.nothing_found(), suggestions=suggestions))
    actions, _quiet = of_type(drawn, "actions")
    assert [e["text"]["text"] for e in actions["elements"]] == ["1", "2"]
    assert [e["accessibility_label"] for e in actions["elements"]] == list(asks)
    assert all(shown(drawn).count(ask) == 1 for ask in asks)


def test_a_name_within_another_name_is_not_the_one_that_is_bold() -> None:
    row = (answers.thing("lyon", "Lyon"), answers.thing("fr", "France"))
    columns = (DisplayColumn(title="City", kind="thing"), DisplayColumn(title="Country", kind="thing"))
    display = DisplayTable(columns=columns, rows=(row,))
    drawn = card(replace(answers.one_thing(), text="Lyon Office is in Lyon, France.", display=display))
    texts = drawn.blocks[0]["elements"][0]["elements"]
    assert [e["text"] for e in texts if "style" in e] == ["Lyon", "France"]
    assert texts[0] == {"type": "text", "text": "Lyon"}


def test_more_choices_than_slack_takes_are_told() -> None:
    choices = tuple(Choice(label=f"Okafor {n}", detail="", question="q") for n in range(40))
    drawn = card(replace(answers.clarify(), choices=choices))
    assert problems(list(drawn.blocks)) == []
    assert "15 more are possible" in shown(drawn)


def test_suggestions_are_buttons() -> None:
    actions, _quiet = of_type(card(answers.nothing_found()), "actions")
    assert actions["elements"][0]["text"]["text"] == "Show those"
    assert SEAL.open(actions["elements"][0]["value"]) == Pressed("7f3a-21", "suggestion", 0)


def kinds(card: Card) -> list[str]:
    """What can be pressed of the quiet buttons, as they stand there."""
    rows = [block["elements"] for block in card.blocks if block["type"] in ("context_actions", "actions")]
    sealed = [
        value
        for element in [element for row in rows for element in row]
        for value in (
            [element["positive_button"]["value"], element["negative_button"]["value"]]
            if element["type"] == "feedback_buttons"
            else [option["value"] for option in element["options"]]
            if element["type"] == "overflow"
            else [element["value"]]
        )
    ]
    opened = [SEAL.open(value) for value in sealed]
    return [pressed.kind for pressed in opened if pressed]


def test_what_can_be_done_with_an_answer_stands_last_thumbs_first() -> None:
    drawn = card(answers.one_thing())
    icons, row = drawn.blocks[-2:]
    assert [element["type"] for element in icons["elements"]] == ["feedback_buttons", "icon_button"]
    assert [element["text"]["text"] for element in row["elements"]] == ["Not what I meant", "Run again"]
    assert kinds(drawn) == ["up", "down", "remove", "meant", "again"]


def test_at_most_two_buttons_are_in_sight_and_the_rest_is_behind_the_dots() -> None:
    look = Look(reviewers=People.of(["UADA"]), editors=People.of(["UADA"]))
    drawn = card(charted(12), look=look)
    row = of_type(drawn, "actions")[-1]
    assert [element["text"]["text"] for element in row["elements"][:-1]] == [
        "Show all 12",
        "Not what I meant",
    ]
    assert [option["text"]["text"] for option in row["elements"][-1]["options"]] == [
        "Run again",
        "Edit the query",
        "Show as a chart",
        "Verify",
    ]


@pytest.mark.parametrize("verbosity", ["brief", "normal"])
def test_a_slack_without_icons_gets_plain_buttons_for_all_of_it(verbosity: Verbosity) -> None:
    look = Look(reviewers=People.of(["UADA"]), editors=People.of(["UADA"]))
    asked = reply(charted(12))
    asked = replace(asked, message=replace(asked.message, verbosity=verbosity))
    old, new = draw(asked, SEAL, look, folded=False), draw(asked, SEAL, look)
    assert problems(list(old.blocks), containers=False) == problems(list(new.blocks)) == []
    behind_the_line = {"evidence", "files"} if verbosity == "normal" else set()
    assert set(kinds(old)) == set(kinds(new)) | behind_the_line


def test_an_answer_for_its_asker_alone_can_be_shared_and_has_no_chart() -> None:
    private = reply(charted())
    drawn = draw(replace(private, message=replace(private.message, to_asker=True)), SEAL)
    assert "share" in kinds(drawn)
    assert "chart" not in kinds(drawn)
    assert "chart" in kinds(card(charted()))


def charted(rows: int = 5) -> Answer:
    few = answers.many_rows(rows)
    assert few.display
    display = DisplayTable(columns=few.display.columns[:2], rows=tuple(row[:2] for row in few.display.rows))
    return replace(few, display=display)


def test_the_buttons_of_a_thread_that_slack_does_not_know_carry_its_name() -> None:
    asked = reply(answers.one_thing())
    drawn = draw(replace(asked, message=replace(asked.message, thread="alone:UADA")), SEAL)
    names = [block["block_id"] for block in drawn.blocks if "actions" in block["type"]]
    (line,) = of_type(drawn, "container")
    names.append(line["child_blocks"][-1]["block_id"])
    assert len(set(names)) == 3
    assert {thread_in(name) for name in names} == {"alone:UADA"}
    assert not any("block_id" in block for block in card(answers.one_thing()).blocks)


def test_a_channel_that_wants_it_brief_has_the_line_and_buttons_for_query_and_files() -> None:
    asked = reply(answers.one_thing())
    brief = draw(replace(asked, message=replace(asked.message, verbosity="brief")), SEAL)
    assert not of_type(brief, "container")
    assert "SELECT" not in shown(brief)
    assert "From company graph, 20 Nov 2026. Read as: the person who leads" in shown(brief)
    assert {"evidence", "files"} <= set(kinds(brief))


def test_a_channel_that_wants_all_of_it_finds_query_and_steps_open() -> None:
    asked = reply(answers.one_thing())
    drawn = draw(replace(asked, message=replace(asked.message, verbosity="full")), SEAL)
    assert [fold["default_collapsed"] for fold in of_type(drawn, "container")] == [False]


def test_the_cards_own_words_are_in_the_language_of_the_question() -> None:
    german = replace(answers.many_rows(), question=replace(answers.many_rows().question, language="de"))
    text = shown(card(german))
    for part in ("Aus company graph, 20.11.2026.", "Verstanden als: ", "8 von 312 Zeilen", "Löschen"):
        assert part in text
    assert "Read as" not in text


def test_what_stands_in_the_place_of_an_answer_is_in_the_language_of_the_question() -> None:
    asked = replace(answers.question("Wer leitet <@UBOB> " + "x" * 500), language="de")
    drawn = superseded(reply(replace(answers.one_thing(), question=asked)), Look(), "")
    assert problems(list(drawn.blocks)) == []
    assert drawn.text.startswith("Die Frage wurde geändert. Die Antwort auf „Wer leitet &lt;@UBOB&gt; xxx")
    assert drawn.text.endswith("…“ steht weiter unten.")
    assert "link" not in str(drawn.blocks)


def test_a_long_query_says_where_its_end_is() -> None:
    answer = replace(
        answers.one_thing(),
        fixes=("Turned.",),
        query=answers.ran("SELECT ?x WHERE { " + "?x ?p ?y . " * 2_000 + "}"),
    )
    drawn = card(answer)
    assert problems(list(drawn.blocks)) == []
    assert "The first 11,600 characters of the query. “Get the files” has all of it." in shown(drawn)


def test_emphasis_is_bold_and_not_markup() -> None:
    drawn = card(answers.not_in_graph())
    bold = [e["text"] for e in drawn.blocks[0]["elements"][0]["elements"] if e.get("style")]
    assert bold == ["margin"]
    assert "*" not in drawn.text


def parsed_by_slack(part: Any) -> list[str]:
    """Every text in which Slack looks for markup."""
    if isinstance(part, list):
        return [text for item in part for text in parsed_by_slack(item)]
    if not isinstance(part, dict):
        return []
    if part.get("type") == "mrkdwn":
        return [part["text"]]
    return [text for value in part.values() for text in parsed_by_slack(value)]


def test_hostile_names_stay_letters() -> None:
    drawn = card(answers.hostile(), look=Look(link="{iri}"))
    assert parsed_by_slack(list(drawn.blocks)) == []  # nothing of a card is parsed at all
    assert "<!channel> & <@U123>" in shown(drawn)
    assert "<!" not in drawn.text
    assert not any(c in shown(drawn) for c in "\u202e\u2066\x07")


def test_links_lead_to_the_web_only() -> None:
    cell = Cell(term=Term(kind="iri", value="javascript:alert(1)"), label="Click")
    display = DisplayTable(columns=(DisplayColumn(title="Thing", kind="thing"),), rows=((cell,),))
    drawn = card(replace(answers.one_thing(), display=display), look=Look(link="{iri}"))
    assert "javascript" not in str(drawn.blocks)


TEXT = st.text(max_size=400)


@given(text=TEXT, restatement=TEXT, label=TEXT, query=st.text(min_size=1, max_size=400), stage=TEXT)
def test_no_text_at_all_breaks_a_card(
    text: str, restatement: str, label: str, query: str, stage: str
) -> None:
    cell = Cell(term=Term(kind="iri", value="https://x.example/1"), label=label)
    answer = replace(
        answers.one_thing(),
        outcome=Outcome.CLARIFY,
        text=text,
        restatement=restatement,
        query=answers.ran(query),
        display=DisplayTable(
            columns=(DisplayColumn(title=label, kind="thing"),) * 2, rows=((cell, cell),) * 2
        ),
        choices=(Choice(label=label, detail=stage, question="q"),),
        suggestions=(Suggestion(label=label, question="q"),),
        trace=(Step(stage=stage, summary=text),),
    )
    for folded in (True, False):
        drawn = card(answer, folded=folded)
        assert problems(list(drawn.blocks)) == []
        assert "<" not in drawn.text
        assert drawn.text.strip()
