"""What can be done with an answer on the local chat page, in a real browser, by keyboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.message import Heard
from kgqa.types import Answer, Choice, DisplayTable
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers
from tests.slow.page_site import EXAMPLES, PICTURES, Site, ask, opened

pytest.importorskip("playwright")

from playwright.async_api import Locator, Page, expect  # an extra, may be missing

pytestmark = pytest.mark.slow


def measured() -> Answer:
    """Rows that make a chart, in German, with names that are hard to draw."""
    answer = answers.many_rows(5)
    assert answer.display is not None
    names = ("مرحبا بالعالم", "ภาษาไทย 🙂", "<b>bold</b>", "x" * 200, "Valve")
    rows = tuple(
        (replace(row[0], label=name), row[1]) for name, row in zip(names, answer.display.rows, strict=True)
    )
    return replace(
        answer,
        question=replace(answer.question, text="Was kosten die Ventile?", language="de"),
        display=DisplayTable(columns=answer.display.columns[:2], rows=rows),
    )


@pytest_asyncio.fixture
async def site() -> AsyncIterator[Site]:
    async with opened(measured()) as site:
        yield site


async def act(page: Page, name: str) -> Locator:
    """Presses a quiet button of the last reply by keyboard, also behind the dots."""
    reply = page.locator(".reply").last
    button = reply.get_by_role("button", name=name, exact=True)
    if not await button.is_visible():
        await reply.locator(".acts .menu > summary").focus()
        await page.keyboard.press("Enter")
    await button.focus()
    await page.keyboard.press("Enter")
    return button


async def test_an_answer_is_judged_with_a_reason_by_keyboard_alone(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    button = await act(page, "Not helpful")
    await expect(page.get_by_label("What was wrong?")).to_be_focused()
    await page.screenshot(path=PICTURES / "act-reason.png")
    await page.keyboard.press("Escape")
    await expect(button).to_be_focused()
    assert site.desk.pressed == []
    await page.keyboard.press("Enter")
    await page.keyboard.type("She left in May.")
    await page.keyboard.press("Enter")
    await expect(page.locator(".acts [role=status]")).to_have_text("Thank you.")
    await expect(button).to_be_focused()
    await expect(button).to_have_attribute("aria-pressed", "true")
    assert [m.note for m in site.desk.pressed] == ["She left in May."]


async def test_a_query_is_edited_in_place_and_its_answer_comes_as_the_next(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    query = answers.one_thing().query
    assert query is not None
    site.desk.heard = Heard(reply=reply_to(answers.one_thing()))
    await act(page, "Edit the query")
    box = page.get_by_label("The query")
    await expect(box).to_have_value(query.text)
    await box.press("Control+End")
    await page.keyboard.type(" LIMIT 1")
    await page.screenshot(path=PICTURES / "act-edit.png")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(".reply")).to_have_count(2)
    await expect(page.locator(".question").last).to_have_text(f"{EXAMPLES[0]}with an edited query")
    await expect(box).to_have_count(0)
    assert site.desk.received[-1].query == f"{query.text} LIMIT 1"


async def test_what_it_may_have_meant_is_one_press_away_or_a_sentence(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    others = (Choice(label="who led it", detail="before 2024", question="Who led it?"),)
    site.desk.heard = Heard(reply=reply_to(replace(answers.one_thing(), others=others)))
    await act(page, "Not what I meant")
    await page.screenshot(path=PICTURES / "act-meant.png")
    await page.get_by_role("button", name="who led it").click()
    await expect(page.locator(".lead").last).to_have_text("You chose who led it, before 2024.")
    site.desk.heard = Heard(reply=reply_to(answers.one_thing()))
    await act(page, "Not what I meant")
    await expect(page.locator(".aside").last).to_contain_text("I know no other reading")
    await page.keyboard.type(EXAMPLES[2])
    await page.keyboard.press("Enter")
    await expect(page.locator(".lead").last).to_have_text("Which Okafor do you mean?")


@pytest.mark.parametrize("width", [1200, 360])
async def test_rows_turn_into_a_chart_that_is_told_and_back(site: Site, width: int) -> None:
    page = await site.open(width=width, language="de-DE")
    site.desk.heard = Heard(reply=reply_to(measured()))
    await ask(page, "Was kosten die Ventile?")
    await act(page, "Als Diagramm zeigen")
    chart = page.get_by_role("img", name="Balkendiagramm: Price nach Product, 5 Werte")
    await expect(chart).to_be_visible()
    await expect(page.locator(".sheet")).to_be_hidden()
    await expect(chart.locator(".amount").first).to_have_text("1.204,5")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.screenshot(path=PICTURES / f"act-chart-{width}.png")
    await act(page, "Als Tabelle zeigen")
    await expect(page.locator(".sheet")).to_be_visible()
    await expect(chart).to_be_hidden()
    await act(page, "Als Diagramm zeigen")
    await expect(chart).to_be_visible()
    assert len(site.desk.pressed) == 1  # it was fetched once


@pytest.mark.parametrize("width", [1200, 360])
async def test_rows_that_call_for_a_chart_are_one_and_a_table_on_a_press(width: int) -> None:
    async with opened(replace(measured(), form_asked="bars")) as site:
        await _turned(site, width)


async def _turned(site: Site, width: int) -> None:
    page = await site.open(width=width, language="de-DE")
    await ask(page, "Was kosten die Ventile?")
    chart = page.get_by_role("img", name="Balkendiagramm: Price nach Product, 5 Werte")
    await expect(chart).to_be_visible()
    await expect(page.locator(".sheet")).to_be_hidden()
    await page.get_by_role("button", name="Als Tabelle zeigen").click()
    await expect(page.locator(".sheet")).to_be_visible()
    await expect(chart).to_be_hidden()
    await page.get_by_role("button", name="Als Diagramm zeigen").click()
    await expect(chart).to_be_visible()
    assert site.desk.pressed == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_an_answer_is_deleted_only_when_that_is_said_twice(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    await act(page, "Delete")
    await expect(page.locator(".aside")).to_contain_text("Delete this answer?")
    assert site.desk.pressed == []
    await page.locator(".aside").get_by_role("button", name="Delete").click()
    await expect(page.locator(".acts [role=status]")).to_have_text("Thank you.")
    (asked,) = site.desk.received
    await site.platform.remove(asked, (f"{asked.thread}/{asked.event}",))
    await expect(page.locator(".removed")).to_have_text("This answer was deleted.")
    await expect(page.locator(".removed")).to_be_focused()
    await expect(page.locator("#live")).to_have_text("This answer was deleted.")
    await page.reload()
    await expect(page.locator(".removed")).to_have_count(1)
    await expect(page.locator(".reply, .working")).to_have_count(0)


async def test_a_press_that_cannot_be_taken_says_why(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    site.desk.refusing = "The database cannot be reached."
    await act(page, "Verify")
    await expect(page.locator(".acts [role=status]")).to_have_text(site.desk.refusing)
    await expect(page.locator("[data-act=verify]")).to_be_enabled()
    assert all("503" in line for line in site.trouble)  # the browser notes the refused request
    site.trouble.clear()


async def test_the_page_speaks_german_to_who_reads_german(site: Site) -> None:
    page = await site.open(language="de-AT")
    await page.screenshot(path=PICTURES / "german-empty.png")
    await expect(page.get_by_role("button", name="Neue Unterhaltung")).to_be_visible()
    assert await page.evaluate("document.documentElement.lang") == "de"
    await ask(page, EXAMPLES[0])
    await expect(page.locator(".reply")).to_have_attribute("lang", "en")  # as the question is
    await ask(page, "Was kosten die Ventile?")
    reply = page.locator(".reply").last
    await expect(reply).to_have_attribute("lang", "de")
    await expect(reply.locator("summary").first).to_contain_text("Aus company graph, 20.11.2026.")
    await expect(reply.locator("summary").first).to_contain_text("Abfrage und Schritte")


async def test_what_is_behind_the_dots_closes_by_escape_and_when_it_was_pressed(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    dots = page.locator(".acts .menu > summary")
    run = page.get_by_role("button", name="Run again", exact=True)
    await dots.focus()
    await page.keyboard.press("Enter")
    await expect(run).to_be_visible()
    await page.screenshot(path=PICTURES / "act-menu.png")
    await page.keyboard.press("Escape")
    await expect(run).to_be_hidden()
    await expect(dots).to_be_focused()
    await page.keyboard.press("Enter")
    await run.click()
    await expect(page.locator(".acts .menu[open]")).to_have_count(0)
