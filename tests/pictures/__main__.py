"""Pictures of real answers as people see them: `python -m tests.pictures FOLDER [FILE]`.

In: a file of questions about the sample company, one conversation a paragraph, and what is in the way of
their answers. Out: a picture of each answer on the chat page, in Teams (the Agents Playground) and in Slack
(a renderer of Block Kit), one folder each.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from playwright.async_api import Browser, Page, async_playwright

from bot import wiring
from bot.platforms.teams import Teams
from bot.platforms.web import WebPlatform
from connectors.models.real_calls import Calls, allow
from tests.bot.conversation import at_work, opened
from tests.bot.conversation_slack import SlackPerson, on_slack
from tests.pictures.states import STATES, Opening, State
from tests.slow.blocks import as_page
from tests.slow.playground import playground

QUESTIONS = Path(__file__).with_name("questions.txt")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WAIT = 60_000  # milliseconds: a busy machine
UNAWAITED = "&"
SETTLED = 700  # milliseconds after which nothing more is drawn
Talk = tuple[str, ...]


def talks(written: str) -> list[Talk]:
    """The conversations of a file: what is said in each, or the number of a button. What begins with `&` is
    said without waiting for an answer.
    """
    paragraphs = (p.splitlines() for p in re.split(r"\n\s*\n", written))
    said = (tuple(line for line in p if line and not line.startswith("#")) for p in paragraphs)
    return [talk for talk in said if talk]


def numbered(all_talks: list[Talk]) -> Iterator[tuple[str, str, bool]]:
    """Each line with the name of its picture, and whether it begins a conversation."""
    for number, talk in enumerate(all_talks, 1):
        for part, words in enumerate(talk, 1):
            yield f"{number:02}-{part}", words, part == 1


class Chat(Protocol):
    """Where questions are put and answers can be photographed."""

    async def say(self, words: str, *, begins: bool) -> None:
        """Returns when the answer is there, or at once where nobody waits for it."""
        ...

    async def picture(self, file: Path) -> None:
        """Of the answer that came last."""
        ...


class PageChat:
    def __init__(self, page: Page) -> None:
        self.page = page
        self._replies = page.locator(".reply")

    async def say(self, words: str, *, begins: bool) -> None:
        if begins:
            await self.page.locator("#new").click()
            await self._replies.first.wait_for(state="detached")
        before = await self._replies.count()
        if words.isdigit():
            await self._replies.last.locator(".choices button").nth(int(words) - 1).click()
        else:
            await self.page.locator("#question").fill(words.removeprefix(UNAWAITED))
            await self.page.keyboard.press("Enter")
        if not words.startswith(UNAWAITED):
            await self._replies.nth(before).wait_for()

    async def picture(self, file: Path) -> None:
        await self._replies.last.screenshot(path=file)


class TeamsChat:
    """The one-to-one chat, which goes on from question to question."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._cards = page.locator(".ac-adaptiveCard")
        self._asked = page.get_by_label("Message timestamp")
        self._before = 0

    async def say(self, words: str, *, begins: bool) -> None:  # there is one thread
        before, self._before = await self._cards.count(), await self._asked.count()
        if words.isdigit():
            await self._cards.last.get_by_role("button").nth(int(words) - 1).click()
        else:
            await self.page.get_by_role("textbox").first.click()
            await self.page.keyboard.type(words.removeprefix(UNAWAITED))
            await self.page.keyboard.press("Enter")
        if not words.startswith(UNAWAITED):
            await self._cards.nth(before).wait_for()
        await self.page.wait_for_timeout(SETTLED)

    async def picture(self, file: Path) -> None:
        await self.page.mouse.wheel(0, 10_000)
        first = await self._asked.nth(self._before).bounding_box()
        last = await self._cards.last.bounding_box()
        assert first is not None
        assert last is not None
        top, bottom = max(first["y"], 50), last["y"] + last["height"] + 50
        clip = {"x": 330, "y": top, "width": 620, "height": max(bottom - top, 80)}
        await self.page.screenshot(path=file, clip=clip)  # type: ignore[arg-type]  # a TypedDict of the same


