"""A linker by meaning over the names of a graph, its vectors kept in a folder and brought up to date.

In: the entries of the graph that have a meaning, a folder, a model. Out: the linker, and what an admin should
know: where the model fails, the vectors of an earlier time are used, and without any there is no linker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from connectors.names.vectors import Vectors, keep_vectors
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.linking.entry import Entry
from kgqa.linking.semantic import SemanticLinker
from kgqa.ports import Embedder

_WORTH_TELLING = 1_000  # names whose embedding takes long enough to be told


async def linker_by_meaning(
    folder: Path,
    entries: Iterable[Entry],
    patient: Embedder,
    quick: Embedder,
    told: Callable[[str], None] = lambda _: None,
) -> tuple[SemanticLinker | None, tuple[str, ...]]:
    """The linker with what an admin should know. The `patient` embedder is for names, the `quick` one for
    questions. Raises BadSetting for the folder.
    """

    def progress(done: int, whole: int) -> None:
        if whole >= _WORTH_TELLING:
            told(f"embedding names: {done:,} of {whole:,}")

    try:
        vectors = await keep_vectors(folder, entries, patient, progress=progress)
    except BadSetting:
        raise
    except OperatorsMove as error:
        earlier = Vectors.open(folder)
        if earlier is None or earlier.model != quick.name:
            return None, (f"Nothing is found by meaning: {error}",)
        notice = f"Only names of an earlier time are found by meaning: {error}"
        return SemanticLinker(quick, earlier), (notice,)
    notices = (vectors.kept.notice,) if vectors.kept.notice else ()
    return SemanticLinker(quick, vectors), notices
