"""The manifests satisfy the schemas that Slack and Microsoft publish themselves, as npm packages."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from manifests import slack, teams
from tests.slow.playground import SCHEMAS, npm_package

pytestmark = pytest.mark.slow

SLACK_TYPES = "@slack/web-api@8.2.0"
GENERATOR = "ts-json-schema-generator@2.4.0"
URL = "https://querist.example.com"
APP = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"


def complaints(schema: dict[str, Any], document: dict[str, Any]) -> list[str]:
    return [f"{list(e.path)}: {e.message}" for e in Draft7Validator(schema).iter_errors(document)]


@pytest.mark.parametrize("listen", [False, True])
@pytest.mark.parametrize("copilot", [False, True])
def test_the_teams_manifest_and_its_translations_satisfy_microsofts_schemas(
    listen: bool, copilot: bool
) -> None:
    folder = npm_package(SCHEMAS) / "build" / "json-schemas" / "teams" / f"v{teams.SCHEMA}"

    def schema(name: str) -> dict[str, Any]:
        text = Path(folder / f"MicrosoftTeams.{name}.json").read_text(encoding="utf-8")
        return dict(json.loads(text))

    manifest = teams.build(APP, URL, listen=listen, copilot=copilot)
    assert complaints(schema("schema"), manifest) == []
    assert complaints(schema("Localization.schema"), teams.translated(manifest, "de")) == []


@pytest.fixture(scope="module")
def slacks_schema() -> dict[str, Any]:
    types = npm_package(SLACK_TYPES) / "dist" / "types" / "request" / "manifest.d.ts"
    generator = npm_package(GENERATOR) / "bin" / "ts-json-schema-generator.js"
    node = shutil.which("node")
    assert node
    command = [node, str(generator), "--path", str(types), "--type", "Manifest", "--no-type-check"]
    made = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    schema = dict(json.loads(made.stdout))
    scopes = schema["definitions"]["Manifest"]["properties"]["oauth_config"]["properties"]["scopes"]
    # Slack's own guide to agents asks for this scope; its types do not list it.
    scopes["properties"]["bot"]["items"]["enum"].append("assistant:write")
    return schema


@pytest.mark.parametrize("mode", ["socket", "http"])
def test_the_slack_manifest_is_of_the_type_that_slack_publishes(
    slacks_schema: dict[str, Any], mode: slack.Mode
) -> None:
    manifest = slack.build(mode, URL, follow_up=True, oauth=True, org=True, rotate=True)
    assert complaints(slacks_schema, manifest) == []


def test_slacks_type_knows_wrong_scopes_and_unknown_fields(slacks_schema: dict[str, Any]) -> None:
    manifest = slack.build("socket")
    manifest["oauth_config"]["scopes"]["bot"].append("mind:read")
    manifest["features"]["telepathy"] = True
    assert len(complaints(slacks_schema, manifest)) == 2
