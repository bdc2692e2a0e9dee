"""A Querist that is to be killed (tests/mortal.py): Slack by HTTP, the real desk, a prepared core.

It tells the address at which it listens. A `stuck` one takes questions, shows at once that it works on them,
and never answers them.
"""

from __future__ import annotations

import asyncio
from multiprocessing.connection import Connection
from pathlib import Path

from aiohttp import web

from bot.platforms.slack import Slack
from bot.platforms.slack.pace import Tempo
from tests.bot.desks import Room
from tests.bot.slack_bot import SEAL
from tests.doubles import answers
from tests.doubles.core import PreparedCore


async def _serve(
    told: Connection, api_url: str, folder: Path, token: str, secret: str, *, stuck: bool
) -> None:
    one = answers.one_thing()
    core = PreparedCore({one.question.text: one})
    if stuck:
        core.gate.clear()
    tempo = Tempo(at_once=0, grows=0) if stuck else None
    platform = Slack(
        bot_token=token, signing_secret=secret, api_url=api_url, seal=SEAL, follow_up=True, tempo=tempo
    )
    async with Room(folder, core=core).desk(platforms=[platform]) as desk:
        app = web.Application()
        platform.mount(app, desk)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        told.send(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
        await asyncio.Event().wait()


def main(
    told: Connection, api_url: str, folder: Path, token: str, secret: str, *, stuck: bool = False
) -> None:
    asyncio.run(_serve(told, api_url, folder, token, secret, stuck=stuck))
