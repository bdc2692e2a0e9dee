"""The talk with the model: what it said and what it saw, kept short enough for a small context.

In: the question, turns as they come. Out: messages. The question and what was seen last are whole; of earlier
turns the oldest are shortened first. The words are in `kgqa/prompts/agent*.md`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from kgqa.fence import fenced
from kgqa.prompts import Prompts
from kgqa.strategies.agent.bounds import Bounds

NONE = "(none)"
_SAID = 2_500  # characters of a reply that are kept
_LAST = "This is your last turn: keep, answer, or failure."


@dataclass(frozen=True)
class _Turn:
    said: str
    seen: str
    last: str
    left: str
    prompts: Prompts

    @cached_property
    def message(self) -> str:
        seen = fenced(self.seen or NONE, "text")
        return self.prompts.get("agent-turn").filled(seen=seen, last=self.last, left=self.left)

    def __len__(self) -> int:
        return len(self.said) + len(self.message)


@dataclass(slots=True)
class Talk:
    """All turns of one exploration; `system` and `start` are the first two messages."""

    system: str
    start: str
    bounds: Bounds
    prompts: Prompts
    _turns: list[_Turn] = field(default_factory=list)

    def add(self, said: str, seen: Sequence[str], last: str, left: int) -> None:
        """A turn that is over: the reply, what each action has shown, a sentence of ours on it."""
        told = f"{left} replies are left." if left > 1 else _LAST
        self._turns.append(_Turn(said[:_SAID], "\n\n".join(seen), last, told, self.prompts))
        self._shorten()

    def messages(self) -> tuple[tuple[str, str], ...]:
        """(role, text) messages for the next reply."""
        said = [("system", self.system), ("user", self.start)]
        for turn in self._turns:
            said += [("assistant", turn.said), ("user", turn.message)]
        return tuple(said)

    def _shorten(self) -> None:
        """Shortens what older turns saw, and then leaves whole turns out, until all has room."""
        for number, turn in enumerate(self._turns[:-1]):
            if self._size() <= self.bounds.history:
                return
            seen, most = turn.seen, self.bounds.shortened
            seen = seen if len(seen) <= most else f"{seen[:most]} … (shortened)"
            self._turns[number] = replace(turn, seen=seen, last="", left="")
        while len(self._turns) > 1 and self._size() > self.bounds.history:
            del self._turns[0]

    def _size(self) -> int:
        return sum(len(turn) for turn in self._turns)


def as_said(thought: str, actions: Sequence[dict[str, object]]) -> str:
    """A reply as it should have been written."""
    return json.dumps({"thought": thought, "actions": list(actions)}, ensure_ascii=False)
