"""Whether a model's service answers, for nothing: its list of models is asked for, and not read.

In: address and key. Out: nothing, or ModelUnavailable in a sentence.
"""

from __future__ import annotations

import aiohttp

from connectors.models.real_calls import Calls, refuse_forbidden
from kgqa.errors import ModelUnavailable

_SECONDS = 5.0
_REFUSED = (401, 403)
_BROKEN = 500


async def reach(address: str, key: str, calls: Calls) -> None:
    """Raises ModelUnavailable where nobody answers, or the key is refused. A service that has no such list
    has answered.
    """
    refuse_forbidden(address, calls)
    headers = {"Authorization": f"Bearer {key}", "api-key": key} if key else {}
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS)) as session,
            session.get(f"{address.rstrip('/')}/models", headers=headers, allow_redirects=False) as reply,
        ):
            status = reply.status
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ModelUnavailable(
            f"The model service at {address} cannot be reached ({type(error).__name__}). "
            "Check QUERIST_MODEL_URL and that it runs."
        ) from error
    if status in _REFUSED:
        raise ModelUnavailable(
            f"The model service at {address} refuses the key (HTTP {status}). Check QUERIST_MODEL_KEY."
        )
    if status >= _BROKEN:
        raise ModelUnavailable(f"The model service at {address} is in trouble (HTTP {status}).")
