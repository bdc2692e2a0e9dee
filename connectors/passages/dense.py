"""Passages by their meaning: pieces of them as vectors, of one Embedder, kept on the disk.

In: passages, an Embedder, a file. Out: numbers of passages, best first. A passage is as near to a question as
its nearest piece is: small models read a few hundred characters only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgqa.passages.passage import Passage
from kgqa.passages.sentences import sentences
from kgqa.ports import Embedder

PIECE = 300  # characters
BATCH = 64
MOST = 200_000  # pieces that are compared; the passages behind them are found by their words alone

FAR = -1.0  # what has no vector

Vectors = NDArray[np.float32]
Scores = NDArray[np.float64]


class Dense:
    """The vectors of the pieces, each with the number of its passage."""

    def __init__(self, embedder: Embedder, vectors: Vectors, of: NDArray[np.int64], size: int) -> None:
        self.embedder, self._vectors, self._of, self.size = embedder, vectors, of, size

    async def ranked(self, question: str, limit: int) -> list[int]:
        """The passages nearest to a question. Raises OperatorsMove."""
        scores = await self.scored(question)
        order = np.argsort(-scores, kind="stable")[:limit]
        return [int(n) for n in order if scores[n] > FAR]

    async def scored(self, question: str) -> Scores:
        """The cosine of each passage's nearest piece. Raises OperatorsMove."""
        found = np.full(self.size, -1.0)
        if len(self._vectors):
            asked = _unit(np.asarray(await self.embedder.embed([question]), dtype=np.float32))[0]
            np.maximum.at(found, self._of, self._vectors @ asked)
        return found


async def embedded(
    passages: Iterable[Passage], embedder: Embedder, file: Path, told: Callable[[str], None] = lambda _: None
) -> Dense:
    """The passages with their vectors; those of pieces that were there before are taken from the file.

    Raises OperatorsMove.
    """
    texts: list[str] = []
    of: list[int] = []
    size = 0
    for number, passage in enumerate(passages):
        size += 1
        for piece in pieces(passage.text):
            if len(texts) < MOST:
                texts.append(piece)
                of.append(number)
    digests = [sha256(f"{embedder.name}\n{text}".encode("utf-8", "replace")).hexdigest() for text in texts]
    known = _kept(file)
    new = [n for n, digest in enumerate(digests) if digest not in known]
    for start in range(0, len(new), BATCH):
        told(f"reading what passages mean, {start:,} of {len(new):,}")
        batch = new[start : start + BATCH]
        made = _unit(np.asarray(await embedder.embed([texts[n] for n in batch]), dtype=np.float32))
        known.update({digests[n]: row for n, row in zip(batch, made, strict=True)})
    if new:
        _keep(file, digests, [known[digest] for digest in digests])
    rows = np.asarray([known[digest] for digest in digests], dtype=np.float32)
    return Dense(embedder, rows, np.asarray(of, dtype=np.int64), size)


def pieces(text: str) -> Iterator[str]:
    """Sentences that stand together, as many as a small model reads."""
    kept = ""
    for sentence in sentences(text):
        if kept and len(kept) + len(sentence) >= PIECE:
            yield kept
            kept = ""
        kept = f"{kept} {sentence}".strip()
    if kept:
        yield kept


def _unit(rows: Vectors) -> Vectors:
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def _kept(file: Path) -> dict[str, Vectors]:
    try:
        with np.load(file, allow_pickle=False) as kept:
            return dict(zip(map(str, kept["digests"]), kept["rows"], strict=True))
    except (OSError, ValueError, KeyError):
        return {}


def _keep(file: Path, digests: Sequence[str], rows: Sequence[Vectors]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    draft = file.with_suffix(".draft.npz")
    np.savez(draft, digests=np.asarray(digests), rows=np.asarray(rows, dtype=np.float32))
    draft.replace(file)
