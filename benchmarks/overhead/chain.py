"""LangChain's SPARQL chain, asked line by line, for a Python with langchain-community.

In: a first line, {"graph", "engine"}; the engine is rdflib, which is the chain's own, or oxigraph. Then one
line a question, [question, query]. Out: one JSON object a line, when the graph is there and for each
question, with seconds on the wall and on cores and the values of the rows. The model says what is written
down: the intent, the query, a sentence.
"""

from __future__ import annotations

import json
import sys
import time
import warnings
from typing import Any

warnings.simplefilter("ignore")
# ruff: noqa: ARG002, E402, RUF012  # the interface and the models are LangChain's
# mypy: disable-error-code="import-not-found, misc"

from langchain_community.chains.graph_qa.sparql import GraphSparqlQAChain
from langchain_community.graphs.rdf_graph import RdfGraph
from langchain_core.language_models.llms import LLM


class Scripted(LLM):
    """Says the replies of one question, one after the other."""

    replies: list[str] = []

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _call(self, prompt: str, stop: Any = None, run_manager: Any = None, **_: Any) -> str:
        return self.replies.pop(0)


class Rows(RdfGraph):
    """The chain's own graph, which keeps the rows it gave."""

    last: list[Any] = []

    def query(self, query: str) -> list[Any]:
        self.last = super().query(query)
        return self.last


class Oxigraph(Rows):
    """The same with the queries answered by Oxigraph; the schema is still that of the chain's own graph."""

    store: Any = None

    def load(self, file: str) -> None:
        import pyoxigraph

        self.store = pyoxigraph.Store()
        self.store.bulk_load(path=file, format=pyoxigraph.RdfFormat.N_TRIPLES)

    def query(self, query: str) -> list[Any]:
        if self.store is None:  # the schema is being read
            return super().query(query)
        self.last = [tuple(t.value if t else None for t in row) for row in self.store.query(query)]
        return self.last


def say(value: Any) -> None:
    print(json.dumps(value), flush=True)


def main() -> None:
    task = json.loads(sys.stdin.readline())
    made = Oxigraph if task["engine"] == "oxigraph" else Rows
    graph = made(source_file=task["graph"], serialization="nt", standard="owl")
    if isinstance(graph, Oxigraph):
        graph.load(task["graph"])
    model = Scripted()
    chain = GraphSparqlQAChain.from_llm(model, graph=graph, allow_dangerous_requests=True)
    say({"ready": True})
    for line in sys.stdin:
        question, query = json.loads(line)
        model.replies = ["SELECT", query, "That is it."]
        wall, cpu = time.perf_counter(), time.process_time()
        chain.invoke({"query": question})
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        rows = [[None if v is None else str(v) for v in row] for row in graph.last]
        say({"wall": wall, "cpu": cpu, "rows": rows})


if __name__ == "__main__":
    main()
