"""How Slack and Teams would draw an answer, on the local chat page: the real cards, that nobody can press."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, get_args

import pytest
import pytest_asyncio

from bot.buttons import ASKS, Seal
from bot.cards import slack, teams
from bot.cards.look import Look
from bot.channel import Verbosity
from bot.people import People
from bot.platforms.web import elsewhere
from bot.platforms.web.served import PAGES
from kgqa.types import Answer, Choice
from tests.bot.cards.test_view import reply_to
from tests.bot.web_page import SEAL, Page, served
from tests.doubles import answers

LOOK = Look(link="{iri}", reviewers=People.of(["p"]), editors=People.of(["p"]))


@pytest_asyncio.fixture
async def page() -> AsyncIterator[Page]:
    async with served(LOOK) as page:
        await page.get("/?key=the-key")
        yield page


def values(card: Any) -> Iterator[tuple[str, Any]]:
    """Every name and value of a card."""
    for one in card.values() if isinstance(card, dict) else card if isinstance(card, list) else ():
        yield from values(one)
    if isinstance(card, dict):
        yield from card.items()


def unpressed(card: Any) -> Any:
    """A card without what its buttons send back."""
    if isinstance(card, dict):
        return {k: unpressed(v) for k, v in card.items() if k not in ("value", "button")}
    return [unpressed(one) for one in card] if isinstance(card, list) else card


async def test_the_cards_are_those_that_slack_and_teams_get(page: Page) -> None:
    conversation, item = await page.reply("Which valves cost more than 1,000 euro?")
    reply = page.desk.reply(page.desk.received[0])
    address = f"/api/preview/{conversation}/{item['event']}"
    in_slack = await page.json(f"{address}?as=slack")
    assert unpressed(in_slack["blocks"]) == unpressed(list(slack.draw(reply, Seal("x"), LOOK).blocks))
    in_teams = await page.json(f"{address}?as=teams")
    assert unpressed(in_teams["card"]) == unpressed(teams.card(reply, seal=Seal("x"), look=LOOK))
    assert (in_teams["feedback"], in_teams["generated"]) == (True, "")


async def test_their_buttons_cannot_be_pressed(page: Page) -> None:
    conversation, item = await page.reply("When did Okafor join?")
    for place in ("slack", "teams"):
        card = await page.json(f"/api/preview/{conversation}/{item['event']}?as={place}")
        carried = [v for name, v in values(card) if name in ("value", "button") and isinstance(v, str)]
        assert carried
        assert [SEAL.open(value) for value in carried] == [None] * len(carried)


async def test_what_is_not_there_is_said_to_be_gone(page: Page) -> None:
    conversation, item = await page.reply("When did Okafor join?")
    for path in (
        f"{conversation}/x?as=slack",
        f"x/{item['event']}?as=slack",
        f"{conversation}/{item['event']}",
    ):
        response = await page.get(f"/api/preview/{path}")
        assert response.status == 404
        assert "no longer here" in (await response.json())["problem"]


async def test_who_has_no_key_sees_no_card() -> None:
    async with served() as stranger:
        assert (await stranger.get("/api/preview/a/b?as=slack")).status == 403


def test_what_a_model_made_carries_the_label_of_teams() -> None:
    card = elsewhere.card(reply_to(answers.by_model()), "teams", LOOK)
    assert card is not None
    assert card["generated"] == "AI generated"


def drawn_by(script: str) -> set[str]:
    """The types of elements that a script of the page knows how to draw."""
    table = re.search(
        r"^const ELEMENTS = \{\n(.*?)^\};", (PAGES / script).read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert table
    return {
        quoted or plain for quoted, plain in re.findall(r'^  (?:"([\w.]+)"|(\w+)): ', table[1], re.MULTILINE)
    }


def variants() -> Iterator[Answer]:
    """Answers with everything that cards draw."""
    yield from answers.all_outcomes()
    yield answers.by_model()
    yield answers.many_rows(3)
    yield replace(answers.one_thing(), others=(Choice(label="x", detail="y", question="z"),))
    long = Choice(label="a very long name that no button shows whole", detail="and more", question="q")
    yield replace(answers.clarify(), choices=(long, *answers.clarify().choices * 20))
    book = answers.one_thing()
    assert book.query is not None
    yield replace(book, query=replace(book.query, text="SELECT * { ?a ?b ?c }\n" * 9_000))


INERT = {"task/fetch"}  # a type of an action's data, which nobody sees


@pytest.mark.slow
@pytest.mark.parametrize(("place", "script"), [("slack", "slack.js"), ("teams", "teams.js")])
def test_the_page_can_draw_every_element_that_the_cards_use(place: str, script: str) -> None:
    used: set[str] = set()
    for answer in variants():
        for verbosity in get_args(Verbosity):
            for private in (True, False):
                message = replace(
                    reply_to(answer).message, verbosity=verbosity, private=private, to_asker=not private
                )
                card = elsewhere.card(replace(reply_to(answer), message=message), place, LOOK)
                used |= {v for name, v in values(card) if name == "type" and isinstance(v, str)}
    assert len(used) > len(ASKS)
    assert used - INERT <= drawn_by(script)
