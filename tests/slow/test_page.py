"""The local chat page in a real browser: by keyboard, by eye (pictures in artifacts/), under attack."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from kgqa.types import Stage
from tests.doubles import answers
from tests.slow.page_site import EXAMPLES, PICTURES, Site, ask, opened

pytest.importorskip("playwright")

from playwright.async_api import expect  # an extra, may be missing

pytestmark = pytest.mark.slow

SIZES = {
    "light": (1200, 800, "light", 1),
    "dark": (1200, 800, "dark", 1),
    "phone": (360, 780, "light", 1),
    "large": (1280, 800, "light", 2),  # what a reader at 200 % has left
}


@pytest_asyncio.fixture
async def site() -> AsyncIterator[Site]:
    async with opened() as site:
        yield site


async def test_an_answer_that_is_there_does_not_move_the_page_later(site: Site) -> None:
    page = await site.open(height=400)
    await page.clock.install()
    for question in EXAMPLES:
        await ask(page, question)
    await page.evaluate("scrollTo(0, 0)")
    await page.clock.run_for(2_000)  # well beyond when it is shown that something still goes on
    assert await page.evaluate("scrollY") == 0


async def test_a_conversation_by_keyboard_alone(site: Site) -> None:
    page = await site.open()
    await page.keyboard.type("When did Okafor join?")  # the box has the focus from the start
    await page.keyboard.press("Enter")
    await expect(page.locator(".lead")).to_have_text("Which Okafor do you mean?")
    await expect(page.locator("#live")).to_have_text("Which Okafor do you mean?")
    await expect(page.locator("#question")).to_be_focused()
    for _ in range(20):
        await page.keyboard.press("Shift+Tab")
        if await page.evaluate("document.activeElement.textContent.startsWith('Nneka')"):
            break
    await page.keyboard.press("Enter")
    await expect(page.locator(".lead").last).to_have_text("You chose Nneka Okafor, Employee, Oslo.")
    await expect(page.locator("#question")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(page.locator("#question")).to_have_value("When did Okafor join?")


async def test_shift_enter_makes_a_line_and_an_unsent_question_is_not_lost(site: Site) -> None:
    page = await site.open()
    site.desk.refusing = "The database is full. Make room on the disk."
    await page.keyboard.type("one")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("two")
    await page.keyboard.press("Enter")
    await expect(page.locator("#trouble")).to_have_text(site.desk.refusing)
    await expect(page.locator("#question")).to_have_value("one\ntwo")
    await expect(page.locator(".question")).to_have_count(0)
    assert all("503" in line for line in site.trouble)  # the browser notes the refused request
    site.trouble.clear()


async def test_what_goes_on_is_said_while_it_lasts(site: Site) -> None:
    page = await site.open()
    site.desk.stages = (Stage.LINKING, Stage.CHECKING, Stage.RUNNING)
    site.desk.open.clear()
    await page.keyboard.type(EXAMPLES[0])
    await page.keyboard.press("Enter")
    await expect(page.locator(".working .now")).to_have_text("asking the graph")
    await expect(page.locator(".working")).to_be_visible()
    await expect(page.locator(".working .done")).to_have_text(["finding names", "checking the query"])
    await page.screenshot(path=PICTURES / "working.png")
    site.desk.open.set()
    await expect(page.locator(".reply")).to_have_count(1)
    await expect(page.locator(".working")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
async def test_every_outcome_fits_every_size(site: Site, size: str) -> None:
    width, height, scheme, zoom = SIZES[size]
    page = await site.open(width=width, height=height, scheme=scheme, zoom=zoom)
    await page.screenshot(path=PICTURES / f"{size}-empty.png")
    for answer in answers.all_outcomes():
        await ask(page, "fail" if answer.outcome.value == "failed" else answer.question.text)
        await page.screenshot(path=PICTURES / f"{size}-{len(await page.locator('.reply').all())}.png")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for summary in (await page.locator(".evidence > summary").all())[:4]:
        await summary.click()
    await page.screenshot(path=PICTURES / f"{size}-all.png", full_page=True)


async def test_hostile_text_stays_text(site: Site) -> None:
    page = await site.open()
    await ask(page, answers.hostile().question.text)
    reply = page.locator(".reply")
    await expect(reply.locator("td").nth(2)).to_have_text("</at><at>Everyone</at>")
    await reply.locator("summary").first.click()
    await expect(reply.locator("pre")).to_have_text("SELECT ?n WHERE { ?n ?p '```</code><script>' }")
    await ask(page, "<img src=x onerror=alert(1)><script>alert(2)</script>")
    assert await page.locator("main img, main script").count() == 0


async def test_rows_unfold_the_query_is_copied_and_files_are_downloaded(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[1])
    await expect(page.locator("tbody tr")).to_have_count(8)
    await page.get_by_role("button", name="Show all 312").click()
    await expect(page.locator("tbody tr")).to_have_count(312)
    await page.locator("summary", has_text="Query and steps").click()
    await page.get_by_role("button", name="Copy").click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied == "SELECT ?valve WHERE { ?valve a <https://company.example/def/Valve> }"
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Rows (.csv)").click()
    path = await (await download.value).path()
    assert len(path.read_text("utf-8").splitlines()) == 313


async def test_a_conversation_is_found_again_and_a_new_one_starts_empty(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    await page.reload()
    await expect(page.locator(".lead")).to_have_text("Ada Njoroge leads Field Engineering.")
    await page.get_by_role("button", name="New conversation").click()
    await expect(page.locator(".reply")).to_have_count(0)
    await expect(page.locator("#question")).to_be_focused()
    await page.get_by_role("button", name=EXAMPLES[2]).click()
    await expect(page.locator(".lead")).to_have_text("Which Okafor do you mean?")
    await expect(page.locator("#list a")).to_have_text([EXAMPLES[2], EXAMPLES[0]])
    await page.locator("#list a").nth(1).click()
    await expect(page.locator(".lead")).to_have_text("Ada Njoroge leads Field Engineering.")
    await page.go_back()
    await expect(page.locator(".lead")).to_have_text("Which Okafor do you mean?")


async def test_a_second_window_sees_the_same_conversation(site: Site) -> None:
    first = await site.open()
    await ask(first, EXAMPLES[0])
    second = await first.context.new_page()
    await second.goto(first.url)
    await expect(second.locator(".reply")).to_have_count(1)
    await ask(first, EXAMPLES[2])
    await expect(second.locator(".lead").last).to_have_text("Which Okafor do you mean?")
    await expect(second.locator(".question")).to_have_count(2)


async def test_a_page_of_another_website_gets_nothing(site: Site) -> None:
    page = await site.open()
    origin = site.address.partition("/?")[0]
    other = await page.context.new_page()
    await other.route(
        "http://evil.example/", lambda route: route.fulfill(body="<p>evil</p>", content_type="text/html")
    )
    await other.goto("http://evil.example/")
    told = await other.evaluate(
        """async (origin) => {
            const tries = [
              fetch(`${origin}/api/conversations`, { credentials: "include" }),
              fetch(`${origin}/api/messages`, { method: "POST", credentials: "include", body: "{}" }),
            ];
            return (await Promise.allSettled(tries)).map((one) => one.status);
        }""",
        origin,
    )
    assert told == ["rejected", "rejected"]
    assert site.desk.received == []


async def test_parts_have_names_for_those_who_do_not_see_them(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[1])
    for role, name in (
        ("textbox", "Your question"),
        ("navigation", "Conversations"),
        ("group", "Rows"),
        ("button", "Ask"),
    ):
        await expect(page.get_by_role(role, name=name, exact=True)).to_have_count(1)  # type: ignore[arg-type]
    await expect(page.get_by_role("main")).to_have_count(1)
    await expect(page.get_by_role("columnheader")).to_have_count(3)
