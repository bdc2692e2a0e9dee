"""What a product meets on a bad day, so that a picture shows what people read then.

In: a folder. Out: the core that is asked and the settings around it, with the sample company behind a real
endpoint that goes away or never answers, with a part that breaks, with data that is closed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot import wiring
from bot.desk import Core
from bot.settings import Settings
from connectors.sample import graph_files
from kgqa.types import Answer, Progress, Question
from tests.doubles.oxigraph import oxigraph
from tests.doubles.proxy import proxy

CLOSED = "def:budget def:leadTime"


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The core, and what is unusual about the settings of the desk and the person."""

    core: Core
    settings: Mapping[str, object] = field(default_factory=dict)
    is_guest: bool = False  # in Slack


Opening = Callable[[Path], AbstractAsyncContextManager[State]]


@asynccontextmanager
async def well(folder: Path, **values: object) -> AsyncIterator[State]:
    """The sample company, and nothing in the way."""
    async with _core(folder, **values) as core:
        yield State(core=core)


@asynccontextmanager
async def guest(folder: Path) -> AsyncIterator[State]:
    """Who asks is a guest of the workspace."""
    async with well(folder) as state:
        yield replace(state, is_guest=True)


@asynccontextmanager
async def closed(folder: Path) -> AsyncIterator[State]:
    """Budgets and lead times are closed to everybody."""
    async with well(folder, closed_properties=CLOSED) as state:
        yield state


@asynccontextmanager
async def away(folder: Path) -> AsyncIterator[State]:
    """The endpoint has ended since it was read."""
    async with AsyncExitStack() as until:
        with oxigraph(folder / "server", *graph_files(folder)) as url:
            core = await until.enter_async_context(_core(folder, graph=url))
        yield State(core=core)


@asynccontextmanager
async def slow(folder: Path) -> AsyncIterator[State]:
    """The endpoint answers no question in the time that a query has."""
    async with _hanging(folder, query_seconds=1) as core:
        yield State(core=core)


@asynccontextmanager
async def busy(folder: Path) -> AsyncIterator[State]:
    """The endpoint answers nothing, and each may have one question waiting."""
    async with _hanging(folder) as core:
        yield State(core=core, settings={"person_questions": 1})


@asynccontextmanager
async def broken(_: Path) -> AsyncIterator[State]:
    """A part of the core breaks."""
    yield State(core=_Broken())


class _Broken:
    async def answer(self, question: Question, progress: Progress) -> Answer:
        raise RuntimeError(question.text)


@asynccontextmanager
async def _hanging(folder: Path, **values: object) -> AsyncIterator[Core]:
    with oxigraph(folder / "server", *graph_files(folder)) as url:
        async with proxy(url) as between, _core(folder, graph=between.url, **values) as core:
            between.hangs = "SELECT"
            yield core
            between.freed.set()


@asynccontextmanager
async def _core(folder: Path, **values: object) -> AsyncIterator[Core]:
    core = await wiring.open_core(Settings(_env_file=None, data=folder / "core", **values))  # type: ignore[arg-type,call-arg]  # pydantic's own
    yield core
    wiring.close_core(core)


STATES: dict[str, Opening] = {each.__name__: each for each in (well, guest, closed, away, slow, busy, broken)}
