"""The near end of LangChain's SPARQL chain, which runs in a Python of its own (`chain.py`).

In: gold questions. Out: for each what the chain took, and whether it gave the gold rows.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from benchmarks.overhead.asked import Took
from kgqa.measure import same_rows

CALLS = 3  # of its model: the intent, the query, the sentence
_SCRIPT = Path(__file__).with_name("chain.py")


class Chain:
    """One chain over one graph; `wrong` are the questions for which it gave other rows than the gold ones."""

    def __init__(self, to: IO[str], told: IO[str], errors: IO[str]) -> None:
        self._to, self._told, self._errors = to, told, errors
        self.wrong: set[str] = set()

    def say(self, value: Any) -> dict[str, Any]:
        """What it replies to one line. Ends the program where the chain has ended."""
        with suppress(BrokenPipeError):  # what it said last is told below
            print(json.dumps(value), file=self._to, flush=True)
        while line := self._told.readline():
            if line.startswith("{"):
                found: dict[str, Any] = json.loads(line)
                return found
        self._errors.seek(0)
        raise SystemExit(f"The chain failed: {self._errors.read()[-2000:]}")

    async def ask(self, gold: Mapping[str, Any]) -> Took:
        """What one question took."""
        said = self.say([gold["question"], gold["sparql"]])
        if not same_rows(said["rows"], gold["answer"]):
            self.wrong.add(gold["question"])
        return Took(said["wall"], said["cpu"], CALLS, ())


@contextmanager
def chained(python: str, engine: str, graph: Path) -> Iterator[Chain]:
    """A chain over `graph`, answered by `engine`: "rdflib" or "oxigraph"."""
    errors = graph.with_name(f"{engine}.err")
    with (
        errors.open("w+", encoding="utf-8") as told,
        subprocess.Popen(  # noqa: S603  # the Python that was named
            [python, str(_SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=told, text=True
        ) as process,
    ):
        assert process.stdin is not None, "a pipe"
        assert process.stdout is not None, "a pipe"
        chain = Chain(process.stdin, process.stdout, told)
        chain.say({"graph": str(graph), "engine": engine})
        yield chain
        process.stdin.close()
