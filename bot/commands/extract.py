"""`querist extract DOCUMENTS…`: triples that a model reads out of documents, to be looked through; `--take`
makes of what was taken over a file that is loaded beside the graph.

In: documents, a graph and a model, or a folder of proposals. Out: files, and how many triples they propose.
"""

from __future__ import annotations

import asyncio
import getpass
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from bot.commands.prepare import without_model
from bot.commands.reading import Reading
from bot.commands.working import quiet
from bot.graphs_file import chosen
from bot.settings import Settings, load, name_of
from kgqa.errors import BadInput, BadSetting, OperatorsMove
from kgqa.extracted.asking import replies
from kgqa.extracted.planned import Plan, plan
from kgqa.extracted.replies import Reader, is_readable
from kgqa.extracted.triple import Extraction, Found, Read
from kgqa.extracted.weighing import weighed
from kgqa.proposed.proposal import Advice
from kgqa.strategies.agent.start import Known

if TYPE_CHECKING:
    from bot.wiring.extracted import Extracted, Taken
    from kgqa.ports import LanguageModel

CALLS = 500  # of the model in one run
_ASKED = ("parse",)  # a core is opened for what it knows of the graph; nothing is asked of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a call asks for."""

    documents: tuple[Path, ...]
    calls: int
    only_plan: bool
    as_json: bool


