"""The local chat page: one more chat platform on the desk, for the person at this machine.

In: what the page posts. Out: one Message each to the desk, and to the page a stream of events: what was
asked, what is going on, and each reply as its card. The conversations live as long as the process; what the
desk keeps (history, records) is the desk's.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from aiohttp import web
from pydantic import BaseModel, Field, ValidationError

from bot.buttons import ASKS, Pressed, Seal
from bot.cards.files import Attachment
from bot.cards.look import Button, Look
from bot.cards.stages import stage_words, under_way
from bot.cards.view import View, view
from bot.cards.web import draw
from bot.intake import is_stop
from bot.message import Message, NotPosted, Posted, Reception, Reply
from bot.platforms.loopback import HEADERS, Guard, cookie
from kgqa.errors import AskersMove, OperatorsMove
from kgqa.types import Outcome, Stage

PAGES = Path(__file__).parent / "pages"
STATIC = {"chat.css": "text/css", "chat.js": "text/javascript", "icon.svg": "image/svg+xml"}
LONGEST = 20_000  # characters of one message; what is too long for an answer the desk says itself
KEPT = 200  # conversations; the longest untouched goes first
HEARTBEAT = 15.0  # seconds of silence after which the stream says that it lives


class Posting(BaseModel):
    """What the page posts: a question, or a button that was pressed, in a conversation or a new one."""

    event: UUID
    conversation: UUID | None = None
    text: str = Field(min_length=1, max_length=LONGEST)
    language: str = Field(default="", pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$")
    pressed: str = Field(default="", max_length=2_000)


@dataclass(slots=True)
class Conversation:
    """What one conversation shows: questions and replies in the order in which they came."""

    id: str
    items: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, Attachment] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return next((str(i["text"])[:120] for i in self.items if i["kind"] == "question"), "")

    def has(self, kind: str, event: str) -> bool:
        return any(i["kind"] == kind and i["event"] == event for i in self.items)


class WebPlatform:
    """The page and what it talks to. `examples` are three questions that this graph can answer."""

    name = "web"

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
        self._conversations: OrderedDict[str, Conversation] = OrderedDict()
        self._streams: set[asyncio.Queue[dict[str, Any] | None]] = set()
        self._desk: Reception | None = None

    # ── the platform ─────────────────────────────────────────────────────────────────────────────

    def mount(self, app: web.Application, desk: Reception) -> None:
        """Adds the page's routes; the streams end when the application does."""
        self._desk = desk
        local, keyed = self.guard.local, self.guard.keyed
        app.router.add_get("/", local(self._page))
        app.router.add_get("/static/{name}", local(self._static))
        app.router.add_get("/api/conversations", keyed(self._list))
        app.router.add_get("/api/conversations/{id}", keyed(self._show))
        app.router.add_post("/api/messages", keyed(self._post))
        app.router.add_get("/api/events", keyed(self._events))
        app.router.add_get("/files/{id}/{name}", keyed(self._file))
        app.on_shutdown.append(self._close)

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        self._tell(
            {
                "kind": "stage",
                "conversation": message.thread,
                "event": message.event,
                "words": under_way(stage_words(stage), step),
            }
        )

    async def send(self, reply: Reply, *, again: bool) -> Posted:  # noqa: ARG002  # the conversation itself is looked at
        message = reply.message
        conversation = self._conversation(message.thread)
        if not conversation.has("question", message.event):  # asked before the process was last started
            self._add(conversation, _question(message))
        if not conversation.has("reply", message.event):
            shown = view(reply, self._look_for(message))
            conversation.files |= {file.name: file for file in shown.attachments}
            self._add(conversation, self._card(reply, shown, conversation))
        return Posted(ids=(f"{message.thread}/{message.event}",))

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:  # noqa: ARG002
        raise NotPosted("The page cannot delete this yet.", retry_after=None)

    def address(self, host: str, port: int) -> str:
        """What to open in the browser; it holds the key."""
        return f"http://{host}:{port}/?key={self.guard.key}"

    # ── what the page asks for ───────────────────────────────────────────────────────────────────

    async def _page(self, request: web.Request) -> web.StreamResponse:
        if (key := request.query.get("key")) and self.guard.knows(key):
            response = web.HTTPSeeOther("/", headers=HEADERS)
            response.set_cookie(cookie(request), key, httponly=True, samesite="Strict", path="/")
            raise response
        is_known = self.guard.knows(request.cookies.get(cookie(request), ""))
        name, status = ("chat.html", 200) if is_known else ("locked.html", 403)
        return _text((PAGES / name).read_text("utf-8"), "text/html", status=status)

    async def _static(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        if name not in STATIC:
            raise web.HTTPNotFound
        return _text((PAGES / name).read_text("utf-8"), STATIC[name])

    async def _list(self, _request: web.Request) -> web.StreamResponse:
        listed = [{"id": c.id, "title": c.title} for c in reversed(self._conversations.values())]
        return _json({**self._start, "conversations": listed})

    async def _show(self, request: web.Request) -> web.StreamResponse:
        conversation = self._conversations.get(request.match_info["id"])
        if conversation is None:
            return _problem(404, "This conversation is no longer here. Start a new one.")
        return _json({"id": conversation.id, "title": conversation.title, "items": conversation.items})

    async def _post(self, request: web.Request) -> web.StreamResponse:
        try:
            posting = Posting.model_validate_json(await request.text())
        except ValidationError as error:
            return _problem(400, _why(error))
        pressed = self._seal.open(posting.pressed) if posting.pressed else None
        if posting.pressed and pressed is None:
            return _problem(400, "This button is no longer valid. Ask the question again.")
        message = _message(posting, pressed)
        if self._desk is not None and pressed and pressed.kind not in ASKS:
            return await self._press(self._desk, message)
        conversation = self._conversation(message.thread)
        stops = pressed is None and is_stop(message.text)  # it is no question: what it ends says that
        is_new = not stops and not conversation.has("question", message.event)
        if is_new:  # before the desk has it, whose reply may be faster than its thanks
            self._add(conversation, _question(message))
        try:
            if self._desk is not None:
                await self._desk.receive(message)
        except (AskersMove, OperatorsMove) as error:
            if is_new:
                self._take_out(conversation, message.event)
            return _problem(503, str(error))
        return _json({"conversation": conversation.id, "stops": stops})

    async def _press(self, desk: Reception, message: Message) -> web.StreamResponse:
        try:
            return _json({"said": (await desk.press(message)).words})
        except OperatorsMove as error:
            return _problem(503, str(error))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        conversation = self._conversations.get(request.match_info["id"])
        file = conversation.files.get(request.match_info["name"]) if conversation else None
        if file is None:
            return _problem(404, "This file is no longer here. Ask the question again.")
        response = _text(file.content, file.media_type)
        response.headers["Content-Disposition"] = f'attachment; filename="{_safe(file.name)}"'
        return response

    async def _events(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(maxsize=1_000)
        self._streams.add(queue)
        try:
            await response.prepare(request)
            await response.write(b"retry: 1000\n\n")
            while (line := await _next(queue)) is not None:
                await response.write(line)
        except ConnectionResetError:
            pass  # the page was closed
        finally:
            self._streams.discard(queue)
        return response

    # ── what is kept ─────────────────────────────────────────────────────────────────────────────

    def _conversation(self, thread: str) -> Conversation:
        conversation = self._conversations.setdefault(thread, Conversation(id=thread))
        self._conversations.move_to_end(thread)
        while len(self._conversations) > KEPT:
            self._conversations.popitem(last=False)
        return conversation

    def _add(self, conversation: Conversation, item: dict[str, Any]) -> None:
        conversation.items.append(item)
        self._tell(
            {"kind": "item", "conversation": conversation.id, "title": conversation.title, "item": item}
        )

    def _look_for(self, message: Message) -> Look:
        """Numbers and dates are written as the browser's reader writes them."""
        language = json.loads(message.address or "{}").get("language")
        return replace(self._look, language=language) if language else self._look

    def _take_out(self, conversation: Conversation, event: str) -> None:
        conversation.items = [i for i in conversation.items if i["event"] != event]
        if not conversation.items:
            del self._conversations[conversation.id]
        self._tell({"kind": "gone", "conversation": conversation.id, "event": event})

    def _card(self, reply: Reply, shown: View, conversation: Conversation) -> dict[str, Any]:
        def seal(button: Button) -> str:
            return self._seal.sign(Pressed(reply.reference, button.kind, button.index))

        def address(name: str) -> str:
            return f"/files/{conversation.id}/{name}"

        can_retry = shown.outcome is Outcome.FAILED and reply.message.pressed is None
        return {
            "kind": "reply",
            "event": reply.message.event,
            "again": reply.message.text if can_retry else "",
            **draw(shown, seal=seal, address=address),
        }

    def _tell(self, event: dict[str, Any]) -> None:
        for queue in tuple(self._streams):
            if queue.full():  # nobody reads; the page reads everything anew when it connects again
                self._end(queue)
            else:
                queue.put_nowait(event)

    def _end(self, queue: asyncio.Queue[dict[str, Any] | None]) -> None:
        self._streams.discard(queue)
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)

    async def _close(self, _app: web.Application) -> None:
        for queue in tuple(self._streams):
            self._end(queue)


async def _next(queue: asyncio.Queue[dict[str, Any] | None]) -> bytes | None:
    """The next event as the stream spells it, or a sign of life; None at the end."""
    try:
        event = await asyncio.wait_for(queue.get(), HEARTBEAT)
    except TimeoutError:
        return b": still here\n\n"
    return None if event is None else f"data: {json.dumps(event)}\n\n".encode()


def _message(posting: Posting, pressed: Pressed | None) -> Message:
    thread = str(posting.conversation or uuid4())
    return Message(
        platform=WebPlatform.name,
        event=str(posting.event),
        tenant="local",
        channel="page",
        thread=thread,
        person="local",
        text=posting.text,
        sent_at=datetime.now(UTC),
        address=json.dumps({"language": posting.language}),  # the browser's; the question may be in another
        private=True,
        pressed=pressed,
    )


def _question(message: Message) -> dict[str, Any]:
    return {"kind": "question", "event": message.event, "text": message.text}


def _why(error: ValidationError) -> str:
    first = error.errors()[0]
    if first["loc"][:1] == ("text",):
        if first["type"] == "string_too_long":
            return f"This is too long: at most {LONGEST:,} characters fit into one question."
        return "There is no question in this message."
    return "The page sent something that Querist does not understand. Reload the page."


def _text(text: str, media_type: str, *, status: int = 200) -> web.Response:
    return web.Response(text=text, content_type=media_type, charset="utf-8", headers=HEADERS, status=status)


def _json(data: dict[str, Any], *, status: int = 200) -> web.Response:
    return web.json_response(data, headers=HEADERS, status=status)


def _problem(status: int, sentence: str) -> web.Response:
    return _json({"problem": sentence}, status=status)


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", name)
