"""Several servers on one PostgreSQL share the work, and one that ends or is killed takes nothing with it.

Real processes of `querist serve`, asked over HTTP.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest

from benchmarks.record import fill
from bot.commands import serve
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from kgqa.audit import Proof, Wanted
from tests import querist
from tests.bot.desks import until
from tests.postgres import postgres

__all__ = ["postgres"]  # a fixture

pytestmark = pytest.mark.slow

LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
GRAPH = "\n".join(f"<urn:p{n}> a <urn:Plant> ; {LABEL} 'plant {n}' ." for n in range(200))
QUESTION = "How many plants are there?"


class Server:
    """One process, and where it listens."""

    def __init__(self, run: querist.Run, port: int) -> None:
        self.run, self.url = run, f"http://127.0.0.1:{port}"

    @property
    def answered(self) -> int:
        """How many questions it has answered, as its log says."""
        lines = filter(None, self.run.err.splitlines())
        return sum(json.loads(each).get("event") == "question" for each in lines if each.startswith("{"))

    async def status(self, path: str) -> int:
        try:
            async with aiohttp.ClientSession() as client, client.get(f"{self.url}{path}") as reply:
                return reply.status
        except aiohttp.ClientError:
            return 0


@asynccontextmanager
async def serving(
    folder: Path, database: str, count: int = 2, **more: str
) -> AsyncIterator[Sequence[Server]]:
    """So many servers, all of which answer, with more settings."""
    (folder / "plants.ttl").write_text(GRAPH, "utf-8")
    servers = []
    for number in range(count):
        with serve.listen("127.0.0.1", 0) as free:
            port = free.getsockname()[1]
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("QUERIST_")},
            "QUERIST_DATA": str(folder / f"data-{number}"),
            "QUERIST_DATABASE": database,
            "QUERIST_SECRET": "the same for all of them, and long",
            "QUERIST_GRAPH": str(folder / "plants.ttl"),
            "QUERIST_PORT": str(port),
            "QUERIST_DOORS": "api",
            "QUERIST_WORKERS": "1",
            "QUERIST_PERSON_QUESTIONS": "100",
            "QUERIST_CHANNEL_QUESTIONS": "100",
            "QUERIST_LOG_FORMAT": "json",
            **more,
        }
        run = querist.begun("serve", cwd=folder, written=folder, environment=environment)
        servers.append(Server(run, port))

    async def are_ready() -> bool:
        return [await server.status("/readyz") for server in servers] == [200] * count

    try:
        await until(are_ready)
        yield servers
    finally:
        for server in servers:
            server.run.process.kill()
            await asyncio.to_thread(server.run.process.join)


async def asked(server: Server) -> str:
    """The outcome of a question."""
    async with (
        aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=90)) as client,
        client.post(f"{server.url}/v1/ask", json={"question": QUESTION}) as reply,
    ):
        return str((await reply.json())["outcome"])


async def proof_of(url: str) -> Proof:
    database = Database.open(url)
    try:
        return await AuditTrail(database).verify()
    finally:
        database.close()


async def test_what_one_takes_over_is_answered_by_all(tmp_path: Path, postgres: str) -> None:
    async with serving(tmp_path, postgres) as (one, other):
        assert await asyncio.gather(*(asked(one) for _ in range(24))) == ["answered"] * 24

        async def is_logged() -> bool:
            return one.answered + other.answered == 24

        await until(is_logged)
        assert min(one.answered, other.answered) > 0
    proof = await proof_of(postgres)
    assert (proof.broken, proof.records) == (None, 24)


async def test_what_a_killed_one_was_at_is_answered_by_the_other(tmp_path: Path, postgres: str) -> None:
    async with serving(tmp_path, postgres) as (one, other):
        asking = [asyncio.create_task(asked(one)) for _ in range(24)]

        async def has_begun() -> bool:
            return other.answered > 0

        await until(has_begun)
        other.run.process.kill()
        assert await asyncio.gather(*asking) == ["answered"] * 24
    proof = await proof_of(postgres)
    assert (proof.broken, proof.records) == (None, 24)


async def test_one_that_is_told_to_end_takes_nothing_more_and_ends_in_order(
    tmp_path: Path, postgres: str
) -> None:
    async with serving(tmp_path, postgres) as (one, other):
        asking = [asyncio.create_task(asked(one)) for _ in range(24)]

        async def has_begun() -> bool:
            return other.answered > 0

        await until(has_begun)
        other.run.process.terminate()
        assert await asyncio.to_thread(other.run.ended) == 0
        assert await asyncio.gather(*asking) == ["answered"] * 24
        assert await one.status("/readyz") == 200
        assert await other.status("/healthz") == 0
        assert "Traceback" not in other.run.err
        assert [line for line in other.run.err.splitlines() if '"level": "WARNING"' in line] == []
    proof = await proof_of(postgres)
    assert (proof.broken, proof.records) == (None, 24)


async def test_what_is_too_old_is_emptied_once_by_all(tmp_path: Path, postgres: str) -> None:
    database = Database.open(postgres)
    audit = AuditTrail(database)
    try:
        await fill(database, 250)  # asked in 2024
        async with serving(tmp_path, postgres, QUERIST_RETENTION_DAYS="30") as (one, other):
            assert list(await asyncio.gather(asked(one), asked(other))) == ["answered"] * 2

            async def is_emptied() -> bool:
                return (await audit.ageing(datetime(2025, 6, 1, tzinfo=UTC))).links == 0

            await until(is_emptied)
        acts = await audit.acts(most=99)
        proof = await audit.verify()
        kept = await audit.find(Wanted(), most=3)
    finally:
        database.close()
    told = [n for act in acts for first, last in act.facts["links"] for n in range(first, last + 1)]
    assert sorted(told) == list(range(1, 1251))
    assert {(act.kind, act.by, act.facts["days"]) for act in acts} == {("forget", "retention", 30)}
    assert (proof.broken, proof.forgotten) == (None, 1250)
    assert [one.question for one in kept] == [QUESTION, QUESTION, ""]
