"""What the benchmark of overheads and of confidences counts is what happened."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from benchmarks import calibration
from benchmarks.overhead.__main__ import compared, figures, gold_of, table, whole
from benchmarks.overhead.asked import Took, opened, rehearsed, whole_of
from benchmarks.overhead.chained import chained
from benchmarks.overhead.processor import Clock
from benchmarks.overhead.script import Script, numbered, query_of


def test_a_step_is_the_time_between_a_reply_and_the_next_call() -> None:
    again = [Took(0.010, 0.004, 1, ()), Took(0.030, 0.006, 3, (0.002, 0.004))]
    found = figures(again, [Took(0.040, 0.030, 1, ())])
    assert found["calls"] == 2
    assert found["wall, median"] == 20
    assert found["cpu, median"] == 5
    assert found["cpu a call, median"] == 3
    assert found["step, median"] == 3
    assert found["cpu the first time, median"] == 30
    assert "| oneshot | 2.0 | 20.0 /" in table({"oneshot": found})


def test_one_shot_and_the_agent_are_put_beside_the_chain() -> None:
    ours, chain = [Took(0.01, 0.006, 2, ())], [Took(0.01, 0.012, 3, ())]
    rows = {
        "oneshot": figures(ours, ours),
        "agent": figures(ours, ours),
        "LangChain over rdflib": figures(chain, chain),
    }
    lines = compared(rows)
    assert "oneshot / LangChain over rdflib, cpu, median: 0.50" in lines
    assert "agent / LangChain over rdflib, cpu a call, median: 0.75" in lines


def test_a_thing_is_tried_with_each_number_and_several_things_are_left_out() -> None:
    assert numbered("SELECT ?x WHERE { {e1} :heads ?x }")[1] == "SELECT ?x WHERE { {e2} :heads ?x }"
    assert numbered("SELECT ?x WHERE { ?x a :Site }") == ["SELECT ?x WHERE { ?x a :Site }"]
    assert numbered("SELECT ?x WHERE { {e1} :a ?x . {e2} :b ?x }") == []
    assert query_of("Question: q\n{e1} = “x”\nSELECT ?x\nWHERE { }\n") == "SELECT ?x\nWHERE { }"
    assert query_of("") == ""


def test_the_agent_of_the_script_looks_tries_and_ends() -> None:
    script = Script(
        {"q": "SELECT ?x WHERE { {e2} :heads ?x }"}, {"q": "SELECT ?x WHERE { :it :heads ?x }"}, asked="q"
    )
    start = (("system", "…"), ("user", "q"))
    said = [
        json.loads(script.agent((*start, *((("assistant", ""), ("user", "")) * n))))["actions"][0]
        for n in range(3)
    ]
    assert [each["action"] for each in said] == ["describe", "query", "answer"]
    assert said[0]["handle"] == ":heads"
    assert said[2]["sparql"] == "SELECT ?x WHERE { :it :heads ?x }"


@pytest.mark.slow
async def test_a_question_is_asked_with_both_strategies_and_nobody_waits_for_the_model(
    tmp_path: Path,
) -> None:
    gold = gold_of(1)[:1]
    script = Script(await rehearsed(tmp_path, gold), whole_of(gold))
    assert list(script.queries) == [gold[0]["question"]]
    async with opened(tmp_path, ("agent",), script) as ask:
        answer, took = await ask(gold[0]["question"])
    assert answer.strategy == "agent"
    assert took.calls == 3
    assert len(took.steps) == 2
    assert 0 < sum(took.steps) < took.wall
    assert took.cpu > 0


def test_the_chain_is_asked_with_the_same_graph_and_a_failure_is_told(tmp_path: Path) -> None:
    graph = whole(tmp_path)
    assert "subClassOf" in graph.read_text("utf-8")
    with (
        pytest.raises(SystemExit, match="The chain failed"),
        chained(sys.executable, "rdflib", graph),  # langchain is no part of this project
    ):
        pass


def test_cores_of_this_process_and_of_others_are_counted() -> None:
    clock = Clock()
    before = clock.seconds()
    sum(range(300_000))
    assert clock.seconds() > before
    clock.close()


def test_answers_are_measured_with_what_others_tell() -> None:
    sure = [(0.9, True)] * 40 + [(0.6, False)] * 40
    answers = {"one": sure, "other": sure}
    for way in (calibration.by_answers, calibration.by_folders):
        kept = way(answers)
        assert {name: len(given) for name, given in kept.items()} == {"one": 80, "other": 80}
        assert all((value > 0.9) == is_right for given in kept.values() for value, is_right in given)
    lines = list(calibration.table(answers))
    assert lines[-1].startswith("| all | 160 | 80 | 1.000 / 1.000 / 1.000 |")
