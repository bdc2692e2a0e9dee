"""Names kept with their vectors in a folder: the adapter of `kgqa.ports.NamesByMeaning`.

In: entries and an embedder, once. Out: for vectors the entries of the nearest names, by looking at every one
(10 ms at 100,000). `current.json` is replaced in one step and names the folder `vectors-N` that is whole:
`vectors.f32` has a row a name, mapped and not read, and `names.jsonl` a line a name with its entries.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from connectors import whole
from connectors.names.calibration import STRANGERS, floor_of, unit
from connectors.names.draft import translated
from connectors.names.vector_draft import Rows, VectorDraft
from kgqa.errors import ModelUnavailable, NamesUnavailable
from kgqa.linking.entry import Entry
from kgqa.linking.semantic import MOST, text_of
from kgqa.ports import Embedder
from kgqa.types import TermKind

FORMAT = 1
BATCH = 512  # names that are embedded, and then kept, at a time
_SAME_NAME = 50  # entries of one name that are kept
_CURRENT, _DRAFT, _LOCK = "current.json", "draft", "draft.lock"
_MATRIX, _NAMES = "vectors.f32", "names.jsonl"
_SAME_MODEL = 0.005  # by which the floor of a model may differ from time to time

Progress = Callable[[int, int], None]  # names embedded, names to embed


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is known of the vectors in a folder. `notice` is for an admin."""

    format: int
    folder: str
    model: str
    dimension: int
    names: int
    digest: str
    floor: float
    notice: str = ""


class Vectors:
    """A `NamesByMeaning` that is mapped from disk; it may be asked from several threads."""

    def __init__(self, kept: Kept, matrix: NDArray[np.float32], lines: NDArray[np.uint8]) -> None:
        self.kept = kept
        self.model, self.floor, self.size = kept.model, kept.floor, kept.names
        self._matrix = matrix
        self._lines = lines
        ends = np.flatnonzero(lines == ord("\n"))
        self._starts: NDArray[np.int64] = np.concatenate([[0], ends + 1]).astype(np.int64)

    @classmethod
    def open(cls, folder: Path) -> Vectors | None:
        """The vectors in a folder; None when there are none that this version can use."""
        for _ in range(3):  # they may be replaced while we reach for them
            kept = _current(folder)
            if kept is None:
                return None
            with suppress(OSError, ValueError):
                place = folder / kept.folder
                matrix: NDArray[np.float32] = np.zeros((0, kept.dimension), dtype=np.float32)
                lines: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)
                if kept.names:
                    shape = (kept.names, kept.dimension)
                    matrix = np.memmap(place / _MATRIX, dtype=np.float32, mode="r", shape=shape)
                    lines = np.memmap(place / _NAMES, dtype=np.uint8, mode="r")
                vectors = cls(kept, matrix, lines)
                if len(vectors._starts) == kept.names + 1:
                    return vectors
        return None

    def nearest(
        self, vectors: Sequence[Sequence[float]], limit: int
    ) -> Sequence[Sequence[tuple[float, Entry]]]:
        if not self.size or not vectors:
            return [() for _ in vectors]
        asked = np.array(vectors, dtype=np.float32)
        if asked.ndim != 2 or asked.shape[1] != self.kept.dimension:  # noqa: PLR2004  # rows of one length
            raise ModelUnavailable(
                f"The model {self.model} gives other vectors than those that the names were kept with. "
                "Start again: they are then kept anew."
            )
        cosines = unit(asked) @ self._matrix.T
        return [self._best(row, limit) for row in cosines]

    def _best(self, cosines: NDArray[np.float32], limit: int) -> list[tuple[float, Entry]]:
        near = np.flatnonzero(cosines >= self.floor)
        if len(near) > limit:
            near = near[np.argpartition(-cosines[near], limit - 1)[:limit]]
        found: list[tuple[float, Entry]] = []
        for number in sorted(near.tolist(), key=lambda n: (-float(cosines[n]), n)):
            found += [(float(cosines[number]), entry) for entry in self._entries(number)]
        return found

    def _entries(self, number: int) -> list[Entry]:
        return [_entry(row) for row in self._line(number)[1]]

    def _line(self, number: int) -> Any:
        start, end = self._starts[number : number + 2]
        return json.loads(self._lines[start:end].tobytes())

    def rows(self) -> Mapping[str, NDArray[np.float32]]:
        """The vector of each name, as it was embedded."""
        return {self._line(number)[0]: self._matrix[number] for number in range(self.size)}


