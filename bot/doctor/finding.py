"""What a check finds, and what the checks of one visit know of each other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from bot.platforms.teams.authority import Authority
from bot.settings import Settings
from kgqa.ports import Graph
from kgqa.terms import Terms

State = Literal["ok", "note", "wrong", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """How one part stands. "note" works, and could be better; `step` is what to do, "" where nothing is."""

    state: State
    told: str
    step: str = ""


def ok(told: str) -> Finding:
    return Finding(state="ok", told=told)


def note(told: str, step: str = "") -> Finding:
    return Finding(state="note", told=told, step=step)


def wrong(told: str, step: str = "") -> Finding:
    return Finding(state="wrong", told=told, step=step)


def skipped(told: str) -> Finding:
    return Finding(state="skipped", told=told)


@dataclass(slots=True, kw_only=True)
class Visit:
    """One visit. With `offline`, nobody else's service is asked: no model, not Slack, not Microsoft.

    `now` is this machine's clock. What is found on the way: the opened `graph` and
    its `terms`; the `scopes` that Slack has
    granted; how many seconds the `clocks` of the servers that were asked are ahead of this machine's.
    """

    settings: Settings
    offline: bool = False
    authority: Authority = field(default_factory=Authority)
    now: Callable[[], float] = time.time
    graph: Graph | None = None
    terms: Terms | None = None
    scopes: frozenset[str] | None = None
    clocks: dict[str, float] = field(default_factory=dict)
