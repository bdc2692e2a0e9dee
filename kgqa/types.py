"""The frozen values that flow through Querist, in the order in which they arise.

In: nothing; this module imports no other of ours. Out: every value that crosses a room.

    Question -> LinkedQuestion -> CandidateQuery -> CheckedQuery -> ResultTable -> Answer
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from kgqa.sparql.model import ParsedQuery

# ── what a person asked ──────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A choice the asker made: in this question, `mention` means `term` (an IRI, or a literal's text)."""

    mention: str
    term: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier exchange of the thread, as it is kept.

    `sparql` is the query of the answer, `sql` the one over induced tables. `form` is its logical form as JSON
    text, if the strategy had one: follow-ups edit it.
    `choices` are what a clarification offered, so that a typed reply can pick one.
    `things` are the IRIs that were answered, if they were few: "she" and "those" mean them.
    `assumed` are the sentences that say what its words were taken for.
    `reference` names the record of the exchange, where the turn comes from a kept thread.
    `closed_by` is that of its question: it may hold what somebody with fewer rights may not hear.
    """

    question: str
    outcome: Outcome
    text: str
    sparql: str | None = None
    sql: str | None = None
    form: str | None = None
    choices: tuple[Choice, ...] = ()
    pins: tuple[Pin, ...] = ()
    things: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    reference: str = ""
    closed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, with all that the core may know of the moment: it has no clock and no memory.

    `asked_at` is timezone-aware. `language` is an ISO 639-1 code or "" when unknown. `history` is the thread
    so far, oldest first. `asker` is one opaque text that names a person over all platforms and tenants, ""
    where nobody is known: budgets are kept by it. `graphs` are the names of those to ask, in this order; ()
    is all. `query` is SPARQL of the asker's own, or of the reading that was chosen: it is checked and run as
    it stands. `closed_by` are the names of the rules of access that close something to the asker, or to
    somebody who will read the answer; None where nobody has looked, and then every rule closes.
    """

    text: str
    asked_at: datetime
    language: str = ""
    history: tuple[Turn, ...] = ()
    pins: tuple[Pin, ...] = ()
    asker: str = ""
    graphs: tuple[str, ...] = ()
    query: str = ""
    closed_by: tuple[str, ...] | None = None


# ── names in the question, and what they mean in the graph ───────────────────────────────────────


class TermKind(StrEnum):
    CLASS = "class"
    PROPERTY = "property"
    ENTITY = "entity"
    VALUE = "value"  # a literal that some property has


