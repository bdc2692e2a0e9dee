"""The local chat page, served and opened in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import web

from bot.buttons import Seal
from bot.cards.look import Look
from bot.people import People
from bot.platforms.loopback import Guard
from bot.platforms.web import WebPlatform
from kgqa.types import Answer
from tests.bot.local_desk import LocalDesk
from tests.doubles import answers
from tests.patience import LONG

pytest.importorskip("playwright")

from playwright.async_api import Browser, Page, async_playwright, expect  # an extra, may be missing

PICTURES = Path(__file__).parents[2] / "artifacts" / "page"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
EXAMPLES = (
    "Who leads Field Engineering?",
    "Which valves cost more than 1,000 euro?",
    "When did Okafor join?",
)
LOOK = Look(link="{iri}", editors=People.of(["local"]), reviewers=People.of(["local"]))


@dataclass
class Site:
    """The page, served; `trouble` is whatever the browser complained about."""

    desk: LocalDesk
    platform: WebPlatform
    address: str
    browser: Browser
    trouble: list[str]

    async def open(
        self,
        *,
        width: int = 1200,
        height: int = 800,
        scheme: str = "light",
        zoom: int = 1,
        language: str = "en-US",
    ) -> Page:
        context = await self.browser.new_context(
            viewport={"width": width // zoom, "height": height // zoom},
            color_scheme="dark" if scheme == "dark" else "light",
            device_scale_factor=zoom,
            locale=language,
            permissions=["clipboard-read", "clipboard-write"],
        )
        page = await context.new_page()
        page.set_default_timeout(LONG * 1000)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on(
            "console", lambda message: self.trouble.append(message.text) if message.type == "error" else None
        )
        page.on("dialog", lambda dialog: self.trouble.append(dialog.message))
        await page.goto(self.address)
        await expect(page.locator("#examples button")).to_have_count(len(EXAMPLES))
        return page


@asynccontextmanager
async def opened(*more: Answer) -> AsyncIterator[Site]:
    """The page, and a browser for it; the desk knows all outcomes, and `more`."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    platform = WebPlatform(
        seal=Seal("s"), look=LOOK, examples=EXAMPLES, about="company graph", guard=Guard("key")
    )
    desk = LocalDesk((*answers.all_outcomes(), *more))
    desk.platform = platform
    app = web.Application()
    platform.mount(app, desk)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    trouble: list[str] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield Site(desk, platform, platform.address("127.0.0.1", port), browser, trouble)
        await browser.close()
    await runner.cleanup()
    assert trouble == []


async def ask(page: Page, text: str) -> None:
    """Types and waits for one more reply."""
    before = await page.locator(".reply").count()
    await page.locator("#question").fill(text)
    await page.keyboard.press("Enter")
    await expect(page.locator(".reply")).to_have_count(before + 1)


async def ask_all(page: Page) -> None:
    """A conversation with every outcome."""
    for answer in answers.all_outcomes():
        await ask(page, "fail" if answer.outcome.value == "failed" else answer.question.text)
