"""Reply -> messages and files in a Slack thread, by the Web API.

Posting is the one thing that must not happen twice, so it is never repeated on a lost connection; each
message carries its record's reference as metadata, by which an uncertain one is found again.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.buttons import Seal
from bot.cards import slack
from bot.cards.look import Look
from bot.cards.view import attachments
from bot.message import Posted, Reply
from bot.platforms.slack import refusals
from bot.platforms.slack.events import Address
from bot.platforms.slack.identity import Me

log = logging.getLogger(__name__)

METADATA = "querist_answer"
POINTER = "I was interrupted while answering; if no answer stands above, ask again."
PAGES = 10  # of a thread's replies, looked through for an uncertain message
_NO_SCOPE = "No files are attached: Querist lacks the permission files:write in this workspace."


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A message that was posted earlier, and whether its files stand in the thread too."""

    ts: str
    files: bool


class CannotLook(Exception):  # noqa: N818  # an outcome of looking, named as such
    """Slack does not show us the whole thread."""


class Posting:
    def __init__(self, client: AsyncWebClient, seal: Seal, look: Look) -> None:
        self._client = client
        self._seal = seal
        self._look = look
        self._folds = True  # until Slack says that this workspace has no collapsible container

    async def send(self, reply: Reply, me: Me, *, again: bool) -> Posted:
        """As `bot.message.Platform.send`."""
        where = Address.of(reply.message)
        without_files = "" if me.may("files:write") else _NO_SCOPE
        try:
            found = await self._find(where, reply.reference) if again else None
        except CannotLook:
            ts = await self._post(where, slack.Card(blocks=(), text=POINTER), {})
            return Posted(ids=(ts,), permalink=me.permalink(where.channel, ts, where.thread_ts))
        ts = found.ts if found else await self._post_card(where, reply, without_files)
        files: tuple[str, ...] = ()
        if not without_files and not (found and found.files):
            files = await self._attach(where, reply, ts)
        return Posted(ids=(ts, *files), permalink=me.permalink(where.channel, ts, where.thread_ts))

    async def _post_card(self, where: Address, reply: Reply, without_files: str) -> str:
        """Posts the best drawing that Slack takes: folded, else open, else words alone."""
        metadata = {"event_type": METADATA, "event_payload": {"reference": reply.reference}}
        for folded in (True, False) if self._folds else (False,):
            card = slack.draw(reply, self._seal, self._look, folded=folded, without_files=without_files)
            try:
                return await self._post(where, card, metadata)
            except SlackApiError as error:
                if not refusals.of_drawing(error):
                    raise
                complaints = refusals.complaints(error)
                log.warning("Slack refused a drawing: %s", complaints)
                self._folds = self._folds and "container" not in complaints
        return await self._post(where, slack.bare(card), metadata)

    async def _post(self, where: Address, card: slack.Card, metadata: dict[str, Any]) -> str:
        """The new message's ts.

        Raises NotPosted; SlackApiError for a drawing that Slack refuses, and where it may stand all the same.
        """
        try:
            answer = await self._client.chat_postMessage(
                channel=where.channel,
                thread_ts=where.thread_ts,
                text=card.text,
                blocks=list(card.blocks) or None,
                metadata=metadata or None,
                mrkdwn=False,
                unfurl_links=False,
                unfurl_media=False,
            )
        except SlackApiError as error:
            if card.blocks and refusals.of_drawing(error):
                raise
            if (certain := refusals.not_posted(error)) is not None:
                raise certain from error
            raise
        except aiohttp.ClientConnectorError as error:
            raise refusals.unreachable(error) from error
        return str(answer["ts"])

    async def _find(self, where: Address, reference: str) -> Found | None:
        """The message with this reference after the one that asked. Raises CannotLook, SlackApiError."""
        ts, files, cursor = "", False, ""
        for _ in range(PAGES):
            page = await self._page(where, cursor)
            for posted in page.get("messages") or []:
                payload = (posted.get("metadata") or {}).get("event_payload") or {}
                if payload.get("reference") == reference:
                    ts = str(posted["ts"])
                names = [str(file.get("name") or "") for file in posted.get("files") or []]
                files = files or any(name.startswith(f"{reference}-trace") for name in names)
            cursor = (page.get("response_metadata") or {}).get("next_cursor") or ""
            if not cursor:
                return Found(ts=ts, files=files) if ts else None
        raise CannotLook

    async def _page(self, where: Address, cursor: str) -> AsyncSlackResponse:
        try:
            return await self._client.conversations_replies(
                channel=where.channel,
                ts=where.thread_ts,
                oldest=where.ts,
                include_all_metadata=True,
                limit=100,
                cursor=cursor or None,
            )
        except SlackApiError as error:
            if refusals.of_looking(error):
                raise CannotLook from error
            raise

    async def _attach(self, where: Address, reply: Reply, ts: str) -> tuple[str, ...]:
        """The ids of the attached files; when Slack does not take them, the card is put right to say so."""
        if not slack.attaches(reply):
            return ()
        uploads = [
            {"filename": a.name, "content": a.content, "title": a.name}
            for a in attachments(reply, self._look)
        ]
        try:
            answer = await self._client.files_upload_v2(
                file_uploads=uploads, channel=where.channel, thread_ts=where.thread_ts
            )
            return tuple(str(file["id"]) for file in answer.get("files") or [])
        except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
            word = refusals.code(error) if isinstance(error, SlackApiError) else ""
            log.warning(
                "Slack did not take the files of %s: %s", reply.reference, word or type(error).__name__
            )
            await self._admit(where, reply, ts, word)
            return ()

    async def _admit(self, where: Address, reply: Reply, ts: str, word: str) -> None:
        why = _NO_SCOPE if word == "missing_scope" else "No files are attached: Slack did not take them."
        card = slack.draw(reply, self._seal, self._look, folded=self._folds, without_files=why)
        try:
            await self._client.chat_update(
                channel=where.channel, ts=ts, text=card.text, blocks=list(card.blocks)
            )
        except (SlackClientError, aiohttp.ClientError, TimeoutError, OSError) as error:
            log.warning("Slack did not take the correction of %s: %s", reply.reference, type(error).__name__)
