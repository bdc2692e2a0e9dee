"""What the guides tell administrators is what the code does: rights, settings, commands and their options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from bot import cli
from bot.settings import Settings, name_of
from manifests import slack
from manifests.teams import PATH as TEAMS_PATH
from manifests.teams.rights import COPILOT, LISTENING
from manifests.teams.rights import SCOPES as TEAMS_SCOPES

ROOT = Path(__file__).parents[2]
GUIDES = sorted((ROOT / "docs" / "admin").glob("*.md"))


def rows(guide: str, header: str) -> list[list[str]]:
    """The cells of every table under that header, in their order."""
    lines = (ROOT / "docs" / "admin" / guide).read_text("utf-8").splitlines()
    found: list[list[str]] = []
    for number, line in enumerate(lines):
        if line == header:
            for row in lines[number + 2 :]:
                if not row.startswith("|"):
                    break
                found.append([cell.strip().strip("`") for cell in row.strip("|").split("|")])
    return found


def test_every_scope_of_slack_is_explained_as_the_code_does() -> None:
    told = rows("slack.md", "| scope | asked for | without it |")
    assert told == [[scope.name, scope.why, scope.without] for scope in slack.SCOPES]


def test_every_event_of_slack_is_explained_as_the_code_does() -> None:
    told = rows("slack.md", "| event | scope | for |")
    assert told == [[event.name, event.scope, event.why] for event in slack.EVENTS]


def test_every_right_in_teams_is_explained_as_the_code_does() -> None:
    told = rows("teams.md", "| asked for | why |")
    assert told == [[right.name, right.why] for right in (*TEAMS_SCOPES, *LISTENING, COPILOT)]


def test_the_addresses_that_are_told_are_those_that_answer() -> None:
    assert f"https://querist.example.com{slack.PATH}`" in (ROOT / "docs/admin/slack.md").read_text("utf-8")
    assert f"https://querist.example.com{TEAMS_PATH}`" in (ROOT / "docs/admin/teams.md").read_text("utf-8")


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_setting_that_a_guide_names_exists(guide: Path) -> None:
    named = set(re.findall(r"QUERIST_[A-Z_]+[A-Z]", guide.read_text("utf-8")))
    assert named <= {name_of(field) for field in Settings.model_fields}
    assert named


def options() -> dict[str, set[str]]:
    """The options of every command, by its words: "manifest slack" -> {"--mode", ...}."""
    if not cli.app.registered_commands:
        cli.register()
    top = get_command(cli.app)
    assert isinstance(top, TyperGroup)
    found: dict[str, set[str]] = {}
    for name, command in top.commands.items():
        parts = command.commands.items() if isinstance(command, TyperGroup) else [("", command)]
        for part, leaf in parts:
            found[f"{name} {part}".strip()] = {o for p in leaf.params for o in p.opts if o.startswith("--")}
    return found


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.name)
def test_every_command_that_a_guide_names_exists_with_its_options(guide: Path) -> None:
    known = options()
    calls = re.findall(
        r"(?<![/\w])querist ((?:[a-z]+ ?)+)((?: ?--[a-z-]+(?: [^-`\s>][^`\s>]*)?)*)", guide.read_text("utf-8")
    )
    assert calls
    for words, given in calls:
        command = max((c for c in known if f"{words.strip()} ".startswith(f"{c} ")), key=len, default="")
        assert command, f"querist {words} does not exist"
        assert set(re.findall(r"--[a-z-]+", given)) <= known[command]


@pytest.mark.parametrize("guide", [*GUIDES, ROOT / "manifests" / "README.md"], ids=lambda path: path.name)
def test_every_link_of_a_guide_leads_somewhere(guide: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", guide.read_text("utf-8")):
        assert (guide.parent / target).exists(), target
