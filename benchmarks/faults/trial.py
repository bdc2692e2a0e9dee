"""One fault, from an empty folder to what became of each question.

In: the name of a fault and how hard it is. Out: counts, and whether the chain of the record verifies.
"""

from __future__ import annotations

import itertools
import os
import random
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg
from sqlalchemy import select

from benchmarks.faults.breaking import FAKETIME, FAULTS, Scene, preload_of
from benchmarks.faults.load import Load
from benchmarks.faults.relay import Relay
from benchmarks.faults.service import Service
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.tables import AnswerRow, RecordRow
from kgqa.types import Outcome
from manifests.slack import build
from tests.doubles.model_service import ModelService, served
from tests.doubles.oxigraph import oxigraph
from tests.doubles.slack import LocalSlack
from tests.postgres import server

DISK = "16m"  # of the file system that gets full
_LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
_GRAPH = "\n".join(f"<urn:p{n}> a <urn:Plant> ; {_LABEL} 'plant {n}' ." for n in range(200))
_QUESTIONS = ("How many plants are there?", "Which plants are there?")
_FAILED = (Outcome.FAILED, Outcome.UNKNOWN)  # the second where a model says nothing: the answer tells so
_NAMES = itertools.count(1)


class CannotRun(Exception):  # noqa: N818  # not a failure of what is tried
    """Why a fault cannot be made here."""


@dataclass(frozen=True, slots=True)
class Tried:
    """How many questions were asked, how many deliveries were `refused` and came again, and what became of
    the questions that were acknowledged. Those that `failed` were told so: they are among those answered
    `once`, and those that were `interrupted` were told that, beside their answer or in its place.
    """

    done: str
    asked: int
    acknowledged: int
    refused: int
    once: int
    failed: int
    interrupted: int
    lost: int
    twice: int
    chain: str

    @property
    def is_well(self) -> bool:
        return not self.lost and not self.twice and self.chain == "verifies"


async def tried(
    name: str, folder: Path, *, kills: int, seconds: float, rate: float, postgres: bool = False
) -> Tried:
    """Makes a fault while people ask. Raises CannotRun where it cannot be made."""
    async with AsyncExitStack() as stack:
        data = folder / "data"
        data.mkdir()
        if name == "disk full":
            if postgres:
                raise CannotRun("the files of PostgreSQL lie elsewhere")
            stack.enter_context(_small_disk(data))
        if name == "clock moved" and not FAKETIME.exists():
            raise CannotRun("libfaketime is not installed")
        slack = await stack.enter_async_context(LocalSlack(build("http", "https://querist.example")))
        (folder / "plants.ttl").write_text(_GRAPH, "utf-8")
        settings = {
            "QUERIST_DATA": str(data),
            "QUERIST_SECRET": "the same for all starts, and long",
            "QUERIST_GRAPH": str(folder / "plants.ttl"),
            "QUERIST_PERSON_QUESTIONS": "100",
            "QUERIST_CHANNEL_QUESTIONS": "100000",
            "QUERIST_LOG_FORMAT": "json",
            "QUERIST_SLACK_API_URL": slack.api_url,
            "QUERIST_SLACK_BOT_TOKEN": slack.workspace.bot_token,
            "QUERIST_SLACK_SIGNING_SECRET": slack.workspace.signing_secret,
        }
        service = Service(folder, settings, preload_of(data / "clock") if name == "clock moved" else {})
        scene = Scene(service, slack, data, seconds, kills, random.Random(kills))  # noqa: S311  # nothing secret
        own = ""
        if postgres:
            own = stack.enter_context(_database())
            scene.postgres = server()
            scene.database = await stack.enter_async_context(Relay(_socket_of(own)))
            settings["QUERIST_DATABASE"] = _through(own, scene.database.port)
        if name == "graph dead":
            url = stack.enter_context(oxigraph(folder / "graph", folder / "plants.ttl"))
            port = int(url.rpartition(":")[2].partition("/")[0])
            scene.graph = await stack.enter_async_context(Relay(("127.0.0.1", port)))
            settings["QUERIST_GRAPH"] = f"http://127.0.0.1:{scene.graph.port}/query"
        if name == "model hung":
            scene.model = await stack.enter_async_context(served(ModelService(lambda _: "{}")))
            settings |= _with_model(scene.model.url)
        return await _run(name, scene, slack, rate, own or f"sqlite:///{data}/querist.db")