How = Literal[
    "exact",
    "identifier",
    "alternative",
    "inflected",
    "abbreviation",
    "fuzzy",
    "partial",
    "semantic",
    "custom",
    "defined",
    "pinned",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A property at a thing: one that leads to it (`reached`), or one that it has."""

    property: str
    reached: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One entry of the label index that a phrase may mean. `score` is 0..1, `how` names the method.

    For a value, `iri` is the property that has it and `value` the literal as the graph spells it.
    `classes` are the classes of an entity, most specific first where that is known. `matched` is the name
    that the phrase met, where it is not the label; `source` who gave it (a lexicon, a linker), "" the graph.
    `edges` are those of a thing without a class, where the graph was asked for them. `told_by` is the
    property, with the text of its value, that tells a thing from others of its name, where the question says
    it.
    """

    kind: TermKind
    iri: str
    label: str
    score: float
    how: How
    classes: tuple[str, ...] = ()
    value: str | None = None
    datatype: str | None = None
    language: str | None = None
    matched: str = ""
    source: str = ""
    edges: tuple[Edge, ...] = ()
    told_by: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A phrase of the question (characters `start`..`end`) with what it may mean, best first."""

    text: str
    start: int
    end: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedQuestion:
    """A question with its links; links may overlap, the strategy decides. `unlinked` are content words."""

    question: Question
    links: tuple[Link, ...]
    unlinked: tuple[str, ...] = ()


# ── queries ──────────────────────────────────────────────────────────────────────────────────────


class Level(StrEnum):
    ERROR = "error"  # the query is not run
    WARNING = "warning"  # the query is run and the reader is told


class Ground(StrEnum):
    """What an issue rests on. The admin says for each ground but the first two whether it blocks."""

    BROKEN = "broken"  # no query, or one that stores refuse or whose parts can never be filled
    FORBIDDEN = (
        "forbidden"  # it writes, reaches outside, costs too much, or touches what the asker may not see
    )
    ENTAILED = "entailed"  # by what the ontology declares, nothing can match
    UNLIKELY = "unlikely"  # the ontology relates it to nothing here; an open world would still allow it
    UNSEEN = "unseen"  # the data that was looked at holds no such case
    DISPUTED = "disputed"  # the ontology says no, the data shows such cases
    DOUBTFUL = "doubtful"  # it runs, and asks for what hardly anybody wants
    OUTPUT = "output"  # it shows identifiers where a reader expects names


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """What a check found. `message` is for a business user; `hint` is the nearest right term or step.

    A rule gives the `ground`; the check's policy makes the `level` of it.
    """

    rule: str
    message: str
    ground: Ground = Ground.BROKEN
    hint: str = ""
    level: Level = Level.ERROR


class QueryLanguage(StrEnum):
    SPARQL = "sparql"
    SQL = "sql"  # the strategy *tables*
    CALL = "call"  # the strategy *functions*


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateQuery:
    """A query that nobody has checked yet. `reading` says in plain words how the question was understood,
    `form` is the strategy's logical form as JSON text, `confidence` is 0..1 with its `reason`.

    `columns` say how result columns are shown, by name. `asked` are the names of those that are the answer,
    where the query fetches further ones that a reader wants to see beside it (the price of the cheapest); ()
    is all. `pins` are the things that were chosen among several of the same name, `ruled_out` those of that
    name by which nothing is found; `without` are the query's conditions with what is left when each is
    dropped. `values` say what the numbers, dates and other values of the question were read as, `assumed` in
    whole sentences what it leaves to the thread ("those"), `taken` what its open words ("largest") were taken
    for; `others` are what they may have meant as well; `defined` are the company's own words in it, each
    with what it means by definition.
    `evidence` is what the confidence was worked out from, by name.
    `written` says that a model or a person wrote its text: what the check refuses may be put right. A refused
    reading of a strategy is a wrong reading, and mended it would answer another question.
    """

    text: str
    strategy: str
    reading: str
    confidence: float
    reason: str
    language: QueryLanguage = QueryLanguage.SPARQL
    form: str | None = None
    columns: tuple[tuple[str, DisplayColumn], ...] = ()
    asked: tuple[str, ...] = ()
    pins: tuple[Pin, ...] = ()
    ruled_out: tuple[Pin, ...] = ()
    without: tuple[Relaxed, ...] = ()
    values: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    others: tuple[Choice, ...] = ()
    defined: tuple[tuple[str, str], ...] = ()
    evidence: tuple[tuple[str, float], ...] = ()
    written: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Relaxed:
    """A query without one of its conditions: how that condition is called, what counts the rows that are
    left, and the question that asks for them.
    """

    condition: str
    text: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a column of a result over induced tables comes from: pairs of a class ("" for things without one)
    and a property ("" for the things themselves). `kind` is that of the column whose values it shows as they
    are, "" where they are worked out.
    """

    column: str
    sources: tuple[tuple[str, str], ...] = ()
    kind: str = ""
    datatype: str = ""
    label: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RanQuery:
    """A query as its answer shows it and a record keeps it. No graph runs it: that takes a CheckedQuery.

    `canonical` is the query in one normal spelling; `sha256` is the hash of that text, in hex.
    `passed` are the names of the rules that it satisfied, `warnings` what the reader should know.
    `origins` say of SQL over induced tables where each column of its result comes from.
    """

    text: str
    form: Literal["select", "ask", "construct", "describe"]
    canonical: str
    sha256: str
    passed: tuple[str, ...] = ()
    warnings: tuple[Issue, ...] = ()
    language: QueryLanguage = QueryLanguage.SPARQL
    origins: tuple[Origin, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedQuery(RanQuery):
    """A query that passed the check. `kgqa.check.checked` alone makes it, and `dataclasses.replace` does not;
    `Graph.run` takes nothing else. `parsed` is what was checked; `kgqa.check.parsed_of` gives it.
    """

    parsed: ParsedQuery | None = field(default=None, compare=False, repr=False)
    made_by: InitVar[object]

    def __post_init__(self, made_by: object) -> None:
        if made_by is not _CHECK:
            raise TypeError("A CheckedQuery is made by kgqa.check alone.")


_CHECK = object()  # what `kgqa.check.checked` shows; nobody else imports it (tests/house)


# ── results ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One RDF term of a result. `value` is the IRI, the lexical form, or the blank node's name."""

    kind: Literal["iri", "literal", "bnode"]
    value: str
    datatype: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one run may cost: seconds on the wall, rows and bytes taken. A `small` one is one of many that
    cost a store next to nothing: where the way to it is long, it may be asked together with others.
    """

    seconds: float = 30.0
    rows: int = 10_000
    bytes: int = 20_000_000
    small: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTable:
    """What the query bound, nothing added. An ASK has no columns and `boolean` set.

    `truncated` says that the store had more rows than the limits allowed. `ran` is the query as it ran, for
    a reader, where several sources were asked: which gave what.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Term | None, ...], ...] = ()
    boolean: bool | None = None
    truncated: bool = False
    seconds: float = 0.0
    ran: str = ""


