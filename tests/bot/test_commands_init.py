"""`querist init`: a few questions, a file that only its owner may read, and the doctor."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from bot.commands import init
from bot.commands.init_asked import fault, fields_of
from bot.commands.init_written import text_of
from bot.settings import load
from kgqa.errors import BadInput
from tests.bot.doctor.visits import company

QUIET = ("--yes", "--no-doctor")


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and no settings."""
    for name in os.environ:
        if name.startswith("QUERIST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, answers: str = "") -> Result:
    app = typer.Typer()
    init.add(app)
    return CliRunner().invoke(app, arguments, input=answers)


def written() -> list[str]:
    return [line for line in Path(".env").read_text("utf-8").splitlines() if not line.startswith("#")]


def test_enter_all_the_way_is_the_sample_company_in_slack() -> None:
    result = run("--no-doctor", answers="\n" * 6)
    assert result.exit_code == 0, result.output
    assert written() == [
        "QUERIST_GRAPH=",
        "QUERIST_ONTOLOGY=",
        "QUERIST_SLACK_BOT_TOKEN=",
        "QUERIST_SLACK_APP_TOKEN=",
        "QUERIST_MODEL_NAME=",
        "QUERIST_MODEL_URL=",
        "QUERIST_MODEL_KEY=",
        "QUERIST_LANGUAGE=en",
    ]
    assert "Still empty there: QUERIST_SLACK_BOT_TOKEN, QUERIST_SLACK_APP_TOKEN" in " ".join(
        result.output.split()
    )


def test_only_the_owner_may_read_the_file() -> None:
    run(*QUIET)
    assert stat.S_IMODE(Path(".env").stat().st_mode) == 0o600


def test_what_was_answered_is_what_is_loaded(tmp_path: Path) -> None:
    graph = company(tmp_path)
    answers = [
        graph,
        "",
        "both",
        "xoxb-1",
        "xapp-1",
        "0a1b2c3d-0000-0000-0000-0123456789ab",
        "it's a #secret",
    ]
    answers += ["contoso.example", "https://querist.example.com", "llama", "http://127.0.0.1:11434/v1", "de"]
    result = run("--no-doctor", answers="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    settings = load()
    assert (settings.graph, settings.slack_app_token.get_secret_value()) == (graph, "xapp-1")
    assert settings.teams_app_password.get_secret_value() == "it's a #secret"
    assert (settings.teams_tenant, settings.public_url) == ("contoso.example", "https://querist.example.com")
    assert (settings.model_name, settings.model_url) == ("llama", "http://127.0.0.1:11434/v1")
    assert settings.language == "de"


def test_an_answer_that_cannot_be_right_is_asked_for_again(tmp_path: Path) -> None:
    (tmp_path / "company.ttl").touch()
    answers = "compny.ttl\ncompany.ttl\n\nslak\nslack\nxapp-1\nxoxb-1\nxapp-1\n\nenglisch\nen\n"
    result = run("--no-doctor", answers=answers)
    assert result.exit_code == 0, result.output
    assert "There is no file or folder compny.ttl here." in result.output
    assert "“slak” is none of slack, teams, both, none." in result.output
    assert "A bot token begins with xoxb-." in result.output
    assert "It is no language such as en or de." in result.output
    assert "QUERIST_GRAPH=company.ttl" in written()


def test_options_are_not_asked_for() -> None:
    result = run("--no-doctor", "--chat", "none", "--model-name", "", "--language", "de", answers="\n")
    assert result.exit_code == 0, result.output
    assert "Where do people ask" not in result.output
    assert written()[-1] == "QUERIST_LANGUAGE=de"


def test_a_secret_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_SLACK_BOT_TOKEN", "xoxb-2")
    run(*QUIET)
    assert "QUERIST_SLACK_BOT_TOKEN=xoxb-2" in written()


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--graph", "ftp://example.com/g", "An endpoint begins with https://"),
        ("--graph", "https://a.example,https://b.example", "Give one endpoint alone"),
        ("--ontology", "none.ttl", "There is no file or folder none.ttl here"),
        ("--teams-app-id", "42", "An application id looks like"),
        ("--public-url", "http://querist.example.com", "begins with https://"),
        ("--slack-signing-secret", "xoxb-1", "32 digits"),
        ("--model-url", "127.0.0.1:11434", "begins with https://"),
        ("--chat", "irc", "none of slack, teams, both, none"),
    ],
)
def test_an_option_that_cannot_be_right_is_named(option: str, value: str, told: str) -> None:
    result = run(*QUIET, option, value)
    assert isinstance(result.exception, BadInput)
    assert str(result.exception).startswith(option)
    assert told in str(result.exception)
    assert not Path(".env").exists()


def test_a_file_that_is_there_is_kept_unless_its_owner_says_otherwise() -> None:
    Path(".env").write_text("QUERIST_LANGUAGE=de\n")
    for arguments, answers in ((("--no-doctor",), "n\n"), (("--no-doctor",), "\n"), (QUIET, "")):
        assert isinstance(run(*arguments, answers=answers).exception, BadInput)
        assert Path(".env").read_text() == "QUERIST_LANGUAGE=de\n"


@pytest.mark.parametrize(
    ("arguments", "answers"), [((*QUIET, "--force"), ""), (("--no-doctor",), "y\n" + "\n" * 6)]
)
def test_what_was_replaced_is_kept_beside_it(arguments: tuple[str, ...], answers: str) -> None:
    Path(".env").write_text("QUERIST_LANGUAGE=de\n")
    assert run(*arguments, answers=answers).exit_code == 0
    before = Path(".env.before")
    assert before.read_text() == "QUERIST_LANGUAGE=de\n"
    assert stat.S_IMODE(before.stat().st_mode) == 0o600
    assert sorted(path.name for path in Path().iterdir()) == [".env", ".env.before"]


def test_when_the_answers_end_nothing_is_written() -> None:
    result = run("--no-doctor", answers="\n")
    assert isinstance(result.exception, BadInput)
    assert "Nothing was written" in str(result.exception)
    assert not Path(".env").exists()


def test_the_doctor_has_the_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("QUERIST_PORT", "0")
    result = run("--yes", "--offline", "--graph", company(tmp_path))
    assert result.exit_code == 3
    assert "Do this first (Chat)" in result.output


def test_a_value_that_such_a_file_cannot_hold_is_refused() -> None:
    with pytest.raises(BadInput, match=r"QUERIST_TEAMS_APP_PASSWORD has characters that \.env cannot hold"):
        text_of({"teams_app_password": "a${HOME}b"})


def test_over_http_slack_needs_its_signing_secret_and_an_address() -> None:
    secret = "0123456789abcdef" * 2
    assert not fault("slack_signing_secret", secret)
    fields = fields_of("slack", {"slack_signing_secret": secret})
    assert {"slack_bot_token", "slack_signing_secret", "public_url"} <= set(fields)
    assert "slack_app_token" not in fields
