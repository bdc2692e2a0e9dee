"""Durable work on DBOS Transact: what is handed in is run once, in order, whatever dies.

In: jobs (JSON text) with an identity. Out: calls of `run`, on the event loop that called `start`.

How it hangs together, since the engine is not ours:
* Each platform has its own queue, so that a process runs the work of the platforms it is connected to.
* A queue is partitioned by thread, one at a time in a partition, over all processes; and of a thread the
  inbox hands over one at a time, in order (see feeding.py). How many a process runs at a time is kept with
  the queue: the process that started last says it for all.
* DBOS runs coroutines on the loop in which it was launched. So a workflow may use everything that belongs
  to the application's loop (HTTP sessions, for one), and nothing has to be passed between loops.
* A workflow here has no DBOS steps: the record of the question is the checkpoint (see workflow.py), so a
  run that is repeated finds there what is done. A run that is cancelled stays pending and is resumed.
* A process holds a seat while it lives, and runs under the seat's name. What a dead one left pending is put
  back into its queue by the next process in that seat, or by a living one that finds the seat free.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from dbos import DBOS, DBOSClient, DBOSConfig
from dbos import error as dbos_errors
from sqlalchemy import create_engine, inspect, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.desk.ports import Seats
from kgqa.errors import DatabaseUnavailable

WORK = "1"  # the version of stored jobs: raise it only when new code cannot run what old code stored
POLL_SECONDS = 0.1  # how often a queue is looked at: half of it is what a question waits on average
WATCH_SECONDS = 5.0  # how often the seats of dead processes are looked for

_NAME = "querist"
_AT_ONCE = 500  # jobs that one statement names
T = TypeVar("T")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """One job that is not done yet: who is behind it, and where."""

    identity: str
    order: str
    person: str
    channel: str


class Engine:
    """DBOS is one for a process, and so is this."""

    def __init__(
        self, url: str, seats: Seats, queues: Sequence[str], run: Callable[[str], Awaitable[None]]
    ) -> None:
        self._url = url
        self._seats = seats
        self._queues = tuple(queues)
        self._run = run
        self._seat = -1
        self._stopping = False
        self._running: set[asyncio.Task[Any]] = set()
        self._watch: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="engine")

    async def start(self, *, workers: int) -> None:
        """Connects, puts back what was interrupted, and begins to run; `workers` at a time for each queue."""
        self._seat = await self._in_thread(self._take_seat)
        _quiet()
        try:
            await _asked(self._in_thread(self._prepare, workers))
        except DatabaseUnavailable:
            await self._in_thread(self._seats.leave, self._seat)
            raise
        config: DBOSConfig = {
            "name": _NAME,
            "system_database_url": self._url,
            "application_version": WORK,
            "executor_id": str(self._seat),
            "log_level": "WARNING",
            "enable_otlp": False,
            "max_executor_threads": 32,
            "scheduler_polling_interval_sec": 3600.0,  # nothing is scheduled
            "notification_listener_polling_interval_sec": 0.1,  # nothing is asked; it ends so much sooner
        }

        async def answer(job: str) -> None:
            await self._run_one(job)

        DBOS(config=config)
        DBOS.workflow(name=_NAME, max_recovery_attempts=None)(answer)
        DBOS.listen_queues(list(self._queues))
        DBOS.launch()  # in the loop's own thread: that makes this loop the one that workflows run on
        self._watch = asyncio.create_task(self._watch_seats())

    async def enqueue(
        self, job: str, *, identity: str, queue: str, order: str, person: str = "", channel: str = ""
    ) -> None:
        """Keeps the job, durably when this returns; the same identity twice is one job.

        Jobs of the same `order` run one after the other. `person` and `channel` are what `waiting` tells.
        Raises DatabaseUnavailable when it cannot be kept; waits while the database is only busy or away.
        """
        await _asked(
            DBOS.enqueue_workflow_with_options_async(
                {
                    "workflow_name": _NAME,
                    "queue_name": queue,
                    "workflow_id": identity,
                    "queue_partition_key": order,
                    "app_version": WORK,
                    "authenticated_user": person,
                    "attributes": {"channel": channel},
                },
                job,
            )
        )

    async def waiting(self, queue: str, *, limit: int = 10**6) -> list[Waiting]:
        """The jobs of the queue that are not done."""
        found = await _asked(
            DBOS.list_workflows_async(
                status=["ENQUEUED", "PENDING"],
                queue_name=queue,
                load_input=False,
                load_output=False,
                limit=limit,
            )
        )
        return [
            Waiting(
                identity=w.workflow_id,
                order=w.queue_partition_key or "",
                person=w.authenticated_user or "",
                channel=(w.attributes or {}).get("channel", ""),
            )
            for w in found
        ]

    async def job(self, identity: str) -> str:
        """The job as it was handed in; "" for an unknown one."""
        status = await _asked(DBOS.get_workflow_status_async(identity))
        return str(status.input["args"][0]) if status and status.input else ""

    async def state(self, identity: str) -> str:
        """How far the job is: "waiting" or "done", and nothing for an unknown one."""
        status = await _asked(DBOS.get_workflow_status_async(identity))
        if status is None:
            return ""
        return "waiting" if status.status in ("ENQUEUED", "PENDING", "DELAYED") else "done"

    async def stop(self, *, grace: float) -> None:
        """Lets running jobs end for `grace` seconds; what is left then is resumed by the next start."""
        self._stopping = True
        logging.getLogger("dbos").setLevel(
            logging.CRITICAL
        )  # it warns of each task that is left or cancelled
        if self._watch:
            self._watch.cancel()
            await asyncio.gather(self._watch, return_exceptions=True)
        if self._running:
            await asyncio.wait(self._running, timeout=grace)
        for task in tuple(self._running):
            task.cancel()
        if self._running:
            await asyncio.wait(self._running)
        await self._in_thread(lambda: DBOS.destroy(destroy_registry=True))
        # DBOS made its threads the loop's default ones, and has just ended them.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(thread_name_prefix="asyncio"))
        await self._in_thread(self._seats.leave, self._seat)
        self._threads.shutdown(wait=False)

    async def _run_one(self, job: str) -> None:
        if self._stopping:
            raise asyncio.CancelledError  # leaves it pending, for whoever starts next
        task = asyncio.current_task()
        if task is None:  # pragma: no cover  # a coroutine always runs in a task
            raise RuntimeError
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        await self._run(job)

    def _prepare(self, workers: int) -> None:
        """Makes the tables and the queues; queues that stand before the launch are looked at at once."""
        if (url := make_url(self._url)).get_backend_name() == "sqlite" and url.database:
            _write_ahead(url.database)
        DBOS.migrate(self._url)
        client = DBOSClient(system_database_url=self._url, application_name=_NAME)
        try:
            for queue in self._queues:
                client.register_queue(
                    queue,
                    worker_concurrency=workers,
                    partition_concurrency=1,
                    polling_interval_sec=POLL_SECONDS,
                )
        finally:
            client.destroy()

    def _take_seat(self) -> int:
        seat = 0
        while not self._seats.hold(seat):
            seat += 1
            if seat > 999:  # noqa: PLR2004  # nobody runs so many: the database is away
                raise DatabaseUnavailable("No seat could be taken in the database. Check QUERIST_DATABASE.")
        return seat

    async def _watch_seats(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            try:
                await self.relieve()
            except Exception:  # noqa: BLE001  # the watch goes on whatever one look met
                _LOG.warning("Could not look for interrupted work; trying again.", exc_info=True)

    async def relieve(self) -> None:
        """Puts back what dead processes left pending, and makes sure that we still hold our own seat."""
        # First the question that fails where the database is away: then nobody has taken the seat.
        pending = await DBOS.list_workflows_async(status="PENDING", load_input=False, load_output=False)
        if not await self._in_thread(self._seats.hold, self._seat):
            _LOG.error("The database gave seat %s to another process; restart this one.", self._seat)
        theirs = {w.executor_id for w in pending if w.executor_id} - {str(self._seat)}
        for seat in map(int, theirs):
            if await self._in_thread(self._seats.hold, seat):
                try:
                    # DBOS has no public call for this outside its hosted control plane.
                    await self._in_thread(DBOS._recover_pending_workflows, [str(seat)])  # noqa: SLF001
                finally:
                    await self._in_thread(self._seats.leave, seat)

    async def _in_thread(self, call: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call, *arguments)


async def _asked(call: Awaitable[T]) -> T:
    """What the engine says; its own and its database's errors in one place."""
    try:
        return await call
    except (dbos_errors.DBOSException, SQLAlchemyError, sqlite3.Error) as error:
        raise _away(error) from error


