"""`querist prepare GRAPH`: names, definitions and questions that a model proposes once, measured, to be
looked through; `--take` makes of what was taken over the files that the settings name.

In: a graph and a model, or a folder of proposals. Out: files, and what the proposals change.
"""

from __future__ import annotations

import asyncio
import getpass
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from bot.commands.reading import Reading
from bot.commands.working import quiet
from bot.graphs_file import chosen
from bot.settings import Settings, load, name_of
from kgqa.errors import BadInput, BadSetting, OperatorsMove
from kgqa.language import LANGUAGES
from kgqa.proposed.asking import replies
from kgqa.proposed.plan import CALLS_A_PART, Plan, plan
from kgqa.proposed.proposal import Advice, Counts, Review
from kgqa.proposed.replies import Reader, is_readable
from kgqa.proposed.trial import Trial
from kgqa.strategies.agent.start import Known

if TYPE_CHECKING:
    from bot.wiring.prepared import Prepared, Taken
    from kgqa.ports import LanguageModel

CALLS = 12  # of the model in one run
_ASKED = ("parse",)  # what answers without a model; the library is made here


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a call asks for."""

    languages: tuple[str, ...]
    calls: int
    only_plan: bool
    as_json: bool


def add(app: typer.Typer) -> None:
    """Adds `querist prepare`."""

    @app.command()
    def prepare(
        graph: Annotated[
            str, typer.Argument(help="A file, a folder, an endpoint, or a graph of QUERIST_GRAPHS.")
        ] = "",
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        language: Annotated[
            list[str] | None,
            typer.Option(help="A language in which your people ask: en, de. The first is the main one."),
        ] = None,
        calls: Annotated[int, typer.Option(min=CALLS_A_PART, help="Ask the model at most so often.")] = CALLS,
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
        """Let a model propose names, definitions and questions, measured, for you to look through."""
        from bot import wiring

        given = {k: v for k, v in {"graph": graph, "ontology": ontology}.items() if v}
        settings = chosen(load(**given))
        quiet(settings)
        prepared = wiring.open_prepared(settings, to)
        if take:
            taken = prepared.take(by=by or getpass.getuser(), at=datetime.now(UTC).replace(microsecond=0))
            _print_taken(taken, prepared, as_json=as_json)
            return
        wish = Wish(languages=_languages(language), calls=calls, only_plan=only_plan, as_json=as_json)
        try:
            asyncio.run(_run(wish, settings, prepared))
        except KeyboardInterrupt:
            typer.echo("Stopped. What the model said is kept, and the next run goes on from there.", err=True)
            raise typer.Exit(130) from None


def _languages(given: list[str] | None) -> tuple[str, ...]:
    for code in given or ():
        if code not in LANGUAGES:
            raise BadInput(f"--language {code} is none that questions are read in: {', '.join(LANGUAGES)}.")
    return tuple(dict.fromkeys(given or LANGUAGES[:1]))


async def _run(wish: Wish, settings: Settings, prepared: Prepared) -> None:
    from bot import wiring

    model = None if wish.only_plan else _model(settings)
    out, err = Console(highlight=False), Console(stderr=True, highlight=False)
    failed: OperatorsMove | None = None
    with Reading(err) as reading:
        alone = _without(prepared.folder, settings)
        core = await wiring.open_core(alone, reading.loaded, reading.told, reading.read, strategies=_ASKED)
        try:
            known = Known(core.kit.parts)
            planned = plan(known.cut, wish.calls)
            _tell(planned, wish, out, err)
            if model is None:
                return
            texts: list[str] = []
            kept, prompts = prepared.replies(), wiring.prompts_of(settings)
            try:
                async for reply in replies(planned, model, wish.languages, prompts, kept):
                    texts.append(reply.text)
                    if not reply.was_kept and is_readable(reply.text):
                        prepared.keep(reply.key, reply.text)
                    reading.read("asking the model", len(texts), planned.calls)
            except OperatorsMove as error:
                failed = error
            finally:
                await wiring.close_model(model)
            proposals = Reader(known, wish.languages).read(texts)
            trial = Trial(core.kit, datetime.now(UTC), reading.read)
            review = await trial.review(proposals)
            prepared.write(review, is_whole=failed is None)
        finally:
            wiring.close_core(core)
    _print(review, prepared, out, as_json=wish.as_json)
    if failed:
        told = "The model did not say all. What it said is kept: run this again, and it goes on from there."
        err.print(told, soft_wrap=True)
        raise failed


def _without(folder: Path, settings: Settings) -> Settings:
    """The settings without what was taken over from this folder before, and without a library and a model:
    what is proposed is measured against the graph as it was.
    """
    own = folder.resolve()
    lexicons = [
        p for p in settings.lexicon.split(",") if p.strip() and Path(p.strip()).resolve().parent != own
    ]
    defined = settings.definitions
    is_own = defined is not None and defined.resolve().parent == own
    changes: dict[str, Any] = {"lexicon": ",".join(lexicons)}
    return without_model(settings).model_copy(update=changes | ({"definitions": None} if is_own else {}))


def without_model(settings: Settings) -> Settings:
    """The settings without a library and a model, for a core that is to know the graph and answers nobody."""
    return settings.model_copy(update={"library": None, "model_name": "", "model_replay": None})


def _model(settings: Settings) -> LanguageModel:
    from bot import wiring

    model = wiring.open_model(settings)
    if model is None:
        raise BadSetting(
            f"No language model is set up, so none can propose anything. Set {name_of('model_name')}, "
            f"and {name_of('model_url')} and {name_of('model_key')} as docs/models.md explains."
        )
    return model


# ── what is told ─────────────────────────────────────────────────────────────────────────────────


def _tell(planned: Plan, wish: Wish, out: Console, err: Console) -> None:
    """What it will cost, before it begins."""
    classes = sum(part.classes for part in planned.parts)
    told = (
        f"{classes:,} classes in {_counted(len(planned.parts), 'part')}: at most {planned.calls} calls of "
        f"the model, about {planned.tokens:,} tokens."
    )
    if planned.left_out:
        told += f" The {planned.left_out:,} smallest classes are left out; more --calls reach more of them."
    if wish.only_plan and wish.as_json:
        typer.echo(
            json.dumps({"calls": planned.calls, "tokens": planned.tokens, "left_out": planned.left_out})
        )
    else:
        (out if wish.only_plan else err).print(told, soft_wrap=True)


def _print(review: Review, prepared: Prepared, out: Console, *, as_json: bool) -> None:
    counted = {
        "names": Counter(j.advice for j in review.names),
        "definitions": Counter(j.advice for j in review.meanings),
        "questions": Counter(j.advice for j in review.questions),
    }
    if as_json:
        plain = {
            "folder": str(prepared.folder),
            **{what: {a.value: found[a] for a in Advice} for what, found in counted.items()},
            "before": asdict(review.before),
            "after": asdict(review.after),
            "notices": list(review.notices),
        }
        typer.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    for what, found in counted.items():
        told = ", ".join(f"{advice.value} {found[advice]}" for advice in Advice)
        out.print(Text.assemble((f"{what:<12}", "bold"), f"{sum(found.values()):>5}   advice: {told}"))
    out.print()
    out.print(_measured(review.before, review.after), soft_wrap=True)
    for notice in review.notices:
        out.print(Text(f"▲ {notice}", style="yellow"), soft_wrap=True)
    out.print()
    folder = prepared.folder
    out.print(
        f"Look through the files in {folder}: a yes or no in the column take goes before the advice.",
        soft_wrap=True,
    )
    out.print("Nothing of it counts until you take it over: querist prepare --take", soft_wrap=True)


def _measured(before: Counts, after: Counts) -> str:
    total = before.right + before.wrong + before.left
    if not total:
        return "The model wrote no question that can be asked, so nothing could be measured."
    return (
        f"Of {total} questions that the model wrote, {_told(before)} without the names; "
        f"{_told(after)} with those to take."
    )


def _told(counts: Counts) -> str:
    return f"{counts.right} are answered right, {counts.wrong} wrong, {counts.left} left open"


def _print_taken(taken: Taken, prepared: Prepared, *, as_json: bool) -> None:
    from bot.wiring.prepared import settings_for

    lines = settings_for(prepared, taken)
    if as_json:
        plain = {
            "names": len(taken.names),
            "definitions": len(taken.meanings),
            "questions": len(taken.questions),
            "left": taken.left,
            "settings": dict(lines),
        }
        typer.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return
    typer.echo(
        f"Taken over: {_counted(len(taken.names), 'name')}, {_counted(len(taken.meanings), 'definition')}, "
        f"{_counted(len(taken.questions), 'question')}. {_counted(taken.left, 'line')} left."
    )
    for line in _settings(lines):
        typer.echo(line)


def _settings(lines: Iterable[tuple[str, str]]) -> Iterable[str]:
    for name, value in lines:
        yield f"{name}={value}"


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
