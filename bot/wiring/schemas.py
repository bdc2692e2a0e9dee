"""Files and a graph -> what queries are checked against, for those who only check.

In: ontology files or folders, and perhaps a graph (files, a folder, an endpoint) whose data is looked at.
Out: the ontology of both, and the graph for looking up the things that a query names.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.settings import load
from bot.wiring.graphs import Progress, close_graph, open_full_graph
from kgqa.declared import FORMATS, read_ontologies
from kgqa.errors import BadInput
from kgqa.observed import profile
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.prefixes import with_prefixes


async def open_schema(
    ontologies: Sequence[Path], data: str, progress: Progress | None = None
) -> tuple[Ontology, Graph | None]:
    """The ontology that the files declare and the data shows, and the graph if one is named.

    Raises BadInput for files that cannot be read, OperatorsMove for an endpoint that fails.
    """
    given = read_ontologies([part for path in ontologies for part in _parts(path)]) if ontologies else None
    if not data:
        return with_prefixes(given or Ontology()), None
    graph = await open_full_graph(load(graph=data), progress)
    try:
        return with_prefixes(await profile(graph, given)), graph
    except BaseException:
        close_graph(graph)
        raise


def _parts(path: Path) -> list[tuple[bytes, str, str]]:
    """The bytes, the format and the name of an ontology file, or of each in a folder."""
    files = sorted(f for f in path.rglob("*") if _is_ontology(f)) if path.is_dir() else [path]
    if not files:
        raise BadInput(f"{path} holds no ontology. Give a file or a folder with .ttl, .rdf, .owl or .jsonld.")
    try:
        return [(file.read_bytes(), _format(file), str(file)) for file in files]
    except OSError as error:
        raise BadInput(
            f"{error.filename} cannot be read: {error.strerror}. Name an ontology file."
        ) from error


def _is_ontology(path: Path) -> bool:
    return path.is_file() and _format(path).lstrip(".") in FORMATS


def _format(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.lower()
