"""`querist bench`: questions with known answers, asked one after the other, and a table of how it went."""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from bot.gold import GoldFolder, GoldQuestion, read_folder
from bot.settings import load
from kgqa.conversation import turn_of
from kgqa.errors import BadInput
from kgqa.language import read_dictionaries
from kgqa.measure import Score, Verdict, score
from kgqa.pipeline import Pipeline
from kgqa.trace import as_json, bound
from kgqa.types import Answer, Question, Stage, Turn

SAMPLES = {"sample": "questions.jsonl", "sample-conversations": "conversations.jsonl"}
NO_GOLD = "\N{EN DASH}"
MOST_CATEGORIES = 20  # more of them tell nothing at a glance
CODE = {Verdict.RIGHT: "right", Verdict.WRONG: "wrong", Verdict.ABSTAINED: "abstained"}


def add(app: typer.Typer) -> None:
    """Adds `querist bench`."""
    app.command("bench")(bench)


def bench(
    folders: Annotated[
        list[str],
        typer.Argument(
            help="Folders with kg.*, ontology.*, questions.jsonl; or sample, sample-conversations."
        ),
    ],
    strategy: Annotated[
        str, typer.Option(help="The answering strategies, in their order, separated by commas.")
    ] = "interpret",
    out: Annotated[
        Path | None, typer.Option("--json", help="Write every answer and the summary here.")
    ] = None,
    show: Annotated[str, typer.Option(help="List these questions: wrong, abstained, right (commas).")] = "",
) -> None:
    """Ask questions with known answers and print how many are right."""
    console = Console()
    wanted = {w.strip() for w in show.split(",") if w.strip()}
    if unknown := wanted - set(CODE.values()):
        raise BadInput(f"--show takes wrong, abstained and right, not {', '.join(sorted(unknown))}.")
    records: list[dict[str, Any]] = []
    for folder in folders:
        records += asyncio.run(_run(folder, strategy, console, wanted))
    summary = summarise(records)
    console.print(table_of(summary))
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(
            json.dumps({"summary": summary, "questions": records}, ensure_ascii=False, indent=1) + "\n",
            "utf-8",
        )
        console.print(f"Every answer stands in {out}.")


async def _run(name: str, strategy: str, console: Console, wanted: set[str]) -> list[dict[str, Any]]:
    from bot.wiring import sample_folder

    with tempfile.TemporaryDirectory() as made:
        path = sample_folder(SAMPLES[name], Path(made) / name) if name in SAMPLES else Path(name)
        return await _asked(read_folder(path), strategy, console, wanted)


async def _asked(
    folder: GoldFolder, strategy: str, console: Console, wanted: set[str]
) -> list[dict[str, Any]]:
    from bot.wiring import close_core, open_core

    settings = load(graph=folder.graph, ontology=folder.ontology, graph_name=folder.name)
    read_dictionaries()  # once for all, and not in the time of one question
    core = await open_core(settings, strategies=tuple(strategy.replace(",", " ").split()))
    records: list[dict[str, Any]] = []
    turns: defaultdict[str, tuple[Turn, ...]] = defaultdict(tuple)
    bar = Progress(SpinnerColumn(), TextColumn("{task.description}"), console=console, transient=True)
    try:
        with bar:
            task = bar.add_task(folder.name, total=len(folder.questions))
            for number, gold in enumerate(folder.questions, 1):
                bar.update(task, description=f"{folder.name}: {number} of {len(folder.questions)}", advance=1)
                answer = await _ask(core, gold, turns[gold.conversation] if gold.conversation else ())
                if gold.conversation:
                    turns[gold.conversation] += (turn_of(answer),)
                records.append(_record(folder, gold, answer))
                if records[-1].get("verdict") in wanted:
                    _tell(console, records[-1])
    finally:
        close_core(core)
    return records


async def _ask(core: Pipeline, gold: GoldQuestion, history: tuple[Turn, ...]) -> Answer:
    async def quiet(_: Stage) -> None:
        return None

    return await core.answer(Question(text=gold.question, asked_at=datetime.now(UTC), history=history), quiet)


def _record(folder: GoldFolder, gold: GoldQuestion, answer: Answer) -> dict[str, Any]:
    rows = bound(answer.table)
    record = {
        **as_json(answer),
        "id": gold.id,
        "folder": folder.name,
        "category": gold.category,
        "stages": _stages(answer),
        "trace": None,
    }
    record.pop("trace")
    if gold.rows is not None or gold.expect:
        measured: Score = score(
            answer.outcome, rows, gold.rows or (), expect=gold.expect, ordered=gold.ordered
        )
        record |= {
            "gold": [list(r) for r in gold.rows or ()],
            "precision": measured.precision,
            "recall": measured.recall,
            "f1": measured.f1,
            "exact": measured.exact,
            "shaped": measured.shaped,
            "verdict": measured.verdict.value,
        }
    return record


