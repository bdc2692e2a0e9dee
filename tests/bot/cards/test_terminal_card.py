"""The terminal's card: reads well at any width, is plain on a pipe, and lets no text play tricks."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from bot.cards.look import Look
from bot.cards.terminal import Shown, draw
from bot.cards.view import view
from kgqa.types import Answer, Issue, Level
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers

ALL = Shown(query=True, trace=True)


def drawn(answer: Answer, *, width: int = 80, shown: Shown | None = None, terminal: bool = False) -> str:
    out = io.StringIO()
    console = Console(
        file=out, width=width, force_terminal=terminal, color_system="standard" if terminal else None
    )
    console.print(draw(view(reply_to(answer), Look(link="{iri}")), shown))
    return out.getvalue()


def test_the_parts_stand_in_the_order_in_which_they_are_read() -> None:
    text = drawn(answers.many_rows(), shown=ALL)
    parts = ["312 valves cost", "Valve V000", "Read as:", "Query", "How I got there", "company graph @"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)


def test_query_and_trace_stay_folded_until_asked_for() -> None:
    plain = drawn(answers.one_thing())
    assert "SELECT" not in plain
    assert "How I got there" not in plain
    query = drawn(answers.one_thing(), shown=Shown(query=True))
    assert "?person ex:leads <https://company.example/id/field-engineering>" in query
    assert "How I got there" not in query
    trace = drawn(answers.one_thing(), shown=Shown(trace=True))
    assert " 2 reading: the person who leads the unit  1 ms" in trace
    assert "SELECT" not in trace


@pytest.mark.parametrize("width", [24, 80])
def test_of_the_query_nothing_is_cut(width: int) -> None:
    for answer in (answers.one_thing(), answers.many_rows(1), answers.hostile()):
        assert answer.query is not None
        text = drawn(answer, width=width, shown=Shown(query=True))
        assert "".join(answer.query.text.split()) in "".join(text.split())


def test_numbers_stand_right_aligned_under_their_title() -> None:
    lines = drawn(answers.many_rows(3)).splitlines()
    head = next(line for line in lines if line.startswith("Product"))
    row = next(line for line in lines if line.startswith("Valve V000"))
    end = head.index("Price (€)") + len("Price (€)")
    assert row[:end].endswith("1,200.5")


def test_a_long_table_is_cut_and_says_where_the_rest_is() -> None:
    text = drawn(answers.many_rows(312))
    assert "Valve V019" in text
    assert "Valve V020" not in text
    assert "20 of 312 rows; all with --json" in text
    assert "with --json" not in drawn(answers.many_rows(20))


def test_a_long_value_is_cut_and_says_so() -> None:
    text = drawn(answers.hostile())
    assert "xxx…" in text
    assert "long values cut; all with --json" in text
    assert text.count("x") < 400


@pytest.mark.parametrize("width", [20, 40, 80, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    for answer in answers.all_outcomes():
        for line in drawn(answer, width=width, shown=ALL).splitlines():
            assert cell_len(line) <= width


def test_in_a_narrow_terminal_each_row_becomes_a_block_of_lines() -> None:
    lines = [line.rstrip() for line in drawn(answers.many_rows(2), width=30).splitlines()]
    assert any(line.startswith("Product") and line.endswith("Valve V001") for line in lines)
    assert any(line.startswith("Price") and line.endswith("1,201.5") for line in lines)


def test_on_a_pipe_there_is_not_one_control_character() -> None:
    for answer in answers.all_outcomes():
        text = drawn(answer, shown=ALL)
        assert all(c == "\n" or c.isprintable() for c in text.replace("\u200d", ""))


def test_text_is_never_taken_for_markup_or_for_a_command_of_the_terminal() -> None:
    answer = replace(answers.one_thing(), text="[red]Ada[/red] :smile: \x1b[2J\x1b]8;;http://evil\x07 leads.")
    text = drawn(answer)
    assert "[red]Ada[/red] :smile:" in text
    assert "\x1b" not in drawn(answer)
    assert "\x1b[2J" not in drawn(answer, terminal=True)


def test_on_a_terminal_the_lead_stands_out_and_things_are_links() -> None:
    assert "\x1b[1mAda Njoroge leads Field Engineering.\x1b[0m" in drawn(answers.one_thing(), terminal=True)
    assert "https://company.example/id/valve-0" in drawn(answers.many_rows(1), terminal=True)


def test_choices_and_suggestions_are_numbered_in_one_row() -> None:
    answer = replace(answers.clarify(), suggestions=answers.nothing_found().suggestions)
    lines = [line.strip() for line in drawn(answer).splitlines()]
    assert "1 Chidi Okafor  Employee, Lagos" in lines
    assert "2 Nneka Okafor  Employee, Oslo" in lines
    assert "3 Show those" in lines


def test_what_was_put_right_in_the_query_is_told_under_how_it_was_read() -> None:
    text = drawn(replace(answers.one_thing(), fixes=("“leads” is asked the other way round.",)), width=200)
    told = "Put right before it ran: “leads” is asked the other way round."
    assert text.index("Read as") < text.index(told) < text.index("company graph")
    assert "Put right" not in drawn(answers.one_thing())


def test_a_warning_is_told_after_the_answer() -> None:
    answer = answers.one_thing()
    assert answer.query is not None
    issue = Issue(rule="range", message="Prices are in EUR.", level=Level.WARNING)
    text = drawn(replace(answer, query=replace(answer.query, warnings=(issue,))))
    assert "Note: Prices are in EUR." in text
    assert text.index("Read as") < text.index("Note:") < text.index("company graph")


def test_every_outcome_begins_with_its_sentence() -> None:
    for answer in answers.all_outcomes():
        assert drawn(answer, width=300).splitlines()[0] == answer.text
