"""A Querist in a process of its own, to be killed: Slack by HTTP, the real desk, a prepared core.

Called with the address of Slack's API, a folder, the bot's token and the signing secret; prints the address
at which it listens. With one more argument it takes questions, shows at once that it works on them, and never
answers them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from aiohttp import web

from bot.platforms.slack import Slack
from bot.platforms.slack.pace import Tempo
from tests.bot.desks import Room
from tests.bot.slack_bot import SEAL
from tests.doubles import answers
from tests.doubles.core import PreparedCore


async def main(api_url: str, folder: str, token: str, secret: str, stuck: str = "") -> None:
    one = answers.one_thing()
    core = PreparedCore({one.question.text: one})
    if stuck:
        core.gate.clear()
    tempo = Tempo(at_once=0, grows=0) if stuck else None
    platform = Slack(
        bot_token=token, signing_secret=secret, api_url=api_url, seal=SEAL, follow_up=True, tempo=tempo
    )
    async with Room(Path(folder), core=core).desk(platforms=[platform]) as desk:
        app = web.Application()
        platform.mount(app, desk)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events", flush=True)  # noqa: T201  # its output
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
