"""What is told while the work goes on: the stage in words, and the step that was just taken."""

from __future__ import annotations

from bot.cards.plain import line
from bot.words import words
from kgqa.types import Stage

MAX_STEP = 120  # characters of a step
STEPS = frozenset(
    ("graphs", "names", "reading", "asking", "exploring", "checks", "repair", "run", "votes", "words")
)


def stage_words(stage: Stage, language: str = "en") -> str:
    """What a stage is called, in the language of a tag."""
    return words(language)(f"stage-{stage.value}")


def step_words(stage: str, language: str) -> str:
    """What a step of the reasoning is called; one that has no words here is called as it is."""
    return words(language)(f"step-{stage}") if stage in STEPS else stage


def under_way(told: str, step: str) -> str:
    """What is going on, in one line: the stage as it was `told`, and the step that was just taken."""
    taken = line(step[: 4 * MAX_STEP], MAX_STEP)
    return f"{told}: {taken}" if taken else told
