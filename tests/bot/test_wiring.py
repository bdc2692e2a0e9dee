"""Settings become adapters, and adapters one application that starts and stops as a whole."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from rich.console import Console

from bot import wiring
from bot.audit.accounts import Account, hashed, with_account
from bot.buttons import Pressed
from bot.commands import serve, serve_shown
from bot.desk import Apart, Desk
from bot.message import Posted, Reception, Reply
from bot.settings import Settings, load
from connectors.embedded import EmbeddedGraph
from connectors.endpoint import EndpointGraph
from kgqa.errors import BadSetting
from tests import querist
from tests.bot.desks import message, until
from tests.doubles.core import PreparedCore
from tests.doubles.platform import PaperPlatform
from tests.postgres import postgres

__all__ = ["postgres"]  # a fixture


def settings(folder: Path, **values: object) -> Settings:
    return load(data=folder / "data", **values)


# ── one by one ───────────────────────────────────────────────────────────────────────────────────


def test_the_secret_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    first = wiring.open_seal(settings(tmp_path))
    again = wiring.open_seal(settings(tmp_path))
    pressed = Pressed("7f3a-21", "choice", 0)
    assert again.open(first.sign(pressed)) == pressed
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert [file.name for file in (tmp_path / "data").iterdir()] == ["secret"]


def test_buttons_and_links_signed_with_an_earlier_secret_are_good_as_long_as_it_is_named(
    tmp_path: Path,
) -> None:
    pressed = Pressed("7f3a-21", "again", 0)
    old = wiring.open_seal(settings(tmp_path, secret="old")).sign(pressed)
    known = wiring.open_seal(settings(tmp_path, secret="new", secrets_before="older, old"))
    assert known.open(old) == pressed
    assert wiring.open_seal(settings(tmp_path, secret="new")).open(old) is None
    assert wiring.open_seal(settings(tmp_path, secret="old")).open(known.sign(pressed)) is None


def test_a_secret_that_is_set_goes_before_the_one_that_was_made(tmp_path: Path) -> None:
    made = wiring.open_seal(settings(tmp_path))
    given = wiring.open_seal(settings(tmp_path, secret="given"))
    assert given.open(made.sign(Pressed("7f3a-21", "choice", 0))) is None


def test_the_names_of_each_graph_have_a_folder_of_their_own(tmp_path: Path) -> None:
    def folder(graph: str) -> Path:
        return wiring.open_shelf(settings(tmp_path, graph=graph)).folder

    assert folder("/a/shop.ttl") != folder("/b/shop.ttl")
    assert folder("/a/shop.ttl").parent == tmp_path / "data" / "index"
    assert folder("/a/../a/shop.ttl") == folder("/a/shop.ttl")


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(BadSetting, match="QUERIST_DATA"):
        wiring.open_database(settings(tmp_path))


async def test_a_graph_may_be_files(tmp_path: Path) -> None:
    file = tmp_path / "small.ttl"
    file.write_text("<urn:a> <urn:b> <urn:c> .")
    graph = wiring.open_graph(settings(tmp_path, graph=str(file), graph_name="small"))
    assert isinstance(graph, EmbeddedGraph)
    description = await graph.describe()
    graph.close()
    assert (description.name, description.triples) == ("small", 1)


def test_a_graph_may_be_an_endpoint(tmp_path: Path) -> None:
    graph = wiring.open_graph(settings(tmp_path, graph="http://127.0.0.1:1/sparql"))
    assert isinstance(graph, EndpointGraph)
    graph.close()


def test_an_endpoint_and_a_file_together_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="one endpoint alone"):
        wiring.open_graph(settings(tmp_path, graph="http://127.0.0.1:1/sparql, more.ttl"))


def test_no_platform_is_opened_that_is_not_set_up(tmp_path: Path) -> None:
    chosen = settings(tmp_path)
    database = wiring.open_database(chosen)
    assert wiring.open_platforms(chosen, database) == ()
    database.close()


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ({"slack_app_token": "xapp-1"}, "QUERIST_SLACK_BOT_TOKEN"),
        ({"slack_bot_token": "xoxb-1"}, "QUERIST_SLACK_APP_TOKEN"),
        ({"teams_app_id": "an-id"}, "QUERIST_TEAMS_APP_PASSWORD"),
        ({"teams_playground": True, "host": "0.0.0.0"}, "QUERIST_TEAMS_PLAYGROUND"),  # noqa: S104  # refused
    ],
)
def test_a_platform_that_is_set_up_by_halves_names_what_is_missing(
    tmp_path: Path, values: dict[str, object], names: str
) -> None:
    chosen = settings(tmp_path, **values)
    database = wiring.open_database(chosen)
    with pytest.raises(BadSetting, match=names):
        wiring.open_platforms(chosen, database)
    database.close()


def test_slack_and_teams_are_opened_side_by_side(tmp_path: Path) -> None:
    chosen = settings(tmp_path, slack_bot_token="xoxb-1", slack_signing_secret="s", teams_playground=True)
    database = wiring.open_database(chosen)
    assert [platform.name for platform in wiring.open_platforms(chosen, database)] == ["slack", "teams"]
    database.close()


# ── together ─────────────────────────────────────────────────────────────────────────────────────


class Postbox(PaperPlatform):
    """A platform with a route and with something that lives as long as the application."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.client: aiohttp.ClientSession | None = None

    def mount(self, app: web.Application, desk: Reception) -> None:
        async def take(request: web.Request) -> web.Response:
            await desk.receive(message(await request.text()))
            return web.Response(status=202)

        async def life(_: web.Application) -> AsyncIterator[None]:
            self.client = aiohttp.ClientSession()
            await desk.receive(message("early", thread="early"))  # as a socket that connects at once
            yield
            await self.client.close()
            self.client = None

        app.router.add_post("/ask", take)
        app.cleanup_ctx.append(life)

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        assert self.client is not None, "sent before or after the platform's own life"
        assert not self.client.closed
        return await super().send(reply, again=again)


