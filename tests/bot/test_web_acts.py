"""What can be done with an answer on the local chat page, and what its empty page offers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest_asyncio

from bot.buttons import Pressed
from bot.cards.look import Look
from bot.channel import Channel
from bot.message import Heard, Home, Reply
from bot.people import People
from kgqa.types import Answer, Choice, Outcome, Recent
from tests.bot.cards.test_view import reply_to
from tests.bot.web_page import SEAL, Page, served
from tests.doubles import answers

QUESTION = "Who leads Field Engineering?"
LOOK = Look(editors=People.of(["local"]), reviewers=People.of(["local"]), charts=False)


@pytest_asyncio.fixture
async def page() -> AsyncIterator[Page]:
    async with served(LOOK) as page:
        await page.get("/?key=the-key")
        yield page


def heard(answer: Answer, words: str = "") -> Heard:
    return Heard(words=words, reply=reply_to(answer))


async def test_a_thumb_down_takes_its_reason_along(page: Page) -> None:
    conversation, item = await page.reply(QUESTION)
    said = await page.press(item, "down", conversation=conversation, note="She left in May.")
    assert said == {"said": "Thank you."}
    (message,) = page.desk.pressed
    assert message.pressed is not None
    assert (message.pressed.kind, message.note) == ("down", "She left in May.")


async def test_running_it_again_is_a_question_of_its_own(page: Page) -> None:
    conversation, item = await page.reply(QUESTION)
    (again,) = [act for act in item["acts"] if act["kind"] == "again"]
    _, after = await page.reply("Run again", conversation=conversation, pressed=again["value"])
    assert page.desk.received[-1].pressed == Pressed(f"r-{item['event'][:8]}", "again", 0)
    assert after["lead"] == "You chose Run again."


async def test_the_query_to_edit_is_the_one_that_ran_and_comes_back_with_its_question(page: Page) -> None:
    conversation, item = await page.reply(QUESTION)
    query = answers.one_thing().query
    assert query is not None
    page.desk.heard = heard(answers.one_thing())
    assert await page.press(item, "edit") == {"said": "", "query": query.text}
    changed = query.text.replace("leads", "founded")
    await page.reply(item["question"], conversation=conversation, query=changed)
    asked = page.desk.received[-1]
    assert (asked.text, asked.query, asked.thread) == (QUESTION, changed, conversation)
    shown = await page.json(f"/api/conversations/{conversation}")
    assert [i.get("own_query") for i in shown["items"] if i["kind"] == "question"] == [False, True]


async def test_who_may_not_edit_gets_a_sentence_and_no_query(page: Page) -> None:
    _, item = await page.reply(QUESTION)
    page.desk.heard = Heard(words="Only editors may change a query.")
    assert await page.press(item, "edit") == {"said": "Only editors may change a query."}


async def test_what_else_it_may_have_meant_are_buttons_that_ask(page: Page) -> None:
    conversation, item = await page.reply(QUESTION)
    others = (Choice(label="who led it", detail="before\u202e 2024", question="Who led it?"),)
    page.desk.heard = heard(replace(answers.one_thing(), others=others))
    (other,) = (await page.press(item, "meant"))["others"]
    assert (other["label"], other["detail"], other["kind"]) == ("who led it", "before 2024", "other")
    assert SEAL.open(other["value"]) == Pressed("7f3a-21", "other", 0)
    await page.reply("who led it, before 2024", conversation=conversation, pressed=other["value"])
    assert page.desk.received[-1].pressed == Pressed("7f3a-21", "other", 0)


def measured(count: int) -> Answer:
    answer = answers.many_rows(count)
    assert answer.display is not None
    display = replace(
        answer.display,
        columns=answer.display.columns[:2],
        rows=tuple(row[:2] for row in answer.display.rows),
    )
    return replace(answer, display=display)


async def test_a_chart_comes_with_its_numbers_and_a_sentence_that_tells_it(page: Page) -> None:
    _, item = await page.reply(QUESTION)
    page.desk.heard = heard(measured(2))
    button = SEAL.sign(Pressed(item["event"], "chart", 0))
    told = await (await page.post("Show as a chart", pressed=button, language="de-DE")).json()
    assert told["chart"]["labels"] == ["Valve V001", "Valve V000"]
    (series,) = told["chart"]["series"]
    assert series["points"] == [{"text": "1,201.5", "value": 1201.5}, {"text": "1,200.5", "value": 1200.5}]
    assert told["chart"]["alternative"] == (
        "Bar chart: Price by Product, 2 values from 1,200.5 EUR to 1,201.5 EUR."
    )
    page.desk.heard = heard(measured(1))
    assert (await (await page.post("x", pressed=button)).json())["chart"] is None


async def test_the_page_draws_charts_where_no_picture_can_be_made(page: Page) -> None:
    message = replace(reply_to(measured(3)).message, thread="t")
    async with page.listen() as stream:
        await page.platform.send(Reply(message=message, answer=measured(3), reference="r"), again=False)
        told = [await anext(stream), await anext(stream)][-1]
    assert "chart" in [act["kind"] for act in told["item"]["acts"]]


async def test_nobody_is_there_to_share_with(page: Page) -> None:
    message = replace(reply_to(answers.one_thing()).message, thread="t", to_asker=True)
    reply = Reply(message=message, answer=answers.one_thing(), reference="r")
    await page.platform.send(reply, again=False)
    shown = await page.json("/api/conversations/t")
    assert "share" not in [act["kind"] for act in shown["items"][-1]["acts"]]


async def test_a_deleted_answer_is_gone_with_its_files_and_stays_gone(page: Page) -> None:
    conversation, item = await page.reply(QUESTION)
    (message,) = page.desk.received
    posted = await page.platform.send(page.desk.reply(message), again=True)
    async with page.listen() as stream:
        await page.platform.remove(message, posted.ids)
        told = await anext(stream)
    gone = {"kind": "removed", "event": message.event}
    assert (told["conversation"], told["item"]) == (conversation, gone)
    shown = await page.json(f"/api/conversations/{conversation}")
    assert [i["kind"] for i in shown["items"]] == ["question", "removed"]
    assert (await page.get(item["files"][0]["address"])).status == 404
    assert (await page.get(f"/api/preview/{conversation}/{message.event}?as=slack")).status == 404
    await page.platform.remove(message, posted.ids)  # what is gone already is no error
    await page.platform.send(page.desk.reply(message), again=True)
    after = await page.json(f"/api/conversations/{conversation}")
    assert after["items"] == shown["items"]


async def test_only_what_was_posted_into_the_thread_is_deleted(page: Page) -> None:
    await page.reply(QUESTION)
    other, _ = await page.reply(QUESTION)
    first, second = page.desk.received
    await page.platform.remove(first, (f"{second.thread}/{second.event}", "nonsense", ""))
    shown = await page.json(f"/api/conversations/{other}")
    assert [i["kind"] for i in shown["items"]] == ["question", "reply"]


async def test_the_empty_page_says_what_can_be_asked_and_leads_back_to_what_was(page: Page) -> None:
    conversation, _ = await page.reply(QUESTION)
    recent = Recent(
        question=QUESTION,
        asked_at=answers.WHEN,
        outcome=Outcome.ANSWERED,
        reference="r",
        permalink=f"#{conversation}",
    )
    page.desk.shown = Home(
        graphs=(("Company", "12 kinds of things"),),
        examples=(),
        recent=(recent, replace(recent, question="Older?", permalink=f"#{uuid4()}")),
        channel=Channel(),
        may_set=False,
    )
    home: dict[str, Any] = await page.json("/api/home")
    assert home["graphs"] == [{"name": "Company", "about": "12 kinds of things"}]
    assert home["examples"][0] == QUESTION
    assert home["recent"] == [
        {"question": QUESTION, "conversation": conversation},
        {"question": "Older?", "conversation": ""},
    ]
    page.desk.refusing = "The database cannot be reached."
    assert (await page.get("/api/home")).status == 503
