"""How good the check is and how fast: `python -m benchmarks.check [sample|org|prov-o|FOLDER…]`.

    python -m benchmarks.check --only detection repair --show
    python -m benchmarks.check --only speed --classes 30 1000 20000

In: nothing, or sources of gold queries. Out: tables, with `--json FILE` the same figures in a file, with
`--show` each query that was missed, each false alarm and each repair that came out wrong.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.check import tables
from benchmarks.check.detection import Detection, Judged, detect, missed
from benchmarks.check.mutants import AT_MOST, SEED
from benchmarks.check.repairing import Repaired, repair, wrongly
from benchmarks.check.sources import Source, sources
from benchmarks.check.speed import growth, measure

PARTS = ("detection", "repair", "speed")
WIDTH = 190  # characters of a line that goes into a file
GROWN = 1_000  # classes of the ontology under growing queries


def main() -> None:
    asked = _arguments()
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    figures: dict[str, Any] = {}
    if {"detection", "repair"} & set(asked.only):
        with tempfile.TemporaryDirectory() as work:
            figures |= _queries(asked, Path(work), console)
    if "speed" in asked.only:
        speeds = [measure(n, rounds=asked.rounds) for n in asked.classes]
        grown = growth(GROWN, rounds=asked.rounds)
        console.print(tables.speed_table(speeds))
        console.print(tables.growth_table(grown))
        figures["speed"] = tables.speed_figures(speeds, grown)
    if asked.json:
        asked.json.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.check", description=__doc__)
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="sample, org, prov-o, or a folder")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--at-most", type=int, default=AT_MOST, help="mutants of one kind and query")
    parser.add_argument("--classes", nargs="+", type=int, default=[30, 1_000, 20_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=SEED, help="another one: other queries, other mutants")
    parser.add_argument("--show", action="store_true", help="each miss and each wrong repair")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


def _queries(asked: argparse.Namespace, work: Path, console: Console) -> dict[str, Any]:
    """Detection and repair for each source, and for all of them together."""
    detections: list[Detection] = []
    repairs: list[Repaired] = []
    figures: dict[str, Any] = {}
    for source in sources(asked.sources, work, seed=asked.seed):
        detection = detect(source, at_most=asked.at_most, seed=asked.seed)
        detections.append(detection)
        console.print(tables.detection_table(source.name, detection.mutants))
        figures[source.name] = {"detection": tables.detection_figures(detection)}
        found: list[Repaired] = []
        if "repair" in asked.only:
            found = repair(source, detection)
            repairs += found
            console.print(tables.repair_table(source.name, found))
            figures[source.name]["repair"] = tables.repair_figures(found)
        if asked.show:
            for line in _details(source, detection, found):
                console.print(line, markup=False, highlight=False)
        source.graph.close()
    everything = [j for d in detections for j in d.mutants]
    if len(detections) > 1:
        console.print(tables.detection_table("all", everything))
        if repairs:
            console.print(tables.repair_table("all", repairs))
    console.print(tables.rule_table(everything))
    console.print(tables.gold_table(detections))
    return figures


def _details(source: Source, detection: Detection, repairs: Sequence[Repaired]) -> Iterator[str]:
    for looked in (False, True):
        where = "with data" if looked else "ontology alone"
        for judged in detection.false_alarms(looked=looked):
            said = judged.issues[0].message
            yield f"FALSE ALARM ({where}) {judged.mutant.gold}\n  {_line(judged.mutant.text)}\n  {said}"
        for judged in detection.disputed(looked=looked):
            yield f"DISAGREE ({where}) {judged.mutant.gold}: {judged.wrong[0]}"
        for judged in missed(j for j in detection.mutants if j.looked is looked):
            yield f"MISSED ({where}) {_head(judged)}\n  {_line(judged.mutant.text)}\n  {judged.wrong[0]}"
        for judged in detection.mutants:
            if judged.looked is looked and judged.blocked and not judged.wrong:
                said = judged.issues[0].message
                yield f"REFUSED, NOT WRONG ({where}) {_head(judged)}\n  {_line(judged.mutant.text)}\n  {said}"
        for each in wrongly(r for r in repairs if r.judged.looked is looked):
            gold = source.gold[each.judged.mutant.gold]
            done = " ".join(f.what for f in each.repair.fixes)
            yield (
                f"WRONG REPAIR ({where}) {_head(each.judged)}\n  gold  {_line(gold)}\n"
                f"  slip  {_line(each.judged.mutant.text)}\n  fixed {_line(each.repair.text)}\n  {done}"
            )


def _head(judged: Judged) -> str:
    return f"{judged.mutant.kind}, {judged.mutant.gold}"


def _line(text: str) -> str:
    """A query on one line, without its declarations."""
    return " ".join(line for line in text.split("\n") if not line.upper().startswith("PREFIX"))


if __name__ == "__main__":
    main()