async def keep_vectors(
    folder: Path,
    entries: Iterable[Entry],
    embedder: Embedder,
    *,
    most: int = MOST,
    progress: Progress = lambda _done, _all: None,
) -> Vectors:
    """The names of these entries with their vectors, whole and in the folder.

    Only names that are new to the folder are embedded, and what an earlier run has embedded stands. Raises
    ModelUnavailable, NamesUnavailable when another process is at it, BadSetting for the folder.
    """
    names, notice = _gathered(entries, most)
    lines = [json.dumps([text, rows], ensure_ascii=True) for text, rows in sorted(names.items())]
    digest = blake2b("\n".join(lines).encode(), digest_size=16).hexdigest()
    earlier = Vectors.open(folder)
    if earlier and (earlier.model, earlier.kept.digest) == (embedder.name, digest):
        return earlier
    held = _locked(folder)
    if held is None:
        raise NamesUnavailable(
            f"Another process is embedding the names of this graph in {folder} at this moment. "
            "Start again when it is done."
        )
    try:
        with translated(folder):
            strangers = await _embedded(embedder, STRANGERS)
            floor = floor_of(strangers)
            known: Rows = {}
            if earlier and earlier.model == embedder.name and _is_same(earlier, strangers, floor):
                known.update(earlier.rows())
            mark = f"{FORMAT} {embedder.name} {len(strangers[0])} {floor:.2f}"
            draft = VectorDraft(folder / _DRAFT, mark, len(strangers[0]))
            known.update(draft.rows())
            new = [text for text in sorted(names) if text not in known]
            for start in range(0, len(new), BATCH):
                progress(start, len(new))
                batch = new[start : start + BATCH]
                rows = unit(np.array(await _embedded(embedder, batch), dtype=np.float32))
                draft.add(batch, rows)
                known.update(zip(batch, rows, strict=True))
            progress(len(new), len(new))
            kept = Kept(
                format=FORMAT,
                folder=f"vectors-{_number(folder) + 1}",
                model=embedder.name,
                dimension=len(strangers[0]),
                names=len(lines),
                digest=digest,
                floor=floor,
                notice=notice,
            )
            _publish(folder, kept, lines, [known[text] for text in sorted(names)])
    finally:
        os.close(held)
    vectors = Vectors.open(folder)
    if vectors is None:
        raise NamesUnavailable(f"The vectors that were written into {folder} cannot be read. Start again.")
    return vectors


def _locked(folder: Path) -> int | None:
    with translated(folder):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return whole.lock(folder / _LOCK, alone=True)


def _publish(folder: Path, kept: Kept, lines: Sequence[str], rows: Sequence[NDArray[np.float32]]) -> None:
    """Makes these the vectors of the folder, in one step; the lock is held."""
    place = folder / kept.folder
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    with (place / _MATRIX).open("wb") as file:
        for row in rows:
            file.write(np.asarray(row, dtype=np.float32).tobytes())
    (place / _NAMES).write_text("".join(line + "\n" for line in lines), "ascii")
    for file_ in (place / _MATRIX, place / _NAMES, place):
        whole.sync(file_)
    whole.write(folder / _CURRENT, asdict(kept))
    for old in (*folder.glob("vectors-*"), folder / _DRAFT):  # who has mapped the files keeps them
        if old != place:
            shutil.rmtree(old, ignore_errors=True)


def _current(folder: Path) -> Kept | None:
    try:
        kept = Kept(**json.loads((folder / _CURRENT).read_text("utf-8")))
        sizes = [(folder / kept.folder / file).stat().st_size for file in (_MATRIX, _NAMES)]
    except (OSError, ValueError, TypeError):
        return None
    is_whole = kept.format == FORMAT and sizes[0] == kept.names * kept.dimension * 4
    return kept if is_whole else None


async def _embedded(embedder: Embedder, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
    vectors = await embedder.embed(phrases)
    if len(vectors) != len(phrases) or any(len(a) != len(b) for a, b in pairwise(vectors)):
        raise ModelUnavailable(f"The model {embedder.name} gave no vector of one length for each phrase.")
    return vectors


def _is_same(earlier: Vectors, strangers: Sequence[Sequence[float]], floor: float) -> bool:
    """Whether behind the name of the model there is still the same model, as far as that can be told."""
    return earlier.kept.dimension == len(strangers[0]) and abs(earlier.floor - floor) <= _SAME_MODEL


def _number(folder: Path) -> int:
    found = (place.name.partition("-")[2] for place in folder.glob("vectors-*"))
    return max((int(number) for number in found if number.isdigit()), default=0)


# ── names ────────────────────────────────────────────────────────────────────────────────────────


def _gathered(entries: Iterable[Entry], most: int) -> tuple[dict[str, list[list[Any]]], str]:
    """The texts to embed, each with its entries as rows; and a notice of what was left out."""
    found: dict[str, list[list[Any]]] = {}
    left_out = 0
    for entry in entries:
        text = text_of(entry)
        if not text:
            continue
        if text not in found and len(found) >= most and entry.kind in (TermKind.ENTITY, TermKind.VALUE):
            left_out += 1
            continue
        rows = found.setdefault(text, [])
        row = _row(entry)
        if len(rows) < _SAME_NAME and row not in rows:
            rows.append(row)
    notice = (
        f"{left_out:,} names of things and values are not found by meaning: {most:,} are. "
        "Choose the way “semantic” for fewer classes."
    )
    return found, notice if left_out else ""


def _row(entry: Entry) -> list[Any]:
    kept = asdict(entry)
    return [entry.kind.value, *(kept[name] for name in _FIELDS)]


def _entry(row: list[Any]) -> Entry:
    fields = dict(zip(_FIELDS, row[1:], strict=True))
    return Entry(kind=TermKind(row[0]), **fields | {"classes": tuple(fields["classes"])})


_FIELDS = (
    "iri", "name", "label", "preferred", "identifier", "classes", "value", "datatype", "language", "source",
)  # fmt: skip