async def _run(name: str, scene: Scene, slack: LocalSlack, rate: float, database: str) -> Tried:
    service = scene.service
    load = Load(slack, service, _QUESTIONS, rate)
    try:
        await service.ready()
        load.begin()
        await FAULTS[name](scene)
        await service.ready()
        await load.end()
        await service.end(signal.SIGTERM)
    finally:
        await service.end()
    answers = load.answers()
    chain, outcomes = await _recorded(database)
    failed = sum(outcomes.get(ts) in _FAILED for ts in load.acknowledged if answers[ts] == 1)
    return Tried(
        done=", ".join(f"{n} x {what}" for what, n in Counter(scene.done).items()) or f"{scene.seconds:g} s",
        asked=load.asked,
        acknowledged=len(load.acknowledged),
        refused=load.refused,
        once=sum(count == 1 for count in answers.values()),
        failed=failed,
        interrupted=len(load.interrupted()),
        lost=sum(count == 0 for count in answers.values()),
        twice=sum(count > 1 for count in answers.values()),
        chain=chain,
    )


async def _recorded(url: str) -> tuple[str, dict[str, Outcome]]:
    """Whether the chain verifies, and the outcomes by the message that asked."""
    database = Database.open(url)
    try:
        proof = await AuditTrail(database).verify()
        asked = select(RecordRow.event, AnswerRow.outcome).join(
            AnswerRow, AnswerRow.reference == RecordRow.reference
        )
        rows = await database.read(lambda s: s.execute(asked).all())
    finally:
        database.close()
    outcomes = {event.rpartition(":")[2]: Outcome(outcome) for event, outcome in rows}
    return proof.broken.what if proof.broken else "verifies", outcomes


def _with_model(url: str) -> dict[str, str]:
    """A model that each question needs, and short patience with it."""
    return {
        "QUERIST_STRATEGIES": "oneshot",
        "QUERIST_MODEL_URL": url,
        "QUERIST_MODEL_NAME": "local",
        "QUERIST_MODEL_CALLS": "loopback",
        "QUERIST_MODEL_FIRST_SECONDS": "3",
        "QUERIST_MODEL_REPLY_SECONDS": "3",
        "QUERIST_MODEL_SECONDS": "5",
        "QUERIST_MODEL_RETRIES": "0",
        "QUERIST_WORKERS": "16",
    }


@contextmanager
def _small_disk(folder: Path) -> Iterator[None]:
    """A file system of its own for a folder."""
    if os.geteuid() != 0 or not _done("mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)):
        raise CannotRun("a small file system cannot be mounted without root")
    try:
        yield
    finally:
        _done("umount", "--lazy", str(folder))


def _done(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603  # no input


@contextmanager
def _database() -> Iterator[str]:
    """The URL of an empty database of the embedded PostgreSQL."""
    url, name = server(), f"faults_{next(_NAMES)}"
    if url.startswith("!"):
        raise CannotRun(f"PostgreSQL does not run here ({url[1:]})")
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield url.replace("/postgres?", f"/{name}?")


def _socket_of(url: str) -> str:
    return f"{url.partition('host=')[2]}/.s.PGSQL.5432"


def _through(url: str, port: int) -> str:
    """The URL of the same database over TCP."""
    name = url.partition("@/")[2].partition("?")[0]
    return f"postgresql://postgres@127.0.0.1:{port}/{name}"