UNTOLD = "unknown"  # the fingerprint of a graph that does not tell whether it has changed


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphDescription:
    """Which graph answered. `fingerprint` changes whenever the data changes, as far as that can be told.
    `text_search` names the store's own full-text dialect, if it has one. `notices` are what an admin should
    know of how the store answers. One that is `remote` is reached over a network: a request costs its way,
    and several may be under way. One that is `on_disk` is embedded, and looking a triple up costs a hundred
    times what it costs in memory. `sources` are the graphs that are asked as one, in words. `repeats` says
    that a triple which stands in several of its named graphs is counted once for each.
    """

    name: str
    fingerprint: str
    triples: int | None = None
    text_search: str | None = None
    notices: tuple[str, ...] = ()
    remote: bool = False
    on_disk: bool = False
    sources: tuple[str, ...] = ()
    repeats: bool = False


RowsForm = Literal["", "chart", "bars", "line", "stacked", "grouped", "shares", "histogram", "map", "table"]
ColumnRole = Literal["", "key", "part", "share"]

# ── the answer ───────────────────────────────────────────────────────────────────────────────────


class Outcome(StrEnum):
    ANSWERED = "answered"
    NOTHING_FOUND = "nothing_found"  # the query is right and the graph has no such row
    CLARIFY = "clarify"  # candidates to choose from
    NOT_IN_GRAPH = "not_in_graph"  # the graph's ontology has no such notion
    UNKNOWN = "unknown"  # no reading passed with confidence
    REFUSED = "refused"  # not permitted
    FAILED = "failed"  # with whose move is next
    STOPPED = "stopped"  # by who asked, before there was an answer


class Move(StrEnum):
    """Whose move is next after a failure."""

    ASKER = "asker"
    OPERATOR = "operator"
    OURS = "ours"


class Stage(StrEnum):
    """What a person is told while the work goes on; the wording is each card's."""

    QUEUED = "queued"
    LINKING = "linking"
    READING = "reading"
    ASKING = "asking"  # a model writes a query
    EXPLORING = "exploring"  # a model looks round in the graph
    CHECKING = "checking"
    RUNNING = "running"
    WORDING = "wording"


