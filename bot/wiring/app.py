"""Desk and platforms -> the one HTTP application around them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot.desk import Desk
from bot.health import Check, Health, PlatformCheck, Queue
from bot.health import mount as mount_health
from bot.links import Links
from bot.message import Platform, Reaching
from bot.telemetry.metrics import mount as mount_metrics
from kgqa.language import read_dictionaries

if TYPE_CHECKING:
    from bot.audit.web import AuditPages

Background = Callable[[], Coroutine[Any, Any, None]]  # runs until it is cancelled
SERVING: dict[str, Any] = {"auto_decompress": False}  # no platform packs its requests, and strangers might
LARGEST_REQUEST = 2**20  # bytes; the events of Slack and Teams are far smaller


def build_app(
    desk: Desk,
    platforms: Sequence[Platform],
    background: Sequence[Background] = (),
    links: Links | None = None,
    audit: AuditPages | None = None,
    *,
    checks: Sequence[Check] = (),
    is_thinking: Callable[[], bool] = lambda: True,
    metrics_token: str = "",
) -> web.Application:
    """One HTTP application: the desk starts first and ends first, so that it can take and send all it has.
    What goes on in the `background` begins when all is ready, and is cancelled at the end. With `links`,
    files of answers are served too, and with `audit` the auditors' pages. The `checks` are what `/readyz`
    looks at beside the queue and the platforms; `is_thinking` says whether the core's own thread lives. Who
    shows the `metrics_token` may read `/metrics`; without one, who is at this machine.
    """
    app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[readable_bodies])

    tasks: list[asyncio.Task[None]] = []

    async def life(_: web.Application) -> AsyncIterator[None]:
        await desk.start(work=False)
        yield
        await desk.stop()  # nothing is left to do, unless the start failed halfway

    async def work(_: web.Application) -> None:
        desk.work()
        asyncio.get_running_loop().run_in_executor(None, read_dictionaries)
        tasks.extend(asyncio.create_task(each()) for each in background)

    async def rest(_: web.Application) -> None:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def stop(_: web.Application) -> None:
        await desk.stop()

    def dead() -> str:
        if desk.is_dead:
            return "What is taken over here is not worked on any more."
        return "" if is_thinking() else "Questions are not read here any more."

    looks = [PlatformCheck(platform=each) for each in platforms if isinstance(each, Reaching)]
    health = Health((*checks, Queue(desk=desk), *looks))

    app.cleanup_ctx.append(life)  # before the platforms' own, which may bring messages at once
    app.on_shutdown.extend((rest, stop))
    mount_health(app, dead=dead, stopping=lambda: not desk.is_open, health=health)
    mount_metrics(app, token=metrics_token, waiting=desk.waiting, parts=health.parts)
    for platform in platforms:
        platform.mount(app, desk)
    if links is not None:
        links.mount(app, desk)
    if audit is not None:
        audit.mount(app)
    app.on_startup.append(work)  # after the platforms' own: now they can send
    return app


@web.middleware
async def readable_bodies(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """A body that is not what its headers say is the sender's mistake, and no news for the log."""
    try:
        return await handler(request)
    except (UnicodeDecodeError, LookupError) as error:
        if isinstance(error, KeyError | IndexError):
            raise  # a LookupError of its own kind is a charset that does not exist
        return web.Response(status=400, text="The body is not what its headers say.")
