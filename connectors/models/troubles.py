"""What goes wrong with a model service -> what it is, and the sentence with the setting to look at.

In: an exception of the client. Out: a Trouble. The key is never shown, whatever the service repeats.
"""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from connectors.models.retrying import PASSING, retry_after
from connectors.words import clean

_CREDIT = re.compile(r"insufficient_quota|exceeded your current quota|billing|credit")
_CONTEXT = re.compile(
    r"context_length|context length|context window|context size|context limit|prompt is too long"
    r"|maximum number of tokens|too many tokens|exceed_context"
)
_FILTER = re.compile(r"content_filter|content filter|content management policy|content policy")
_FORM = re.compile(r"response_format|json_schema|json_object|json schema|grammar|guided")
_MODEL = re.compile(r"model|deployment")
_KEY = re.compile(r"\b(sk|pk|gsk|xai|hf|key)[-_][\w*.-]{6,}|(?i:bearer)\s+\S+")


class Kind(Enum):
    PASSING = auto()  # it may go better soon
    REFUSED = auto()  # something of the question; perhaps not in other words
    FINAL = auto()


@dataclass(frozen=True, slots=True)
class Trouble:
    """`said` are the service's own words, `parameter` what they are about, `wait` the seconds it asks for."""

    kind: Kind
    sentence: str
    said: str = ""
    parameter: str = ""
    wait: float | None = None


@dataclass(frozen=True, slots=True)
class Troubles:
    """The troubles of one model at one address."""

    model: str
    where: str
    key: str = ""

    @property
    def service(self) -> str:
        return f"The model service at {self.where}"

    def of(self, error: Exception, errors: Any) -> Trouble:
        """The trouble that an exception of the client (its package is `errors`) stands for."""
        match error:
            case errors.APIConnectionError():
                return self._unconnected(error)
            case errors.APIStatusError():
                return self._answered(error, error.status_code)
            case errors.APIError():  # in the middle of a stream
                code = str(error.code or "")
                return self._answered(error, int(code) if code.isdecimal() else 0)
            case _ if type(error).__module__.split(".")[0] in ("httpx", "httpx2", "httpcore", "httpcore2"):
                return self._unconnected(error)
            case ValueError():  # half a chunk
                return Trouble(Kind.PASSING, self._broke_off())
        return Trouble(
            Kind.FINAL,
            f"{self.service} replied what cannot be read ({type(error).__name__}). "
            "Check QUERIST_MODEL_URL; it often ends in /v1.",
        )

    def masked(self, words: str) -> str:
        """A service's words on one short line, without any key."""
        if self.key:
            words = words.replace(self.key, "…")
        return clean(_KEY.sub("…", words))

    def _broke_off(self) -> str:
        return f"{self.service} broke off in the middle of its reply. Look into its log."

    def _unconnected(self, error: Exception) -> Trouble:
        causes = tuple(_causes(error))
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            return Trouble(Kind.FINAL, f"There is no address {self.where}. Check QUERIST_MODEL_URL.")
        if any(isinstance(cause, ssl.SSLError) for cause in causes):
            return Trouble(
                Kind.FINAL, f"{self.service} has no certificate that is trusted. Check QUERIST_MODEL_URL."
            )
        if any(type(cause).__name__ in ("ConnectError", "ConnectTimeout") for cause in causes):
            return Trouble(
                Kind.PASSING,
                f"{self.service} cannot be reached. Does it run, and is QUERIST_MODEL_URL right?",
            )
        return Trouble(Kind.PASSING, self._broke_off())

    def _answered(self, error: Any, status: int) -> Trouble:
        said = self.masked(_words(error))
        headers = getattr(getattr(error, "response", None), "headers", None)
        known = f"{error.code or ''} {error.type or ''} {said}".lower()
        if status in (401, 403):
            return Trouble(Kind.FINAL, f"{self.service} refuses the key. Check QUERIST_MODEL_KEY.")
        if status == 404:  # noqa: PLR2004
            return Trouble(Kind.FINAL, self._missing(error, known))
        if 300 <= status < 400:  # noqa: PLR2004
            to = clean(str(headers.get("location", "") if headers else ""))
            return Trouble(Kind.FINAL, f"{self.service} has moved to {to}. Set QUERIST_MODEL_URL to that.")
        if _FILTER.search(known):
            return Trouble(Kind.FINAL, self.filtered())
        parameter = str(error.param or "")
        if _CONTEXT.search(known) and status in (0, 400, 413, 422, 500):
            return Trouble(Kind.FINAL, self._too_long(said))
        if status in (400, 413, 422) or (_FORM.search(known) and status >= 500):  # noqa: PLR2004
            sentence = f"{self.service} refused the question ({status}): {said}. Check QUERIST_MODEL_NAME."
            return Trouble(Kind.REFUSED, sentence, said, parameter)
        if status == 429:  # noqa: PLR2004
            if _CREDIT.search(known):
                return Trouble(
                    Kind.FINAL,
                    f"The account at {self.where} has no credit left ({said}). Look at its billing.",
                )
            wait = retry_after(headers)
            soon = "Try again later." if wait is None else f"It asks to wait {wait:.0f} seconds."
            return Trouble(
                Kind.PASSING, f"{self.service} takes no more questions now ({said}). {soon}", wait=wait
            )
        if status in PASSING or not status:
            sentence = f"{self.service} failed{f' ({status})' if status else ''}: {said}. Look into its log."
            return Trouble(Kind.PASSING, sentence, wait=retry_after(headers))
        return Trouble(Kind.FINAL, f"{self.service} failed ({status}): {said}. Look into its log.")

    def _missing(self, error: Any, known: str) -> str:
        if isinstance(error.body, dict) and _MODEL.search(known):
            return f"{self.service} knows no model {self.model}. Check QUERIST_MODEL_NAME."
        return (
            f"There is no model service at {self.where}: nothing is found there. "
            "Check QUERIST_MODEL_URL; it often ends in /v1."
        )

    def _too_long(self, said: str) -> str:
        return (
            f"What was to be sent is too long for the model {self.model} ({said}). Give it a larger context "
            "where it runs, or set QUERIST_MODEL_NAME to a model that takes more."
        )

    def filtered(self) -> str:
        return (
            f"{self.service} held the question or the reply back by its content filter. "
            "Ask in other words, or look at the filter's settings there."
        )


def _words(error: Any) -> str:
    """What the service said, without the client's own words before it."""
    if isinstance(error.body, dict) and isinstance(said := error.body.get("message"), str):
        return said
    return str(error.message).partition(" - ")[2] or str(error.message)


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield cause
        cause = cause.__cause__ or cause.__context__
