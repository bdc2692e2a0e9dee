"""`querist bench`: questions with known answers, asked one after the other, and a table of how it went.

The database is not touched: verified pairs come from files alone, and what models cost is written nowhere.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn

from bot.bench_figures import models_of, rules_of, summarise, table_of
from bot.bench_record import Record, record_of
from bot.calibrating import calibrate as write_calibration
from bot.gold import GoldFolder, GoldQuestion, part_of, read_folder
from bot.settings import Settings, listed, load
from bot.watched import Watched
from kgqa.conversation import taking, turn_of
from kgqa.errors import BadInput
from kgqa.language import read_dictionaries
from kgqa.measure import Verdict
from kgqa.pipeline import Pipeline
from kgqa.types import Answer, Question, Stage, Turn

SAMPLES = {
    "sample": "questions.jsonl",
    "sample-conversations": "conversations.jsonl",
    "sample-colleagues": "colleagues.jsonl",
}
CODE = {Verdict.RIGHT: "right", Verdict.WRONG: "wrong", Verdict.ABSTAINED: "abstained"}


def add(app: typer.Typer) -> None:
    """Adds `querist bench`."""
    app.command("bench")(bench)


def bench(
    folders: Annotated[
        list[str],
        typer.Argument(
            help="Folders with kg.*, ontology.*, questions.jsonl; or sample, sample-conversations, "
            "sample-colleagues."
        ),
    ],
    strategy: Annotated[
        str, typer.Option(help="The answering strategies, in their order, separated by commas.")
    ] = "parse",
    out: Annotated[
        Path | None, typer.Option("--json", help="Write every answer and the summary here.")
    ] = None,
    show: Annotated[str, typer.Option(help="List these questions: wrong, abstained, right (commas).")] = "",
    at_most: Annotated[int, typer.Option(min=0, help="Ask at most so many questions a folder.")] = 0,
    every: Annotated[
        int, typer.Option(min=1, help="Ask every so many-th question alone; whole conversations.")
    ] = 1,
    today: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="Ask as on this day, for which the gold answers are."),
    ] = None,
    sure: Annotated[
        float | None,
        typer.Option(min=0, max=2, help="How sure a strategy must be to be the last; over 1 asks all."),
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write each call of the model down here.")] = None,
    replay: Annotated[
        Path | None, typer.Option(help="Let what was written down speak in place of the model.")
    ] = None,
    calibrate: Annotated[
        Path | None,
        typer.Option(help="Ask each strategy alone, and write here what its confidence is worth."),
    ] = None,
) -> None:
    """Ask questions with known answers and print how many are right."""
    console = Console()
    wanted = {w.strip() for w in show.split(",") if w.strip()}
    if unknown := wanted - set(CODE.values()):
        raise BadInput(f"--show takes wrong, abstained and right, not {', '.join(sorted(unknown))}.")
    if record and replay:
        raise BadInput("--record writes down what a model says and --replay asks none. Give one of them.")
    given = {"sure": sure, "model_record": record, "model_replay": replay}
    changes: Record = {name: value for name, value in given.items() if value is not None}
    names = tuple(listed(strategy))
    if calibrate:
        changes["calibration"] = None
    runs = [(name,) for name in names] if calibrate else [names]
    records: list[Record] = []
    try:
        for strategies in runs:
            for folder in folders:
                plan = _Plan(strategies, changes, at_most, every, wanted, today)
                asyncio.run(_run(folder, plan, console, records))
    finally:  # what was asked until then is told, whatever ended it
        if records:
            _tell_all(console, records, out, by_strategy=len(runs) > 1)
    if calibrate:
        for line in write_calibration(records, names, calibrate):
            console.print(line, highlight=False)
        console.print(f"QUERIST_CALIBRATION={calibrate} takes it into account.", highlight=False)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is asked, and with what: settings that are changed, the part of the questions, what is listed."""

    strategies: tuple[str, ...]
    changes: Record
    at_most: int
    every: int
    wanted: set[str]
    today: datetime | None = None

    @property
    def asked_at(self) -> datetime:
        """When the questions are asked: at noon of the day that was given, else now."""
        return self.today.replace(hour=12, tzinfo=UTC) if self.today else datetime.now(UTC)


