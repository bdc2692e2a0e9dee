"""What the core asks of the world: one Protocol each, one or two methods, in our own types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kgqa.types import (
    Answer,
    CandidateQuery,
    CheckedQuery,
    GraphDescription,
    Issue,
    Limits,
    LinkedQuestion,
    Match,
    Question,
    ResultTable,
    TermKind,
    Turn,
)


class Graph(Protocol):
    """A store that answers SPARQL 1.1 queries."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Rows of a SELECT, the boolean of an ASK, three columns (s, p, o) of a CONSTRUCT or DESCRIBE.

        Raises GraphUnavailable, GraphTimeout or GraphRejected.
        """
        ...

    async def describe(self) -> GraphDescription:
        """Which graph this is, and its fingerprint. Raises as `run` does."""
        ...


class LabelIndex(Protocol):
    """Finds the terms of the graph that a phrase may mean."""

    def look_up(
        self, phrase: str, *, kinds: frozenset[TermKind] | None = None, limit: int = 10
    ) -> tuple[Match, ...]:
        """Matches of `phrase`, best first; of the given kinds, or of all."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What a model said, and what it cost in tokens."""

    text: str
    model: str
    input_tokens: int
    output_tokens: int


class LanguageModel(Protocol):
    """A model behind an OpenAI-compatible interface."""

    async def complete(
        self, messages: Sequence[tuple[str, str]], *, schema: dict[str, Any] | None = None
    ) -> Completion:
        """The reply to (role, text) messages; JSON text when a `schema` is given. Raises OperatorsMove."""
        ...


class Embedder(Protocol):
    """Turns phrases into vectors of one length."""

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a phrase, in the same order. Raises OperatorsMove."""
        ...


class AuditLog(Protocol):
    """The record of each question: opened before the work, closed before the answer is sent."""

    async def opened(self, event: str, question: Question, *, context: dict[str, str]) -> str:
        """Opens the record of the platform event `event` and returns its reference.

        Opening the same event again returns the same reference. Raises OperatorsMove: then nothing is done.
        """
        ...

    async def closed(self, reference: str, answer: Answer) -> None:
        """Writes the outcome, the executed query and the trace into the record. Raises OperatorsMove."""
        ...


class Conversations(Protocol):
    """What was said in a thread. A thread is named by one opaque text, unique over platforms and tenants."""

    async def recall(self, thread: str, *, limit: int = 20) -> tuple[Turn, ...]:
        """The last turns of the thread, oldest first. Raises OperatorsMove."""
        ...

    async def keep(self, thread: str, reference: str, turn: Turn) -> None:
        """Adds a turn; keeping the same reference twice keeps it once. Raises OperatorsMove."""
        ...


class Library(Protocol):
    """Verified pairs of question and query."""

    async def nearest(self, question: str, *, limit: int = 10) -> tuple[tuple[str, str], ...]:
        """(question, SPARQL) pairs, most similar first. Raises OperatorsMove."""
        ...


class Strategy(Protocol):
    """Turns a linked question into queries, best first; none when it has no reading it trusts."""

    name: str

    def propose(self, linked: LinkedQuestion, issues: tuple[Issue, ...]) -> Proposal:
        """`issues` are what the check said of earlier proposals for the same question."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a strategy has to say: candidates best first, or an answer that needs no query
    (a clarification, not in the graph, unknown). `understood` and `missing` are phrases for the trace.
    """

    candidates: tuple[CandidateQuery, ...] = ()
    instead: Answer | None = None
    understood: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
