"""What holds a secret does not say it when it is printed: in a log, a trace or an error."""

from __future__ import annotations

import pytest

from bot.platforms.doors import HERE, Token
from bot.platforms.slack.installation import Installation
from bot.platforms.slack.installing import OAuth
from bot.platforms.teams.authority import Granted, ManagedIdentity, Password
from connectors.transport import Address

SECRET = "xoxb-very-secret"  # of the test


@pytest.mark.parametrize(
    "holder",
    [
        Installation.granted(
            {"access_token": SECRET, "refresh_token": SECRET, "team": {"id": "T1"}}, bot="B1", home="", now=0
        ),
        OAuth(client_id="1.2", client_secret=SECRET, public_url="https://querist.example"),
        Granted(SECRET, 3_600.0),
        Password(app_id="a", password=SECRET, tenant="t"),
        ManagedIdentity(client_id="a", header=SECRET),
        Token(caller=HERE, secret=SECRET),
        Address(url="https://e.example", parameters=(), shown="", password=SECRET, token=SECRET),
    ],
    ids=lambda holder: type(holder).__name__,
)
def test_a_secret_is_not_printed(holder: object) -> None:
    assert SECRET not in f"{holder} {holder!r}"
