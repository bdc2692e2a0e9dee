"""How sure strategies may be, in a readable file: TOML, as `querist bench --calibrate` writes it.

    measured = 2026-11-22
    questions = 181
    of = ["sample"]

    [[parse]]
    from = 0.55
    asked = 40
    right = 31  # worth 0.76

Each entry is a step: of the answers of this strategy that were at least so sure, and less than the next step,
so many were asked and so many right.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

from kgqa.calibration import Calibration, Curve, Level
from kgqa.errors import BadInput

_TOLD = ("measured", "questions", "of")  # for people
_STEP = frozenset(("from", "asked", "right"))


def read(file: Path) -> Calibration:
    """The calibration of a file. Raises BadInput, which names the file and the step."""
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise BadInput(f"The calibration {file} cannot be read: {error.strerror}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"The calibration {file} is no TOML: {error}. `querist bench` writes one.") from error
    return Calibration({name: _curve(file, name, e) for name, e in data.items() if name not in _TOLD})


def written(calibration: Calibration, *, measured: date, questions: int, folders: Sequence[str]) -> str:
    """The text of a file, with when it was measured and on what."""
    lines = [
        "# How often each strategy was right when it was at least so sure (“from”), on questions with known",
        "# answers. Written by `querist bench --calibrate`; QUERIST_CALIBRATION names this file.",
        f"measured = {measured.isoformat()}",
        f"questions = {questions}",
        f"of = {json.dumps(list(folders), ensure_ascii=False)}",
    ]
    for name, curve in calibration.curves.items():
        for level in curve:
            lines += [
                "",
                f"[[{name}]]",
                f"from = {level.least}",
                f"asked = {level.asked}",
                f"right = {level.right}  # worth {level.share:.2f}",
            ]
    return "\n".join(lines) + "\n"


def _curve(file: Path, name: str, entries: Any) -> Curve:
    if not isinstance(entries, list) or not entries:
        raise BadInput(f"In the calibration {file}, {name} is no list of steps, which begin with [[{name}]].")
    curve = tuple(_level(file, f"step {n} of {name}", e) for n, e in enumerate(entries, 1))
    for low, high in pairwise(curve):
        if high.least <= low.least:
            raise BadInput(
                f"In the calibration {file}, the steps of {name} do not rise: “from” is {low.least} and then "
                f"{high.least}."
            )
        if high.share < low.share:
            raise BadInput(
                f"In the calibration {file}, {name} would be right less often from {high.least} on than "
                "below it. Put the two steps together, or let `querist bench` write the file anew."
            )
    return curve


def _level(file: Path, where: str, entry: Any) -> Level:
    if not isinstance(entry, Mapping) or entry.keys() != _STEP:
        raise BadInput(f"In the calibration {file}, {where} does not have just from, asked and right.")
    least, asked, right = entry["from"], entry["asked"], entry["right"]
    if not _is_number(least) or not 0 <= least <= 1:
        raise BadInput(f"In the calibration {file}, “from” in {where} is no number from 0 to 1.")
    if not all(type(n) is int for n in (asked, right)) or not 0 <= right <= asked or asked < 1:
        raise BadInput(
            f"In the calibration {file}, {where} is wrong: asked and right are whole numbers, and of at "
            "least one that was asked no more are right than were asked."
        )
    return Level(float(least), asked, right)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
