"""A person in the strict local Slack, by signed HTTP or Socket Mode."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot import wiring
from bot.desk import Core
from manifests.slack import Mode
from tests.bot.conversation import Person, Place, Seen, at_work, opened
from tests.bot.desks import until
from tests.bot.slack_bot import installed
from tests.doubles.slack import LocalSlack, People


class SlackPerson:
    """Mentions the bot once, and goes on in the thread without."""

    def __init__(self, slack: LocalSlack, people: People) -> None:
        self.slack, self.people = slack, people
        self.reference = ""
        self._thread = ""
        self._read: dict[str, Any] = {}

    async def say(self, words: str, *, elsewhere: bool = False) -> None:
        if self._thread and not elsewhere:
            self.people.say(words, thread=self._thread)
        else:
            ts, _ = self.people.mention(words)
            self._thread = self._thread or ts
        assert all(await self.people.deliver())

    async def press(self, number: int) -> None:
        actions = next(block for block in self._read["blocks"] if block["type"] == "actions")
        assert await self.people.press(self._read, actions["elements"][number - 1]["action_id"])

    async def answer(self, number: int) -> Seen:
        self._read = (await self.slack.wait_for(number))[number - 1]
        self.reference = str(self._read["metadata"]["event_payload"]["reference"])

        async def has_files() -> bool:
            return f"{self.reference}-trace.json" in self._files()

        await until(has_files)
        files = self._files()
        trace = json.loads(files[f"{self.reference}-trace.json"])["trace"]
        return Seen(
            lead=_words(self._read["blocks"][0]["elements"][0]),
            rows=tuple(_words(item) for item in self._bullets()),
            query=files.get(f"{self.reference}.rq", "").strip(),
            trace=tuple(f"{step['stage']}: {step['summary']}".strip() for step in trace),
        )

    async def again(self) -> None:
        for delivery in self.people.outbox:
            assert await self.people.redeliver(delivery)

    @property
    def answers(self) -> int:
        return len(self.slack.workspace.answers())

    def _files(self) -> dict[str, str]:
        return {file["name"]: str(file["content"]) for file in self.slack.workspace.files()}

    def _bullets(self) -> list[dict[str, Any]]:
        texts = [block for block in self._read["blocks"] if block["type"] == "rich_text"]
        lists = [element for block in texts for element in block["elements"]]
        return [i for e in lists if e.get("style") == "bullet" for i in e["elements"]]


def _words(section: dict[str, Any]) -> str:
    return "".join(element["text"] for element in section["elements"])


@asynccontextmanager
async def on_slack(mode: Mode, core: Core, folder: Path) -> AsyncIterator[tuple[Person, Place]]:
    async with installed(mode, follow_up=True) as slack:
        given = slack.workspace
        tokens: dict[str, object] = (
            {"slack_app_token": given.app_token}
            if mode == "socket"
            else {"slack_signing_secret": given.signing_secret}
        )
        async with opened(
            folder,
            slack_bot_token=given.bot_token,
            slack_api_url=slack.api_url,
            slack_follow_up=True,
            **tokens,
        ) as (settings, database):
            platforms = wiring.open_platforms(settings, database)
            async with at_work(settings, core, platforms, database) as place:
                url = f"http://127.0.0.1:{place.port}/slack/events" if mode == "http" else ""
                yield SlackPerson(slack, People(slack, url)), place
