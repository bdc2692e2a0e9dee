"""Who may use a page that listens on this machine only: the guard around each of its handlers.

In: a handler. Out: the same handler behind four questions. Any website that is open in the browser can send
requests to 127.0.0.1, so a loopback address alone protects nothing:

- the other end is this machine;
- `Host` is a loopback name (a foreign name that resolves to 127.0.0.1 reads nothing);
- the request does not come from another website (`Origin`, `Sec-Fetch-Site`);
- it carries the key that was printed in the terminal, which the page keeps as a cookie.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

# What proxies say of themselves, and of whom they ask for.
_PASSED_ON = re.compile(
    r"via|forwarded|x-forwarded-.+|x-real-ip|.+-client-ip|.+-connecting-ip", re.IGNORECASE
)

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class Guard:
    """Holds the key of one run. `key` is what the printed address carries."""

    def __init__(self, key: str = "") -> None:
        self.key = key or secrets.token_urlsafe(24)

    def local(self, handler: Handler) -> Handler:
        """Only this machine, by a loopback name, not from another website; no key is needed."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            if not (is_loopback(request.remote or "") and is_loopback(host_name(request.host))):
                raise _refused("This page answers on this machine only.")
            if _is_foreign(request):
                raise _refused("Another website may not use this page.")
            return await handler(request)

        return guarded

    def keyed(self, handler: Handler) -> Handler:
        """As `local`, and the cookie must hold the key."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            if not self.knows(request.cookies.get(cookie(request), "")):
                raise _refused("The key is missing. Open the address that Querist printed in the terminal.")
            return await handler(request)

        return self.local(guarded)

    def knows(self, key: str) -> bool:
        """Whether this is the key, compared in constant time."""
        return hmac.compare_digest(key.encode("utf-8", "surrogateescape"), self.key.encode())


def cookie(request: web.Request) -> str:
    """The cookie's name; cookies do not tell ports apart, so the name does."""
    port = request.host.rpartition(":")[2]
    return f"querist-{port}" if port.isdigit() else "querist"


def _refused(reason: str) -> web.HTTPForbidden:
    return web.HTTPForbidden(text=reason, headers=HEADERS)


def host_name(host: str) -> str:
    """The name in a Host header: "127.0.0.1" of "127.0.0.1:8080", "::1" of "[::1]:8080"."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def is_passed_on(request: web.Request) -> bool:
    """Whether a proxy passed the request on for somebody else."""
    return any(map(_PASSED_ON.fullmatch, request.headers))


def is_loopback(name: str) -> bool:
    """Whether a host name or address is this machine alone."""
    if name.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_foreign(request: web.Request) -> bool:
    """Whether the browser says that another site caused this request; a change must prove it is ours."""
    origin = request.headers.get("Origin")
    if request.method not in ("GET", "HEAD"):
        return origin != f"http://{request.host}"
    is_visit = request.headers.get("Sec-Fetch-Mode") == "navigate"
    site = request.headers.get("Sec-Fetch-Site", "none")
    return not is_visit and (
        site not in ("none", "same-origin") or origin not in (None, f"http://{request.host}")
    )
