"""`querist digest`: what was asked in a time, as admins get it in the chat each week.

In: a time. Out: the digest, on a screen or as JSON. Reading it is an act of the record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from bot.audit.given import moment
from bot.cards.digest import Part, ShownDigest, shown_digest
from bot.cards.look import Look
from bot.commands.audit_work import console, now, print_json
from bot.commands.working import quiet
from bot.digest.counted import Asked, Digest
from bot.people import own_user
from bot.settings import Settings, load
from kgqa.errors import BadInput


def add(app: typer.Typer) -> None:
    """Adds `querist digest`."""

    @app.command()
    def digest(
        since: Annotated[
            str, typer.Option(help="A day, a moment, or how long ago: 2026-11-16, 7d, 4w.")
        ] = "7d",
        until: Annotated[str, typer.Option(help="The same; a day is meant with its end.")] = "",
        *,
        as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    ) -> None:
        """Show what was asked in a time, what was not answered, and what was not right."""
        settings = load()
        quiet(settings)
        found = asyncio.run(_read(settings, since, until))
        if as_json:
            print_json(_plain(found))
        else:
            show(
                shown_digest(found, Look(language=settings.language), zone=now().tzinfo, private=True),
                console(),
            )


async def _read(settings: Settings, since: str, until: str) -> Digest:
    from bot.wiring import open_digest

    first = moment(since, "--since", now())
    last = moment(until, "--until", now(), ends=True) if until else now()
    if first >= last:
        raise BadInput(f"--since {since} is not before --until {until}: nothing can be found between.")
    with open_digest(settings) as (audit, read):
        facts = {"since": first.isoformat(), "until": last.isoformat()}
        await audit.note("digest", by=own_user(), facts=facts)
        return await read(first, last)


def show(shown: ShownDigest, screen: Console) -> None:
    """The digest on a screen."""
    screen.print(Text(shown.title, style="bold"))
    screen.print(Text(" · ".join(shown.counts)))
    for part in shown.parts:
        screen.print()
        screen.print(Text(part.title, style="bold"))
        for line in _lines(part):
            screen.print(Padding(line, (0, 0, 0, 2), expand=False))


def _lines(part: Part) -> Iterable[Text]:
    for item in part.items:
        yield Text.assemble(item.question, (f" · {item.times}" if item.times else "", "dim"))
        if part.is_open and item.said:
            yield Text(f"  {item.said}", style="dim")


def _plain(digest: Digest) -> dict[str, Any]:
    return {
        "since": digest.since.isoformat(),
        "until": digest.until.isoformat(),
        "questions": digest.questions,
        "people": digest.people,
        "answered": digest.answered,
        "asked_back": digest.asked_back,
        "not_answered": digest.unanswered,
        "not_right": digest.not_right,
        "asked_most": list(map(_asked, digest.most)),
        "open": list(map(_asked, digest.open)),
        "wrong": list(map(_asked, digest.wrong)),
    }


def _asked(asked: Asked) -> dict[str, Any]:
    told = {"question": asked.question, "times": asked.times, "people": asked.people}
    return told | ({"said": asked.said, "not_understood": asked.word} if asked.said else {})
