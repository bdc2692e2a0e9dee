"""Links to the files of an answer open for whoever has them, for some days, and for nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.cards.view import Attachment
from bot.links import Links, NoFile
from tests.doubles import answers
from tests.doubles.reception import PaperReception

Client = TestClient[web.Request, web.Application]
PUBLIC = "https://querist.example.com/"
CSV = "7f3a-21.csv"


@pytest.fixture
def desk() -> PaperReception:
    return PaperReception(answers={"7f3a-21": answers.many_rows()})


@pytest.fixture
async def client(desk: PaperReception) -> AsyncIterator[Client]:
    app = web.Application()
    Links("secret").mount(app, desk)
    async with TestClient(TestServer(app)) as client:
        yield client


def link(name: str = CSV, *, reference: str = "7f3a-21", by: str = "secret") -> str:
    address = Links(by, PUBLIC).address(reference, name)
    assert address.startswith(PUBLIC)
    return "/" + address.removeprefix(PUBLIC)


async def test_a_link_opens_the_whole_file_also_after_a_restart(client: Client) -> None:
    said = await client.get(link())
    text = await said.text()
    assert said.status == 200
    assert said.content_type == "text/csv"
    assert text.splitlines()[0] == "Product,Price (€),Discontinued,Product (IRI)"
    assert len(text.splitlines()) == 313


async def test_a_link_made_with_an_earlier_secret_opens_as_long_as_that_is_named(
    desk: PaperReception,
) -> None:
    token = Links("old").sign("7f3a-21", CSV)
    assert isinstance(await Links("new", before=("old",)).open(token, desk), Attachment)
    assert isinstance(await Links("new").open(token, desk), NoFile)


@pytest.mark.parametrize("name", ["7f3a-21.rq", "7f3a-21-trace.md", "7f3a-21-trace.json"])
async def test_query_and_trace_have_links_too(client: Client, name: str) -> None:
    said = await client.get(link(name))
    assert said.status == 200
    assert name in said.headers["Content-Disposition"]


async def test_a_file_is_saved_and_never_shown_guessed_at_or_kept(client: Client) -> None:
    headers = (await client.get(link())).headers
    assert headers["Content-Disposition"].startswith("attachment")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"


async def test_an_old_link_says_that_it_has_expired(client: Client, desk: PaperReception) -> None:
    app = web.Application()
    Links("secret", days=-1).mount(app, desk)
    async with TestClient(TestServer(app)) as later:
        said = await later.get(link())
        assert said.status == 410
        assert "expired" in await said.text()


@pytest.mark.parametrize(
    "path",
    [
        link(by="another"),
        link(reference="unknown"),
        link("../secret"),
        link()[:-1],
        "/files/x",
        "/files/" + "x" * 5_000,
    ],
    ids=["signed by another", "unknown record", "unknown file", "cut short", "no token", "very long"],
)
async def test_what_was_not_linked_here_is_not_found(client: Client, path: str) -> None:
    said = await client.get(path)
    assert said.status == 404
    assert "Ask the question again" in await said.text()


async def test_a_button_is_no_link(client: Client) -> None:
    from bot.buttons import Pressed, Seal

    said = await client.get("/files/" + Seal("secret").sign(Pressed("7f3a-21", "again", 0)))
    assert said.status == 404


async def test_records_that_are_away_are_said_to_be_away(client: Client, desk: PaperReception) -> None:
    desk.refusing = "The database /var/lib/secret cannot be reached."
    said = await client.get(link())
    assert said.status == 503
    assert "secret" not in await said.text()


def test_without_a_public_address_there_are_no_links() -> None:
    assert Links("secret").address("7f3a-21", CSV) == ""