def desk_of(chosen: Settings, platform: PaperPlatform) -> Desk:
    database = wiring.open_database(chosen)
    return wiring.open_desk(chosen, PreparedCore(), [platform], database)


@pytest.mark.slow
async def test_the_application_answers_what_comes_in_over_http(tmp_path: Path) -> None:
    platform = Postbox(tmp_path)
    app = wiring.build_app(desk_of(settings(tmp_path), platform), [platform])
    async with TestClient(TestServer(app)) as client:
        assert (await client.post("/ask", data="Who?")).status == 202
        await platform.wait_for(2)
    assert sorted(platform.texts) == ["Who?", "early"]


@pytest.mark.slow
async def test_the_auditors_pages_are_there_where_somebody_has_an_account(tmp_path: Path) -> None:
    platform, chosen = PaperPlatform(tmp_path), settings(tmp_path)
    database, core = wiring.open_database(chosen), PreparedCore()

    async def asked(path: str) -> tuple[int, str]:
        apart = Apart(core)
        desk = wiring.open_desk(chosen, core, [platform], database, apart=apart)
        pages = wiring.open_audit_pages(chosen, apart, database)
        async with TestClient(TestServer(wiring.build_app(desk, [platform], audit=pages))) as client:
            answer = await client.get(path)
            return answer.status, await answer.text()

    assert (await asked("/audit"))[0] == 404
    assert (await asked("/audit/sign-in"))[0] == 404
    with_account(
        chosen.data / "auditors.toml", Account(name="ada", role="auditor", password=hashed("x" * 12))
    )
    status, page = await asked("/audit")
    assert status == 200
    assert "Each look at it is recorded, too." in page
    database.close()


async def test_no_traffic_is_wanted_by_a_desk_that_does_not_work(tmp_path: Path) -> None:
    platform = PaperPlatform(tmp_path)
    desk = desk_of(settings(tmp_path), platform)
    async with TestClient(TestServer(wiring.build_app(desk, [platform]))) as client:
        assert (await client.get("/readyz")).status == 200
        await desk.stop()
        assert (await client.get("/readyz")).status == 503


@pytest.mark.slow
async def test_the_whole_works_on_postgresql(tmp_path: Path, postgres: str) -> None:
    platform = PaperPlatform(tmp_path)
    desk = desk_of(settings(tmp_path, database=postgres), platform)
    async with TestClient(TestServer(wiring.build_app(desk, [platform]))):
        await desk.receive(message("Who?"))
        await platform.wait_for(1)
    assert not (tmp_path / "data").exists()


# ── serve ────────────────────────────────────────────────────────────────────────────────────────


def test_a_port_in_use_is_one_sentence() -> None:
    with serve.listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting, match=rf"^Port {port} on 127\.0\.0\.1 is in use\. .*QUERIST_PORT"):
            serve.listen("127.0.0.1", port)


