"""The contract of the TEXT2SPARQL challenge: a dataset and a question in, a query out."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from kgqa.pipeline import Pipeline
from tests.bot.doors_house import House, house

DATASET = "https://data.example/aurelund/"
DATASETS = f"{DATASET}=Aurelund Instruments"


@pytest_asyncio.fixture
async def company(core: Pipeline, tmp_path: Path) -> AsyncIterator[House]:
    async with house(core, tmp_path, datasets=DATASETS) as opened:
        yield opened


async def test_the_reply_repeats_what_was_asked_and_has_the_query(company: House) -> None:
    question = "Which suppliers are in Norway?"
    said = await company.get("/text2sparql", dataset=DATASET, question=question)
    assert (said["dataset"], said["question"]) == (DATASET, question)
    assert said["query"].startswith("PREFIX def:")
    assert "SELECT" in said["query"]
    place = await company.record.context_of(said["record"])
    assert (place["platform"], place["channel"]) == ("door", "text2sparql")


async def test_the_query_has_nothing_that_is_only_shown_beside_the_answer(company: House) -> None:
    said = await company.get("/text2sparql", dataset=DATASET, question="What is the cheapest product?")
    assert said["query"].count("?amount") == 2  # where it is looked up, and in the order
    assert "SELECT DISTINCT ?product\n" in said["query"]


async def test_the_name_of_a_graph_is_a_dataset_too(company: House) -> None:
    said = await company.get("/text2sparql", dataset="Aurelund Instruments", question="How many suppliers?")
    assert "COUNT" in said["query"]


@pytest.mark.parametrize("query", [{}, {"dataset": DATASET}, {"dataset": DATASET, "question": " "}], ids=str)
async def test_without_a_question_there_is_nothing_to_answer(company: House, query: dict[str, str]) -> None:
    said = await company.get("/text2sparql", 400, **query)
    assert said["known"] == ["dataset", "question"]


async def test_a_dataset_that_is_not_served_is_told_with_those_that_are(company: House) -> None:
    said = await company.get("/text2sparql", 404, dataset="https://data.example/x/", question="Who?")
    assert said["known"] == [DATASET, "Aurelund Instruments"]


async def test_what_was_not_understood_has_an_empty_query(company: House) -> None:
    said = await company.get("/text2sparql", dataset=DATASET, question="Wie geht's dem Flurfunk heute so?")
    assert (said["query"], said["outcome"]) == ("", "not_in_graph")
    assert said["text"]


async def test_the_challenge_s_own_client_gets_its_answers(company: House, tmp_path: Path) -> None:
    pytest.importorskip("text2sparql_client")
    from click.testing import CliRunner
    from text2sparql_client.commands.ask import ask_command

    questions = ("Which suppliers are in Norway?", "How many orders are open?", "Flurfunk?")
    file, out = tmp_path / "questions.yml", tmp_path / "answers.json"
    asked = "".join(
        f"  - id: {n}\n    question:\n      en: {json.dumps(text)}\n" for n, text in enumerate(questions, 1)
    )
    file.write_text(f"dataset:\n  id: {DATASET}\n  prefix: aur\nquestions:\n{asked}")
    arguments = [str(file), f"{company.url}/text2sparql", "-o", str(out), "--retries", "0"]
    arguments += [
        "--answers-db",
        str(tmp_path / "responses.db"),
        "--retries-log",
        str(tmp_path / "retries.log"),
    ]
    ran = await asyncio.to_thread(CliRunner().invoke, ask_command, arguments)
    assert ran.exit_code == 0, ran.output
    found = json.loads(out.read_text())
    assert [one["qname"] for one in found] == ["aur:1-en", "aur:2-en", "aur:3-en"]
    assert [one["question"] for one in found] == list(questions)
    assert [bool(one["query"]) for one in found] == [True, True, False]
