"""What the settings close: who asks for it is told so, whatever the wording, and nothing shows it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
import typer
from pyoxigraph import Literal, NamedNode, RdfFormat, Store
from typer.testing import CliRunner

from bot.commands import ask
from bot.settings import load, name_of
from bot.wiring import close_core, open_core
from bot.wiring.conditions import closed_of, conditions_of
from bot.wiring.found import finder
from connectors import sample
from kgqa.check import Policy
from kgqa.conversation import turn_of
from kgqa.errors import BadSetting, GraphTimeout, GraphUnavailable
from kgqa.ontology import Class, Ontology, Part, Property
from kgqa.pipeline import Pipeline
from kgqa.trace import as_json
from kgqa.types import (
    Answer,
    CheckedQuery,
    GraphDescription,
    Ground,
    Limits,
    Outcome,
    Pin,
    Question,
    ResultTable,
)
from tests.kgqa.company import ASKED_AT, Graph, examples_of

pytestmark = pytest.mark.slow

DEF = "https://company.example/def/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
SECRET = "This question touches what is not open to you here. Whoever looks after me can change that."
GEHEIM = "Diese Frage betrifft etwas, das Ihnen hier nicht offensteht. Wer mich betreut, kann das ändern."


@dataclass(frozen=True)
class Files:
    """The sample company in files, and in a store that closes nothing."""

    graph: Path
    ontology: Path
    store: Store


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    graph, ontology = sample.graph_files(tmp_path_factory.mktemp("closed"))
    store = Store()
    store.load(graph.read_bytes(), format=RdfFormat.TURTLE)
    return Files(graph, ontology, store)


def opened(files: Files, told: list[str] | None = None, **closed: str) -> Graph:
    heard = told if told is not None else []
    settings = load(
        graph=str(files.graph), ontology=str(files.ontology), data=files.graph.parent / "data", **closed
    )
    core = asyncio.run(open_core(settings, told=heard.append))
    assert isinstance(core, Pipeline)
    return Graph(core, files.store)


@pytest.fixture(scope="module")
def without_costs(files: Files) -> Iterator[Graph]:
    graph = opened(files, closed_properties="def:unitCost")
    yield graph
    close_core(graph.core)


@pytest.fixture(scope="module")
def without_contractors(files: Files) -> Iterator[Graph]:
    graph = opened(files, closed_classes=f"<{DEF}Contractor>")
    yield graph
    close_core(graph.core)


@cache
def costs(graph: Graph) -> set[str]:
    """The values that only the closed property has."""
    values: dict[str, set[str]] = {}
    for quad in graph.store:
        if isinstance(quad.object, Literal):
            values.setdefault(quad.object.value, set()).add(quad.predicate.value)
    found = {value for value, of in values.items() if of == {DEF + "unitCost"} and len(value) > 4}
    assert len(found) > 5
    return found


def shown(answer: Answer) -> str:
    return json.dumps(as_json(answer), ensure_ascii=False, default=str) + repr(
        (answer.choices, answer.suggestions)
    )


WORDINGS = [
    "What is the unit cost of C-10204?",
    "unit costs",
    "How expensive is C-10204?",
    "Which component has the highest unit cost?",
    "Which components have a unit cost above 5?",
    "List all components with their unit cost",
    "What is the average unit cost of components by supplier?",
    "Is there a component with a unit cost of more than 100?",
    "components sorted by unit cost",
    "What is the unitcost of C-10204?",
    "What is the unit csot of C-10204?",
    "Was sind die Stückkosten von C-10204?",
    "Which supplier has the cheapest components?",
    "Tell me everything about C-10204",
    "What are the unit cost and the part number of sealing ring, 20 mm?",
    "unitCost of C-10204",
    "https://company.example/def/unitCost",
    "How many components have no unit cost?",
]


# Shares, ranks, comparisons and lists of columns.
FURTHER = [
    "second highest unit cost",
    "Which component has the second highest unit cost?",
    "What is the share of components with a unit cost above 100?",
    "Welcher Anteil der Bauteile hat Stückkosten über 100?",
    "What share of the total unit cost comes from each supplier?",
    "Which components cost more than C-10204?",
    "cheapest and most expensive component",
    "Which component is the cheapest of each supplier?",
    "components with part number, unit cost and supplier",
]


@pytest.mark.parametrize("question", [*WORDINGS, *FURTHER])
def test_no_wording_shows_a_closed_property(without_costs: Graph, question: str) -> None:
    answer = without_costs.ask(question)
    text = shown(answer)
    assert not [v for v in costs(without_costs) if re.search(rf"(?<![\d.]){re.escape(v)}(?![\d.])", text)]
    assert answer.query is None or "unitCost" not in answer.query.text
    said = text.replace(json.dumps(question, ensure_ascii=False)[1:-1], "")
    assert "unitCost" not in said
    assert "unit cost" not in said.lower()


@pytest.mark.parametrize("question", [*WORDINGS[:6], WORDINGS[14], WORDINGS[15], *FURTHER])
def test_who_asks_for_it_is_told_in_plain_words(without_costs: Graph, question: str) -> None:
    answer = without_costs.ask(question)
    assert (answer.outcome, answer.text) in ((Outcome.REFUSED, SECRET), (Outcome.REFUSED, GEHEIM))
    assert not answer.suggestions
    assert not answer.choices


def test_in_the_askers_language(without_costs: Graph) -> None:
    answer = without_costs.ask("Was kostet das Bauteil C-10204?")
    assert answer.text == GEHEIM


def test_a_choice_or_a_thread_is_no_way_to_it(without_costs: Graph) -> None:
    pinned = Question(
        text="What is the cost of C-10204?",
        asked_at=ASKED_AT,
        pins=(Pin(mention="cost", term=DEF + "unitCost"),),
    )
    first = without_costs.ask("Which components are there?")
    for answer in (
        without_costs.put(pinned),
        without_costs.ask("And their unit cost?", (turn_of(first),)),
    ):
        assert answer.outcome is not Outcome.ANSWERED
        assert not [v for v in costs(without_costs) if f'"{v}"' in shown(answer)]


def held(graph: Graph, *questions: str) -> Answer:
    """The last answer of a thread."""
    *before, last = questions
    thread: list[Answer] = []
    for question in before:
        thread.append(graph.ask(question, tuple(map(turn_of, thread))))
    return graph.ask(last, tuple(map(turn_of, thread)))


@pytest.mark.parametrize(
    "questions",
    [
        ("Which components are there?", "And their unit cost?"),
        ("How many components are there?", "and how many of them cost more than 100?"),
        ("Which components are there?", "sort them by unit cost"),
        ("What is the average unit cost of components by supplier?", "and in Norway?"),
        ("What is the average unit cost of components by supplier?", "and in Norway?", "and in Germany?"),
        ("How many components have a unit cost above 100?", "and above 200?"),
        ("Which components have a unit cost above 5?", "How many are there?"),
        ("Which components have a unit cost above 5?", "only those from Germany"),
        ("Wie viele Bauteile haben Stückkosten über 100?", "und über 200?"),
    ],
)
def test_what_goes_on_to_it_or_from_it_is_refused_too(
    without_costs: Graph, questions: tuple[str, ...]
) -> None:
    answer = held(without_costs, *questions)
    assert (answer.outcome, answer.text) in ((Outcome.REFUSED, SECRET), (Outcome.REFUSED, GEHEIM))


@pytest.mark.parametrize(
    "question", ["Which of them speak German?", "Where do they work?", "and in Hamburg?"]
)
def test_nobody_stands_for_things_that_were_not_told(without_contractors: Graph, question: str) -> None:
    answer = held(without_contractors, "Who are the contractors?", question)
    assert (answer.outcome, answer.text) == (Outcome.REFUSED, SECRET)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("Which suppliers are in Norway?", "Four suppliers are in Norway"),
        ("How many suppliers are there?", "There are 41 suppliers."),
        ("list price of VX-1851", "The list price of the product"),
    ],
)
def test_a_question_of_its_own_is_answered_after_one_that_was_refused(
    without_costs: Graph, question: str, says: str
) -> None:
    assert held(without_costs, "What is the unit cost of C-10204?", question).text.startswith(says)


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("What share of suppliers is in Germany?", "12.2%"),
        ("Which department has the second most employees?", "Sales"),
    ],
)
def test_shares_and_ranks_of_what_is_open_are_answered(
    without_costs: Graph, question: str, says: str
) -> None:
    assert says in without_costs.ask(question).text


def test_the_rest_is_answered_as_ever(without_costs: Graph) -> None:
    answer = without_costs.ask("Which supplier supplies C-10204?")
    assert answer.outcome is Outcome.ANSWERED
    assert "left out" not in answer.text
    assert without_costs.ask("What is the calibration fee of the VX-1851?").outcome is not Outcome.REFUSED


def test_what_is_offered_has_nothing_of_it(without_costs: Graph) -> None:
    kit = without_costs.core.kit
    examples = examples_of(without_costs)
    assert examples["en"]
    assert not [e for some in examples.values() for e in some if "cost" in e.lower()]
    assert DEF + "unitCost" not in {m.iri for m in kit.index.look_up("unit cost")}
    assert DEF + "unitCost" not in kit.ontology.properties


def test_a_thing_that_is_open_may_stand_where_others_are_closed(without_contractors: Graph) -> None:
    ((project, member), *_) = without_contractors.select(
        f"SELECT ?t ?n {{ ?j <{DEF}projectMember> ?m ; <{LABEL}> ?t . ?m a <{DEF}Employee> ; <{LABEL}> ?n }} "
        "ORDER BY ?t ?n"
    )
    answer = without_contractors.ask(f"Which projects have {member} as a member?")
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert project is not None
    assert project in shown(answer)


def contractors(graph: Graph) -> set[str]:
    return {
        quad.subject.value
        for quad in graph.store.quads_for_pattern(None, None, NamedNode(DEF + "Contractor"))
        if isinstance(quad.subject, NamedNode)
    }


@pytest.mark.parametrize(
    "question",
    [
        "Who are the contractors?",
        "How many contractors are there?",
        "How many people are there?",
        "Which people have no phone?",
        "Which projects have contractors as members?",
        "Which projects have more than 5 members?",
        "How many people speak German?",
        "people by name",
        "Which people are based in Hamburg?",
        "Wie viele Auftragnehmer gibt es?",
    ],
)
def test_no_wording_shows_a_thing_of_a_closed_class(without_contractors: Graph, question: str) -> None:
    answer = without_contractors.ask(question)
    text = shown(answer)
    hidden = contractors(without_contractors)
    assert hidden
    assert not [iri for iri in hidden if iri in text]
    assert "Contractor" not in text.replace("Contractors", "")


async def in_message_box(graph: Graph, typed: str) -> tuple[tuple[str, str, str], ...]:
    """What the message box of Teams finds."""
    find = finder(graph.core)
    assert find is not None
    return await find(typed, 15, (), None)


def test_the_name_of_a_closed_thing_is_not_found(without_contractors: Graph) -> None:
    names = without_contractors.select(
        f"SELECT ?n {{ ?c a <{DEF}Contractor> ; <http://www.w3.org/2000/01/rdf-schema#label> ?n }}"
    )
    assert names
    for (name,) in names[:3]:
        assert not [m for m in without_contractors.core.kit.index.look_up(name or "") if m.label == name]
        found = asyncio.run(in_message_box(without_contractors, name or ""))
        assert not {iri for _, _, iri in found} & set(contractors(without_contractors))
        answer = without_contractors.ask(f"Where does {name} work?")
        assert answer.outcome is not Outcome.ANSWERED
        assert not [iri for iri in contractors(without_contractors) if iri in shown(answer)]


def test_less_is_said_to_be_less(without_contractors: Graph) -> None:
    answer = without_contractors.ask("How many people are there?")
    (everybody,) = without_contractors.select(
        f"SELECT (COUNT(?p) AS ?n) {{ VALUES ?c {{ <{DEF}Employee> <{DEF}Manager> }} ?p a ?c }}"
    )[0]
    assert answer.text.startswith(f"There are {everybody} employees.")
    assert answer.text.endswith("What is not open to you here is left out.")


def test_on_the_terminal(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = files.graph.parent
    monkeypatch.chdir(folder)
    monkeypatch.setenv("QUERIST_DATA", str(folder / "data"))
    monkeypatch.setenv("QUERIST_CLOSED_PROPERTIES", DEF + "unitCost")
    app = typer.Typer()
    ask.add(app)
    result = CliRunner().invoke(
        app,
        ["What is the unit cost of C-10204?", "--graph", str(files.graph), "--ontology", str(files.ontology)],
    )
    assert result.exit_code == 1
    assert " ".join(result.stdout.split()).startswith(SECRET)


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


def test_settings_become_conditions(files: Files) -> None:
    graph = opened(
        files,
        closed_properties=f"def:unitCost, {DEF}calibrationFee",
        check_blocks="entailed doubtful",
        check_silent="output, entailed",
        check_functions="https://example.com/functions#*, def:distance",
    )
    conditions = graph.core.kit.conditions
    close_core(graph.core)
    assert conditions.closed.properties == {DEF + "unitCost", DEF + "calibrationFee"}
    assert conditions.functions == {"https://example.com/functions#*", DEF + "distance"}
    assert conditions.policy == Policy(
        blocks=frozenset((Ground.ENTAILED, Ground.DOUBTFUL)), silent=frozenset((Ground.OUTPUT,))
    )


UNKNOWN = [
    (
        "closed_properties",
        "def:unitCots",
        "The graph knows no property “def:unitCots”. Did you mean “def:unitCost”?",
    ),
    ("closed_properties", f"<{DEF}unitcost>", f"Did you mean “{DEF}unitCost”?"),
    ("closed_properties", "def:Contractor", "The graph knows no property “def:Contractor”."),
    (
        "closed_classes",
        f"{DEF}Contracter",
        f"The graph knows no class “{DEF}Contracter”. Did you mean “{DEF}Contractor”?",
    ),
    (
        "closed_graphs",
        "https://company.example/pay",
        "The store has no graph “https://company.example/pay” with triples.",
    ),
    ("closed_functions", "compair", "There is no function “compair”. Did you mean “compare”?"),
]


@pytest.mark.parametrize(("field", "name", "said"), UNKNOWN)
def test_a_name_that_closes_nothing_ends_the_start(files: Files, field: str, name: str, said: str) -> None:
    with pytest.raises(BadSetting) as caught:
        opened(files, None, **{field: name})
    assert str(caught.value).startswith(f"The setting {name_of(field)} is not right: ")
    assert said in str(caught.value)


def test_the_nearest_named_graph_is_told(tmp_path: Path) -> None:
    data = tmp_path / "pay.trig"
    data.write_text("<https://pay.example/payroll> { <urn:a> <https://pay.example/earns> 5 }")
    settings = load(graph=str(data), data=tmp_path / "data", closed_graphs="https://pay.example/payrol")
    with pytest.raises(BadSetting, match=r"Did you mean “https://pay\.example/payroll”"):
        asyncio.run(open_core(settings))


KNOWN = Ontology(
    classes={f"{DEF}Employee": Class(iri=f"{DEF}Employee")},
    properties={f"{DEF}email": Property(iri=f"{DEF}email")},
    prefixes=(("def", DEF),),
)


@pytest.mark.parametrize("part", [Part.TERMS, Part.CLASSES, Part.VALUES, Part.THINGS])
def test_where_the_schema_was_not_read_to_its_end_a_name_that_is_not_seen_ends_the_start(part: Part) -> None:
    unread = replace(KNOWN, unread=frozenset((part,)))
    settings = load(closed_properties="def:email def:salary")
    with pytest.raises(GraphUnavailable) as caught:
        closed_of(settings, unread)
    said = str(caught.value)
    assert said.startswith("The setting QUERIST_CLOSED_PROPERTIES is not right: Nobody can tell whether")
    assert "“def:salary”" in said
    assert "Declare it in QUERIST_ONTOLOGY" in said
    known = load(closed_properties="def:email", closed_classes="def:Employee")
    assert closed_of(known, unread).properties == {DEF + "email"}


class Silent:
    """A graph that does not answer."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        raise GraphTimeout("The store did not answer within 10 seconds.")

    async def describe(self) -> GraphDescription:
        return GraphDescription(name="silent", fingerprint="")