class SlackChat:
    """A thread of a channel for each conversation. Its answers are drawn at the end, by `pictures`."""

    def __init__(self, person: SlackPerson, page: Page) -> None:
        self.person, self.page = person, page
        self._thread, self._number = "", 0
        self._messages: list[dict[str, Any]] = []

    async def say(self, words: str, *, begins: bool) -> None:
        slack, people = self.person.slack, self.person.people
        before = len(slack.workspace.messages)
        if words.isdigit():
            await self.person.press(int(words))
        else:
            more = {} if begins else {"thread": self._thread}
            ts, _ = people.mention(words.removeprefix(UNAWAITED), **more)
            self._thread = ts if begins else self._thread
            await people.deliver()
        if words.startswith(UNAWAITED):
            return
        self._number += 1
        await self.person.answer(self._number)
        await self.page.wait_for_timeout(3 * SETTLED)  # a picture comes after its words
        self._messages = slack.workspace.messages[before:]

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """What the last answer is made of."""
        return [block for message in self._messages for block in _blocks(message)]

    async def picture(self, file: Path) -> None:
        await self.page.set_content((await as_page({"answer": self.blocks})).decode())
        await self.page.locator("section#answer").screenshot(path=file)


def _blocks(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What is posted, files as the pictures that they hold."""
    yield from message.get("blocks", ())
    for shared in message.get("files", ()):
        content = base64.b64encode(shared["content"]).decode()
        yield {
            "type": "image",
            "image_url": f"data:image/png;base64,{content}",
            "alt_text": str(shared.get("alt_txt", "")),
            "title": {"type": "plain_text", "text": str(shared["title"])},
        }


@asynccontextmanager
async def _browser() -> AsyncIterator[Browser]:
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        yield browser
        await browser.close()


@asynccontextmanager
async def page_chat(state: State, folder: Path) -> AsyncIterator[PageChat]:
    async with opened(folder, **state.settings) as (settings, database), _browser() as browser:
        platform = WebPlatform(seal=wiring.open_seal(settings), look=wiring.look_of(settings))
        async with at_work(settings, state.core, (platform,), database) as place:
            page = await browser.new_page(viewport={"width": 900, "height": 900})
            page.set_default_timeout(WAIT)
            await page.goto(platform.address("127.0.0.1", place.port))
            yield PageChat(page)


@asynccontextmanager
async def teams_chat(state: State, folder: Path) -> AsyncIterator[Chat]:
    async with opened(folder, **state.settings) as (settings, database), _browser() as browser:
        platform = Teams(
            app_id="",
            password="",
            tenant="",
            seal=wiring.open_seal(settings),
            playground=True,
            host="127.0.0.1",
            look=wiring.look_of(settings),
        )
        async with (
            at_work(settings, state.core, (platform,), database) as place,
            playground(f"http://127.0.0.1:{place.port}/api/messages") as address,
        ):
            page = await browser.new_page(viewport={"width": 1280, "height": 2400})
            page.set_default_timeout(WAIT)
            await page.goto(address)
            await page.locator(".ac-adaptiveCard").wait_for()  # the greeting of a new chat
            yield TeamsChat(page)


@asynccontextmanager
async def slack_chat(state: State, folder: Path) -> AsyncIterator[SlackChat]:
    async with (
        on_slack("http", state.core, folder, is_guest=state.is_guest, **state.settings) as (person, _),
        _browser() as browser,
    ):
        assert isinstance(person, SlackPerson)
        yield SlackChat(person, await browser.new_page(viewport={"width": 640, "height": 900}))


CHATS = {"page": page_chat, "teams": teams_chat, "slack": slack_chat}


async def _main(folder: Path, written: str, names: Sequence[str], opened_state: Opening) -> None:
    with TemporaryDirectory() as place:
        os.environ["TESTS_SHARED"] = place
        async with opened_state(Path(place)) as state:
            for name in names:
                (folder / name).mkdir(parents=True, exist_ok=True)
                async with CHATS[name](state, Path(place) / name) as chat:
                    for title, words, begins in numbered(talks(written)):
                        await chat.say(words, begins=begins)
                        if not words.startswith(UNAWAITED):
                            await chat.picture(folder / name / f"{title}.png")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="a file of questions")
    parser.add_argument("--on", nargs="+", choices=CHATS, default=list(CHATS), help="the platforms")
    parser.add_argument("--state", choices=STATES, default="well", help="what is in the way of answers")
    given = parser.parse_args()
    allow(Calls.LOOPBACK)
    asyncio.run(_main(given.folder, given.questions.read_text("utf-8"), given.on, STATES[given.state]))
