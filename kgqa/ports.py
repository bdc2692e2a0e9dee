"""What the core asks of the world: one Protocol each, one or two methods, in our own types."""

from __future__ import annotations

from collections.abc import (
    AsyncGenerator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Protocol, runtime_checkable

from kgqa.functions.function import Function
from kgqa.functions.reading import Graph as GraphOfFunction
from kgqa.functions.result import Result
from kgqa.induced.schema import Column, Schema, Table
from kgqa.library.pair import Pair
from kgqa.linking.entry import Entry, Thing
from kgqa.linking.fact import Fact, Literal, Reached, Report
from kgqa.passages.passage import Hit
from kgqa.repair.fix import Repair
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
    Spent,
    Stage,
    TermKind,
    Turn,
)


class Graph(Protocol):
    """A store that answers SPARQL 1.1 queries."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """Rows of a SELECT, the boolean of an ASK, three columns (s, p, o) of a CONSTRUCT or DESCRIBE.

        It notes on the trail of the question what it sends (`kgqa.trail.sending`), so that the record has it.
        Raises GraphUnavailable, GraphTimeout or GraphRejected.
        """
        ...

    def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        """The rows of a SELECT in parts as they come, without the first `skip`; all of them, however many.

        The order is the same in every call while the graph stays the same, so that what broke off can go on.
        `limits` bound one part: its seconds, its rows, its bytes. Raises as `run` does; what came stands.
        """
        ...

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        """Which graph this is, and its fingerprint; both may be some minutes old unless they are looked at
        `afresh`. Raises as `run` does.
        """
        ...


class Source(Protocol):
    """One of several graphs that are asked as one."""

    @property
    def name(self) -> str: ...

    @property
    def graph(self) -> Graph: ...


@runtime_checkable
class Federation(Protocol):
    """A `Graph` that is several, each of which can be asked alone."""

    @property
    def sources(self) -> Sequence[Source]: ...


class NameStore(Protocol):
    """The names of a graph's entities and values, wherever they are kept; it finds, and does not rank.

    Keys are names as `kgqa.linking.tokens.key` writes them: folded words joined by blanks. Calls are short
    (milliseconds at ten million names) and may come from several threads.
    """

    longest: int  # words of the longest name, at most 12
    size: int  # entries in all

    def named(self, key: str, limit: int = 50) -> Sequence[Entry]:
        """Entries whose name is just so."""
        ...

    def holding(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        """Entries whose names hold all of the (folded) words and more, the shortest names first where the
        store can tell; () when there are more than `limit`, since the words then identify nothing.
        """
        ...

    def reordered(self, key: str, limit: int = 50) -> Sequence[Entry]:
        """Entries whose names have the words of the key in another order."""
        ...

    def near(self, key: str, limit: int = 50) -> Sequence[Entry]:
        """Entries whose names are spelled or worded much like the key: those within two edits first, then
        those that share most with it; candidates for a ranking.
        """
        ...

    def words_near(self, word: str, slips: int) -> Sequence[str]:
        """Words of names that are at most `slips` (1 or 2) edits from a folded word; not the word itself."""
        ...

    def frequency(self, word: str) -> int:
        """How many entries have the folded word in their name."""
        ...

    def shortened(self, words: Sequence[str], limit: int = 50) -> Sequence[Entry]:
        """Entries of which the words are an abbreviation: initials ("ibm"), or beginnings of each of their
        words ("intl bus mach").
        """
        ...

    def thing(self, iri: str) -> Thing | None:
        """The entity of this IRI, if it has a name."""
        ...

    def of_term(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        """Every entry of an entity, or of the values of a property."""
        ...

    def of_class(self, iri: str, limit: int = 50) -> Sequence[Entry]:
        """Entries of entities that have the class itself, each entity by its first name alone."""
        ...


@runtime_checkable
class HidingNames(Protocol):
    """A `NameStore` that can be asked as if some of its names were not there: what is hidden takes nobody's
    place where an answer is cut.
    """

    def without(self, classes: Iterable[str], properties: Iterable[str]) -> NameStore:
        """The same names without the things of some classes and the values of some properties."""
        ...


@dataclass(frozen=True, slots=True)
class Indexed:
    """Names that can be looked up, and what is known of them."""

    names: NameStore
    report: Report


class NameShelf(Protocol):
    """Where the names of one graph are kept: one whole index, and perhaps the draft of the next; and beside
    them what was observed of its schema.

    Every call raises BadSetting for a place that cannot be used, NamesUnavailable when it fails.
    """

    def whole(self, notices: list[str]) -> tuple[str, Indexed] | None:
        """The index that became whole last, with its stamp: what it was made from. One that is there and
        cannot be read is told in `notices`.
        """
        ...

    def draft(self, stamp: str, *, fresh: bool) -> NameDraft | None:
        """The draft of the index for a stamp, begun or gone on with. A `fresh` one takes nothing over, from
        an earlier draft or the index that is there. None while another process is at a draft.
        """
        ...

    async def turn(self) -> None:
        """Comes back when no other process is at a draft."""
        ...

    def notes(self, stamp: str, *, fresh: bool) -> Notes:
        """What an earlier look at the schema, which was ended, has left; nothing for a `fresh` look."""
        ...

    def observed(self, stamp: str) -> str | None:
        """The text that was kept last, if it was for this stamp and is as it was written."""
        ...

    def keep_observed(self, stamp: str, text: str) -> None:
        """Keeps a text for a stamp in place of the one before it, whole or not at all."""
        ...


class Notes(Protocol):
    """What was remembered for one stamp; it outlives the process."""

    def recall(self, about: str) -> str:
        """What was remembered, "" for nothing."""
        ...

    def remember(self, about: str, text: str) -> None:
        """Raises BadSetting and NamesUnavailable."""
        ...

    def forget(self) -> None:
        """Forgets all of it."""
        ...


class NameDraft(Protocol):
    """An index of names in the making. First facts are kept as they come from the graph; then they are read
    in an order of the draft's own, and entries are written. What was kept outlives the process.
    """

    def recall(self, about: str) -> str:
        """What was remembered, "" for nothing."""
        ...

    def remember(self, about: str, text: str) -> None: ...

    def reached(self, part: str) -> Reached:
        """How far the reading of a part has come."""
        ...

    def keep(
        self, part: str, reached: Reached, facts: Iterable[Fact] = (), literals: Iterable[Literal] = ()
    ) -> None:
        """Keeps what came and how far that is, both or neither."""
        ...

    def things(self) -> int:
        """How many things there are facts of."""
        ...

    def telling(self) -> dict[str, tuple[int, int]]:
        """For each property with literals: how often things have one of them, and how many there are."""
        ...

    def by_thing(self) -> Iterator[tuple[str, Sequence[Fact]]]:
        """The facts of each thing; a bounded number of them, where it has them without end."""
        ...

    def by_value(self) -> Iterator[tuple[str, str, Sequence[Literal]]]:
        """The literals of each property and text; after the things."""
        ...

    def write(self, iri: str, value: str | None, entries: Sequence[Entry]) -> None:
        """The entries of a thing, or of a value of a property: called once for each, in the order in which
        they were read.
        """
        ...

    def finish(self, report: Report) -> Indexed:
        """Makes this the whole index, in one step, and tells in the report what has changed against the one
        before it.
        """
        ...

    def close(self) -> None:
        """Leaves the draft as it is, for the next process. Closing after `finish` is no error."""
        ...


class Linker(Protocol):
    """Another way from phrases to terms than their names: a text search of the store, the nearest by meaning,
    a callable of the admin's.
    """

    name: str  # as the admin names the way: "text search", "semantic", "custom:staff"

    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        """For each phrase, in their order, what it may mean, best first. Raises OperatorsMove."""
        ...


class NamesByMeaning(Protocol):
    """Names with their vectors, all made by one model."""

    model: str  # the name of the Embedder that made them
    floor: float  # the cosine below which two phrases of this model have nothing to do with each other

    def nearest(
        self, vectors: Sequence[Sequence[float]], limit: int
    ) -> Sequence[Sequence[tuple[float, Entry]]]:
        """For each vector, the entries of the names nearest to it with their cosines, best first; those below
        the floor are left out. Raises OperatorsMove.
        """
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
    """What a model said, and what it cost. `cut` says that it stopped at the length that was allowed, or was
    stopped; `cached` that nobody was asked; `estimated` that the service did not count the tokens. `calls`
    are more than one where the service had to be asked in several ways.
    """

    text: str
    model: str
    input_tokens: int
    output_tokens: int
    seconds: float = 0.0
    cut: bool = False
    cached: bool = False
    estimated: bool = False
    calls: int = 1


class LanguageModel(Protocol):
    """A model behind an OpenAI-compatible interface."""

    name: str

    async def complete(
        self,
        messages: Sequence[tuple[str, str]],
        *,
        schema: dict[str, Any] | None = None,
        temperature: float = 0.0,
        most: int = 0,
    ) -> Completion:
        """The reply to (role, text) messages; text that is one JSON object when a `schema` is given.

        `temperature` 0 is the likeliest reply; `most` are the tokens that the reply may have, 0 as many as
        the model allows. Raises OperatorsMove: ModelUnavailable, or BudgetSpent where no more may be asked.
        """
        ...


class Ledger(Protocol):
    """What was spent on models, by person and day."""

    async def spent(self, asker: str, day: date) -> tuple[Spent, Spent]:
        """What this person spent on that day, and what all did. Raises OperatorsMove."""
        ...

    async def spend(self, asker: str, day: date, spent: Spent) -> None:
        """Adds to both. Raises OperatorsMove."""
        ...


class Embedder(Protocol):
    """Turns phrases into vectors of one length, near to each other where their meanings are."""

    name: str  # of the model: vectors of different models are never compared

    async def embed(self, phrases: Sequence[str]) -> Sequence[Sequence[float]]:
        """One vector a phrase, in the same order. Raises OperatorsMove."""
        ...


class Ranker(Protocol):
    """A further way of searching passages, beside their words."""

    async def ranked(self, question: str, limit: int) -> Sequence[int]:
        """The numbers of passages, best first. Raises OperatorsMove."""
        ...


class Passages(Protocol):
    """Text that can be searched: what documents say, and a graph in sentences."""

    @property
    def size(self) -> int: ...

    def frequency(self, word: str) -> int:
        """How many passages have a word, which is given as its stem."""
        ...

    async def search(self, question: str, language: str, limit: int) -> Sequence[Hit]:
        """The passages that fit a question, best first; () for none. Raises OperatorsMove."""
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
    """Verified pairs of question and query, as they are kept."""

    async def pairs(self) -> Sequence[Pair]:
        """All pairs that stand, oldest first. Raises OperatorsMove."""
        ...

    async def add(self, pair: Pair) -> None:
        """Keeps a pair; one with the same question and query is kept once. Raises OperatorsMove."""
        ...

    async def retire(self, pair: str, *, by: str, at: datetime, why: str) -> None:
        """Takes the pair of this id out; it stays in the record of the library. Raises OperatorsMove."""
        ...


class Tables(Protocol):
    """Tables that were induced from a graph and filled: they answer SQL. `aside` counts, for columns by table
    and name, the values that did not fit.
    """

    schema: Schema
    aside: Mapping[tuple[str, str], int]

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        """The rows of a query in SQL that passed the check; it notes what it sends, as a graph does. Raises
        GraphUnavailable, GraphTimeout or GraphRejected.
        """
        ...

    async def rows(self) -> Mapping[str, int]:
        """How many rows each table has. Raises as `run` does."""
        ...


class TablesDraft(Protocol):
    """Tables that are being filled. Every call raises BadSetting for a place that cannot be used,
    TablesUnavailable when it fails.
    """

    async def things(self, table: Table, keys: Sequence[str]) -> None:
        """Adds things; those that are there already are there once."""
        ...

    async def values(
        self,
        places: Sequence[tuple[Table, Column]],
        cells: Sequence[tuple[str, str | int | float]],
        odd: Sequence[tuple[str, str]],
    ) -> None:
        """Adds values of things to those columns in whose tables these are; the `odd` ones are kept aside,
        and so are further values of a thing that has one.
        """
        ...

    async def add(self, table: Table) -> None:
        """Adds a table for a property of things that are there already."""
        ...

    async def counted(self, table: Table, column: Column) -> tuple[int, int]:
        """How many things have a value in a column, and how many further values were kept aside."""
        ...

    def finish(
        self, schema: Schema, fingerprint: str, closed: Collection[str], several: Collection[tuple[str, str]]
    ) -> Tables:
        """Makes these the tables of the graph, in one step."""
        ...

    def close(self) -> None:
        """Removes what is not finished. Closing twice is no error."""
        ...


class TablesShelf(Protocol):
    """Where the tables of one graph are kept. Every call raises as those of a draft do."""

    def whole(self, schema: Schema, fingerprint: str, closed: Collection[str]) -> Tables | None:
        """The tables, if they were filled by this schema from this very state of the graph."""
        ...

    def several(self, fingerprint: str) -> tuple[tuple[str, str], ...]:
        """Classes with properties that an earlier filling has found to have several values there."""
        ...

    def draft(self, schema: Schema) -> TablesDraft:
        """Tables to be filled."""
        ...


class Functions(Protocol):
    """The functions that are registered; those in `closed` may not be called here."""

    every: Sequence[Function]
    closed: frozenset[str]

    async def call(
        self,
        function: Function,
        arguments: Mapping[str, Any],
        graph: Callable[[Blocking], GraphOfFunction],
        language: str,
        rows: int,
    ) -> Result:
        """What a function gives back, at most so many rows. `graph` makes what it reads, given what waits for
        something of the caller's in the thread of the function. Raises NoResult, FunctionFailed, and what
        reading the graph raises.
        """
        ...


Blocking = Callable[[Coroutine[Any, Any, Any]], Any]
Ran = ResultTable | tuple[Issue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What another strategy found for the same question: rows, and how sure it is of them."""

    strategy: str
    table: ResultTable
    confidence: float


