"""A person in Teams: activities over HTTP, through the SDK's own adapter; Microsoft's part is on loopback."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from aiohttp import ClientSession

from bot import wiring
from bot.buttons import Kind
from bot.desk import Core
from bot.platforms.teams import Teams
from bot.words import words as texts
from tests.bot.conversation import Hand, Place, Seen, at_work, opened
from tests.doubles.teams import APP, PASSWORD, TENANT, LocalMicrosoft, in_channel, local_microsoft
from tests.patience import LONG

_WITH_BOT = "a:29:person"  # the person's one-to-one chat with the bot
_STEP = re.compile(r"\d+\. (.*?)(?: \([^()]* m?s\))?")


class TeamsPerson:
    """Mentions the bot in a thread of a channel, each time."""

    def __init__(self, microsoft: LocalMicrosoft, url: str, session: ClientSession) -> None:
        self.microsoft, self.url, self.session = microsoft, url, session
        self.reference = ""
        self._said: list[dict[str, Any]] = []
        self._ids = itertools.count(1)
        self._read: dict[str, Any] = {}
        self._id = ""
        self._alone: dict[str, Any] = {}

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
        async with asyncio.timeout(LONG), self.microsoft.arrived:
            await self.microsoft.arrived.wait_for(lambda: self.answers >= number)
        self._id, posted = self._answers()[number - 1]
        self._read = _card(posted)
        body = self._read["body"]
        (behind,) = [part["items"] for part in body if part.get("id") == "evidence"]
        footer = next(words for words in map(_words, reversed(behind)) if "record " in words)
        self.reference = footer.rpartition("record ")[2]
        tables = [part for part in body if part["type"] == "Table"]
        steps = [_STEP.fullmatch(_words(line)) for line in behind]
        query = [part["codeSnippet"] for part in behind if part["type"] == "CodeBlock"]
        return Seen(
            lead=_lead(posted),
            rows=tuple(_words(row["cells"][0]["items"][0]) for t in tables for row in t["rows"][1:]),
            query="".join(query),
            trace=tuple(step[1].strip() for step in steps if step),
        )

    async def again(self) -> None:
        for activity in self._said:
            await self._tell(activity)

    @property
    def answers(self) -> int:
        return len(self._answers())

    # ── what is done with an answer ──────────────────────────────────────────────────────────────

    def offered(self) -> set[str]:
        return {action["title"] for action in self._read.get("actions", ())}

    async def judge(self, reason: str) -> None:
        thumb = {"reaction": "dislike", "feedback": json.dumps({"feedbackText": reason})}
        value = {"actionName": "feedback", "actionValue": thumb}
        await self._invoke("message/submitAction", value, replyToId=self._id)

    async def run_again(self) -> None:
        await self._execute(self._button("again"))

    async def choose_other(self, number: int) -> None:
        await self._fill_in("meant", other=str(number - 1), text="")

    async def chart(self) -> str:
        drawn = (await self._execute(self._button("chart")))["value"]
        return next(str(part["title"]) for part in _parts(drawn) if part["type"].startswith("Chart."))

    async def edit(self, query: str) -> None:
        await self._fill_in("edit", query=query)

    async def correct(self, words: str) -> None:
        data = {"eventType": "editMessage", "tenant": {"id": TENANT}}
        was = self._said[-1]
        edited = in_channel(self.microsoft, f"@@ {words}", id=was["id"], conversation=was["conversation"])
        await self._tell({**edited, "type": "messageUpdate", "channelData": data})

    async def read_alone(self) -> str:
        async with asyncio.timeout(LONG), self.microsoft.arrived:
            await self.microsoft.arrived.wait_for(lambda: self._answers(alone=True))
        _, posted = self._answers(alone=True)[-1]
        self._alone = _card(posted)
        return _lead(posted)

    async def share(self) -> None:
        with_bot = {"id": _WITH_BOT, "conversationType": "personal", "tenantId": TENANT}
        await self._execute(_named(self._alone, "share"), conversation=with_bot)

    async def remove(self) -> None:
        await self._execute(self._button("remove"))

    # ── how Teams tells it ───────────────────────────────────────────────────────────────────────

    def _button(self, kind: Kind) -> dict[str, Any]:
        return _named(self._read, kind)

    async def _execute(self, action: dict[str, Any], **changes: Any) -> dict[str, Any]:
        value = {"action": {name: action[name] for name in ("type", "verb", "data")}}
        said: dict[str, Any] = await self._invoke("adaptiveCard/action", value, **changes)
        return said

    async def _fill_in(self, kind: Kind, **filled: str) -> None:
        """Opens the dialog of a button, and submits it."""
        opened = await self._invoke("task/fetch", {"data": self._button(kind)["data"]})
        (action,) = opened["task"]["value"]["card"]["content"]["actions"]
        await self._invoke("task/submit", {"data": action["data"] | filled})

    async def _invoke(self, name: str, value: dict[str, Any], **changes: Any) -> Any:
        told = {"id": f"f:{next(self._ids)}", "type": "invoke", "name": name, "value": value}
        return await self._tell(in_channel(self.microsoft, "", **told | changes))

    def _answers(self, *, alone: bool = False) -> list[tuple[str, dict[str, Any]]]:
        """The answers that stand in the channel, or with the person alone, with their ids."""
        deleted = {identity for _, identity in self.microsoft.deleted}
        told = zip(self.microsoft.paths, self.microsoft.posted, strict=True)
        told_there = [
            (f"posted-{n}", posted)
            for n, (path, posted) in enumerate(told, 1)
            if posted.get("attachments") and (f"/{_WITH_BOT}/" in unquote(path)) is alone
        ]
        return [(identity, posted) for identity, posted in told_there if identity not in deleted]

    async def _tell(self, activity: dict[str, Any]) -> Any:
        headers = {"Authorization": self.microsoft.token()}
        async with self.session.post(self.url, json=activity, headers=headers) as response:
            assert response.status == 200, await response.text()
            return await response.json() if response.content_length else None


def _named(card: dict[str, Any], kind: Kind) -> dict[str, Any]:
    """The quiet button of a card that is called so."""
    title = texts("en")(f"act-{kind}")
    return next(action for action in card["actions"] if action["title"] == title)


def _parts(drawn: Any) -> Iterator[dict[str, Any]]:
    """Every element of a card."""
    if isinstance(drawn, dict):
        if "type" in drawn:
            yield drawn
        drawn = list(drawn.values())
    for part in drawn if isinstance(drawn, list) else ():
        yield from _parts(part)


def _card(posted: dict[str, Any]) -> dict[str, Any]:
    drawn: dict[str, Any] = posted["attachments"][0]["content"]
    return drawn


def _lead(posted: dict[str, Any]) -> str:
    """The first sentence: above the card where it cites its sources, else in it."""
    cited, marks = re.subn(r"\s*\[\d+\]", "", posted.get("text", ""))
    return cited if marks else _words(_card(posted)["body"][0])


def _words(block: dict[str, Any]) -> str:
    return "".join(run["text"] for run in block.get("inlines", ()))


@asynccontextmanager
async def on_teams(core: Core, folder: Path) -> AsyncIterator[tuple[Hand, Place]]:
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
