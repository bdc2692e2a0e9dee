"""Files that a person lets us put among theirs: from the record into their OneDrive.

In: the invoke `fileConsent/invoke`, whose context names a file by a text that we signed. Out: the file where
Teams wants it, and a card that shows it there.
"""

from __future__ import annotations

import logging
import re
from urllib.parse import urlsplit

import aiohttp

from bot.cards.view import Attachment
from bot.links import NoFile
from bot.platforms.teams.activities import Activity, address_of, is_personal, part, sender_is_bot
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.files import given, token_of
from bot.platforms.teams.gate import is_loopback
from bot.platforms.teams.means import Means
from bot.platforms.teams.shown import BAD, OK
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

HOSTS = (".sharepoint.com",)  # where OneDrive for work takes files
_SECONDS = 60.0
_NAME = re.compile(
    r"[a-z0-9-]+(\.[a-z0-9-]+)*|[0-9a-f:.]+"
)  # of a host, without what readers of addresses take apart


async def answered(activity: Activity, means: Means) -> Response:
    """`fileConsent/invoke`: yes or no to a file. After a no nothing more is said."""
    value = part(activity, "value")
    if value.get("action") not in ("accept", "decline") or not is_personal(activity):
        return BAD
    if value["action"] == "decline" or sender_is_bot(activity):
        return OK
    upload = part(value, "uploadInfo").get("uploadUrl")
    if not isinstance(upload, str) or means.links is None:
        return BAD
    if not goes_to(upload, means.file_hosts):
        log.warning("A file was to be sent to a host that is not on the list.")
        return Response(status=403, body={"error": "Files do not go to this host."})
    file = await means.links.open(token_of(value), means.desk)
    if isinstance(file, NoFile):
        await means.say(address_of(activity), means.words(activity)("teams-file-gone"))
    else:
        means.aside(_upload(file, upload, activity, means))
    return OK


def goes_to(url: str, hosts: frozenset[str]) -> bool:
    """Whether an address is an https one of these hosts: whole names, or ends that begin with a dot."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if parts.username or parts.password or not _NAME.fullmatch(host):
        return False
    ends = tuple(each for each in hosts if each.startswith("."))
    if host not in hosts and f"{host}:{port}" not in hosts and not (ends and host.endswith(ends)):
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))


async def _upload(file: Attachment, url: str, activity: Activity, means: Means) -> None:
    address = address_of(activity)
    try:
        await _put(url, file.data)
    except OperatorsMove as error:
        log.warning("%s", error)
        await means.say(address, means.words(activity)("teams-file-failed", name=file.name))
        return
    await means.tell(address, given(file.name, part(part(activity, "value"), "uploadInfo")))


async def _put(url: str, content: bytes) -> None:
    """Puts a whole file where Teams wants it. Raises OperatorsMove; the address is a secret and not told."""
    span = f"bytes 0-{len(content) - 1}/{len(content)}"
    headers = {"Content-Type": "application/octet-stream", "Content-Range": span}
    try:
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.put(url, data=content, headers=headers, allow_redirects=False) as response,
        ):
            if response.status not in (200, 201):
                raise OperatorsMove(f"OneDrive answered {response.status} to a file of {len(content)} bytes.")
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise OperatorsMove(f"A file could not be put into OneDrive ({type(error).__name__}).") from error
