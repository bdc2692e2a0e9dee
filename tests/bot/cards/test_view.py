"""What every card is drawn from: finished words in the reader's locale, nothing that hides."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.beside import MAX_LINE
from bot.cards.look import Look, locale_of
from bot.cards.plain import clean, visible
from bot.cards.rows import MAX_CELL
from bot.cards.stages import stage_words, step_words
from bot.cards.values import shown_value
from bot.cards.view import view
from bot.message import Message, Reply
from bot.words import LANGUAGES
from kgqa.types import (
    Answer,
    Cell,
    Confidence,
    DisplayColumn,
    DisplayTable,
    Issue,
    Level,
    Move,
    Outcome,
    ResultTable,
    Stage,
)
from tests.doubles import answers
from tests.doubles.answers import ran


def reply_to(answer: Answer, *, language: str = "en") -> Reply:
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
        language=language,
    )
    return Reply(message=message, answer=answer, reference="7f3a-21")


def test_a_thing_is_shown_by_its_label_and_linked_only_where_links_are_set() -> None:
    reply = reply_to(answers.many_rows(2))
    assert view(reply).rows[0][0].text == "Valve V000"
    assert view(reply).rows[0][0].link == ""
    assert view(reply, Look(link="{iri}")).rows[0][0].link == answers.EX + "valve-0"
    page = view(reply, Look(link="https://browse.example/?uri={iri}")).rows[0][0].link
    assert page == "https://browse.example/?uri=https%3A%2F%2Fcompany.example%2Fid%2Fvalve-0"


def test_only_web_addresses_become_links() -> None:
    cell = answers.thing("x", "x")
    assert cell.term is not None
    script = replace(cell, term=replace(cell.term, value="javascript:alert(1)"))
    answer = answers.many_rows(1)
    assert answer.display is not None
    display = DisplayTable(columns=answer.display.columns[:1], rows=((script,),))
    shown = view(reply_to(replace(answer, display=display)), Look(link="{iri}"))
    assert shown.rows[0][0].link == ""


@pytest.mark.parametrize(("language", "price"), [("en", "1,200.5"), ("de", "1.200,5"), ("de-DE", "1.200,5")])
def test_numbers_are_written_as_the_asker_writes_them(language: str, price: str) -> None:
    answer = answers.many_rows(1)
    asked = replace(answer.question, language=language[:2])
    shown = view(reply_to(replace(answer, question=asked), language=language))
    assert shown.rows[0][1].text == price
    assert shown.columns[1].align == "right"
    assert shown.columns[1].title == "Price (€)"


def test_the_language_of_the_message_goes_before_that_of_the_deployment() -> None:
    look, answer = Look(language="de"), answers.many_rows(1)
    unknown = replace(answer, question=replace(answer.question, language=""))
    assert view(reply_to(unknown, language=""), look).rows[0][1].text == "1.200,5"
    assert view(reply_to(unknown, language="en"), look).rows[0][1].text == "1,200.5"


@pytest.mark.parametrize(
    ("value", "kind", "shown"),
    [
        ("2026-11-20", "date", "20 Nov 2026"),
        ("2026-11-20T00:00:00", "date", "20 Nov 2026"),
        ("2026-11-20T10:42:00", "date", "20 Nov 2026, 10:42:00\u202fAM"),
        ("last week", "date", "last week"),
        ("0.30000000000000004", "number", "0.3"),
        ("1e3", "number", "1,000"),
        ("NaN", "number", "NaN"),
        ("INF", "number", "INF"),
        ("many", "number", "many"),
        ("1200", "text", "1200"),
    ],
)
def test_a_value_is_shown_as_a_person_writes_it(value: str, kind: str, shown: str) -> None:
    assert shown_value(value, kind, locale_of("en")) == shown


def test_a_language_that_nobody_knows_is_read_as_english() -> None:
    for tag in ("", "xx-nonsense", "en_US.UTF-8", "-"):
        assert locale_of(tag).language == "en"


def test_what_hides_is_taken_out_of_text_and_spelled_out_in_the_query() -> None:
    assert clean("abc\u202edcb\u2066\x07\u200b") == "abcdcb"
    assert clean("a\tb\nc") == "a b\nc"
    joined = "👩\u200d💻 می\u200cخواهم"  # noqa: RUF001  # Persian, on purpose
    assert clean(joined) == joined
    assert visible("ASK { ?s ?p '\u202ex' }\n") == "ASK { ?s ?p '\\u202Ex' }\n"
    assert visible("\U000e0041") == "\\U000E0041"


@given(st.text())
def test_a_query_made_visible_can_be_read_back_to_the_same_text(text: str) -> None:
    plain = text.replace("\\", "/")
    shown = visible(plain)
    assert clean(shown.replace("\t", " ")) == shown.replace("\t", " ")
    back = shown.encode("ascii", "backslashreplace").decode("unicode-escape")
    assert back.encode("utf-16", "surrogatepass") == plain.encode("utf-16", "surrogatepass")


def test_every_outcome_has_a_lead_and_no_part_hides_anything() -> None:
    for answer in answers.all_outcomes():
        shown = view(reply_to(answer))
        assert shown.lead
        assert shown.outcome is answer.outcome
        texts = [shown.lead, shown.restatement, shown.footer, *shown.trace]
        texts += [cell.text for row in shown.rows for cell in row]
        assert all(text == clean(text) for text in texts)
        assert all(len(cell.text) <= MAX_CELL for row in shown.rows for cell in row)


def test_choices_come_before_suggestions_and_keep_their_place() -> None:
    answer = replace(answers.clarify(), suggestions=answers.nothing_found().suggestions)
    buttons = view(reply_to(answer)).buttons
    assert [(b.kind, b.index, b.label) for b in buttons] == [
        ("choice", 0, "Chidi Okafor"),
        ("choice", 1, "Nneka Okafor"),
        ("suggestion", 0, "Show those"),
    ]
    assert buttons[0].detail == "Employee, Lagos"


@pytest.mark.parametrize("answer", [answers.failed(), answers.refused()])
def test_of_a_graph_that_was_not_asked_nobody_says_that_it_was(answer: Answer) -> None:
    tried = replace(answer, trace=answers.one_thing().trace)
    assert view(reply_to(tried)).evidence == ("What I tried.",)


def test_what_was_not_used_is_said_once() -> None:
    unused = "“safety” was not used"
    doubted = Confidence(value=0.4, reason=unused)
    answer = replace(answers.one_thing(), confidence=doubted, assumed=(f"{unused}.",))
    assert [said for said in view(reply_to(answer)).evidence if "safety" in said] == [
        f"I am not sure: {unused}."
    ]


FAILED = answers.failed()
WITH_QUERY = replace(FAILED, query=answers.one_thing().query)


@pytest.mark.parametrize("answer", [FAILED, WITH_QUERY, replace(FAILED, move=Move.OURS)])
def test_what_failed_can_be_tried_again_and_is_not_offered_twice(answer: Answer) -> None:
    shown = view(reply_to(answer))
    assert [(b.label, b.kind) for b in shown.buttons] == [("Try again", "again")]
    assert [act.kind for act in shown.acts if act.kind not in ("evidence", "files")] == ["remove"]
    german = replace(answer, question=replace(answer.question, language="de"))
    assert view(reply_to(german)).buttons[0].label == "Noch einmal versuchen"


def test_what_would_fail_again_is_not_offered_again() -> None:
    too_long = replace(FAILED, move=Move.ASKER)
    unrecorded = replace(reply_to(FAILED), reference="")
    for reply in (reply_to(too_long), unrecorded, reply_to(answers.refused()), reply_to(answers.stopped())):
        assert view(reply).buttons == ()


def test_a_single_value_that_the_sentence_names_needs_no_table() -> None:
    assert not view(reply_to(answers.one_thing())).table_adds
    assert view(reply_to(answers.many_rows())).table_adds
    assert view(reply_to(replace(answers.one_thing(), text="One person does."))).table_adds
    assert not view(reply_to(answers.clarify())).table_adds


@pytest.mark.parametrize("reader", ["en", "en-GB", "de", "nb"])
@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        ("2025-06-23", "date", "23 June 2025."),
        ("2025-06-23T00:00:00", "date", "23 June 2025."),
        ("19880.5", "number", "19,880.5 kg."),
    ],
)
def test_a_value_that_the_sentence_writes_in_its_own_way_is_named_by_it(
    reader: str, value: str, kind: Literal["date", "number"], sentence: str
) -> None:
    column = DisplayColumn(title="Value", kind=kind)
    table = DisplayTable(columns=(column,), rows=((answers.literal(value),),))
    answer = replace(answers.one_thing(), display=table, text=sentence)
    assert not view(reply_to(answer), Look(language=reader)).table_adds
    assert view(reply_to(replace(answer, text=f"1{sentence} or so")), Look(language=reader)).table_adds


def test_what_was_put_right_in_the_query_is_told_in_one_short_line() -> None:
    fixed = replace(answers.one_thing(), fixes=("“leads” is asked\nthe other way round.", "\u202eMore."))
    assert view(reply_to(fixed)).put_right == "“leads” is asked the other way round. More."
    assert view(reply_to(answers.one_thing())).put_right == ""
    long = view(reply_to(replace(answers.one_thing(), fixes=("word " * 1000,)))).put_right
    assert len(long) == MAX_LINE
    assert long.endswith("…")


def test_warnings_of_the_check_are_told_with_their_hint() -> None:
    answer = answers.one_thing()
    assert answer.query is not None
    issue = Issue(rule="range", message="Prices are in EUR.", hint="Ask for USD.", level=Level.WARNING)
    warned = replace(answer, query=replace(answer.query, warnings=(issue,)))
    assert view(reply_to(warned)).warnings == ("Prices are in EUR. Ask for USD.",)


def test_the_footer_says_graph_rows_time_confidence_and_record() -> None:
    assert view(reply_to(answers.one_thing())).footer == (
        "company graph @ 7c1e5a90b2d4 · 1 row · 14 ms · sure: exact names, one reading · record 7f3a-21"
    )
    assert "312 rows · 1.2 s · fairly sure" in view(reply_to(answers.many_rows())).footer


def test_a_table_that_was_cut_says_so() -> None:
    answer = answers.many_rows(3)
    assert answer.table is not None
    cut = view(reply_to(replace(answer, table=replace(answer.table, truncated=True))))
    assert cut.more_rows
    assert "3 or more rows" in cut.footer


def test_a_yes_or_no_has_neither_rows_nor_a_count() -> None:
    answer = replace(
        answers.one_thing(), text="Yes, she does.", table=ResultTable(boolean=True), display=None
    )
    shown = view(reply_to(answer))
    assert shown.rows == ()
    assert "row" not in shown.footer


def test_steps_keep_their_details_and_say_how_long_they_took() -> None:
    steps = view(reply_to(answers.one_thing())).steps
    assert steps[0].summary == "names: 1 name found"
    assert steps[0].details == ('"Field Engineering" is the unit (exact)',)
    assert [step.duration for step in steps] == ["2 ms", "1 ms", "< 1 ms", "6 ms"]


def test_the_files_of_a_reply_are_the_query_the_trace_twice_and_the_rows() -> None:
    files = {file.name: file for file in view(reply_to(answers.many_rows(3))).attachments}
    assert set(files) == {f"7f3a-21{end}" for end in (".rq", "-trace.md", "-trace.json", ".csv", ".xlsx")}
    assert json.loads(files["7f3a-21-trace.json"].content)["rows"][0] == [answers.EX + "valve-0"]
    assert [f.name for f in view(reply_to(answers.refused())).attachments] == [
        "7f3a-21-trace.md",
        "7f3a-21-trace.json",
    ]


def test_the_csv_is_a_table_for_people_with_the_iris_last() -> None:
    (file,) = [f for f in view(reply_to(answers.many_rows(2), language="de")).attachments if "csv" in f.name]
    rows = list(csv.reader(io.StringIO(file.content)))
    assert rows == [
        ["Product", "Price (€)", "Discontinued", "Product (IRI)"],
        ["Valve V000", "1200.5", "", answers.EX + "valve-0"],  # as every program reads a number
        ["Valve V001", "1201.5", "", answers.EX + "valve-1"],
    ]


def test_a_spreadsheet_runs_nothing_that_stands_in_the_csv() -> None:
    cells = [answers.literal(v) for v in ("=1+1", "@x", "+x", "-12.5", "plain")]
    answer = replace(
        answers.many_rows(1),
        table=ResultTable(columns=("v",), rows=tuple((cell.term,) for cell in cells)),
        display=DisplayTable(
            columns=(DisplayColumn(title="V", kind="text"),), rows=tuple((cell,) for cell in cells)
        ),
    )
    file = next(f for f in view(reply_to(answer)).attachments if f.name.endswith(".csv"))
    rows = list(csv.reader(io.StringIO(file.content)))
    assert [row[0] for row in rows[1:]] == ["'=1+1", "'@x", "'+x", "-12.5", "plain"]


def test_the_query_file_is_the_query_that_ran_to_the_letter() -> None:
    answer = answers.one_thing()
    text = "SELECT ?x WHERE { ?x ?p '\u202eabc' }  \n"
    query = ran(text)
    shown = view(reply_to(replace(answer, query=query)))
    assert shown.attachments[0].content == text
    assert "\\u202E" in shown.query


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_stage_has_words_of_its_own(language: str) -> None:
    assert len({stage_words(stage, language) for stage in Stage}) == len(Stage)


def test_steps_are_called_as_the_language_of_the_question_calls_them() -> None:
    answer = answers.one_thing()
    german = replace(answer, question=replace(answer.question, language="de"))
    assert [step.summary.partition(":")[0] for step in view(reply_to(german)).steps] == [
        "Namen",
        "Deutung",
        "Prüfung",
        "Abruf",
    ]
    assert step_words("a step of tomorrow", "de") == "a step of tomorrow"


def test_every_outcome_is_tried_here() -> None:
    assert {answer.outcome for answer in answers.all_outcomes()} == set(Outcome)


def in_german(answer: Answer) -> Reply:
    return reply_to(replace(answer, question=replace(answer.question, language="de")), language="")


def test_what_is_said_beside_an_answer_is_in_the_language_of_the_question() -> None:
    assert view(in_german(answers.one_thing())).footer == (
        "company graph @ 7c1e5a90b2d4 · 1 Zeile · 14 ms · sicher: exact names, one reading · Eintrag 7f3a-21"
    )
    assert "312 Zeilen · 1,2 s · ziemlich sicher" in view(in_german(answers.many_rows())).footer
    assert "1.234 Zeilen" in view(in_german(answers.many_rows(1234))).footer
    written = view(in_german(answers.by_model())).written
    assert written == "Geschrieben mit einem Sprachmodell (little-coder-7b); vor der Ausführung geprüft."


def test_a_table_writes_numbers_as_the_sentence_above_it_does() -> None:
    shown = view(in_german(answers.many_rows(1)), Look(language="en"))
    assert shown.rows[0][1].text == "1.200,5"
    assert shown.language == "de"


def test_a_reader_of_the_same_language_has_numbers_as_in_the_own_country() -> None:
    german = in_german(answers.many_rows(1))
    swiss = replace(german, message=replace(german.message, language="de-CH"))
    assert (
        view(swiss).rows[0][1].text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'") == "1'200.5"
    )  # as CLDR has it


@pytest.mark.parametrize(
    ("digits", "shown"),
    [(None, ["1,200.5", "1,201.5"]), (2, ["1,200.50", "1,201.50"]), (0, ["1,200", "1,202"])],
)
def test_all_numbers_of_a_column_have_as_many_digits(digits: int | None, shown: list[str]) -> None:
    answer = answers.many_rows(2)
    assert answer.display is not None
    name, price, date = answer.display.columns
    columns = (name, replace(price, digits=digits), date)
    rows = view(reply_to(replace(answer, display=replace(answer.display, columns=columns)))).rows
    assert [row[1].text for row in rows] == shown


def test_what_the_question_left_open_stands_with_how_it_was_read() -> None:
    answer = replace(
        answers.one_thing(),
        restatement="the departments; the one with most people",
        taken=("I read “largest” as works in.",),
    )
    shown = view(reply_to(answer))
    assert shown.restatement == ("the departments; the one with most people. I read “largest” as works in.")


SUPPLIERS = ("Havbris Plast AS", "Polarkabel AS")


def listing(text: str, *rows: tuple[Cell, ...], column: DisplayColumn | None = None) -> Answer:
    columns = (column or DisplayColumn(title="Supplier", kind="thing"),) * len(rows[0])
    return replace(answers.one_thing(), text=text, display=DisplayTable(columns=columns, rows=rows))


def test_rows_that_the_sentence_has_named_are_not_listed_again() -> None:
    rows = [(answers.thing(str(n), name),) for n, name in enumerate(SUPPLIERS)]
    named = listing("Two suppliers are in Norway: Havbris Plast AS and Polarkabel AS.", *rows)
    assert not view(reply_to(named)).table_adds
    assert view(reply_to(replace(named, text="Two suppliers are in Norway."))).table_adds
    assert view(reply_to(replace(named, form_asked="table"))).table_adds
    assert view(reply_to(named), Look(link="{iri}")).table_adds  # a list has links
    assert named.table
    cut = replace(named, table=replace(named.table, truncated=True))
    assert view(reply_to(cut)).table_adds


def test_a_number_that_the_sentence_says_in_a_word_needs_no_table() -> None:
    column = DisplayColumn(title="Number of suppliers", kind="number")
    five = listing("Five suppliers are in Germany.", (answers.literal("5"),), column=column)
    assert not view(reply_to(five)).table_adds


@pytest.mark.parametrize(("amount", "adds"), [("2300000", False), ("2304500.5", True)])
def test_a_rounded_amount_is_told_exactly_below(amount: str, adds: bool) -> None:
    column = DisplayColumn(title="Budget", kind="number", unit="EUR")
    rounded = listing("The budget is €2.3 million.", (answers.literal(amount),), column=column)
    assert view(reply_to(rounded)).table_adds == adds
