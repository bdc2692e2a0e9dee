"""`querist demo`: an answer in the terminal, then the page, on the real desk; nothing is left behind."""

from __future__ import annotations

import asyncio
import io
import re
import signal
import socket
import tempfile
from pathlib import Path
from uuid import uuid4

import pytest
from aiohttp import ClientSession, ClientTimeout, CookieJar
from rich.console import Console
from typer.testing import CliRunner

from bot.commands import demo
from bot.settings import Settings, load
from kgqa.errors import BadSetting
from kgqa.types import Answer
from tests.bot.commands import command, opening
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.patience import LONG

PREPARED: dict[str, Answer | Exception] = {
    demo.EXAMPLES[0]: answers.one_thing(),
    "When did Okafor join?": answers.clarify(),
    "boom": KeyError("secret detail"),
}


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))


def test_one_question_is_answered_with_query_and_trace() -> None:
    seen: list[Settings] = []
    app = command(demo.add, opening(PreparedCore(PREPARED), seen))
    result = CliRunner().invoke(app, ["--no-serve"])
    assert result.exit_code == 0, result.output
    for part in (demo.EXAMPLES[0], "Ada Njoroge leads", "SELECT ?person", "How I got there"):
        assert part in result.stdout
    assert seen[0].graph == ""


def test_the_sample_is_asked_whatever_graph_is_set_and_nothing_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("QUERIST_GRAPH", "mine.ttl")
    monkeypatch.setenv("QUERIST_DATABASE", "postgresql://nowhere/db")
    seen: list[Settings] = []
    app = command(demo.add, opening(PreparedCore(PREPARED), seen))
    CliRunner().invoke(app, ["--no-serve"])
    assert (seen[0].graph, seen[0].database) == ("", "")
    assert seen[0].data.parent == tmp_path / "temporary"
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_first_answer_that_is_not_one_shows_in_the_exit_code() -> None:
    app = command(demo.add, opening(PreparedCore({demo.EXAMPLES[0]: answers.unknown()})))
    assert CliRunner().invoke(app, ["--no-serve"]).exit_code == 1


def test_a_busy_port_is_passed_over() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with demo.listen(port) as listener:
            assert port < listener.getsockname()[1] < port + demo.NEXT


def test_when_all_ports_are_busy_it_is_said() -> None:
    with socket.create_server(("127.0.0.1", 65535)), pytest.raises(BadSetting, match="all in use"):
        demo.listen(65535)


@pytest.mark.slow
async def test_the_page_answers_on_the_real_desk_until_a_signal(tmp_path: Path) -> None:
    out = io.StringIO()
    settings = load(data=tmp_path / "data")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        serving = asyncio.create_task(
            demo._serve(PreparedCore(PREPARED), settings, Console(file=out, width=200), listener, wanted=8080)
        )
        async with asyncio.timeout(LONG):
            while "Ctrl-C" not in out.getvalue():  # noqa: ASYNC110  # text appears, no event to wait for
                await asyncio.sleep(0.01)
        assert "Port 8080 is in use" in out.getvalue()
        address = re.search(r"http://127\.0\.0\.1:\d+/\?key=\S+", out.getvalue())
        assert address is not None
        await _use(address[0])
        signal.raise_signal(signal.SIGINT)
        await asyncio.wait_for(serving, 20)


async def _use(address: str) -> None:
    """Opens the page, asks, presses a choice, and meets a defect."""
    origin = address.partition("/?")[0]
    timeout = ClientTimeout(total=20)
    async with ClientSession(cookie_jar=CookieJar(unsafe=True), timeout=timeout) as browser:
        assert (await browser.get(address)).status == 200
        async with browser.get(f"{origin}/api/events") as stream:

            async def ask(text: str, conversation: str, pressed: str = "") -> dict[str, object]:
                posting = {
                    "event": str(uuid4()),
                    "text": text,
                    "conversation": conversation,
                    "pressed": pressed,
                }
                posted = await browser.post(
                    f"{origin}/api/messages", json=posting, headers={"Origin": origin}
                )
                assert posted.status == 200
                async for line in stream.content:
                    if b'"kind": "reply"' in line:
                        break
                shown = await (await browser.get(f"{origin}/api/conversations/{conversation}")).json()
                reply: dict[str, object] = shown["items"][-1]
                return reply

            conversation = str(uuid4())
            first = await ask("When did Okafor join?", conversation)
            assert first["lead"] == "Which Okafor do you mean?"
            buttons = first["buttons"]
            assert isinstance(buttons, list)
            again = await ask("Nneka Okafor", conversation, buttons[1]["value"])
            assert again["kind"] == "reply"
            assert again["lead"] == "Which Okafor do you mean?"  # the core was asked the same, with a pin
            defect = await ask("boom", conversation)
            assert defect["outcome"] == "failed"
            assert "secret" not in str(defect)
