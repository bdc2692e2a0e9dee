"""A person in the strict local Slack, by signed HTTP or Socket Mode."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot import wiring
from bot.buttons import Kind
from bot.desk import Core
from bot.words import words as texts
from manifests.slack import Mode
from tests.bot.conversation import Hand, Place, Seen, at_work, opened
from tests.bot.desks import until
from tests.bot.slack_bot import installed
from tests.doubles.slack import LocalSlack, People
from tests.doubles.slack.hands import Hands, labels


class SlackPerson:
    """Mentions the bot once, and goes on in the thread without."""

    def __init__(self, slack: LocalSlack, people: People) -> None:
        self.slack, self.people = slack, people
        self.reference = ""
        self._thread = ""
        self._read: dict[str, Any] = {}
        self._alone: dict[str, Any] = {}
        self._said = ""
        self._come: list[str] = []  # the answers, in the order in which they were complete

    async def say(self, words: str, *, elsewhere: bool = False) -> None:
        if self._thread and not elsewhere:
            self._said, _ = self.people.say(words, thread=self._thread)
        else:
            self._said, _ = self.people.mention(words)
            self._thread = self._thread or self._said
        assert all(await self.people.deliver())

    async def press(self, number: int) -> None:
        actions = next(block for block in self._read["blocks"] if block["type"] == "actions")
        assert await self.people.press(self._read, actions["elements"][number - 1]["action_id"])

    async def answer(self, number: int) -> Seen:
        # One that grew for a while stands above those that were complete before it.
        posted = {str(message["ts"]): message for message in await self.slack.wait_for(number)}
        self._come += [ts for ts in posted if ts not in self._come]
        self._read = posted[self._come[number - 1]]
        self.reference = str(self._read["metadata"]["event_payload"]["reference"])
        behind = [e for block in self._behind_the_line() for e in block["elements"]]
        codes = [_words(e) for e in behind if e["type"] == "rich_text_preformatted"]
        return Seen(
            lead=_words(self._read["blocks"][0]["elements"][0]),
            rows=tuple(_words(item) for item in self._bullets()),
            query="".join(code for code in codes if not code.startswith("sha256 ")),
            trace=tuple(
                _words(item) for e in behind if e["type"] == "rich_text_list" for item in e["elements"]
            ),
        )

    async def again(self) -> None:
        for delivery in self.people.outbox:
            assert await self.people.redeliver(delivery)

    @property
    def answers(self) -> int:
        return len(self.slack.workspace.answers())

    # ── what is done with an answer ──────────────────────────────────────────────────────────────

    def offered(self) -> set[str]:
        return set(labels(self._read["blocks"]))

    async def judge(self, reason: str) -> None:
        await self._act("down")
        await self._hands.submit(text=reason)

    async def run_again(self) -> None:
        await self._act("again")

    async def choose_other(self, number: int) -> None:
        await self._act("meant")
        await self._hands.submit(chosen=str(number - 1))

    async def chart(self) -> str:
        name = f"{self.reference}.png"
        await self._act("chart")

        async def is_there() -> bool:
            return name in self._files()

        await until(is_there)
        return next(str(f["title"]) for f in self.slack.workspace.files() if f["name"] == name)

    async def edit(self, query: str) -> None:
        await self._act("edit")
        await self._hands.submit(text=query)

    async def correct(self, words: str) -> None:
        self._hands.edit(self._said, words)
        assert all(await self.people.deliver())

    async def read_alone(self) -> str:
        await self.slack.seen(lambda: self.slack.workspace.ephemerals)
        self._alone = self.slack.workspace.ephemerals[-1]
        return _words(self._alone["blocks"][0]["elements"][0])

    async def share(self) -> None:
        assert (await self._hands.press(self._alone, texts("en")("act-share"))).status == 200

    async def remove(self) -> None:
        await self._act("remove")

    @property
    def _hands(self) -> Hands:
        return Hands(self.people)

    async def _act(self, kind: Kind) -> None:
        assert (await self._hands.press(self._read, texts("en")(f"act-{kind}"))).status == 200

    def _files(self) -> dict[str, str]:
        return {file["name"]: str(file["content"]) for file in self.slack.workspace.files()}

    def _behind_the_line(self) -> list[dict[str, Any]]:
        """What the line of evidence opens, as far as it is text."""
        lines = [block for block in self._read["blocks"] if block["type"] == "container"]
        return [child for line in lines for child in line["child_blocks"] if child["type"] == "rich_text"]

    def _bullets(self) -> list[dict[str, Any]]:
        texts = [block for block in self._read["blocks"] if block["type"] == "rich_text"]
        lists = [element for block in texts for element in block["elements"]]
        return [i for e in lists if e.get("style") == "bullet" for i in e["elements"]]


def _words(section: dict[str, Any]) -> str:
    return "".join(element["text"] for element in section["elements"])


@asynccontextmanager
async def on_slack(
    mode: Mode, core: Core, folder: Path, *, is_guest: bool = False, **values: object
) -> AsyncIterator[tuple[Hand, Place]]:
    async with installed(mode, follow_up=True, access=is_guest) as slack:
        given = slack.workspace
        given.guests |= {"UADA"} if is_guest else set()
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
            **values,
        ) as (settings, database):
            platforms = wiring.open_platforms(settings, database)
            rights = wiring.open_rights(settings, wiring.directories_of(platforms)) if is_guest else None
            async with at_work(settings, core, platforms, database, rights=rights) as place:
                url = f"http://127.0.0.1:{place.port}/slack/events" if mode == "http" else ""
                yield SlackPerson(slack, People(slack, url)), place
