"""The https address at which a platform reaches Querist."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from kgqa.errors import BadInput


def parts_of(url: str, told: str) -> SplitResult:
    """The parts of an https address without a query. Raises BadInput with what people are `told`."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        raise BadInput(told) from None
    if parts.scheme != "https" or not host or parts.username or parts.query or parts.fragment:
        raise BadInput(told)
    return parts
