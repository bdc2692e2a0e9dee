"""A person in Teams: activities over HTTP, through the SDK's own adapter; Microsoft's part is on loopback."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession

from bot import wiring
from bot.desk import Core
from bot.platforms.teams import Teams
from tests.bot.conversation import Person, Place, Seen, at_work, opened
from tests.doubles.teams import APP, PASSWORD, TENANT, LocalMicrosoft, in_channel, local_microsoft

_STEP = re.compile(r"\d+\. (.*?)(?: \([^()]* m?s\))?")


class TeamsPerson:
    """Mentions the bot in a thread of a channel, each time."""

    def __init__(self, microsoft: LocalMicrosoft, url: str, session: ClientSession) -> None:
        self.microsoft, self.url, self.session = microsoft, url, session
        self.reference = ""
        self._said: list[dict[str, Any]] = []
        self._ids = itertools.count(1)
        self._read: dict[str, Any] = {}

    async def say(self, words: str, *, elsewhere: bool = False) -> None:
        activity = in_channel(self.microsoft, f"@@ {words}", id=str(next(self._ids)))
        if elsewhere:
            thread = {"id": "19:general@thread.tacv2;messageid=1900"}
            activity["conversation"] = activity["conversation"] | thread
        self._said.append(activity)
        await self._tell(activity)

    async def press(self, number: int) -> None:
        sets = [e for e in self._read["body"] if e["type"] == "ActionSet"]
        ask = [s["actions"][0] for s in sets if s["actions"][0]["type"] == "Action.Execute"][number - 1]
        value = {"action": {"type": ask["type"], "verb": ask["verb"], "data": ask["data"]}}
        identity = f"f:{next(self._ids)}"
        await self._tell(
            in_channel(
                self.microsoft, "", id=identity, type="invoke", name="adaptiveCard/action", value=value
            )
        )

    async def answer(self, number: int) -> Seen:
        async with asyncio.timeout(30), self.microsoft.arrived:
            await self.microsoft.arrived.wait_for(lambda: self.answers >= number)
        self._read = self._answers()[number - 1]["attachments"][0]["content"]
        body = self._read["body"]
        parts = {part["id"]: part["items"] for part in body if "id" in part}
        self.reference = _words(body[-1]).rpartition("record ")[2]
        tables = [part for part in body if part["type"] == "Table"]
        steps = [_STEP.fullmatch(_words(line)) for line in parts["trace"][1:]]
        return Seen(
            lead=_words(body[0]),
            rows=tuple(_words(row["cells"][0]["items"][0]) for t in tables for row in t["rows"][1:]),
            query=parts["query"][1]["codeSnippet"] if "query" in parts else "",
            trace=tuple(step[1].strip() for step in steps if step),
        )

    async def again(self) -> None:
        for activity in self._said:
            await self._tell(activity)

    @property
    def answers(self) -> int:
        return len(self._answers())

    def _answers(self) -> list[dict[str, Any]]:
        return [posted for posted in self.microsoft.posted if posted["type"] == "message"]

    async def _tell(self, activity: dict[str, Any]) -> None:
        headers = {"Authorization": self.microsoft.token()}
        async with self.session.post(self.url, json=activity, headers=headers) as response:
            assert response.status == 200, await response.text()


def _words(block: dict[str, Any]) -> str:
    return "".join(run["text"] for run in block["inlines"])


@asynccontextmanager
async def on_teams(core: Core, folder: Path) -> AsyncIterator[tuple[Person, Place]]:
    async with local_microsoft() as microsoft, opened(folder) as (settings, database):
        teams = Teams(
            app_id=APP,
            password=PASSWORD,
            tenant=TENANT,
            seal=wiring.open_seal(settings),
            look=wiring.look_of(settings),
            service_hosts=(microsoft.service_host,),
            authority=microsoft.authority,
        )
        async with at_work(settings, core, (teams,), database) as place, ClientSession() as session:
            url = f"http://127.0.0.1:{place.port}/api/messages"
            yield TeamsPerson(microsoft, url, session), place
