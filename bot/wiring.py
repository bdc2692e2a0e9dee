"""Settings -> the real parts, put together. The only module that knows which adapter stands behind a port.

In: Settings. Out: a graph, a core, a database, platforms, a desk, and the one HTTP application around them.
To add a platform or a store: one file of its own, and a few lines here.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.buttons import Seal
from bot.cards.view import Look
from bot.desk import Apart, Core, Desk, Seats, thread_of
from bot.desk import Limits as DeskLimits
from bot.message import Message, Platform
from bot.settings import Settings
from connectors import custom, lexicons
from connectors.database.database import Database
from connectors.database.record import Record
from connectors.database.seats import FileSeats, PostgresSeats
from connectors.database.turns import Turns
from connectors.embedded import EmbeddedGraph
from connectors.embedders import open_embedders
from connectors.endpoint import EndpointGraph
from connectors.models import ChatModel
from connectors.names.shelf import Shelf
from connectors.text_search.detection import PLAIN, chosen
from connectors.text_search.search import TextSearch
from kgqa.declared import read_ontology
from kgqa.errors import BadInput, BadSetting, OperatorsMove
from kgqa.language import guess
from kgqa.linking.build import Progress as Reading
from kgqa.linking.build import Told
from kgqa.linking.entry import Thing
from kgqa.linking.index import TermIndex
from kgqa.linking.lexicon import Lexicon
from kgqa.linking.names import Naming
from kgqa.linking.searching import searched
from kgqa.linking.semantic import NAME as SEMANTIC
from kgqa.linking.semantic import with_meaning
from kgqa.linking.ways import Ways, fitted
from kgqa.ontology import Ontology
from kgqa.pipeline import Pipeline
from kgqa.ports import Graph, Linker
from kgqa.prepare import STRATEGIES, prepare
from kgqa.terms import Terms, terms_as_they_are, terms_of
from kgqa.types import Limits, Match

Progress = Callable[[int, int], None]  # bytes loaded, bytes in all

SERVING: dict[str, Any] = {"auto_decompress": False}  # no platform packs its requests, and strangers might
LARGEST_REQUEST = 2**20  # bytes; the events of Slack and Teams are far smaller

# ── the graph and the core ───────────────────────────────────────────────────────────────────────


def open_graph(settings: Settings, progress: Progress | None = None) -> EmbeddedGraph | EndpointGraph:
    """The graph that the settings name; the sample company when they name none. Blocks while files load.

    Raises BadInput for the files, BadSetting or GraphUnavailable for the rest.
    """
    sources = _several(settings.graph)
    if os.path.exists(settings.graph):  # noqa: PTH110  # unlike Path's, it raises for no name
        sources = (settings.graph,) if settings.graph else ()  # a comma may be part of its name
    if any(source.lower().startswith(("http://", "https://")) for source in sources):
        if len(sources) > 1:
            raise BadSetting("QUERIST_GRAPH names an endpoint and something else. Give one endpoint alone.")
        return EndpointGraph(
            sources[0],
            name=settings.graph_name,
            user=settings.endpoint_user,
            password=settings.endpoint_password.get_secret_value(),
            token=settings.endpoint_token.get_secret_value(),
            at_once=settings.workers,
        )
    if strange := [source for source in sources if "://" in source]:
        raise BadInput(
            f"{strange[0]} cannot be asked. Give a file, a folder, or an endpoint that begins with https://."
        )
    name = settings.graph_name
    if not sources:
        from connectors import sample

        sources = tuple(str(path) for path in sample.graph_files(_data(settings) / "sample"))
        name = name or sample.NAME
    return EmbeddedGraph.open(
        sources, name=name, folder=settings.store, at_once=settings.workers, progress=progress
    )


async def open_core(
    settings: Settings,
    progress: Progress | None = None,
    told: Told = lambda _: None,
    *,
    strategies: tuple[str, ...] = ("interpret",),
) -> Pipeline:
    """What answers questions, on the graph of the settings; `told` hears what is being prepared.

    Raises BadInput for a file that cannot be read, OperatorsMove for a store that fails, BadSetting for a
    strategy that does not exist.
    """
    if missing := [name for name in strategies if name not in STRATEGIES]:
        known = ", ".join(STRATEGIES)
        raise BadSetting(f"There is no strategy “{missing[0]}”. Those that exist: {known}.")
    if settings.linking:
        custom.read_file(settings.linking)  # what is wrong with it is told before anything slow begins
    named, given = open_lexicons(settings), open_ontology(settings)
    graph = await open_full_graph(settings, progress)
    kit = await prepare(
        graph,
        given,
        limits=_limits(settings),
        strategies=strategies,
        shelf=open_shelf(settings),
        lexicons=named,
        told=told,
    )
    ways, linkers, notices = open_linkers(settings, kit.ontology, kit.index.thing)
    ways, text = await open_text_search(settings, graph, kit.naming, kit.ontology, ways)
    if text:
        told(f"names are also looked for by {text.dialect.store}")
        linkers, notices = (*linkers, text), (*notices, *text.notices)
    meaning, said = await open_meaning(settings, kit.index, kit.ontology, ways, told)
    linkers, notices = (*linkers, *meaning), (*notices, *said)
    for notice in notices:
        told(notice)
    ontology = replace(kit.ontology, notices=(*kit.ontology.notices, *notices))
    return Pipeline(
        replace(
            kit,
            described=replace(kit.described, text_search=text.dialect.name if text else None),
            ontology=ontology,
            ways=ways,
            linkers=(*kit.linkers, *linkers),
        )
    )


async def open_full_graph(
    settings: Settings, progress: Progress | None = None
) -> EmbeddedGraph | EndpointGraph:
    """The graph of the settings, which holds something. Raises as `open_graph` does."""
    graph = await asyncio.to_thread(open_graph, settings, progress)
    if (described := await graph.describe()).triples == 0:
        graph.close()
        raise BadInput(
            f"The graph {described.name} is empty: it holds no triples. "
            "Give the file or the address that holds the data."
        )
    return graph


async def open_terms(
    settings: Settings,
    loaded: Progress | None = None,
    told: Told = lambda _: None,
    progress: Reading = lambda *_: None,
    *,
    look: bool = False,
    fresh: bool = False,
) -> Terms:
    """The terms of the graph of the settings with its names, read where they are not up to date; who only
    wants a `look` gets those that were read last. Raises as `open_core` does.
    """
    named, given = open_lexicons(settings), open_ontology(settings)
    graph, shelf = await open_full_graph(settings, loaded), open_shelf(settings)
    limits = _limits(settings)
    if look:
        return await terms_as_they_are(graph, given, limits=limits, shelf=shelf, lexicons=named, told=told)
    return await terms_of(
        graph,
        given,
        limits=limits,
        shelf=shelf,
        lexicons=named,
        told=told,
        progress=progress,
        fresh=fresh,
    )


def open_linkers(
    settings: Settings, ontology: Ontology, thing: Callable[[str], Thing | None]
) -> tuple[Ways, tuple[Linker, ...], tuple[str, ...]]:
    """The ways that the settings choose, the linkers beside the names, and what an admin should know of them.

    Raises BadSetting.
    """
    file = settings.linking
    ways, notices = fitted(custom.read_file(file) if file else Ways(), ontology)
    folder = file.parent if file else None
    return ways, custom.load_linkers(ways, ontology=ontology, thing=thing, folder=folder), notices


async def open_text_search(
    settings: Settings, graph: Graph, naming: Naming, ontology: Ontology, ways: Ways
) -> tuple[Ways, TextSearch | None]:
    """The store's own search for names, where some class's ways lead there or the settings name its kind;
    with ways that lead there. Raises BadSetting and GraphUnavailable.
    """
    way, setting = TextSearch.name, settings.text_search
    asked = any(way in each for each in (ways.default, *ways.by_class.values()))
    if setting == "off" or (setting == "auto" and not asked):
        return ways, None
    dialect = await chosen(graph, naming, setting) or PLAIN
    schema = (*ontology.classes, *ontology.properties)
    if not asked:
        ways = replace(ways, default=(*ways.default, way))
    return ways, TextSearch(graph, dialect, naming, schema=schema)


async def open_meaning(
    settings: Settings, index: TermIndex, ontology: Ontology, ways: Ways, told: Told = lambda _: None
) -> tuple[tuple[Linker, ...], tuple[str, ...]]:
    """The linker by meaning, where the settings name a model, and what an admin should know. Names without a
    vector get one first. Raises BadSetting.
    """
    model = settings.embeddings_model
    if not model:
        asked = any(SEMANTIC in each for each in (ways.default, *ways.by_class.values()))
        notice = (
            "Some ways are “semantic”, and no model of meaning is set up: QUERIST_EMBEDDINGS_MODEL is empty."
        )
        return (), (notice,) if asked else ()
    patient, quick = open_embedders(
        model, settings.embeddings_url, settings.embeddings_key.get_secret_value()
    )
    from connectors.names.meaning import linker_by_meaning  # now it is sure that numpy is there

    folder = open_shelf(settings).folder / "meaning"
    entries = with_meaning(ontology, index, ways)
    linker, notices = await linker_by_meaning(folder, entries, patient, quick, told)
    return (linker,) if linker else (), notices


async def search(
    settings: Settings, terms: Terms, phrase: str, *, limit: int
) -> tuple[tuple[Match, ...], tuple[str, ...]]:
    """What a phrase may mean, as questions would find it; and what could not be asked."""
    index = terms.index()
    ways, linkers, _ = open_linkers(settings, terms.ontology, index.thing)
    ways, text = await open_text_search(settings, terms.graph, terms.naming, terms.ontology, ways)
    meaning, said = await open_meaning(settings, index, terms.ontology, ways)
    linkers = (*linkers, *meaning, *((text,) if text else ()))
    found, notices = await searched(phrase, index, linkers, ways, guess(phrase), limit=limit)
    return found, (*said, *notices)


def close_graph(graph: Graph) -> None:
    """Lets go of a graph; the processes that read it end."""
    if isinstance(graph, EmbeddedGraph):
        graph.close()


def open_lexicons(settings: Settings) -> tuple[Lexicon, ...]:
    """The lexicons that the settings name. Raises BadInput."""
    return tuple(lexicons.read(path) for path in lexicons.find(_several(settings.lexicon)))


def lexicon_at(path: Path) -> Lexicon | None:
    """The lexicon that stands in a file, None where there is no file yet. Raises BadInput, also when none
    could be written there.
    """
    lexicons.refuse_unwritable(path)
    return lexicons.read(path) if path.exists() else None


def write_lexicon(path: Path, lexicon: Lexicon) -> None:
    """Writes a lexicon. Raises BadInput."""
    lexicons.write(path, lexicon)


def open_model(settings: Settings) -> ChatModel | None:
    """The language model of the settings, if they name one. Raises BadSetting."""
    if not settings.model_name:
        return None
    key = settings.model_key.get_secret_value()
    return ChatModel(settings.model_name, url=settings.model_url, key=key)


def _limits(settings: Settings) -> Limits:
    return Limits(seconds=settings.query_seconds, rows=settings.query_rows)


def open_shelf(settings: Settings) -> Shelf:
    """Where the names of this graph are kept: a folder of its own in the data folder."""
    sources = tuple(map(_address, _several(settings.graph)))
    of = "\n".join((*sources, settings.ontology, settings.endpoint_user))  # others may see another
    last = sources[-1] if sources else "sample"
    called = urlsplit(last).hostname if "://" in last else Path(last).stem
    called = re.sub(r"[^a-z0-9]+", "-", (called or "").lower()).strip("-")[:40] or "graph"
    return Shelf(_data(settings) / "index" / f"{called}-{hashlib.sha256(of.encode()).hexdigest()[:8]}")


def _address(source: str) -> str:
    """A source as it is called from everywhere."""
    return source if "://" in source else str(Path(source).expanduser().resolve())


def close_core(core: Pipeline) -> None:
    """Lets go of the graph; the processes that read it end."""
    close_graph(core.kit.graph)


def sample_folder(questions: str, folder: Path) -> Path:
    """`folder`, filled with the sample company's graph and one of its files of questions."""
    from connectors import sample

    graph, _ = sample.graph_files(folder)
    graph.replace(folder / f"kg{graph.suffix}")
    (folder / "questions.jsonl").write_text(sample.questions_text(questions), "utf-8")
    return folder