@dataclass(frozen=True, kw_only=True)
class Means:
    """What a strategy is given for one question beside its links.

    `issues` are what the check said of earlier candidates for the same question. `model` counts what it
    costs and stops at the budget; None where there is no model. `run` checks a query as every query is
    checked, and runs it within the limits of the graph, or tighter ones; what the check refuses comes back
    as issues, as it does from `check`, which runs nothing; `repaired` puts right what is certain in a query
    that was written. `found` is what strategies that were asked before have found; what documents say may
    stand `beside` it. `told` takes a step of the trace (a summary and its details), which the asker sees
    while the work goes on: `stage` is what is being done.
    """

    run: Callable[[str, Limits | None], Awaitable[Ran]]
    check: Callable[[str], Awaitable[CheckedQuery | tuple[Issue, ...]]]
    repaired: Callable[[str], Awaitable[Repair]]
    told: Callable[[Stage, str, Sequence[str]], Awaitable[None]]
    issues: tuple[Issue, ...] = ()
    model: LanguageModel | None = None
    found: tuple[Found, ...] = ()
    beside: bool = False


class Strategy(Protocol):
    """Turns a linked question into queries, best first; none when it has no reading it trusts. Those that ask
    a model are asked when those that do not are unsure. One that `weighs_evidence` has names
    that are only near in meaning, too, and takes what others have found into its own account.
    """

    name: str
    asks_model: bool
    weighs_evidence: bool

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """Raises OperatorsMove when the graph fails. A model that fails is told in `why`."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """What a strategy has to say: candidates best first, or an answer that needs no query
    (a clarification, not in the graph, unknown). `understood` and `missing` are phrases for the trace.
    `why` is a sentence for the asker where there are no candidates and something was in the way: a model that
    is away, a budget that is spent; `is_away` says that nobody was there to say anything sensible. An answer
    that `is_settled` takes every word of the question: nobody else is asked.
    """

    candidates: tuple[CandidateQuery, ...] = ()
    instead: Answer | None = None
    understood: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    why: str = ""
    is_away: bool = False
    is_settled: bool = False
