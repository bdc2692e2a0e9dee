"""People install the app into their workspaces, and out of them again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy

from bot.message import NotPosted
from bot.platforms.slack.installation import Installation
from tests.bot.slack_installs import Installs, database, local, open_for_installs
from tests.doubles import answers
from tests.doubles.slack import Fault


@asynccontextmanager
async def open_bot(
    folder: Path, *, org: bool = False, allowed: tuple[str, ...] = ()
) -> AsyncIterator[Installs]:
    async with (
        local(org=org) as slack,
        database(folder) as opened,
        open_for_installs(slack, opened, allowed=allowed) as bot,
    ):
        yield bot


def all_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("querist.db*"))


async def test_the_way_out_asks_for_the_scopes_of_the_manifest_and_leads_back_here(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        out = await bot.begin()
        asked = parse_qs(urlsplit(out.to).query)
        assert out.status == 302
        assert asked["redirect_uri"] == ["https://querist.example/slack/oauth_redirect"]
        assert set(asked["scope"][0].split(",")) == bot.slack.workspace.scopes
        assert out.cookie.endswith(asked["state"][0])


async def test_an_installed_workspace_is_answered_with_its_own_token(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        other = bot.slack.another("T2")
        assert (await bot.install(bot.slack.workspace)).status == 200
        page = await bot.install(other)
        assert "installed in Acme T2" in page.text
        people = bot.people(other)
        people.mention("Who leads Field Engineering?", channel="C1T2")
        assert await people.deliver() == [True]
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert len(other.answers()) == 1
        assert bot.slack.workspace.answers() == []


@pytest.mark.parametrize("cookie", ["", "querist-slack-install=another"])
async def test_another_browser_cannot_end_an_install(tmp_path: Path, cookie: str) -> None:
    async with open_bot(tmp_path) as bot:
        out = await bot.begin()
        back = bot.back(bot.slack.oauth.allow(out.to, bot.slack.workspace))
        assert (await bot.browse(back, cookie)).status == 400
        assert bot.slack.oauth.used == set()


async def test_a_way_back_is_good_once(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        out = await bot.begin()
        back = bot.back(bot.slack.oauth.allow(out.to, bot.slack.workspace))
        assert (await bot.browse(back, out.cookie)).status == 200
        again = await bot.browse(back, out.cookie)
        assert again.status == 400
        assert "used already" in again.text


async def test_a_way_back_that_took_too_long_is_refused(tmp_path: Path) -> None:
    async with (
        local() as slack,
        database(tmp_path) as opened,
        open_for_installs(slack, opened) as bot,
    ):
        out = await bot.begin()
        with opened.engine.begin() as connection:
            connection.execute(sqlalchemy.text("UPDATE install_states SET until = '2020-01-01T00:00:00'"))
        back = bot.back(slack.oauth.allow(out.to, slack.workspace))
        assert (await bot.browse(back, out.cookie)).status == 400


async def test_a_state_that_we_did_not_give_is_refused(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        page = await bot.browse(
            f"{bot.address}/slack/oauth_redirect?code=c&state=made-up", "querist-slack-install=made-up"
        )
        assert page.status == 400


async def test_who_declines_is_told_so_and_nothing_is_installed(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        out = await bot.begin()
        state = parse_qs(urlsplit(out.to).query)["state"][0]
        back = f"{bot.address}/slack/oauth_redirect?error=access_denied&state={state}"
        page = await bot.browse(back, out.cookie, language="de-DE,de;q=0.9")
        assert "nichts installiert" in page.text


@pytest.mark.parametrize(
    ("fault", "status"),
    [(Fault(error="invalid_code"), 400), (Fault(lost="before"), 502), (Fault(error="", status=503), 400)],
)
async def test_a_slack_that_refuses_or_is_away_leaves_a_page_that_says_so(
    tmp_path: Path, fault: Fault, status: int
) -> None:
    async with open_bot(tmp_path) as bot:
        bot.slack.fail("oauth.v2.access", fault)
        assert (await bot.install(bot.slack.workspace)).status == status


async def test_a_workspace_that_is_not_on_the_list_is_not_installed_and_its_token_given_back(
    tmp_path: Path,
) -> None:
    async with open_bot(tmp_path, allowed=("T7",)) as bot:
        page = await bot.install(bot.slack.workspace)
        assert page.status == 403
        assert "T1" in page.text
        assert bot.slack.workspace.token_error == "token_revoked"


async def test_tokens_are_encrypted_where_they_are_kept(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        assert (await bot.install(bot.slack.workspace)).status == 200
        kept = all_of(tmp_path)
        assert bot.slack.workspace.bot_token.encode() not in kept


async def test_a_new_secret_reads_what_the_earlier_one_has_encrypted(tmp_path: Path) -> None:
    async with local() as slack, database(tmp_path) as opened:
        async with open_for_installs(slack, opened, secrets=("old",)) as bot:
            await bot.install(slack.workspace)
        for secrets, taken in ((("new", "old"), True), (("new",), False)):
            async with open_for_installs(slack, opened, secrets=secrets) as bot:
                people = bot.people()
                people.mention("Who?")
                assert await people.deliver() == [taken]


async def test_an_organisation_wide_install_is_good_in_each_of_its_workspaces(tmp_path: Path) -> None:
    async with local(org=True) as slack, database(tmp_path) as opened:
        slack.workspace.enterprise = "E1"
        other = slack.another("T2", "E1")
        async with open_for_installs(slack, opened) as bot:
            assert (await bot.install(slack.workspace, other, org_wide=True)).status == 200
            for place, channel in ((slack.workspace, "C1"), (other, "C1T2")):
                people = bot.people(place)
                people.mention("Who?", channel=channel)
                assert await people.deliver() == [True]
            asked = bot.desk.received
        # a message knows its workspace alone, also in a process that has seen none of the organisation
        async with open_for_installs(slack, opened) as bot:
            for message in asked:
                await bot.platform.send(bot.reply(answers.one_thing(), message), again=False)
        assert [len(place.answers()) for place in (slack.workspace, other)] == [1, 1]


async def test_an_uninstalled_workspace_gets_no_answer_and_pending_replies_are_given_up(
    tmp_path: Path,
) -> None:
    async with open_bot(tmp_path) as bot:
        await bot.install(bot.slack.workspace)
        people = bot.people()
        people.mention("Who?")
        await people.deliver()
        people.uninstall()
        assert await people.deliver() == [True, True]
        with pytest.raises(NotPosted, match="not installed") as caught:
            await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert caught.value.retry_after is None
        people.mention("And who else?")
        assert await people.deliver() == [True]
        assert len(bot.desk.received) == 1


async def test_one_workspace_that_leaves_harms_no_other(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        other = bot.slack.another("T2")
        await bot.install(bot.slack.workspace)
        await bot.install(other)
        leaving = bot.people()
        leaving.uninstall()
        await leaving.deliver()
        people = bot.people(other)
        people.mention("Who?", channel="C1T2")
        await people.deliver()
        assert len(bot.desk.received) == 1


async def test_an_uninstall_that_is_told_late_does_not_undo_a_new_install(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        await bot.install(bot.slack.workspace)
        people = bot.people()
        people.uninstall()
        for late in people.outbox:
            late.payload["event_time"] -= 60
        await bot.install(bot.slack.workspace)
        await people.deliver()
        people.mention("Who?")
        assert await people.deliver() == [True]
        assert len(bot.desk.received) == 1


async def test_a_revoked_token_of_a_person_uninstalls_nothing(tmp_path: Path) -> None:
    async with open_bot(tmp_path) as bot:
        await bot.install(bot.slack.workspace)
        people = bot.people()
        people.event({"type": "tokens_revoked", "tokens": {"oauth": ["UADA"], "bot": []}})
        people.mention("Who?")
        assert await people.deliver() == [True, True]
        assert len(bot.desk.received) == 1


def test_an_installation_comes_back_from_text_as_it_was() -> None:
    grant = {"access_token": "xoxb-1", "team": {"id": "T1"}, "scope": "chat:write", "expires_in": 43_200}
    made = Installation.granted(grant, bot="B", home="https://acme.slack.com/", now=1.0)
    assert Installation.of(made.to_json()) == made
    assert made.expires_at == 43_201.0
