"""What a service takes and what it refuses; what it refused once is not asked of it again.

In: a refusal. Out: whether there is another way to ask, which is then remembered. Services say what they
refuse in many words; they have in common that they name the parameter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

# What a refusal names -> the parameter that is meant.
_NAMES = (
    ("stream_options", re.compile(r"stream_options|include_usage")),
    ("stream", re.compile(r"\bstream(ing)?\b|\bstream this model")),
    ("temperature", re.compile(r"temperature")),
    ("most", re.compile(r"max_(completion_|output_|new_)?tokens")),
)
_MOST = ("max_tokens", "max_completion_tokens", "")  # how the length is said: what most services know first


@dataclass(slots=True)
class Abilities:
    """`most` is how the length of the reply is bounded, "" for services that know no way."""

    refused: set[str] = field(default_factory=set)
    most: str = _MOST[0]

    def parameters(self, temperature: float, most: int) -> dict[str, Any]:
        """What is sent beside the messages."""
        given: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}
        given["temperature"] = temperature
        if "stream" in self.refused:
            del given["stream_options"]
        given = {name: value for name, value in given.items() if name not in self.refused}
        if most and self.most:
            given[self.most] = most
        return given

    def learned(self, sent: dict[str, Any], said: str, parameter: str = "") -> bool:
        """Whether the refusal of a call that `sent` these parameters names one that can be left out, or said
        otherwise. Calls at the same time find out together: what was refused of an old way to ask changes
        nothing any more, and is worth another try.
        """
        for name in [n for n, pattern in _NAMES if parameter and pattern.fullmatch(parameter)] or [
            n for n, pattern in _NAMES if pattern.search(said.lower())
        ]:
            if name == "most":
                way = next((way for way in _MOST if way and way in sent), "")
                if not way:
                    continue
                if way == self.most:
                    self.most = _MOST[_MOST.index(way) + 1]
                return True
            if name in sent:
                self.refused.add(name)
                return True
        return False
