"""What buttons tell of two companies that differ only in what is closed to who presses them.

One person asks in the same words at a desk over each company, in a channel and in private, and presses what
stands below the answers: all rows, a chart, the evidence, files, other readings, choices, suggestions,
"again", "verify", and queries of their own. In between, a colleague to whom all is open asks in private.
Everything that this person is shown is compared.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.access import Rights
from bot.buttons import ACTS, ASKS, Kind, Pressed
from bot.desk import Desk
from bot.message import Heard, Message, Reply
from bot.settings import Settings
from bot.wiring import access_of, open_database, open_desk, open_reviewed
from connectors.database.database import Database
from connectors.database.record import Record
from tests.bot.alike_by_rights import ACCESS, QUESTIONS, Company, Tried, company, query, sides_of, told, words
from tests.bot.desks import message, until
from tests.bot.payroll import by_rights, settings_in
from tests.doubles.platform import PaperPlatform

PROBER, COLLEAGUE = "UEVE", "UALL"
OPEN_TO_ONE = ACCESS.replace('"slack:T1:UPIA"', f'"slack:T1:UPIA", "slack:T1:{COLLEAGUE}"').replace(
    '"slack:T1:ULEX"', f'"slack:T1:ULEX", "slack:T1:{COLLEAGUE}"'
)
OPEN = (
    "Who works in Sales?",
    "How many employees are there?",
    "List all employees with their level",
    "Which employees have a level above 1?",
    "Which team does {name} work in?",
)
PRESSED: tuple[Kind, ...] = tuple(k for k in (*ASKS, *ACTS) if k not in ("up", "down", "remove"))


@dataclass
class Side:
    """A desk over one company. `shown` is what the prober was shown, in order."""

    desk: Desk
    record: Record
    platform: PaperPlatform
    replies: list[Reply]
    shown: list[Any] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)  # references, as who compares knows them

    async def ask(self, asked: Message) -> str:
        """The reference of the answer; what is posted is shown to who asked."""
        count = len(self.replies)
        await self.desk.receive(asked)

        async def is_answered() -> bool:
            return await self.desk.waiting() == 0

        await until(is_answered)
        reference = ""
        for reply in self.replies[count:]:
            reference = reply.reference
            self.names.setdefault(reference, f"answer {len(self.names)}")
            if asked.person == PROBER:
                self._show(reply)
        return reference

    async def press(self, pressing: Message) -> None:
        """A button that asks is answered in the thread, any other at once."""
        assert pressing.pressed
        if pressing.pressed.kind in ASKS or pressing.query:
            await self.ask(pressing)
            return
        heard = await self.desk.press(pressing)
        self._show(heard)

    def _show(self, what: Reply | Heard) -> None:
        reply = what.reply if isinstance(what, Heard) else what
        said = what.words if isinstance(what, Heard) else ""
        answer = (told(reply.answer), reply.message.to_asker) if reply else None
        text = repr((said, answer))
        for reference, name in self.names.items():
            text = text.replace(reference, name)
        self.shown.append(text)


async def _tried(settings: Settings, core: Any, seed: int, count: int) -> list[Any]:
    """What the prober was shown at one company."""
    chance = random.Random(seed)  # noqa: S311 - the same in every run
    database: Database = open_database(settings)
    replies: list[Reply] = []
    platform = PaperPlatform(settings.data, name="slack", before=replies.append)
    reviewed = open_reviewed(settings, core, database)
    access = access_of(settings)
    assert access
    desk = open_desk(settings, core, (platform,), database, library=reviewed, rights=Rights(access))
    await desk.start()
    side = Side(desk, Record(database), platform, replies)
    try:
        asked: list[tuple[Message, str]] = []
        for number in range(count):
            if number % 8 == 0:
                person = COLLEAGUE if number % 24 == 16 else PROBER
                text = words(chance, chance.choice((QUESTIONS, OPEN)))
                said = _message(text, number, person, private=chance.random() < 0.5)
                asked.append((said, await side.ask(said)))
                continue
            of, reference = chance.choice(asked[-3:])
            kind = chance.choice(PRESSED)
            by = replace(of, event=f"press {number}", person=PROBER, text="the button", query="")
            own = query(chance) if kind == "edit" else ""
            await side.press(replace(by, pressed=Pressed(reference, kind, chance.randint(0, 1)), query=own))
    finally:
        await desk.stop()
        database.close()
    return side.shown


def _message(text: str, number: int, person: str, *, private: bool) -> Message:
    place = {"channel": f"D{person}" if private else "C1", "thread": f"{number}.0", "private": private}
    return message(text, platform="slack", event=f"ask {number}", person=person, **place)


def compared(folder: Path, seed: int, count: int) -> Tried:
    """Asks and presses so often at both; raises where they are told apart."""
    made: Company = company(random.Random(seed))  # noqa: S311 - the same in every run
    shown = []
    for name, graph in sides_of(made, ("cases", "pay")).items():  # in turn: a process has one engine
        people = f"slack:T1:{PROBER}"
        more = {"reviewers": people, "editors": people, "person_questions": 99, "channel_questions": 99}
        settings = settings_in(folder / name, OPEN_TO_ONE, graph, **more)
        with by_rights(settings) as core:
            shown.append(asyncio.run(_tried(settings, core, seed, count)))
    whole, less = shown
    tried = Tried(answered=sum("'answered'" in one for one in whole))
    for number, (one, other) in enumerate(zip(whole, less, strict=True)):
        assert one == other, number
        tried.add("shown")
    return tried
