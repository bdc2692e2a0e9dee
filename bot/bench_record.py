"""One question with its answer, measured against the known one, as plain data."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bot.gold import GoldFolder, GoldQuestion
from bot.watched import Watched
from kgqa.measure import Score, score
from kgqa.trace import as_json, bound
from kgqa.types import Answer

Record = dict[str, Any]


def record_of(folder: GoldFolder, gold: GoldQuestion, answer: Answer, watched: Watched | None) -> Record:
    """The record of an answer; scores only where the right answer is known."""
    rows = bound(answer.table)
    record = {
        **as_json(answer),
        "id": gold.id,
        "folder": folder.name,
        "category": gold.category,
        "stages": _stages(answer),
        "model": _spent(answer, watched),
        "models": list(answer.models),
    }
    record.pop("trace")
    if gold.rows is not None or gold.expect:
        measured: Score = score(
            answer.outcome,
            rows,
            gold.rows or (),
            others=gold.others,
            expect=gold.expect,
            ordered=gold.ordered,
        )
        record |= {
            "gold": [list(r) for r in gold.rows or ()],
            "precision": measured.precision,
            "recall": measured.recall,
            "f1": measured.f1,
            "exact": measured.exact,
            "shaped": measured.shaped,
            "verdict": measured.verdict.value,
        }
    return record


def _spent(answer: Answer, watched: Watched | None) -> Record:
    """What models cost for one question: their seconds are those for which it waited."""
    spent, waited = answer.spent, watched.seconds if watched else 0.0
    return {
        "calls": spent.calls,
        "cached": spent.cached,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "money": spent.money,
        "seconds": round(waited, 6),
        "rest": round(max(0.0, answer.seconds - waited), 6),
        "failed": watched.failed if watched else 0,
    }


def _stages(answer: Answer) -> dict[str, float]:
    found: Counter[str] = Counter()
    for step in answer.trace:
        found[step.stage] += step.seconds  # type: ignore[assignment]  # a Counter adds floats as well
    return {stage: round(seconds, 6) for stage, seconds in found.items()}
