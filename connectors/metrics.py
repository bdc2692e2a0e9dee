"""What is counted of the world, where it is asked: graphs and models, for Prometheus.

In: an exchange, around which a counter stands. Out: numbers in Prometheus' own registry of this process.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter, Histogram

from kgqa.errors import GraphRejected, GraphTimeout, OperatorsMove

_GRAPH_SECONDS = (0.005, 0.02, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
_MODEL_SECONDS = (0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300)

GRAPH_REQUESTS = Counter(
    "querist_graph_requests",
    "Requests to graphs, each try for itself: ok, timeout, rejected, unavailable, cancelled.",
    ["graph", "outcome"],
)
GRAPH_SECONDS = Histogram(
    "querist_graph_request_duration_seconds",
    "What requests to graphs took.",
    ["graph"],
    buckets=_GRAPH_SECONDS,
)
GRAPH_RETRIES = Counter("querist_graph_retries", "Requests that were tried again after a passing failure.")
MODEL_CALLS = Counter(
    "querist_model_calls", "Calls of language models: ok, failed, cancelled.", ["model", "outcome"]
)
MODEL_SECONDS = Histogram(
    "querist_model_call_duration_seconds", "What calls of models took.", ["model"], buckets=_MODEL_SECONDS
)
MODEL_TOKENS = Counter(
    "querist_model_tokens",
    "Tokens that were sent (input) and that came back (output).",
    ["model", "direction"],
)
MODEL_RETRIES = Counter("querist_model_retries", "Calls that were tried again.", ["model"])


@contextmanager
def graph_request(graph: str) -> Iterator[None]:
    """Around a request to a graph."""
    begun, outcome = time.perf_counter(), "cancelled"
    try:
        yield
        outcome = "ok"
    except GraphTimeout:
        outcome = "timeout"
        raise
    except GraphRejected:
        outcome = "rejected"
        raise
    except OperatorsMove:
        outcome = "unavailable"
        raise
    finally:
        GRAPH_REQUESTS.labels(graph, outcome).inc()
        GRAPH_SECONDS.labels(graph).observe(time.perf_counter() - begun)


@contextmanager
def model_call(model: str) -> Iterator[None]:
    """Around a call of a model."""
    begun, outcome = time.perf_counter(), "cancelled"
    try:
        yield
        outcome = "ok"
    except OperatorsMove:
        outcome = "failed"
        raise
    finally:
        MODEL_CALLS.labels(model, outcome).inc()
        MODEL_SECONDS.labels(model).observe(time.perf_counter() - begun)
