"""How good confidences are, before and after calibration, on answers that the calibration did not see.

Run: `querist bench … --calibrate FILE --json OUT`, then `python -m benchmarks.calibration OUT`.
"Answers" splits each folder's answers in five parts, and each part is measured with what the other four tell;
"folders" measures each folder with what the other folders tell: another company's graph.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.calibrating import answers_in
from kgqa.calibration import Calibration, fitted
from kgqa.measure import Sure, area_under_curve, calibration_error

PARTS = 5
SEED = 6
Answers = dict[str, list[Sure]]  # by folder


def by_answers(answers: Answers) -> Answers:
    """Each answer with what a fifth of all answers less tells."""
    every = [(folder, answer) for folder, given in answers.items() for answer in given]
    random.Random(SEED).shuffle(every)  # noqa: S311  # nothing is secret here
    found: defaultdict[str, list[Sure]] = defaultdict(list)
    for part in range(PARTS):
        known = Calibration({"": fitted(a for n, (_, a) in enumerate(every) if n % PARTS != part)})
        for folder, (sure, is_right) in every[part::PARTS]:
            found[folder].append((known.of("", sure), is_right))
    return {folder: found[folder] for folder in answers}


def by_folders(answers: Answers) -> Answers:
    """Each answer with what the other folders tell."""
    found = {}
    for folder, given in answers.items():
        others = (a for name, more in answers.items() if name != folder for a in more)
        known = Calibration({"": fitted(others)})
        found[folder] = [(known.of("", sure), is_right) for sure, is_right in given]
    return found


def table(answers: Answers) -> Iterator[str]:
    """The lines of a Markdown table: one for each folder, one for all."""
    ways = (answers, by_answers(answers), by_folders(answers) if len(answers) > 1 else {})
    yield "| folder | answers | right | AUC: raw / answers / folders | error: raw / answers / folders |"
    yield "|---|---|---|---|---|"
    for folder, given in (*answers.items(), ("all", _all(answers))):
        kept = [_all(way) if folder == "all" else way.get(folder, []) for way in ways]
        areas = " / ".join(_figure(area_under_curve(each)) for each in kept)
        errors = " / ".join(_figure(calibration_error(each) if each else None) for each in kept)
        right = sum(is_right for _, is_right in given)
        yield f"| {folder} | {len(given)} | {right} | {areas} | {errors} |"


def _all(answers: Answers) -> list[Sure]:
    return [answer for given in answers.values() for answer in given]


def _figure(value: float | None) -> str:
    return "\N{EN DASH}" if value is None else f"{value:.3f}"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path, help="What `querist bench … --calibrate FILE --json OUT` wrote.")
    records = json.loads(parser.parse_args(arguments).out.read_text("utf-8"))["questions"]
    folders = list(dict.fromkeys(r["folder"] for r in records))
    answers: defaultdict[str, Answers] = defaultdict(dict)
    for folder in folders:
        for strategy, given in answers_in(r for r in records if r["folder"] == folder).items():
            answers[strategy][folder] = given
    for strategy, given_by in answers.items():
        print(f"\n{strategy}\n")
        print("\n".join(table(given_by)))


if __name__ == "__main__":
    main()
