"""Who the bot is in its workspace: one `auth.test`, kept for as long as the process lives."""

from __future__ import annotations

from dataclasses import dataclass

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack import refusals
from kgqa.errors import OperatorsMove


@dataclass(frozen=True, slots=True, kw_only=True)
class Me:
    """`user` and `bot` are the ids of the bot's user and of its bot; `home` is the workspace's address.

    `scopes` are what the workspace has granted; None when Slack did not say.
    """

    team: str
    user: str
    bot: str
    home: str
    scopes: frozenset[str] | None

    def may(self, scope: str) -> bool:
        return self.scopes is None or scope in self.scopes

    def permalink(self, channel: str, ts: str, thread_ts: str) -> str:
        """The address of a message of a thread, made as Slack makes it."""
        if not self.home:
            return ""
        return f"{self.home}archives/{channel}/p{ts.replace('.', '')}?thread_ts={thread_ts}&cid={channel}"


class Identity:
    """Asks once and remembers; a failure is not remembered."""

    def __init__(self, client: AsyncWebClient) -> None:
        self._client = client
        self._me: Me | None = None

    async def get(self) -> Me:
        """Raises BadSetting for a token that Slack refuses, OperatorsMove when Slack does not answer."""
        if self._me is None:
            self._me = await self.ask()
        return self._me

    async def ask(self) -> Me:
        """As Slack says it now. Raises as `get` does."""
        try:
            answer = await self._client.auth_test()
        except SlackApiError as error:
            raise refusals.bad_token(error, "QUERIST_SLACK_BOT_TOKEN") or OperatorsMove(
                f"Slack does not say who the bot is ({refusals.code(error) or 'no answer'}). Asking again."
            ) from error
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise refusals.away(error) from error
        granted = answer.headers.get("x-oauth-scopes")
        return Me(
            team=str(answer.get("team_id") or ""),
            user=str(answer.get("user_id") or ""),
            bot=str(answer.get("bot_id") or ""),
            home=str(answer.get("url") or ""),
            scopes=scopes_of(granted or ""),
        )


def scopes_of(granted: str) -> frozenset[str] | None:
    """The scopes of Slack's list; None for an empty one, which tells nothing."""
    return frozenset(scope.strip() for scope in granted.split(",")) if granted else None
