"""Where calls of models may go: anywhere, to this machine alone, nowhere.

Tests allow loopback alone, for the whole process; an operator sets the same for one model. Both must agree.
"""

from __future__ import annotations

from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

from kgqa.errors import ModelUnavailable


class Calls(StrEnum):
    ANYWHERE = "anywhere"
    LOOPBACK = "loopback"  # this machine
    NOWHERE = "nowhere"


_allowed = Calls.ANYWHERE


def allow(calls: Calls) -> Calls:
    """Says where every model of this process may be called. Gives what was allowed before."""
    global _allowed  # a switch of the process, as it is meant
    before, _allowed = _allowed, calls
    return before


def refuse_forbidden(url: str, calls: Calls = Calls.ANYWHERE) -> None:
    """Raises ModelUnavailable where a call to this address is forbidden, by the process or by `calls`."""
    for allowed, who in ((calls, "QUERIST_MODEL_CALLS is"), (_allowed, "this process allows")):
        if allowed is Calls.NOWHERE or (allowed is Calls.LOOPBACK and not _is_loopback(url)):
            host = urlsplit(url).hostname or "its address"
            raise ModelUnavailable(
                f"The model at {host} was not called: calls of models are forbidden here ({who} {allowed})."
            )


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
