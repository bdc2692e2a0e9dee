"""`/healthz` and `/readyz` say how Querist and what it needs stand, in plain sentences."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot import wiring
from bot.desk import Desk
from bot.health import Check, Disk, Health, Model, PlatformCheck, Queue, mount
from bot.platforms.slack import Slack
from bot.platforms.teams import Teams
from bot.settings import Settings
from connectors.database.database import Database
from connectors.models import Calls
from connectors.models.reaching import reach
from kgqa.errors import GraphUnavailable, OperatorsMove
from tests.bot.desks import Room, message, until
from tests.bot.slack_bot import SEAL, connect, installed, serving
from tests.doubles.core import PreparedCore
from tests.doubles.model_service import ModelService, served
from tests.doubles.platform import PaperPlatform
from tests.doubles.reception import PaperReception
from tests.doubles.teams import APP, local_microsoft
from tests.postgres import migrated_postgres
from tests.sqlite import with_tables

__all__ = ["migrated_postgres"]  # a fixture


@dataclass
class Look:
    """A check whose outcome the test decides."""

    name: str = "part"
    vital: bool = False
    fresh: float = 0.0
    said: str = ""
    raised: Exception | None = None
    looks: int = 0
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.gate.set()

    async def trouble(self) -> str:
        self.looks += 1
        await self.gate.wait()
        if self.raised:
            raise self.raised
        return self.said


Ask = Callable[..., Awaitable[tuple[int, dict[str, Any]]]]


@asynccontextmanager
async def asked(*checks: Check, dead: str = "", stopping: bool = False) -> AsyncIterator[Ask]:
    """Asks the two pages of an application."""
    app = web.Application()
    mount(app, dead=lambda: dead, stopping=lambda: stopping, health=Health(checks))
    async with TestClient(TestServer(app)) as client:

        async def ask(path: str, **headers: str) -> tuple[int, dict[str, Any]]:
            reply = await client.get(path, headers=headers)
            return reply.status, await reply.json()

        yield ask


def desk_in(folder: Path) -> tuple[Desk, PaperPlatform]:
    """A desk that an application is to start, and its platform."""
    with_tables(folder / "querist.db", folder / "querist-work.db")
    chosen = Settings(_env_file=None, data=folder)  # type: ignore[call-arg]  # pydantic's own
    platform = PaperPlatform(folder)
    return wiring.open_desk(chosen, PreparedCore(), [platform], wiring.open_database(chosen)), platform


# ── how parts are looked at ──────────────────────────────────────────────────────────────────────


async def test_what_hangs_is_told_in_time_and_asked_once() -> None:
    look = Look()
    look.gate.clear()
    health = Health([look], seconds=0.01)
    for _ in range(2):
        (part,) = await health.parts()
        assert (part.state, part.reason) == ("away", "It gave no answer in 0.01 seconds.")
    assert look.looks == 1
    look.gate.set()

    async def is_back() -> bool:
        return (await health.parts())[0].state == "ok"

    await until(is_back)
    await health.close()


async def test_what_was_found_is_true_for_a_while() -> None:
    moment, look = 0.0, Look(fresh=30, said="It is away.")
    health = Health([look], now=lambda: moment)
    await asyncio.gather(health.parts(), health.parts(), health.parts())
    moment = 29.9
    assert (await health.parts())[0].reason == "It is away."
    assert look.looks == 1
    moment, look.said = 30.1, ""
    assert (await health.parts())[0].state == "ok"
    assert look.looks == 2


async def test_each_change_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="bot")
    look = Look(name="graph", raised=GraphUnavailable("Nothing listens there."))
    health = Health([look])
    for _ in range(3):
        await health.parts()
    look.raised = None
    await health.parts()
    assert caplog.messages == ["graph is away: Nothing listens there.", "graph is back."]


async def test_a_look_that_fails_itself_hides_no_other_and_tells_no_inside() -> None:
    health = Health([Look(name="one", raised=RuntimeError("password=hunter2")), Look(name="two")])
    one, two = await health.parts()
    assert (one.state, two.state) == ("away", "ok")
    assert "hunter2" not in one.reason


# ── the pages ────────────────────────────────────────────────────────────────────────────────────


async def test_all_is_well() -> None:
    async with asked(Look(name="graph"), Look(name="queue")) as ask:
        assert await ask("/healthz") == (200, {"status": "ok"})
        well = {"graph": {"status": "ok"}, "queue": {"status": "ok"}}
        assert await ask("/readyz") == (200, {"status": "ok", "parts": well})


async def test_before_its_start_and_at_its_end_no_traffic_is_wanted() -> None:
    async with asked(stopping=True) as ask:
        assert (await ask("/readyz"))[0] == 503
        assert (await ask("/healthz"))[0] == 200


async def test_without_a_vital_part_no_traffic_is_wanted_and_nothing_is_started_again() -> None:
    async with asked(Look(name="database", vital=True, said="It is down.")) as ask:
        status, told = await ask("/readyz")
        assert (status, told["status"]) == (503, "unavailable")
        assert told["parts"]["database"] == {"status": "away", "reason": "It is down."}
        assert (await ask("/healthz"))[0] == 200  # a new start would not bring it back


async def test_without_another_part_traffic_is_taken_and_the_reason_is_told() -> None:
    async with asked(Look(name="graph ships", said="It is asleep.")) as ask:
        assert (await ask("/readyz"))[1]["parts"]["graph ships"]["reason"] == "It is asleep."
        assert [(await ask(path))[0] for path in ("/readyz", "/readyz?strict")] == [200, 503]


async def test_strangers_behind_a_proxy_are_told_the_state_alone() -> None:
    async with asked(Look(said="The store at http://10.0.0.7 is down.")) as ask:
        told = await ask("/readyz", **{"X-Forwarded-For": "203.0.113.9"})
        assert told == (200, {"status": "degraded"})


async def test_the_application_looks_at_its_queue_and_dies_with_what_feeds_it(tmp_path: Path) -> None:
    desk, platform = desk_in(tmp_path)
    is_thinking = True
    app = wiring.build_app(desk, [platform], is_thinking=lambda: is_thinking)
    async with TestClient(TestServer(app)) as client:
        assert set((await (await client.get("/readyz")).json())["parts"]) == {"queue"}
        assert (await client.get("/healthz")).status == 200
        is_thinking = False
        assert (await client.get("/healthz")).status == 503
        is_thinking = True
        feeding = desk._work._feeding._tasks[1]
        feeding.cancel()
        await asyncio.gather(feeding, return_exceptions=True)
        assert await (await client.get("/healthz")).json() == {
            "status": "dead",
            "reason": "What is taken over here is not worked on any more.",
        }


# ── the parts themselves ─────────────────────────────────────────────────────────────────────────


async def test_a_message_that_nobody_begins_makes_the_queue_stuck(tmp_path: Path) -> None:
    room = Room(tmp_path)
    async with room.desk(work=False) as desk:
        now, patient = Queue(desk=desk, patience=0.0), Queue(desk=desk)
        assert await now.trouble() == ""
        await desk.receive(message("Who?"))
        assert "has waited for 0 seconds" in await now.trouble()
        assert await patient.trouble() == ""
        desk.work()
        await room.platform.wait_for(1)

        async def is_done() -> bool:
            return await now.trouble() == ""

        await until(is_done)


@pytest.mark.slow
async def test_a_thread_that_waits_for_its_own_answer_is_not_stuck(tmp_path: Path) -> None:
    room = Room(tmp_path)
    room.core.gate.clear()
    async with room.desk() as desk:
        await desk.receive(message("Who?"))
        await room.core.wait_for(1)
        await desk.receive(message("And then?"))
        waiting, _ = await desk.stuck()
        assert waiting == 0
        room.core.gate.set()
        await room.platform.wait_for(2)


@pytest.mark.slow
async def test_a_database_that_is_cut_off_is_told_and_comes_back(
    tmp_path: Path, migrated_postgres: str
) -> None:
    chosen = Settings(_env_file=None, data=tmp_path, database=migrated_postgres)  # type: ignore[call-arg]  # pydantic's own
    database = Database.open(migrated_postgres)
    check = next(c for c in wiring.checks_of(chosen, Room(tmp_path).core, database) if c.name == "database")
    assert await check.trouble() == ""
    healthy = database.engine.pool._creator

    def cut(*_: Any) -> Any:
        raise ConnectionRefusedError

    with contextlib.suppress(OperatorsMove):
        database.engine.dispose()
    database.engine.pool._creator = cut  # as a server that nobody reaches
    with pytest.raises((OperatorsMove, ConnectionRefusedError)):
        await check.trouble()
    database.engine.pool._creator = healthy
    assert await check.trouble() == ""
    database.close()


@pytest.mark.slow
async def test_a_graph_that_sleeps_is_named_with_its_reason(tmp_path: Path) -> None:
    plants = tmp_path / "plants.ttl"
    plants.write_text("<urn:p> a <urn:Plant> ; <http://www.w3.org/2000/01/rdf-schema#label> 'P' .", "utf-8")
    several = tmp_path / "graphs.toml"
    several.write_text(f"[plants]\ngraph = '{plants}'\n[ships]\ngraph = '{tmp_path}/ships.ttl'\n", "utf-8")
    chosen = Settings(_env_file=None, data=tmp_path / "data", graphs=several)  # type: ignore[call-arg]  # pydantic's own
    core = await wiring.open_whole_core(chosen)
    database = wiring.open_database(chosen)
    try:
        parts = {part.name: part for part in await Health(wiring.checks_of(chosen, core, database)).parts()}
        assert parts["graph plants"].state == "ok"
        assert parts["graph ships"].reason.startswith("It is asleep, and tried again each minute. ")
        assert "ships.ttl" in parts["graph ships"].reason
    finally:
        wiring.close_core(core)
        database.close()


async def test_a_model_is_reached_for_nothing() -> None:
    service = ModelService(lambda _: "yes")
    async with served(service) as at:
        await reach(at.url, "k-1", Calls.LOOPBACK)
        assert at.asked == []
    check = Model(reached=partial(reach, at.url, "k-1", Calls.LOOPBACK))
    with pytest.raises(OperatorsMove, match="cannot be reached") as raised:
        await check.trouble()
    assert "k-1" not in str(raised.value)


@pytest.mark.parametrize(
    ("status", "told"), [(401, "refuses the key"), (503, "is in trouble"), (404, ""), (302, "")]
)
async def test_a_model_that_refuses_is_told_and_one_without_a_list_is_well(status: int, told: str) -> None:
    async def models(_: web.Request) -> web.Response:
        return web.Response(status=status)

    app = web.Application()
    app.router.add_get("/v1/models", models)
    async with TestServer(app) as server:
        asking = reach(str(server.make_url("/v1/")), "k-1", Calls.LOOPBACK)
        with pytest.raises(OperatorsMove, match=told) if told else contextlib.nullcontext():
            await asking


async def test_slack_is_reached_where_it_answers_and_events_come_in() -> None:
    async with installed("socket") as slack:
        platform = connect(slack, "socket")
        async with serving(platform, slack, PaperReception(), "socket"):
            await asyncio.wait_for(slack.connected.wait(), 30)

            async def is_reached() -> bool:
                try:
                    await platform.reach()
                except OperatorsMove:
                    return False
                return True

            await until(is_reached)
            slack.workspace.token_error = "token_revoked"
            with pytest.raises(OperatorsMove, match="QUERIST_SLACK_BOT_TOKEN"):
                await platform.reach()


async def test_a_slack_that_is_away_is_told_without_its_token() -> None:
    platform = Slack(
        bot_token="xoxb-secret", signing_secret="s", api_url="http://127.0.0.1:9/api/", seal=SEAL
    )
    with pytest.raises(OperatorsMove, match="Slack cannot be reached") as raised:
        await PlatformCheck(platform=platform).trouble()
    assert "xoxb" not in str(raised.value)


async def test_teams_is_reached_where_microsoft_gives_keys_and_a_token() -> None:
    async with local_microsoft() as microsoft:
        platform = Teams(app_id=APP, password="p", tenant="t-1", seal=SEAL, authority=microsoft.authority)
        await platform.reach()
        microsoft.token_status = 401
        platform._channel._tokens.forget()  # type: ignore[union-attr]  # it has tokens
        with pytest.raises(OperatorsMove, match="QUERIST_TEAMS_APP_PASSWORD"):
            await platform.reach()
    with pytest.raises(OperatorsMove, match="could not be fetched"):
        await platform.reach()


async def test_a_disk_that_is_nearly_full_is_told(tmp_path: Path) -> None:
    assert await Disk(folder=tmp_path).trouble() == ""
    assert "has 10 MB left" in await Disk(folder=tmp_path, free=lambda _: 10_000_000).trouble()
    assert "cannot be looked at" in await Disk(folder=tmp_path / "none").trouble()
