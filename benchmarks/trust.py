"""What the agent's evidence is worth: `python -m benchmarks.trust OUT… [--write]`.

In: what `python -m benchmarks.ladder … --rungs ours --json OUT` wrote. Out: for each graph how good the
chances are that were fitted on all the others; and the weights fitted on all, written into the product with
`--write`. An answer is right when its rows equal the gold rows. Fitted is a log-linear model, drawn a
little towards a prior and each weight kept on the side where its evidence belongs.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

WEIGHTS = Path(__file__).parents[1] / "kgqa" / "strategies" / "agent" / "trust.toml"
# What each is taken to be worth where no answers tell: strong models settle, and carry, all that they answer.
PRIOR = {
    "settled": 1.0,
    "carried": 2.5,
    "agreed": 0.5,
    "empty": -0.5,
    "doubted": -0.3,
    "assumed": -0.5,
    "odd": -0.7,
    "fixed": -0.3,
    "turns": -0.3,
    "differed": -0.5,
}
BASE = -0.2  # an answer that nothing speaks for or against: strong models carry nearly all that they say
NAMES = tuple(PRIOR)
SURE, TRUSTED = 0.9, 0.55  # from which an answer is called sure, and given at all
RIDGE, ROUNDS, RATE = 0.02, 2_000, 0.5
HEAD = """# What each piece of evidence is worth for an answer of the agent, in log-odds (evidence.py).
# Fitted by `python -m benchmarks.trust` on {count} answers over {graphs} graphs (benchmarks/README.md).

[weights]
"""
Answered = tuple[str, dict[str, float], bool]  # graph, evidence, whether it was right


def read(files: Sequence[Path]) -> list[Answered]:
    """The answers of the agent with a gold answer."""
    records: list[dict[str, Any]] = [r for f in files for r in json.loads(f.read_text("utf-8"))["questions"]]
    return [(r["folder"], r["evidence"], r["verdict"] == "right") for r in records if r.get("evidence")]


def fitted(answers: Sequence[Answered]) -> dict[str, float]:
    """The weights, by projected gradient descent on the log loss with a ridge."""
    rows = [([1.0, *(e.get(name, 0.0) for name in NAMES)], float(right)) for _, e, right in answers]
    prior = [BASE, *PRIOR.values()]
    weights = list(prior)
    for _ in range(ROUNDS):
        gradient = [RIDGE * (w - prior[n]) for n, w in enumerate(weights)]
        for values, right in rows:
            error = _chance(weights, values) - right
            for n, value in enumerate(values):
                gradient[n] += error * value / len(rows)
        for n, expected in enumerate(prior):
            weights[n] -= RATE * gradient[n]
            weights[n] = max(weights[n], 0.0) if expected > 0 else min(weights[n], 0.0) if n else weights[n]
    return dict(zip(("base", *NAMES), (round(w, 2) for w in weights), strict=True))


def _chance(weights: Sequence[float], values: Sequence[float]) -> float:
    return 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, values, strict=True))))


def chance(weights: dict[str, float], evidence: dict[str, float]) -> float:
    """As the product works it out."""
    values = [1.0, *(evidence.get(name, 0.0) for name in NAMES)]
    return _chance([weights["base"], *(weights[name] for name in NAMES)], values)


def table_of(answers: Sequence[Answered]) -> Table:
    """One line a graph, with the weights fitted on the others; and all together."""
    table = Table(
        "graph left out", "n", "right", "sure", "of them right", "withheld", "right withheld", "Brier"
    )
    every: list[tuple[float, bool]] = []
    for graph in sorted({g for g, _, _ in answers}):
        weights = fitted([a for a in answers if a[0] != graph])
        found = [(chance(weights, e), right) for g, e, right in answers if g == graph]
        table.add_row(graph, *_figures(found))
        every += found
    table.add_row("all", *_figures(every))
    return table


def _figures(found: Sequence[tuple[float, bool]]) -> list[str]:
    sure = [right for p, right in found if p >= SURE]
    withheld = [right for p, right in found if p < TRUSTED]
    brier = sum((p - right) ** 2 for p, right in found) / len(found)
    right = sum(r for _, r in found)
    return [str(n) for n in (len(found), right, len(sure), sum(sure), len(withheld), sum(withheld))] + [
        f"{brier:.3f}"
    ]


def main() -> None:
    """Fits and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trust", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights into the product")
    options = parser.parse_args()
    answers = read(options.files)
    console = Console(width=120)
    console.print(table_of(answers))
    weights = fitted(answers)
    console.print("  ".join(f"{name} {value:g}" for name, value in weights.items()))
    if options.write:
        head = HEAD.format(count=len(answers), graphs=len({g for g, _, _ in answers}))
        WEIGHTS.write_text(head + "".join(f"{name} = {value}\n" for name, value in weights.items()), "utf-8")


if __name__ == "__main__":
    main()
