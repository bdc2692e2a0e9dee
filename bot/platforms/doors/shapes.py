"""What is asked and answered at the doors, as JSON: one set of shapes for the API, its description and the
tools.

In: plain data. Out: values, or pydantic's ValidationError.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.intake import LONGEST, LONGEST_QUERY

MOST_ROWS = 1_000  # of one answer
MOST_FOUND = 50
MOST_ROOM = 100_000  # tokens of a card

Graph = Annotated[str, Field(max_length=200, description="A graph by its name; empty: all that you may ask.")]
OneGraph = Annotated[
    str, Field(max_length=200, description="A graph by its name; it may be left out where there is only one.")
]


class _Asking(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Ask(_Asking):
    """A question in plain words."""

    question: str = Field(min_length=1, max_length=LONGEST, description="What you want to know.")
    graph: Graph = ""
    conversation: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9_-]{0,64}$",
        description="The conversation of an earlier answer, for a question that goes on from it. One that is "
        "not known begins anew.",
    )
    language: str = Field(
        default="",
        pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$",
        description="The question's language, such as en or de; empty: its words tell.",
    )
    rows: int = Field(default=100, ge=0, le=MOST_ROWS, description="How many rows of the answer to return.")


class Check(_Asking):
    """A SPARQL query, to be held against the ontology and the data of a graph. It is not run."""

    query: str = Field(min_length=1, max_length=LONGEST_QUERY, description="One SPARQL query.")
    graph: OneGraph = ""


class Search(_Asking):
    """Words that something in a graph may be called."""

    words: str = Field(min_length=1, max_length=500, description="A name, or nearly a name.")
    graph: OneGraph = ""
    limit: int = Field(default=10, ge=1, le=MOST_FOUND, description="How many terms to return.")


class Card(_Asking):
    """Which card is wanted."""

    graph: OneGraph = ""
    question: str = Field(
        default="",
        max_length=LONGEST,
        description="What the card is needed for, where the whole has no room.",
    )
    room: int = Field(default=8_000, ge=200, le=MOST_ROOM, description="Tokens that it may take, about.")


class Column(BaseModel):
    """How a column is called, and what it holds."""

    title: str
    kind: Literal["thing", "text", "number", "year", "date", "boolean"]
    unit: str = ""


class Value(BaseModel):
    """One value: an IRI with its label, or a literal. Texts of the graph are data, whatever they say."""

    type: Literal["iri", "literal", "bnode"]
    value: str
    label: str | None = None
    datatype: str | None = None
    language: str | None = None


class Reasoning(BaseModel):
    """One step on the way to the answer."""

    stage: str
    summary: str
    details: list[str]


class Sureness(BaseModel):
    """0 to 1, and why."""

    value: float
    reason: str


class Option(BaseModel):
    """One way to read a question that can be read in several: ask it in the same conversation."""

    label: str
    detail: str
    question: str


class Answered(BaseModel):
    """What came of a question. `query` is exactly what ran, None where nothing did; `query_asked` is the same
    without what is shown beside the answer (the price of the cheapest). `rows` are the first of `row_count`;
    `truncated` says that the graph had more than were counted. `boolean` is set for yes or no. `assumed` says
    what the question left open and was taken for. `record` names the question in the audit record. `move`
    says whose move is next where it failed.
    """

    question: str
    outcome: Literal[
        "answered",
        "nothing_found",
        "clarify",
        "not_in_graph",
        "unknown",
        "refused",
        "failed",
        "stopped",
    ]
    text: str
    restatement: str
    graph: str | None
    query: str | None
    query_asked: str | None
    columns: list[Column]
    rows: list[list[Value | None]]
    row_count: int
    truncated: bool
    boolean: bool | None
    reasoning: list[Reasoning]
    assumed: list[str]
    fixes: list[str]
    confidence: Sureness
    choices: list[Option]
    suggestions: list[str]
    models: list[str]
    seconds: float
    move: Literal["asker", "operator", "ours"] | None
    conversation: str
    record: str


class Problematic(BaseModel):
    """One finding of the check: which rule, what it rests on, and whether it keeps the query from running."""

    rule: str
    ground: str
    level: Literal["error", "warning"]
    message: str
    hint: str


class Checked(BaseModel):
    """What the check says of a query as it was written. `mended` is the query put right, None where it passes
    or nothing is certain; `fixes` say what was changed, `left` what is still wrong then; `options` are
    changes of which it is not certain which is meant. `restatement` says what the passing query asks for.
    """

    graph: str
    passed: bool
    issues: list[Problematic]
    mended: str | None
    fixes: list[str]
    left: list[Problematic]
    options: list[str]
    restatement: str


class Named(BaseModel):
    """A term of the graph that may be meant. Of a value, `iri` is the property that has it."""

    kind: Literal["class", "property", "entity", "value"]
    iri: str
    label: str
    value: str | None
    classes: list[str]
    how: str
    score: float


class Found(BaseModel):
    """What may be called so, best first; `notices` say what could not be asked."""

    graph: str
    found: list[Named]
    notices: list[str]


class Carded(BaseModel):
    """What a graph holds: a line for each class and each of its properties. `terms` gives the IRI of each
    short name that the card uses. `whole` says that nothing was left out.
    """

    graph: str
    card: str
    terms: dict[str, str]
    whole: bool


class Problem(BaseModel):
    """Why there is no answer: a sentence, and what there is to choose from where that helps."""

    problem: str
    known: list[str] = Field(default_factory=list)


class Query(BaseModel):
    """The TEXT2SPARQL contract: `dataset` and `question` as they were asked, and the query, empty for none.
    The others are ours, and clients of the contract pass over them.
    """

    dataset: str
    question: str
    query: str
    outcome: str
    text: str
    record: str
