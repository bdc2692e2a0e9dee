"""The public address: whether it is https, and leads here."""

from __future__ import annotations

import secrets
from urllib.parse import urlsplit

from aiohttp import web

from bot.doctor.fetching import fetch
from bot.doctor.finding import Finding, Visit, note, ok, skipped, wrong
from bot.doctor.here import serves, taken
from bot.platforms.teams.gate import is_loopback
from bot.settings import Settings, name_of
from kgqa.errors import OperatorsMove

_PATH = "/healthz"
_NAME = name_of("public_url")


async def address(visit: Visit) -> Finding:
    """Whether a request to the address arrives at this service. Nothing listens here yet? Then this does, for
    as long as one request takes.
    """
    settings = visit.settings
    if not settings.public_url:
        if _must_be_public(settings):
            told = "it is not set; Teams and Slack's HTTP need one, and links to long answers too"
            return note(told, f"Set {_NAME} to the https address that leads here.")
        return skipped("it is not set; long answers then have no links")
    try:
        parts = urlsplit(settings.public_url)
        host = parts.hostname or ""
    except ValueError:
        return wrong(f"{_NAME} is no address", f"Give it as https://your.host in {_NAME}.")
    if not host or parts.query or parts.fragment:
        return wrong(
            f"{settings.public_url} is no address of a service", f"Give https://your.host in {_NAME}."
        )
    if parts.scheme != "https" and not is_loopback(host):
        told = f"{settings.public_url} is not https, and neither Slack nor Teams takes it"
        return wrong(told, f"Have a proxy with a certificate lead to {settings.host}:{settings.port}.")
    if visit.offline:
        return skipped("it is not asked (--offline)")
    url = settings.public_url.rstrip("/") + _PATH
    if taken(settings) is not None:
        return await _of_the_service(visit, url)
    sign = secrets.token_urlsafe(8)
    runner = await _listening(settings, sign)
    try:
        said = await fetch(visit, "GET", url)
    finally:
        await runner.cleanup()
    if said.body.get("doctor") == sign:
        return ok(f"{settings.public_url} leads here")
    return _elsewhere(settings, said.status)


async def _of_the_service(visit: Visit, url: str) -> Finding:
    if not await serves(visit):
        raise OperatorsMove(
            "Something else listens on the port, so it cannot be tried whether it leads here."
        )
    said = await fetch(visit, "GET", url)
    if "status" in said.body:
        return ok(f"{visit.settings.public_url} leads to a Querist")
    return _elsewhere(visit.settings, said.status)


def _elsewhere(settings: Settings, status: int) -> Finding:
    told = f"{settings.public_url} does not lead here (HTTP {status})"
    return wrong(told, f"Have it lead to {settings.host}:{settings.port}, or set {_NAME}.")


async def _listening(settings: Settings, sign: str) -> web.AppRunner:
    async def health(_: web.Request) -> web.Response:
        return web.json_response({"doctor": sign})

    app = web.Application()
    app.router.add_get(_PATH, health)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.host, settings.port).start()
    except OSError as error:
        await runner.cleanup()
        raise OperatorsMove(f"Nobody can listen on {settings.host}:{settings.port} here.") from error
    return runner


def _must_be_public(settings: Settings) -> bool:
    http = (
        settings.slack_signing_secret.get_secret_value() and not settings.slack_app_token.get_secret_value()
    )
    return bool(http or settings.slack_client_id or settings.teams_app_id or settings.teams_managed_identity)
