"""The local chat page speaks the browser's language, and has a text wherever it needs one."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.cards.view import view
from bot.cards.web import draw
from bot.platforms.web.served import PAGES, STATIC
from bot.words import LANGUAGES
from kgqa.types import Stage
from tests.bot.cards.test_view import reply_to
from tests.bot.web_page import Page, served
from tests.doubles import answers

SCRIPTS = {name: (PAGES / name).read_text("utf-8") for name in STATIC if name.endswith(".js")}


@pytest_asyncio.fixture
async def page() -> AsyncIterator[Page]:
    async with served() as page:
        await page.get("/?key=the-key")
        yield page


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr,de;q=0.5,en;q=0.7", "en"),
        ("en;q=0.2, de ; q=x", "en"),
        ("fr-CA", "en"),
        ("*", "en"),
        ("", "en"),
        (",;q=,;;", "en"),
    ],
)
async def test_the_page_is_in_the_language_that_its_reader_likes_best(
    page: Page, accepted: str, language: str
) -> None:
    text = await (await page.get("/", **{"Accept-Language": accepted})).text()
    assert f'<html lang="{language}">' in text
    assert ("Eine Frage stellen" in text) == (language == "de")
    assert "{{" not in text


async def test_the_page_that_asks_for_the_key_is_in_that_language_too() -> None:
    async with served() as stranger:
        text = await (await stranger.get("/", **{"Accept-Language": "de"})).text()
        assert "braucht ihren Schlüssel" in text


async def test_what_goes_on_and_what_went_wrong_is_said_in_it(page: Page) -> None:
    message = replace(reply_to(answers.one_thing()).message, thread="t", address='{"language": "de-DE"}')
    async with page.listen() as stream:
        await page.platform.progress(message, Stage.LINKING)
        assert (await anext(stream))["words"] == "sucht Namen"
    gone = await page.json("/api/conversations/x", **{"Accept-Language": "de"})
    assert gone["problem"] == "Diese Unterhaltung ist nicht mehr da. Beginnen Sie eine neue."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_brings_every_word_that_the_scripts_take_from_it(language: str) -> None:
    answer = replace(answers.many_rows(), question=replace(answers.many_rows().question, language=language))
    card = draw(view(reply_to(answer)), seal=str, address=str)
    wanted = set(re.findall(r'"((?:page|act|read|put)-[a-z-]+)"', "".join(SCRIPTS.values())))
    wanted -= set(re.findall(r'say\("([a-z-]+)"\)', "".join(SCRIPTS.values())))
    wanted -= {"page-restarted", "page-trying"}  # said by the frame, one or the other
    assert wanted
    assert wanted <= card["words"].keys()
    assert card["language"] == language


async def test_the_frame_has_every_word_that_the_scripts_say(page: Page) -> None:
    text = await (await page.get("/")).text()
    for name in re.findall(r'say\("([a-z-]+)"\)', "".join(SCRIPTS.values())):
        assert f'"{name}": ' in text


def test_scripts_take_nothing_but_what_is_served() -> None:
    for script in SCRIPTS.values():
        for name in re.findall(r'from "([^"]+)"', script):
            assert name.removeprefix("./") in STATIC
        assert "innerHTML" not in script
        assert "eval(" not in script
