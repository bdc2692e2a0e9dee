"""`querist audit`: the record of all questions, read, verified and exported; a query run again; a person
forgotten. Each command is an act that is recorded itself, with who did it and when, before anything is shown.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from bot.audit import plain
from bot.audit.exports import chain_lines, csv_lines
from bot.audit.given import OUTCOMES, filters, moment, new_file, the_person, the_record, wanted
from bot.audit.names import Names
from bot.cards.look import Look
from bot.commands import audit_shown as shown
from bot.commands.audit_account import add_account
from bot.commands.audit_export import write
from bot.commands.audit_rerun import add_rerun
from bot.commands.audit_retain import add_retain
from bot.commands.audit_story import story
from bot.commands.audit_work import console, names_of, now, print_json, run
from bot.commands.working import Opening, real_core
from bot.desk.ports import Audit
from bot.people import own_user
from bot.settings import Settings
from kgqa.audit import Checkpoint, Wanted, Whole
from kgqa.errors import BadInput

Reference = Annotated[str, typer.Argument(help="The reference of a record, or its beginning.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Who = Annotated[str, typer.Option(help="Asked by this person: a name, an id, or platform:tenant:id.")]
Channel = Annotated[str, typer.Option(help="Asked in this channel: a name, an id, or platform:tenant:id.")]
OfGraph = Annotated[str, typer.Option("--graph", help="Answered from this graph.")]
OfOutcome = Annotated[list[str] | None, typer.Option("--outcome", help=f"{', '.join(OUTCOMES)}.")]
OfText = Annotated[str, typer.Option("--text", help="Words of the question or the query.")]
Touching = Annotated[
    str, typer.Option(help="The query names this class, property or thing: its IRI, or the end of it.")
]
Judged = Annotated[str, typer.Option(help="Judged by somebody: up or down.")]
Reviewed = Annotated[str, typer.Option(help="Said of it by those who review: flagged, approved, commented.")]
Since = Annotated[str, typer.Option(help="From then on: 2026-11-20, today, 24h, 7d.")]
Until = Annotated[str, typer.Option(help="Until then; a day is part of it.")]
Limit = Annotated[int, typer.Option(min=1, max=10_000, help="How many are shown.")]
Against = Annotated[
    Path | None, typer.Option(help="Checkpoints to verify against; otherwise those of the data folder.")
]


def add(app: typer.Typer, opening: Opening = real_core) -> None:
    """Adds `querist audit` with its commands; `opening` makes the core that runs a query again."""
    audit = typer.Typer(
        help="The record of all questions: read it, verify it, export it.", no_args_is_help=True
    )
    app.add_typer(audit, name="audit")
    audit.command(name="list")(_list)
    audit.command(name="show")(_show)
    audit.command(name="verify")(_verify)
    audit.command(name="export")(_export)
    audit.command(name="checkpoint")(_checkpoint)
    add_rerun(audit, opening)
    audit.command(name="forget")(_forget)
    add_retain(audit)
    audit.command(name="acts")(_acts)
    add_account(audit)


def _list(
    *,
    who: Who = "",
    channel: Channel = "",
    graph: OfGraph = "",
    outcome: OfOutcome = None,
    text: OfText = "",
    touching: Touching = "",
    judged: Judged = "",
    reviewed: Reviewed = "",
    since: Since = "",
    until: Until = "",
    before: Annotated[str, typer.Option(help="Older than this record: the next page.")] = "",
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """Show records, the newest first."""
    found = wanted(
        who=who,
        channel=channel,
        graph=graph,
        outcome=outcome or (),
        text=text,
        touching=touching,
        judged=judged,
        reviewed=reviewed,
        since=since,
        until=until,
        now=now(),
    )

    async def work(audit: Audit, settings: Settings) -> tuple[Any, str, Names]:
        names = names_of(settings)
        after = await the_record(audit, before) if before else ""
        exact = await names.by_id(found, audit)
        records = await audit.find(exact, most=limit + 1, before=after)
        page = records[:limit]
        facts = {"records": [one.reference for one in page]}
        await audit.note("list", by=own_user(), facts=facts, details=filters(exact))
        if not as_json:
            await names.look_up(page)
        return page, page[-1].reference if len(records) > limit else "", names

    records, older, names = run(work)
    if as_json:
        print_json({"records": [plain.plain(one) for one in records], "older": older or None})
    else:
        shown.listed(records, older, console(), names, filtered=found != Wanted() or bool(before))


def _show(
    reference: Reference,
    *,
    queries: Annotated[
        bool, typer.Option("--queries", help="With the whole text of all queries that were sent.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Tell one record as a story. Exit code 1: it is not as it was written."""
    whole, look, names = run(lambda audit, settings: _read(audit, settings, reference))
    if as_json:
        print_json(plain.plain_story(whole))
    else:
        Console(highlight=False).print(story(whole, look, names, queries=queries))
    raise typer.Exit(int(bool(whole.broken) or not all(each.link for each in whole.happened)))


