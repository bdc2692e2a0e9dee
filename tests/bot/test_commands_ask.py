"""`querist ask`: what stands on stdout, and what the exit code says."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from typer.testing import CliRunner, Result

from bot.commands import ask
from bot.people import own_user
from bot.settings import Settings
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from kgqa.audit import Listed, Wanted
from kgqa.errors import BadInput, GraphTimeout
from kgqa.types import Answer, Outcome
from tests.bot.commands import command, failing, opening
from tests.doubles import answers
from tests.doubles.core import PreparedCore

T = TypeVar("T")
KEYS = [
    "question",
    "outcome",
    "text",
    "restatement",
    "sparql",
    "columns",
    "rows",
    "trace",
    "issues",
    "fixes",
    "confidence",
    "models",
    "spent",
    "seconds",
    "record",
]

pytestmark = pytest.mark.usefixtures("data")


def run(answer: Answer | Exception, *arguments: str, question: str = "Why?") -> Result:
    core = PreparedCore({question: answer})
    return CliRunner().invoke(command(ask.add, opening(core)), [question, *arguments])


def as_json(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(result.stdout)
    return data


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (answers.one_thing(), 0),
        (answers.nothing_found(), 0),
        (answers.clarify(), 1),
        (answers.unknown(), 1),
        (answers.not_in_graph(), 1),
        (answers.refused(), 1),
        (answers.failed(), 3),
    ],
    ids=lambda value: value.outcome.value if isinstance(value, Answer) else str(value),
)
def test_the_exit_code_says_how_it_went(answer: Answer, code: int) -> None:
    result = run(answer)
    assert result.exit_code == code
    assert " ".join(result.stdout.split()).startswith(answer.text)


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BadInput("x.ttl, line 3: a dot is missing."), 2, "x.ttl, line 3: a dot is missing."),
        (
            GraphTimeout("The graph did not answer in 30 seconds."),
            3,
            "The graph did not answer in 30 seconds.",
        ),
        (KeyError("secret detail"), 4, "Something went wrong on my side (KeyError)."),
    ],
)
def test_what_goes_wrong_is_one_sentence_and_a_code(error: Exception, code: int, said: str) -> None:
    result = run(error)
    assert result.exit_code == code
    assert said in " ".join(result.stdout.split())
    assert "Traceback" not in result.output
    assert "secret detail" not in result.output
    told = run(error, "--json")
    assert told.exit_code == code
    assert as_json(told)["outcome"] == "failed"
    assert as_json(told)["text"].startswith(said)


def test_a_graph_that_cannot_be_opened_is_told_in_json_too() -> None:
    app = command(ask.add, failing(BadInput("nowhere.ttl does not exist. Name a file that does.")))
    result = CliRunner().invoke(app, ["Why?", "--json"])
    assert result.exit_code == 2
    assert as_json(result)["text"] == "nowhere.ttl does not exist. Name a file that does."


@pytest.mark.slow
def test_json_is_one_object_with_exactly_the_promised_keys() -> None:
    for answer in answers.all_outcomes():
        assert list(as_json(run(answer, "--json"))) == KEYS
    data = as_json(run(answers.one_thing(), "--json"))
    assert data["question"] == "Why?"
    assert data["columns"] == ["person"]
    assert data["rows"] == [["https://company.example/id/ada-njoroge"]]
    assert data["sparql"].startswith("PREFIX ex:")
    assert data["confidence"] == {"value": 0.95, "reason": "exact names, one reading", "evidence": {}}
    assert data["trace"][0]["summary"] == "1 name found"


def test_json_tells_what_was_put_right_and_what_models_cost() -> None:
    data = as_json(run(answers.by_model(), "--json"))
    assert data["fixes"] == ["“leads of” is called “leads” here, and was exchanged."]
    assert data["models"] == ["little-coder-7b", "oneshot 3f2a"]
    assert data["spent"] == {
        "calls": 3,
        "cached": 0,
        "input_tokens": 4210,
        "output_tokens": 300,
        "seconds": 2.5,
        "money": 0.02,
    }


def test_json_has_every_row_and_the_text_says_so() -> None:
    assert len(as_json(run(answers.many_rows(312), "--json"))["rows"]) == 312
    assert "20 of 312 rows; all with --json" in run(answers.many_rows(312)).stdout


def test_query_and_trace_are_shown_when_asked_for() -> None:
    assert "SELECT" not in run(answers.one_thing()).stdout
    shown = run(answers.one_thing(), "--show", "query,trace").stdout
    assert "SELECT ?person WHERE" in shown
    assert "How I got there" in shown


def test_a_part_that_does_not_exist_is_a_wrong_call() -> None:
    result = run(answers.one_thing(), "--show", "colours")
    assert result.exit_code == 2
    assert "not colours" in result.output


def test_graphs_ontology_and_language_become_settings() -> None:
    seen: list[Settings] = []
    core = PreparedCore()
    arguments = ["Wer?", "--graph", "a.ttl", "--graph", "b.nt", "--ontology", "o.ttl", "--language", "de"]
    result = CliRunner().invoke(command(ask.add, opening(core, seen)), arguments)
    assert result.exit_code == 0
    assert (seen[0].graph, seen[0].ontology, seen[0].language) == ("a.ttl,b.nt", "o.ttl", "de")
    assert core.asked[0].language == "de"
    CliRunner().invoke(command(ask.add, opening(core)), ["Wer?"])
    assert core.asked[1].language == ""  # to be told from the words
    assert core.asked[0].asked_at.tzinfo is not None


@pytest.mark.parametrize(
    ("text", "code"),
    [("x" * 10_000, 2), ("🙂🙂", 1), ("   ", 1), ("مرحبا بالعالم", 0), ("<!channel> [red]", 0)],
)
def test_odd_questions_are_answered_in_a_sentence(text: str, code: int) -> None:
    result = CliRunner().invoke(command(ask.add, opening(PreparedCore())), ["--", text])
    assert result.exit_code == code
    assert result.stdout.strip()
    assert "Traceback" not in result.output


def test_an_unknown_setting_is_told_even_in_json(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_GRAPHH", "x")
    result = run(answers.one_thing(), "--json")
    assert result.exit_code == 3
    assert "QUERIST_GRAPHH" in as_json(result)["text"]


def test_numbers_are_written_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_LANGUAGE", "de")
    answer = answers.many_rows(1)
    result = run(replace(answer, question=replace(answer.question, language="")))
    assert "1.200,5" in result.stdout


# ── the record ───────────────────────────────────────────────────────────────────────────────────


def recorded(folder: Path) -> list[tuple[Listed, Answer | None]]:
    """What the database holds, the newest first."""

    async def find() -> list[tuple[Listed, Answer | None]]:
        database = Database.open(f"sqlite:///{folder}/querist.db")
        audit = AuditTrail(database)
        found = [
            (one, whole.answer)
            for one in await audit.find(Wanted(), most=10)
            if (whole := await audit.whole(one.reference))
        ]
        assert (await audit.verify()).broken is None
        database.close()
        return found

    return asyncio.run(find())


def test_a_question_is_recorded_with_who_asked_it_and_its_answer(data: Path) -> None:
    told = as_json(run(answers.one_thing(), "--json"))
    ((listed, answer),) = recorded(data)
    assert (listed.reference, listed.question) == (told["record"], "Why?")
    assert (listed.platform, listed.person) == ("terminal", own_user())
    assert answer is not None
    assert answer.text == told["text"]
    shown = " ".join(run(answers.one_thing()).stdout.split())
    assert f"record {recorded(data)[0][0].reference}" in shown


@pytest.mark.parametrize(
    "answer", [GraphTimeout("The graph did not answer."), KeyError("x"), answers.unknown()], ids=str
)
def test_what_went_wrong_is_recorded_too(data: Path, answer: Answer | Exception) -> None:
    run(answer)
    ((listed, kept),) = recorded(data)
    assert kept is not None
    assert listed.outcome is kept.outcome
    assert listed.outcome in (Outcome.FAILED, Outcome.UNKNOWN)


def test_a_graph_that_cannot_be_opened_and_a_refused_question_are_recorded(data: Path) -> None:
    app = command(ask.add, failing(BadInput("nowhere.ttl does not exist.")))
    CliRunner().invoke(app, ["Why?"])
    CliRunner().invoke(command(ask.add, opening(PreparedCore())), ["🙂🙂"])
    assert [(one.question, one.outcome) for one, _ in recorded(data)] == [
        ("🙂🙂", Outcome.UNKNOWN),
        ("Why?", Outcome.FAILED),
    ]


def test_the_record_is_open_while_the_graph_is_asked(data: Path) -> None:
    seen: list[Outcome | None] = []
    core = PreparedCore(during=lambda _: seen.extend(one.outcome for one, _ in in_thread(recorded, data)))
    CliRunner().invoke(command(ask.add, opening(core)), ["Why?"])
    assert seen == [None]


def in_thread(call: Callable[[Path], T], folder: Path) -> T:
    """The call in a thread, since an event loop runs in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(call, folder).result()


