"""Slack's events, presses, commands and dialogs -> the desk, by Bolt; the same for Socket Mode and for HTTP.

An event is acknowledged when the desk has taken it over and not before: Bolt then answers 200, else 500 (or,
in Socket Mode, nothing), and Slack delivers it again. Duplicates are the desk's: same event id, same work.
"""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from typing import Any

from slack_bolt.app.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import Seal
from bot.cards import slack_digest, slack_forms, slack_home
from bot.cards.look import Look
from bot.message import Message, Reception
from bot.platforms.slack import events
from bot.platforms.slack.answering import slacks_alone
from bot.platforms.slack.commands import Commands
from bot.platforms.slack.connected import own_people_alone
from bot.platforms.slack.dialogs import Dialogs
from bot.platforms.slack.digesting import DigestButtons
from bot.platforms.slack.home import HomeTab
from bot.platforms.slack.pressing import Pressing
from bot.platforms.slack.threads import Threads
from bot.platforms.slack.workspaces import NotInstalled, Workspaces
from bot.words import words
from kgqa.errors import OperatorsMove
from manifests.slack import COMMAND, SHORTCUT

log = logging.getLogger(__name__)

Payload = dict[str, Any]

_OURS = re.compile(r"querist\..+")  # the action ids of all buttons that we draw or have drawn
_EXAMPLE = re.compile(rf"{re.escape(slack_home.EXAMPLE)}\.\d+")
_DIGEST = re.compile(rf"{re.escape(slack_digest.BUTTON)}\.(ask|name|define)\.\d+")
_SETTINGS = re.compile("|".join(map(re.escape, (slack_home.SETTINGS, slack_home.CHANNEL))))
_FORMS = re.compile(rf"{re.escape(slack_forms.CALLBACK)}({'|'.join(slack_forms.FORMS)})")


def listen(
    desk: Reception,
    *,
    workspaces: Workspaces,
    seal: Seal,
    threads: Threads,
    follow_up: bool,
    look: Look | None = None,
    connect: bool = False,
    colleagues: tuple[str, ...] = (),
) -> AsyncApp:
    """The Bolt application. `follow_up` hears what is said without a mention where the bot is; `connect`
    hears people of connected organisations too, beside those of `colleagues`.
    """
    look = look or Look()

    async def take(message: Message) -> None:
        await desk.receive(message)
        if not message.overheard:
            threads.remember(message)

    async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult | None:
        # Bolt's own way acknowledges an event when `auth.test` fails, and it would be lost; ours raises.
        try:
            workspace = await workspaces.of(team_id or "", enterprise_id or "")
        except NotInstalled as error:
            log.warning("What Slack tells is passed over: %s", error)
            return None
        me = workspace.me
        return AuthorizeResult(
            enterprise_id=enterprise_id,
            team_id=team_id,
            bot_user_id=me.user,
            bot_id=me.bot,
            bot_token=workspace.client.token,
        )

    async def hear(message: Message, how: events.Kind) -> None:
        if how == "overheard" or (how == "follow-up" and not await threads.own(message)):
            message = replace(message, overheard=True)  # the desk knows whether it is wanted
        await take(message)

    async def on_event(body: Payload, context: AsyncBoltContext) -> None:
        me, event = context.bot_user_id or "", body["event"]
        if event.get("type") == "app_mention" and event.get("edited") and follow_up:
            return  # the change itself is told too, with what was there before
        now, before = events.versions(event)
        how = events.kind(now, me, later=now is not event) if now else None
        was = events.kind(before, me, later=True) if before else None
        hears = follow_up or event.get("channel_type") == "im" or event.get("type") == "app_mention"
        if now and how and hears:
            await hear(events.spoken(body, now, me, before), how)
        elif before and was and hears:
            await desk.withdraw(events.withdrawn(body, before, me))

    pressing = Pressing(desk, take, seal, look)
    commands = Commands(desk, take, look)
    home = HomeTab(desk, take, look)
    dialogs = Dialogs(desk, take, seal, look, home)

    async def on_example(ack: AsyncAck, body: Payload, client: AsyncWebClient) -> None:
        where = home if body.get("view") else commands
        await where.on_example(ack, body, client)

    base = workspaces.base
    bolt = AsyncApp(
        name="querist",
        client=AsyncWebClient(  # without a token: `authorize` gives it
            base_url=base.base_url, timeout=base.timeout, retry_handlers=base.retry_handlers
        ),
        authorize=authorize,  # type: ignore[arg-type]  # Bolt takes None for an app that is not installed
        user_facing_authorize_error_message=words(look.language)("slack-not-installed"),
        process_before_response=True,  # else Bolt acknowledges before the desk has the message
        request_verification_enabled=False,  # done before: over HTTP in `http`, else by the connection
    )
    bolt.use(slacks_alone(base.base_url))
    if not connect:
        bolt.use(own_people_alone(colleagues, look.language))
    bolt.event("app_mention")(on_event)
    bolt.event("message")(on_event)
    bolt.event("app_home_opened")(home.on_opened)
    bolt.command(COMMAND)(commands.on_command)
    bolt.shortcut(SHORTCUT)(commands.on_shortcut)
    bolt.view(_FORMS)(dialogs.on_submit)
    bolt.action(_EXAMPLE)(on_example)
    bolt.action(_SETTINGS)(home.on_settings)
    bolt.action(_DIGEST)(DigestButtons(take, look).on_press)
    bolt.action(_OURS)(pressing.on_press)  # the first that fits is called
    bolt.error(_not_taken)
    return bolt


async def _not_taken(error: Exception) -> None:
    if isinstance(error, OperatorsMove):
        log.error("An event of Slack was not taken over, Slack will send it again: %s", error)
    else:
        log.error("An event of Slack was not taken over, Slack will send it again.", exc_info=error)