async def _read(audit: Audit, settings: Settings, said: str) -> tuple[Whole, Look, Names]:
    names = names_of(settings)
    reference = await the_record(audit, said)
    await audit.note("show", by=own_user(), facts={"record": reference})
    whole = await audit.whole(reference)
    if whole is None:  # taken out in this moment
        raise BadInput(f"No record is “{said}”. See them with: querist audit list")
    await names.look_up((whole.listed,))
    return whole, Look(language=settings.language, link=settings.link), names


def _verify(
    *,
    against: Against = None,
    key: Annotated[
        str, typer.Option(help="The public key that signed the checkpoints: 64 hex digits, or a PEM file.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Verify the whole record. Exit code 1: it does not hold; the first place where is told."""
    from bot.wiring.audit import checkpoints_of

    async def work(audit: Audit, settings: Settings) -> tuple[Any, tuple[Checkpoint, ...]]:
        known = checkpoints_of(settings, against, key)
        bar = Progress(
            TextColumn("verifying"),
            BarColumn(bar_width=16),
            TextColumn("{task.completed:,} of {task.total:,} links"),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        with bar:
            task = bar.add_task("", total=1)
            proof = await audit.verify(known, lambda done, of: bar.update(task, completed=done, total=of))
        facts = {"holds": proof.broken is None, "links": proof.links}
        await audit.note("verify", by=own_user(), facts=facts)
        return proof, known

    proof, known = run(work)
    if as_json:
        print_json(plain.plain_proof(proof))
    else:
        shown.proved(proof, console(), checked=bool(known))
    raise typer.Exit(int(proof.broken is not None))


def _export(
    file: Annotated[
        Path | None, typer.Argument(help="A new file, .jsonl or .csv; otherwise standard output.")
    ] = None,
    *,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table of records, in place of the chain.")] = False,
    after: Annotated[int, typer.Option(min=0, help="JSON lines: only the links after this number.")] = 0,
    verifier: Annotated[
        Path | None, typer.Option(help="Also write the program that verifies an export into this file.")
    ] = None,
    who: Who = "",
    channel: Channel = "",
    graph: OfGraph = "",
    outcome: OfOutcome = None,
    text: OfText = "",
    touching: Touching = "",
    judged: Judged = "",
    reviewed: Reviewed = "",
    since: Since = "",
    until: Until = "",
) -> None:
    """Write the chain as JSON lines, which can be verified anywhere; or records as CSV."""
    from bot.wiring.audit import verifier as program

    as_csv = as_csv or (file is not None and file.suffix.lower() == ".csv")
    found = wanted(
        who=who,
        channel=channel,
        graph=graph,
        outcome=outcome or (),
        text=text,
        touching=touching,
        judged=judged,
        reviewed=reviewed,
        since=since,
        until=until,
        now=now(),
    )
    _suits(found, after=after, as_csv=as_csv)
    for path in (file, verifier):
        if path is not None:
            new_file(path)

    async def work(audit: Audit, settings: Settings) -> int:
        exact, first = await names_of(settings).by_id(found, audit), after
        if not as_csv and since:
            first = max(after, await audit.link_since(moment(since, "--since", now())))
        facts = {"format": "csv"} if as_csv else {"format": "jsonl", "after": first}
        await audit.note("export", by=own_user(), facts=facts, details=filters(exact))
        return await write(csv_lines(audit, exact) if as_csv else chain_lines(audit, first), file)

    count = run(work)
    if verifier is not None:
        verifier.write_text(program(), "utf-8")
    if file is not None:
        what = "Records" if as_csv else plain.counted(count, "link")
        console().print(f"{what} written to {file}.", markup=False)


def _suits(found: Wanted, *, after: int, as_csv: bool) -> None:
    """Raises BadInput for what an export of its sort does not take."""
    if as_csv and after:
        raise BadInput("--after counts links, and a table of CSV has none. Use --since, or JSON lines.")
    given = [
        name
        for name in ("who", "channel", "graph", "outcomes", "text", "touching", "judged", "reviewed", "until")
        if getattr(found, name)
    ]
    if given and not as_csv:
        option = given[0].removesuffix("s") if given[0] == "outcomes" else given[0]
        raise BadInput(
            f"JSON lines are the chain without gaps, so they take no --{option}. Use --csv, or --since and "
            "--after alone."
        )


def _checkpoint(
    file: Annotated[
        Path | None, typer.Argument(help="Where it is added; otherwise the data folder's checkpoints.jsonl.")
    ] = None,
    *,
    key: Annotated[
        Path | None,
        typer.Option(help="The private key (Ed25519, PEM); otherwise audit-key.pem of the data folder."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Sign how long the chain is and how it ends, so that a cut end shows."""
    from bot.wiring.audit import checkpoint_file, keep_checkpoint, sign

    async def work(audit: Audit, settings: Settings) -> tuple[Checkpoint, Path]:
        path = file or checkpoint_file(settings)
        sign(settings, 0, "", key)  # before anything is noted: the key can be used
        await audit.note("checkpoint", by=own_user(), facts={"file": str(path)})
        made = sign(settings, *await audit.head(), key)
        keep_checkpoint(path, made)
        return made, path

    made, path = run(work)
    if as_json:
        signed = {"size": made.size, "head": made.head, "at": made.at.isoformat(), "key": made.key}
        print_json(signed | {"signature": made.signature, "file": str(path)})
        return
    screen = console()
    screen.print(f"[bold green]Signed[/]  {plain.counted(made.size, 'link')}")
    screen.print(f"  head  {made.head}")
    screen.print(f"  key   {made.key}")
    screen.print(f"  file  {path}", markup=False)
    screen.print(
        "[dim]Keep a copy, and the key, where who runs the database cannot write. Verify against it with:[/]"
    )
    screen.print(f"[dim]  querist audit verify --against {path} --key {made.key}[/]")


def _forget(
    person: Annotated[str, typer.Argument(help="An id, or platform:tenant:id.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask whether you are sure.")] = False,
    why: Annotated[str, typer.Option(help="Why, for the record; name nobody in it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Forget a person: their words and names go, and the chain still holds."""

    async def extent(audit: Audit, _: Settings) -> Any:
        return await audit.extent(await the_person(audit, person))

    found = run(extent)
    if not yes:
        shown.to_forget(found, Console(stderr=True, highlight=False, soft_wrap=True))
        if not sys.stdin.isatty():
            raise BadInput("Nothing was forgotten. Add --yes where nobody can be asked.")
        typer.confirm("Forget them", abort=True, err=True)

    async def work(audit: Audit, settings: Settings) -> Any:
        from bot.wiring.audit import forget_work

        await forget_work(settings, found.person, found.events)
        return await audit.forget(found.person, by=own_user(), why=why)

    done = run(work)
    if as_json:
        print_json(plain.plain_forgotten(done))
    else:
        shown.forgotten(done, console())


def _acts(
    *,
    before: Annotated[int, typer.Option(min=0, help="Older than the act of this number: the next page.")] = 0,
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """Show who read, verified, exported or forgot what, the newest first."""

    async def work(audit: Audit, _: Settings) -> tuple[Any, int]:
        acts = await audit.acts(most=limit + 1, before=before)
        await audit.note("acts", by=own_user(), facts={"acts": len(acts[:limit])})
        return acts[:limit], acts[limit - 1].number if len(acts) > limit else 0

    acts, older = run(work)
    if as_json:
        print_json({"acts": [plain.plain_act(act) for act in acts], "older": older or None})
    else:
        shown.acts_listed(acts, older, console())
