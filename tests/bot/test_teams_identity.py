"""A bot in Azure proves itself with the identity of its machine; there is no secret to keep."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest

from bot.platforms.teams.authority import ManagedIdentity, NotReached, TokenRefused, Tokens
from bot.settings import azure_identity
from tests.doubles.teams import APP, LocalMicrosoft, local_microsoft


@pytest.fixture
async def microsoft() -> AsyncIterator[LocalMicrosoft]:
    async with local_microsoft() as double:
        yield double


async def test_a_virtual_machine_asks_its_own_metadata_service(microsoft: LocalMicrosoft) -> None:
    identity = ManagedIdentity(client_id=APP, machine=f"{microsoft.url}/identity")
    granted = await identity.grant()
    assert granted.token == "of-the-machine"
    assert 3500 < granted.seconds <= 3600
    ((query, headers),) = microsoft.identity_requests
    assert query == {
        "api-version": "2018-02-01",
        "resource": "https://api.botframework.com",
        "client_id": APP,
    }
    assert headers["Metadata"] == "true"


async def test_app_service_asks_its_own_endpoint_with_its_header(microsoft: LocalMicrosoft) -> None:
    identity = ManagedIdentity(client_id=APP, endpoint=f"{microsoft.url}/identity", header="h-1")
    await identity.grant()
    ((query, headers),) = microsoft.identity_requests
    assert query["api-version"] == "2019-08-01"
    assert headers["X-IDENTITY-HEADER"] == "h-1"
    assert "h-1" not in repr(identity)


async def test_the_token_is_kept_until_it_ages(microsoft: LocalMicrosoft) -> None:
    moment = time.time()
    tokens = Tokens(ManagedIdentity(client_id=APP, machine=f"{microsoft.url}/identity"), now=lambda: moment)
    for _ in range(3):
        assert await tokens.fresh() == "of-the-machine"
    assert len(microsoft.identity_requests) == 1
    moment += 3400
    await tokens.fresh()
    assert len(microsoft.identity_requests) == 2


async def test_an_identity_that_the_machine_has_not_names_the_setting(microsoft: LocalMicrosoft) -> None:
    microsoft.token_status = 400
    with pytest.raises(TokenRefused, match="QUERIST_TEAMS_MANAGED_IDENTITY"):
        await ManagedIdentity(client_id=APP, machine=f"{microsoft.url}/identity").grant()


async def test_outside_azure_nobody_answers() -> None:
    async with local_microsoft() as gone:
        url = f"{gone.url}/identity"
    with pytest.raises(NotReached, match="Check that this machine may reach it"):
        await ManagedIdentity(client_id=APP, machine=url).grant()


def test_azure_tells_its_programs_where_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IDENTITY_ENDPOINT", "http://127.0.0.1:41741/msi/token")
    monkeypatch.setenv("IDENTITY_HEADER", "h-1")
    assert azure_identity() == ("http://127.0.0.1:41741/msi/token", "h-1")
    monkeypatch.delenv("IDENTITY_ENDPOINT")
    monkeypatch.delenv("IDENTITY_HEADER")
    assert azure_identity() == ("", "")
