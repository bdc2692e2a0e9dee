"""What a question costs at an endpoint: requests, and how many of them wait for one another.

In: questions, or those of `questions.txt`, asked of the sample company on a real server. Out: a line for each
on stdout: requests, rounds (requests under way at once are one round; a slow server delays each round once).

    python -m benchmarks.rounds [QUESTION…]
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.answering import ASKED_AT, questions
from bot.settings import load
from bot.wiring import close_core, open_core
from connectors import sample
from kgqa.types import Question, Stage
from tests.doubles.oxigraph import oxigraph
from tests.doubles.proxy import proxy


async def measure(texts: Sequence[str], folder: Path) -> None:
    """Prints a line for each question, and the median and the most of all."""
    costs: list[tuple[int, int]] = []
    with oxigraph(folder, *sample.graph_files(folder)) as url:
        async with proxy(url) as between:
            core = await open_core(load(graph=between.url, ontology="", data=folder / "data"))
            between.rounds = True
            for text in texts:
                requests, rounds = len(between.asked), between.passed
                answer = await core.answer(Question(text=text, asked_at=ASKED_AT), _quiet)
                costs.append((len(between.asked) - requests, between.passed - rounds))
                print(
                    f"{costs[-1][0]:3} requests {costs[-1][1]:3} rounds  {answer.outcome.value:9} {text}",
                    flush=True,
                )
            close_core(core)
    for what, found in zip(("requests", "rounds"), zip(*costs, strict=True), strict=True):
        print(f"{what}: median {statistics.median(found):g}, at most {max(found)}")


async def _quiet(_: Stage, __: str = "") -> None: ...


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("questions", nargs="*", metavar="QUESTION")
    texts = parser.parse_args().questions or [text for _, text in questions()]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(texts, Path(folder)))


if __name__ == "__main__":
    main()
