"""How well and how fast names are found: `python -m benchmarks.names [--labels 1000000] [--json OUT]`.

In: nothing; labels of a company are made, and samples of how people misspell them. Out: for each kind of slip
how often the label that was meant comes first, the milliseconds, what the index costs, and the same samples
looked for by scans of all labels and by SQLite's trigrams. Each way runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from shutil import rmtree
from typing import ParamSpec, TypeVar

from rich.console import Console

from benchmarks.labels import NAMESPACE, iri, read_labels, write_labels
from benchmarks.measured import TOP, Hits, Watch, memory, seconds_and_memory, size
from benchmarks.names_shown import OURS, Figures, missed, show
from benchmarks.samples import Sample, draw
from benchmarks.scans import measure_scans, measure_trigrams, rivals
from benchmarks.slips import Slip
from connectors.names.store import StoredNames
from connectors.names.writer import NamesWriter
from kgqa.linking.entry import Entry
from kgqa.linking.index import TermIndex
from kgqa.types import TermKind

SAMPLES = 500
SLOW_SAMPLES = 30  # for ways that take tenths of a second
WIDTH = 150  # characters of a line that goes into a file
BYTES_A_LABEL = 600  # of Python's strings, lists and dictionaries, in the processes of the other ways
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Asked:
    """The hits of each sample, what came first instead of the label that was meant, and what the process that
    looked has cost.
    """

    found: list[Hits]
    missed: dict[Sample, str]
    costs: dict[str, float]


@dataclass(slots=True)
class Measured:
    """One run. `undecided` are samples by slip that another label is as near to as the one that was meant;
    `decided` are our hits without them.
    """

    labels: int
    building: dict[str, float] = field(default_factory=dict)
    asking: dict[str, float] = field(default_factory=dict)
    ways: dict[str, dict[Slip, Hits]] = field(default_factory=dict)
    costs: dict[str, dict[str, float]] = field(default_factory=dict)
    undecided: dict[Slip, int] = field(default_factory=dict)
    decided: dict[Slip, Hits] = field(default_factory=dict)
    missed: dict[Sample, str] = field(default_factory=dict)


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


def build(file: Path, folder: Path) -> dict[str, float]:
    """Indexes the labels of a file; seconds, memory and disk."""
    rmtree(folder, ignore_errors=True)
    begun = time.perf_counter()
    writer = NamesWriter(folder)
    for number, (cls, label, _) in enumerate(read_labels(file)):
        writer.add(Entry(TermKind.ENTITY, iri(number), label, label, classes=(NAMESPACE + cls,)))
    writer.finish()
    return {**seconds_and_memory(begun), "disk, MB": size(folder)}


def ask(folder: Path, samples: Sequence[Sample], rounds: int) -> Asked:
    """Looks for every sample."""
    before = memory()["memory, MB"]
    begun = time.perf_counter()
    index = TermIndex((), StoredNames.open(folder))
    opened = time.perf_counter()
    index.look_up(samples[0].phrase)
    costs = {
        "opening, ms": 1000 * (opened - begun),
        "first look, ms": 1000 * (time.perf_counter() - opened),
    }
    found = [Hits() for _ in samples]
    missed: dict[Sample, str] = {}
    for _ in range(rounds):
        for sample, hits in zip(samples, found, strict=True):
            with Watch() as watch:
                matches = index.look_up(sample.phrase, limit=TOP)
            names = [match.matched or match.label for match in matches]
            hits.add(names.index(sample.label) if sample.label in names else None, watch)
            if names[:1] != [sample.label]:
                missed[sample] = names[0] if names else ""
    return Asked(found, missed, {**costs, "memory before, MB": before, **memory()})


def measure(
    folder: Path,
    labels: int,
    *,
    wanted: int = SAMPLES,
    slow: int = SLOW_SAMPLES,
    rounds: int = 1,
    told: Callable[[str], None] = lambda _: None,
) -> Measured:
    """One run with so many samples a kind for us, and so many for ways that are slow (none: only us)."""
    measured = Measured(labels)
    told("writing the labels")
    file = write_labels(folder / f"labels-{labels}.tsv", labels)
    told("drawing samples")
    samples = _apart(draw, file, labels, wanted)
    told("building the index")
    measured.building = _apart(build, file, folder / f"names-{labels}")
    told("looking samples up")
    asked = _apart(ask, folder / f"names-{labels}", samples, rounds)
    measured.asking, measured.missed = asked.costs, asked.missed
    measured.ways[OURS] = _by_slip(samples, asked.found)
    if _room() < labels * BYTES_A_LABEL:
        told("there is too little memory for the other ways")
        return measured
    told("looking for labels that are as near")
    near = _apart(rivals, file, samples)
    measured.undecided = {slip: sum(s.slip is slip for s in near) for slip in Slip}
    kept = [(s, h) for s, h in zip(samples, asked.found, strict=True) if s not in near]
    measured.decided = _by_slip([s for s, _ in kept], [h for _, h in kept])
    few = [s for slip in Slip for s in [s for s in samples if s.slip is slip][:slow]]
    rest = [s for s in samples if s not in few]
    if few:
        told("scanning all labels")
        ways, measured.costs["rapidfuzz"] = _apart(measure_scans, file, folder / f"names-{labels}", few, rest)
        measured.ways |= ways
        told("searching trigrams in SQLite")
        ways, measured.costs["SQLite"] = _apart(measure_trigrams, file, folder / f"trigrams-{labels}.db", few)
        measured.ways |= ways
    return measured


def _by_slip(samples: Sequence[Sample], found: Sequence[Hits]) -> dict[Slip, Hits]:
    joined: dict[Slip, Hits] = {}
    for sample, hits in zip(samples, found, strict=True):
        joined.setdefault(sample.slip, Hits()).join(hits)
    return joined


def _apart(what: Callable[P, R], *given: P.args, **named: P.kwargs) -> R:
    """Done in a process of its own, whose memory is its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(what, *given, **named).result()


