"""What the agent's evidence is worth: `python -m benchmarks.trust OUT… [--write]`.

In: what `python -m benchmarks.ladder … --rungs ours --json OUT` wrote. Out: for each graph how good the
chances are that were fitted on all the others; and the weights fitted on all, written into the product with
`--write`. An answer is right when its rows equal the gold rows. Fitted is a log-linear model, drawn a
little towards a prior and each weight kept on the side where its evidence belongs.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.fitting import Example, chance, fitted

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
SURE, TRUSTED = 0.9, 0.55  # from which an answer is called sure, and given at all
HEAD = """# What each piece of evidence is worth for an answer of the agent, in log-odds (evidence.py).
# Fitted by `python -m benchmarks.trust` on {count} answers over {graphs} graphs (benchmarks/README.md).

[weights]
"""


def read(files: Sequence[Path]) -> list[Example]:
    """The answers of the agent with a gold answer."""
    records: list[dict[str, Any]] = [r for f in files for r in json.loads(f.read_text("utf-8"))["questions"]]
    return [
        Example(r["folder"], r["evidence"], r["verdict"] == "right") for r in records if r.get("evidence")
    ]


def table_of(answers: Sequence[Example]) -> Table:
    """One line a graph, with the weights fitted on the others; and all together."""
    table = Table(
        "graph left out", "n", "right", "sure", "of them right", "withheld", "right withheld", "Brier"
    )
    every: list[tuple[float, bool]] = []
    for graph in sorted({a.graph for a in answers}):
        weights = fitted([a for a in answers if a.graph != graph], PRIOR, BASE)
        found = [(chance(weights, a.evidence), a.right) for a in answers if a.graph == graph]
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
    weights = fitted(answers, PRIOR, BASE)
    console.print("  ".join(f"{name} {value:g}" for name, value in weights.items()))
    if options.write:
        head = HEAD.format(count=len(answers), graphs=len({a.graph for a in answers}))
        WEIGHTS.write_text(head + "".join(f"{name} = {value}\n" for name, value in weights.items()), "utf-8")


if __name__ == "__main__":
    main()
