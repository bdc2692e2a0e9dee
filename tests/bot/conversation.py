"""One conversation on any platform: what a person does there, and what the person sees of each answer.

In: a core and a folder. Out: a `Person` on a platform at work (real wiring, real desk, real HTTP), who says
things, presses buttons and reads answers back out of what the platform was given to show.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from aiohttp import web

from bot import wiring
from bot.access import Rights
from bot.cards.view import view
from bot.desk import Core
from bot.message import Message, Platform, Reception, Reply
from bot.settings import Settings
from connectors.database.database import Database
from kgqa.conversation import turn_of
from kgqa.types import Answer, Question, Stage, Turn
from tests.doubles.teams import TENANT
from tests.sample_names import with_names
from tests.sqlite import with_tables

Said = str | int  # words, or the number of a button of the last answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a person sees of one answer: the sentence, the drawn rows, the query, one line a step of the
    trace. Rows are those of tables with one column.
    """

    lead: str
    rows: tuple[str, ...]
    query: str
    trace: tuple[str, ...]


class Person(Protocol):
    """Somebody on a platform, in one thread. `reference` names the record of the answer read last."""

    reference: str

    async def say(self, words: str, *, elsewhere: bool = False) -> None:
        """Returns when the platform has its acknowledgement. `elsewhere` says it in a thread of its own."""
        ...

    async def press(self, number: int) -> None:
        """Presses a button of the answer that was read last, counted from 1."""
        ...

    async def answer(self, number: int) -> Seen:
        """The answer with this number, counted from 1, once it is there."""
        ...

    async def again(self) -> None:
        """The platform tells all that was said once more."""
        ...

    @property
    def answers(self) -> int:
        """How many answers stand there."""
        ...


class Hand(Person, Protocol):
    """A person who does with the answer read last what can be done with it there."""

    def offered(self) -> set[str]:
        """What is written on its quiet buttons."""
        ...

    async def judge(self, reason: str) -> None:
        """A thumb down, with what was wrong."""
        ...

    async def run_again(self) -> None: ...

    async def choose_other(self, number: int) -> None:
        """It was not what was meant: another reading, counted from 1."""
        ...

    async def chart(self) -> str:
        """Has the rows drawn; the title over the drawing."""
        ...

    async def edit(self, query: str) -> None:
        """Runs another query in the place of the one that ran."""
        ...

    async def correct(self, words: str) -> None:
        """Changes the words of the question said last."""
        ...

    async def read_alone(self) -> str:
        """The first sentence of the answer that this person alone was given."""
        ...

    async def share(self) -> None:
        """Shares the answer that was read alone."""
        ...

    async def remove(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a platform is at work: the application's port, its database, the desk behind it."""

    port: int
    database: Database
    desk: Reception


@asynccontextmanager
async def at_work(
    settings: Settings,
    core: Core,
    platforms: Sequence[Platform],
    database: Database,
    rights: Rights | None = None,
) -> AsyncIterator[Place]:
    """The whole application around the platforms, as `querist serve` puts it together, on loopback."""
    desk = wiring.open_desk(settings, core, platforms, database, rights=rights)
    runner = web.AppRunner(wiring.build_app(desk, platforms), shutdown_timeout=0.1)
    try:
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield Place(port=runner.addresses[0][1], database=database, desk=desk)
    finally:
        await runner.cleanup()


@asynccontextmanager
async def opened(folder: Path, **values: object) -> AsyncIterator[tuple[Settings, Database]]:
    """Settings with a folder of their own, and their database; the person may change queries."""
    values = {"editors": f"slack:T1:UADA,teams:{TENANT}:aad-ada,local", **values}
    settings = Settings(_env_file=None, data=folder, secret="of the tests", **values)  # type: ignore[arg-type,call-arg]  # pydantic's own
    with_tables(folder / "querist.db", folder / "querist-work.db")
    with_names(folder)
    database = wiring.open_database(settings)
    try:
        yield settings, database
    finally:
        database.close()


async def alone(core: Core, said: Sequence[Said]) -> tuple[Answer, ...]:
    """The same conversation with the core alone: what every platform must show."""
    history: list[Turn] = []
    answers: list[Answer] = []
    for words in said:
        question = Question(text=str(words), asked_at=datetime.now(UTC), history=tuple(history))
        if isinstance(words, int):
            choice = answers[-1].choices[words - 1]
            question = Question(
                text=choice.question, pins=choice.pins, asked_at=question.asked_at, history=question.history
            )
        answers.append(await core.answer(question, _unseen))
        history.append(turn_of(answers[-1]))
    return tuple(answers)


def as_seen(answer: Answer) -> Seen:
    """What is to be seen of an answer."""
    shown = view(Reply(message=_NOWHERE, answer=answer, reference=""))
    return Seen(
        lead=shown.lead,
        rows=tuple(row[0].text for row in shown.rows) if shown.table_adds else (),
        query=shown.query,
        trace=tuple(line.strip() for line in shown.trace),
    )


async def _unseen(_: Stage, __: str = "") -> None:
    """Nobody looks on."""


_NOWHERE = Message(
    platform="",
    event="",
    tenant="",
    channel="",
    thread="",
    person="",
    text="",
    sent_at=datetime(2026, 11, 20, tzinfo=UTC),
    address="",
)
