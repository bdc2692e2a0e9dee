"""A conversation in the terminal: one more chat platform on the desk.

In: lines that a person types. Out: one Message each to the desk, and each reply drawn where it was asked.
A number picks a choice; what begins with a slash is for the terminal itself.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from typing import Protocol
from uuid import uuid4

from aiohttp import web
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from bot.buttons import Pressed
from bot.cards.look import Look
from bot.cards.terminal import Shown, draw, query_text, trace_text
from bot.cards.view import View, view
from bot.message import Message, Posted, Reception, Reply
from kgqa.errors import AskersMove, OperatorsMove
from kgqa.types import Stage

WELCOME = "Ask in your own words. /help says what else you can type; Ctrl-D leaves."
HELP = """\
1, 2, …   pick a choice of the last answer
/query    the query behind the last answer
/trace    how the last answer was found
/new      begin anew: what was said before no longer counts
/help     these words
/quit     leave (or Ctrl-D)"""
_NOTHING = "Nothing was asked yet."
_REST = "the rest is in the record; querist ask with --json prints all"


class Lines(Protocol):
    """Where the lines come from."""

    async def next(self) -> str | None:
        """The next line; None when the person leaves."""
        ...


class Shower(Protocol):
    """What shows that something goes on, and tells what."""

    async def tell(self, stage: Stage, step: str = "", /) -> None: ...


Showing = Callable[[], AbstractAsyncContextManager[Shower]]


def own_name() -> str:
    """The platform's name for this very terminal, so that no other terminal's answers are given here."""
    try:
        place = os.ttyname(sys.stdin.fileno()).removeprefix("/dev/").replace("/", "-")
    except (OSError, ValueError):
        place = str(os.getpid())
    return f"terminal-{socket.gethostname()}-{place}"


class TerminalPlatform:
    """`showing` gives what shows progress while one question is answered.

    `language` is that of the questions; "" when it is to be told from their words.
    """

    def __init__(
        self,
        console: Console,
        *,
        showing: Showing,
        look: Look | None = None,
        name: str = "terminal",
        language: str = "",
    ) -> None:
        self.name = name
        self._console = console
        self._showing = showing
        self._look = look or Look()
        self._language = language
        self._desk: Reception | None = None
        self._thread = uuid4().hex
        self._last: tuple[Reply, View] | None = None
        self._awaited: dict[str, asyncio.Future[Reply]] = {}
        self._shower: Shower | None = None

    # ── the platform ─────────────────────────────────────────────────────────────────────────────

    def mount(self, app: web.Application, desk: Reception) -> None:  # noqa: ARG002  # no HTTP here
        self._desk = desk

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        if self._shower and message.event in self._awaited:
            await self._shower.tell(stage, step)

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        """What a terminal has shown stays."""

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
        """Nothing that was asked in a terminal is edited."""

    async def send(self, reply: Reply, *, again: bool) -> Posted:  # noqa: ARG002  # a terminal cannot be looked at
        awaited = self._awaited.get(reply.message.event)
        if awaited is None:  # asked before the last start
            self._say(f"To the earlier question: {reply.message.text}")
            self._draw(reply)
        elif not awaited.done():
            awaited.set_result(reply)
        return Posted(ids=(reply.message.event,))

    # ── the conversation ─────────────────────────────────────────────────────────────────────────

    async def talk(self, lines: Lines) -> None:
        """Until the person leaves."""
        self._say(WELCOME)
        while (line := await lines.next()) is not None:
            text = line.strip()
            if text in ("/quit", "/exit"):
                return
            if text.startswith("/"):
                self._command(text)
            elif pressed := self._picked(text):
                await self._ask(*pressed)
            elif text:
                await self._ask(text, None)

    def _command(self, text: str) -> None:
        if text == "/new":
            self._thread, self._last = uuid4().hex, None
            self._say("A new conversation.")
        elif text == "/help":
            self._say(HELP)
        elif text not in ("/query", "/trace"):
            self._say(f"There is no command {text}. /help lists them all.")
        elif self._last is None:
            self._say(_NOTHING)
        elif text == "/query":
            query = self._last[1].query
            self._show(Padding(query_text(query), (0, 2)) if query else Text("No query ran."))
        else:
            self._show(trace_text(self._last[1]))

    def _picked(self, text: str) -> tuple[str, Pressed] | None:
        """The choice whose number was typed; None when the line is no such number."""
        if self._last is None or not text.isdecimal():
            return None
        reply, shown = self._last
        number = int(text) if len(text) < 4 else 0  # noqa: PLR2004  # no list of choices is that long
        if not 1 <= number <= len(shown.buttons):
            return None
        button = shown.buttons[number - 1]
        words = f"{button.label}, {button.detail}" if button.detail else button.label
        return words, Pressed(reply.reference, button.kind, button.index)

    async def _ask(self, text: str, pressed: Pressed | None) -> None:
        message = self._message(text, pressed)
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._awaited[message.event] = future
        try:
            async with self._showing() as self._shower:
                if self._desk is not None:
                    await self._desk.receive(message)
                reply = await future
            self._draw(reply)
        except (AskersMove, OperatorsMove) as error:
            self._console.print(Text(str(error), style="red"))
        finally:
            self._shower = None
            del self._awaited[message.event]

    def _message(self, text: str, pressed: Pressed | None) -> Message:
        return Message(
            platform=self.name,
            event=uuid4().hex,
            tenant="local",
            channel="terminal",
            thread=self._thread,
            person="local",
            text=text,
            sent_at=datetime.now(UTC).astimezone(),
            address="",
            language=self._language,
            private=True,
            pressed=pressed,
        )

    def _draw(self, reply: Reply) -> None:
        shown = view(reply, self._look)
        self._last = (reply, shown)
        self._show(draw(shown, Shown(rest=_REST)))
        if reply.answer.aside:
            self._say(reply.answer.aside)

    def _show(self, drawn: RenderableType) -> None:
        self._console.print()
        self._console.print(drawn)
        self._console.print()

    def _say(self, words: str) -> None:
        self._console.print(Text(words, style="dim"))
