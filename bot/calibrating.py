"""What was answered on questions with known answers -> how much the confidence of strategies is worth.

In: records of `querist bench` from runs of each strategy alone, without a calibration. Out: a file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from connectors import calibration_file
from kgqa.calibration import FEWEST, Calibration, fitted
from kgqa.errors import BadInput
from kgqa.measure import Verdict
from kgqa.types import Outcome

ANSWERS = frozenset((Outcome.ANSWERED.value, Outcome.NOTHING_FOUND.value))


def answers_in(records: Iterable[Mapping[str, Any]]) -> dict[str, list[tuple[float, bool]]]:
    """For each strategy, its answers that could be measured: how sure it was, and whether it was right."""
    found: defaultdict[str, list[tuple[float, bool]]] = defaultdict(list)
    for record in records:
        if "verdict" in record and record["outcome"] in ANSWERS and record["strategy"]:
            right = record["verdict"] == Verdict.RIGHT.value
            found[record["strategy"]].append((record["confidence"]["value"], right))
    return dict(found)


def calibrate(records: Iterable[Mapping[str, Any]], strategies: Iterable[str], file: Path) -> list[str]:
    """Writes the calibration of these strategies; what there is to say of each comes back. Raises
    BadInput.
    """
    records = list(records)
    answers = answers_in(records)
    told, curves = [], {}
    for name in strategies:
        given = answers.get(name, [])
        if curve := fitted(given):
            curves[name] = curve
            steps = f"{len(curve)} {'step' if len(curve) == 1 else 'steps'}"
            told.append(f"{name}: {len(given)} answers, {sum(r for _, r in given)} right, {steps}.")
        else:
            told.append(f"{name}: {len(given)} answers, too few to tell anything (at least {FEWEST}).")
    text = calibration_file.written(
        Calibration(curves),
        measured=datetime.now(UTC).date(),
        questions=len({(r["folder"], r["id"]) for r in records}),
        folders=list(dict.fromkeys(r["folder"] for r in records)),
    )
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    except OSError as error:
        raise BadInput(f"The calibration {file} cannot be written: {error.strerror}.") from error
    return told
