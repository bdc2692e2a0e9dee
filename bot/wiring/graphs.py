"""Settings -> the graph that is asked, and the ontology beside it."""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

from bot.graphs_file import Together
from bot.settings import Settings, listed, name_of
from bot.wiring.ontologies import read_given, read_individuals
from bot.wiring.places import data_folder, several
from connectors.embedded import EmbeddedGraph
from connectors.endpoint import EndpointGraph
from connectors.federation import FederatedGraph, Source
from kgqa.errors import BadInput, BadSetting
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.types import Limits

Progress = Callable[[int, int], None]  # bytes loaded, bytes in all
Opened = EmbeddedGraph | EndpointGraph | FederatedGraph


def open_graph(settings: Settings, progress: Progress | None = None) -> Opened:
    """The graph that the settings name; the sample company when they name none. Blocks while files load.

    Raises BadInput for the files, BadSetting or GraphUnavailable for the rest.
    """
    if isinstance(settings, Together):
        return _open_together(settings, progress)
    sources = several(settings.graph)
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
            graphs=graphs_of(settings),
            at_once=settings.endpoint_requests,
        )
    if strange := [source for source in sources if "://" in source]:
        raise BadInput(
            f"{strange[0]} cannot be asked. Give a file, a folder, or an endpoint that begins with https://."
        )
    name = settings.graph_name
    if not sources:
        from connectors import sample

        sources = tuple(str(path) for path in sample.graph_files(data_folder(settings) / "sample"))
        name = name or sample.NAME
    name = name or ", ".join(Path(source).name for source in sources)
    sources = (*sources, *_individuals(settings))
    return EmbeddedGraph.open(
        sources, name=name, folder=settings.store, at_once=settings.workers, progress=progress
    )


def _open_together(settings: Together, progress: Progress | None) -> FederatedGraph:
    """Several graphs as one."""
    sources: list[Source] = []
    try:
        for own in settings.sources:
            graph = open_graph(own, progress)
            sources.append(Source(own.graph_name, _place(own, graph), graph))
        return FederatedGraph(sources, name=settings.graph_name)
    except BaseException:
        for source in sources:
            close_graph(source.graph)
        raise


def _place(settings: Settings, graph: Graph) -> str:
    """Where a graph is, as an address that may be shown."""
    if isinstance(graph, EndpointGraph):
        return graph.place
    first = next(iter(several(settings.graph)), "")
    return Path(first).expanduser().resolve().as_uri()


def _individuals(settings: Settings) -> tuple[str, ...]:
    """A file with what the ontology file says of things, such as the members of code lists: they are things
    of the graph like any others. It lies in the data folder, since the graph may have to be loaded again.
    """
    found = read_individuals([Path(settings.ontology)]) if settings.ontology else b""
    if not found:
        return ()
    folder = data_folder(settings) / "individuals"
    file = folder / f"{hashlib.sha256(found).hexdigest()[:16]}.nt"
    if not file.exists():
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            part = file.with_suffix(".part")
            part.write_bytes(found)
            part.replace(file)  # a start that is interrupted leaves no half file
        except OSError as error:
            raise BadSetting(
                f"{folder} cannot be written: {error.strerror}. "
                "QUERIST_DATA names the folder for what is kept."
            ) from error
    return (str(file),)


async def open_full_graph(settings: Settings, progress: Progress | None = None) -> Opened:
    """The graph of the settings, which holds something. Raises as `open_graph` does."""
    graph = await asyncio.to_thread(open_graph, settings, progress)
    try:
        why = await emptiness(graph)
    except BaseException:
        close_graph(graph)
        raise
    if why:
        close_graph(graph)
        raise BadInput(why)
    return graph


async def emptiness(graph: Graph) -> str:
    """Why there is nothing to ask: what is empty, and what to do. "" where there is something, or the graph
    cannot be counted. Of several sources none may be empty. Raises OperatorsMove when the graph fails.
    """
    described = await graph.describe()
    if isinstance(graph, FederatedGraph):
        whys = [await emptiness(source.graph) for source in graph.sources]
        return next(filter(None, whys), "")
    if described.triples != 0:
        return ""
    named = await graph.named_graphs() if isinstance(graph, EndpointGraph) else None
    if named is None or not named.largest:
        return (
            f"The graph {described.name} is empty: it holds no triples. "
            "Give the file or the address that holds the data."
        )
    told = [iri if count is None else f"{iri} ({count:,} triples)" for iri, count in named.largest]
    others = ", and others" if named.more else ""
    return (
        f"The default graph of {described.name} is empty, and its named graphs hold the data: "
        f"{', '.join(told)}{others}. Name those to be read in {name_of('endpoint_graphs')}, separated by "
        "commas, or set it to all."
    )


async def leaves_graphs_unread(graph: Graph) -> bool:
    """Whether an endpoint is seen to hold, in named graphs that nobody has chosen, what is not read. Raises
    GraphUnavailable.
    """
    if isinstance(graph, FederatedGraph):
        return any([await leaves_graphs_unread(source.graph) for source in graph.sources])
    return isinstance(graph, EndpointGraph) and await graph.leaves_graphs_unread()


def graphs_of(settings: Settings) -> tuple[str, ...]:
    """The named graphs that are read at an endpoint; none leave that to it."""
    names = listed(settings.endpoint_graphs)
    return tuple(dict.fromkeys(name.removeprefix("<").removesuffix(">") for name in names))


def close_graph(graph: Graph) -> None:
    """Lets go of a graph; the processes or threads that read it end."""
    if isinstance(graph, FederatedGraph):
        for source in graph.sources:
            close_graph(source.graph)
    if isinstance(graph, Opened):
        graph.close()


def open_ontology(settings: Settings) -> Ontology | None:
    """The ontology that is given beside the graph, if one is. Raises BadInput."""
    own = settings.sources if isinstance(settings, Together) else ()
    paths = [Path(each.ontology) for each in (settings, *own) if each.ontology]
    return read_given(paths) if paths else None


def limits_of(settings: Settings) -> Limits:
    """What one query of a question may cost."""
    return Limits(seconds=settings.query_seconds, rows=settings.query_rows)


def sample_folder(questions: str, folder: Path) -> Path:
    """`folder`, filled with the sample company's graph and one of its files of questions."""
    from connectors import sample

    graph, _ = sample.graph_files(folder)
    graph.replace(folder / f"kg{graph.suffix}")
    (folder / "questions.jsonl").write_text(sample.questions_text(questions), "utf-8")
    return folder