def _away(error: Exception) -> DatabaseUnavailable:
    reason = str(getattr(error, "orig", None) or error).strip().splitlines()
    return DatabaseUnavailable(
        f"The queue of questions cannot be used: {reason[0] if reason else type(error).__name__}. "
        "Check that the database runs and has room."
    )


def _quiet() -> None:
    """DBOS writes where our own logs go, and has no console of its own."""
    log = logging.getLogger("dbos")
    log.setLevel(logging.WARNING)
    if not log.handlers:
        log.addHandler(logging.NullHandler())  # it adds a console handler only where there is none


def _write_ahead(path: str) -> None:
    """Write-ahead logging, which stays with the file: nobody who reads waits for the one who writes."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()


def forget_jobs(url: str, identities: Sequence[str]) -> None:
    """Takes jobs that are done out for good, where an engine has ever worked. Raises DatabaseUnavailable."""
    try:
        if not identities or not _has_worked(url):
            return
        _quiet()
        client = DBOSClient(system_database_url=url, application_name=_NAME)
        try:
            for start in range(0, len(identities), _AT_ONCE):
                client.delete_workflows(list(identities[start : start + _AT_ONCE]))
        finally:
            client.destroy()
        if (parsed := make_url(url)).get_backend_name() == "sqlite" and parsed.database:
            _write_anew(parsed.database)
    except (dbos_errors.DBOSException, SQLAlchemyError, sqlite3.Error) as error:
        raise _away(error) from error


def _write_anew(path: str) -> None:
    """Leaves nothing in the file of what was taken out."""
    connection = sqlite3.connect(path)
    try:
        connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        connection.close()


def _has_worked(url: str) -> bool:
    parsed = make_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    if is_sqlite and not Path(parsed.database or "").exists():
        return False
    engine = create_engine(parsed)
    try:
        return inspect(engine).has_table("workflow_status", schema=None if is_sqlite else "dbos")
    finally:
        engine.dispose()
