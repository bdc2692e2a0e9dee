"""What `querist doctor` finds out about Teams: the token, Microsoft's keys, who may ask."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.doctor import Finding, Visit
from tests.bot.doctor.visits import finding, findings, settings
from tests.doubles.teams import APP, PASSWORD, TENANT, LocalMicrosoft, local_microsoft


@pytest.fixture
async def microsoft() -> AsyncIterator[LocalMicrosoft]:
    async with local_microsoft() as running:
        yield running


def visit(microsoft: LocalMicrosoft, folder: Path, *, offline: bool = False, **given: Any) -> Visit:
    whole = {"teams_app_id": APP, "teams_app_password": PASSWORD, "teams_tenant": TENANT} | given
    return Visit(settings=settings(folder, **whole), authority=microsoft.authority, offline=offline)


async def all_of(visit: Visit) -> dict[str, Finding]:
    return await findings(visit, "Teams token", "Teams keys", "Teams tenants")


async def test_a_registered_bot_is_ready(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    found = await all_of(visit(microsoft, tmp_path))
    assert {each.state for each in found.values()} == {"ok"}
    assert microsoft.token_requests[0]["tenant"] == TENANT


async def test_a_wrong_secret_is_named_and_never_shown(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    microsoft.token_status = 401
    found = (await all_of(visit(microsoft, tmp_path)))["Teams token"]
    assert found.state == "wrong"
    assert "invalid_client" in found.told
    assert "client secret" in found.step
    assert PASSWORD not in str(found)


async def test_a_managed_identity_needs_no_secret(
    microsoft: LocalMicrosoft, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IDENTITY_ENDPOINT", f"{microsoft.url}/identity")
    monkeypatch.setenv("IDENTITY_HEADER", "of this machine")
    given = visit(microsoft, tmp_path, teams_app_id="", teams_app_password="", teams_managed_identity=APP)
    found = await all_of(given)
    assert {each.state for each in found.values()} == {"ok"}
    assert (len(microsoft.identity_requests), microsoft.token_requests) == (1, [])


async def test_what_is_missing_is_named(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    found = await finding(visit(microsoft, tmp_path, teams_app_password="", teams_tenant=""), "Teams token")
    assert found.state == "wrong"
    assert "QUERIST_TEAMS_APP_PASSWORD, QUERIST_TEAMS_TENANT" in found.told


async def test_an_app_id_that_is_none_is_not_sent(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    found = await finding(visit(microsoft, tmp_path, teams_app_id="querist"), "Teams token")
    assert found.state == "wrong"
    assert microsoft.token_requests == []


async def test_a_tenant_by_its_name_lets_nobody_in(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    found = await finding(visit(microsoft, tmp_path, teams_tenants=f"{TENANT}, contoso.com"), "Teams tenants")
    assert found.state == "wrong"
    assert "contoso.com" in found.told


async def test_keys_that_cannot_be_fetched_are_named(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    away = visit(microsoft, tmp_path)
    away.authority = type(away.authority)(metadata_url="http://127.0.0.1:9/metadata")
    found = await finding(away, "Teams keys")
    assert found.state == "wrong"
    assert "cannot be reached" in found.told


async def test_offline_microsoft_is_not_asked(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    found = await all_of(visit(microsoft, tmp_path, offline=True))
    assert [each.state for each in found.values()] == ["skipped", "skipped", "ok"]
    assert (microsoft.token_requests, microsoft.key_requests) == ([], 0)


async def test_the_playground_is_noted(microsoft: LocalMicrosoft, tmp_path: Path) -> None:
    found = await all_of(visit(microsoft, tmp_path, teams_playground=True))
    assert {each.state for each in found.values()} == {"note"}


PAYROLL = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"


@pytest.mark.parametrize(
    ("groups", "consent", "state", "said"),
    [
        ({PAYROLL: {"pia"}}, True, "ok", "1 rules and 1 groups"),
        ({PAYROLL: {"pia"}}, False, "wrong", "Grant the app GroupMember.Read.All."),
        ({}, True, "wrong", f"Entra has no group “{PAYROLL}”, which the group “pay” names"),
    ],
)
async def test_the_groups_of_the_rules_are_looked_up_in_entra(
    microsoft: LocalMicrosoft,
    tmp_path: Path,
    groups: dict[str, set[str]],
    consent: bool,
    state: str,
    said: str,
) -> None:
    rules = f'[groups.pay]\nentra = ["{PAYROLL}"]\n[[closed]]\nname = "pay"\nproperties = ["def:salary"]\n'
    (tmp_path / "access.toml").write_text(rules)
    microsoft.directory.groups, microsoft.directory.consent = groups, consent
    found = await finding(visit(microsoft, tmp_path, access=tmp_path / "access.toml"), "Access")
    assert (found.state, said in f"{found.told} {found.step}") == (state, True)
