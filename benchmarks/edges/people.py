"""The load, in a process of its own: so many messages a second, half from Slack and half from Teams.

In: where the bot listens. Out, as JSON on stdout: for each platform the seconds to each acknowledgement and
what became of the rest. Messages leave at their times whether or not earlier ones are acknowledged. Some are
told twice, and what was not taken is told again, as the platforms do.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import hmac
import json
import time
from collections import Counter, defaultdict
from typing import Any

import aiohttp

from benchmarks.edges.world import APP, TENANT

SECRET = "a signing secret"  # noqa: S105  # of this benchmark alone
WARMING = 20  # messages before the first that counts: modules are imported, keys fetched
PLACES = 500  # channels and chats that people write in
TWICE = 50  # one message in so many is told twice
TRIES = 3


class People:
    def __init__(self, bot: str, world: str, bearer: str) -> None:
        self._bot, self._world, self._bearer = bot, world, bearer
        self.taken: list[int] = []
        self.took: dict[str, list[float]] = defaultdict(list)
        self.said: dict[str, Counter[str]] = defaultdict(Counter)

    async def speak(self, session: aiohttp.ClientSession, number: int) -> None:
        """One message, until it is taken over."""
        platform = "Slack" if number % 2 else "Teams"
        for _ in range(TRIES):
            if await self._tell(session, platform, number):
                self.taken.append(number)
                break
        else:
            self.said[platform]["not taken over"] += 1
        if number % TWICE < 2:  # one of each platform
            await self._tell(session, platform, number, again=True)

    async def _tell(
        self, session: aiohttp.ClientSession, platform: str, number: int, *, again: bool = False
    ) -> bool:
        path, body, headers = self._slack(number) if platform == "Slack" else self._teams(number)
        begin = time.perf_counter()
        try:
            async with session.post(f"{self._bot}{path}", data=body, headers=headers) as answer:
                await answer.read()
                status = str(answer.status)
        except (aiohttp.ClientError, TimeoutError) as error:
            status = type(error).__name__
        took = time.perf_counter() - begin
        self.said[platform][f"{status}, told again" if again else status] += 1
        if not again:
            self.took[platform].append(took)
        return status.startswith("2")

    def _slack(self, number: int) -> tuple[str, str, dict[str, str]]:
        ts = f"{1_795_000_000 + number}.000100"
        event = {
            "type": "app_mention",
            "user": f"U{number}",
            "text": f"<@UQ> question n{number}",
            "ts": ts,
            "event_ts": ts,
            "channel": f"C{number % PLACES}",
        }
        body = json.dumps(
            {"type": "event_callback", "team_id": "T1", "api_app_id": "A1", "event_id": f"Ev{number}",
             "event_time": int(time.time()), "event": event,
             "authorizations": [{"team_id": "T1", "user_id": "UQ", "is_bot": True}]}
        )  # fmt: skip
        now = str(int(time.time()))
        digest = hmac.new(SECRET.encode(), f"v0:{now}:{body}".encode(), hashlib.sha256).hexdigest()
        return (
            "/slack/events",
            body,
            {
                "Content-Type": "application/json",
                "X-Slack-Request-Timestamp": now,
                "X-Slack-Signature": f"v0={digest}",
            },
        )

    def _teams(self, number: int) -> tuple[str, str, dict[str, str]]:
        spoken = "<at>Querist</at>"
        activity: dict[str, Any] = {
            "type": "message",
            "id": str(1_795_000_000_000 + number),
            "timestamp": "2026-11-20T10:42:00.123Z",
            "channelId": "msteams",
            "serviceUrl": self._world,
            "from": {"id": f"29:{number}", "name": "Ada", "aadObjectId": f"ada-{number}"},
            "recipient": {"id": f"28:{APP}", "name": "Querist"},
            "conversation": {
                "id": f"19:{number % PLACES}@thread.tacv2;messageid={number}",
                "conversationType": "channel",
                "isGroup": True,
                "tenantId": TENANT,
            },
            "channelData": {"tenant": {"id": TENANT}},
            "locale": "en-GB",
            "textFormat": "plain",
            "text": f"{spoken} question n{number}",
            "entities": [
                {"type": "mention", "text": spoken, "mentioned": {"id": f"28:{APP}", "name": "Querist"}}
            ],
        }
        headers = {"Content-Type": "application/json", "Authorization": self._bearer}
        return "/api/messages", json.dumps(activity), headers


async def speak(bot: str, world: str, bearer: str, *, rate: float, seconds: float) -> dict[str, Any]:
    people, count = People(bot, world, bearer), int(rate * seconds)
    timeout, late = aiohttp.ClientTimeout(total=30), 0.0
    async with aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=0)) as session:
        for number in range(count, count + WARMING):
            await people.speak(session, number)
        people.taken.clear()
        people.took.clear()
        people.said.clear()
        begin = time.perf_counter()
        async with asyncio.TaskGroup() as speaking:
            for number in range(count):
                due = begin + number / rate
                if (wait := due - time.perf_counter()) > 0:
                    await asyncio.sleep(wait)
                late = max(late, time.perf_counter() - due)
                speaking.create_task(people.speak(session, number))
    return {"taken": people.taken, "took": people.took, "said": people.said, "late": late}


def main() -> None:
    arguments = argparse.ArgumentParser()
    for name in ("bot", "world", "bearer"):
        arguments.add_argument(f"--{name}", required=True)
    for name in ("rate", "seconds"):
        arguments.add_argument(f"--{name}", type=float, required=True)
    given = arguments.parse_args()
    print(
        json.dumps(
            asyncio.run(speak(given.bot, given.world, given.bearer, rate=given.rate, seconds=given.seconds))
        )
    )


if __name__ == "__main__":
    main()