def _tell_all(console: Console, records: list[Record], out: Path | None, *, by_strategy: bool) -> None:
    summary = summarise(records, by_strategy=by_strategy)
    console.print(table_of(summary))
    if models := models_of(summary, load().model_currency):
        console.print(models)
    if rules := rules_of(summary):
        console.print(rules, highlight=False)
    if failed := summary["all"]["model"]["failed"]:
        console.print(
            f"The model failed on {failed} of {len(records)} questions; they were answered without it, or "
            "not at all.",
            highlight=False,
        )
    if out:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(
            json.dumps({"summary": summary, "questions": records}, ensure_ascii=False, indent=1) + "\n",
            "utf-8",
        )
        console.print(f"Every answer stands in {out}.")


async def _run(name: str, plan: _Plan, console: Console, records: list[Record]) -> None:
    from bot.wiring import sample_folder

    if name not in SAMPLES:
        await _asked(read_folder(Path(name)), plan, console, records)
        return
    with tempfile.TemporaryDirectory() as made:  # with its names, which nobody will look for again
        path = sample_folder(SAMPLES[name], Path(made) / name)
        alone = replace(plan, changes={**plan.changes, "data": Path(made) / "data"})
        await _asked(read_folder(path), alone, console, records)


async def _asked(folder: GoldFolder, plan: _Plan, console: Console, records: list[Record]) -> None:
    from bot.wiring import close_core

    settings = load(graph=folder.graph, ontology=folder.ontology, graph_name=folder.name, **plan.changes)
    read_dictionaries()  # once for all, and not in the time of one question
    core, watched = await _opened(settings, plan)
    questions = part_of(folder.questions, at_most=plan.at_most, every=plan.every)
    turns: defaultdict[str, tuple[Turn, ...]] = defaultdict(tuple)
    bar = Progress(SpinnerColumn(), TextColumn("{task.description}"), console=console, transient=True)
    try:
        with bar:
            task = bar.add_task(folder.name, total=len(questions))
            for number, gold in enumerate(questions, 1):
                bar.update(task, description=f"{folder.name}: {number} of {len(questions)}", advance=1)
                if watched:
                    watched.begin()
                history = turns[gold.conversation] if gold.conversation else ()
                answer = await _ask(core, gold, history, plan.asked_at)
                if gold.conversation:
                    turns[gold.conversation] += (turn_of(answer),)
                record = record_of(folder, gold, answer, watched)
                if gold.rows and record.get("verdict") == Verdict.ABSTAINED:
                    record["offered"] = await _is_offered(core, folder, gold, answer)
                records.append(record | {"strategies": list(plan.strategies)})
                if record.get("verdict") in plan.wanted:
                    _tell(console, record)
    finally:
        if watched:
            await _closed(watched)
        close_core(core)


async def _opened(settings: Settings, plan: _Plan) -> tuple[Pipeline, Watched | None]:
    """The core, and its model, which is watched. Without a database nothing of a bench is kept."""
    from bot.wiring import open_core, open_purse

    purse = open_purse(settings)
    if purse is None and settings.model_record:
        raise BadInput("--record writes down what a model says, and none is set up. Set QUERIST_MODEL_NAME.")
    watched = None
    if purse:
        purse.model = watched = Watched(purse.model)
    return await open_core(settings, strategies=plan.strategies, purse=purse), watched


async def _closed(watched: Watched) -> None:
    from bot.wiring import close_model

    await close_model(watched.model)


async def _is_offered(core: Pipeline, folder: GoldFolder, gold: GoldQuestion, answer: Answer) -> bool:
    """Whether one of the readings that were offered in place of an answer is right when it is taken."""
    for choice in answer.choices:
        taken = record_of(folder, gold, await core.answer(taking(answer.question, choice), _quiet), None)
        if taken["verdict"] == Verdict.RIGHT:
            return True
    return False


async def _ask(core: Pipeline, gold: GoldQuestion, history: tuple[Turn, ...], asked_at: datetime) -> Answer:
    return await core.answer(Question(text=gold.question, asked_at=asked_at, history=history), _quiet)


async def _quiet(_: Stage, __: str = "") -> None:
    return None


def _tell(console: Console, record: Record) -> None:
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
