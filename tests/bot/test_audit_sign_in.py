"""Signing in at the auditors' pages by OpenID Connect, at a provider on loopback."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import pytest_asyncio
from aiohttp import ClientResponse
from cryptography.hazmat.primitives.asymmetric import rsa

from bot.audit.accounts import Account, with_account
from bot.audit.web.oidc import BACK, Kind, Provider
from bot.settings import Settings
from bot.wiring.audit_pages import provider_of, wants_audit_pages
from kgqa.errors import BadSetting
from tests.bot.auditors import HASH, Office, office
from tests.bot.oidc_provider import CLIENT, SECRET, LocalProvider, provider


@pytest_asyncio.fixture
async def local() -> AsyncIterator[LocalProvider]:
    async with provider() as listening:
        yield listening


@pytest_asyncio.fixture
async def room(tmp_path: Path, local: LocalProvider) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        use(opened, local)
        for name, identity in (
            ("grace", "oidc:ada-1"),
            ("sam", "slack:T1:U1"),
            ("eva", "entra:tenant-1:object-1"),
        ):
            with_account(opened.file, Account(name=name, role="auditor", signs_in_as=identity))
        yield opened


def use(room: Office, local: LocalProvider, kind: Kind = "oidc") -> None:
    room.pages._provider = Provider(
        kind=kind, issuer=local.address, client=CLIENT, secret=SECRET, back=room.origin + BACK
    )


async def sent(room: Office, there: str = "") -> str:
    """Where the provider sends a browser that begins to sign in."""
    begun = await room.get(f"/audit/sign-in/with?next={there}")
    assert begun.status == 303, await begun.text()
    led = await room.client.session.get(begun.headers["Location"], allow_redirects=False)
    assert led.status == 302
    return led.headers["Location"].removeprefix(room.origin)


async def come_back(room: Office, there: str = "") -> ClientResponse:
    return await room.get(await sent(room, there))


async def test_who_has_an_account_is_let_in_and_led_to_where_they_wanted(room: Office) -> None:
    page = await room.text("/audit/sign-in?next=/audit/acts")
    assert 'href="/audit/sign-in/with?next=/audit/acts">Sign in with 127.0.0.1</a>' in page
    response = await come_back(room, "/audit/acts")
    assert (response.status, response.headers["Location"]) == (303, "/audit/acts")
    assert "grace" in await room.text("/audit")
    assert (await room.acts())[0] == ("page:grace", "sign in")


@pytest.mark.parametrize(
    ("kind", "claims", "who"),
    [
        ("slack", {"https://slack.com/team_id": "T1", "https://slack.com/user_id": "U1"}, "sam"),
        ("entra", {"tid": "tenant-1", "oid": "object-1"}, "eva"),
    ],
)
async def test_slack_and_entra_name_people_by_what_never_changes_hands(
    room: Office, local: LocalProvider, kind: Kind, claims: dict[str, Any], who: str
) -> None:
    use(room, local, kind)
    local.claims |= claims | {"email": "grace@company.example", "preferred_username": "grace"}
    local.metadata = {
        "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
        "code_challenge_methods_supported": [],
    }
    assert (await come_back(room)).status == 303
    assert who in await room.text("/audit")
    local.claims = {"sub": "x", "email": "sam"}
    await room.send("/audit/sign-out", mark=await room.mark())
    assert "does not say who you are" in await (await come_back(room)).text()


async def test_who_has_no_account_is_told_as_whom_they_are_known(room: Office, local: LocalProvider) -> None:
    local.claims = {"sub": "stranger", "email": "ada"}
    response = await come_back(room)
    assert response.status == 403
    assert "knows you as oidc:stranger, and this name has no account here" in await response.text()
    assert (await room.get("/audit")).status == 303


@pytest.mark.parametrize(
    "spoilt",
    [
        {"iss": "https://evil.example"},
        {"aud": "another-client"},
        {"aud": [CLIENT, "another-client"]},
        {"aud": [CLIENT, "another-client"], "azp": "another-client"},
        {"exp": 1},
        {"iat": 99_999_999_999},
        {"nonce": "another"},
        {"nonce": None},
        {"sub": ""},
    ],
)
async def test_a_token_that_is_not_for_this_sign_in_lets_nobody_in(
    room: Office, local: LocalProvider, spoilt: dict[str, Any]
) -> None:
    local.changed = lambda claims: claims | spoilt
    response = await come_back(room)
    assert response.status == 403
    assert "querist-audit" not in str(response.headers)


@pytest.mark.parametrize("algorithm", ["HS256", "none"])
async def test_a_token_that_the_provider_did_not_sign_lets_nobody_in(
    room: Office, local: LocalProvider, algorithm: str
) -> None:
    local.algorithm = algorithm
    assert (await come_back(room)).status == 403


async def test_a_token_of_another_key_lets_nobody_in(room: Office, local: LocalProvider) -> None:
    assert (await come_back(room)).status == 303
    await room.send("/audit/sign-out", mark=await room.mark())
    local.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)  # by the same name
    response = await come_back(room)
    assert response.status == 403
    assert "does not hold (InvalidSignatureError)" in await response.text()


async def test_keys_that_are_new_are_fetched(room: Office, local: LocalProvider) -> None:
    assert (await come_back(room)).status == 303
    await room.send("/audit/sign-out", mark=await room.mark())
    local.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    local.key_name = "k2"
    assert room.pages._provider is not None
    assert room.pages._provider._keys is not None
    room.pages._provider._keys = (room.pages._provider._keys[0] - 120, room.pages._provider._keys[1])
    assert (await come_back(room)).status == 303
    assert local.served.count("keys") == 2
    assert local.served.count("metadata") == 1


async def test_what_was_begun_in_another_browser_lets_nobody_in(room: Office) -> None:
    back = await sent(room)
    room.client.session.cookie_jar.clear()
    response = await room.get(back)
    assert response.status == 400
    assert "It took too long" in await response.text()
    await sent(room)  # of this browser, with a state of its own
    response = await room.get(back)
    assert response.status == 403
    assert "was not begun in this browser" in await response.text()


async def test_an_address_to_come_back_to_is_good_once(room: Office) -> None:
    back = await sent(room)
    assert (await room.get(back)).status == 303
    await room.send("/audit/sign-out", mark=await room.mark())
    assert (await room.get(back)).status == 400


async def test_who_declines_is_told_so(room: Office, local: LocalProvider) -> None:
    local.refuses = True
    response = await come_back(room)
    assert response.status == 403
    assert "did not sign you in" in await response.text()


async def test_nobody_is_led_elsewhere_after_signing_in(room: Office) -> None:
    assert (await come_back(room, "https://evil.example/audit")).headers["Location"] == "/audit"
    assert (await room.get("/audit/sign-in/back?code=x&state=y")).status in (303, 400)


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        ({"issuer": "https://evil.example"}, "calls itself https://evil.example"),
        ({"authorization_endpoint": "http://evil.example/a"}, "has no authorization_endpoint by HTTPS"),
        ({"token_endpoint": "ftp://evil.example"}, "has no token_endpoint by HTTPS"),
        ({"jwks_uri": None}, "has no jwks_uri by HTTPS"),
    ],
)
async def test_a_provider_that_says_what_it_must_not_is_not_used(
    room: Office, local: LocalProvider, metadata: dict[str, Any], said: str
) -> None:
    local.metadata = metadata
    response = await room.get("/audit/sign-in/with")
    assert response.status == 503
    assert said in await response.text()


async def test_a_provider_that_is_away_is_told_in_a_sentence(room: Office, local: LocalProvider) -> None:
    room.pages._provider = Provider(
        kind="oidc", issuer="http://127.0.0.1:9", client=CLIENT, secret=SECRET, back=room.origin + BACK
    )
    response = await room.get("/audit/sign-in/with")
    assert response.status == 503
    assert "127.0.0.1 cannot be reached at 127.0.0.1:9" in await response.text()


async def test_secrets_are_neither_written_down_nor_shown(
    room: Office, local: LocalProvider, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        back = await sent(room)
        response = await room.get(back)
    code = parse_qs(urlsplit(back).query)["code"][0]
    cookies = SimpleCookie(response.headers["Set-Cookie"])
    secrets = [SECRET, code, *(morsel.value for morsel in cookies.values() if morsel.value)]
    for secret in secrets:
        assert secret not in caplog.text.replace(back, "")
    assert SECRET not in repr(room.pages._provider)


# ── the settings ─────────────────────────────────────────────────────────────────────────────────


def settings(folder: Path, **given: Any) -> Settings:
    with_account(folder / "auditors.toml", Account(name="ada", role="admin", password=HASH))
    return Settings(data=folder, **given)


def test_presets_know_their_addresses(tmp_path: Path) -> None:
    given = {"audit_client_id": "c", "audit_client_secret": "s", "public_url": "https://q.example/"}
    slack = provider_of(Settings(data=tmp_path, audit_sign_in="slack", **given))  # type: ignore[arg-type]
    assert slack is not None
    assert (slack.kind, slack.issuer, slack.name) == ("slack", "https://slack.com", "Slack")
    assert slack.back == "https://q.example/audit/sign-in/back"
    given["teams_tenant"] = "1234"
    entra = provider_of(Settings(data=tmp_path, audit_sign_in="entra", **given))  # type: ignore[arg-type]
    assert entra is not None
    assert (entra.issuer, entra.name) == ("https://login.microsoftonline.com/1234/v2.0", "Microsoft")
    assert provider_of(Settings(data=tmp_path)) is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"audit_sign_in": "slack"}, "QUERIST_AUDIT_CLIENT_ID and QUERIST_AUDIT_CLIENT_SECRET and"),
        (
            {
                "audit_sign_in": "http://idp.example",
                "audit_client_id": "c",
                "audit_client_secret": "s",
                "public_url": "https://q.example",
            },
            "no address by HTTPS",
        ),
        ({"host": "0.0.0.0"}, "Put a proxy with HTTPS before it"),  # noqa: S104  # that is the mistake
        ({"host": "0.0.0.0", "public_url": "http://q.example"}, "Put a proxy with HTTPS"),  # noqa: S104
    ],
)
def test_what_would_not_be_safe_is_not_started(tmp_path: Path, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetting, match=said):
        wants_audit_pages(settings(tmp_path, **given))


def test_without_an_account_there_are_no_pages(tmp_path: Path) -> None:
    assert not wants_audit_pages(Settings(data=tmp_path, host="0.0.0.0"))  # noqa: S104
    assert wants_audit_pages(settings(tmp_path))


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[ada", "is no TOML"),
        ('ada = "x"', "stands in no table"),
        ('[ada]\nrole = "king"', "has no role that exists"),
        ('[ada]\nrole = "admin"', "can sign in in no way"),
        ('[ada]\nrole = "admin"\npassword = "secret"', "password is no hash"),
        ('[ada]\nrole = "admin"\npassword = "scrypt:1073741824:8:1:eA==:eA=="', "password is no hash"),
        ('[ada]\nrole = "admin"\nsigns_in_as = "ada@company.example"', "signs_in_as is not right"),
        ('[ada]\nrole = "admin"\npasword = "x"', "sets “pasword”"),
        ('["a b"]\nrole = "admin"', "is no name"),
        ('[a]\nrole="admin"\nsigns_in_as="oidc:1"\n[b]\nrole="admin"\nsigns_in_as="oidc:1"', "two accounts"),
        ('[a]\nrole="admin"\nsigns_in_as="oidc:1"\n[A]\nrole="admin"\nsigns_in_as="oidc:2"', "stands twice"),
    ],
)
def test_a_slip_in_the_file_of_auditors_stops_the_start(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "auditors.toml").write_text(written)
    with pytest.raises(BadSetting, match=said):
        wants_audit_pages(Settings(data=tmp_path))