def test_a_host_that_is_not_ours_is_one_sentence() -> None:
    with pytest.raises(BadSetting, match=r"192\.0\.2\.1.*QUERIST_HOST"):
        serve.listen("192.0.2.1", 0)


def test_the_playground_is_refused_where_others_can_reach_it(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="refused on 192"):
        serve.refuse_open_playground(settings(tmp_path, teams_playground=True, host="192.168.1.5"))
    serve.refuse_open_playground(settings(tmp_path, teams_playground=True, host="127.0.0.1"))


def test_what_is_missing_is_named_with_the_next_step(tmp_path: Path) -> None:
    chosen = settings(tmp_path, teams_app_id="an-id")
    assert serve_shown.slack_line(chosen).step == "Set QUERIST_SLACK_BOT_TOKEN and QUERIST_SLACK_APP_TOKEN."
    assert serve_shown.teams_line(chosen).step == "Set QUERIST_TEAMS_APP_PASSWORD and QUERIST_TEAMS_TENANT."
    assert serve_shown.graph_line(chosen).step == "Set QUERIST_GRAPH to ask your own."


def test_a_door_that_others_could_reach_ends_the_start_before_anything_is_loaded(tmp_path: Path) -> None:
    given = settings(tmp_path, doors="api", port=0, public_url="https://querist.example", graph="none.ttl")
    with pytest.raises(BadSetting, match="without a token"), serve.listen("127.0.0.1", 0) as listener:
        asyncio.run(serve._serve(given, listener, Console(quiet=True)))


async def test_serve_answers_on_its_port_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    graph = tmp_path / "small.ttl"
    graph.write_text("<urn:a> a <urn:Thing> ; <http://www.w3.org/2000/01/rdf-schema#label> 'A' .")
    with serve.listen("127.0.0.1", 0) as free:
        port = free.getsockname()[1]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("QUERIST_")},
        "QUERIST_DATA": str(tmp_path / "data"),
        "QUERIST_GRAPH": str(graph),
        "QUERIST_PORT": str(port),
        "QUERIST_DOORS": "api",
    }
    (tmp_path / "data").mkdir()
    with_account(
        tmp_path / "data" / "auditors.toml",
        Account(name="ada", role="auditor", password=hashed("correct horse")),
    )
    served = querist.begun("serve", cwd=tmp_path, written=tmp_path, environment=environment)

    async def is_healthy() -> bool:
        try:
            async with (
                aiohttp.ClientSession() as client,
                client.get(f"http://127.0.0.1:{port}/healthz") as reply,
            ):
                return reply.status == 200
        except aiohttp.ClientError:
            return False

    await until(is_healthy)
    async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{port}/v1/card") as card:
        assert card.status == 200
        question = {"question": "How many things are there?"}
        async with client.post(f"http://127.0.0.1:{port}/v1/ask", json=question) as answer:
            reference = (await answer.json())["record"]
        async with client.get(f"http://127.0.0.1:{port}/readyz") as ready:
            parts = (await ready.json())["parts"]
        assert set(parts) == {"database", "graph", "disk", "queue"}
        assert all(part == {"status": "ok"} for part in parts.values())

        async def is_counted() -> bool:  # a moment after who asked has the answer
            async with client.get(f"http://127.0.0.1:{port}/metrics") as metrics:
                counted = 'querist_questions_total{outcome="answered",platform="door"} 1.0'
                return counted in await metrics.text()

        await until(is_counted)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        here = f"http://127.0.0.1:{port}"
        told = {"name": "ada", "password": "correct horse"}
        async with client.post(f"{here}/audit/sign-in", data=told, headers={"Origin": here}) as page:
            assert (page.status, page.url.path) == (200, "/audit")
            assert "How many things are there?" in await page.text()
    served.process.terminate()
    assert await asyncio.to_thread(served.ended) == 0, served.err
    assert "correct horse" not in served.out + served.err
    assert f"http://127.0.0.1:{port}" in served.out
    assert "api at /v1, to this machine alone" in served.out
    assert f"127.0.0.1:{port}/audit" in served.out
    assert "Traceback" not in served.err
    (answered,) = [line for line in served.err.splitlines() if " · door · " in line]
    assert f" {reference} answered · " in answered
    assert "How many things" not in served.err
