"""Settings -> the database and the desk."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import make_url

from bot.access import Rights
from bot.desk import Apart, Core, Desk, Observer, Router, Seats, Verified
from bot.desk import Limits as DeskLimits
from bot.graphs_file import read_graphs
from bot.message import Platform
from bot.people import People
from bot.settings import Settings
from bot.wiring.found import finder
from bot.wiring.library import Told, open_library
from bot.wiring.offers import offers_of
from bot.wiring.places import data_folder, several
from bot.wiring.platforms import reviewers_of
from bot.wiring.reviewed import Reviewed, ReviewedByAll, Shelved
from bot.wiring.rights import ByRights
from bot.wiring.stamp import stamp_of
from connectors.database.channels import ChannelBook
from connectors.database.database import Database
from connectors.database.inbox import InboxTable
from connectors.database.library import PairLibrary
from connectors.database.record import Record
from connectors.database.seats import FileSeats, PostgresSeats
from connectors.database.turns import Turns
from kgqa.pipeline import Pipeline

_LOG = logging.getLogger(__name__)


def open_database(settings: Settings) -> Database:
    """The database of conversations and records, its schema brought up to date.

    Raises BadSetting for its URL, DatabaseUnavailable when it cannot be used.
    """
    return Database.open(settings.database or f"sqlite:///{database_file(settings)}")


def has_database(settings: Settings) -> bool:
    """Whether there is a database already."""
    return bool(settings.database) or database_file(settings).exists()


def database_file(settings: Settings) -> Path:
    """The file of the database, where it is SQLite; else none is there."""
    if settings.database.startswith("sqlite"):
        return Path(make_url(settings.database).database or "")
    return data_folder(settings) / "querist.db"


def open_desk(
    settings: Settings,
    core: Core,
    platforms: Sequence[Platform],
    database: Database,
    *,
    examples: tuple[str, ...] = (),
    library: Verified | None = None,
    apart: Apart | None = None,
    observer: Observer | None = None,
    rights: Rights | None = None,
) -> Desk:
    """A desk for these platforms; it still has to be started. `examples` are questions that would work; where
    there are none, those that the core made from its graphs. What reviewers verify goes into the `library`.
    `apart` is the core in a thread of its own, where others ask it, too. `rights` say who may see what, where
    people are told apart; the `observer` hears of each question.
    """
    seats: Seats = PostgresSeats(database)
    if database.is_sqlite:
        file = Path(database.engine.url.database or "")
        seats = FileSeats(file.with_name(f"{file.stem}-seats"))
    return Desk(
        apart or Apart(core),
        Record(database),
        Turns(database),
        platforms,
        work_url=work_url(database),
        inbox=InboxTable(database),
        seats=seats,
        limits=DeskLimits(
            person_questions=settings.person_questions,
            channel_questions=settings.channel_questions,
            tenant_questions=settings.tenant_questions,
            workers=settings.workers,
        ),
        examples=examples or tuple(filter(None, map(str.strip, settings.examples.split("|")))),
        library=library,
        reviewers=reviewers_of(settings),
        editors=People.of(several(settings.editors)),
        admins=People.of(several(settings.admins)),
        channels=ChannelBook(database),
        offers=offers_of(core),
        language=settings.language,
        finds=finder(core),
        stamp=stamp_of(settings),
        observer=observer,
        rights=rights,
    )


def open_observer(settings: Settings) -> Observer:
    """What hears of each question: the log, the metrics, and traces where they are wanted. Raises
    BadSetting.
    """
    from bot.telemetry.metrics import Metrics
    from bot.telemetry.questions import QuestionLog
    from bot.telemetry.questions import several as all_of

    heard: list[Observer] = [QuestionLog(words=settings.log_questions), Metrics()]
    if settings.traces:
        from bot.telemetry.spans import Spans

        heard.append(Spans(settings.traces, words=settings.log_questions))
    return all_of(*heard)


def work_url(database: Database) -> str:
    """Where the engine keeps its work: on SQLite in a file of its own, since there is one writer at a time
    to a file, and the queue writes often.
    """
    url = database.engine.url
    if database.is_sqlite:
        file = Path(url.database or "")
        url = url.set(database=str(file.with_name(f"{file.stem}-work.db")))
    return url.render_as_string(hide_password=False)


def open_reviewed(settings: Settings, core: Core, database: Database) -> Reviewed | ReviewedByAll | None:
    """What keeps verified pairs and has the core know of them; None for a core without a library."""
    if isinstance(core, Router):
        own = read_graphs(settings)
        pipelines = {name: one for name, one in core.cores.items() if isinstance(one, Pipeline)}
        return ReviewedByAll(
            [
                _reviewed(own.get(name, settings), one, database, told=_unheard)
                for name, one in pipelines.items()
            ]
        )
    if not isinstance(core, Pipeline):
        return None
    return _reviewed(settings, core, database)


def _reviewed(settings: Settings, core: Pipeline, database: Database, told: Told = _LOG.warning) -> Reviewed:
    def shelved() -> Sequence[Shelved]:
        return (core.widest, *core.kits()) if isinstance(core, ByRights) else (core.kit,)

    return Reviewed(shelved, open_library(settings, database), PairLibrary(database), told=told)


def _unheard(_: str) -> None:
    """A pair that does not hold at one graph is a pair of another."""
