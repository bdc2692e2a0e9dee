"""Who may come in at the doors: programs by their tokens; without tokens this machine alone."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from bot import wiring
from bot.desk import Router
from bot.settings import Settings, load
from bot.tokens_file import read_tokens
from kgqa.errors import BadSetting
from tests.bot.doors_house import house
from tests.bot.test_graphs_file import PLANTS, SHIPS
from tests.doubles.core import PreparedCore

EVERYWHERE = "0.0.0.0"  # noqa: S104  # nothing listens there
REPORTS, CI = "reports-" + "r" * 30, "ci-" + "c" * 30


@pytest.fixture
def tokens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REPORTS_TOKEN", REPORTS)
    monkeypatch.setenv("CI_TOKEN", CI)
    file = tmp_path / "tokens.toml"
    file.write_text('[reports]\ntoken = "REPORTS_TOKEN"\n\n[ci]\ntoken = "CI_TOKEN"\n')
    return file


def graphs(folder: Path) -> Path:
    (folder / "plants.ttl").write_text(PLANTS)
    (folder / "ships.ttl").write_text(SHIPS)
    file = folder / "graphs.toml"
    file.write_text(f'[plants]\ngraph = "{folder}/plants.ttl"\n\n[ships]\ngraph = "{folder}/ships.ttl"\n')
    return file


def limited(tokens: Path, graph: str) -> None:
    tokens.write_text(f'[reports]\ntoken = "REPORTS_TOKEN"\ngraphs = ["{graph}"]\n')


# ── tokens ──


async def test_who_asks_is_the_name_of_the_token(tokens: Path, tmp_path: Path) -> None:
    async with house(PreparedCore(), tmp_path, token=REPORTS, tokens=tokens) as opened:
        said = await opened.ask("Who?")
        assert (await opened.record.context_of(said["record"]))["person"] == "reports"


async def test_a_token_may_be_the_password_of_a_client_that_knows_no_other_way(
    tokens: Path, tmp_path: Path
) -> None:
    async with house(PreparedCore(), tmp_path, token=CI, user="anybody", tokens=tokens) as opened:
        said = await opened.ask("Who?")
        assert (await opened.record.context_of(said["record"]))["person"] == "ci"


async def test_without_a_known_token_nothing_is_answered(tokens: Path, tmp_path: Path) -> None:
    core = PreparedCore()
    wrong = (
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        f"Bearer {CI}x",
        f"Basic {CI}",
        CI,
        "Basic é",
        "Bearer é",
    )
    doors = (("POST", "/v1/ask"), ("GET", "/v1/openapi.json"), ("GET", "/text2sparql"), ("POST", "/mcp"))
    async with house(core, tmp_path, tokens=tokens) as opened:
        for shown, (method, path) in itertools.product(wrong, doors):
            async with opened.client.request(
                method, opened.url + path, data=b'{"question": "Who?"}', headers={"Authorization": shown}
            ) as response:
                assert response.status == 401, (shown, path)
                assert response.headers["WWW-Authenticate"].startswith("Bearer")
                assert CI not in await response.text()
    assert core.asked == []


@pytest.mark.slow
async def test_nobody_goes_on_from_the_conversation_of_another(tokens: Path, tmp_path: Path) -> None:
    core = PreparedCore()
    async with house(core, tmp_path, token=REPORTS, tokens=tokens) as opened:
        first = await opened.ask("Who?")
        headers = {"Authorization": f"Bearer {CI}"}
        body = {"question": "And there?", "conversation": first["conversation"]}
        async with opened.client.post(f"{opened.url}/v1/ask", json=body, headers=headers) as response:
            assert response.status == 200
        await opened.ask("And here?", conversation=first["conversation"])
    assert [len(question.history) for question in core.asked] == [0, 0, 1]


@pytest.mark.slow
async def test_a_token_that_is_limited_to_graphs_sees_no_other(tokens: Path, tmp_path: Path) -> None:
    limited(tokens, "ships")
    core = await wiring.open_whole_core(load(data=tmp_path / "data", graphs=graphs(tmp_path)))
    try:
        async with house(core, tmp_path, token=REPORTS, tokens=tokens) as opened:
            assert (await opened.ask("How many seats has Astrid?"))["graph"] == "ships"
            assert (await opened.ask("What is the area of North House?"))["outcome"] != "answered"
            assert (await opened.ask("Who?", 404, graph="plants"))["known"] == ["ships"]
            assert (await opened.get("/v1/search", words="Astrid"))["found"][0]["label"] == "Astrid"
            assert (await opened.get("/v1/search", 404, words="North House", graph="plants"))["known"] == [
                "ships"
            ]
            query = {"dataset": "plants", "question": "How many greenhouses are there?"}
            assert (await opened.get("/text2sparql", 404, **query))["known"] == ["ships"]
    finally:
        wiring.close_core(core)


@pytest.mark.slow
async def test_of_several_graphs_one_is_named_to_look_and_none_need_be_to_ask(tmp_path: Path) -> None:
    core = await wiring.open_whole_core(load(data=tmp_path / "data", graphs=graphs(tmp_path)))
    assert isinstance(core, Router)
    try:
        async with house(core, tmp_path) as opened:
            assert (await opened.ask("How many seats has Astrid?"))["graph"] == "ships"
            assert (await opened.ask("How many greenhouses are there?", graph="plants"))["graph"] == "plants"
            assert (await opened.get("/v1/card", 400))["known"] == ["plants", "ships"]
            assert "Greenhouse" in (await opened.get("/v1/card", graph="plants"))["card"]
    finally:
        wiring.close_core(core)


# ── this machine alone ──


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "rebound.example"},
        {"Host": "rebound.example:3978"},
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"X-Forwarded-For": "203.0.113.7"},
        {"Via": "1.1 proxy"},
        {"CF-Connecting-IP": "203.0.113.7"},
        {"Forwarded": "for=203.0.113.7"},
    ],
    ids=str,
)
async def test_neither_a_website_nor_a_proxy_is_a_program_on_this_machine(
    tmp_path: Path, headers: dict[str, str]
) -> None:
    core = PreparedCore()
    async with house(core, tmp_path) as opened:
        for path in ("/v1/ask", "/mcp"):
            async with opened.client.post(opened.url + path, json={}, headers=headers) as response:
                assert response.status == 403
        query = {"dataset": "x", "question": "Who?"}
        async with opened.client.get(f"{opened.url}/text2sparql", params=query, headers=headers) as response:
            assert response.status == 403
    assert core.asked == []


# ── the start ──


def settings(folder: Path, **given: object) -> Settings:
    return load(data=folder / "data", **given)


@pytest.mark.parametrize("door", ["api", "mcp", "text2sparql"])
@pytest.mark.parametrize(
    "where", [{"host": EVERYWHERE}, {"host": "::"}, {"public_url": "https://querist.example"}], ids=str
)
def test_a_door_that_others_could_reach_is_not_opened_without_a_token(
    tmp_path: Path, door: str, where: dict[str, str]
) -> None:
    with pytest.raises(BadSetting, match=r"without a token.*QUERIST_TOKENS"):
        wiring.tokens_of(settings(tmp_path, doors=door, **where))


def test_with_tokens_a_door_may_listen_everywhere(tmp_path: Path, tokens: Path) -> None:
    given = settings(tmp_path, doors="api", host=EVERYWHERE, tokens=tokens)
    assert [token.caller.name for token in wiring.tokens_of(given)] == ["reports", "ci"]


def test_doors_are_shut_where_none_is_named(tmp_path: Path) -> None:
    assert wiring.open_doors(settings(tmp_path, host=EVERYWHERE), PreparedCore()) == ()


def test_a_door_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match=r"QUERIST_DOORS.*“grpc” is none of api, mcp, text2sparql"):
        settings(tmp_path, doors="api, grpc")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names nobody"),
        ("x = 1", "stands in no table"),
        ("[a b]\n", "no TOML"),
        ('["a b"]\ntoken = "CI_TOKEN"\n', "no name for a program"),
        ("[a]\n", "has no token"),
        ("[a]\ntoken = 7\n", "has no token"),
        ('[a]\ntoken = "NOT_SET_ANYWHERE"\n', "NOT_SET_ANYWHERE is not set"),
        ('[a]\ntoken = "SHORT"\n', "has 5 characters, and could be guessed"),
        ('[a]\ntoken = "CI_TOKEN"\nscope = "all"\n', "sets “scope”"),
        ('[a]\ntoken = "CI_TOKEN"\ngraphs = "company"\n', "graphs is not right"),
        ('[a]\ntoken = "CI_TOKEN"\ngraphs = []\n', "may ask no graph"),
        ('[a]\ntoken = "CI_TOKEN"\n[b]\ntoken = "CI_TOKEN"\n', r"\[a\] and \[b\] have the same token"),
    ],
)
def test_a_file_of_tokens_that_is_not_right_is_told_what_is_wrong(
    tmp_path: Path, tokens: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    monkeypatch.setenv("SHORT", "s3cre")
    tokens.write_text(text)
    with pytest.raises(BadSetting, match=why) as raised:
        read_tokens(settings(tmp_path, tokens=tokens))
    assert CI not in str(raised.value)


def test_a_file_of_tokens_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="cannot be read"):
        read_tokens(settings(tmp_path, tokens=tmp_path / "none.toml"))


def test_graphs_that_tokens_and_datasets_name_are_served(tmp_path: Path, tokens: Path) -> None:
    limited(tokens, "payroll")
    with pytest.raises(BadSetting, match="token reports names the graph payroll, which is not served"):
        wiring.open_doors(settings(tmp_path, doors="api", tokens=tokens), PreparedCore())
    for datasets, why in (
        ("https://x.example/=payroll", "names the graph payroll"),
        ("x", "not of the form"),
    ):
        with pytest.raises(BadSetting, match=f"QUERIST_DATASETS.* {why}"):
            wiring.open_doors(settings(tmp_path, doors="api", datasets=datasets), PreparedCore())