class Progress(Protocol):
    """Takes what is being done, for whoever waits. `step` are short plain words of the step that was just
    taken ("finds no such name"), "" where only the stage is known; they may hold names of the graph.
    """

    def __call__(self, stage: Stage, step: str = "", /) -> Awaitable[None]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to read an ambiguous question. `detail` sets it apart ("Employee, Lagos").

    Choosing asks `question` with `pins`. `query` is the SPARQL of a reading that a model wrote: choosing runs
    it, since a model that is asked again may write another.
    """

    label: str
    detail: str
    question: str
    pins: tuple[Pin, ...] = ()
    query: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A question that would work, with the words for its button."""

    label: str
    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayColumn:
    """How a column is shown. `unit` is a short symbol ("mm", "EUR") or ""; `digits` are those that each of
    its numbers has behind the point, None for as many as it is written with. In the result of a query that
    groups, a "key" is what the rows are grouped by, and a "part" a count or a sum, which add up to a whole;
    a "share" is such a part in per cent of the whole.
    """

    title: str
    kind: Literal["thing", "text", "number", "year", "date", "boolean"]
    unit: str = ""
    digits: int | None = None
    role: ColumnRole = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One shown value: the term (None when unbound) and, for a thing, its label."""

    term: Term | None
    label: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayTable:
    """The result as a person sees it: labels instead of IRIs, measures beside superlatives, units."""

    columns: tuple[DisplayColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """`value` is 0..1; `reason` is a phrase a reader understands ("exact names, one reading"); `evidence`
    is what it was worked out from, by name, where that is kept.
    """

    value: float
    reason: str
    evidence: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of the reasoning, with its details and the seconds it took."""

    stage: str
    summary: str
    details: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Executed:
    """A query that was sent to a store while a question was answered, whether or not the answer rests on it.

    `text` lacks its last `left_out` characters where it is longer than a record keeps; `sha256` is the hash
    of its canonical form. `rows` is None where no result came: the store failed with `error`, or nobody
    waited any longer. `times` is how often it was sent.
    """

    text: str
    sha256: str
    language: QueryLanguage = QueryLanguage.SPARQL
    graph: str = ""
    rows: int | None = None
    truncated: bool = False
    error: str = ""
    seconds: float = 0.0
    times: int = 1
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectiveRights:
    """By which rights a question was answered. `rules` is the hash of the file of rules, "" where nobody is
    told apart. `own` are the names of the rules that close something to the asker alone, `here` to all who
    read where it was asked, `applied` those that held for the answer. `closed` are the classes, properties,
    named graphs and rules of documents that were closed to it, by rules or to everybody. `is_guest` says that
    the asker may ask nothing; `is_unsure` that a directory was away, so less may have been open than should.
    """

    rules: str = ""
    own: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    applied: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    is_guest: bool = False
    is_unsure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryEvidence:
    """The answer rests on rows of a query: SPARQL on the graph, SQL on induced tables."""

    language: QueryLanguage
    text: str
    rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageEvidence:
    """The answer rests on a passage of text. `source` is the document, `place` where in it that stands in the
    language of the question, `sha256` the hash of the whole passage; `score` is 0..1.
    """

    source: str
    text: str
    score: float
    place: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEvidence:
    """The answer rests on a call of a registered function."""

    function: str
    arguments: tuple[tuple[str, str], ...]
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What models cost: calls that a service answered (those from a cache apart), tokens, seconds of waiting,
    and money in the currency of the prices that the admin gave (0 where none are known).
    """

    calls: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    money: float = 0.0

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            calls=self.calls + other.calls,
            cached=self.cached + other.cached,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            seconds=self.seconds + other.seconds,
            money=self.money + other.money,
        )


Evidence = QueryEvidence | PassageEvidence | CallEvidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the core gives back for one question; every platform draws it as its own card.

    `text` is one or two plain sentences and stands on its own. `restatement` is made from the query,
    not from the question. `table` is the answer, `display` what is shown: where the query fetched more than
    was asked (the price of the cheapest), the answer is the part of its columns that was asked for, equal
    rows once. `seconds` is wall time.
    `assumed` are sentences that say what the question left to the thread, and was taken for; `taken` say
    what its open words were taken for, and what an amount leaves out that the graph has no value for.
    `issues` are what the check found first, `fixes` in sentences what was then put right in the query.
    `spent` is what models cost on the way, `models` are their names with the versions of the prompts.
    `others` are other things that the question may have meant, for who is not served by this answer.
    `form_asked` is the form in which the question wants its rows ("as a line"), "" where it says nothing;
    `has_places` says that the graph knows where its things are, so that a map can be asked for.
    `move` and `reference` are set when the outcome is `failed`. `aside` is then what a server said: for those
    who run Querist, on no card. `to_asker` says that it holds more than all may see who read along
    where it was asked.
    `executed`, `cut_off` and `rights` are for the record alone and are shown in no chat: the queries that
    were sent, the steps of work that was cut off, and what the asker and the readers may see.
    """

    question: Question
    outcome: Outcome
    text: str
    restatement: str = ""
    query: RanQuery | None = None
    table: ResultTable | None = None
    display: DisplayTable | None = None
    choices: tuple[Choice, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    others: tuple[Choice, ...] = ()
    trace: tuple[Step, ...] = ()
    issues: tuple[Issue, ...] = ()
    fixes: tuple[str, ...] = ()
    confidence: Confidence = field(default_factory=lambda: Confidence(value=0.0, reason=""))
    evidence: tuple[Evidence, ...] = ()
    graph: GraphDescription | None = None
    strategy: str = ""
    form: str | None = None
    assumed: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    spent: Spent = field(default_factory=Spent)
    models: tuple[str, ...] = ()
    seconds: float = 0.0
    form_asked: RowsForm = ""
    has_places: bool = False
    move: Move | None = None
    reference: str = ""
    aside: str = ""
    to_asker: bool = False
    executed: tuple[Executed, ...] = ()
    cut_off: tuple[Step, ...] = ()
    rights: EffectiveRights | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Recent:
    """A question that a person asked, and what became of it; `outcome` is None while it is worked on."""

    question: str
    asked_at: datetime
    outcome: Outcome | None
    reference: str
    permalink: str = ""