def test_a_question_that_cannot_be_recorded_is_not_asked(data: Path) -> None:
    (data / "querist.db").write_text("This is a letter, not a database. " * 100)
    core = PreparedCore()
    result = CliRunner().invoke(command(ask.add, opening(core)), ["Why?"])
    assert result.exit_code == 3
    said = " ".join(result.stdout.split())
    assert "cannot be used: file is not a database" in said
    assert "Nothing was asked of the graph, since a question is recorded first." in said
    assert core.asked == []


def test_an_answer_that_cannot_be_recorded_is_not_shown(data: Path) -> None:
    def spoil(_: object) -> None:
        (data / "querist.db").write_text("This is a letter, not a database. " * 100)
        (data / "querist.db-wal").write_text("")

    core = PreparedCore({"Why?": answers.one_thing()}, during=spoil)
    result = CliRunner().invoke(command(ask.add, opening(core)), ["Why?"])
    said = " ".join(result.stdout.split())
    assert result.exit_code == 3
    assert "The answer is not shown, since it cannot be recorded." in said
    assert "Ada Njoroge" not in said


def test_on_a_pipe_nothing_but_the_answer_is_printed() -> None:
    result = run(answers.one_thing())
    assert result.stderr == ""
    assert "\x1b" not in result.stdout
