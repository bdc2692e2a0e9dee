"""What people have on their screens beside messages, and what Slack lends for answering them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

USES = 5  # of a response_url


@dataclass(slots=True)
class Screens:
    """`triggers` open one dialog each, until they are `spent` or expire (are taken out). `homes` are the Home
    tabs by person, `prompts` the suggested questions by channel, `responses` what came to each response_url.
    """

    triggers: set[str] = field(default_factory=set)
    spent: set[str] = field(default_factory=set)
    dialogs: list[dict[str, Any]] = field(default_factory=list)
    homes: dict[str, dict[str, Any]] = field(default_factory=dict)
    prompts: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    responses: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
