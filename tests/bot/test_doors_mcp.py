"""The tools of the Model Context Protocol, by its own client: over HTTP and over stdio."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

pytest.importorskip("mcp")

from httpx2 import AsyncClient
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from bot import wiring
from bot.settings import load
from connectors.database.record import Record
from kgqa.pipeline import Pipeline
from tests.bot.desks import until
from tests.bot.doors_house import House, house
from tests.bot.test_graphs_file import PLANTS
from tests.doubles.core import PreparedCore

pytestmark = pytest.mark.slow

SUPPLIERS = "How many suppliers are in Norway?"
FOUR = "Four suppliers are in Norway."
ERAS = ["auto", "legacy"]  # with a request of its own for each call, or after a greeting


@pytest_asyncio.fixture
async def company(core: Pipeline, tmp_path: Path) -> AsyncIterator[House]:
    async with house(core, tmp_path) as opened:
        yield opened


def text_of(result: Any) -> str:
    return str(result.content[0].text)


# ── over HTTP ──


@pytest.mark.parametrize("era", ERAS)
async def test_the_four_tools_are_offered_and_only_read(company: House, era: str) -> None:
    async with Client(f"{company.url}/mcp", mode=era) as client:
        tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["ask", "check", "search", "card"]
    for tool in tools:
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint
        assert tool.output_schema is not None
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)


@pytest.mark.parametrize("era", ERAS)
async def test_a_question_is_answered_with_its_query_and_its_record(company: House, era: str) -> None:
    async with Client(f"{company.url}/mcp", mode=era) as client:
        result = await client.call_tool("ask", {"question": SUPPLIERS})
    said = result.structured_content
    assert said["text"] == FOUR
    assert FOUR in text_of(result)
    assert said["query"].startswith("PREFIX def:")
    place = await company.record.context_of(said["record"])
    assert (place["platform"], place["channel"], place["person"]) == ("door", "mcp", "local")


@pytest.mark.parametrize("era", ERAS)
async def test_who_asks_for_progress_hears_what_goes_on(tmp_path: Path, era: str) -> None:
    core = PreparedCore()
    core.gate.clear()  # answered is what was told on the way, and nothing else

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        if message == "finding names":
            core.gate.set()

    async with house(core, tmp_path) as opened, Client(f"{opened.url}/mcp", mode=era) as client:
        result = await client.call_tool("ask", {"question": "Who?"}, progress_callback=hear)
    assert result.structured_content["outcome"] == "answered"


async def test_check_search_and_card_are_those_of_the_api(company: House) -> None:
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("check", {"query": "SELECT ?s WHERE { ?s a <https://company.example/def/Suplier> }"}),
        ("search", {"words": "weir radr"}),
        ("card", {"room": 400, "question": "orders"}),
    )
    async with Client(f"{company.url}/mcp") as client:
        results = [await client.call_tool(name, arguments) for name, arguments in asked]
    assert results[0].structured_content == await company.post("/v1/check", asked[0][1])
    assert results[1].structured_content == await company.get("/v1/search", words="weir radr")
    card = await company.get("/v1/card", room="400", question="orders")
    assert (results[2].structured_content, text_of(results[2])) == (card, card["card"])


async def test_what_cannot_be_answered_is_a_result_that_says_so(company: House) -> None:
    wrong: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("ask", {}, "“question” is missing."),
        ("ask", {"question": " "}, "There is no question in this."),
        ("ask", {"question": "Who?", "graph": "elsewhere"}, "There is no graph “elsewhere” here."),
        ("ask", {"question": "Who?", "limit": 3}, "There is no “limit” to set."),
        ("search", {"words": "x", "limit": "many"}, "“limit” is not right"),
    )
    async with Client(f"{company.url}/mcp") as client:
        for name, arguments, why in wrong:
            result = await client.call_tool(name, arguments)
            assert (result.is_error, text_of(result)[: len(why)]) == (True, why)


async def test_a_tool_that_there_is_not_is_an_error(company: House) -> None:
    async with Client(f"{company.url}/mcp") as client:
        with pytest.raises(MCPError, match="no tool 'delete'"):
            await client.call_tool("delete", {})


@pytest.mark.parametrize("era", ERAS)
async def test_the_work_stops_when_the_client_leaves(tmp_path: Path, era: str) -> None:
    core = PreparedCore()
    core.gate.clear()
    async with house(core, tmp_path) as opened:

        async def call() -> None:
            async with Client(f"{opened.url}/mcp", mode=era) as client:
                await client.call_tool("ask", {"question": "Who?"})

        asking = asyncio.create_task(call())
        await core.wait_for(1)
        asking.cancel()

        async def is_idle() -> bool:
            return core.busy == 0

        await until(is_idle)


@pytest.mark.parametrize("era", ERAS)
async def test_with_tokens_the_client_shows_its_own_and_is_called_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, era: str
) -> None:
    token = "assistant-" + "a" * 30
    monkeypatch.setenv("ASSISTANT_TOKEN", token)
    file = tmp_path / "tokens.toml"
    file.write_text('[assistant]\ntoken = "ASSISTANT_TOKEN"\n')
    async with house(PreparedCore(), tmp_path, tokens=file) as opened:
        async with AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http:
            transport = streamable_http_client(f"{opened.url}/mcp", http_client=http)
            async with Client(transport, mode=era) as client:
                said = (await client.call_tool("ask", {"question": "Who?"})).structured_content
        assert (await opened.record.context_of(said["record"]))["person"] == "assistant"


async def test_what_is_no_call_is_refused_as_the_protocol_has_it(company: House) -> None:
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    unknown = b'{"jsonrpc": "2.0", "id": 1, "method": "x"}'
    for body, status in ((b"{", 400), (b"[]", 400), (b"x" * 300_000, 413), (unknown, 200)):
        async with company.client.post(f"{company.url}/mcp", data=body, headers=headers) as response:
            assert response.status == status
    async with company.client.get(f"{company.url}/mcp", headers=headers) as response:
        assert response.status == 405


# ── over stdio ──


def started(folder: Path, *more: str) -> StdioServerParameters:
    code = "from bot.cli import main; main()"
    environment = {"QUERIST_DATA": str(folder / "data"), "PYTHONPATH": str(Path(__file__).parents[2])}
    return StdioServerParameters(
        command=sys.executable, args=["-c", code, "mcp", *more], env=environment, cwd=folder
    )


async def test_an_assistant_that_starts_it_asks_by_stdio(tmp_path: Path) -> None:
    (tmp_path / "plants.ttl").write_text(PLANTS)
    async with Client(stdio_client(started(tmp_path, "--graph", "plants.ttl"))) as client:
        assert len((await client.list_tools()).tools) == 4
        said = (
            await client.call_tool("ask", {"question": "What is the area of North House?"})
        ).structured_content
        asked = {"question": "and of Palm House?", "conversation": said["conversation"]}
        follow_up = (await client.call_tool("ask", asked)).structured_content
    assert [row[-1]["value"] for row in (*said["rows"], *follow_up["rows"])] == ["40", "90"]
    database = wiring.open_database(load(data=tmp_path / "data"))
    place = await Record(database).context_of(said["record"])
    assert place["platform"].startswith("mcp-")
    assert place["person"] == "local"
    database.close()


async def test_a_graph_that_cannot_be_opened_is_told_to_who_calls(tmp_path: Path) -> None:
    async with Client(stdio_client(started(tmp_path, "--graph", "none.ttl"))) as client:
        result = await client.call_tool("ask", {"question": "Who?"})
    assert result.is_error
    assert "none.ttl" in text_of(result)
