"""What can be done with an answer on Teams' card, how much of the evidence stands there, and its charts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.teams import LIMIT, card, chart_card, size
from bot.channel import Verbosity
from bot.links import Links
from bot.message import Reply
from bot.people import People
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, ResultTable, Term
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


def test_two_buttons_stand_in_sight_and_the_others_in_the_overflow() -> None:
    actions = drawn(numbers(5))["actions"]
    in_sight = [a for a in actions if a.get("mode") != "secondary"]
    assert [a["title"] for a in in_sight] == ["Run again", "Not what I meant"]
    assert kinds(actions) == ["again", "meant", "edit", "chart", "remove", "verify", "up", "down"]


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
    assert [a["title"] for a in drawing["actions"]][:2] == ["Noch einmal ausführen", "Das meinte ich nicht"]
    assert any(text.startswith("10 von 312 Zeilen") for text in texts(drawing))


# ── how much is shown ────────────────────────────────────────────────────────────────────────────


def test_full_has_query_and_trace_open() -> None:
    folds = {
        n["id"]: n["isVisible"] for n in nodes(drawn(answers.one_thing(), verbosity="full")) if "id" in n
    }
    assert folds == {"query": True, "trace": True}


def test_brief_leaves_query_and_trace_to_files() -> None:
    drawing = drawn(answers.one_thing(), links=LINKS, verbosity="brief")
    assert "SELECT" not in json.dumps(drawing)
    files = of_type(drawing, "Action.OpenUrl")
    assert [file["title"] for file in files] == ["Query (file)", "How I got there (file)"]
    assert all(file["url"].startswith("https://querist.example.com/files/") for file in files)


def test_brief_without_links_says_where_they_are() -> None:
    drawing = drawn(answers.one_thing(), verbosity="brief")
    assert "Query and reasoning are not shown here; record 7f3a-21 keeps it whole." in texts(drawing)
    assert of_type(drawing, "Action.OpenUrl") == []


@pytest.mark.parametrize("verbosity", ["normal", "full"])
def test_files_are_linked_only_where_the_card_leaves_something_out(verbosity: Verbosity) -> None:
    short = drawn(answers.one_thing(), links=LINKS, verbosity=verbosity)
    long = drawn(answers.many_rows(), links=LINKS, verbosity=verbosity)
    assert of_type(short, "Action.OpenUrl") == []
    assert [file["title"] for file in of_type(long, "Action.OpenUrl")] == ["Rows (CSV)"]


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
    assert [point["y"] for point in bars["data"]] == [0.5, 1.5, 2.5, 3.5, 4.5]
    assert [point["x"] for point in bars["data"]][:3] == list(NAMES[:3])
    assert len(of_type(bars["fallback"], "Table")) == 1
    assert size(drawing) < LIMIT


def test_dates_make_a_line() -> None:
    (line,) = of_type(chart_card(reply(numbers(12, "date")), seal=SEAL), "Chart.Line")
    ((series),) = line["data"]
    assert series["legend"] == "Weight (kg)"
    assert series["values"][0] == {"x": "2026-01-01", "y": 0.5}


def test_what_makes_no_chart_stays_a_table() -> None:
    drawing = chart_card(reply(answers.many_rows()), seal=SEAL)
    assert of_type(drawing, "Table")
    assert not [n for n in nodes(drawing) if str(n.get("type", "")).startswith("Chart")]
