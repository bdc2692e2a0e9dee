"""The platform Slack: events in by Socket Mode or signed HTTP, replies out by the Web API."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import aiohttp
from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import Seal
from bot.cards import slack, slack_digest
from bot.cards.digest import shown_digest
from bot.cards.look import Look, language_of
from bot.cards.notice import Notice
from bot.cards.notice import slack as draw_notice
from bot.cards.stages import stage_words, under_way
from bot.digest.counted import Digest
from bot.digest.schedule import Reader
from bot.message import Message, NotPosted, Posted, Reception, Reply
from bot.platforms.slack import (
    alone,
    charting,
    digesting,
    http,
    listening,
    refusals,
    removing,
    status,
    uninstalling,
)
from bot.platforms.slack.directory import SlackDirectory
from bot.platforms.slack.events import PLATFORM, Address
from bot.platforms.slack.identity import Me
from bot.platforms.slack.installation import Book
from bot.platforms.slack.installed import Installed
from bot.platforms.slack.installing import Installing, OAuth
from bot.platforms.slack.pace import Pace, Pauses, Tempo
from bot.platforms.slack.posting import Posting
from bot.platforms.slack.streaming import Streams
from bot.platforms.slack.threads import Recent, TakesPart, Threads
from bot.platforms.slack.workspaces import NotInstalled, OneWorkspace, Workspaces
from bot.words import words
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.types import Stage
from manifests.slack import scopes

log = logging.getLogger(__name__)

PATH = "/slack/events"
TIMEOUT = 15  # seconds for one call
CONNECTING = 5.0  # seconds between tries to connect, and between pings


class Slack:
    """Implements `bot.message.Platform`.

    `follow_up` answers in a channel's thread without a new mention, where the bot has answered before:
    `takes_part` tells that of a message's thread from what is kept of it. With `oauth` and a `book` in the
    place of a token, people install the app into their workspaces. People of organisations that are connected
    to a channel are heard with `connect`, and otherwise those of the workspaces of `colleagues` alone. Raises
    BadSetting when a token is missing. With `access` people's groups are looked up, and who is a guest unless
    `guests` may ask.
    """

    name = PLATFORM

    def __init__(
        self,
        *,
        seal: Seal,
        bot_token: str = "",
        app_token: str = "",
        signing_secret: str = "",
        api_url: str = "https://slack.com/api/",
        follow_up: bool = False,
        access: bool = False,
        guests: bool = False,
        look: Look | None = None,
        takes_part: TakesPart | None = None,
        oauth: OAuth | None = None,
        book: Book | None = None,
        tempo: Tempo | None = None,
        connect: bool = False,
        colleagues: tuple[str, ...] = (),
    ) -> None:
        if not bot_token and (oauth is None or book is None):
            raise BadSetting("Slack needs QUERIST_SLACK_BOT_TOKEN, which begins with xoxb-.")
        if not app_token and not signing_secret:
            raise BadSetting(
                "Slack needs QUERIST_SLACK_APP_TOKEN (Socket Mode) or QUERIST_SLACK_SIGNING_SECRET (HTTP)."
            )
        self._api_url = api_url if api_url.endswith("/") else f"{api_url}/"
        self._app_token = app_token
        self._signing_secret = signing_secret
        self._seal = seal
        self._look = look or Look()
        self._follow_up = follow_up
        self._connect_to, self._colleagues = connect, colleagues
        self._scopes = scopes(follow_up=follow_up, access=access, guests=guests)
        self._threads = Threads(takes_part)
        self._answered = Recent()
        self._tempo = tempo or Tempo()
        self._streams = Streams(self._look)
        self._posting = Posting(seal, self._look, Pace(self._tempo.interval))
        self._installing: Installing | None = None
        self._workspaces: Workspaces
        self._socket: AsyncSocketModeHandler | None = None
        if bot_token:
            pauses = Pauses()
            self._workspaces = OneWorkspace(
                self._connect(bot_token, pauses), self._connect("", Pauses()), pauses
            )
        elif oauth is not None and book is not None:
            installed = Installed(
                book, self._connect, client_id=oauth.client_id, client_secret=oauth.client_secret
            )
            self._workspaces = installed
            self._installing = Installing(
                oauth,
                book,
                installed.base,
                installed.forget,
                scopes=tuple(sorted(s.name for s in self._scopes)),
                language=self._look.language,
            )

    @property
    def directory(self) -> SlackDirectory:
        """Who is in which user group, and who reads a channel."""
        return SlackDirectory(self._workspaces)

    def _connect(self, token: str, pauses: Pauses) -> AsyncWebClient:
        # The SDK's own handlers would post again when a connection is lost, and people would read it twice.
        return AsyncWebClient(
            token=token or None, base_url=self._api_url, timeout=TIMEOUT, retry_handlers=[pauses]
        )

    def mount(self, app: web.Application, desk: Reception) -> None:
        self._streams.kept_by(desk)
        bolt = listening.listen(
            desk,
            workspaces=self._workspaces,
            seal=self._seal,
            threads=self._threads,
            follow_up=self._follow_up,
            look=self._look,
            connect=self._connect_to,
            colleagues=self._colleagues,
        )
        uninstalling.listen(bolt, self._workspaces)

        if self._signing_secret:
            verifier = SignatureVerifier(self._signing_secret)

            async def handle(request: web.Request) -> web.StreamResponse:
                return await http.answer(request, bolt, verifier)

            app.router.add_post(PATH, handle)
        if self._installing is not None:
            self._installing.mount(app)
            if not self._installing.is_closed:
                log.warning(
                    "Every workspace that Slack lets may install the app and ask; "
                    "QUERIST_SLACK_WORKSPACES names those that may."
                )
        app.cleanup_ctx.append(self._life(bolt))

    def _life(self, bolt: AsyncApp) -> Callable[[web.Application], AsyncIterator[None]]:
        async def life(_: web.Application) -> AsyncIterator[None]:
            await self._check()
            if not self._app_token:
                yield
            else:
                socket = self._socket = AsyncSocketModeHandler(
                    bolt, self._app_token, web_client=self._workspaces.base, ping_interval=CONNECTING
                )
                connecting = asyncio.create_task(socket.client.connect())  # type: ignore[no-untyped-call]  # tries until Slack is there
                yield
                connecting.cancel()
                await socket.client.close()  # type: ignore[no-untyped-call]
            await self._streams.close()

        return life

    async def reach(self) -> None:
        """Nothing where Slack answers the token, and events come in. Raises OperatorsMove."""
        one = self._workspaces if isinstance(self._workspaces, OneWorkspace) else None
        if one is not None:
            await one.identity.ask()
        else:
            try:
                await self._workspaces.base.api_test()
            except refusals.FAILS as error:
                raise refusals.away(error) from error
        if self._socket is not None and not await self._socket.client.is_connected():
            raise OperatorsMove(
                "There is no connection to Slack by Socket Mode, so no message comes in. It is tried "
                f"again every {CONNECTING:g} seconds; querist doctor says more."
            )

    async def _check(self) -> None:
        """Raises BadSetting for a token that Slack does not accept; Slack being away stops nothing."""
        try:
            if isinstance(self._workspaces, OneWorkspace):
                self._warn_of_missing_scopes((await self._workspaces.of("")).me)
            if self._app_token:
                await self._workspaces.base.apps_connections_open(app_token=self._app_token)
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

    def _warn_of_missing_scopes(self, me: Me) -> None:
        for scope in self._scopes:
            if scope.is_vital and not me.may(scope.name):
                log.warning(
                    "Slack has not granted %s: %s. Update the app with `querist manifest slack` and "
                    "reinstall it; `querist doctor` says more.",
                    scope.name,
                    scope.without,
                )

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        since = self._streams.since(message.event)
        await asyncio.sleep(self._tempo.at_once)
        if message.event in self._answered:
            return
        try:
            workspace = await self._workspaces.of(message.tenant)
        except OperatorsMove as error:
            log.debug("Slack is not told what is going on: %s", error)
            return
        grows = time.monotonic() - since >= self._tempo.grows
        if grows and await self._streams.show(message, workspace, stage, step):
            return
        where = Address.of(message)
        if not workspace.has_status or not where.thread_ts:
            return
        say = words(message.language or self._look.language)
        told = say("slack-status", stage=stage_words(stage, message.language or self._look.language))
        await status.show(workspace, where, under_way(told, step))

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        message = reply.message
        self._answered.add(message.event)
        try:
            workspace = await self._workspaces.of(message.tenant)
        except OperatorsMove as error:
            # Slack was not asked to post, so trying later is safe; a wrong token waits for the operator.
            if again and not isinstance(error, NotInstalled):
                raise
            forever = isinstance(error, BadSetting | NotInstalled)
            raise NotPosted(str(error), retry_after=None if forever else refusals.FEW_SECONDS) from error
        if message.to_asker and not message.private:
            return await alone.send(reply, workspace, self._seal, self._look, again=again)
        stream = await self._streams.taken(message, workspace)
        posted = await self._posting.send(reply, workspace, stream, again=again)
        self._streams.done(message.event)
        if charting.is_asked_for(reply, self._look) and not again:
            where = Address.of(message)
            charted = await charting.post(workspace.client, reply, where, language_of(reply, self._look))
            posted = replace(posted, ids=(*posted.ids, *charted.ids))
        return posted

    def is_person(self, to: Reader) -> bool:
        return to.identity.startswith(("U", "W"))

    async def announce(self, to: Reader, digest: Digest) -> None:
        await self._post(to, slack_digest.draw(shown_digest(digest, self._look)))

    async def notify(self, to: Reader, notice: Notice) -> None:
        await self._post(to, draw_notice(notice))

    async def _post(self, to: Reader, card: slack.Card) -> None:
        """What nobody asked for. Raises NotPosted."""
        try:
            workspace = await self._workspaces.of(to.tenant)
        except OperatorsMove as error:
            raise NotPosted(str(error), retry_after=refusals.FEW_SECONDS) from error
        await digesting.post(workspace, to.identity, card)

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        try:
            workspace = await self._workspaces.of(message.tenant)
        except NotInstalled as error:
            raise NotPosted(str(error), retry_after=None) from error
        await removing.remove(workspace, Address.of(message).channel, ids)

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:
        try:
            workspace = await self._workspaces.of(reply.message.tenant)
        except NotInstalled as error:
            raise NotPosted(str(error), retry_after=None) from error
        where = Address.of(reply.message)
        link = workspace.me.permalink(where.channel, posted[0], where.thread_ts) if posted else ""
        card = slack.superseded(reply, self._look, link)
        await removing.supersede(workspace, where.channel, ids, card)
