"""The pictures of the README: `python -m tests.pictures.readme docs/images`.

In: a few questions. Out: `thread.webp`, which plays a conversation in a thread, `page.png` and `teams.png`,
with the product's real answers from the sample company. Slack is drawn by the renderer of Block Kit, Teams by
the chat page.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.async_api import Page

from connectors.models.real_calls import Calls, allow
from tests.pictures.__main__ import PageChat, SlackChat, page_chat, slack_chat
from tests.pictures.states import well
from tests.slow.blocks import as_page

SAID = ("Which suppliers are in Norway?", "and in Germany?", "which of them has the shortest lead time?")
SIZE = {"width": 620, "height": 560}
SCALE = 2  # pixels a point: sharp on every screen
TYPED, THOUGHT, READ, LAST = 700, 500, 2_600, 4_500  # milliseconds
LAYOUT = Path(__file__).with_name("thread.js")
ON_PAGE, IN_TEAMS = (
    "How many sites are there per country?",
    "Which suppliers have a lead time of more than 60 days?",
)
PAGE = {"width": 1100, "height": 900}


@dataclass(frozen=True, slots=True)
class Moment:
    """What is seen for a while: so many messages, what is being typed, the last answer open or not."""

    messages: int
    typing: str = ""
    is_open: bool = False
    lasts: int = READ


def moments(said: tuple[str, ...]) -> list[Moment]:
    """Each question is typed and answered; at the end, the line of evidence is opened."""
    found: list[Moment] = []
    for number, words in enumerate(said):
        half = words[: len(words) // 2]
        found += [
            Moment(2 * number, half, lasts=TYPED),
            Moment(2 * number, words, lasts=TYPED),
            Moment(2 * number + 1, lasts=THOUGHT),
            Moment(2 * number + 2),
        ]
    return [*found, Moment(2 * len(said), is_open=True, lasts=LAST)]


async def _answers(chat: SlackChat) -> AsyncIterator[list[dict[str, Any]]]:
    for number, words in enumerate(SAID):
        await chat.say(words, begins=number == 0)
        yield chat.blocks


async def _frames(page: Page, answers: list[list[dict[str, Any]]]) -> AsyncIterator[bytes]:
    opened = [
        block | {"default_collapsed": False} if block["type"] == "container" else block
        for block in answers[-1]
    ]
    pieces = {f"answer-{n}": blocks for n, blocks in enumerate([*answers, opened])}
    await page.set_content((await as_page(pieces)).decode())
    await page.add_script_tag(path=LAYOUT)
    for moment in moments(SAID):
        shown = {"messages": moment.messages, "typing": moment.typing, "open": moment.is_open}
        await page.evaluate(f"show({json.dumps(list(SAID))}, {json.dumps(shown)})")
        yield await page.screenshot()


def _played(frames: list[bytes], file: Path) -> None:
    first, *rest = [Image.open(io.BytesIO(frame)).convert("RGB") for frame in frames]
    lasting = [moment.lasts for moment in moments(SAID)]
    first.save(file, save_all=True, append_images=rest, duration=lasting, loop=0, quality=80, method=6)


async def _thread(chat: SlackChat, file: Path) -> None:
    answers = [blocks async for blocks in _answers(chat)]
    page = await _beside(chat.page, SIZE)
    _played([frame async for frame in _frames(page, answers)], file)


async def _on_page(page: Page, chat: PageChat, folder: Path) -> None:
    """An answer on the page with its query, and one as Teams shows it."""
    await page.set_viewport_size(PAGE)  # type: ignore[arg-type]  # a TypedDict of the same
    await chat.say(ON_PAGE, begins=True)
    await page.locator(".evidence summary").click()
    await page.mouse.move(0, 0)
    await page.screenshot(path=folder / "page.png")
    await chat.say(IN_TEAMS, begins=True)
    await page.get_by_role("tab", name="Teams").click()
    await page.locator(".preview.teams article").screenshot(path=folder / "teams.png")


async def _beside(page: Page, size: dict[str, int]) -> Page:
    """Another page of the same browser, as sharp as every screen."""
    browser = page.context.browser
    assert browser is not None
    return await browser.new_page(viewport=size, device_scale_factor=SCALE)  # type: ignore[arg-type]  # a TypedDict of the same


async def _main(folder: Path) -> None:
    with TemporaryDirectory() as place:
        os.environ["TESTS_SHARED"] = place
        async with well(Path(place)) as state:
            async with slack_chat(state, Path(place) / "slack") as chat:
                await _thread(chat, folder / "thread.webp")
            async with page_chat(state, Path(place) / "page") as chat:
                await _on_page(chat.page, chat, folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.pictures.readme", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    allow(Calls.LOOPBACK)
    asyncio.run(_main(parser.parse_args().folder))
