"""What a model says, as it comes: the text so far, its cost, and when to stop listening.

In: the chunks of a stream, or a whole reply. Out: a Said that grows, which tells also of a stream that broke
what had come.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from connectors.models.loops import STEP, is_looping
from kgqa.spending import tokens_of

LONGEST = 200_000  # characters of a reply
_WIDEST = 8  # bytes of a token at most, over any stretch of text


@dataclass(slots=True)
class Said:
    """`most` are the tokens that it may have, 0 for no bound. `ended` is why it ended, as the service says;
    `stopped` that it was not listened to any more. Tokens are None where the service counted none.
    """

    most: int = 0
    model: str = ""
    ended: str = ""
    refusal: str = ""
    stopped: bool = False
    input_tokens: int | None = None
    output_tokens: int | None = None
    _pieces: list[str] = field(default_factory=list)
    _thoughts: list[str] = field(default_factory=list)
    _looked: int = 0
    _bytes: int = 0
    _size: int = 0

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    @property
    def has_begun(self) -> bool:
        return bool(self._pieces or self._thoughts)

    @property
    def is_cut(self) -> bool:
        """Whether there would be more: it was too long, or its end never came."""
        return self.stopped or self.ended not in ("stop", "content_filter")

    @property
    def spoken_tokens(self) -> int:
        """The tokens of the reply, counted or estimated."""
        if self.output_tokens is not None:
            return self.output_tokens
        return tokens_of(("".join(self._thoughts), self.text)) - 1 if self.has_begun else 0

    def hear(self, chunk: Any) -> bool:
        """Takes one chunk in; whether there was a word in it."""
        self.model = self.model or str(getattr(chunk, "model", None) or "")
        self._count(getattr(chunk, "usage", None))
        choices = getattr(chunk, "choices", None)
        if not choices:
            return False  # what some services say before the reply, and all that count after it
        choice = choices[0]
        self.ended = str(getattr(choice, "finish_reason", None) or self.ended)
        part = getattr(choice, "delta", None) or getattr(choice, "message", None)
        self.refusal += _text(part, "refusal")
        thought = _text(part, "reasoning_content") or _text(part, "reasoning")
        text = _text(part, "content")
        if thought:
            self._thoughts.append(thought)
        if text:
            self._pieces.append(text)
        self._bytes += len((thought + text).encode("utf-8", "replace"))
        self._size += len(text) + len(thought)
        self.stopped = self.stopped or self._is_enough()
        return bool(text or thought)

    def _is_enough(self) -> bool:
        spoken = len(self._pieces) + len(self._thoughts)  # chunks of a token at least
        if self._size > LONGEST or (self.most and (spoken > self.most or self._bytes > self.most * _WIDEST)):
            return True
        if self._size - self._looked < STEP:
            return False
        self._looked = self._size
        return is_looping(self.text if self._pieces else "".join(self._thoughts))

    def _count(self, usage: Any) -> None:
        asked, spoken = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
        if isinstance(asked, int) and isinstance(spoken, int) and asked > 0:
            self.input_tokens, self.output_tokens = asked, spoken


def _text(part: Any, name: str) -> str:
    value = getattr(part, name, None)
    return value if isinstance(value, str) else ""
