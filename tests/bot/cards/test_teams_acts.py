"""What can be done with an answer on Teams' card, how much of the evidence stands there, and its charts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams import LIMIT, card, chart_card, evidence_card, rows_card, size
from bot.cards.teams_elements import Element
from bot.channel import Verbosity
from bot.links import Links
from bot.message import Reply
from bot.people import People
from kgqa.types import Answer, Cell, ColumnRole, DisplayColumn, DisplayTable, ResultTable, RowsForm, Term
from tests.bot.cards.test_teams_card import nodes, of_type, reply, texts
from tests.doubles import answers

SEAL = Seal("secret")
LOOK = Look(editors=People.of(["p"]), reviewers=People.of(["p"]))
LINKS = Links("secret", "https://querist.example.com")


def drawn(answer: Answer, look: Look = LOOK, links: Links | None = None, **changes: Any) -> dict[str, Any]:
    return card(with_message(answer, **changes), seal=SEAL, look=look, links=links)


def with_message(answer: Answer, **changes: Any) -> Reply:
    plain = reply(answer)
    return replace(plain, message=replace(plain.message, **changes))


def kinds(actions: list[dict[str, Any]]) -> list[str]:
    found = [SEAL.open(action["data"]["button"]) for action in actions]
    return [pressed.kind for pressed in found if pressed]


# ── acts ─────────────────────────────────────────────────────────────────────────────────────────


def test_at_most_two_buttons_stand_in_sight_and_the_others_in_the_overflow() -> None:
    actions = drawn(numbers(12))["actions"]
    in_sight = [a for a in actions if a.get("mode") != "secondary"]
    assert [a["title"] for a in in_sight] == ["Show all 12", "Not what I meant"]
    assert kinds(actions) == ["table", "meant", "again", "edit", "chart", "remove", "verify", "up", "down"]


@pytest.mark.parametrize("answer", [answers.clarify(), answers.failed()])
def test_what_would_stand_alone_in_the_overflow_stands_in_sight(answer: Answer) -> None:
    (remove,) = drawn(answer)["actions"]
    assert (remove["title"], "mode" in remove) == ("Delete", False)


def test_thumbs_stand_last_in_the_overflow_for_clients_that_draw_none_of_their_own() -> None:
    actions = drawn(answers.one_thing())["actions"][-2:]
    assert kinds(actions) == ["up", "down"]
    assert [action["mode"] for action in actions] == 2 * ["secondary"]


def test_what_is_for_the_asker_alone_can_be_shared_first() -> None:
    actions = drawn(answers.one_thing(), to_asker=True)["actions"]
    assert kinds(actions)[0] == "share"
    assert "mode" not in actions[0]


def test_what_opens_a_dialog_fetches_it_and_all_else_has_a_fallback() -> None:
    for action in drawn(answers.one_thing())["actions"]:
        (kind,) = kinds([action])
        if kind in ("meant", "edit", "down"):
            assert action["type"] == "Action.Submit"
            assert action["data"]["msteams"] == {"type": "task/fetch"}
        else:
            assert action["type"] == "Action.Execute"
            assert action["fallback"]["data"] == action["data"]


def test_a_reply_without_a_record_has_nothing_to_press() -> None:
    assert "actions" not in card(reply(answers.one_thing(), reference=""), seal=SEAL, look=LOOK)


def test_the_bots_own_words_are_in_the_language_of_the_question() -> None:
    question = replace(answers.many_rows().question, language="de")
    drawing = drawn(replace(answers.many_rows(), question=question), language="de")
    assert [a["title"] for a in drawing["actions"]][:2] == ["Mehr Zeilen zeigen", "Das meinte ich nicht"]
    assert any(text.startswith("8 von 312 Zeilen") for text in texts(drawing))


# ── how much is shown ────────────────────────────────────────────────────────────────────────────


def test_full_has_the_evidence_open() -> None:
    folds = {
        n["id"]: n["isVisible"] for n in nodes(drawn(answers.one_thing(), verbosity="full")) if "id" in n
    }
    assert folds == {"evidence": True}


def test_brief_has_the_line_alone_and_a_button_that_shows_the_rest() -> None:
    drawing = drawn(answers.one_thing(), verbosity="brief")
    assert "SELECT" not in json.dumps(drawing)
    assert any(text.startswith("From company graph") for text in texts(drawing))
    assert kinds(drawing["actions"])[0] == "evidence"
    opened = evidence_card(with_message(answers.one_thing(), verbosity="brief"), seal=SEAL)
    assert "SELECT" in json.dumps(opened)


@pytest.mark.parametrize("verbosity", ["normal", "full", "brief"])
def test_files_are_linked_behind_the_line_or_the_dots(verbosity: Verbosity) -> None:
    drawing = drawn(answers.many_rows(), links=LINKS, verbosity=verbosity)
    files = of_type(drawing, "Action.OpenUrl")
    assert [file["title"] for file in files] == ["Rows (.csv)", "Query (.rq)", "Steps (.md)"]
    assert all(file["url"].startswith("https://querist.example.com/files/") for file in files)
    assert {file.get("mode") for file in files} == ({"secondary"} if verbosity == "brief" else {None})
    assert of_type(drawn(answers.many_rows(), verbosity=verbosity), "Action.OpenUrl") == []


def test_in_a_personal_chat_a_button_asks_for_the_files() -> None:
    drawing = drawn(answers.many_rows(), links=LINKS, private=True)
    assert of_type(drawing, "Action.OpenUrl") == []
    fold = next(node for node in nodes(drawing) if node.get("id") == "evidence")
    assert kinds(of_type(fold, "Action.Execute")) == ["files"]


# ── charts ───────────────────────────────────────────────────────────────────────────────────────


NAMES = ("مصنع القاهرة", "โรงงานกรุงเทพ", "🙂 Plant", "<at>Everyone</at> *b*", "x" * 40_000)


def numbers(count: int, kind: str = "thing") -> Answer:
    rows = tuple(
        (
            Cell(term=Term(kind="literal", value=f"2026-01-{n + 1:02}"))
            if kind == "date"
            else answers.thing(f"n{n}", NAMES[n % len(NAMES)]),
            answers.literal(f"{n}.5"),
        )
        for n in range(count)
    )
    columns = (
        DisplayColumn(title="Day" if kind == "date" else "Plant", kind="date" if kind == "date" else "thing"),
        DisplayColumn(title="Weight", kind="number", unit="kg"),
    )
    table = ResultTable(columns=("a", "b"), rows=tuple((a.term, b.term) for a, b in rows))
    return replace(answers.many_rows(), table=table, display=DisplayTable(columns=columns, rows=rows))


def test_names_make_bars_with_the_table_for_clients_that_draw_none() -> None:
    drawing = chart_card(reply(numbers(5)), seal=SEAL)
    (bars,) = of_type(drawing, "Chart.HorizontalBar")
    assert (bars["title"], bars["yAxisTitle"]) == ("Weight (kg)", "Plant")
    assert [point["y"] for point in bars["data"]] == [4.5, 3.5, 2.5, 1.5, 0.5]
    assert [point["x"] for point in bars["data"]][-3:] == list(reversed(NAMES[:3]))
    assert len(of_type(bars["fallback"], "Table")) == 1
    assert size(drawing) < LIMIT


def test_rows_that_call_for_a_chart_are_one_in_the_answer_and_a_table_on_a_press() -> None:
    answer = numbers(5, "date")
    shown = drawn(answer)
    (line,) = of_type(shown["body"], "Chart.Line")
    assert of_type(line["fallback"], "Table")
    in_sight = [a["title"] for a in shown["actions"] if a.get("mode") != "secondary"]
    assert in_sight == ["Show as a table", "Not what I meant"]
    assert "chart" not in kinds(shown["actions"])
    table = rows_card(reply(answer), seal=SEAL, look=LOOK)
    assert of_type(table["body"], "Table")
    assert not of_type(table["body"], "Chart.Line")


def test_things_with_a_number_stay_a_table_unless_the_question_wants_a_chart() -> None:
    assert not of_type(drawn(numbers(5))["body"], "Chart.HorizontalBar")
    assert of_type(drawn(replace(numbers(5), form_asked="bars"))["body"], "Chart.HorizontalBar")


def test_a_chart_that_cannot_be_drawn_is_told_of() -> None:
    told = texts(drawn(replace(answers.many_rows(5), form_asked="chart")))
    assert any("cannot be drawn as a chart" in text for text in told)


def test_dates_make_a_line() -> None:
    (line,) = of_type(chart_card(reply(numbers(12, "date")), seal=SEAL), "Chart.Line")
    ((series),) = line["data"]
    assert series["legend"] == "Weight (kg)"
    assert series["values"][0] == {"x": "2026-01-01", "y": 0.5}


def test_what_makes_no_chart_stays_a_table() -> None:
    drawing = chart_card(reply(answers.many_rows()), seal=SEAL)
    assert of_type(drawing, "Table")
    assert not [n for n in nodes(drawing) if str(n.get("type", "")).startswith("Chart")]


def counts(*rows: tuple[str, str, str], role: ColumnRole = "part") -> Answer:
    """How many there are of each year and status."""
    cells = tuple(tuple(answers.literal(value) for value in row) for row in rows)
    columns = (
        DisplayColumn(title="Year", kind="text", role="key"),
        DisplayColumn(title="Status", kind="text", role="key"),
        DisplayColumn(title="Orders", kind="number", role=role),
    )
    table = ResultTable(columns=("a", "b", "c"), rows=tuple(tuple(c.term for c in row) for row in cells))
    return replace(answers.many_rows(), table=table, display=DisplayTable(columns=columns, rows=cells))


COUNTS = counts(("2022", "sent", "5"), ("2023", "sent", "4"), ("2024", "sent", "3"), ("2024", "open", "2"))


def chart_of_type(answer: Answer, kind: str) -> Element:
    (found,) = of_type(chart_card(reply(answer), seal=SEAL), kind)
    assert of_type(found["fallback"], "Table")
    return found


def test_several_series_make_a_line_of_its_own_colour_each() -> None:
    line = chart_of_type(COUNTS, "Chart.Line")
    assert [(piece["legend"], len(piece["values"])) for piece in line["data"]] == [("sent", 3), ("open", 1)]
    assert len({piece["color"] for piece in line["data"]}) == 2


@pytest.mark.parametrize("form", ["stacked", "grouped"])
def test_bars_of_several_series_stand_on_each_other_or_side_by_side(form: RowsForm) -> None:
    bars = chart_of_type(replace(COUNTS, form_asked=form), "Chart.VerticalBar.Grouped")
    assert bars["stacked"] == (form == "stacked")
    assert [group["legend"] for group in bars["data"]] == ["sent", "open"]
    assert bars["data"][1]["values"] == [{"x": "2024", "y": 2}]


def test_shares_are_parts_of_bars_of_one_length_which_teams_works_out() -> None:
    bars = chart_of_type(replace(COUNTS, form_asked="shares"), "Chart.HorizontalBar.Stacked")
    assert [bar["title"] for bar in bars["data"]] == ["2022", "2023", "2024"]
    assert [(part["legend"], part["value"]) for part in bars["data"][2]["data"]] == [("sent", 3), ("open", 2)]


def test_shares_of_one_series_are_told_beside_its_numbers() -> None:
    single = counts(("2022", "sent", "5"), ("2023", "sent", "4"), ("2024", "sent", "3"))
    bars = chart_of_type(replace(single, form_asked="shares"), "Chart.HorizontalBar")
    assert bars["displayMode"] == "PartToWhole"
    assert [point["y"] for point in bars["data"]] == [5, 4, 3]


def test_a_histogram_stands_upright_with_its_ranges() -> None:
    bars = chart_of_type(replace(numbers(6), form_asked="histogram"), "Chart.VerticalBar")
    assert bars["xAxisTitle"] == "Weight (kg)"
    assert bars["data"][0] == {"x": "0–1", "y": 1}  # noqa: RUF001  # a dash between two numbers
