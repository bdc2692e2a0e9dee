"""The card of a graph -> the parts that a model is shown one after the other, and what that costs.

In: a card, its bytes a part, the calls that may be made. Out: a Plan, before anything is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.card import ClassCard
from kgqa.card.cut import Cut
from kgqa.vocabulary.told import weight

ROOM = 28_000  # bytes of a part, about 8,000 tokens
CALLS_A_PART = 2  # the questions, and the names
REPLY = 12_000  # tokens that a reply may have
_BYTES = 3.5  # of a token
_USUAL = 4_000  # tokens of a reply to a full part
_WORDS = 1_500  # tokens of instructions in a call
_EACH = 3  # properties of a part for one question
FEWEST, MOST = 12, 30  # questions of a part


@dataclass(frozen=True, slots=True)
class Part:
    """Classes of a card with all their properties, in lines; how many questions it is worth."""

    lines: tuple[str, ...]
    classes: int
    properties: int

    @property
    def size(self) -> int:
        return sum(weight(line) + 1 for line in self.lines)

    @property
    def questions(self) -> int:
        return min(max(self.properties // _EACH, FEWEST), MOST)


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts that are asked about; `left_out` are the classes for which the calls do not suffice."""

    parts: tuple[Part, ...]
    left_out: int

    @property
    def calls(self) -> int:
        return CALLS_A_PART * len(self.parts)

    @property
    def tokens(self) -> int:
        """About how many tokens are sent and come back."""
        sent = sum(part.size / _BYTES + _WORDS for part in self.parts)
        back = sum(_USUAL * min(1.0, part.size / ROOM) for part in self.parts)
        return int(CALLS_A_PART * (sent + back)) // 100 * 100


def plan(cut: Cut, calls: int, room: int = ROOM) -> Plan:
    """The parts of a card, those of the largest classes first, as far as `calls` reach."""
    parts = list(_parts(cut, room))
    kept = parts[: calls // CALLS_A_PART]
    return Plan(tuple(kept), sum(part.classes for part in parts[len(kept) :]))


def _parts(cut: Cut, room: int) -> Iterator[Part]:
    lines: list[str] = []
    size = classes = properties = 0
    for cls in cut.told.card.classes:
        own = _lines(cut, cls, room)
        more = sum(weight(line) + 1 for line in own)
        if lines and size + more > room:
            yield Part(tuple(lines), classes, properties)
            lines, size, classes, properties = [], 0, 0, 0
        lines += own
        size, classes, properties = size + more, classes + 1, properties + len(own) - 1
    if lines:
        yield Part(tuple(lines), classes, properties)


def _lines(cut: Cut, cls: ClassCard, room: int) -> list[str]:
    """The lines of a class, as many as a part has room for: those of the properties that most things have."""
    lines = [cut.told.opening(cls)]
    left = room - weight(lines[0])
    for held in sorted(cls.held, key=lambda h: -h.having):
        line = cut.told.said(held, cls.things)
        left -= weight(line) + 1
        if left < 0:
            break
        lines.append(line)
    return lines
