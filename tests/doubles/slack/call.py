"""One call of the Web API, as its method sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.doubles.slack.workspace import Workspace

if TYPE_CHECKING:
    from tests.doubles.slack.oauth import OAuth

Answer = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """`w` is the workspace that the token is for, `base` the address of this Slack, `oauth` its installs."""

    w: Workspace
    arguments: dict[str, Any]
    base: str
    oauth: OAuth

    def text(self, name: str) -> str:
        return str(self.arguments.get(name) or "")


Method = Callable[[Call], Answer]  # raises Refused where Slack says no
