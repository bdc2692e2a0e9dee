"""A graph with what answers questions on it and a store for queries of the tests' own; above all the sample
company, which is opened once for all tests of the core.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pyoxigraph import Literal, NamedNode, QuerySolutions, RdfFormat, Store

from bot.settings import load
from bot.wiring import close_core, open_core
from connectors import sample
from kgqa.pipeline import Pipeline
from kgqa.types import Answer, Outcome, Question, Stage, Turn
from tests.shared import made_once

ASKED_AT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Graph:
    """To be asked in words and in SPARQL."""

    core: Pipeline
    store: Store

    def ask(self, text: str, history: tuple[Turn, ...] = ()) -> Answer:
        return self.put(Question(text=text, asked_at=ASKED_AT, history=history))

    def put(self, question: Question) -> Answer:
        async def quiet(_: Stage, __: str = "") -> None:
            return None

        return asyncio.run(self.core.answer(question, quiet))

    def select(self, query: str) -> list[tuple[str | None, ...]]:
        """What a query finds: IRIs and lexical forms."""
        found = self.store.query(query)
        assert isinstance(found, QuerySolutions)
        return [tuple(t.value if isinstance(t, NamedNode | Literal) else None for t in row) for row in found]

    def wanted(self, query: str) -> list[tuple[str, ...]]:
        """The rows that a query finds, in order, to be compared with those of an answer."""
        return sorted(tuple(map(str, row)) for row in self.select(query))


def rows_of(answer: Answer) -> list[tuple[str, ...]]:
    """The rows of an answer, in order; what is asked for is answered."""
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert answer.table is not None
    return sorted(tuple(value.value for value in row if value) for row in answer.table.rows)


@contextmanager
def opened(
    folder: Path,
    graph: Path,
    ontology: Path | None = None,
    *,
    name: str = "sample",
    strategies: str = "auto",
) -> Iterator[Graph]:
    """The graph in two files, with all that is kept of it in `folder`."""
    given = {"ontology": str(ontology)} if ontology else {}
    settings = load(graph=str(graph), graph_name=name, data=folder, strategies=strategies, **given)
    core = asyncio.run(open_core(settings))
    store = Store()
    store.load(graph.read_bytes(), format=RdfFormat.TURTLE)
    yield Graph(core, store)
    close_core(core)


@contextmanager
def sample_company(folder: Path) -> Iterator[Graph]:
    """The sample company with its index as a second start of Querist finds it."""
    made = made_once("company", _made)
    shutil.copytree(made / "index", folder / "index")
    with opened(folder, *sample.graph_files(made)) as graph:
        yield graph


def by_parser(graph: Graph) -> Graph:
    """The same graph, asked of the parser alone."""
    kit = graph.core.kit
    return replace(
        graph, core=Pipeline(replace(kit, strategies=tuple(s for s in kit.strategies if s.name == "parse")))
    )


def _made(folder: Path) -> None:
    with opened(folder, *sample.graph_files(folder)):
        pass


def examples_of(graph: Graph) -> Mapping[str, tuple[str, ...]]:
    """The questions that a graph offers, by language."""
    return asyncio.run(graph.core.kit.examples.tried())


def rounded(value: str | None) -> str:
    """A value of which, if it is a number, six digits count."""
    try:
        return f"{float(value or ''):.6g}"
    except ValueError:
        return value or ""
