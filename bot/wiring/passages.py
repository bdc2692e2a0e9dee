"""Settings -> the text that the strategy *passages* answers from: documents, and the graph in sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator

from bot.settings import Settings
from bot.wiring.names import open_shelf
from connectors.embedders import open_embedders
from connectors.passages import links
from connectors.passages.folder import read
from connectors.passages.index import PassageIndex, index_passages
from kgqa.labels import Labels
from kgqa.language import language
from kgqa.linking.build import Told
from kgqa.linking.names import with_titles
from kgqa.passages.of_graph import passages_of
from kgqa.passages.passage import Passage
from kgqa.strategies.passages import NAME
from kgqa.terms import Terms


async def open_passages(
    settings: Settings,
    terms: Terms,
    chosen: tuple[str, ...],
    told: Told = lambda _: None,
    *,
    apart: str = "",
) -> tuple[PassageIndex | None, tuple[str, ...]]:
    """The index, where the strategy is among those that are `chosen`, and what an admin should know. The
    `terms` are without what is closed; what is kept of them stands `apart` in a folder of that name. Raises
    BadSetting and OperatorsMove.
    """
    if NAME not in chosen:
        unused = "QUERIST_DOCUMENTS names a folder, and QUERIST_STRATEGIES does not name “passages”."
        return None, (unused,) if settings.documents else ()
    told("reading documents, and the graph as sentences")
    notices: list[str] = []
    labels = Labels(terms.graph, terms.ontology, with_titles(terms.naming, terms.ontology))
    of_graph: AsyncIterator[Passage] = passages_of(
        terms.graph, terms.described.name, terms.ontology, labels, language(settings.language), notices
    )
    embedder = None
    if settings.embeddings_model:
        key = settings.embeddings_key.get_secret_value()
        embedder, _ = open_embedders(settings.embeddings_model, settings.embeddings_url, key)
    folder, kept = settings.documents, open_shelf(settings).folder / apart
    kept.mkdir(parents=True, exist_ok=True, mode=0o700)
    index = await index_passages(
        lambda: read(folder, notices) if folder else (),
        of_graph,
        embedder,
        kept / "passages.npz",
        told,
        linked=lambda numbers: links.read(folder, numbers, notices) if folder else (),
    )
    told(f"passages: {index.size:,}")
    return index, tuple(notices)
