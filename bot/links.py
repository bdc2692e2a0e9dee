"""Signed links to the files of an answer, for those that a chat has no room for.

In: a record and the name of one of its files. Out: an address of this service that opens it for some days,
whoever has it and however often the service was started since; nobody can make one for another file.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from aiohttp import web
from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

from bot.cards.look import Look
from bot.cards.view import Attachment, attachments
from bot.message import Message, Reception, Reply
from kgqa.errors import OperatorsMove
from kgqa.types import Answer

PATH = "/files/"
DAYS = 7
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "sandbox; default-src 'none'",
}


@dataclass(frozen=True, slots=True)
class NoFile:
    """Why there is no file: the link is old (`expired`), or nobody here made it or has what it names."""

    expired: bool

    @property
    def words(self) -> str:
        """A sentence for who opened the link."""
        if self.expired:
            return f"This link has expired after {DAYS} days. Ask the question again for a new one."
        return "There is no such file here. Ask the question again for a new link."


class Links:
    """Makes and opens links. `secret` is that of the deployment, and links made with one `before` it stay
    good; `public_url` is where people reach this service: without it there are no addresses, and what was
    signed can be opened all the same. `days` is how long a link is good.
    """

    def __init__(
        self,
        secret: str,
        public_url: str = "",
        *,
        before: tuple[str, ...] = (),
        look: Look | None = None,
        days: float = DAYS,
    ) -> None:
        self._serializer = URLSafeTimedSerializer([*before, secret], salt="file")
        self._public_url = public_url.rstrip("/")
        self._look, self._seconds = look, int(days * 24 * 3600)

    def sign(self, reference: str, name: str) -> str:
        """What names a file of a record, as a text that only this deployment can make."""
        return str(self._serializer.dumps([reference, name]))

    def address(self, reference: str, name: str) -> str:
        """The link to a file of a record; "" where this service has no public address."""
        return f"{self._public_url}{PATH}{self.sign(reference, name)}" if self._public_url else ""

    async def open(self, token: str, desk: Reception) -> Attachment | NoFile:
        """The file that a signed text names. Raises OperatorsMove when the records are away."""
        try:
            reference, name = self._serializer.loads(token, max_age=self._seconds)
        except SignatureExpired:
            return NoFile(expired=True)
        except (BadSignature, ValueError, TypeError):
            return NoFile(expired=False)
        answer = await desk.answer_of(reference)
        files = attachments(_kept(answer, reference), self._look) if answer else ()
        return next((file for file in files if file.name == name), NoFile(expired=False))

    def mount(self, app: web.Application, desk: Reception) -> None:
        """Adds the route that links lead to."""

        async def serve(request: web.Request) -> web.Response:
            try:
                file = await self.open(request.match_info["token"], desk)
            except OperatorsMove:
                return _said(503, "The records cannot be reached just now. Try again in a minute.")
            if isinstance(file, NoFile):
                return _said(410 if file.expired else 404, file.words)
            name = f"attachment; filename*=UTF-8''{quote(file.name, safe='')}"
            return web.Response(
                body=file.data,
                content_type=file.media_type,
                charset="utf-8" if file.is_text else None,
                headers=_HEADERS | {"Content-Disposition": name},
            )

        app.router.add_get(f"{PATH}{{token}}", serve)


def _kept(answer: Answer, reference: str) -> Reply:
    """The answer of a record as a reply to nobody: its files are the same for all."""
    message = Message(
        platform="",
        event="",
        tenant="",
        channel="",
        thread="",
        person="",
        text=answer.question.text,
        sent_at=answer.question.asked_at,
        address="",
    )
    return Reply(message=message, answer=answer, reference=reference)


def _said(status: int, sentence: str) -> web.Response:
    return web.Response(status=status, text=sentence, headers=_HEADERS)
