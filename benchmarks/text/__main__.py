"""Answers from text: `python -m benchmarks.text [--show]`.

In: questions on the sample company's policies (questions.toml). Out: how many are answered by the sentence
that tells, how many wrongly, how many are left open; no model is asked.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

import connectors.sample
from benchmarks.answering import ASKED_AT
from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.language import guess
from kgqa.types import Answer, Outcome, Question, Stage

QUESTIONS = Path(__file__).with_name("questions.toml")
POLICIES = Path(connectors.sample.__file__).with_name("policies")
STRATEGIES = "library,parse,passages"


@dataclass(frozen=True, slots=True)
class Tried:
    """A question, the words that its answer must hold ("" for what no text tells), and what was answered."""

    question: str
    says: str
    answer: Answer

    @property
    def verdict(self) -> str:
        """Right, wrong or open. Leaving open what no text tells is right."""
        if self.answer.outcome is not Outcome.ANSWERED:
            return "open" if self.says else "right"
        return "right" if self.says and self.says in self.answer.text else "wrong"


async def measure() -> list[Tried]:
    """Every question, on the sample company with its policies beside it."""

    async def quiet(_: Stage, __: str = "") -> None:
        return None

    with tempfile.TemporaryDirectory() as folder:
        core = await open_core(load(documents=str(POLICIES), strategies=STRATEGIES, data=Path(folder)))
        try:
            tried = []
            for entry in tomllib.loads(QUESTIONS.read_text("utf-8"))["question"]:
                text = str(entry["text"])
                asked = Question(text=text, asked_at=ASKED_AT, language=guess(text).code)
                tried.append(Tried(text, str(entry["says"]), await core.answer(asked, quiet)))
            return tried
        finally:
            close_core(core)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="every question that is not right")
    given = parser.parse_args()
    tried = asyncio.run(measure())
    for each in tried if given.show else ():
        if each.verdict != "right":
            print(f"{each.verdict}: {each.question}\n    {each.answer.text}")
    told = [each for each in tried if each.says]
    right, wrong = (sum(e.verdict == v for e in told) for v in ("right", "wrong"))
    print(f"told by a policy: {right} of {len(told)} right, {wrong} wrong, the others left open")
    untold = [each for each in tried if not each.says]
    print(f"told by none: {sum(e.verdict == 'right' for e in untold)} of {len(untold)} left open")


if __name__ == "__main__":
    main()