def open_ontology(settings: Settings) -> Ontology | None:
    """The ontology that is given beside the graph, if one is. Raises BadInput."""
    if not settings.ontology:
        return None
    path = Path(settings.ontology)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadInput(f"The ontology {path} cannot be read: {error.strerror}. Check the path.") from error
    return read_ontology(data, path.suffix, str(path))


# ── the desk ─────────────────────────────────────────────────────────────────────────────────────


def open_database(settings: Settings) -> Database:
    """The database of conversations and records, its schema brought up to date.

    Raises BadSetting for its URL, DatabaseUnavailable when it cannot be used.
    """
    return Database.open(settings.database or f"sqlite:///{_data(settings) / 'querist.db'}")


def open_desk(
    settings: Settings,
    core: Core,
    platforms: Sequence[Platform],
    database: Database,
    *,
    examples: tuple[str, ...] = (),
) -> Desk:
    """A desk for these platforms; it still has to be started. `examples` are questions that would work; where
    there are none, those that the core made from its graph.
    """
    if isinstance(core, Pipeline):
        examples = examples or core.kit.examples
    seats: Seats = PostgresSeats(database)
    work = database.engine.url
    if database.is_sqlite:
        # A file of its own: there is one writer at a time to a file, and the queue writes often.
        file = Path(work.database or "")
        seats = FileSeats(file.with_name(f"{file.stem}-seats"))
        work = work.set(database=str(file.with_name(f"{file.stem}-work.db")))
    return Desk(
        Apart(core),
        Record(database),
        Turns(database),
        platforms,
        work_url=work.render_as_string(hide_password=False),
        seats=seats,
        limits=DeskLimits(
            person_questions=settings.person_questions,
            channel_questions=settings.channel_questions,
            workers=settings.workers,
        ),
        examples=examples,
    )


