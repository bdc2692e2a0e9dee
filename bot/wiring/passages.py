"""Settings -> the text that the strategy *passages* answers from: documents, and the graph in sentences."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection

from bot.access import Access
from bot.access.globs import is_meant
from bot.access.reading import nearest
from bot.settings import Settings, name_of
from bot.wiring.names import open_shelf
from connectors.embedders import open_embedders
from connectors.passages import links
from connectors.passages.folder import documents, read
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
    is_open: Callable[[str], bool] = lambda _: True,
) -> tuple[PassageIndex | None, tuple[str, ...]]:
    """The index, where the strategy is among those that are `chosen`, and what an admin should know. The
    `terms` are without what is closed; what is kept of them stands `apart` in a folder of that name. Of
    documents only those that `is_open` are read. Raises BadSetting and OperatorsMove.
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
        lambda: read(folder, notices, is_open) if folder else (),
        of_graph,
        embedder,
        kept / "passages.npz",
        told,
        linked=lambda numbers: links.read(folder, numbers, notices, is_open) if folder else (),
    )
    told(f"passages: {index.size:,}")
    return index, tuple(notices)


def names_of_documents(settings: Settings) -> tuple[str, ...]:
    """The documents below the folder of the settings. Raises BadSetting."""
    folder = settings.documents
    return tuple(f.relative_to(folder).as_posix() for f in documents(folder)) if folder else ()


def opening(access: Access | None, settings: Settings, closed: Collection[str]) -> Callable[[str], bool]:
    """Which documents are open where the rules of these names close some: all, where there are no rules."""
    if access is None:
        return lambda _: True
    return lambda document: access.opens(document, settings.graph_name, closed)


def unopened(access: Access, settings: Settings) -> str:
    """What an admin should know of documents that no rule opens to anybody; "" where there are none."""
    of_all = names_of_documents(settings)
    none = [name for name in of_all if not access.opens(name, settings.graph_name, ())]
    if not none:
        return ""
    return (
        f"Of {len(of_all)} documents {len(none)} are open to nobody, since no [[documents]] of "
        f"{access.path.name} names them, such as {none[0]}. See docs/access.md."
    )


def refuse_unknown_documents(access: Access, settings: Settings) -> None:
    """Raises BadSetting for a rule whose pattern means no document: a slip would open what another rule was
    to close.
    """
    rules = [rule for rule in access.rules if rule.documents and rule.is_about(settings.graph_name)]
    if not rules:
        return
    if settings.documents is None:
        raise access.refused(
            f"The rule “{rules[0].name}” opens documents, and {name_of('documents')} names no folder.",
            rules[0].name,
        )
    of_all = names_of_documents(settings)
    for rule in rules:
        for pattern in rule.documents:
            if not any(is_meant(pattern, name) for name in of_all):
                folders = {name.rpartition("/")[0] for name in of_all} - {""}
                raise access.refused(
                    f"The rule “{rule.name}”: no document in {settings.documents} is meant by “{pattern}”."
                    f"{nearest(pattern, (*sorted(folders), *of_all))}",
                    pattern,
                    rule.name,
                )
