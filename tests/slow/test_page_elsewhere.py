"""How Slack and Teams draw answers, on the local chat page in a real browser; and whether all can read it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.message import Heard
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers
from tests.slow.page_site import EXAMPLES, PICTURES, Site, ask, ask_all, opened

pytest.importorskip("playwright")

from playwright.async_api import Page, expect  # an extra, may be missing

pytestmark = pytest.mark.slow

AXE = "axe-core@4"
RULES = "{runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}"


@pytest_asyncio.fixture
async def site() -> AsyncIterator[Site]:
    async with opened(answers.by_model()) as site:
        yield site


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The checks of axe-core, which are not kept here; without npm or a registry there are none."""
    folder = tmp_path_factory.mktemp("axe")
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm is not installed")
    command = [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), AXE]
    if subprocess.run(command, capture_output=True, timeout=60, check=False).returncode:
        pytest.skip(f"npm cannot install {AXE}")
    return (Path(folder) / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


async def show(page: Page, place: str) -> None:
    """Turns every reply to how it looks there, all unfolded."""
    for reply in await page.locator(".reply").all():
        await reply.get_by_role("tab", name=place).click()
        panel = reply.get_by_role("tabpanel", name=place)
        await expect(panel.locator("article")).to_be_visible()
        for fold in await panel.locator("details.container > summary, button[aria-expanded]").all():
            await fold.click()


async def test_tabs_are_moved_by_the_arrow_keys(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[0])
    tab = {name: page.get_by_role("tab", name=name) for name in ("This page", "Slack", "Teams")}
    await tab["This page"].focus()
    for key, name in (
        ("ArrowRight", "Slack"),
        ("ArrowRight", "Teams"),
        ("ArrowRight", "This page"),
        ("ArrowLeft", "Teams"),
        ("Home", "This page"),
        ("End", "Teams"),
    ):
        await page.keyboard.press(key)
        await expect(tab[name]).to_be_focused()
        await expect(tab[name]).to_have_attribute("aria-selected", "true")
        await expect(page.get_by_role("tabpanel")).to_have_count(1)
        await expect(page.get_by_role("tabpanel", name=name)).to_be_visible()
    await page.keyboard.press("Tab")  # on, into what the tab shows
    await expect(page.get_by_role("tabpanel", name="Teams")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 360])
async def test_everything_that_is_drawn_elsewhere_is_known_and_fits(
    site: Site, width: int, scheme: str
) -> None:
    page = await site.open(width=width, scheme=scheme)
    await ask_all(page)
    for place in ("Slack", "Teams"):
        await show(page, place)
        await expect(page.locator(".undrawn")).to_have_count(0)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await page.screenshot(path=PICTURES / f"{place}-{width}-{scheme}.png", full_page=True)
    assert await page.locator("main img, main script, main b b").count() == 0


async def test_buttons_of_elsewhere_do_nothing_and_are_passed_over_by_the_keyboard(site: Site) -> None:
    page = await site.open()
    await ask(page, EXAMPLES[2])
    for place in ("Slack", "Teams"):
        await show(page, place)
        panel = page.get_by_role("tabpanel", name=place)
        for button in await panel.locator("[aria-disabled=true]").all():
            await button.click(force=True)
        assert await panel.locator("[aria-disabled=true]").count() >= 2
        assert await panel.locator("[aria-disabled=true]:not([tabindex='-1'])").count() == 0
    assert len(site.desk.received) == 1
    assert site.desk.pressed == []


async def trouble_of(page: Page, axe: str) -> list[str]:
    await page.evaluate(axe)
    found = await page.evaluate(f"axe.run(document, {RULES})")
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_rule_of_accessibility_that_can_be_checked_is_broken(
    site: Site, axe: str, scheme: str
) -> None:
    page = await site.open(scheme=scheme)
    assert await trouble_of(page, axe) == []
    await ask_all(page)
    for summary in (await page.locator(".evidence > summary").all())[:4]:
        await summary.click()
    site.desk.heard = Heard(reply=reply_to(answers.one_thing()))
    for number, name in enumerate(("Edit the query", "Not what I meant")):
        reply = page.locator(".reply").nth(number)
        if not await reply.get_by_role("button", name=name, exact=True).is_visible():
            await reply.locator(".acts .menu > summary").click()
        await reply.get_by_role("button", name=name, exact=True).click()
        await expect(page.locator(".aside form").nth(number)).to_be_visible()
    assert await trouble_of(page, axe) == []
    for place in ("Slack", "Teams"):
        await show(page, place)
        assert await trouble_of(page, axe) == []