def add(app: typer.Typer) -> None:
    """Adds `querist extract`."""

    @app.command()
    def extract(
        documents: Annotated[
            list[Path] | None, typer.Argument(help="Files and folders; otherwise QUERIST_DOCUMENTS.")
        ] = None,
        graph: Annotated[
            str, typer.Option(help="The graph that they are about: a file, a folder, an endpoint, or a name.")
        ] = "",
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        calls: Annotated[int, typer.Option(min=1, help="Ask the model at most so often.")] = CALLS,
        only_plan: Annotated[
            bool,
            typer.Option(
                "--plan", help="Only say how often the model would be asked, and for how many tokens."
            ),
        ] = False,
        take: Annotated[
            bool, typer.Option("--take", help="Take over what was looked through: no model is asked.")
        ] = False,
        by: Annotated[str, typer.Option(help="Who takes it over; otherwise the user of this machine.")] = "",
        to: Annotated[Path | None, typer.Option(help="The folder; otherwise one beside the graph.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Let a model read triples out of documents, for you to look through."""
        from bot import wiring

        given = {k: v for k, v in {"graph": graph, "ontology": ontology}.items() if v}
        settings = wiring.without_facts(chosen(load(**given)), to)
        quiet(settings)
        extracted = wiring.open_extracted(settings, to)
        if take:
            taken = extracted.take(by=by or getpass.getuser(), at=_now())
            _print_taken(taken, settings, as_json=as_json)
            return
        wish = Wish(documents=tuple(documents or ()), calls=calls, only_plan=only_plan, as_json=as_json)
        try:
            asyncio.run(_run(wish, settings, extracted))
        except KeyboardInterrupt:
            typer.echo("Stopped. What the model said is kept, and the next run goes on from there.", err=True)
            raise typer.Exit(130) from None


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


async def _run(wish: Wish, settings: Settings, extracted: Extracted) -> None:
    from bot import wiring

    out, err = Console(highlight=False), Console(stderr=True, highlight=False)
    model = None if wish.only_plan and not settings.model_name else _model(settings)
    unread: list[str] = []
    with Reading(err) as reading:
        reading.told("reading the documents")
        passages = await asyncio.to_thread(
            lambda: list(wiring.open_documents(settings, wish.documents, unread))
        )
        core = await wiring.open_core(
            without_model(settings), reading.loaded, reading.told, reading.read, strategies=_ASKED
        )
        try:
            known = Known(core.kit.parts)
            kept = extracted.replies()
            name = "" if model is None else model.name
            prompts = wiring.prompts_of(settings)
            planned = plan(passages, known, name, kept, wish.calls, prompts)
            _tell(planned, unread, wish, out, err)
            if wish.only_plan or model is None:
                return
            if not planned.tasks:
                raise BadInput("There is nothing to read in these documents.")
            run = _Run(known, model, extracted, reading)
            await run.ask(planned)
            found = await weighed(known, run.reads, run.reader)
        finally:
            if model is not None:
                await wiring.close_model(model)
            wiring.close_core(core)
    present: dict[str, set[str]] = {}
    for passage in passages:
        present.setdefault(" ".join(passage.document.split()), set()).add(passage.sha256)
    gone = extracted.write(found, {read.passage.sha256 for read in run.reads}, present)
    _print(found, [*run.notices, *_gone(gone)], extracted, out, as_json=wish.as_json)
    if run.failed:
        told = "The model did not say all. What it said is kept: run this again, and it goes on from there."
        err.print(told, soft_wrap=True)
        raise run.failed


class _Run:
    """What a model says of the passages, kept as it comes."""

    def __init__(self, known: Known, model: LanguageModel, extracted: Extracted, reading: Reading) -> None:
        self.model, self.extracted, self.reading = model, extracted, reading
        self.reader = Reader(known)
        self.reads: list[Read] = []
        self.failed: OperatorsMove | None = None
        self._counts: Counter[str] = Counter()
        self._last = ""

    async def ask(self, planned: Plan) -> None:
        """Reads the replies to all of a plan, as far as they come."""
        number = 0
        try:
            async for reply in replies(planned, self.model, _now().isoformat(), self.extracted.replies()):
                number += 1
                self.reading.read("asking the model", number, len(planned.tasks))
                if reply.error:
                    self._counts["passages are left out, since the model failed at them"] += 1
                    self._last = reply.error
                elif not is_readable(reply.text):
                    self._counts["passages got a reply that cannot be read"] += 1
                else:
                    if not reply.was_kept:
                        self.extracted.keep(reply.task.key, reply.text, reply.at)
                    said = self.reader.read(reply.text)
                    prompt = reply.task.prompt
                    self.reads.append(Read(reply.task.passage, said, self.model.name, prompt, reply.at))
        except OperatorsMove as error:
            self.failed = error

    @property
    def notices(self) -> list[str]:
        """What did not come, and that it can be asked for again."""
        why = f" ({self._last})" if self._last else ""
        return [f"{count:,} {what}{why}. Run this again for them." for what, count in self._counts.items()]


def _model(settings: Settings) -> LanguageModel:
    from bot import wiring

    model = wiring.open_model(settings)
    if model is None:
        raise BadSetting(
            f"No language model is set up, so none can read the documents. Set {name_of('model_name')}, "
            f"and {name_of('model_url')} and {name_of('model_key')} as docs/models.md explains."
        )
    return model


# ── what is told ─────────────────────────────────────────────────────────────────────────────────


def _tell(planned: Plan, unread: Sequence[str], wish: Wish, out: Console, err: Console) -> None:
    """What it will cost, before it begins."""
    passages = len(planned.tasks) + planned.left_out
    told = f"{_counted(passages, 'passage')} of {_counted(planned.documents, 'document')}"
    told += f", {planned.kept:,} of them read before" if planned.kept else ""
    told += f": at most {_counted(planned.calls, 'call')} of the model, about {planned.tokens:,} tokens."
    if planned.left_out:
        told += f" The last {_counted(planned.left_out, 'passage')} are left out; more --calls reach more."
    if wish.only_plan and wish.as_json:
        plain = {
            "calls": planned.calls,
            "tokens": planned.tokens,
            "kept": planned.kept,
            "left_out": planned.left_out,
            "unread": list(unread),
        }
        typer.echo(json.dumps(plain, ensure_ascii=False))
        return
    for notice in unread:
        err.print(Text(f"▲ {notice}", style="yellow"), soft_wrap=True)
    (out if wish.only_plan else err).print(told, soft_wrap=True)


def _gone(count: int) -> list[str]:
    if not count:
        return []
    return [f"{_counted(count, 'line')} dropped: their passage is not in the document any more."]


def _print(
    found: Extraction, more: Sequence[str], extracted: Extracted, out: Console, *, as_json: bool
) -> None:
    advised = Counter(w.advice for w in found.triples)
    named = Counter(n.found for n in found.names)
    notices = [*found.notices, *more]
    if as_json:
        plain = {
            "folder": str(extracted.folder),
            "triples": {a.value: advised[a] for a in Advice},
            "names": {f.value: named[f] for f in Found},
            "notices": notices,
        }
        typer.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    told = ", ".join(f"{advice.value} {advised[advice]}" for advice in Advice)
    out.print(Text.assemble((f"{'triples':<9}", "bold"), f"{len(found.triples):>6,}   advice: {told}"))
    told = ", ".join(f"{f.value} {named[f]}" for f in (Found.KNOWN, Found.NEAR, Found.NEW))
    out.print(Text.assemble((f"{'names':<9}", "bold"), f"{len(found.names):>6,}   {told}"))
    for notice in notices:
        out.print(Text(f"▲ {notice}", style="yellow"), soft_wrap=True)
    out.print()
    out.print(
        f"Look through the files in {extracted.folder}: in names.csv, yes in the column same makes a name "
        "the thing beside it; in triples.csv, a yes or no in the column take goes before the advice.",
        soft_wrap=True,
    )
    out.print("Nothing of it counts until you take it over: querist extract --take", soft_wrap=True)


def _print_taken(taken: Taken, settings: Settings, *, as_json: bool) -> None:
    line = (name_of("graph"), ",".join(filter(None, (settings.graph, str(taken.file)))))
    if as_json:
        plain = {
            "triples": taken.triples,
            "known": taken.known,
            "new": taken.new,
            "left": taken.left,
            "settings": dict([line] if taken.triples else []),
        }
        typer.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    typer.echo(
        f"Taken over: {_counted(taken.triples, 'triple')} of {_counted(taken.known, 'thing')} of the graph "
        f"and {taken.new:,} new. {_counted(taken.left, 'line')} left."
    )
    if taken.triples:
        typer.echo("=".join(line))


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
