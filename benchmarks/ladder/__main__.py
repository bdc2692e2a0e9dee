"""The ladder: `python -m benchmarks.ladder FOLDER… [--rungs R…] [--at-most N] [--json F] [--replay]`.

In: folders of questions with known answers (or "sample"), a model (QUERIST_MODEL_*). Out: what each rung
answers, and what it costs. All calls are kept in a file: a run that was cut goes on, and `--replay` needs no
model.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.ladder.asking import Record, asked
from benchmarks.ladder.kept import Kept
from benchmarks.ladder.rungs import RUNGS, SMALL
from bot.settings import load
from bot.wiring import open_model
from kgqa.errors import BadInput, QueristError

CALLS = Path("ladder-calls.jsonl")


async def measure(
    folders: Sequence[str],
    model: Kept,
    rungs: Sequence[str],
    at_most: int,
    out: Path | None,
    at_once: int = 1,
) -> list[Record]:
    """The records of all folders; they are written after each one, so that a run that is cut leaves some."""
    records: list[Record] = []
    with Progress(transient=True) as progress:
        for folder in folders:
            task = progress.add_task(folder, total=None)
            async for record in asked(folder, model, rungs, at_most, at_once):
                records.append(record)
                if out:
                    await asyncio.to_thread(out.write_text, as_json(records), "utf-8")
                progress.update(task, description=f"{record['folder']}, {record['rung']}, {record['id']}")
    return records


# ── figures ──────────────────────────────────────────────────────────────────────────────────────


def summary(records: Sequence[Record]) -> dict[str, dict[str, Any]]:
    """The figures of each rung, over all its questions."""
    by_rung: dict[str, list[Record]] = {}
    for record in records:
        by_rung.setdefault(record["rung"], []).append(record)
    return {rung: _figures(found) for rung, found in by_rung.items()}


def _figures(records: Sequence[Record]) -> dict[str, Any]:
    verdicts = Counter(r["verdict"] for r in records)
    sums = {n: sum(r[n] for r in records) for n in ("calls", "input_tokens", "output_tokens", "seconds")}
    return {
        "questions": len(records),
        "f1": round(sum(r["f1"] for r in records) / len(records), 4),
        **{name: verdicts[name] for name in ("right", "abstained", "wrong")},
        **{name: round(total / len(records), 2) for name, total in sums.items()},
    }


def separation(records: Sequence[Record]) -> float | None:
    """How well confidence parts right answers from wrong ones: the chance that a right one has more than a
    wrong one (AUC); None where there are none of one sort.
    """
    sure = {
        verdict: [r["confidence"] for r in records if r["verdict"] == verdict and "confidence" in r]
        for verdict in ("right", "wrong")
    }
    duels = [(r > w) + 0.5 * (r == w) for r in sure["right"] for w in sure["wrong"]]
    return sum(duels) / len(duels) if duels else None


def as_json(records: Sequence[Record]) -> str:
    return json.dumps({"summary": summary(records), "questions": records}, indent=1, ensure_ascii=False)


def table_of(figures: dict[str, dict[str, Any]]) -> Table:
    """One line a rung; calls, tokens and seconds are means of a question."""
    table = Table("rung", "n", "set F1", "right", "abst.", "wrong", "calls", "tokens in", "out", "seconds")
    for rung, found in figures.items():
        counts = (str(found[name]) for name in ("right", "abstained", "wrong"))
        means = (f"{found[n]:,.1f}" for n in ("calls", "input_tokens", "output_tokens", "seconds"))
        table.add_row(rung, str(found["questions"]), f"{found['f1']:.3f}", *counts, *means)
    return table


def opened(calls: Path, *, is_replay: bool) -> Kept:
    """The model of the settings, or a recording alone. Raises BadInput, BadSetting."""
    if is_replay:
        return Kept(None, calls)
    model = open_model(load(model_cache_mb=0, model_record=None))
    if model is None:
        raise BadInput(
            "No model is set up. Set QUERIST_MODEL_NAME, or play a recording: --replay --calls FILE."
        )
    return Kept(model, calls)


async def _run(options: argparse.Namespace) -> list[Record]:
    model = opened(options.calls, is_replay=options.replay)
    try:
        return await measure(
            options.folders, model, options.rungs, options.at_most, options.json, options.at_once
        )
    finally:
        await model.close()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description=__doc__)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--rungs", nargs="+", choices=RUNGS, default=SMALL)
    parser.add_argument("--at-most", type=int, default=0, help="questions of a folder: every k-th; 0 is all")
    parser.add_argument("--at-once", type=int, default=1, help="questions that are asked side by side")
    parser.add_argument("--json", type=Path, help="every answer, written as the run goes on")
    parser.add_argument("--calls", type=Path, default=CALLS, help="where the model's replies are kept")
    parser.add_argument("--replay", action="store_true", help="ask nobody: the kept replies alone")
    options = parser.parse_args()
    try:
        records = asyncio.run(_run(options))
    except QueristError as error:
        parser.exit(2, f"{error}\n")
    console = Console(width=120)
    for folder in dict.fromkeys(r["folder"] for r in records):
        console.print(f"\n{folder}")
        console.print(table_of(summary([r for r in records if r["folder"] == folder])))
    console.print("\nall")
    console.print(table_of(summary(records)))
    for rung in options.rungs:
        if (auc := separation([r for r in records if r["rung"] == rung])) is not None:
            console.print(f"{rung}: confidence parts right from wrong with an AUC of {auc:.2f}")


if __name__ == "__main__":
    main()
