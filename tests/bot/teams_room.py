"""A room with the bot of Teams in it: activities over HTTP on loopback, and what was posted back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.buttons import Kind, Pressed, Seal
from bot.cards.look import Look
from bot.links import Links
from bot.platforms.teams import Teams
from tests.doubles.reception import PaperReception
from tests.doubles.teams import APP, PASSWORD, TENANT, LocalMicrosoft, local_microsoft, message

SEAL = Seal("secret")
LINKS = Links("secret")
CARD = "application/vnd.microsoft.card.adaptive"
MESSAGE = "application/vnd.microsoft.activity.message"


def bot_of(microsoft: LocalMicrosoft, **settings: Any) -> Teams:
    """The bot, as registered with a Microsoft on loopback."""
    return Teams(
        app_id=APP,
        password=PASSWORD,
        tenant=TENANT,
        seal=SEAL,
        service_hosts=(microsoft.service_host,),
        authority=microsoft.authority,
        **settings,
    )


@asynccontextmanager
async def announcing() -> AsyncIterator[tuple[Teams, LocalMicrosoft]]:
    """The bot where nobody says anything: it can post by itself."""
    async with local_microsoft() as microsoft:
        teams = bot_of(microsoft, service_url=microsoft.url)
        teams.mount(web.Application(), None)  # type: ignore[arg-type]  # nobody says anything
        yield teams, microsoft


@dataclass(frozen=True, slots=True)
class Said:
    """What the bot answered over HTTP."""

    status: int
    body: Any

    @property
    def words(self) -> str:
        """The line that a pressed card is answered with."""
        assert (self.status, self.body["type"]) == (200, MESSAGE), self
        return str(self.body["value"])

    @property
    def dialog(self) -> dict[str, Any]:
        """The card of the dialog that is opened."""
        assert (self.status, self.body["task"]["type"]) == (200, "continue"), self
        assert self.body["task"]["value"]["card"]["contentType"] == CARD
        drawn = self.body["task"]["value"]["card"]["content"]
        assert isinstance(drawn, dict)
        return drawn

    @property
    def parting(self) -> str:
        """The line with which a dialog ends."""
        assert (self.status, self.body["task"]["type"]) == (200, "message"), self
        return str(self.body["task"]["value"])

    @property
    def is_closed(self) -> bool:
        """Whether a dialog just closes."""
        return self.status == 200 and self.body is None


@dataclass
class Room:
    microsoft: LocalMicrosoft
    desk: PaperReception
    teams: Teams
    client: TestClient[web.Request, web.Application]

    async def tell(self, activity: dict[str, Any]) -> Said:
        headers = {"Authorization": self.microsoft.token()}
        async with self.client.post("/api/messages", json=activity, headers=headers) as response:
            is_json = response.content_type == "application/json" and response.content_length
            return Said(response.status, await response.json() if is_json else None)

    async def invoke(self, name: str, value: Any, **changes: Any) -> Said:
        identity = {"id": f"f:{name}", "type": "invoke", "name": name, "value": value}
        return await self.tell(message(self.microsoft, "", **identity | changes))

    async def execute(self, data: dict[str, Any], **changes: Any) -> Said:
        value = {"action": {"type": "Action.Execute", "verb": "ask", "data": data}, "trigger": "manual"}
        return await self.invoke("adaptiveCard/action", value, **changes)

    async def fetch(self, data: dict[str, Any], **changes: Any) -> Said:
        return await self.invoke("task/fetch", {"data": data, "context": {"theme": "default"}}, **changes)

    async def fill_in(
        self, dialog: dict[str, Any], conversation: dict[str, Any] | None = None, **filled: Any
    ) -> Said:
        """Submits the form of a dialog as Teams does: its data beside what was filled in."""
        (action,) = dialog["actions"]
        assert action["type"] == "Action.Submit"
        where = {"conversation": conversation} if conversation else {}
        return await self.invoke("task/submit", {"data": action["data"] | filled}, id="f:submit", **where)

    async def posted(self, count: int = 1) -> list[dict[str, Any]]:
        return list(await self.microsoft.wait_for(count))

    async def card(self, count: int = 1) -> dict[str, Any]:
        (attachment,) = (await self.posted(count))[-1]["attachments"]
        assert attachment["contentType"] == CARD
        drawn = attachment["content"]
        assert isinstance(drawn, dict)
        return drawn


def sealed(kind: Kind, index: int = 0, reference: str = "7f3a-21") -> str:
    return SEAL.sign(Pressed(reference, kind, index))


def words_of(card: dict[str, Any]) -> str:
    """All that a card says, a line for each paragraph."""
    parts = [part for block in card["body"] for part in (block.get("items") or [block])]
    runs = [part.get("inlines", ()) for part in parts]
    return "\n".join("".join(run["text"] for run in line) for line in runs if line)


def buttons_of(card: dict[str, Any]) -> list[dict[str, Any]]:
    sets = [block["actions"] for block in card["body"] if block["type"] == "ActionSet"]
    return [action for actions in (*sets, card.get("actions", [])) for action in actions]


def field_of(card: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [block for block in card["body"] if block.get("id") == name]
    assert isinstance(found, dict)
    return found


@asynccontextmanager
async def teams_room(desk: PaperReception | None = None, look: Look | None = None) -> AsyncIterator[Room]:
    """The room, with a desk that only writes down."""
    async with local_microsoft() as microsoft:
        app = web.Application()
        hosts = ("drive.sharepoint.com", "127.0.0.1")
        teams = bot_of(microsoft, look=look, links=LINKS, file_hosts=hosts, quiet=0)
        desk = desk or PaperReception()
        teams.mount(app, desk)
        async with TestClient(TestServer(app)) as client:
            yield Room(microsoft, desk, teams, client)