async def test_a_store_that_does_not_say_whether_it_has_a_closed_graph_is_not_asked() -> None:
    settings = load(closed_graphs="https://pay.example/payroll")
    with pytest.raises(GraphUnavailable, match="Nobody can tell whether the store has a graph “https://pay"):
        await conditions_of(settings, KNOWN, Silent())  # type: ignore[arg-type]  # it is asked one query


@pytest.mark.parametrize("name", ["hr:payslip", "payslip", "<un safe>", "def:a<b"])
def test_what_is_no_name_is_refused_with_the_remedy(files: Files, name: str) -> None:
    with pytest.raises(
        BadSetting, match=r"^The setting QUERIST_CLOSED_CLASSES is not right: .+Write the whole IRI"
    ):
        opened(files, closed_classes=name)


@pytest.mark.parametrize("field", ["check_blocks", "check_silent"])
@pytest.mark.parametrize("names", ["unlikly", "broken", "entailed; unseen"])
def test_a_ground_that_cannot_be_chosen_is_named(field: str, names: str) -> None:
    with pytest.raises(
        BadSetting, match=rf"^The setting {name_of(field)} is not right: .+ is none of entailed, "
    ):
        load(**{field: names})


def test_a_graph_that_the_default_graph_holds_as_well_cannot_be_closed_alone(tmp_path: Path) -> None:
    told: list[str] = []
    data = tmp_path / "pay.trig"
    data.write_text(
        "@prefix ex: <https://pay.example/> . ex:a a ex:Person ; ex:name 'Ada' . ex:pay { ex:a ex:earns 5 }"
    )
    settings = load(graph=str(data), data=tmp_path / "data", closed_graphs="https://pay.example/pay")
    core = asyncio.run(open_core(settings, told=told.append))
    assert isinstance(core, Pipeline)
    graph = Graph(core, Store())
    answer = graph.ask("What does Ada earn?")
    conditions = core.kit.conditions
    close_core(core)
    assert conditions.closed.union
    assert any("QUERIST_CLOSED_GRAPHS" in t for t in told)
    assert answer.outcome is not Outcome.ANSWERED
    assert '"5"' not in shown(answer)
