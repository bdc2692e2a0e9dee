"""What `querist doctor` finds out about the doors for machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.doctor import Visit
from tests.bot.doctor.visits import company, finding, findings, settings


async def test_doors_that_nobody_opened_are_passed_over(tmp_path: Path) -> None:
    assert (await finding(Visit(settings=settings(tmp_path)), "Doors")).state == "skipped"


async def test_an_open_door_is_told_with_who_may_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = await finding(Visit(settings=settings(tmp_path, doors="api, mcp")), "Doors")
    assert (here.state, here.told) == ("ok", "api, mcp, open to programs on this machine, without a token")
    monkeypatch.setenv("CI_TOKEN", "c" * 43)
    file = tmp_path / "tokens.toml"
    file.write_text('[ci]\ntoken = "CI_TOKEN"\n')
    known = await finding(Visit(settings=settings(tmp_path, doors="api", tokens=file)), "Doors")
    assert (known.state, known.told) == ("ok", "api, open to ci")


async def test_a_door_that_stands_open_to_others_is_wrong(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path, doors="api", public_url="https://querist.example"))
    found = await finding(visit, "Doors")
    assert found.state == "wrong"
    assert "without a token" in found.told
    assert "QUERIST_TOKENS" in found.step


async def test_tokens_without_a_door_are_pointed_out(tmp_path: Path) -> None:
    found = await finding(Visit(settings=settings(tmp_path, tokens=tmp_path / "tokens.toml")), "Doors")
    assert (found.state, "QUERIST_DOORS" in found.step) == ("note", True)


async def test_where_programs_ask_no_chat_is_missing(tmp_path: Path) -> None:
    assert (await finding(Visit(settings=settings(tmp_path)), "Chat")).state == "wrong"
    assert (await finding(Visit(settings=settings(tmp_path, doors="api")), "Chat")).state == "skipped"


@pytest.mark.slow
async def test_a_graph_that_is_not_served_is_found_as_the_start_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = company(tmp_path)
    monkeypatch.setenv("REPORTING_TOKEN", "r" * 43)
    tokens = tmp_path / "tokens.toml"
    tokens.write_text('[reporting]\ntoken = "REPORTING_TOKEN"\ngraphs = ["sales"]\n')

    async def doors(**given: object) -> tuple[str, str, str]:
        visit = Visit(settings=settings(tmp_path, doors="api, text2sparql", **given))
        found = (await findings(visit, "Graph", "Doors"))["Doors"]
        return found.state, found.told, found.step

    served = "Those that are: company.ttl."
    reporting = "The token reporting names the graph sales, which is not served"
    assert await doors(graph=graph, tokens=tokens) == ("wrong", reporting, served)
    there = "https://data.example.com/sales/"
    datasets = "QUERIST_DATASETS names the graph sales, which is not served"
    assert await doors(graph=graph, datasets=f"{there}=sales") == ("wrong", datasets, served)
    assert (await doors(graph=graph, datasets=f"{there}=company.ttl"))[0] == "ok"
    several = tmp_path / "graphs.toml"
    several.write_text(f'[sales]\ngraph = "{graph}"\n')
    assert (await doors(graphs=several, tokens=tokens, datasets=f"{there}=sales"))[0] == "ok"
    assert (await doors(graphs=several, tokens=tokens, datasets=f"{there}=other"))[0] == "wrong"


async def test_where_the_graph_cannot_be_asked_the_names_of_graphs_are_left_open(tmp_path: Path) -> None:
    given = {"graph": str(tmp_path / "gone.ttl"), "doors": "text2sparql", "datasets": "https://d.example/=x"}
    found = (await findings(Visit(settings=settings(tmp_path, **given)), "Graph", "Doors"))["Doors"]
    assert (found.state, "is not known" in found.told) == ("note", True)
