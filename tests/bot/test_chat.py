"""`querist chat`: the terminal as one more platform, on the real desk with its real database."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from rich.console import Console
from typer.testing import CliRunner, Result

from bot.commands import chat
from bot.platforms.terminal import TerminalPlatform, own_name
from kgqa.errors import GraphTimeout
from kgqa.types import Answer, Stage
from tests.bot.commands import command, opening
from tests.bot.local_desk import LocalDesk
from tests.doubles import answers
from tests.doubles.core import PreparedCore


class Said:
    """Lines that were said beforehand."""

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)

    async def next(self) -> str | None:
        return self._lines.pop(0) if self._lines else None


class Seen:
    """Notes the stages that were told while an answer was awaited."""

    def __init__(self) -> None:
        self.stages: list[Stage] = []

    async def tell(self, stage: Stage, step: str = "", /) -> None:
        self.stages.append(stage)


class Talk:
    def __init__(self) -> None:
        self.out = io.StringIO()
        self.seen = Seen()
        console = Console(file=self.out, width=80, highlight=False)
        self.terminal = TerminalPlatform(console, showing=self._showing)
        self.desk = LocalDesk()
        self.desk.platform = self.terminal
        self.terminal.mount(web.Application(), self.desk)

    @asynccontextmanager
    async def _showing(self) -> AsyncIterator[Seen]:
        yield self.seen

    async def say(self, *lines: str) -> str:
        """What is printed after these lines."""
        await self.terminal.talk(Said(*lines))
        return self.out.getvalue()


# ── the platform alone ──


async def test_a_line_becomes_a_message_and_the_reply_is_drawn() -> None:
    talk = Talk()
    printed = await talk.say("Who leads Field Engineering?", "")
    assert "Ada Njoroge leads Field Engineering." in printed
    (message,) = talk.desk.received
    assert message.private
    assert message.sent_at.tzinfo is not None


async def test_a_number_picks_a_choice_of_the_last_answer() -> None:
    talk = Talk()
    printed = await talk.say("When did Okafor join?", "2")
    pressed = talk.desk.received[1].pressed
    assert pressed is not None
    assert (pressed.kind, pressed.index) == ("choice", 1)
    assert "You chose Nneka Okafor, Employee, Oslo." in printed


async def test_a_number_that_is_no_choice_is_a_question() -> None:
    talk = Talk()
    await talk.say("When did Okafor join?", "3", "0", "9" * 5_000, "²")
    assert [m.pressed for m in talk.desk.received] == [None] * 5


async def test_query_and_trace_of_the_last_answer_are_a_word_away() -> None:
    talk = Talk()
    assert "Nothing was asked yet." in await talk.say("/query", "/trace")
    printed = await talk.say("Who leads Field Engineering?", "/query", "/trace")
    assert "SELECT ?person WHERE {" in printed
    assert "names: 1 name found" in printed
    assert "No query ran." in await talk.say("When did Okafor join?", "/query")


async def test_new_begins_another_thread() -> None:
    talk = Talk()
    printed = await talk.say("one", "two", "/new", "three")
    threads = [m.thread for m in talk.desk.received]
    assert threads[0] == threads[1] != threads[2]
    assert "A new conversation." in printed


async def test_help_lists_the_commands_and_an_unknown_one_says_so() -> None:
    printed = await Talk().say("/help", "/halp")
    assert "/trace" in printed
    assert "There is no command /halp." in printed


async def test_quit_leaves_before_what_follows() -> None:
    talk = Talk()
    await talk.say("/quit", "Who leads Field Engineering?")
    assert talk.desk.received == []


async def test_stages_are_told_while_the_answer_is_awaited() -> None:
    talk = Talk()
    talk.desk.stages = (Stage.LINKING, Stage.RUNNING)
    await talk.say("Who leads Field Engineering?")
    assert talk.seen.stages == [Stage.LINKING, Stage.RUNNING]


async def test_a_desk_that_takes_nothing_is_said_and_the_talk_goes_on() -> None:
    talk = Talk()
    talk.desk.refusing = "The database is full. Make room on the disk."
    printed = await talk.say("one", "/help")
    assert "The database is full. Make room on the disk." in printed
    assert "/trace" in printed


async def test_an_answer_to_a_question_of_an_earlier_start_is_shown_as_such() -> None:
    talk = Talk()
    await talk.say("Who leads Field Engineering?")
    late = talk.desk.reply(talk.desk.received[0])
    await talk.terminal.send(late, again=True)
    assert "To the earlier question: Who leads Field Engineering?" in talk.out.getvalue()


def test_every_terminal_has_a_name_of_its_own() -> None:
    assert own_name() == own_name()
    assert own_name().startswith("terminal-")


# ── the command, on the real desk ──


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))


def conversation(lines: str, prepared: dict[str, Answer | Exception]) -> tuple[Result, PreparedCore]:
    core = PreparedCore(prepared)
    result = CliRunner().invoke(command(chat.add, opening(core)), [], input=lines)
    return result, core


@pytest.mark.slow
def test_a_whole_conversation_from_a_pipe() -> None:
    prepared: dict[str, Answer | Exception] = {
        "When did Okafor join?": answers.clarify(),
        "Who leads Field Engineering?": answers.one_thing(),
        "slow": GraphTimeout("The graph did not answer in 30 seconds."),
    }
    lines = "Who leads Field Engineering?\nWhen did Okafor join?\n2\n/query\nslow\n"
    result, core = conversation(lines, prepared)
    assert result.exit_code == 0, result.output
    assert "Ada Njoroge leads Field Engineering." in result.stdout
    assert "2 Nneka Okafor  Employee, Oslo" in result.stdout
    assert core.asked[2].text == "When did Okafor join?"
    assert core.asked[2].pins == answers.clarify().choices[1].pins
    assert [turn.question for turn in core.asked[1].history] == ["Who leads Field Engineering?"]
    assert "The graph did not answer in 30 seconds." in result.stdout
    assert result.stdout.rstrip().endswith("Good-bye.")
    assert "Traceback" not in result.output


def test_an_end_of_input_at_once_leaves_politely() -> None:
    result, core = conversation("", {})
    assert result.exit_code == 0
    assert core.asked == []
    assert result.stdout.rstrip().endswith("Good-bye.")


async def test_lines_of_a_pipe_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("one\ntwo\n"))
    lines = chat.PipedLines(Console(file=io.StringIO()))
    assert [await asyncio.wait_for(lines.next(), 5) for _ in range(3)] == ["one\n", "two\n", None]
