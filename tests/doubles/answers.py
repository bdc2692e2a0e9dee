"""One answer of every outcome, as the core makes them: what the cards and platforms are tried on."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import (
    Answer,
    Cell,
    Choice,
    Confidence,
    DisplayColumn,
    DisplayTable,
    GraphDescription,
    Move,
    Outcome,
    Pin,
    Question,
    RanQuery,
    ResultTable,
    Spent,
    Step,
    Suggestion,
    Term,
)

WHEN = datetime(2026, 11, 20, 10, 42, tzinfo=UTC)
GRAPH = GraphDescription(name="company graph", fingerprint="7c1e5a90b2d4", triples=20_004)
EX = "https://company.example/id/"


def question(text: str) -> Question:
    return Question(text=text, asked_at=WHEN, language="en")


def ran(text: str) -> RanQuery:
    """As an answer has it; what is no query at all is its own canonical form."""
    parsed = parse(text)
    canonical = write(parsed) if isinstance(parsed, ParsedQuery) else text
    return RanQuery(
        text=text,
        form="select",
        canonical=canonical,
        sha256=sha256(canonical.encode()).hexdigest(),
        passed=("read only", "domain", "range"),
    )


def thing(name: str, label: str) -> Cell:
    return Cell(term=Term(kind="iri", value=EX + name), label=label)


def literal(value: str, datatype: str = "http://www.w3.org/2001/XMLSchema#decimal") -> Cell:
    return Cell(term=Term(kind="literal", value=value, datatype=datatype))


TRACE = (
    Step(
        stage="names",
        summary="1 name found",
        details=('"Field Engineering" is the unit (exact)',),
        seconds=0.002,
    ),
    Step(stage="reading", summary="the person who leads the unit", seconds=0.001),
    Step(stage="checks", summary="12 rules passed", seconds=0.0005),
    Step(stage="run", summary="1 row", seconds=0.006),
)


def one_thing() -> Answer:
    text = (
        "PREFIX ex: <https://company.example/def/>\n"
        "SELECT ?person WHERE {\n  ?person ex:leads <https://company.example/id/field-engineering> .\n}"
    )
    cell = thing("ada-njoroge", "Ada Njoroge")
    return Answer(
        question=question("Who leads Field Engineering?"),
        outcome=Outcome.ANSWERED,
        text="Ada Njoroge leads Field Engineering.",
        restatement='the person who leads the unit named "Field Engineering"',
        query=ran(text),
        table=ResultTable(columns=("person",), rows=((cell.term,),), seconds=0.006),
        display=DisplayTable(columns=(DisplayColumn(title="Person", kind="thing"),), rows=((cell,),)),
        trace=TRACE,
        confidence=Confidence(value=0.95, reason="exact names, one reading"),
        graph=GRAPH,
        strategy="parse",
        seconds=0.014,
    )


def many_rows(count: int = 312) -> Answer:
    rows = tuple(
        (thing(f"valve-{n}", f"Valve V{n:03}"), literal(f"{1200.5 + n}"), Cell(term=None))
        for n in range(count)
    )
    columns = (
        DisplayColumn(title="Product", kind="thing"),
        DisplayColumn(title="Price", kind="number", unit="EUR"),
        DisplayColumn(title="Discontinued", kind="date"),
    )
    return Answer(
        question=question("Which valves cost more than 1,000 euro?"),
        outcome=Outcome.ANSWERED,
        text=f"{count} valves cost more than €1,000.",
        restatement="the valves whose price is more than €1,000",
        query=ran("SELECT ?valve WHERE { ?valve a <https://company.example/def/Valve> }"),
        table=ResultTable(columns=("valve",), rows=tuple((row[0].term,) for row in rows)),
        display=DisplayTable(columns=columns, rows=rows),
        trace=TRACE,
        confidence=Confidence(value=0.8, reason="one name spelled differently"),
        graph=GRAPH,
        strategy="parse",
        seconds=1.25,
    )


def clarify() -> Answer:
    text = "When did Okafor join?"
    return Answer(
        question=question(text),
        outcome=Outcome.CLARIFY,
        text="Which Okafor do you mean?",
        choices=(
            Choice(
                label="Chidi Okafor",
                detail="Employee, Lagos",
                question=text,
                pins=(Pin(mention="Okafor", term=EX + "chidi"),),
            ),
            Choice(
                label="Nneka Okafor",
                detail="Employee, Oslo",
                question=text,
                pins=(Pin(mention="Okafor", term=EX + "nneka"),),
            ),
        ),
        trace=TRACE[:1],
        graph=GRAPH,
    )


def nothing_found() -> Answer:
    return Answer(
        question=question("Which plants in Porto make valves?"),
        outcome=Outcome.NOTHING_FOUND,
        text="No plant in Porto makes valves. Without Porto there are 4.",
        restatement="the plants in Porto that make valves",
        query=ran("SELECT ?plant WHERE { ?plant a <https://company.example/def/Plant> }"),
        table=ResultTable(columns=("plant",)),
        suggestions=(Suggestion(label="Show those", question="Which plants make valves?"),),
        trace=TRACE,
        graph=GRAPH,
        confidence=Confidence(value=0.9, reason="exact names, one reading"),
    )


def not_in_graph() -> Answer:
    return Answer(
        question=question("What is the margin of our valves?"),
        outcome=Outcome.NOT_IN_GRAPH,
        text="The graph knows valves and their prices, but nothing about *margin*.",
        suggestions=(Suggestion(label="What do our valves cost?", question="What do our valves cost?"),),
        trace=TRACE[:1],
        graph=GRAPH,
    )


def unknown() -> Answer:
    return Answer(
        question=question("Why is the sky over Porto so blue?"),
        outcome=Outcome.UNKNOWN,
        text="I could not find a reading that I trust. I understood Porto, but not *sky* and *blue*.",
        trace=TRACE[:2],
        graph=GRAPH,
    )


def refused() -> Answer:
    return Answer(
        question=question("What does Ada earn?"),
        outcome=Outcome.REFUSED,
        text="You may not see salaries. People Operations can grant this.",
        graph=GRAPH,
    )


def failed() -> Answer:
    return Answer(
        question=question("Who leads Field Engineering?"),
        outcome=Outcome.FAILED,
        text="The graph did not answer in 30 seconds. I have kept your question; ask again in a minute.",
        move=Move.OPERATOR,
        reference="7f3a-21",
        graph=GRAPH,
    )


def stopped() -> Answer:
    return Answer(
        question=question("Which valves cost most?"),
        outcome=Outcome.STOPPED,
        text="Stopped, as you asked.",
    )


def by_model() -> Answer:
    """A query that a model wrote, put right before it ran, with what its open words were taken for."""
    return replace(
        one_thing(),
        strategy="agent",
        taken=("I read “leads” as has manager. Read as “its deputy”, it would be: Ann and Bo.",),
        fixes=("“leads of” is called “leads” here, and was exchanged.",),
        models=("little-coder-7b", "oneshot 3f2a"),
        spent=Spent(calls=3, input_tokens=4_210, output_tokens=300, seconds=2.5, money=0.02),
    )


def hostile() -> Answer:
    """Names that try to be markup, mentions, formulas, invisible, long or right-to-left."""
    names = (
        "<!channel> & <@U123>",
        "*bold* _it_ `code` ~x~",
        "</at><at>Everyone</at>",
        "[x](javascript:alert(1))",
        "=HYPERLINK(1)",
        "مرحبا بالعالم",
        "abc\u202edcb\u2066\x07",
        "ภาษาไทย 🙂",
        "x" * 40_000,
    )
    rows = tuple((thing(f"n{n}", name),) for n, name in enumerate(names))
    return Answer(
        question=question("Which names are hostile? <!here>"),
        outcome=Outcome.ANSWERED,
        text="9 names: <!channel>, </at>, *x*.",
        restatement="everything named <script>alert(1)</script>",
        query=ran("SELECT ?n WHERE { ?n ?p '```</code><script>' }"),
        table=ResultTable(columns=("n",), rows=tuple((row[0].term,) for row in rows)),
        display=DisplayTable(columns=(DisplayColumn(title="Name | <b>", kind="thing"),), rows=rows),
        trace=TRACE,
        graph=GRAPH,
        confidence=Confidence(value=0.9, reason="exact"),
    )


def all_outcomes() -> tuple[Answer, ...]:
    return (
        one_thing(),
        many_rows(),
        clarify(),
        nothing_found(),
        not_in_graph(),
        unknown(),
        refused(),
        failed(),
        stopped(),
        hostile(),
    )
