"""`querist prepare`: what a model proposes, measured on a real small graph, looked through and taken over."""

from __future__ import annotations

import asyncio
import csv
import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.commands import ask, prepare
from kgqa.errors import BadInput, BadSetting, ModelUnavailable, QueristError
from tests.doubles.model_service import Fails, ModelService, served

pytestmark = pytest.mark.slow

GRAPH = """
@prefix ex: <https://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Pump a owl:Class ; rdfs:label "pump"@en .
ex:Company a owl:Class ; rdfs:label "company"@en .
ex:manufacturer a owl:ObjectProperty ; rdfs:label "manufacturer"@en ;
  rdfs:domain ex:Pump ; rdfs:range ex:Company .
ex:status a owl:DatatypeProperty ; rdfs:label "status"@en ; rdfs:domain ex:Pump .
ex:weight a owl:DatatypeProperty ; rdfs:label "weight"@en ; rdfs:domain ex:Pump .
ex:acme a ex:Company ; rdfs:label "Acme" .
ex:borg a ex:Company ; rdfs:label "Borg" .
"""
PUMPS = "".join(
    f'ex:p{n} a ex:Pump ; rdfs:label "P-{100 + n}" ; ex:manufacturer ex:{"acme" if n % 3 else "borg"} ; '
    f'ex:status "{"EOL" if n % 4 == 0 else "active"}" ; ex:weight {n} .\n'
    for n in range(1, 13)
)
QUESTIONS: list[dict[str, Any]] = [
    {
        "question": "Who crafted P-101?",
        "sparql": 'SELECT ?m WHERE { ?p rdfs:label "P-101" ; :manufacturer ?m }',
    },
    {"question": "Which pumps does Acme produce?", "sparql": "SELECT ?p WHERE { ?p :manufacturer :Acme }"},
    {"question": "How many pumps are there?", "sparql": "SELECT (COUNT(?p) AS ?n) WHERE { ?p a :Pump }"},
    {"question": "Which pumps are discontinued?", "sparql": 'SELECT ?p WHERE { ?p a :Pump ; :status "EOL" }'},
    {"question": "Which pumps can fly?", "sparql": "SELECT ?p WHERE { ?p :wings ?w }"},
    {"question": "Which pumps weigh 900?", "sparql": "SELECT ?p WHERE { ?p :weight 900 }"},
]
NAMES: list[dict[str, Any]] = [
    {"term": ":manufacturer", "en": ["crafted", "maker", "who", "company", "manufacturers"]},
    {"term": ":Pump", "en": ["pumping device", "=cmd()", "x" * 500], "fr": ["pompe"]},
    {"term": ":nowhere", "en": ["nothing"]},
    {"value": "EOL", "of": ":status", "en": ["discontinued", "retired"]},
    {"value": "lost", "of": ":status", "en": ["missing"]},
    {"term": ":weight", "en": ["retired"]},
    {
        "define": "dead pump",
        "means": "pumps with status EOL",
        "sparql": 'SELECT ?p WHERE { ?p a :Pump ; :status "EOL" }',
    },
    {"define": "odd pump", "means": "pumps with many feathers", "sparql": "SELECT ?p WHERE { ?p a :Pump }"},
]


def lines(said: list[dict[str, Any]]) -> str:
    return "\n".join(json.dumps(each) for each in said)


def strong(request: dict[str, Any]) -> str:
    """A model that does what it is asked for."""
    return lines(QUESTIONS if "questions that people" in request["messages"][1]["content"] else NAMES)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a graph, and settings of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))
    (tmp_path / "plant.ttl").write_text(GRAPH + PUMPS, "utf-8")
    return tmp_path


def run(*given: str, env: dict[str, str] | None = None) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    prepare.add(app)
    ask.add(app)
    return CliRunner().invoke(app, list(given), env=env)


