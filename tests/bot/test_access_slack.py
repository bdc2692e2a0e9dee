"""Rights in Slack, from who somebody is there to what stands in the thread: the real desk on the strict
Slack.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import CookieJar, web
from aiohttp.test_utils import TestClient, TestServer

from bot.access import Access, Rights
from bot.audit.accounts import Account, with_account
from bot.buttons import Seal
from bot.desk import Apart
from bot.platforms.slack import Slack
from bot.settings import Settings, load
from bot.wiring import access_of, open_audit_pages, open_rights
from bot.wiring.found import finder
from bot.wiring.rights import ByRights
from connectors.database.audit import AuditTrail
from kgqa.audit import Wanted
from kgqa.types import EffectiveRights
from tests.bot.auditors import HASH
from tests.bot.auditors import Office as AuditorsOffice
from tests.bot.desks import Room
from tests.bot.payroll import ACCESS, CLOSED, DEF, SALARY, TEAM, by_rights, settings_in
from tests.bot.slack_bot import connect, installed, serving
from tests.doubles.core import PreparedCore
from tests.doubles.slack import Fault, LocalSlack, People
from tests.doubles.slack.blocks import words
from tests.doubles.slack.hands import Hands
from tests.doubles.slack.workspace import Channel

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("access")


@pytest.fixture(scope="module")
def core(folder: Path) -> Iterator[ByRights]:
    with by_rights(settings_in(folder)) as core:
        yield core


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass(frozen=True)
class Office:
    """A workspace at work: Pia is in the user group @payroll, Bob in none, Gus is a guest."""

    slack: LocalSlack
    people: People
    clock: Clock
    room: Room
    rights: Rights
    platform: Slack

    async def recorded(self) -> EffectiveRights:
        """By which rights the newest question was answered, as the record has it."""
        (newest, *_) = await AuditTrail(self.room.database).find(Wanted(), most=1)
        answer = await self.room.record.answer_of(newest.reference)
        assert answer
        assert answer.rights
        return answer.rights

    async def ask(self, text: str, user: str, *, channel: str = "C1", thread: str = "") -> str:
        """The ts of the question."""
        say = self.people.say if channel == "D1" else self.people.mention
        ts, _ = say(text, user=user, channel=channel, thread=thread)
        assert all(await self.people.deliver())
        return ts

    async def read(self, number: int) -> str:
        """The words of the answer with this number that all can read: one that grew as a stream, because it
        took long, has them in its blocks alone.
        """
        message = (await self.slack.wait_for(number))[number - 1]
        return str(message["text"]) or words(message["blocks"])

    async def whisper(self, number: int) -> dict[str, Any]:
        """What was shown to one person alone."""
        await self.slack.seen(lambda: len(self.slack.workspace.ephemerals) >= number)
        return self.slack.workspace.ephemerals[number - 1]

    def everything(self) -> str:
        """All that was ever sent to Slack."""
        return repr(self.slack.workspace.calls)


@asynccontextmanager
async def at_work(
    folder: Path, core: ByRights, tmp_path: Path, *, access: Access | None = None, **more: Any
) -> AsyncIterator[Office]:
    clock = Clock()
    access = access or access_of(settings_in(folder))
    assert access is not None
    async with installed("http", access=True, **more) as slack:
        w = slack.workspace
        w.user_groups, w.guests = {"payroll": {"UPIA", "UPAT"}}, {"UGUS"}
        w.channels["CLAW"] = Channel("CLAW", "channel")
        w.channels["GPAY"] = Channel("GPAY", "group", readers={"UPIA", "UPAT"})
        w.channels["GMIX"] = Channel("GMIX", "group", readers={"UPIA", "UBOB"})
        platform = connect(slack, "http")
        room = Room(tmp_path, core=core)  # type: ignore[arg-type]  # a real one
        rights = Rights(access, [platform.directory], clock=clock)
        async with (
            room.desk(
                platforms=[platform],
                rights=rights,
                finds=finder(core),
            ) as desk,
            serving(platform, slack, desk, "http") as people,
        ):
            yield Office(slack, people, clock, room, rights, platform)


async def test_in_private_each_is_answered_by_their_own_rights(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "UBOB", channel="D1")
        assert (await office.read(1)).startswith(CLOSED)
        await office.ask(SALARY, "UPIA", channel="D1")
        assert "4,200" in await office.read(2)
        await office.ask(SALARY, "UADA", channel="D1")  # of the group by the file
        assert "4,200" in await office.read(3)


async def test_in_a_channel_who_may_see_more_is_answered_alone(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        thread = await office.ask(SALARY, "UPIA")
        alone = await office.whisper(1)
        assert alone["user"] == "UPIA"
        assert "4,200" in repr(alone)
        assert office.slack.workspace.answers() == []
        await office.ask("and of Dora Ries?", "UBOB", thread=thread)  # nothing of it is heard by others
        assert "3,900" not in await office.read(1)
        await office.ask(TEAM, "UPIA")
        assert "Sales" in await office.read(2)


async def test_what_is_answered_alone_is_not_shared_with_who_may_not_see_it(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "UPIA")
        alone = await office.whisper(1)
        assert (await Hands(office.people, user="UPIA").press(alone, "Share with the thread")).status == 200
        said = await office.whisper(2)
        assert "Not everybody here may see" in said["text"]
        assert office.slack.workspace.answers() == []


async def test_a_private_channel_is_answered_from_what_all_its_members_may_see(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "UPIA", channel="GPAY")
        assert "4,200" in await office.read(1)
        await office.ask(SALARY, "UPIA", channel="GMIX")
        assert (await office.whisper(1))["user"] == "UPIA"
        await office.ask(SALARY, "UBOB", channel="GMIX")
        assert (await office.read(2)).startswith(CLOSED)


async def test_a_rule_opens_a_channel_to_all_who_read_it(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask("How many cases are there?", "UBOB", channel="CLAW")
        assert "two cases" in await office.read(1)
        await office.ask("How many cases are there?", "UBOB")
        assert (await office.read(2)).startswith(CLOSED)


async def test_a_button_of_an_answer_shows_nothing_to_who_may_not_see_it(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask("What is the salary of each employee?", "UPIA", channel="GPAY")
        await office.read(1)
        (answer,) = office.slack.workspace.answers()
        office.slack.workspace.channels["GPAY"].readers.add("UBOB")  # somebody joins
        office.clock.now += 1_000
        for label in ("Get the files", "Run again"):
            told = len(office.slack.workspace.ephemerals)
            await Hands(office.people, user="UBOB", channel="GPAY").press(answer, label)
            if label == "Get the files":
                assert "not open to you" in (await office.whisper(told + 1))["text"]
        assert "not open to you" in await office.read(2)
        assert office.slack.workspace.files() == []


NO_RULES = Access(path=Path("none"), rules=())
PERHAPS_GUEST = "could not look up just now whether you are a guest here. Please try again in a few minutes."


async def test_without_rules_guests_may_not_ask_either_and_others_see_all(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path, access=NO_RULES) as office:
        await office.ask(SALARY, "UGUS", channel="D1")
        assert "you are a guest here" in await office.read(1)
        await office.ask(SALARY, "UBOB")
        assert "4,200" in await office.read(2)
        assert "conversations.members" not in {method for method, _ in office.slack.workspace.calls}


async def test_where_one_setting_says_so_guests_may_ask(folder: Path, core: ByRights, tmp_path: Path) -> None:
    async with at_work(folder, core, tmp_path, access=replace(NO_RULES, guests=True)) as office:
        await office.ask(SALARY, "UGUS", channel="D1")
        assert "4,200" in await office.read(1)


async def test_of_whom_slack_does_not_tell_whether_they_are_a_guest_is_asked_to_try_again(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path, access=NO_RULES) as office:
        office.slack.workspace.scopes.discard("users:read")
        await office.ask(SALARY, "UBOB")
        assert PERHAPS_GUEST in await office.read(1)
        office.slack.workspace.scopes.add("users:read")
        office.clock.now += 20
        await office.ask(SALARY, "UBOB")
        assert "4,200" in await office.read(2)


@pytest.mark.parametrize(
    ("given", "may_ask"),
    [({}, False), ({"guests": True}, True), ({"teams_playground": True}, True)],
)
def test_whether_guests_may_ask_is_one_setting(
    folder: Path, tmp_path: Path, given: dict[str, Any], may_ask: bool
) -> None:
    slack = Slack(seal=Seal(""), bot_token="xoxb-1", app_token="xapp-1")
    plain = open_rights(load(data=tmp_path, **given), [slack.directory])
    assert (plain is None) is may_ask
    ruled = open_rights(settings_in(folder).model_copy(update=given))
    assert ruled is not None
    assert ruled.access.guests is may_ask


async def test_guests_are_told_that_they_may_not_ask(folder: Path, core: ByRights, tmp_path: Path) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(TEAM, "UGUS")
        assert "you are a guest here" in await office.read(1)


async def test_who_leaves_a_group_is_seen_when_what_slack_said_is_old(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "UPIA", channel="D1")
        assert "4,200" in await office.read(1)
        office.slack.workspace.user_groups["payroll"].discard("UPIA")
        await office.ask(SALARY, "UPIA", channel="D1")
        assert "4,200" in await office.read(2)
        office.clock.now += 301
        await office.ask(SALARY, "UPIA", channel="D1")
        assert (await office.read(3)).startswith(CLOSED)


async def test_what_was_answered_before_is_not_told_once_it_is_closed(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        thread = await office.ask(SALARY, "UPIA", channel="D1")
        assert "4,200" in await office.read(1)
        office.slack.workspace.user_groups["payroll"].discard("UPIA")
        office.clock.now += 301
        for number, text in enumerate(("why?", "and of Dora Ries?", "What is their salary?"), 2):
            await office.ask(text, "UPIA", channel="D1", thread=thread)
            said = await office.read(number)
            assert "4,200" not in said
            assert "3,900" not in said


async def test_a_directory_that_is_away_opens_nothing_and_is_said(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.slack.fail("usergroups.list", Fault(error="internal_error"))
        await office.ask(SALARY, "UPIA", channel="D1")
        said = await office.read(1)
        assert said.startswith(CLOSED)
        assert "I could not look up your groups just now" in said
        office.clock.now += 20
        await office.ask(SALARY, "UPIA", channel="D1")
        assert "4,200" in await office.read(2)


async def test_without_the_scope_nobody_is_in_a_group(folder: Path, core: ByRights, tmp_path: Path) -> None:
    async with at_work(folder, core, tmp_path, without=("usergroups:read",)) as office:
        await office.ask(SALARY, "UPIA", channel="D1")
        assert (await office.read(1)).startswith(CLOSED)


async def test_a_directory_is_asked_once_for_many_questions(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        for _ in range(3):
            await office.ask(TEAM, "UPIA", channel="D1")
        await office.slack.wait_for(3)
        methods = [method for method, _ in office.slack.workspace.calls]
        assert methods.count("usergroups.list") == 1
        assert methods.count("users.info") == 1


async def test_the_answer_says_by_which_rights_it_was_made(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    room_folder = tmp_path
    async with at_work(folder, core, room_folder) as office:
        await office.ask(TEAM, "UBOB", channel="D1")
        await office.read(1)
        (answer,) = office.slack.workspace.answers()
        reference = str(answer["metadata"]["event_payload"]["reference"])
        kept = await Room(room_folder, core=core).record.answer_of(reference)  # type: ignore[arg-type]
        assert kept is not None
        assert kept.question.closed_by == ("cases", "pay")


async def test_the_record_says_by_which_rights_a_question_was_answered(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "UPIA")
        await office.whisper(1)
        alone = await office.recorded()
        assert (alone.own, alone.here, alone.applied) == (("cases",), ("cases", "pay"), ("cases",))
        assert alone.closed == (f"{DEF}Case",)
        await office.ask(SALARY, "UBOB")
        await office.read(1)
        refused = await office.recorded()
        assert (refused.own, refused.applied) == (("cases", "pay"), ("cases", "pay"))
        assert refused.closed == (f"{DEF}Case", f"{DEF}salary")
        assert refused.rules == hashlib.sha256(ACCESS.encode()).hexdigest()
        assert not refused.is_guest
        await office.ask(SALARY, "UGUS", channel="D1")
        await office.read(2)
        assert (await office.recorded()).is_guest


async def test_auditors_read_what_slack_calls_people_and_channels_as_long_as_it_tells(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path / "auditors")
    settings.data.mkdir()
    with_account(settings.data / "auditors.toml", Account(name="ada", role="auditor", password=HASH))
    async with at_work(folder, core, tmp_path) as office:
        w = office.slack.workspace
        w.names["UBOB"], w.channels["C1"].name = "Bob <b>Ochs", "lab"
        for number, channel in enumerate(("C1", "D1"), 1):
            await office.ask(TEAM, "UBOB", channel=channel)
            await office.read(number)
        apart = Apart(core)
        pages = open_audit_pages(
            settings, apart, office.room.database, directories=(office.platform.directory,)
        )
        assert pages
        app = web.Application()
        pages.mount(app)
        async with TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client:
            auditor = AuditorsOffice(tmp_path, office.room.database, client, PreparedCore(), pages)
            assert (await auditor.sign_in()).status == 303
            page = await auditor.text("/audit")
            assert page.count("Bob &lt;b&gt;Ochs") == 2
            assert page.count("#lab") == 1
            assert (await auditor.text("/audit?who=bob+%3Cb%3Eochs")).count('class="soft reference"') == 2
            assert (await auditor.text("/audit?channel=%23lab")).count('class="soft reference"') == 1
            asked = [call for call, _ in w.calls if call == "users.info"]
            await auditor.text("/audit")
            assert [call for call, _ in w.calls if call == "users.info"] == asked
        apart.close()


async def test_an_auditor_runs_a_query_again_with_the_groups_of_who_they_sign_in_as(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path / "auditors", access=settings_in(folder).access)
    settings.data.mkdir()
    for name, identity in (("pia", "slack:T1:UPIA"), ("bob", "slack:T1:UBOB"), ("gus", "slack:T1:UGUS")):
        account = Account(name=name, role="admin", password=HASH, signs_in_as=identity)
        with_account(settings.data / "auditors.toml", account)
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "UPIA", channel="D1")
        await office.read(1)
        (asked,) = await AuditTrail(office.room.database).find(Wanted(), most=1)
        apart = Apart(core)
        pages = open_audit_pages(settings, apart, office.room.database, rights=office.rights)
        assert pages
        app = web.Application()
        pages.mount(app)
        seen = {}
        for name in ("pia", "bob", "gus"):
            async with TestClient(TestServer(app), cookie_jar=CookieJar(unsafe=True)) as client:
                pages_of = AuditorsOffice(tmp_path, office.room.database, client, PreparedCore(), pages)
                assert (await pages_of.sign_in(name)).status == 303
                page = await pages_of.send(f"/audit/{asked.reference}/again", mark=await pages_of.mark())
                seen[name] = await pages_of.text(page.headers["Location"])
                assert (await office.recorded()).rules
        apart.close()
    assert "The same result" in seen["pia"]
    assert "The same result" not in seen["bob"]
    assert CLOSED in seen["bob"]
    assert CLOSED in seen["gus"]
