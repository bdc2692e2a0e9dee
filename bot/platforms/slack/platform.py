"""The platform Slack: events in by Socket Mode or signed HTTP, replies out by the Web API."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Final

import aiohttp
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import Seal
from bot.cards.look import Look
from bot.cards.slack_text import escape
from bot.cards.view import under_way
from bot.message import Message, NotPosted, Posted, Reception, Reply
from bot.platforms.slack import http, listening, refusals
from bot.platforms.slack.events import PLATFORM, Address
from bot.platforms.slack.identity import Identity
from bot.platforms.slack.posting import Posting
from bot.platforms.slack.threads import Recent, TakesPart, Threads
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.types import Stage

log = logging.getLogger(__name__)

PATH = "/slack/events"
AT_ONCE = 0.5  # seconds in which an answer needs no status before it
SHORT_PAUSE = 3  # seconds that a call waits when Slack asks for a pause; longer ones are the desk's to plan
CONNECTING = 5.0  # seconds between tries to connect, and between pings

STATUS: Final = {  # shown after the app's name, "Querist is finding names"
    Stage.QUEUED: "is waiting for a free hand",
    Stage.LINKING: "is finding names",
    Stage.READING: "is reading the question",
    Stage.ASKING: "is asking a language model",
    Stage.EXPLORING: "is exploring the graph",
    Stage.CHECKING: "is checking the query",
    Stage.RUNNING: "is asking the graph",
    Stage.WORDING: "is wording the answer",
}


class ShortPauses(AsyncRateLimitErrorRetryHandler):
    """Waits out a short pause that Slack asks for (429 with Retry-After), once; a long one is an error."""

    async def _can_retry_async(
        self,
        *,
        state: RetryState,  # noqa: ARG002  # the SDK's signature
        request: HttpRequest,  # noqa: ARG002  # the SDK's signature
        response: HttpResponse | None = None,
        error: Exception | None = None,  # noqa: ARG002  # the SDK's signature
    ) -> bool:
        if response is None or response.status_code != 429:  # noqa: PLR2004  # HTTP's own number
            return False
        asked = next((v for k, v in response.headers.items() if k.lower() == "retry-after"), ["1"])
        return str(asked[0]).isdigit() and int(asked[0]) <= SHORT_PAUSE


class Slack:
    """Implements `bot.message.Platform`.

    `follow_up` answers in a channel's thread without a new mention, where the bot has answered before:
    `takes_part` tells that of a message's thread from what is kept of it. Raises BadSetting when a token
    is missing.
    """

    name = PLATFORM

    def __init__(
        self,
        *,
        bot_token: str,
        seal: Seal,
        app_token: str = "",
        signing_secret: str = "",
        api_url: str = "https://slack.com/api/",
        follow_up: bool = False,
        look: Look | None = None,
        takes_part: TakesPart | None = None,
    ) -> None:
        if not bot_token:
            raise BadSetting("Slack needs QUERIST_SLACK_BOT_TOKEN, which begins with xoxb-.")
        if not app_token and not signing_secret:
            raise BadSetting(
                "Slack needs QUERIST_SLACK_APP_TOKEN (Socket Mode) or QUERIST_SLACK_SIGNING_SECRET (HTTP)."
            )
        self._app_token = app_token
        self._signing_secret = signing_secret
        self._seal = seal
        self._follow_up = follow_up
        self._look = look or Look()
        self._threads = Threads(takes_part)
        self._answered = Recent()
        # The SDK's own handlers would post again when a connection is lost, and people would read it twice.
        self._client = AsyncWebClient(
            token=bot_token,
            base_url=api_url if api_url.endswith("/") else f"{api_url}/",
            timeout=15,
            retry_handlers=[ShortPauses()],
        )
        self._identity = Identity(self._client)
        self._posting = Posting(self._client, seal, self._look)
        self._has_status = True

    def mount(self, app: web.Application, desk: Reception) -> None:
        bolt = listening.listen(
            desk,
            client=self._client,
            identity=self._identity,
            seal=self._seal,
            threads=self._threads,
            follow_up=self._follow_up,
            look=self._look,
        )

        if self._signing_secret:
            verifier = SignatureVerifier(self._signing_secret)

            async def handle(request: web.Request) -> web.StreamResponse:
                return await http.answer(request, bolt, verifier)

            app.router.add_post(PATH, handle)
        app.cleanup_ctx.append(self._life(bolt))

    def _life(self, bolt: AsyncApp) -> Callable[[web.Application], AsyncIterator[None]]:
        async def life(_: web.Application) -> AsyncIterator[None]:
            await self._check()
            if not self._app_token:
                yield
                return
            socket = AsyncSocketModeHandler(
                bolt, self._app_token, web_client=self._client, ping_interval=CONNECTING
            )
            connecting = asyncio.create_task(socket.client.connect())  # type: ignore[no-untyped-call]  # tries until Slack is there
            yield
            connecting.cancel()
            await socket.client.close()  # type: ignore[no-untyped-call]

        return life

    async def _check(self) -> None:
        """Raises BadSetting for a token that Slack does not accept; Slack being away stops nothing."""
        try:
            await self._identity.get()
            if self._app_token:
                await self._client.apps_connections_open(app_token=self._app_token)
        except BadSetting:
            raise
        except OperatorsMove as error:
            log.warning("%s", error)
        except SlackApiError as error:
            if (bad := refusals.bad_token(error, "QUERIST_SLACK_APP_TOKEN")) is not None:
                raise bad from error
            log.warning("Slack does not open Socket Mode yet: %s", refusals.code(error) or "no answer")
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("Slack cannot be reached yet: %s", type(error).__name__)

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        if not self._has_status:
            return
        where = Address.of(message)
        await asyncio.sleep(AT_ONCE)
        if message.event in self._answered:
            return
        try:
            async with asyncio.timeout(SHORT_PAUSE):
                await self._client.assistant_threads_setStatus(
                    channel_id=where.channel,
                    thread_ts=where.thread_ts,
                    status=escape(under_way(STATUS[stage], step)),
                )
        except SlackApiError as error:
            self._has_status = refusals.code(error) != "missing_scope"
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            log.debug("Slack did not show the status: %s", type(error).__name__)

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        self._answered.add(reply.message.event)
        try:
            me = await self._identity.get()
        except OperatorsMove as error:
            # Slack was not asked to post, so trying later is safe; a wrong token waits for the operator.
            if again:
                raise
            later = None if isinstance(error, BadSetting) else refusals.FEW_SECONDS
            raise NotPosted(str(error), retry_after=later) from error
        return await self._posting.send(reply, me, again=again)

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:  # noqa: ARG002
        raise NotPosted("Slack cannot delete this yet.", retry_after=None)