def prepared(service: ModelService, *given: str) -> Result:
    with running(served(service)) as at:
        model = {"QUERIST_MODEL_NAME": "m", "QUERIST_MODEL_URL": at.url, "QUERIST_MODEL_RETRIES": "0"}
        return run("prepare", "plant.ttl", *given, env=model)


def rows(here: Path, name: str) -> list[dict[str, str]]:
    with (here / "plant.prepared" / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def advice(here: Path, name: str, column: str) -> dict[str, tuple[str, str]]:
    return {row[column]: (row["advice"], row["evidence"]) for row in rows(here, name)}


@contextmanager
def running(service: AbstractAsyncContextManager[ModelService]) -> Iterator[ModelService]:
    """The service in a loop of its own, beside that of the command."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(service.__aenter__(), loop).result()
    finally:
        asyncio.run_coroutine_threadsafe(service.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def test_each_name_is_measured_and_what_it_changes_stands_beside_it(here: Path) -> None:
    done = prepared(ModelService(strong))
    assert done.exit_code == 0, done.output
    names = advice(here, "names.csv", "name")
    assert names["crafted"][0] == "take"
    assert "“Who crafted P-101?”" in names["crafted"][1]
    assert names["discontinued"][0] == "take"
    assert names["who"] == ("leave", "is a word with a part of its own in questions")
    assert names["retired"][0] == "look"
    assert "is proposed for" in names["retired"][1]
    assert not {"manufacturers", "=cmd()", "pompe", "nothing", "missing", "x" * 500} & set(names)
    assert "2 lines of the model name a term or a value that the card does not show." in done.output


def test_a_question_is_kept_with_its_rows_and_one_whose_query_fails_is_not(here: Path) -> None:
    prepared(ModelService(strong))
    questions = advice(here, "questions.csv", "question")
    assert questions["How many pumps are there?"] == ("take", "1 row: 12; answered alike without the query")
    assert questions["Which pumps can fly?"][0] == "leave"
    assert questions["Which pumps weigh 900?"] == ("leave", "its query finds nothing")


def test_a_definition_is_taken_where_it_is_read_as_it_was_meant(here: Path) -> None:
    prepared(ModelService(strong))
    defined = advice(here, "definitions.csv", "name")
    assert defined["dead pump"][0] == "take"
    assert defined["odd pump"][0] == "leave"
    assert "“feathers”" in defined["odd pump"][1]


def test_nothing_counts_before_it_is_taken_over_and_then_no_model_is_asked(here: Path) -> None:
    prepared(ModelService(strong))
    assert not (here / "plant.prepared" / "lexicon.csv").exists()
    taken = run("prepare", "plant.ttl", "--take", "--by", "Ada Lind")
    assert taken.output.startswith("Taken over: ")
    settings = dict(re.findall(r"^(QUERIST_\w+)=(.+)$", taken.output, re.MULTILINE))
    assert set(settings) == {"QUERIST_LEXICON", "QUERIST_DEFINITIONS", "QUERIST_LIBRARY"}
    assert 'by = "Ada Lind"' in Path(settings["QUERIST_LIBRARY"]).read_text("utf-8")
    question = ["ask", "Who crafted P-102?", "--graph", "plant.ttl"]
    assert run(*question).exit_code == 1
    del settings["QUERIST_LIBRARY"]
    assert "The manufacturer of P-102 is Acme." in run(*question, env=settings).output


def test_a_yes_or_no_of_the_reviewer_goes_before_the_advice_and_stays(here: Path) -> None:
    prepared(ModelService(strong))
    file = here / "plant.prepared" / "names.csv"
    text = file.read_text("utf-8")
    text = text.replace(",take,crafted", "no,take,crafted").replace(
        ",look,retired,en,EOL", "yes,look,retired,en,EOL"
    )
    file.write_text(text, "utf-8")
    prepared(ModelService(strong))
    run("prepare", "plant.ttl", "--take")
    lexicon = (here / "plant.prepared" / "lexicon.csv").read_text("utf-8")
    assert "crafted" not in lexicon
    assert "retired" in lexicon
    assert run("prepare", "plant.ttl", "--take", "--json").exit_code == 0


def test_what_it_costs_is_said_before_it_begins(here: Path) -> None:
    told = run("prepare", "plant.ttl", "--plan").output
    assert re.match(r"2 classes in 1 part: at most 2 calls of the model, about [\d,]+ tokens\.", told)
    assert json.loads(run("prepare", "plant.ttl", "--plan", "--json").output)["calls"] == 2
    assert not (here / "plant.prepared").exists()


def test_a_model_that_goes_away_half_way_is_gone_on_with(here: Path) -> None:
    prepared(ModelService(strong))
    kept = here / "plant.prepared" / "replies.jsonl"
    first = kept.read_text("utf-8").splitlines()[0]
    kept.write_text(f'{first}\n{{"key": "ab', "utf-8")  # and the machine went down while it wrote
    failed = prepared(ModelService(strong, always=Fails(503, {"message": "gone"})))
    assert isinstance(failed.exception, ModelUnavailable)
    assert "run this again, and it goes on from there" in failed.output
    assert rows(here, "questions.csv")
    assert "crafted" in advice(here, "names.csv", "name")  # of the run before
    again = ModelService(strong)
    assert prepared(again).exit_code == 0
    assert len(again.asked) == 1  # the other reply is there already


@pytest.mark.parametrize(
    "say",
    [
        lambda _: "\n",
        lambda _: "I would rather not.",
        lambda _: '{"term": ":Pump", "en": ["pump',
        lambda _: "{" * 5_000,
        lambda _: json.dumps([[[]], {"term": 7, "en": "pump", "question": None, "sparql": []}]),
        lambda _: json.dumps({"question": "How many?", "sparql": "DROP ALL"}),
    ],
    ids=["nothing", "prose", "half a line", "brackets", "other shapes", "an update"],
)
def test_a_reply_that_says_nothing_proposes_nothing(say: Callable[[Any], str], here: Path) -> None:
    done = prepared(ModelService(say))
    assert done.exit_code == 0, done.output
    assert rows(here, "names.csv") == []
    assert not [row for row in rows(here, "questions.csv") if row["advice"] != "leave"]


def test_of_half_a_reply_its_whole_lines_are_used_and_a_list_is_as_good(here: Path) -> None:
    def cut(request: dict[str, Any]) -> str:
        whole = strong(request)
        return f"```json\n[{whole.replace(chr(10), ',')}]\n```" if "maker" in whole else whole[:-40]

    prepared(ModelService(cut))
    assert "crafted" in advice(here, "names.csv", "name")
    assert "How many pumps are there?" in advice(here, "questions.csv", "question")


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        ([], BadSetting, "No language model is set up.*QUERIST_MODEL_NAME"),
        (["--language", "fr"], BadInput, "--language fr is none that questions are read in: en, de"),
        (["--take"], BadInput, "holds no proposals. Make them first"),
    ],
)
def test_what_cannot_be_done_is_said_with_the_remedy(
    given: list[str], kind: type[QueristError], said: str
) -> None:
    result = run("prepare", "plant.ttl", *given)
    assert isinstance(result.exception, kind), result.output
    assert re.search(said, str(result.exception))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("maybe,take", "take is “maybe”. Write yes or no"),
        ("take\n", "there is no column advice"),
    ],
)
def test_a_file_that_was_spoiled_is_told_with_its_line(text: str, said: str, here: Path) -> None:
    prepared(ModelService(strong))
    file = here / "plant.prepared" / "names.csv"
    head, _, rest = file.read_text("utf-8").partition("\n")
    file.write_text(text if "\n" in text else f"{head}\n{rest.replace(',take', text, 1)}", "utf-8")
    result = run("prepare", "plant.ttl", "--take")
    assert isinstance(result.exception, BadInput)
    assert said in str(result.exception)
    assert "names.csv, line " in str(result.exception)
