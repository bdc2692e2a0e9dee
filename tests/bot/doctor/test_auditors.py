"""What `querist doctor` finds out about the auditors' pages."""

from __future__ import annotations

from pathlib import Path

from bot.audit.accounts import Account, with_account
from bot.doctor import Visit
from bot.settings import Settings
from tests.bot.auditors import HASH
from tests.bot.doctor.visits import finding, settings
from tests.bot.oidc_provider import CLIENT, SECRET, provider


def known(folder: Path, **given: object) -> Settings:
    return settings(folder, auditors=folder / "auditors.toml", **given)


async def test_pages_that_nobody_may_open_are_passed_over(tmp_path: Path) -> None:
    assert (await finding(Visit(settings=settings(tmp_path)), "Auditors")).state == "skipped"


async def test_who_may_come_in_is_counted(tmp_path: Path) -> None:
    with_account(tmp_path / "auditors.toml", Account(name="ada", role="admin", password=HASH))
    found = await finding(Visit(settings=known(tmp_path)), "Auditors")
    assert (found.state, found.told) == ("ok", "1 may read the record at /audit, by password")


async def test_a_slip_in_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "auditors.toml").write_text('[ada]\nrole = "king"\n')
    found = await finding(Visit(settings=known(tmp_path)), "Auditors")
    assert found.state == "wrong"
    assert "has no role that exists" in found.told


async def test_passwords_over_a_network_without_https_are_told(tmp_path: Path) -> None:
    with_account(tmp_path / "auditors.toml", Account(name="ada", role="admin", password=HASH))
    found = await finding(Visit(settings=known(tmp_path, host="0.0.0.0")), "Auditors")  # noqa: S104
    assert found.state == "wrong"
    assert "Put a proxy with HTTPS before it" in found.step


async def test_the_provider_is_asked_whether_it_is_there(tmp_path: Path) -> None:
    with_account(tmp_path / "auditors.toml", Account(name="ada", role="admin", signs_in_as="oidc:1"))
    assert (await finding(Visit(settings=known(tmp_path)), "Auditors")).state == "wrong"
    given = {"audit_client_id": CLIENT, "audit_client_secret": SECRET, "public_url": "https://q.example"}
    async with provider() as local:
        sign_in = {"audit_sign_in": local.address, **given}
        found = await finding(Visit(settings=known(tmp_path, **sign_in)), "Auditors")
    assert (found.state, found.told) == ("ok", "1 may read the record at /audit; 127.0.0.1 answers")
    found = await finding(Visit(settings=known(tmp_path, **sign_in)), "Auditors")
    assert found.state == "wrong"
    assert "127.0.0.1 cannot be reached" in found.told
