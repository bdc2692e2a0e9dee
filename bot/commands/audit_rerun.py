"""`querist audit rerun`: a recorded query run again, through the check, and compared with what it found."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console

from bot.audit.again import Compared, beside, labels_of, plain_compared
from bot.audit.given import the_record
from bot.audit.rerun import run_again, with_query
from bot.commands.audit_again import show
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

        async def work(audit: Audit, settings: Settings) -> tuple[Whole, Answer, Compared]:
            from bot.wiring.audit import open_records

            whole = await with_query(audit, await the_record(audit, reference))
            screen = Console(stderr=True)

            async def answered(question: Question) -> Answer:
                core = await load_core(settings, opening, screen)
                async with Working(screen) as working:
                    return await core.answer(question, working.tell)

            with open_records(settings) as records:
                person = own_user()
                place = {"platform": "terminal", "tenant": "local", "person": person}
                answer, record = await run_again(
                    audit,
                    records,
                    whole,
                    answered,
                    by=person,
                    place=place,
                    at=now(),
                    named=bool(settings.graphs),
                )
            if answer.table is None:
                raise BadInput(
                    f"The query of record {whole.listed.reference} does not run here. {answer.text}"
                )
            return whole, answer, beside(whole, answer, record, answer.table, _hash)

        whole, answer, done = run(work, {name: value for name, value in given.items() if value})
        if as_json:
            print_json(plain_compared(whole.listed.reference, done))
        else:
            show(done, labels_of(whole.answer, answer), console())
        raise typer.Exit(int(not done.is_same))


def _hash(table: ResultTable) -> str:
    from bot.wiring.audit import result_sha256

    return result_sha256(table)
