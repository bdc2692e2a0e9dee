"""`querist ask`: one question, one answer on stdout, and an exit code that programs can read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any
from uuid import uuid4

import typer
from rich.console import Console
from rich.text import Text

from bot.cards.look import Look
from bot.cards.terminal import Shown, draw
from bot.cards.view import view
from bot.commands.working import Opening, Working, load_core, quiet, real_core
from bot.desk.job import context_of, event_of
from bot.desk.ports import Records
from bot.failing import failed, what_failed
from bot.intake import Refusal, query_in, read
from bot.message import Message, Reply
from bot.people import own_user
from bot.settings import Settings, load
from kgqa.errors import DatabaseUnavailable
from kgqa.trace import as_json
from kgqa.trail import followed
from kgqa.types import Answer, Move, Outcome, Question

JSON_KEYS = (
    "question",
    "outcome",
    "text",
    "restatement",
    "sparql",
    "columns",
    "rows",
    "trace",
    "issues",
    "fixes",
    "confidence",
    "models",
    "spent",
    "seconds",
    "record",
)
PARTS = ("query", "trace")

Recording = Callable[[Settings], AbstractContextManager[Records]]

_OPENING = "Nothing was asked of the graph, since a question is recorded first."
_CLOSING = "The answer is not shown, since it cannot be recorded."
_CODES = {Outcome.ANSWERED: 0, Outcome.NOTHING_FOUND: 0}
_MOVES = {Move.ASKER: 2, Move.OPERATOR: 3, Move.OURS: 4}


def add(app: typer.Typer, opening: Opening = real_core) -> None:
    """Adds `querist ask`; `opening` makes the core."""

    @app.command()
    def ask(
        question: Annotated[str, typer.Argument(help="What you want to know, in your own words.")],
        graph: Annotated[
            list[str] | None,
            typer.Option(help="A file, a folder or a SPARQL endpoint; several files may be given."),
        ] = None,
        graph_name: Annotated[
            str, typer.Option(help="Of the graphs of QUERIST_GRAPHS, ask this one alone.")
        ] = "",
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
        show: Annotated[str, typer.Option(help="Also show: query, trace, or query,trace.")] = "",
        language: Annotated[str, typer.Option(help="Your language, such as en or de.")] = "",
    ) -> None:
        """Ask one question.

        Exit code 0: answered, or the graph has no such row; 1: not certain or not permitted;
        2: the call or its input is wrong; 3: a setting or an outside system; 4: a defect of Querist.
        """
        shown = shown_parts(show)
        given = {"graph": ",".join(graph or ()), "ontology": ontology, "language": language}
        written = question.encode("utf-8", "replace").decode()  # a shell may pass bytes that are no text
        graphs = (graph_name,) if graph_name else ()
        asked = Question(
            text=written,
            asked_at=datetime.now().astimezone(),
            language=language,
            graphs=graphs,
            query=query_in(written),
        )

        look = Look()

        def settings() -> Settings:
            nonlocal look
            chosen = load(**{name: value for name, value in given.items() if value})
            look = Look(language=chosen.language, link=chosen.link)
            return chosen

        answer, reference = asyncio.run(answer_once(asked, settings, opening, Console(stderr=True)))
        if as_json:
            typer.echo(json.dumps(plain(answer, reference), ensure_ascii=False, indent=2))
        else:
            print_answer(answer, shown, look, reference=reference)
        raise typer.Exit(exit_code(answer))


def shown_parts(text: str) -> Shown:
    """What `--show` names. Raises typer.BadParameter for anything else."""
    wanted = {part.strip() for part in text.split(",") if part.strip()}
    if unknown := sorted(wanted.difference(PARTS)):
        raise typer.BadParameter(f"--show takes query and trace, not {', '.join(unknown)}.")
    return Shown(query="query" in wanted, trace="trace" in wanted)


def real_record(settings: Settings) -> AbstractContextManager[Records]:
    """The record of these settings, as every command opens it."""
    from bot.wiring.audit import open_records

    return open_records(settings)


async def answer_once(
    asked: Question,
    settings: Callable[[], Settings],
    opening: Opening,
    console: Console,
    recording: Recording = real_record,
) -> tuple[Answer, str]:
    """The answer, whatever happens, and the reference of its record: what goes wrong becomes an answer that
    failed, in a plain sentence. What cannot be recorded is not asked, and what cannot be closed is not said.
    """
    reference = ""
    try:
        chosen = settings()
        quiet(chosen)
        with recording(chosen) as records:
            message = _message(asked)
            reference = await records.opened(event_of(message), asked, context=context_of(message))
            with followed() as trail:
                answer = await _answered(asked, chosen, opening, console, records, reference)
            await records.closed(reference, trail.kept_in(answer))
            return answer, reference
    except DatabaseUnavailable as error:
        return failed(asked, Move.OPERATOR, f"{error} {_CLOSING if reference else _OPENING}"), reference
    except Exception as error:  # noqa: BLE001  # a person never sees a stack trace
        return what_failed(asked, error), reference


async def _answered(
    asked: Question,
    settings: Settings,
    opening: Opening,
    console: Console,
    records: Records,
    reference: str,
) -> Answer:
    try:
        message = read(_message(asked))
        if isinstance(message, Refusal):
            return Answer(question=asked, outcome=message.outcome, text=message.text, move=message.move)
        question = replace(asked, text=message.text)
        core = await load_core(settings, opening, console)
        await records.begun(reference)
        async with Working(console) as working:
            return await core.answer(question, working.tell)
    except Exception as error:  # noqa: BLE001  # it is recorded as an answer that failed
        return what_failed(asked, error)


def plain(answer: Answer, reference: str = "") -> dict[str, Any]:
    """What `--json` prints: exactly these keys, always all of them."""
    whole = as_json(answer) | {"record": reference}
    return {key: whole[key] for key in JSON_KEYS}


def print_answer(
    answer: Answer,
    shown: Shown,
    look: Look | None = None,
    *,
    console: Console | None = None,
    reference: str = "",
) -> None:
    """Draws the answer on stdout; colours only where there is a terminal."""
    reply = Reply(message=_message(answer.question), answer=answer, reference=reference or answer.reference)
    screen = console or Console(highlight=False)
    screen.print(draw(view(reply, look), shown))
    if answer.aside:
        screen.print(Text(answer.aside, style="dim"))


def exit_code(answer: Answer) -> int:
    """0 answered or nothing found; 1 not certain or refused; 2, 3, 4 by whose move is next."""
    if answer.outcome is Outcome.FAILED:
        return _MOVES[answer.move or Move.OURS]
    return _CODES.get(answer.outcome, 1)


def _message(question: Question) -> Message:
    return Message(
        platform="terminal",
        event=uuid4().hex,
        tenant="local",
        channel="terminal",
        thread="ask",
        person=own_user(),
        text=question.text,
        sent_at=question.asked_at,
        address="",
        language=question.language,
        private=True,
    )
