"""The log of the service: a line a question, no stack trace of what is expected, JSON where it is wanted."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Any

import aiohttp
import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bot.desk import Told
from bot.message import Reply
from bot.telemetry.log import Seldom, set_up
from bot.telemetry.questions import QuestionLog, line
from bot.telemetry.spans import Spans
from kgqa.errors import DatabaseUnavailable
from kgqa.types import Answer
from tests.bot.desks import message
from tests.doubles import answers

ENDED = datetime(2026, 11, 20, 10, 43, tzinfo=UTC)
STAGES = {"waiting": 0.1, "names": 0.02, "run": 0.5, "sending": 0.3}

Error = tuple[type[BaseException], BaseException, TracebackType | None]


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """A stream for the log. No other test has turned a logger down; all are as they were afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    loggers = [each for each in root.manager.loggerDict.values() if isinstance(each, logging.Logger)]
    before = [(each, each.level, each.disabled, each.propagate) for each in loggers]
    for each in loggers:
        each.setLevel(logging.NOTSET)
        each.disabled, each.propagate = False, True
    yield io.StringIO()
    root.handlers[:] = handlers
    root.setLevel(level)
    for each, own, disabled, propagate in before:
        each.setLevel(own)
        each.disabled, each.propagate = disabled, propagate


def of(answer: Answer, text: str = "Who leads Sales?", **changes: Any) -> Told:
    reply = Reply(message=message(text), answer=answer, reference="7f3a-21")
    return Told(reply=reply, stages=STAGES, ended_at=ENDED, **{"ended": "posted", **changes})


def raised(error: Exception) -> Error:
    try:
        raise error  # noqa: TRY301  # it needs a trace
    except Exception as caught:  # noqa: BLE001  # whatever the test gives
        return type(caught), caught, caught.__traceback__


# ── the line of a question ───────────────────────────────────────────────────────────────────────


def test_a_question_is_one_line_with_the_reference_that_the_asker_saw(written: io.StringIO) -> None:
    set_up("INFO", "text", written)
    QuestionLog().answered(of(replace(answers.one_thing(), strategy="parse")))
    (said,) = written.getvalue().splitlines()
    assert (
        " INFO    7f3a-21 answered · paper · 0.92 s (waiting 0.10, names 0.02, run 0.50, sending 0.30)"
        in said
    )
    assert "of company graph · by parse" in said


def test_the_words_of_a_question_stay_out_unless_they_are_wanted(written: io.StringIO) -> None:
    set_up("INFO", "text", written)
    QuestionLog().answered(of(answers.one_thing()))
    assert "Sales" not in written.getvalue()
    QuestionLog(words=True).answered(of(answers.one_thing(), "Who leads\nSales?\x1b[31m"))
    assert written.getvalue().splitlines()[-1].endswith("“Who leads Sales? [31m”")


def test_as_json_each_part_has_its_name(written: io.StringIO) -> None:
    set_up("INFO", "json", written)
    QuestionLog().answered(of(answers.many_rows(7)))
    (said,) = map(json.loads, written.getvalue().splitlines())
    assert (said["level"], said["event"], said["reference"]) == ("INFO", "question", "7f3a-21")
    assert (said["outcome"], said["platform"], said["graph"]) == ("answered", "paper", "company graph")
    assert said["stages"] == STAGES
    assert said["rows"] == 7
    assert "question" not in said
    assert "person" not in said
    assert datetime.fromisoformat(said["time"]).tzinfo == UTC


def test_an_answer_that_failed_or_was_not_posted_is_a_warning(written: io.StringIO) -> None:
    set_up("INFO", "json", written)
    log = QuestionLog()
    for told in (of(answers.failed()), of(answers.one_thing(), ended="given_up"), of(answers.unknown())):
        log.answered(told)
    levels = [json.loads(each)["level"] for each in written.getvalue().splitlines()]
    assert levels == ["WARNING", "WARNING", "INFO"]
    assert "not posted" in written.getvalue()


def test_a_line_leaves_out_what_there_is_not() -> None:
    fields = {
        "reference": "7f3a-21",
        "platform": "slack",
        "outcome": "not_in_graph",
        "ended": "unsaid",
        "seconds": 1.0,
        "certainty": 0.0,
        "rows": None,
        "graph": "",
        "strategy": "",
        "stages": {},
    }
    assert line(fields) == "7f3a-21 not in graph · slack · 1.00 s · not said"


