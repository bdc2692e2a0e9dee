"""What is asked of a model as one text, and the hash of it: the same request, the same hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any


def request_hash(
    messages: Sequence[tuple[str, str]],
    schema: dict[str, Any] | None,
    temperature: float,
    most: int,
    *of: str,
) -> str:
    """In hex; `of` is whatever else makes a difference, such as the model."""
    whole = [list(of), [list(message) for message in messages], schema, float(temperature), most]
    text = json.dumps(whole, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
