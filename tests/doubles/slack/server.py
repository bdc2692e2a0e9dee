"""A strict local Slack as a program on loopback: the Web API, uploads and Socket Mode over real connections.

`LocalSlack` is started around a test; what people do is in `people`, what it holds in `workspace`.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, Self

from aiohttp import BasicAuth, WSMsgType, web

from tests.doubles.slack.api import WebApi
from tests.doubles.slack.oauth import OAuth
from tests.doubles.slack.screens import USES
from tests.doubles.slack.workspace import Refused, Workspace
from tests.patience import LONG


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What goes wrong at one call. `lost` cuts the connection before or after the call has had its effect;
    `then` is called just before it is cut, or when a call that does not fail comes in.
    """

    error: str = ""
    status: int = 200
    retry_after: int | None = None
    lost: Literal["", "before", "after"] = ""
    then: Callable[[], None] = lambda: None


class LocalSlack:
    def __init__(self, manifest: dict[str, Any]) -> None:
        self.workspace = Workspace.installed(manifest)
        self.workspaces = [self.workspace]
        self.oauth = OAuth(
            redirect_urls=manifest["oauth_config"].get("redirect_urls", []),
            rotating=manifest["settings"]["token_rotation_enabled"],
        )
        self._manifest = manifest
        self.acknowledged: dict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self.connected = asyncio.Event()
        self._news = asyncio.Condition()
        self._api = WebApi(self.workspaces, self.oauth)
        self._faults: dict[str, list[Fault]] = defaultdict(list)
        self._tickets: set[str] = set()
        self._sockets: list[web.WebSocketResponse] = []
        self.cutting = 0  # so many envelopes are the last that their connection carries
        self._address = ""

    @property
    def address(self) -> str:
        return self._address

    @property
    def api_url(self) -> str:
        return f"{self._address}/api/"

    def another(self, team: str, enterprise: str = "") -> Workspace:
        """One more workspace, in which the app is not installed yet."""
        more = Workspace.installed(self._manifest, team)
        more.enterprise, more.bot_token, more.token_error = enterprise, f"none-{team}", "account_inactive"
        self.workspaces.append(more)
        return more

    def fail(self, method: str, *faults: Fault) -> None:
        """The next calls of `method` go wrong, one fault a call."""
        self._faults[method] += faults

    def recover(self, method: str) -> None:
        """Nothing goes wrong with `method` any more."""
        self._faults[method].clear()

    def meanwhile(self, method: str, then: Callable[[], None]) -> None:
        """`then` is called when the next call of `method` has come in; it goes well."""
        self.fail(method, Fault(then=then))

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=10_000_000)
        app.router.add_post("/api/{method}", self._call)
        app.router.add_get("/api/{method}", self._call)
        app.router.add_post("/upload/{file}", self._upload)
        app.router.add_post("/respond/{name}", self._respond)
        app.router.add_get("/link", self._link)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        port = self._runner.addresses[0][1]
        self._address = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.drop_connections()
        await self._runner.cleanup()

    async def drop_connections(self) -> None:
        """Cuts every Socket Mode connection, as Slack does now and then."""
        self.connected.clear()
        for socket in self._sockets:
            await socket.close()
        self._sockets.clear()

    async def refresh_connections(self) -> None:
        """Asks that every Socket Mode connection is made anew and then ends it, as Slack does at times."""
        self.connected.clear()
        old, self._sockets = self._sockets, []
        for socket in old:
            await socket.send_json({"type": "disconnect", "reason": "refresh_requested", "debug_info": {}})
        async with asyncio.timeout(LONG):
            await self.connected.wait()
        for socket in old:
            await socket.close()

    async def wait_for(self, answers: int, *, files: int = 0) -> list[dict[str, Any]]:
        """The bot's answers once there are so many, with files; fails after a long while rather than hang."""
        w = self.workspace
        async with asyncio.timeout(LONG), self._news:
            await self._news.wait_for(lambda: len(w.answers()) >= answers and len(w.files()) >= files)
        return w.answers()

    async def seen(self, what: Callable[[], object]) -> None:
        """Until `what` holds of something that the bot called for."""
        async with asyncio.timeout(LONG), self._news:
            await self._news.wait_for(lambda: bool(what()))

    async def envelope(self, envelope: dict[str, Any]) -> None:
        """Sends an envelope over one of the open connections."""
        await self.connected.wait()
        socket = self._sockets[-1]
        await socket.send_json(envelope)
        if self.cutting:
            self.cutting -= 1
            self._sockets.remove(socket)
            if not self._sockets:
                self.connected.clear()
            await socket.close()

    async def _call(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        arguments = await _arguments(request)
        token = _token(request, arguments)
        fault = self._faults[method].pop(0) if self._faults[method] else Fault()
        if not fault.lost:
            fault.then()
        if fault.lost == "before":
            fault.then()
            return _hang_up(request)
        if fault.error or fault.status != 200:
            self._api.of(token, arguments).calls.append((method, arguments))
            headers = {} if fault.retry_after is None else {"Retry-After": str(fault.retry_after)}
            return web.json_response(
                {"ok": False, "error": fault.error}, status=fault.status, headers=headers
            )
        try:
            answer = self._api.call(method, arguments, token, self._address)
        except Refused as refused:
            return web.json_response(refused.answer)
        if method == "apps.connections.open":
            self._tickets.add(answer["url"].partition("ticket=")[2])
        async with self._news:
            self._news.notify_all()
        if fault.lost == "after":
            fault.then()
            return _hang_up(request)
        return web.json_response(
            answer, headers={"x-oauth-scopes": ",".join(sorted(self._api.of(token, arguments).scopes))}
        )

    async def _upload(self, request: web.Request) -> web.Response:
        if fault := self._faults["upload"]:
            return web.Response(status=fault.pop(0).status, text="upload failed")
        name = request.match_info["file"]
        file = next(w.uploads[name] for w in self.workspaces if name in w.uploads)
        content = await request.read()
        if len(content) != file["length"]:
            return web.Response(status=400, text="length mismatch")
        is_binary = file["name"].endswith((".png", ".xlsx"))
        file["content"] = content if is_binary else content.decode()
        return web.Response(text=f"OK - {len(content)}")

    async def _respond(self, request: web.Request) -> web.Response:
        """A response_url: five answers to who acted, also where the app is no member."""
        said = self.workspace.screens.responses.setdefault(request.match_info["name"], [])
        if len(said) >= USES:
            return web.Response(status=404, text="used_url")
        said.append(await request.json())
        async with self._news:
            self._news.notify_all()
        return web.Response(text="ok")

    async def _link(self, request: web.Request) -> web.WebSocketResponse:
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            raise web.HTTPForbidden(text="a ticket opens one connection")
        self._tickets.remove(ticket)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"type": "hello", "num_connections": 1, "connection_info": {"app_id": "A1"}})
        self._sockets.append(socket)
        self.connected.set()
        async for said in socket:
            if socket in self._sockets and said.type is WSMsgType.TEXT and said.data.startswith("{"):
                self.acknowledged[json.loads(said.data)["envelope_id"]].set()
        return socket


async def _arguments(request: web.Request) -> dict[str, Any]:
    if request.content_type == "application/json":
        return dict(await request.json()) | dict(request.query)
    arguments: dict[str, Any] = dict(request.query) | dict(await request.post())
    return {k: json.loads(v) if k in ("blocks", "metadata", "chunks") else v for k, v in arguments.items()}


def _token(request: web.Request, arguments: dict[str, Any]) -> str:
    """The token of a call; an app's own id and secret come in another way, and become arguments."""
    said = request.headers.get("Authorization", "")
    if said.startswith("Basic "):
        own = BasicAuth.decode(said)
        arguments |= {"client_id": own.login, "client_secret": own.password}
        return ""
    return said.removeprefix("Bearer ") or str(arguments.pop("token", ""))


def _hang_up(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
