"""`/healthz` and `/readyz`: the first is for whoever restarts a process, the second for whoever sends it
traffic or watches it.

In: the desk's life, and Health. Out: JSON. To who comes through a proxy the state alone is told.
"""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from bot.health.parts import Health, Part
from bot.platforms.loopback import is_passed_on

_HEADERS = {"Cache-Control": "no-store"}
_AWAY = 503


def mount(
    app: web.Application, *, dead: Callable[[], str], stopping: Callable[[], bool], health: Health
) -> None:
    """Adds both. `dead` says why this process has to be started again, "" as long as it lives; `stopping`
    whether the desk takes nothing over, before its start or at its end.
    """

    async def alive(request: web.Request) -> web.Response:
        if why := dead():
            return _said({"status": "dead", "reason": why}, request, status=_AWAY)
        return _said({"status": "ok"}, request)

    async def ready(request: web.Request) -> web.Response:
        if stopping():
            told: dict[str, object] = {"status": "unavailable", "reason": "Querist is starting or stopping."}
            return _said(told, request, status=_AWAY)
        parts = await health.parts()
        away = [part for part in parts if part.state != "ok"]
        is_cut = any(part.vital for part in away)
        state = "unavailable" if is_cut else "degraded" if away else "ok"
        is_refused = is_cut or (bool(away) and "strict" in request.query)
        told = {"status": state, "parts": {part.name: _told(part) for part in parts}}
        return _said(told, request, status=_AWAY if is_refused else 200)

    async def close(_: web.Application) -> None:
        await health.close()

    app.router.add_get("/healthz", alive)
    app.router.add_get("/readyz", ready)
    app.on_cleanup.append(close)


def _told(part: Part) -> dict[str, str]:
    return {"status": part.state, "reason": part.reason} if part.reason else {"status": part.state}


def _said(told: dict[str, object], request: web.Request, *, status: int = 200) -> web.Response:
    if is_passed_on(request):
        told = {"status": told["status"]}
    return web.json_response(told, status=status, headers=_HEADERS)
