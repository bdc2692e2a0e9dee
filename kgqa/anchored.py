"""A year that is told from the one spoken of before: "and the year before?", "how was that in that year?".

In: a question of a thread, and its language. Out: its text with that year in figures, for whoever reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from kgqa.language import Language
from kgqa.types import Question

_YEAR = re.compile(r"(?<![\w.,-])(?:19|20)\d\d(?![\w-]|[.,]\d)")
_STEPS = {"before": -1, "same": 0, "after": 1}


def anchored(question: Question, lang: Language) -> str:
    """The text with "the year before" and the like replaced by the year; as it is where no turn names one."""
    year = _spoken_of((turn.question for turn in question.history), lang)
    if year is None:
        return question.text
    for way, step in _STEPS.items():
        if (found := _told(way, lang).search(question.text)) is not None:
            return f"{question.text[: found.start()]}{year + step}{question.text[found.end() :]}"
    return question.text


def _spoken_of(turns: Iterable[str], lang: Language) -> int | None:
    """The year of the last turn that speaks of one; None where there is none, or it speaks of several."""
    year: int | None = None
    for text in turns:
        named = {int(y) for y in _YEAR.findall(text)}
        steps = [step for way, step in _STEPS.items() if _told(way, lang).search(text)]
        if named:
            year = named.pop() if len(named) == 1 else None
        elif steps and year is not None:
            year += steps[0]
    return year


@cache
def _told(way: str, lang: Language) -> re.Pattern[str]:
    """The phrases for a year that is so many away, the longest first."""
    phrases = sorted(lang.data["anchored"][way], key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, phrases))})(?!\w)", re.IGNORECASE)
