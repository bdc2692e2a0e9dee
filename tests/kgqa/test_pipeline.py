"""The main job: what happens when the graph fails, a query is refused, or nothing is there; and the trace."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

import pytest

from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable, QueristError
from kgqa.pipeline import Kit
from kgqa.ports import Means, Proposal
from kgqa.prepare import prepare
from kgqa.trace import as_json, as_markdown
from kgqa.types import CandidateQuery, LinkedQuestion, Move, Outcome, Stage
from tests.doubles.graph import SmallGraph
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY, ask, asking, kit_of, values

GOOD = f"SELECT ?x WHERE {{ ?x a <{DEF}Enclosure> }}"
WRONG = f"SELECT ?x WHERE {{ ?x <{DEF}noSuchProperty> ?y }}"
WRITES = "DELETE WHERE { ?s ?p ?o }"
EMPTY = f"SELECT ?x WHERE {{ ?x <{DEF}nativeTo> <{ID}savannah> }}"


@dataclass
class Prepared:
    """A strategy that always proposes the same."""

    texts: tuple[str, ...]
    confidence: float = 0.9
    name: str = "prepared"
    asks_model: bool = False
    weighs_evidence: bool = False

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        del linked, means  # whatever is asked
        return Proposal(
            candidates=tuple(
                CandidateQuery(
                    text=t,
                    strategy=self.name,
                    reading="as prepared",
                    confidence=self.confidence,
                    reason="prepared",
                )
                for t in self.texts
            )
        )


def with_strategies(kit: Kit, *strategies: Prepared) -> Kit:
    return replace(kit, strategies=strategies)


@pytest.mark.parametrize(
    "error",
    [
        GraphTimeout("The graph did not answer within 30 s."),
        GraphUnavailable("The graph at http://localhost:1 cannot be reached."),
        GraphRejected("The graph refused the query: too complex."),
    ],
)
def test_trouble_with_the_graph_is_an_answer_that_says_whose_move_is_next(
    kit: Kit, error: QueristError
) -> None:
    broken = replace(kit, graph=SmallGraph("", error=error))
    answer = ask(broken, "List all enclosures")
    assert answer.outcome is Outcome.FAILED
    assert answer.move is Move.OPERATOR
    assert "Please try again" in answer.text or "Other words may help" in answer.text
    assert str(error) not in answer.text
    assert answer.aside == str(error)
    assert not [step for step in answer.trace if str(error) in f"{step.summary} {step.details}"]
    assert answer.trace[-1].summary == "failed"
    assert answer.seconds > 0


def test_a_refused_candidate_stands_in_the_trace_and_the_next_one_is_tried(kit: Kit) -> None:
    answer = ask(with_strategies(kit, Prepared((WRONG, GOOD))), "anything")
    assert answer.outcome is Outcome.ANSWERED
    assert len(values(answer)) == 4
    refused = [s for s in answer.trace if s.summary.startswith("refused")]
    assert [s.summary for s in refused] == ["refused: incorrect property"]
    assert [i.rule for i in answer.issues] == ["incorrect property"]


def test_a_query_that_writes_is_never_run() -> None:
    graph = SmallGraph(ONTOLOGY + DATA)
    kit = asyncio.run(prepare(graph))
    asyncio.run(kit.examples.tried())  # what is offered instead
    before = len(graph.queries)
    answer = ask(with_strategies(kit, Prepared((WRITES,))), "anything")
    assert answer.outcome is Outcome.UNKNOWN
    assert graph.queries[before:] == []
    assert answer.query is None


def test_the_checks_of_a_query_are_one_line_of_the_trace(kit: Kit) -> None:
    answer = ask(asking(kit, "parse"), "List all enclosures")
    (step,) = [s for s in answer.trace if s.stage == "checks"]
    assert len(step.details) == 1
    assert "read only" in step.details[0]


def test_a_no_is_an_answer_and_not_nothing_found(kit: Kit) -> None:
    answer = ask(
        with_strategies(kit, Prepared((f"ASK {{ <{ID}pip> a <{DEF}Mammal> }}",))), "Is Pip a mammal?"
    )
    assert answer.outcome is Outcome.ANSWERED
    assert answer.text.startswith("No")
    assert answer.display is None


def test_a_count_of_zero_is_an_answer_and_not_nothing_found(kit: Kit) -> None:
    text = f"SELECT (COUNT(?x) AS ?count) WHERE {{ ?x <{DEF}nativeTo> <{ID}savannah> }}"
    answer = ask(with_strategies(kit, Prepared((text,))), "how many")
    assert answer.outcome is Outcome.ANSWERED
    assert values(answer) == [("0",)]


def test_a_right_query_without_rows_is_nothing_found(kit: Kit) -> None:
    answer = ask(with_strategies(kit, Prepared((EMPTY,))), "anything")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert answer.query is not None


def test_a_reading_below_trust_is_not_run(kit: Kit) -> None:
    answer = ask(with_strategies(kit, Prepared((GOOD,), confidence=0.3)), "anything")
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.table is None


def test_the_next_strategy_is_asked_when_one_has_nothing(kit: Kit) -> None:
    answer = ask(with_strategies(kit, Prepared(()), Prepared((GOOD,), name="second")), "anything")
    assert answer.strategy == "second"


def test_the_asker_is_told_each_stage_in_its_order(kit: Kit) -> None:
    stages: list[Stage] = []
    ask(asking(kit, "parse"), "List all enclosures", stages=stages)
    assert stages == [Stage.LINKING, Stage.READING, Stage.CHECKING, Stage.RUNNING, Stage.WORDING]


def test_an_answer_carries_query_trace_and_graph(kit: Kit) -> None:
    answer = ask(asking(kit, "parse"), "Which animals live in the Savannah?")
    assert [s.stage for s in answer.trace] == ["names", "reading", "checks", "run", "words"]
    assert answer.graph == kit.described
    assert answer.query is not None
    assert len(answer.query.sha256) == 64
    told = as_json(answer)
    assert told["sparql"] == answer.query.text
    assert len(told["rows"]) == 3
    page = as_markdown(answer)
    assert "```sparql" in page
    assert "Which animals live in the Savannah?" in page


def test_two_questions_at_once_do_not_mix(kit: Kit) -> None:
    assert [values(ask(kit, q)) for q in ("Where does Rio live?", "Where does Pip live?")] == [
        [("aviary",)],
        [("icehouse",)],
    ]


# ── graphs that lack something ───────────────────────────────────────────────────────────────────


def test_an_empty_graph_knows_nothing_and_says_so() -> None:
    answer = ask(kit_of(""), "Which animals live in the Savannah?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "knows nothing about" in answer.text


@pytest.mark.parametrize("text", ["last " * 400, "a" * 2000, " ".join(f"wort{n}" for n in range(250))])
def test_words_that_nothing_explains_are_told_in_one_sentence_however_many_they_are(text: str) -> None:
    answer = ask(kit_of(ONTOLOGY + DATA), text)
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert len(answer.text) < 300
    assert answer.text.count("“last”") <= 1


def test_a_graph_without_an_ontology_is_asked_by_what_it_shows() -> None:
    kit = kit_of(DATA)
    assert sorted(values(ask(kit, "Which mammals live in the Savannah?"))) == [
        ("asha",),
        ("kibo",),
        ("tembo",),
    ]


def test_a_graph_without_labels_is_asked_by_the_words_of_its_iris() -> None:
    kit = kit_of(
        f"""@prefix : <{DEF}> . @prefix z: <{ID}> .
        z:blueWhale a :Animal ; :livesIn z:northSea . z:greySeal a :Animal ; :livesIn z:northSea .
        z:northSea a :Sea ."""
    )
    answer = ask(kit, "Which animals live in the North Sea?")
    assert sorted(values(answer)) == [("blueWhale",), ("greySeal",)]
    assert "blue whale" in answer.text
