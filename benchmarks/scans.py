"""What else finds a label: scans of all labels with rapidfuzz, and trigrams in SQLite.

In: a file of labels, samples. Out: for each way and kind of slip the hits and their milliseconds, and which
samples another label is as near to as the one that was meant. All ways get folded keys, so that none folds
while it is timed.
"""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from benchmarks.labels import read_labels
from benchmarks.measured import Hits, Watch, seconds_and_memory
from benchmarks.names_shown import BESIDE
from benchmarks.samples import Sample
from benchmarks.slips import Slip, edits
from connectors.names.store import StoredNames
from kgqa.linking.index import TermIndex
from kgqa.linking.tokens import key

CUT = 55.0  # percent of likeness below which a scan need not look further
CANDIDATES = 50  # of the trigram search, for the ranking
TRIGRAM = 3

Way = Callable[[str], Sequence[str]]  # a key -> the keys that it may mean, best first


def measure_scans(
    file: Path, names: Path, samples: Sequence[Sample], before: Sequence[Sample] = ()
) -> tuple[dict[str, dict[Slip, Hits]], dict[str, float]]:
    """Hits by way and slip of scans over all keys, and what keeping them costs. Our own index is asked beside
    them, so that its time can be compared with theirs on a machine that does other work too; it looks for the
    samples `before` first, since the scans too begin with all that they need in memory.
    """
    begun = time.perf_counter()
    keys = [written for _, _, written in read_labels(file)]
    costs = seconds_and_memory(begun)
    index = TermIndex((), StoredNames.open(names))
    for sample in before:
        index.look_up(sample.phrase)
    ways: dict[str, Way] = {
        "rapidfuzz extractOne, ratio": lambda text: _one(text, keys, fuzz.ratio, CUT),
        "rapidfuzz cdist, ratio": lambda text: _table(text, keys),
        "rapidfuzz extractOne, two edits": lambda text: _one(text, keys, OSA.distance, 2),
        BESIDE: lambda text: [key(m.matched or m.label) for m in index.look_up(text)],
    }
    return hits(ways, samples), costs


def measure_trigrams(
    file: Path, database: Path, samples: Sequence[Sample]
) -> tuple[dict[str, dict[Slip, Hits]], dict[str, float]]:
    """Hits by way and slip of SQLite's trigrams, and what its file costs; the file is made anew."""
    begun = time.perf_counter()
    database.unlink(missing_ok=True)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("CREATE VIRTUAL TABLE names USING fts5(key, tokenize = 'trigram')")
        rows = ((written,) for _, _, written in read_labels(file))
        connection.executemany("INSERT INTO names VALUES (?)", rows)
        connection.execute("INSERT INTO names(names) VALUES ('optimize')")
        connection.commit()
        costs = seconds_and_memory(begun)
        costs["disk, MB"] = database.stat().st_size / 1e6
        ways: dict[str, Way] = {
            "SQLite trigrams, bm25": lambda text: _trigrams(connection, text, 10),
            "SQLite trigrams, re-ranked": lambda text: _ranked(text, _trigrams(connection, text, CANDIDATES)),
        }
        return hits(ways, samples), costs


def hits(ways: dict[str, Way], samples: Sequence[Sample]) -> dict[str, dict[Slip, Hits]]:
    """Each sample looked for once by each way. The ways take turns at each kind of slip: what else the
    machine does meets them alike, and none has to begin with what another left in the processor's caches.
    """
    found: dict[str, dict[Slip, Hits]] = {name: {} for name in ways}
    for slip in dict.fromkeys(s.slip for s in samples):
        for name, way in ways.items():
            seen = found[name][slip] = Hits()
            for sample in (s for s in samples if s.slip is slip):
                meant = key(sample.label)
                text = sample.phrase if name == BESIDE else key(sample.phrase)
                with Watch() as watch:
                    keys = way(text)
                seen.add(keys.index(meant) if meant in keys else None, watch)
    return found


def rivals(file: Path, samples: Sequence[Sample]) -> frozenset[Sample]:
    """The samples with slips of letters which another label is as near to as the label that was meant: no way
    can know which of the two it is.
    """
    lengths: dict[int, dict[str, str]] = {}
    doubled: set[str] = set()  # keys of labels that are spelled otherwise
    for _, label, written in read_labels(file):
        same = lengths.setdefault(len(written), {})
        if same.setdefault(written, label) != label:
            doubled.add(written)
    by_length = {length: list(same) for length, same in lengths.items()}
    found = {s for s in samples if edits(s.slip) == 0 and key(s.label) in doubled}
    for far in (1, 2):
        found |= _near(far, [s for s in samples if edits(s.slip) == far], by_length)
    return frozenset(found)


def _near(far: int, samples: Sequence[Sample], by_length: dict[int, list[str]]) -> set[Sample]:
    """Those of the samples that another key is at most so many edits from."""
    texts: defaultdict[int, list[Sample]] = defaultdict(list)
    for sample in samples:
        texts[len(key(sample.phrase))].append(sample)
    found = set()
    for length, alike in texts.items():
        written = [key(s.phrase) for s in alike]
        for other in range(length - far, length + far + 1):
            keys = by_length.get(other, [])
            table = process.cdist(
                written, keys, scorer=OSA.distance, score_cutoff=far, dtype=np.uint8, workers=2
            )
            for row, column in np.argwhere(table <= far):
                if keys[column] != key(alike[row].label):
                    found.add(alike[row])
    return found


def _one(text: str, keys: Sequence[str], scorer: Callable[..., float], cut: float) -> Sequence[str]:
    found = process.extractOne(text, keys, scorer=scorer, processor=None, score_cutoff=cut)
    return (found[0],) if found else ()


def _table(text: str, keys: Sequence[str]) -> Sequence[str]:
    scores = process.cdist([text], keys, scorer=fuzz.ratio, score_cutoff=CUT, dtype=np.uint8)
    return (keys[int(scores[0].argmax())],)


def _trigrams(connection: sqlite3.Connection, text: str, limit: int) -> list[str]:
    parts = dict.fromkeys(_parts(text))
    wanted = " OR ".join(f'"{part}"' for part in parts)
    sql = "SELECT key FROM names WHERE names MATCH ? ORDER BY rank LIMIT ?"
    return [written for (written,) in connection.execute(sql, (wanted, limit))] if wanted else []


def _parts(text: str) -> Iterator[str]:
    return (text[at : at + TRIGRAM] for at in range(len(text) - TRIGRAM + 1))


def _ranked(text: str, keys: Sequence[str]) -> list[str]:
    alike = {k: max(fuzz.ratio(text, k), 0.95 * fuzz.token_sort_ratio(text, k)) for k in keys}
    return sorted(keys, key=lambda k: -alike[k])[:10]
