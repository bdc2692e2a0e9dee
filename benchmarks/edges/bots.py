"""The bots under load, each as a process: ours, and the SDKs' own with nothing behind them.

In: which one, and where the world is. Out: a line with the address at which it listens; then it serves.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
from pathlib import Path
from typing import Any

from aiohttp import web

from benchmarks.edges.people import SECRET
from benchmarks.edges.world import APP, ISSUER, TENANT
from kgqa.types import Answer, Outcome, Progress, Question

LOCAL = "local"  # the token and the password of this benchmark alone


class Echo:
    """A core that answers at once."""

    async def answer(self, question: Question, progress: Progress) -> Answer:  # noqa: ARG002
        return Answer(question=question, outcome=Outcome.ANSWERED, text=f"An answer to {question.text}")


def ours(world: str, folder: Path, postgres: str) -> web.Application:
    """Querist as `querist serve` puts it together, but for the core and the addresses of the platforms."""
    from bot import wiring
    from bot.platforms.slack import Slack
    from bot.platforms.teams import Teams
    from bot.platforms.teams.authority import Authority
    from bot.settings import Settings

    many = 10**6
    settings = Settings(
        _env_file=None,  # type: ignore[call-arg]
        data=folder,
        database=postgres,
        person_questions=many,
        channel_questions=many,
    )
    database, seal = wiring.open_database(settings), wiring.open_seal(settings)
    authority = Authority(
        issuer=ISSUER, metadata_url=f"{world}/metadata", token_url=f"{world}/token/{{tenant}}"
    )
    platforms = (
        Slack(bot_token=LOCAL, signing_secret=SECRET, api_url=f"{world}/api/", seal=seal),
        Teams(
            app_id=APP,
            password=LOCAL,
            tenant=TENANT,
            service_hosts=(world.removeprefix("http://"),),
            seal=seal,
            authority=authority,
        ),
    )
    desk = wiring.open_desk(settings, Echo(), platforms, database)
    return wiring.build_app(desk, platforms)


def empty(world: str) -> web.Application:
    """An empty Bolt app and an empty CloudAdapter bot, as their guides begin them."""
    from botbuilder.core import ActivityHandler
    from botbuilder.integration.aiohttp import CloudAdapter, ConfigurationBotFrameworkAuthentication
    from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
    from slack_bolt.app.async_app import AsyncApp
    from slack_bolt.authorization import AuthorizeResult

    async def authorize(**_: Any) -> AuthorizeResult:
        return AuthorizeResult(
            enterprise_id=None, team_id="T1", bot_user_id="UQ", bot_id="BQ", bot_token=LOCAL
        )

    async def nothing() -> None:
        return None

    bolt = AsyncApp(signing_secret=SECRET, authorize=authorize)
    bolt.event("app_mention")(nothing)

    class Configuration:
        APP_ID, APP_PASSWORD, APP_TYPE, APP_TENANTID = APP, "local", "SingleTenant", TENANT
        TO_BOT_FROM_CHANNEL_TOKEN_ISSUER = ISSUER
        TO_BOT_FROM_CHANNEL_OPENID_METADATA_URL = f"{world}/metadata"
        TO_CHANNEL_FROM_BOT_LOGIN_URL = f"{world}/login"
        TO_CHANNEL_FROM_BOT_OAUTH_SCOPE = ISSUER

    adapter, handler = (
        CloudAdapter(ConfigurationBotFrameworkAuthentication(Configuration())),
        ActivityHandler(),
    )

    async def slack(request: web.Request) -> web.StreamResponse:
        return await to_aiohttp_response(await bolt.async_dispatch(await to_bolt_request(request)))

    async def teams(request: web.Request) -> web.StreamResponse:
        answer = await adapter.process(request, handler)
        return answer or web.Response(status=200)

    app = web.Application()
    app.router.add_post("/slack/events", slack)
    app.router.add_post("/api/messages", teams)
    return app


async def serve(app: web.Application) -> None:
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=1_024).start()
        print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
        await asyncio.Event().wait()
    finally:
        await runner.cleanup()


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("bot", choices=("ours", "empty"))
    arguments.add_argument("--world", required=True)
    arguments.add_argument("--folder", type=Path, required=True)
    arguments.add_argument("--postgres", default="")
    given = arguments.parse_args()
    logging.basicConfig(level=logging.ERROR)
    app = ours(given.world, given.folder, given.postgres) if given.bot == "ours" else empty(given.world)
    asyncio.run(serve(app))


if __name__ == "__main__":
    main()
