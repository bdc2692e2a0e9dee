"""How long a model service is waited for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """Seconds to the first word of a reply, between two of its words, and for a call with all its tries."""

    first: float = 60.0
    between: float = 30.0
    overall: float = 180.0