# ── the platforms ────────────────────────────────────────────────────────────────────────────────


def open_platforms(settings: Settings, database: Database) -> tuple[Platform, ...]:
    """The chat platforms that the settings name. Raises BadSetting when one is named by halves."""
    seal, look = open_seal(settings), look_of(settings)
    platforms: list[Platform] = []
    turns = Turns(database)

    async def takes_part(message: Message) -> bool:
        return bool(await turns.recall(thread_of(message), limit=1))

    if wants_slack(settings):
        from bot.platforms.slack import Slack

        platforms.append(
            Slack(
                bot_token=settings.slack_bot_token.get_secret_value(),
                app_token=settings.slack_app_token.get_secret_value(),
                signing_secret=settings.slack_signing_secret.get_secret_value(),
                api_url=settings.slack_api_url,
                follow_up=settings.slack_follow_up,
                seal=seal,
                look=look,
                takes_part=takes_part,
            )
        )
    if wants_teams(settings):
        from bot.platforms.teams import Teams

        platforms.append(
            Teams(
                app_id=settings.teams_app_id,
                password=settings.teams_app_password.get_secret_value(),
                tenant=settings.teams_tenant,
                tenants=_several(settings.teams_tenants),
                service_hosts=_several(settings.teams_service_hosts),
                playground=settings.teams_playground,
                host=settings.host,
                seal=seal,
                look=look,
            )
        )
    return tuple(platforms)