# ── what is expected, and what is not ────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (DatabaseUnavailable("The database is away. Start it."), "The database is away. Start it."),
        (ConnectionRefusedError("refused"), "(ConnectionRefusedError: refused)"),
        (aiohttp.ServerDisconnectedError(), "(ServerDisconnectedError: Server disconnected)"),
        (TimeoutError(), "(TimeoutError)"),
    ],
)
def test_what_is_expected_is_a_sentence(written: io.StringIO, error: Exception, sentence: str) -> None:
    set_up("INFO", "text", written)
    logging.getLogger("bot.desk").error("It was not posted.", exc_info=raised(error))
    (said,) = written.getvalue().splitlines()
    assert said.endswith(f"It was not posted. {sentence}")


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_defect_has_its_stack_trace(written: io.StringIO, form: Any) -> None:
    set_up("INFO", form, written)
    logging.getLogger("bot.desk").error("A defect.", exc_info=raised(ZeroDivisionError("engine room")))
    assert "Traceback" in written.getvalue()
    assert "engine room" in written.getvalue()


def test_in_debug_everything_is_told(written: io.StringIO) -> None:
    set_up("DEBUG", "text", written)
    logging.getLogger("bot.desk").error("It failed.", exc_info=raised(ConnectionRefusedError("refused")))
    logging.getLogger("slack_sdk").info("A session.")
    assert "Traceback" in written.getvalue()
    assert "A session." in written.getvalue()


def test_what_packages_say_of_a_database_that_is_away_is_one_sentence(written: io.StringIO) -> None:
    set_up("INFO", "text", written)
    log = logging.getLogger("dbos")
    for thread in ("slack", "teams", "door"):
        log.warning(f"Exception encountered in queue thread for {thread}: (psycopg.OperationalError) no")  # noqa: G004  # as it does
    logging.getLogger("slack_bolt.AsyncApp").info("A new session has been established")
    (said,) = written.getvalue().splitlines()
    assert said.endswith("The database of the queue cannot be reached; trying again.")


@pytest.mark.parametrize("name", ["bot", "kgqa", "connectors", "querist"])
def test_what_a_command_kept_off_its_screen_is_in_the_log(written: io.StringIO, name: str) -> None:
    logging.disable(logging.CRITICAL)
    logging.getLogger(name).setLevel(logging.ERROR)
    set_up("INFO", "text", written)
    logging.getLogger(f"{name}.part").info("The graph is back.")
    assert "The graph is back." in written.getvalue()


def test_what_repeats_itself_is_said_once_a_minute() -> None:
    moment = 0.0
    seldom = Seldom(now=lambda: moment)

    def passes(text: str, level: int = logging.WARNING) -> str:
        record = logging.LogRecord("bot.desk", level, "", 0, text, (), None)
        return record.getMessage() if seldom.filter(record) else ""

    assert passes("away") == "away"
    assert [passes("away") for _ in range(3)] == ["", "", ""]
    assert passes("another") == "another"
    assert [passes("news", logging.INFO) for _ in range(2)] == ["news", "news"]
    moment = 61.0
    assert passes("away") == "away [3 more like this]"


def test_nobody_writes_a_line_of_their_own_into_the_log(written: io.StringIO) -> None:
    set_up("INFO", "text", written)
    logging.getLogger("bot.desk").warning("The store says: %s", "no\n2026-11-20 INFO all is well\x1b[2J")
    assert len(written.getvalue().splitlines()) == 1
    assert "\x1b" not in written.getvalue()


# ── traces ───────────────────────────────────────────────────────────────────────────────────────


def test_a_question_is_a_span_with_its_stages_one_behind_the_other() -> None:
    exporter = InMemorySpanExporter()
    spans = Spans(exporter=exporter)
    spans.answered(of(answers.one_thing()))
    spans._provider.force_flush()
    *stages, question = exporter.get_finished_spans()
    assert [each.name for each in stages] == list(STAGES)
    assert all(each.parent and each.parent.span_id == question.context.span_id for each in stages)
    assert stages[0].start_time == question.start_time
    assert question.end_time == int(ENDED.timestamp() * 10**9)
    assert question.attributes
    assert question.attributes["querist.reference"] == "7f3a-21"
    assert "querist.question" not in question.attributes
    spans.close()
