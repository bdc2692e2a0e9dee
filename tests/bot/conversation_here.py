"""A person at this machine: on the local chat page through aiohttp's client, and in the terminal."""

from __future__ import annotations

import asyncio
import io
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from aiohttp import ClientSession, ClientTimeout, CookieJar
from rich.console import Console

from bot import wiring
from bot.commands.working import Working
from bot.desk import Core
from bot.platforms.terminal import TerminalPlatform
from bot.platforms.web import WebPlatform
from tests.bot.conversation import Hand, Person, Place, Seen, at_work, opened
from tests.patience import LONG

_STEP = re.compile(r" {1,2}\d+ (.*?)(?:  [^ ]*(?: \d+)? m?s)?\s*")


class PagePerson:
    """Has opened the page, which listens to its stream of events."""

    def __init__(self, session: ClientSession, origin: str) -> None:
        self.session, self.origin = session, origin
        self.reference = ""
        self._conversation = ""
        self._said: list[dict[str, str]] = []
        self._replies: list[dict[str, Any]] = []
        self._removed: set[str] = set()
        self._read: dict[str, Any] = {}
        self._arrived = asyncio.Condition()

    async def say(self, words: str, *, elsewhere: bool = False) -> None:
        posting = {"event": str(uuid4()), "text": words}
        if self._conversation and not elsewhere:
            posting["conversation"] = self._conversation
        conversation = await self._post(posting)
        self._conversation = self._conversation or conversation
        self._said.append({**posting, "conversation": conversation})

    async def press(self, number: int) -> None:
        button = self._read["buttons"][number - 1]
        posting = {"event": str(uuid4()), "text": button["label"], "pressed": button["value"]}
        await self._post({**posting, "conversation": self._conversation})

    async def answer(self, number: int) -> Seen:
        async with asyncio.timeout(LONG), self._arrived:
            await self._arrived.wait_for(lambda: self.answers >= number)
        self._read = read = self._standing()[number - 1]
        self.reference = read["footer"].rpartition("record ")[2]
        return Seen(
            lead=read["lead"],
            rows=tuple(row[0]["text"] for row in read["rows"]),
            query=await self._file(read, f"{self.reference}.rq"),
            trace=tuple(step["summary"].strip() for step in read["steps"]),
        )

    async def again(self) -> None:
        for posting in self._said:
            await self._post(posting)

    @property
    def answers(self) -> int:
        return len(self._standing())

    # ── what is done with an answer ──────────────────────────────────────────────────────────────

    def offered(self) -> set[str]:
        return {act["label"] for act in self._read["acts"]}

    async def judge(self, reason: str) -> None:
        await self._act("down", note=reason)

    async def run_again(self) -> None:
        await self._act("again")

    async def choose_other(self, number: int) -> None:
        other = (await self._act("meant"))["others"][number - 1]
        await self._ask({"text": other["label"], "pressed": other["value"]})

    async def chart(self) -> str:
        return str((await self._act("chart"))["chart"]["title"])

    async def edit(self, query: str) -> None:
        assert (await self._act("edit"))["query"]
        await self._ask({"text": self._read["question"], "query": query})

    async def remove(self) -> None:
        await self._act("remove")

    async def correct(self, words: str) -> None:
        raise NotImplementedError

    async def read_alone(self) -> str:
        raise NotImplementedError

    async def share(self) -> None:
        raise NotImplementedError

    async def _act(self, kind: str, note: str = "") -> dict[str, Any]:
        button = next(act for act in self._read["acts"] if act["kind"] == kind)
        return await self._ask({"text": button["label"], "pressed": button["value"], "note": note})

    def _standing(self) -> list[dict[str, Any]]:
        return [reply for reply in self._replies if reply["event"] not in self._removed]

    async def listen(self, opened: asyncio.Event) -> None:
        """Reads the stream until it is cancelled."""
        async with self.session.get("/api/events", timeout=ClientTimeout(total=None)) as stream:
            opened.set()
            async for line in stream.content:
                told = json.loads(line[6:]) if line.startswith(b"data: ") else {}
                item = told.get("item", {})
                async with self._arrived:
                    if item.get("kind") == "reply":
                        self._replies.append(item)
                    elif item.get("kind") == "removed":
                        self._removed.add(item["event"])
                    self._arrived.notify_all()

    async def _ask(self, posting: dict[str, str]) -> dict[str, Any]:
        """Posts it into the conversation; what the page is told."""
        return await self._told({"event": str(uuid4()), "conversation": self._conversation, **posting})

    async def _post(self, posting: dict[str, str]) -> str:
        return str((await self._told(posting))["conversation"])

    async def _told(self, posting: dict[str, str]) -> dict[str, Any]:
        headers = {"Origin": self.origin}
        async with self.session.post("/api/messages", json=posting, headers=headers) as response:
            assert response.status == 200, await response.text()
            told: dict[str, Any] = await response.json()
            return told

    async def _file(self, read: dict[str, Any], name: str) -> str:
        for file in read["files"]:
            if file["name"] == name:
                async with self.session.get(file["address"]) as response:
                    return (await response.text()).strip()
        return ""