def _stages(answer: Answer) -> dict[str, float]:
    found: Counter[str] = Counter()
    for step in answer.trace:
        found[step.stage] += step.seconds  # type: ignore[assignment]  # a Counter adds floats as well
    return {stage: round(seconds, 6) for stage, seconds in found.items()}


def _tell(console: Console, record: dict[str, Any]) -> None:
    gold, rows, sure = record["gold"], record["rows"], record["confidence"]
    lines = (
        "",
        f"{record['verdict']} {record['id']} {record['question']}",
        f"  {record['outcome']}: {record['text']}",
        f"  {sure['value']} {sure['reason']}",
        f"  gold {len(gold)} rows {gold[:2]}, got {len(rows)} {rows[:2]}",
        record["sparql"] or "",
    )
    console.print("\n".join(lines), markup=False, highlight=False)


# ── summaries ────────────────────────────────────────────────────────────────────────────────────


def summarise(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Means over all questions, by folder and by category."""
    by_folder: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for record in records:
        by_folder[record["folder"]].append(record)
    summary: dict[str, Any] = {"all": _means(records)}
    summary["folders"] = {name: _means(rows) for name, rows in by_folder.items()}
    summary["categories"] = {}
    for name, rows in by_folder.items():
        groups: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
        for record in rows:
            groups[record["category"]].append(record)
        summary["categories"][name] = {category: _means(each) for category, each in groups.items()}
    rules = Counter(issue["rule"] for record in records for issue in record["issues"])
    summary["rules"] = dict(rules)
    summary["measured"] = time.strftime("%Y-%m-%d")
    return summary


def _means(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    scored = [r for r in records if "verdict" in r]
    seconds = sorted(r["seconds"] for r in records)
    verdicts = Counter(r["verdict"] for r in scored)
    count = len(scored) or 1
    return {
        "questions": len(records),
        "scored": len(scored),
        "precision": round(sum(r["precision"] for r in scored) / count, 4),
        "recall": round(sum(r["recall"] for r in scored) / count, 4),
        "f1": round(sum(r["f1"] for r in scored) / count, 4),
        "exact": round(sum(r["exact"] for r in scored) / count, 4),
        "shaped": round(sum(r["shaped"] for r in scored) / count, 4),
        "right": verdicts["right"],
        "abstained": verdicts["abstained"],
        "wrong": verdicts["wrong"],
        "seconds_median": round(median(seconds), 4) if seconds else 0.0,
        "seconds_p90": round(seconds[int(0.9 * (len(seconds) - 1))], 4) if seconds else 0.0,
    }


def table_of(summary: dict[str, Any]) -> Table:
    """The summary as a table: one line a folder, the categories under it."""
    table = Table(
        title="Answers against gold",
        title_justify="left",
        header_style="bold",
        box=SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
    )
    table.add_column("questions", no_wrap=True, max_width=20, overflow="ellipsis")
    for name in ("n", "set F1", "exact", "shaped", "right", "abst.", "wrong", "ms", "p90"):
        table.add_column(name, justify="right", no_wrap=True, min_width=max(3, len(name)))
    for folder, means in summary["folders"].items():
        table.add_row(folder, *_cells(means), style="bold")
        categories = summary["categories"][folder]
        if 1 < len(categories) <= MOST_CATEGORIES:
            for category, each in categories.items():
                table.add_row(f"  {category or 'other'}", *_cells(each))
    if len(summary["folders"]) > 1:
        table.add_section()
        table.add_row("all", *_cells(summary["all"]), style="bold")
    table.caption = "abst.: said that it does not know, or asked back. ms: median milliseconds a question."
    table.caption_justify = "left"
    return table


def _cells(means: dict[str, Any]) -> list[str]:
    if means["scored"]:
        figures = [f"{means[name]:.3f}" for name in ("f1", "exact", "shaped")]
        figures += [str(means[name]) for name in ("right", "abstained", "wrong")]
    else:
        figures = [NO_GOLD] * 6
    milliseconds = [f"{means[name] * 1000:.0f}" for name in ("seconds_median", "seconds_p90")]
    return [str(means["questions"]), *figures, *milliseconds]