def wants_slack(settings: Settings) -> bool:
    """Whether any of Slack's secrets is set."""
    tokens = (settings.slack_bot_token, settings.slack_app_token, settings.slack_signing_secret)
    return any(token.get_secret_value() for token in tokens)


def wants_teams(settings: Settings) -> bool:
    """Whether Teams, or its playground, is set up."""
    return bool(
        settings.teams_playground or settings.teams_app_id or settings.teams_app_password.get_secret_value()
    )


def look_of(settings: Settings) -> Look:
    """How replies look here."""
    return Look(language=settings.language, link=settings.link)


def open_seal(settings: Settings) -> Seal:
    """What signs buttons: the secret of the settings, or one that is made once in the data folder."""
    return Seal(settings.secret.get_secret_value() or _made_secret(_data(settings) / "secret"))


# ── the application ──────────────────────────────────────────────────────────────────────────────


def build_app(desk: Desk, platforms: Sequence[Platform]) -> web.Application:
    """One HTTP application: the desk starts first and ends first, so that it can take and send all it has."""
    app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[readable_bodies])

    async def life(_: web.Application) -> AsyncIterator[None]:
        await desk.start(work=False)
        yield
        await desk.stop()  # nothing is left to do, unless the start failed halfway

    async def work(_: web.Application) -> None:
        desk.work()

    async def stop(_: web.Application) -> None:
        await desk.stop()

    async def health(_: web.Request) -> web.Response:
        try:
            return web.json_response({"status": "ok", "waiting": await desk.waiting()})
        except OperatorsMove as error:
            return web.json_response({"status": "unavailable", "reason": str(error)}, status=503)

    app.cleanup_ctx.append(life)  # before the platforms' own, which may bring messages at once
    app.on_shutdown.append(stop)
    app.router.add_get("/healthz", health)
    for platform in platforms:
        platform.mount(app, desk)
    app.on_startup.append(work)  # after the platforms' own: now they can send
    return app


@web.middleware
async def readable_bodies(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """A body that is not what its headers say is the sender's mistake, and no news for the log."""
    try:
        return await handler(request)
    except (UnicodeDecodeError, LookupError) as error:
        if isinstance(error, KeyError | IndexError):
            raise  # a LookupError of its own kind is a charset that does not exist
        return web.Response(status=400, text="The body is not what its headers say.")


def _several(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _data(settings: Settings) -> Path:
    folder = settings.data
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadSetting(
            f"The data folder {folder} cannot be made: {error.strerror}. "
            "Set QUERIST_DATA to a folder that I may write to."
        ) from error
    return folder


def _made_secret(file: Path) -> str:
    draft = file.with_name(f"{file.name}-{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as new:
            new.write(secrets.token_urlsafe(32))
        with suppress(FileExistsError):  # made at an earlier start, or by another process just now
            os.link(draft, file)  # all of it or nothing, so that nobody reads half a secret
        draft.unlink()
        text = file.read_text().strip()
    except UnicodeDecodeError:
        text = ""
    except OSError as error:
        raise BadSetting(f"The secret cannot be kept in {file}: {error.strerror}.") from error
    if not text:
        raise BadSetting(f"The file {file} holds no secret. Remove it, and a new secret is made.")
    return text
