"""The Teams package asks for what the bot does and for nothing else, and is one that Teams takes."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.commands.manifest_teams import teams as command
from bot.platforms.teams.messages import command as understood
from bot.platforms.teams.platform import PATH
from bot.words import LANGUAGES
from kgqa.errors import BadInput
from manifests.teams import ASK, FIND, SCHEMA, build, check, package, translated
from manifests.teams import PATH as ADVERTISED_PATH

APP = "1B4E28BA-2FA1-11D2-883F-0016D3CCA427"
URL = "https://querist.example.com"


def test_a_manifest_keeps_teams_limits() -> None:
    manifest = build(APP, URL)
    assert manifest["manifestVersion"] == SCHEMA == "1.30"
    assert f"/v{SCHEMA}/" in manifest["$schema"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", manifest["version"])
    assert len(manifest["name"]["short"]) <= 30
    assert len(manifest["name"]["full"]) <= 100
    assert len(manifest["description"]["short"]) <= 80
    assert len(manifest["description"]["full"]) <= 4_000
    assert re.fullmatch("#[0-9A-F]{6}", manifest["accentColor"])
    assert manifest["developer"].keys() == {"name", "websiteUrl", "privacyUrl", "termsOfUseUrl"}
    assert all(url.startswith("https://") for k, url in manifest["developer"].items() if k.endswith("Url"))


def test_the_bot_is_in_every_place_where_people_ask_and_can_do_nothing_else() -> None:
    manifest = build(APP, URL)
    (bot,) = manifest["bots"]
    assert bot["botId"] == manifest["id"] == APP.lower()
    assert set(bot["scopes"]) == {"personal", "team", "groupChat"}
    assert bot["supportsFiles"]
    assert not any(bot[name] for name in ("supportsCalling", "supportsVideo"))
    assert 1 <= len(bot["commandLists"][0]["commands"]) <= 12
    assert manifest["validDomains"] == ["querist.example.com"]
    unasked = {"permissions", "devicePermissions", "authorization", "webApplicationInfo"}
    assert unasked.isdisjoint(manifest)


@pytest.mark.parametrize("listen", [False, True])
@pytest.mark.parametrize("copilot", [False, True])
def test_every_manifest_is_one_that_teams_takes(listen: bool, copilot: bool) -> None:
    assert check(build(APP, URL, listen=listen, copilot=copilot)) == []


def test_the_bot_is_an_agent_in_copilot_only_on_demand() -> None:
    assert "copilotAgents" not in build(APP, URL)
    manifest = build(APP, URL, copilot=True)
    (agent,) = manifest["copilotAgents"]["customEngineAgents"]
    (bot,) = manifest["bots"]
    assert agent == {"type": "bot", "id": bot["botId"]}
    assert {"personal", "copilot"} <= set(bot["scopes"])
    assert bot["commandLists"][0]["scopes"] == bot["scopes"]  # Microsoft reviews that they are the same


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda m: m.update(manifestVersion="1.29"), "manifestVersion: “1.29” is none of 1.30"),
        (lambda m: m.update(id="querist"), "id: “querist” is not of the form"),
        (lambda m: m["name"].update(short="x" * 31), "name.short: 31 characters"),
        (lambda m: m["bots"][0].update(scopes=["team", "everywhere"]), "bots[0].scopes[1]"),
        (lambda m: m["bots"].append(m["bots"][0]), "bots: 2 entries"),
        (lambda m: m["composeExtensions"][0]["commands"][0].update(title="x" * 33), "commands[0].title: 33"),
        (lambda m: m.update(validDomains=["https://q.example"]), "validDomains[0]"),
        (lambda m: m.pop("webApplicationInfo"), "webApplicationInfo: this is missing"),
        (lambda m: m.update(permissions=[]), "permissions: there is no such field"),
        (lambda m: m["copilotAgents"]["customEngineAgents"][0].update(type="person"), "“person” is none of"),
        (lambda m: m["bots"][0].update(scopes=["team"]), "customEngineAgents[0].id: this is no bot with"),
    ],
)
def test_what_teams_would_not_take_is_named_with_its_place(
    change: Callable[[dict[str, Any]], object], told: str
) -> None:
    manifest = build(APP, URL, listen=True, copilot=True)
    change(manifest)
    assert any(told in problem for problem in check(manifest))


def test_messages_without_a_mention_are_asked_for_only_on_demand() -> None:
    asked = build(APP, URL, listen=True)
    rights = asked["authorization"]["permissions"]["resourceSpecific"]
    assert [right["name"] for right in rights] == ["ChannelMessage.Read.Group", "ChatMessage.Read.Chat"]
    assert asked["webApplicationInfo"]["id"] == APP.lower()


def test_things_are_found_and_questions_asked_from_the_message_box() -> None:
    (extension,) = build(APP, URL)["composeExtensions"]
    find, ask = extension["commands"]
    assert (find["id"], find["type"], ask["id"], ask["type"]) == (FIND, "query", ASK, "action")
    assert "message" in ask["context"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_message_box_offers_is_understood_as_a_command(language: str) -> None:
    texts = translated(build(APP, URL), language)
    titles = [text for path, text in texts.items() if path.startswith("bots") and path.endswith("title")]
    assert [understood(title) for title in titles] == ["home", "settings"]


@pytest.mark.slow
def test_the_package_holds_every_text_in_german_too() -> None:
    manifest = build(APP, URL, name="Ask")
    german = json.loads(unpacked(package(manifest))["de.json"])
    for path, text in german.items():
        if path == "$schema":
            continue
        here: Any = manifest
        for step in re.findall(r"[A-Za-z]+|\d+", path):
            here = here[int(step)] if step.isdigit() else here[step]
        assert isinstance(here, str)
        assert (text == here) is (
            path in ("name.short", "composeExtensions[0].commands[0].parameters[0].title")
        )


def test_the_companys_own_pages_are_shown_where_they_are_given() -> None:
    developer = build(APP, URL, privacy_url="https://example.com/p", terms_url="https://example.com/t")[
        "developer"
    ]
    assert developer["privacyUrl"] == "https://example.com/p"
    assert developer["termsOfUseUrl"] == "https://example.com/t"


@pytest.mark.parametrize(
    ("app_id", "url", "name", "told"),
    [
        ("querist", URL, "Querist", "--app-id"),
        (APP, "http://querist.example.com", "Querist", "--url"),
        (APP, "querist.example.com", "Querist", "--url"),
        (APP, "https://", "Querist", "--url"),
        (APP, "https://[::1", "Querist", "--url"),
        (APP, "https://user@querist.example.com", "Querist", "--url"),
        (APP, "https://querist.example.com?x=1", "Querist", "--url"),
        (APP, URL, "", "--name"),
        (APP, URL, "Q" * 31, "--name"),
    ],
)
def test_what_teams_would_not_take_is_named_with_the_option(
    app_id: str, url: str, name: str, told: str
) -> None:
    with pytest.raises(BadInput, match=told):
        build(app_id, url, name)


def test_a_privacy_page_without_https_is_refused() -> None:
    with pytest.raises(BadInput, match="https"):
        build(APP, URL, privacy_url="javascript:alert(1)")


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as bundle:
        assert bundle.testzip() is None
        return {name: bundle.read(name) for name in bundle.namelist()}


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height and RGBA pixels of a PNG as ours: 8 bits, colour with alpha, rows unfiltered."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert (depth, colour) == (8, 6)
    start = png.index(b"IDAT")
    (length,) = struct.unpack(">I", png[start - 4 : start])
    raw = zlib.decompress(png[start + 4 : start + 4 + length])
    stride = 1 + 4 * width
    rows = [raw[n * stride + 1 : (n + 1) * stride] for n in range(height)]
    return width, height, [row[n : n + 4] for row in rows for n in range(0, len(row), 4)]


def test_the_package_holds_the_manifest_and_both_icons() -> None:
    manifest = build(APP, URL)
    files = unpacked(package(manifest))
    icons = {manifest["icons"]["color"], manifest["icons"]["outline"]}
    assert files.keys() == {"manifest.json", "de.json", *icons}
    assert json.loads(files["manifest.json"]) == manifest
    width, height, seen = pixels(files["color.png"])
    assert (width, height) == (192, 192)
    assert all(pixel[3] == 255 for pixel in seen), "the full-colour icon covers its ground"
    width, height, seen = pixels(files["outline.png"])
    assert (width, height) == (32, 32)
    assert {pixel[:3] for pixel in seen} == {b"\xff\xff\xff"}, "the outline is white alone"
    assert {pixel[3] for pixel in seen} >= {0, 255}


def test_the_same_input_gives_the_same_package() -> None:
    assert package(build(APP, URL)) == package(build(APP, URL))


def run(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, arguments)


def test_the_command_prints_the_manifest_or_writes_the_package(tmp_path: Path) -> None:
    printed = run("--url", URL, "--app-id", APP, "--name", "Ask")
    assert json.loads(printed.stdout)["name"]["short"] == "Ask"
    out = tmp_path / "querist-teams.zip"
    written = run("--url", URL, "--app-id", APP, "--out", str(out))
    assert str(out) in written.stdout.replace("\n", "")
    assert "manifest.json" in unpacked(out.read_bytes())


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    failed = run("--url", URL, "--app-id", APP, "--out", str(tmp_path / "none" / "x.zip"))
    assert isinstance(failed.exception, BadInput)
    assert "--out" in str(failed.exception)


def test_the_address_that_administrators_are_told_is_the_one_that_answers() -> None:
    assert PATH == ADVERTISED_PATH
