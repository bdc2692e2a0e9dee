"""Microsoft Teams as a `bot.message.Platform`: the HTTP edge, progress and replies."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from dataclasses import replace
from typing import Any

from aiohttp import web

from bot.buttons import Seal
from bot.cards import teams_digest
from bot.cards.digest import shown_digest
from bot.cards.look import Look
from bot.cards.notice import Notice
from bot.cards.notice import teams as draw_notice
from bot.cards.teams_elements import Element
from bot.cards.teams_message import CARD
from bot.digest.counted import Digest
from bot.digest.schedule import Reader
from bot.links import Links
from bot.message import Message, NotPosted, Posted, Reception, Reply
from bot.platforms.teams.activities import PLATFORM, Address
from bot.platforms.teams.authority import Authority, Credentials, NotReached, Password, Tokens
from bot.platforms.teams.channel import Channel
from bot.platforms.teams.directory import TeamsDirectory
from bot.platforms.teams.exchange import Malformed, Response, Unauthenticated
from bot.platforms.teams.gate import Gate, is_loopback
from bot.platforms.teams.intake import read
from bot.platforms.teams.means import Means, Remembered
from bot.platforms.teams.posting import Posting
from bot.platforms.teams.streaming import PACE
from bot.platforms.teams.turns import take
from bot.platforms.teams.uploads import HOSTS
from bot.words import words
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.types import Stage

log = logging.getLogger(__name__)

PATH = "/api/messages"
_GRACE = 5.0  # seconds


class Teams:
    """Implements `bot.message.Platform`.

    `tenants` may ask ("" entries are ignored; none: `tenant` alone); `service_hosts` are host names (or
    host:port) that replies may go to, `file_hosts` those that files may go to, or ends of their names
    (".sharepoint.com"). `playground` turns authentication off, on loopback only: `host` is
    what the HTTP server listens on. `quiet` is the seconds for which nothing but an answer is shown,
    `pace` those between two updates of what is being done. `credentials` stand in the place of the password.
    `service_url` is where the bot speaks first, else that of the first of the `service_hosts`.
    Raises BadSetting.
    """

    name = PLATFORM

    def __init__(
        self,
        *,
        app_id: str,
        password: str,
        tenant: str,
        seal: Seal,
        tenants: tuple[str, ...] = (),
        service_hosts: tuple[str, ...] = ("smba.trafficmanager.net",),
        file_hosts: tuple[str, ...] = HOSTS,
        playground: bool = False,
        host: str = "127.0.0.1",
        look: Look | None = None,
        links: Links | None = None,
        authority: Authority | None = None,
        credentials: Credentials | None = None,
        quiet: float = 1.0,
        pace: float = PACE,
        service_url: str = "",
    ) -> None:
        secret = password or ("none" if credentials else "")
        _check(app_id=app_id, password=secret, tenant=tenant, playground=playground, host=host)
        authority = authority or Authority()
        self._seal, self._look, self._links = seal, look or Look(), links
        self._file_hosts = frozenset(host.strip().lower() for host in file_hosts if host.strip())
        self._newest = Remembered()
        self._asides: set[asyncio.Task[None]] = set()
        self._playground = playground
        self._gate = Gate(
            service_hosts=frozenset(host.strip().lower() for host in service_hosts if host.strip()),
            tenants=frozenset(t.strip().lower() for t in tenants if t.strip()) or frozenset({tenant.lower()}),
            playground=playground,
        )
        first = next((host.strip() for host in service_hosts if host.strip()), "")
        self._own_address = Address(
            service_url=service_url or f"https://{first}/teams/",
            conversation="",
            tenant="",
            bot=f"28:{app_id}",
        )
        proof = credentials or Password(app_id=app_id, password=password, tenant=tenant, authority=authority)
        tokens = None if playground else Tokens(proof)
        self._channel = Channel(app_id=app_id, authority=authority, tokens=tokens)
        self.directory: TeamsDirectory | None = None  # the playground has none
        if tokens is not None:
            self.directory = TeamsDirectory(
                replace(self._own_address, tenant=tenant),
                connector=tokens,
                graph=Tokens(proof, f"{authority.graph}/.default"),
                graph_url=authority.graph,
                personal=self._personal,
            )
        self._posting = Posting(
            self._channel, seal=seal, look=self._look, links=links, quiet=quiet, pace=pace
        )

    # ── in ───────────────────────────────────────────────────────────────────────────────────────

    def mount(self, app: web.Application, desk: Reception) -> None:
        self._posting.heard_by(desk)
        means = Means(
            desk=desk,
            seal=self._seal,
            look=self._look,
            links=self._links,
            post=self._channel.post,
            aside=self._aside,
            leave=self._posting.leave,
            file_hosts=self._file_hosts,
            newest=self._newest,
        )

        async def messages(request: web.Request) -> web.Response:
            return await self._answer(request, means)

        async def life(_: web.Application) -> AsyncIterator[None]:
            yield
            await self._finish()
            self._channel.close()

        app.router.add_post(PATH, messages)
        app.cleanup_ctx.append(life)

    async def _answer(self, request: web.Request, means: Means) -> web.Response:
        """The HTTP answer to one activity: quick, and a success only when the desk has taken it over."""
        if self._playground and not is_loopback(request.remote or ""):
            raise web.HTTPForbidden(text="The playground is for this machine alone.")
        activity = await read(request)

        async def turn() -> Response:
            refused = self._gate.refuses(activity)
            if refused is not None:
                log.warning("An activity of Teams was refused: %s", refused.why)
                return Response(status=refused.status, body={"error": refused.why})
            return await take(activity, means)

        try:
            said = await self._channel.receive(request.headers.get("Authorization", ""), activity, turn)
        except Malformed as error:
            raise web.HTTPBadRequest(text=str(error)) from error
        except Unauthenticated as error:
            raise web.HTTPUnauthorized(text=str(error), headers={"WWW-Authenticate": "Bearer"}) from error
        except NotReached as error:
            log.warning("%s", error)
            raise web.HTTPServiceUnavailable(text="Who sent this cannot be proved right now.") from error
        except OperatorsMove as error:
            log.warning("A message could not be taken over; Teams will send it again: %s", error)
            raise web.HTTPInternalServerError(text="The message could not be taken over.") from error
        if said.body is None:
            return web.Response(status=said.status)
        return web.json_response(said.body, status=said.status)

    async def reach(self) -> None:
        await self._channel.reach()

    async def _finish(self) -> None:
        """Lets what goes on aside end for a while; a file that is still on its way can be asked for again."""
        if self._asides:
            _, late = await asyncio.wait(self._asides, timeout=_GRACE)
            for task in late:
                task.cancel()

    def _aside(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._asides.add(task)
        task.add_done_callback(self._asides.discard)

    # ── out ──────────────────────────────────────────────────────────────────────────────────────

    async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
        await self._posting.progress(message, stage, step)

    async def send(self, reply: Reply, *, again: bool) -> Posted:
        posted = await self._posting.send(reply, again=again)
        if self._playground:  # it tells no id of a text above a card
            posted = posted if posted.ids else Posted(ids=(f"unnamed:{reply.reference}",))
            self._newest.put(reply.message.channel, posted.ids[0])
        return posted

    def is_person(self, to: Reader) -> bool:
        return ":" not in to.identity  # conversations are called 19:… and a:…, people by their object id

    async def announce(self, to: Reader, digest: Digest) -> None:
        shown, say = shown_digest(digest, self._look), words(self._look.language)
        await self._post(to, shown.title, teams_digest.draw(shown, say=say))

    async def notify(self, to: Reader, notice: Notice) -> None:
        await self._post(to, notice.title, draw_notice(notice))

    async def _post(self, to: Reader, title: str, content: Element) -> None:
        """What nobody asked for. Raises NotPosted."""
        address = replace(self._own_address, conversation=to.identity, tenant=to.tenant)
        if self.is_person(to):
            address = await self._personal(replace(address, conversation="", asker=to.identity))
        await self._channel.post(
            address,
            {
                "type": "message",
                "summary": title,
                "attachments": [{"contentType": CARD, "content": content}],
            },
        )

    async def _personal(self, address: Address) -> Address:
        """Where somebody is written to alone; nothing is posted as long as that is not known."""
        try:
            return await self._channel.personal(address)
        except OperatorsMove as error:
            raise NotPosted(str(error), retry_after=None) from error

    async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
        await self._posting.remove(message, ids)

    async def supersede(self, reply: Reply, posted: tuple[str, ...], ids: tuple[str, ...]) -> None:  # noqa: ARG002  # a message in a chat has no link
        await self._posting.supersede(reply, ids)


def _check(*, app_id: str, password: str, tenant: str, playground: bool, host: str) -> None:
    if playground:
        if not is_loopback(host):
            raise BadSetting(
                f"QUERIST_TEAMS_PLAYGROUND turns authentication off, which is refused on {host}."
                " Set QUERIST_HOST to 127.0.0.1 or unset QUERIST_TEAMS_PLAYGROUND."
            )
        return
    wanted = {"APP_ID": app_id, "APP_PASSWORD": password, "TENANT": tenant}
    missing = [f"QUERIST_TEAMS_{name}" for name, value in wanted.items() if not value]
    if missing:
        raise BadSetting(f"Teams needs {' and '.join(missing)}. See manifests/README.md for where they are.")
