"""The cards, the Home tab and the dialogs of Slack, drawn by a Block Kit renderer, with pictures."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bot.buttons import Seal
from bot.cards import slack, slack_forms, slack_home, slack_settings
from bot.cards.look import Look
from bot.channel import Channel
from bot.message import Home
from bot.people import People
from kgqa.types import Choice, Outcome, Recent
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers
from tests.doubles.slack.blocks import words
from tests.slow.blocks import Blocks, as_page
from tests.slow.playground import ARTIFACTS

if TYPE_CHECKING:
    from playwright.async_api import Page

browsers = pytest.importorskip(
    "playwright.async_api", reason="playwright is missing: pip install '.[browser]'"
)

pytestmark = pytest.mark.slow

PICTURES = ARTIFACTS / "slack"
EVERYBODY = People.of(["p"])
LOOK = Look(link="{iri}", reviewers=EVERYBODY, editors=EVERYBODY, charts=True)
# All that reaches beyond the screen but tables, which Slack lets people move sideways, and what ends at an
# edge: a container's second line, whose words stand within it too.
STICKING_OUT = """[...document.querySelectorAll("section *")]
    .filter(e => !e.closest("table") && !e.querySelector("table"))
    .filter(e => {
        for (let at = e.parentElement; at; at = at.parentElement)
            if (getComputedStyle(at).overflowX === "hidden" && at.getBoundingClientRect().right <= innerWidth)
                return false;
        return true;
    })
    .filter(e => e.getBoundingClientRect().right > innerWidth)
    .map(e => e.textContent)"""


def cards() -> dict[str, Blocks]:
    """A card of each outcome, with all that stands in folds open."""
    drawn: dict[str, Blocks] = {}
    for answer in (*answers.all_outcomes(), answers.by_model()):
        reply = reply_to(answer)
        reply = replace(reply, message=replace(reply.message, verbosity="full"))
        name = f"card-{answer.outcome.value}-{len(drawn)}"
        drawn[name] = list(slack.draw(reply, Seal("s"), LOOK).blocks)
    return drawn


def screens() -> dict[str, Blocks]:
    """The Home tab and the dialogs."""
    asked_at = datetime(2026, 11, 20, 10, 42, tzinfo=UTC)
    home = Home(
        graphs=(("Company", "12 kinds of things"), ("Suppliers and their parts", "7 kinds of things")),
        examples=("Who leads Logistics?", "Which valves cost more than 1,000 euro?"),
        recent=(
            Recent(
                question="Who leads Field Engineering?",
                asked_at=asked_at,
                outcome=Outcome.ANSWERED,
                reference="7f3a-21",
                permalink="https://acme.slack.com/archives/C1/p1",
            ),
        ),
        channel=Channel(),
        may_set=True,
    )
    other = Choice(label="Who works in Field Engineering?", detail="", question="Who works there?")
    reply = reply_to(replace(answers.one_thing(), others=(other,)))
    where: Any = {"language": "en", "place": "{}"}
    edit = slack_forms.edit(reply, **where)
    assert edit is not None
    views = {
        "home": slack_home.draw(home, **where),
        "dialog-edit": edit,
        "dialog-reason": slack_forms.reason(**where),
        "dialog-meant": slack_forms.meant(reply, **where),
        "dialog-about": slack_forms.about("What does this valve cost?", **where),
        "dialog-settings": slack_settings.draw(home, **where),
    }
    help_shown = slack_home.help_of(home, language="en", command="/querist")
    return {**{name: view["blocks"] for name, view in views.items()}, "help": help_shown}


@asynccontextmanager
async def drawn(pieces: dict[str, Blocks], folder: Path) -> AsyncIterator[Page]:
    """A page on a phone's width with all pieces, one below the other."""
    page_file = folder / "blocks.html"
    page_file.write_bytes(await as_page(pieces))
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed (Debian: apt install chromium)")
    async with browsers.async_playwright() as play:
        browser = await play.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        try:
            page = await browser.new_page(viewport={"width": 390, "height": 844})
            await page.goto(page_file.as_uri())
            yield page
        finally:
            await browser.close()


def said(blocks: Blocks) -> list[str]:
    """The lines of text that a person is to read in blocks, without what a menu or a question back hides."""
    lines: list[str] = []
    for block in blocks:
        if block["type"] in ("actions", "context_actions"):
            buttons = [e for e in block["elements"] if e["type"] == "button"]
            lines += [button["text"]["text"] for button in buttons]
        elif block.get("element", {}).get("type", "").endswith("select"):
            lines += words([block["label"], block.get("hint")]).split("\n")
        else:
            lines += words([block]).split("\n")
    return [" ".join(line.split()) for line in lines if line.strip()]


@pytest.mark.parametrize("pieces", [cards, screens])
async def test_everything_is_drawn_on_a_phone_and_nothing_sticks_out(pieces: Any, tmp_path: Path) -> None:
    shown = pieces()
    PICTURES.mkdir(parents=True, exist_ok=True)
    async with drawn(shown, tmp_path) as page:
        for name, blocks in shown.items():
            section = page.locator(f"section#{name}")
            await section.screenshot(path=PICTURES / f"{name}.png")
            seen = " ".join((await section.inner_text()).split())
            missing = [line for line in said(blocks) if line not in seen]
            assert missing == [], name
        assert await page.evaluate(STICKING_OUT) == []