@asynccontextmanager
async def on_the_page(core: Core, folder: Path) -> AsyncIterator[tuple[Hand, Place]]:
    async with opened(folder) as (settings, database):
        page = WebPlatform(seal=wiring.open_seal(settings), look=wiring.look_of(settings))
        async with at_work(settings, core, (page,), database) as place:
            origin = f"http://127.0.0.1:{place.port}"
            async with ClientSession(origin, cookie_jar=CookieJar(unsafe=True)) as session:
                async with session.get(page.address("127.0.0.1", place.port)) as response:
                    assert response.status == 200
                person, is_open = PagePerson(session, origin), asyncio.Event()
                listening = asyncio.create_task(person.listen(is_open))
                await is_open.wait()
                yield person, place
                listening.cancel()


class TerminalPerson:
    """Types lines; what is printed until the next line is asked for belongs to the last one."""

    def __init__(self, out: io.StringIO) -> None:
        self.reference = ""
        self._out = out
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._printed: list[str] = []
        self._at = 0
        self._news = asyncio.Condition()
        self.answers = 0

    async def next(self) -> str | None:
        """The terminal asks for a line."""
        async with self._news:
            self._printed.append(self._out.getvalue()[self._at :])
            self._at = len(self._out.getvalue())
            self._news.notify_all()
        return await self._typed.get()

    async def leave(self) -> None:
        await self._typed.put(None)

    async def say(self, words: str, *, elsewhere: bool = False) -> None:
        assert not elsewhere, "a terminal has one thread at a time"
        await self._typed.put(words)

    async def press(self, number: int) -> None:
        await self._typed.put(str(number))

    async def answer(self, number: int) -> Seen:
        assert number == self.answers + 1, "a terminal shows one answer after the other"
        self.answers = number
        lines = (await self._after(3 * number - 2)).strip("\n").splitlines()
        rule = next((n for n, line in enumerate(lines) if line.strip(" ─") == "" and "─" in line), None)
        rows = lines[rule + 1 : lines.index("", rule)] if rule is not None else []
        self.reference = lines[-1].rpartition("record ")[2].strip()
        await self._typed.put("/query")
        query = await self._after(3 * number - 1)
        await self._typed.put("/trace")
        trace = [_STEP.fullmatch(line) for line in (await self._after(3 * number)).splitlines()]
        return Seen(
            lead=lines[0].strip(),
            rows=tuple(row.strip() for row in rows),
            query="" if "No query ran." in query else _unpadded(query),
            trace=tuple(step[1].strip() for step in trace if step),
        )

    async def again(self) -> None:
        """Nothing tells a terminal's lines twice."""

    async def _after(self, line: int) -> str:
        """What was printed after the line with this number."""
        async with asyncio.timeout(LONG), self._news:
            await self._news.wait_for(lambda: len(self._printed) > line)
        return self._printed[line]


def _unpadded(printed: str) -> str:
    return "\n".join(line[2:].rstrip() for line in printed.splitlines()).strip()


@asynccontextmanager
async def in_the_terminal(core: Core, folder: Path) -> AsyncIterator[tuple[Person, Place]]:
    async with opened(folder) as (settings, database):
        out = io.StringIO()
        console = Console(file=out, width=400, highlight=False)
        terminal = TerminalPlatform(
            console, showing=lambda: Working(console), look=wiring.look_of(settings), name="terminal"
        )
        async with at_work(settings, core, (terminal,), database) as place:
            person = TerminalPerson(out)
            talk = asyncio.create_task(terminal.talk(person))
            yield person, place
            await person.leave()
            await talk
