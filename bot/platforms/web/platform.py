"""The page and what it talks to: routes, and the side of the desk that platforms show.

In: what the page posts. Out: one Message each to the desk, and to the page a stream of events: what was
asked, what is going on, and each reply as its card. The conversations live as long as the process; what the
desk keeps (history, records) is the desk's.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from aiohttp import web
from pydantic import ValidationError

from bot.buttons import ASKS, Pressed, Seal
from bot.cards.look import Button, Look, reader_of
from bot.cards.stages import stage_words, under_way
from bot.cards.view import View, view
from bot.cards.web import draw, draw_heard
from bot.intake import is_stop
from bot.message import Message, Posted, Reception, Reply
from bot.platforms.loopback import HEADERS, Guard, cookie
from bot.platforms.web import elsewhere
from bot.platforms.web.conversations import Conversation, Conversations, question
from bot.platforms.web.posting import NAME, Posting, message_of, readers_language, visit, why
from bot.platforms.web.served import as_bytes, as_json, as_text, language_of, page, problem, static, words_for
from bot.platforms.web.stream import Streams
from kgqa.errors import AskersMove, OperatorsMove
from kgqa.types import Recent, Stage


class WebPlatform:
    """The page and what it talks to. `examples` are three questions that this graph can answer."""

    name = NAME

    def __init__(
        self,
        *,
        seal: Seal,
        look: Look | None = None,
        examples: Sequence[str] = (),
        about: str = "",
        guard: Guard | None = None,
    ) -> None:
        self.guard = guard or Guard()
        self._seal = seal
        self._look = look or Look()
        self._start = {"examples": list(examples), "about": about}
        self._conversations = Conversations()
        self._streams = Streams()
        self._desk: Reception | None = None

    # ── the platform ─────────────────────────────────────────────────────────────────────────────

    def mount(self, app: web.Application, desk: Reception) -> None:
        """Adds the page's routes; the streams end when the application does."""
        self._desk = desk
        local, keyed = self.guard.local, self.guard.keyed
        app.router.add_get("/", local(self._page))
        app.router.add_get("/static/{name}", local(static))
        app.router.add_get("/api/conversations", keyed(self._list))
        app.router.add_get("/api/conversations/{id}", keyed(self._show))
        app.router.add_get("/api/home", keyed(self._home))
        app.router.add_get("/api/preview/{id}/{event}", keyed(self._preview))
        app.router.add_post("/api/messages", keyed(self._post))
        app.router.add_get("/api/events", keyed(self._streams.answer))
        app.router.add_get("/files/{id}/{name}", keyed(self._file))
        app.on_shutdown.append(self._streams.close)

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        told = stage_words(stage, readers_language(message))
        self._streams.tell(
            {
                "kind": "stage",
                "conversation": message.thread,
                "event": message.event,
                "words": under_way(told, step),
            }
        )

    async def send(self, reply: Reply, *, again: bool) -> Posted:  # noqa: ARG002  # the conversation itself is looked at
        message = reply.message
        conversation = self._conversations.touch(message.thread)
        if not conversation.has("question", message.event):  # asked before the process was last started
            self._add(conversation, question(message))
        if not conversation.has("reply", message.event) and not conversation.has("removed", message.event):
            shown = view(reply, self._look_for(message))
            conversation.replies[message.event] = reply
            conversation.files[message.event] = {file.name: file for file in shown.attachments}
            self._add(conversation, self._card(reply, shown, conversation))
        return Posted(ids=(f"{message.thread}/{message.event}",), permalink=f"#{message.thread}")

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        conversation = self._conversations.get(message.thread)
        for posted in ids if conversation else ():
            thread, _, event = posted.partition("/")
            if conversation and thread == message.thread and conversation.has("reply", event):
                item = conversation.take_back(event)
                self._streams.tell({"kind": "item", "conversation": thread, "item": item})

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
        """Nothing that was asked on the page is edited."""

    def address(self, host: str, port: int) -> str:
        """What to open in the browser; it holds the key."""
        return f"http://{host}:{port}/?key={self.guard.key}"

    # ── what the page asks for ───────────────────────────────────────────────────────────────────

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if (key := request.query.get("key")) and self.guard.knows(key):
            response = web.HTTPSeeOther("/", headers=HEADERS)
            response.set_cookie(cookie(request), key, httponly=True, samesite="Strict", path="/")
            raise response
        if self.guard.knows(request.cookies.get(cookie(request), "")):
            return page("chat.html", language_of(request))
        return page("locked.html", language_of(request), status=403)

    async def _list(self, _request: web.Request) -> web.StreamResponse:
        listed = [{"id": c.id, "title": c.title} for c in reversed(tuple(self._conversations))]
        return as_json({**self._start, "conversations": listed})

    async def _show(self, request: web.Request) -> web.StreamResponse:
        conversation = self._conversations.get(request.match_info["id"])
        if conversation is None:
            return problem(404, words_for(request)("page-gone"))
        return as_json({"id": conversation.id, "title": conversation.title, "items": conversation.items})

    async def _home(self, request: web.Request) -> web.StreamResponse:
        if self._desk is None:
            return as_json({"graphs": [], "examples": self._start["examples"], "recent": []})
        try:
            home = await self._desk.home(visit(language_of(request)))
        except OperatorsMove as error:
            return problem(503, error.shown)
        return as_json(
            {
                "graphs": [{"name": name, "about": about} for name, about in home.graphs],
                "examples": self._start["examples"] or list(home.examples),
                "recent": [self._recent(recent) for recent in home.recent],
            }
        )

    def _recent(self, recent: Recent) -> dict[str, Any]:
        thread = recent.permalink.removeprefix("#")
        return {"question": recent.question, "conversation": thread if thread in self._conversations else ""}

    async def _preview(self, request: web.Request) -> web.StreamResponse:
        conversation = self._conversations.get(request.match_info["id"])
        reply = conversation.replies.get(request.match_info["event"]) if conversation else None
        card = None
        if reply:
            look = self._look_for(reply.message, self._look.charts)
            card = await asyncio.to_thread(elsewhere.card, reply, request.query.get("as", ""), look)
        if card is None:
            return problem(404, words_for(request)("page-answer-gone"))
        return as_json(card)

    async def _post(self, request: web.Request) -> web.StreamResponse:
        say = words_for(request)
        try:
            posting = Posting.model_validate_json(await request.text())
        except ValidationError as error:
            return problem(400, why(error, say))
        pressed = self._seal.open(posting.pressed) if posting.pressed else None
        if posting.pressed and pressed is None:
            return problem(400, say("page-button-gone"))
        message = message_of(posting, pressed)
        if self._desk is not None and pressed and pressed.kind not in ASKS:
            return await self._press(self._desk, message, pressed)
        conversation = self._conversations.touch(message.thread)
        stops = pressed is None and is_stop(message.text)  # it is no question: what it ends says that
        is_new = not stops and not conversation.has("question", message.event)
        if is_new:  # before the desk has it, whose reply may be faster than its thanks
            self._add(conversation, question(message))
        try:
            if self._desk is not None:
                await self._desk.receive(message)
        except (AskersMove, OperatorsMove) as error:
            if is_new:
                self._take_out(conversation, message.event)
            return problem(503, error.shown)
        return as_json({"conversation": conversation.id, "stops": stops})

    async def _press(self, desk: Reception, message: Message, pressed: Pressed) -> web.StreamResponse:
        try:
            heard = await desk.press(message)
        except OperatorsMove as error:
            return problem(503, error.shown)
        reader = reader_of(heard.reply, self._look_for(message)) if heard.reply else ""
        return as_json(draw_heard(heard, pressed.kind, seal=self._sign, reader=reader))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        conversation = self._conversations.get(request.match_info["id"])
        file = conversation.file(request.match_info["name"]) if conversation else None
        if file is None:
            return problem(404, words_for(request)("page-file-gone"))
        response = as_bytes(file.data, file.media_type)
        if file.is_text:
            response = as_text(file.content, file.media_type)
        response.headers["Content-Disposition"] = f'attachment; filename="{_safe(file.name)}"'
        return response

    # ── what is shown ────────────────────────────────────────────────────────────────────────────

    def _add(self, conversation: Conversation, item: dict[str, Any]) -> None:
        conversation.items.append(item)
        self._streams.tell(
            {"kind": "item", "conversation": conversation.id, "title": conversation.title, "item": item}
        )

    def _take_out(self, conversation: Conversation, event: str) -> None:
        conversation.take_out(event)
        if not conversation.items:
            self._conversations.drop(conversation.id)
        self._streams.tell({"kind": "gone", "conversation": conversation.id, "event": event})

    def _look_for(self, message: Message, charts: bool = True) -> Look:
        """Numbers and dates are written as the browser's reader writes them; the page draws charts itself."""
        language = readers_language(message) or self._look.language
        return replace(self._look, language=language, charts=charts, draws=True)

    def _card(self, reply: Reply, shown: View, conversation: Conversation) -> dict[str, Any]:
        def address(name: str) -> str:
            return f"/files/{conversation.id}/{name}"

        return {
            "kind": "reply",
            "event": reply.message.event,
            "question": reply.answer.question.text,
            **draw(
                shown,
                seal=lambda button: self._sign(reply.reference, button),
                address=address,
                reader=reader_of(reply, self._look_for(reply.message)),
            ),
        }

    def _sign(self, reference: str, button: Button) -> str:
        return self._seal.sign(Pressed(reference, button.kind, button.index))


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", name)
