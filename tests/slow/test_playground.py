"""Querist in a real Teams client: the Microsoft 365 Agents Playground in Chromium, with pictures of it.

A `Script` says what is asked and seen. It is put to the platform alone, with prepared answers, and to the
whole service as a process of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from aiohttp import ClientConnectionError, ClientSession, web
from aiohttp.test_utils import TestServer, unused_port
from jsonschema import Draft7Validator

from bot.buttons import Seal
from bot.cards.look import Look
from bot.links import Links
from bot.platforms.teams import Teams
from connectors.database.database import Database
from connectors.database.record import Record
from kgqa.types import Stage
from manifests.teams import SCHEMA, build
from tests.bot.local_desk import LocalDesk
from tests.doubles import answers
from tests.patience import LONG
from tests.slow.playground import ARTIFACTS, SCHEMAS, npm_package, playground

if TYPE_CHECKING:
    from playwright.async_api import Locator, Page

browsers = pytest.importorskip(
    "playwright.async_api", reason="playwright is missing: pip install '.[browser]'"
)

pytestmark = pytest.mark.slow

TENANT = "00000000-0000-0000-0000-0000000000001"  # the playground's own, as the next
PERSON = "00000000-0000-0000-0000-0000000000020"
PICTURES = ARTIFACTS / "teams"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """A question, words of its answer and of its query; a follow-up, and words of its answer."""

    question: str
    answer: str
    query: str
    follow_up: str
    follow_up_answer: str


PREPARED = Script(
    question="Who leads Field Engineering?",
    answer="Ada Njoroge leads Field Engineering.",
    query="?person ex:leads",
    follow_up="Which valves cost more than 1,000 euro?",
    follow_up_answer="312 valves cost more than €1,000.",
)


REAL = Script(
    question="Which suppliers are in Germany?",
    answer="Kessler Feinmechanik GmbH",
    query="?supplier a def:Supplier",
    follow_up="and in Norway?",
    follow_up_answer="Nordlys Elektronikk AS",
)


@pytest.fixture
def desk() -> LocalDesk:
    return LocalDesk()


@pytest.fixture
async def endpoint(desk: LocalDesk) -> AsyncIterator[str]:
    """Where the bot takes messages."""
    port = unused_port()
    links = Links("secret", f"http://127.0.0.1:{port}")
    teams = Teams(
        app_id="",
        password="",
        tenant="",
        seal=Seal("secret"),
        playground=True,
        host="127.0.0.1",
        look=Look(link="{iri}"),
        links=links,
        quiet=0,
    )
    desk.platform = teams
    app = web.Application()
    teams.mount(app, desk)
    links.mount(app, desk)
    async with TestServer(app, port=port) as server:
        yield str(server.make_url("/api/messages"))


class Chat:
    """One conversation in the playground, as a person sees and uses it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def say(self, words: str) -> None:
        box = self.page.get_by_role("textbox").first
        await box.click()
        await self.page.keyboard.type(words)
        await self.page.keyboard.press("Enter")

    async def open_channel(self) -> None:
        await self.page.get_by_role("treeitem", name="My Team - General").click()

    async def mention(self, words: str, *, in_thread: bool) -> None:
        """Posts to the channel, or into its first thread, with the bot mentioned."""
        await self.page.get_by_role("textbox").nth(1 if in_thread else 0).click()
        await self.page.keyboard.type("@Test Bo", delay=50)  # as fast as the list of names can follow
        await self.page.get_by_role("listbox", name="Typeahead menu").get_by_text("Test Bot").click()
        await self.page.keyboard.type(f" {words}")
        if in_thread:
            await self.page.keyboard.press("Enter")
        else:
            await self.page.get_by_role("button", name="Post").click()

    async def sees(self, words: str) -> None:
        await browsers.expect(self.answers(words).last).to_be_visible()

    async def does_not_see(self, words: str) -> None:
        await browsers.expect(self._cards().last.get_by_text(words)).to_be_hidden()

    async def press(self, words: str) -> None:
        await self._cards().last.get_by_role("button", name=words).click()

    async def press_behind_the_dots(self, words: str) -> None:
        card = self._cards().last
        await card.get_by_role("button").last.click()
        await self.page.screenshot(path=PICTURES / "dots.png")
        await self.page.get_by_text(words, exact=True).last.click()

    async def dislike(self, reason: str) -> None:
        """Presses the last thumb down and writes the reason into its form."""
        await self.page.get_by_role("button", name="Dislike").last.click()
        form = self.page.get_by_role("dialog")
        await form.get_by_role("textbox").fill(reason)
        await form.get_by_role("button", name="Submit").click()
        await browsers.expect(form.get_by_text("Thank you!")).to_be_visible()

    async def picture(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self._cards().last.scroll_into_view_if_needed()
        await self.page.screenshot(path=PICTURES / f"{name}.png")
        await self._cards().last.screenshot(path=PICTURES / f"{name}-card.png")

    async def screen(self, name: str) -> None:
        PICTURES.mkdir(parents=True, exist_ok=True)
        await self.page.screenshot(path=PICTURES / f"{name}.png")

    def answers(self, words: str) -> Locator:
        """What the bot said with these words: in a card, or as the sentence above one."""
        return self.page.locator("p, .ac-adaptiveCard *").filter(has_text=words)

    def _cards(self) -> Locator:
        return self.page.locator(".ac-adaptiveCard")


@asynccontextmanager
async def chat(endpoint: str) -> AsyncIterator[Chat]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("chromium is not installed (Debian: apt install chromium)")
    async with playground(endpoint) as address, browsers.async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": 1280, "height": 1000})
        page.set_default_timeout(LONG * 1000)
        await page.goto(address)
        yield Chat(page)
        await browser.close()


async def converse(chat: Chat, script: Script, name: str) -> None:
    """Asks, opens the evidence, asks on; leaves a picture of each."""
    await chat.say(script.question)
    await chat.sees(script.answer)
    await chat.does_not_see(script.query)
    await chat.picture(f"{name}-1-answer")
    await chat.press("Query and steps")
    await chat.sees(script.query)
    await chat.sees("1. ")
    await chat.picture(f"{name}-2-evidence")
    await chat.say(script.follow_up)
    await chat.sees(script.follow_up_answer)
    await chat.picture(f"{name}-3-follow-up")


async def test_a_question_its_evidence_and_a_follow_up(endpoint: str, desk: LocalDesk) -> None:
    async with chat(endpoint) as person:
        await converse(person, PREPARED, "prepared")
    first, second = desk.received
    assert first.thread == second.thread
    assert first.event != second.event
    assert first.private


async def test_a_mention_in_a_channel_is_answered_in_its_thread(endpoint: str, desk: LocalDesk) -> None:
    async with chat(endpoint) as person:
        await person.open_channel()
        await person.mention(PREPARED.question, in_thread=False)
        await person.sees(PREPARED.answer)
        await person.mention(PREPARED.follow_up, in_thread=True)
        await person.sees(PREPARED.follow_up_answer)
        await person.picture("channel")
    first, second = desk.received
    assert (first.text, second.text) == (PREPARED.question, PREPARED.follow_up)
    assert first.thread == second.thread != first.channel
    assert not first.private


async def test_a_choice_is_pressed(endpoint: str, desk: LocalDesk) -> None:
    async with chat(endpoint) as person:
        await person.say("When did Okafor join?")
        await person.sees("Which Okafor do you mean?")
        await person.picture("choices")
        await person.press("Nneka Okafor · Employee, Oslo")
        await person.sees("You chose Nneka Okafor · Employee, Oslo.")
        await person.picture("chosen")
    assert desk.received[1].pressed is not None
    assert desk.received[1].pressed.index == 1


async def test_what_is_being_done_grows_into_the_one_answer(endpoint: str, desk: LocalDesk) -> None:
    desk.stages = (Stage.LINKING, Stage.RUNNING)
    desk.open.clear()
    async with chat(endpoint) as person:
        await person.say(PREPARED.question)
        step = person.page.get_by_role("paragraph").filter(has_text="asking the graph")
        await browsers.expect(step).to_be_visible()
        await person.screen("streaming-1-steps")
        desk.open.set()
        await person.sees(PREPARED.answer)
        await person.screen("streaming-2-answer")
        await browsers.expect(step).to_have_count(0)
        await browsers.expect(person.answers(PREPARED.answer)).to_have_count(1)


async def test_an_answer_cites_what_it_rests_on(endpoint: str) -> None:
    async with chat(endpoint) as person:
        await person.say(PREPARED.question)
        await person.sees(PREPARED.answer)
        sentence = person.page.get_by_role("paragraph").filter(has_text=PREPARED.answer)
        await sentence.get_by_text("1", exact=True).hover()
        await browsers.expect(person.page.get_by_text("company graph, record")).to_be_visible()
        await person.screen("citation")


async def test_a_query_is_run_again(endpoint: str, desk: LocalDesk) -> None:
    async with chat(endpoint) as person:
        await person.say(PREPARED.question)
        await person.sees(PREPARED.answer)
        await person.press_behind_the_dots("Run again")
        await person.sees("You chose Run again.")
        await person.picture("run-again")
    assert desk.received[1].pressed is not None
    assert desk.received[1].pressed.kind == "again"


@pytest.mark.parametrize("stages", [(), (Stage.LINKING,)], ids=["at once", "after a stream"])
async def test_a_thumb_with_its_reason_from_teams_own_form_finds_its_answer(
    endpoint: str, desk: LocalDesk, stages: tuple[Stage, ...]
) -> None:
    desk.stages = stages
    async with chat(endpoint) as person:
        await person.say(PREPARED.question)
        await person.sees(PREPARED.answer)
        await person.dislike("She left in May.")
        await person.screen("feedback")
    (pressed,) = desk.pressed
    assert pressed.note == "She left in May."
    assert pressed.pressed is not None
    assert (pressed.pressed.kind, desk.answers[pressed.pressed.reference].text) == ("down", PREPARED.answer)


async def test_every_outcome_can_be_looked_at(endpoint: str) -> None:
    async with chat(endpoint) as person:
        for number, answer in enumerate(answers.all_outcomes()):
            await person.say(answer.question.text if answer.outcome.value != "failed" else "fail")
            await person.sees(answer.text)
            await person.picture(f"outcome-{number}-{answer.outcome.value}")


async def test_hostile_names_stay_text_in_a_real_client(endpoint: str) -> None:
    async with chat(endpoint) as person:
        dialogs: list[object] = []
        person.page.on("dialog", lambda dialog: dialogs.append(dialog))  # noqa: PLW0108  # playwright marks functions
        await person.say(answers.hostile().question.text)
        await person.sees("</at><at>Everyone</at>")
        await person.sees("*bold* _it_ `code` ~x~")
        links = await person.page.locator(".ac-adaptiveCard a").evaluate_all(
            "links => links.map(a => a.href)"
        )
        assert all(link.startswith("https://company.example/") for link in links)
        assert dialogs == []


@asynccontextmanager
async def querist_serve(data: Path) -> AsyncIterator[str]:
    """The whole service as a process of its own, on the sample company; the address of its messages."""
    environment = os.environ | {
        "QUERIST_TEAMS_PLAYGROUND": "true",
        "QUERIST_HOST": "127.0.0.1",
        "QUERIST_PORT": str(unused_port()),
        "QUERIST_DATA": str(data),
    }
    address = f"http://127.0.0.1:{environment['QUERIST_PORT']}"
    program = [sys.executable, "-c", "from bot.cli import main; main()", "serve"]
    with (data / "serve.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(*program, env=environment, stdout=log, stderr=log)
    try:
        async with asyncio.timeout(120):
            if not await _listens(f"{address}/healthz", process):
                pytest.fail(f"querist serve ended: {(data / 'serve.log').read_text()[-500:]}")
        yield f"{address}/api/messages"
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def _listens(address: str, process: asyncio.subprocess.Process) -> bool:
    async with ClientSession() as session:
        while process.returncode is None:
            try:
                async with session.get(address):
                    return True
            except ClientConnectionError:
                await asyncio.sleep(0.2)  # nothing tells from outside when another process begins to listen
    return False


async def test_the_whole_service_answers_and_a_follow_up_uses_the_history(tmp_path: Path) -> None:
    async with querist_serve(tmp_path) as endpoint, chat(endpoint) as person:
        await converse(person, REAL, "real")
        await person.dislike("One is missing.")
    database = Database.open(f"sqlite:///{tmp_path}/querist.db")
    record = Record(database)
    (last, *_) = await record.recent("teams", TENANT, PERSON, 1)
    (note,) = await record.judgements(last.reference)
    database.close()
    assert (last.question, note["verdict"], note["reason"]) == (REAL.follow_up, "down", "One is missing.")


async def test_the_whole_service_asks_back_and_a_press_answers(tmp_path: Path) -> None:
    async with querist_serve(tmp_path) as endpoint, chat(endpoint) as person:
        await person.say("When did Moreau join?")
        await person.sees("Which “Moreau” do you mean?")
        await person.picture("real-4-choices")
        await person.sees("Oslo Office, Sales")
        await person.press("Luc Moreau")
        await person.sees("The date of joining of Luc Moreau is")
        await person.picture("real-5-chosen")
        await person.say("What is our profit margin?")
        await person.sees("nothing about “profit margin”")
        await person.picture("real-6-not-in-graph")


def test_the_manifest_satisfies_microsofts_own_schema() -> None:

    folder = npm_package(SCHEMAS) / "build" / "json-schemas" / "teams" / f"v{SCHEMA}"
    schema = json.loads(Path(folder / "MicrosoftTeams.schema.json").read_text(encoding="utf-8"))
    manifest = build("1b4e28ba-2fa1-11d2-883f-0016d3cca427", "https://querist.example.com")
    errors = [f"{list(e.path)}: {e.message}" for e in Draft7Validator(schema).iter_errors(manifest)]
    assert errors == []
