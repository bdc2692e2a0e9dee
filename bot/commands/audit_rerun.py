"""`querist audit rerun`: a recorded query run again, through the check, and compared with what it found."""

from __future__ import annotations

from typing import Annotated
from uuid import uuid4

import typer
from rich.console import Console

from bot.commands import audit_again as again
from bot.commands import audit_shown as shown
from bot.commands.ask import what_failed
from bot.commands.audit_given import the_record
from bot.commands.audit_work import console, now, print_json, run
from bot.commands.working import Opening, Working, load_core
from bot.desk.ports import Audit
from bot.people import own_user
from bot.settings import Settings
from kgqa.audit import Whole
from kgqa.errors import BadInput
from kgqa.types import Answer, Question, ResultTable


def add_rerun(audit: typer.Typer, opening: Opening) -> None:
    """Adds the command; `opening` makes the core that runs the query."""

    @audit.command()
    def rerun(
        reference: Annotated[str, typer.Argument(help="The reference of a record, or its beginning.")],
        *,
        graph: Annotated[
            list[str] | None,
            typer.Option(help="A file, a folder or a SPARQL endpoint, if not QUERIST_GRAPH."),
        ] = None,
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    ) -> None:
        """Run a recorded query again, as yourself. Exit code 0: the same result; 1: another one."""
        given = {"graph": ",".join(graph or ()), "ontology": ontology}

        async def work(audit: Audit, settings: Settings) -> tuple[Whole, Answer, again.Compared]:
            whole = await _with_query(audit, reference)
            answer, record = await _asked_again(audit, settings, opening, whole)
            if answer.table is None:
                raise BadInput(
                    f"The query of record {whole.listed.reference} does not run here. {answer.text}"
                )
            found = again.asked_for(whole, answer.table, _hash)
            return whole, answer, again.compared(whole, answer, record, found, _hash(found))

        whole, answer, done = run(work, {name: value for name, value in given.items() if value})
        if as_json:
            print_json(again.plain_compared(whole.listed.reference, done))
        else:
            again.show(done, again.labels_of(whole.answer, answer), console())
        raise typer.Exit(int(not done.is_same))


async def _with_query(audit: Audit, said: str) -> Whole:
    """The record that is meant, with its query. Raises BadInput where it has none."""
    reference = await the_record(audit, said)
    whole = await audit.whole(reference)
    if whole is None or not whole.listed.query:
        raise BadInput(f"Record {reference} has no query that could run again: {_why(whole)}")
    if whole.broken:
        raise BadInput(f"Record {reference} is not as it was written, so it is not run. {whole.broken}")
    return whole


def _why(whole: Whole | None) -> str:
    outcome = whole.listed.outcome if whole else None
    return "it was never closed." if outcome is None else f"it ended as “{shown.outcome(whole.listed)}”."  # type: ignore[union-attr]


async def _asked_again(
    audit: Audit, settings: Settings, opening: Opening, whole: Whole
) -> tuple[Answer, str]:
    """The answer to the same query now, and its record: running it again is a question like any."""
    from bot.wiring.audit import open_records

    one, person = whole.listed, own_user()
    question = Question(
        text=one.question or one.reference,
        asked_at=now(),
        language=whole.language,
        graphs=(one.graph,) if settings.graphs and one.graph else (),
        query=one.query,
    )
    context = {
        "platform": "terminal",
        "tenant": "local",
        "channel": "audit",
        "thread": one.reference,
        "person": person,
    }
    with open_records(settings) as records:
        record = await records.opened(f"terminal:local:{uuid4().hex}", question, context=context)
        await audit.note("rerun", by=person, facts={"record": one.reference, "again": record})
        screen = Console(stderr=True)
        try:
            core = await load_core(settings, opening, screen)
            await records.begun(record)
            async with Working(screen) as working:
                answer = await core.answer(question, working.tell)
        except Exception as error:
            await records.closed(record, what_failed(question, error))
            raise
        await records.closed(record, answer)
    return answer, record


def _hash(table: ResultTable) -> str:
    from bot.wiring.audit import result_sha256

    return result_sha256(table)