def _room() -> int:
    """Bytes of memory that this machine can still give."""
    lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))


def figures(measured: Measured) -> Figures:
    """Everything that was measured, as JSON has it."""
    return {
        "labels": measured.labels,
        "building": measured.building,
        "asking": measured.asking,
        "ways": {way: _figures(hits) for way, hits in measured.ways.items()},
        "costs": measured.costs,
        "undecided": {slip.value: count for slip, count in measured.undecided.items()},
        "decided": _figures(measured.decided),
        "missed": [[s.slip.value, s.phrase, s.label, first] for s, first in measured.missed.items()],
    }


def _figures(found: dict[Slip, Hits]) -> Figures:
    return {slip.value: hits.figures() for slip, hits in found.items()}


# ── the command ──────────────────────────────────────────────────────────────────────────────────


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=int, default=1_000_000)
    parser.add_argument("--samples", type=int, default=SAMPLES, help="of each kind")
    parser.add_argument("--rounds", type=int, default=1, help="how often each sample is looked up")
    parser.add_argument(
        "--slow", type=int, default=SLOW_SAMPLES, help="samples for scans and SQLite; 0: none"
    )
    parser.add_argument("--full-scans", action="store_true", help="all samples for scans and SQLite too")
    parser.add_argument("--folder", type=Path, help="where labels and indexes are kept, made labels too")
    parser.add_argument("--show", action="store_true", help="each sample that did not come first")
    parser.add_argument("--json", type=Path)
    parser.add_argument("--against", type=Path, help="the JSON of a run of another size: what grew")
    options = parser.parse_args()
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    earlier = json.loads(options.against.read_text("utf-8")) if options.against else None
    place: AbstractContextManager[str] = (
        nullcontext(str(options.folder)) if options.folder else tempfile.TemporaryDirectory()
    )
    with place as folder, console.status("") as status:
        Path(folder).mkdir(parents=True, exist_ok=True)
        measured = measure(
            Path(folder),
            options.labels,
            wanted=options.samples,
            slow=options.samples if options.full_scans else options.slow,
            rounds=options.rounds,
            told=status.update,
        )
    written = figures(measured)
    show(console, written, earlier)
    if options.show:
        console.print(missed(written))
    if options.json:
        options.json.write_text(json.dumps(written, indent=2), "utf-8")


if __name__ == "__main__":
    main()
