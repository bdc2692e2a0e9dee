"""One thing as a card: name, kind and facts, on every platform, with mail and phone to press."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.buttons import Seal
from bot.cards import slack, teams, web
from bot.cards.look import Look
from bot.cards.thing import ShownFact
from bot.cards.view import view
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, Term
from tests.bot.cards.test_teams_card import of_type, texts
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers
from tests.doubles.slack.blocks import problems, words

SEAL = Seal("secret")
HEADS = ("Employee", "Department", "E-mail address", "Phone number", "Date of joining", "Weekly hours")
KINDS = ("thing", "thing", "text", "text", "date", "number")


def about(*rows: tuple[Cell, ...]) -> Answer:
    columns = tuple(
        DisplayColumn(title=title, kind=kind, unit="h" if kind == "number" else "")  # type: ignore[arg-type]
        for title, kind in zip(HEADS, KINDS, strict=True)
    )
    return replace(
        answers.one_thing(),
        text="Ada Njoroge is an employee.",
        display=DisplayTable(columns=columns, rows=rows),
    )


def row(**changes: Cell) -> tuple[Cell, ...]:
    cells = {
        "name": answers.thing("ada-njoroge", "Ada Njoroge"),
        "department": answers.thing("field-engineering", "Field Engineering"),
        "mail": answers.literal("ada@company.example"),
        "phone": answers.literal("+47 73 55 3073"),
        "joined": answers.literal("2014-12-03"),
        "hours": answers.literal("37.5"),
    }
    return tuple((cells | changes).values())


def test_one_row_about_a_thing_is_its_name_its_kind_and_what_is_known_of_it() -> None:
    shown = view(reply_to(about(row(hours=Cell(term=None)))), Look(link="{iri}")).thing
    assert shown is not None
    assert (shown.name, shown.kind, shown.link) == ("Ada Njoroge", "Employee", f"{answers.EX}ada-njoroge")
    assert shown.facts == (
        ShownFact(title="Department", text="Field Engineering", link=f"{answers.EX}field-engineering"),
        ShownFact(title="E-mail address", text="ada@company.example", link="mailto:ada@company.example"),
        ShownFact(title="Phone number", text="+47 73 55 3073", link="tel:+4773553073"),
        ShownFact(title="Date of joining", text="3 Dec 2014"),
    )


def test_several_values_of_one_property_are_one_fact() -> None:
    two = about(row(), row(department=answers.thing("sales", "Sales")))
    shown = view(reply_to(two)).thing
    assert shown is not None
    assert shown.facts[0] == ShownFact(title="Department", text="Field Engineering, Sales")


def test_what_belongs_together_in_rows_stays_a_table() -> None:
    other = row(department=answers.thing("sales", "Sales"), mail=answers.literal("sales@company.example"))
    assert view(reply_to(about(row(), other))).thing is None
    assert view(reply_to(about(row(), row(name=answers.thing("ben", "Ben"))))).thing is None
    assert view(reply_to(answers.many_rows(1))).thing is None
    nothing = Cell(term=None)
    assert (
        view(reply_to(about(row(mail=nothing, phone=nothing, joined=nothing, hours=nothing)))).thing is None
    )


def test_what_a_thing_is_called_is_no_fact_of_it() -> None:
    shown = view(reply_to(about(row(mail=answers.literal("Ada Njoroge"))))).thing
    assert shown is not None
    assert [fact.title for fact in shown.facts][:2] == ["Department", "Phone number"]


def test_a_mailbox_and_a_number_that_are_things_are_shown_without_their_scheme() -> None:
    mailbox = Cell(
        term=Term(kind="iri", value="mailto:ada@company.example"), label="mailto:ada@company.example"
    )
    shown = view(reply_to(about(row(mail=mailbox)))).thing
    assert shown is not None
    assert shown.facts[1].text == "ada@company.example"


@pytest.mark.parametrize(
    "value", ["ada@", "a@b", "ada@x.example?bcc=all@x.example", "javascript:a@b.example", "A0088"]
)
def test_only_an_address_is_one_to_write_to(value: str) -> None:
    shown = view(reply_to(about(row(mail=answers.literal(value))))).thing
    assert shown is not None
    assert shown.facts[1].link == ""


def test_slack_draws_a_line_for_each_fact_and_links_the_mail() -> None:
    drawn = slack.draw(reply_to(about(row())), SEAL)
    assert problems(list(drawn.blocks)) == []
    assert "table" not in [block["type"] for block in drawn.blocks]
    text = words(drawn.blocks[1]).replace("\n", "")
    assert text.startswith("Department: Field EngineeringE-mail address: ada@")
    assert "Weekly hours: 37.5" in text
    assert "mailto:ada@company.example" in str(drawn.blocks[1])
    assert "tel:" not in str(drawn.blocks)  # Slack takes no such address


def test_teams_draws_facts_side_by_side_and_opens_mail_and_phone() -> None:
    drawn = teams.card(reply_to(about(row())), seal=SEAL)
    (table,) = of_type(drawn, "Table")
    assert not table["showGridLines"]
    assert texts(table)[:2] == ["Department", "Field Engineering"]
    opened = [action["url"] for action in of_type(table, "Action.OpenUrl")]
    assert opened == ["mailto:ada@company.example", "tel:+4773553073"]
    assert drawn["msteams"] == {"width": "Full"}


def test_the_page_is_given_the_facts_in_the_place_of_rows() -> None:
    drawn = web.draw(view(reply_to(about(row()))), seal=lambda _: "sealed", address=str)
    assert drawn["rows"] == []
    assert drawn["thing"]["facts"][1] == {
        "title": "E-mail address",
        "text": "ada@company.example",
        "link": "mailto:ada@company.example",
    }


def test_name_and_kind_stand_on_the_card_where_the_sentence_does_not_say_them() -> None:
    reply = reply_to(replace(about(row()), text="One of 40 people."))
    assert words(slack.draw(reply, SEAL).blocks[1]).startswith("Ada Njoroge\n · Employee")
    (table,) = of_type(teams.card(reply, seal=SEAL), "Table")
    assert texts(table)[:2] == ["Ada Njoroge", "Employee"]
    drawn = web.draw(view(reply), seal=lambda _: "sealed", address=str)
    assert (drawn["thing"]["name"], drawn["thing"]["kind"]) == ("Ada Njoroge", "Employee")


def test_how_such_a_question_was_read_is_plain_and_stands_within() -> None:
    line = view(reply_to(about(row()))).evidence
    assert line == ("From company graph, 20 Nov 2026.",)
