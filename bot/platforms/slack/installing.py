"""Installing the app into a workspace by OAuth: out to Slack with a state, and back with a code.

The state is good once and for ten minutes, and only in the browser that began. Slack sends the browser back
to this deployment's own address and nowhere else.
"""

from __future__ import annotations

import hmac
import html
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

import aiohttp
from aiohttp import web
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth import AuthorizeUrlGenerator
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack import refusals
from bot.platforms.slack.installation import Book, Installation
from bot.words import words
from kgqa.errors import OperatorsMove
from manifests.slack import REDIRECT_PATH

log = logging.getLogger(__name__)

INSTALL_PATH = "/slack/install"
LASTS = 600  # seconds from the way out to the way back
_COOKIE = "querist-slack-install"
_TRANSPORT = (aiohttp.ClientError, TimeoutError, OSError)


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuth:
    """The app's own id and secret with Slack, where people reach this service, and the workspaces and
    organisations that may install it; () is all that Slack lets.
    """

    client_id: str
    client_secret: str = field(repr=False)
    public_url: str
    allowed: tuple[str, ...] = ()


class Installing:
    """`base` is a client without a token; `installed` is told what was installed under which name."""

    def __init__(
        self,
        oauth: OAuth,
        book: Book,
        base: AsyncWebClient,
        installed: Callable[[str], None],
        *,
        scopes: tuple[str, ...],
        language: str,
    ) -> None:
        self._oauth = oauth
        self._book = book
        self._base = base
        self._installed = installed
        self._language = language
        self._redirect = oauth.public_url.rstrip("/") + REDIRECT_PATH
        self._out = AuthorizeUrlGenerator(
            client_id=oauth.client_id,
            scopes=list(scopes),
            redirect_uri=self._redirect,
            authorization_url=urljoin(base.base_url, "/oauth/v2/authorize"),
        )

    @property
    def is_closed(self) -> bool:
        """Whether only some may install it."""
        return bool(self._oauth.allowed)

    def mount(self, app: web.Application) -> None:
        app.router.add_get(INSTALL_PATH, self.out)
        app.router.add_get(REDIRECT_PATH, self.back)

    async def out(self, request: web.Request) -> web.Response:
        """Sends the browser to Slack."""
        state = secrets.token_urlsafe(32)
        try:
            await self._book.begin(state, LASTS)
        except OperatorsMove as error:
            log.warning("The app cannot be installed: %s", error)
            return self._page(request, 503, "slack-install-later")
        answer = web.Response(status=302, headers={**_HEADERS, "Location": self._out.generate(state)})
        answer.set_cookie(
            _COOKIE,
            state,
            max_age=LASTS,
            path=urlsplit(self._redirect).path,
            httponly=True,
            samesite="Lax",
            secure=self._redirect.startswith("https://"),
        )
        return answer

    async def back(self, request: web.Request) -> web.Response:
        """Takes the browser back from Slack, and the tokens for the code that it brings."""
        state, mine = request.query.get("state", ""), request.cookies.get(_COOKIE, "")
        try:
            if not state or not hmac.compare_digest(state.encode(), mine.encode()):
                return self._page(request, 400, "slack-install-stale")
            if not await self._book.end(state):
                return self._page(request, 400, "slack-install-stale")
            if request.query.get("error"):
                return self._page(request, 200, "slack-install-cancelled")
            return await self._install(request, request.query.get("code", ""))
        except OperatorsMove as error:
            log.warning("The app was not installed: %s", error)
            return self._page(request, 503, "slack-install-later")
        except SlackApiError as error:
            log.warning("Slack refused an install: %s", refusals.code(error) or "no answer")
            return self._page(request, 400, "slack-install-refused", word=refusals.code(error) or "-")
        except _TRANSPORT as error:
            log.warning("Slack did not answer to an install: %s", type(error).__name__)
            return self._page(request, 502, "slack-install-later")

    async def _install(self, request: web.Request, code: str) -> web.Response:
        if not code:
            return self._page(request, 400, "slack-install-stale")
        grant = await self._base.oauth_v2_access(
            client_id=self._oauth.client_id,
            client_secret=self._oauth.client_secret,
            code=code,
            redirect_uri=self._redirect,
        )
        token = str(grant.get("access_token") or "")
        if not token:
            return self._page(request, 400, "slack-install-refused", word="no_bot_token")
        team, enterprise = (grant.get("team") or {}), (grant.get("enterprise") or {})
        place = str((enterprise if grant.get("is_enterprise_install") else team).get("name") or "Slack")
        ids = [str(part["id"]) for part in (team, enterprise) if part.get("id")]
        if self._oauth.allowed and not set(ids) & set(self._oauth.allowed):
            await self._give_back(token)
            log.warning("An install into %s was refused: it is not among those that may.", ", ".join(ids))
            return self._page(request, 403, "slack-install-not-allowed", place=place, ids=", ".join(ids))
        who = await self._base.auth_test(token=token)
        installation = Installation.granted(
            dict(grant.data),  # type: ignore[arg-type]  # of JSON it is a dict
            bot=str(who.get("bot_id") or ""),
            home=str(who.get("url") or ""),
            now=time.time(),
        )
        await self._book.put(installation.name, installation.to_json())
        self._installed(installation.name)
        log.info("The app was installed into %s.", ", ".join(ids))
        return self._page(request, 200, "slack-install-done", place=place)

    async def _give_back(self, token: str) -> None:
        try:
            await self._base.auth_revoke(token=token)
        except (SlackApiError, *_TRANSPORT) as error:
            log.warning("Slack did not take a token back: %s", type(error).__name__)

    def _page(self, request: web.Request, status: int, name: str, **values: str) -> web.Response:
        wanted = request.headers.get("Accept-Language", "").partition(",")[0].partition(";")[0].strip()
        language = wanted or self._language
        text = html.escape(words(language)(name, **values))
        return web.Response(
            status=status,
            content_type="text/html",
            charset="utf-8",
            text=_PAGE.format(language=html.escape(language), text=text),
            headers=_HEADERS,
        )


_HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",  # the address holds a code
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Querist</title>
<style>body {{ font: 1.1rem/1.5 system-ui, sans-serif;
  max-width: 34rem; margin: 15vh auto; padding: 0 1rem }}</style>
<h1>Querist</h1>
<p>{text}</p>
</html>
"""
