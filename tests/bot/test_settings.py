"""Settings: each explained, none unknown, each wrong one named."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from bot.settings import Settings, When, load, name_of
from bot.settings_reference import PARTS, reference, when
from kgqa.errors import BadSetting

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder and no QUERIST_ variables."""
    for name in os.environ:
        if name.startswith("QUERIST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_anything_set_there_are_defaults() -> None:
    settings = load()
    assert settings.port == 3978
    assert settings.data == Path.home() / ".local/share/querist"


def test_the_example_holds_the_first_day_and_explains_each() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    named = {line.split("=")[0] for line in lines if re.match(r"[A-Z_]+=", line)}
    first = {name_of(name) for name, field in Settings.model_fields.items() if when(field) is When.FIRST_DAY}
    assert named == first
    for number, line in enumerate(lines):
        if re.match(r"[A-Z_]+=", line) and not re.match(r"[A-Z_]+=", lines[number - 1]):
            assert lines[number - 1].startswith("#"), f"{line} is not explained"


def test_every_setting_is_explained_where_it_is_declared() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def test_the_reference_is_the_one_that_the_declarations_make() -> None:
    page = (ROOT / "docs" / "admin" / "settings.md").read_text("utf-8")
    assert page == reference(), "run: python -m bot.settings_reference > docs/admin/settings.md"


def test_the_reference_has_every_setting_once() -> None:
    named = re.findall(r"^\| `(QUERIST_[A-Z0-9_]+)` \|", reference(), re.MULTILINE)
    assert sorted(named) == sorted(name_of(field) for field in Settings.model_fields)
    assert set(PARTS) <= set(Settings.model_fields)


def test_the_example_as_it_stands_changes_nothing(nowhere: Path) -> None:
    defaults = load()
    (nowhere / ".env").write_text((ROOT / ".env.example").read_text())
    assert load() == defaults


def test_the_environment_goes_before_the_file(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (nowhere / ".env").write_text("QUERIST_PORT=4001\nQUERIST_LANGUAGE=de\n")
    monkeypatch.setenv("QUERIST_PORT", "4002")
    settings = load()
    assert (settings.port, settings.language) == (4002, "de")


def test_an_unknown_variable_is_refused_with_the_nearest_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_SLACK_TOKEN", "xoxb-1")
    with pytest.raises(BadSetting, match=r"QUERIST_SLACK_TOKEN .* Did you mean QUERIST_SLACK_\w+TOKEN\?"):
        load()


def test_an_unknown_line_of_the_file_is_refused_too(nowhere: Path) -> None:
    (nowhere / ".env").write_text("OTHER_PROGRAM=1\nQUERIST_GRAF=x.ttl\n")
    with pytest.raises(BadSetting, match=r"QUERIST_GRAF in the file .*\.env is unknown. .*QUERIST_GRAPH\?"):
        load()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QUERIST_PORT", "http"),
        ("QUERIST_PORT", "70000"),
        ("QUERIST_WORKERS", "0"),
        ("QUERIST_QUERY_SECONDS", "-1"),
        ("QUERIST_TEAMS_PLAYGROUND", "perhaps"),
        ("QUERIST_LOG_LEVEL", "LOUD"),
    ],
)
def test_a_wrong_value_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(
        BadSetting, match=rf"^The setting {name} is not right: .+ See docs/admin/settings\.md"
    ):
        load()


def test_an_empty_variable_is_one_that_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_STORE", "")
    assert load().store is None


def test_secrets_do_not_show_when_settings_are_printed() -> None:
    assert "xoxb-secret" not in repr(load(slack_bot_token="xoxb-secret"))


def test_settings_cannot_be_changed_afterwards() -> None:
    settings = load()
    with pytest.raises(ValueError, match="frozen"):
        settings.port = 1


@pytest.mark.parametrize("field", ["admins", "reviewers", "editors"])
@pytest.mark.parametrize(
    "who", ["bob smith", "@ada", "ursula", "ada@example.com", "slak:T01:U0456", "slack:T01:@ada"]
)
def test_what_is_the_id_of_nobody_ends_the_start(field: str, who: str) -> None:
    with pytest.raises(BadSetting) as caught:
        load(**{field: f"U0456DEF, {who}"})
    assert str(caught.value).startswith(
        f"The setting {name_of(field)} is not right: “{who}” is the id of nobody."
    )


def test_ids_of_every_platform_are_taken() -> None:
    ids = "U0456DEF, W0456DEF, local, 1b4e28ba-2fa1-11d2-883f-0016d3cca427, 29:1abc-d_E, slack:T01:U0456DEF"
    more = "teams:tenant:1b4e28ba-2fa1-11d2-883f-0016d3cca427, door:local:reports, audit:local:ada"
    assert load(admins=f"{ids}, {more},").admins == f"{ids}, {more},"
