"""The auditors' pages in a real browser without JavaScript: by keyboard, wide and narrow, light and dark."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from connectors.database.record import Record
from tests.bot.auditors import PASSWORD, Office, office
from tests.connectors.recorded import ADA, answered, lived
from tests.doubles import answers
from tests.patience import LONG
from tests.slow.page_site import ARGUMENTS, PICTURES
from tests.slow.test_page_elsewhere import RULES, axe

pytest.importorskip("playwright")

from playwright.async_api import Browser, Page, async_playwright, expect  # an extra, may be missing

pytestmark = pytest.mark.slow

__all__ = ["axe"]  # a fixture


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        await answered(Record(opened.database), "e0", answers.hostile(), ADA, "9.0")
        await lived(opened.database)
        yield opened


@pytest_asyncio.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield opened
        await opened.close()


async def signed_in(
    browser: Browser, room: Office, *, width: int = 1200, scheme: str = "light", scripts: bool = False
) -> Page:
    context = await browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if scheme == "dark" else "light",
        java_script_enabled=scripts,
        bypass_csp=scripts,  # the checks of axe-core are a script
        locale="en-US",
    )
    page = await context.new_page()
    page.set_default_timeout(LONG * 1000)
    await page.goto(f"{room.origin}/audit")
    await page.get_by_label("Name").focus()
    await page.keyboard.type("ada")
    await page.keyboard.press("Tab")
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Questions")).to_be_visible()
    return page


async def test_a_record_is_found_read_and_run_again_by_keyboard(browser: Browser, room: Office) -> None:
    page = await signed_in(browser, room)
    await page.get_by_label("Words of the question or the query").focus()
    await page.keyboard.type("valves cost")
    await page.keyboard.press("Enter")
    link = page.get_by_role("link", name="Which valves cost more than 1,000 euro?")
    await expect(link).to_have_count(1)
    await link.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Verified: it holds")).to_be_visible()
    room.core._prepared["Which valves cost more than 1,000 euro?"] = answers.many_rows(4)
    await page.get_by_role("button", name="Run the query again").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_text("3 rows then, 4 rows now: 1 row came.")).to_be_visible()
    await page.get_by_role("button", name="Sign out").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    await page.go_back()
    await expect(page.get_by_text("3 rows then")).to_have_count(0)


async def test_filters_are_set_and_taken_out(browser: Browser, room: Office) -> None:
    page = await signed_in(browser, room)
    await page.get_by_text("More filters").click()
    await page.get_by_label("Outcome").select_option("open")
    await page.get_by_role("button", name="Find").click()
    await expect(page.locator("tbody tr")).to_have_count(1)
    await page.get_by_role("link", name="outcome open").click()
    await expect(page.locator("tbody tr")).to_have_count(5)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
async def test_every_page_fits_and_breaks_no_rule_of_accessibility(
    browser: Browser, room: Office, axe: str, width: int, scheme: str
) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = await signed_in(browser, room, width=width, scheme=scheme, scripts=True)
    records = [await link.get_attribute("href") for link in await page.locator("tbody th a").all()]
    there = ["/audit", "/audit?outcome=answered&who=U-BOB", "/audit/usage", "/audit/acts", "/audit/chain"]
    for number, path in enumerate([*there, *map(str, records)]):
        await page.goto(f"{room.origin}{path}")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        await page.screenshot(path=PICTURES / f"audit-{number}-{width}-{scheme}.png", full_page=True)
        for fold in await page.locator("summary").all():
            await fold.click()
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        await page.evaluate(axe)
        found = await page.evaluate(f"axe.run(document, {RULES})")
        assert [
            f"{path} {one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for one in found["violations"]
            for node in one["nodes"]
        ] == []
