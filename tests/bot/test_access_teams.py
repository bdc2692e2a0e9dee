"""Rights in Teams, from Entra's groups and the rosters of conversations to what stands in the chat: the real
desk with a Microsoft on loopback.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.access import Rights
from bot.commands.access import explained
from bot.wiring import access_of
from bot.wiring.rights import ByRights, refuse_unknown_groups
from kgqa.errors import BadSetting
from tests.bot import desks
from tests.bot.payroll import (
    ACCESS,
    CLOSED,
    OPEN,
    PREFIXES,
    SALARY,
    SCHEMA,
    TEAM,
    by_rights,
    settings_in,
)
from tests.bot.teams_room import LINKS, Room, bot_of, buttons_of
from tests.bot.test_access_slack import Clock
from tests.doubles.teams import TENANT, LocalMicrosoft, in_channel, local_microsoft, message
from tests.doubles.teams_directory import Account

pytestmark = pytest.mark.slow

PAYROLL = "1b4e28ba-2fa1-11d2-883f-0016d3cca427"
RULES = ACCESS.replace('slack = ["@payroll"]', f'entra = ["{PAYROLL}"]').replace(
    "slack:T1:CLAW", f"teams:{TENANT}:19:law@thread.tacv2"
)
RULES = RULES.replace("teams:tenant:aad-ada", f"teams:{TENANT}:aad-ada")
PIA, PAT, BOB = (Account(name, TENANT) for name in ("pia", "pat", "bob"))
GUS, EVE = Account("gus", TENANT, guest=True), Account("eve", "another tenant")
TEAM_ID = "19:team@thread.tacv2"
PAY, MIX, MEETING = "19:pay@thread.v2", "19:mix@thread.v2", "19:meeting_pay@thread.v2"
GENERAL, PRIVATE, SHARED, LAW = (
    f"19:{name}@thread.tacv2" for name in ("general", "private", "shared", "law")
)
PERHAPS_GUEST = "could not look up just now whether you are a guest here. Please try again"
NOT_LOOKED_UP = "I could not look up your groups just now"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("access")


@pytest.fixture(scope="module")
def core(folder: Path) -> Iterator[ByRights]:
    with by_rights(settings_in(folder, RULES)) as core:
        yield core


@pytest.fixture(scope="module")
def without_closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ByRights]:
    """The same company with nothing in it that is closed."""
    with by_rights(settings_in(tmp_path_factory.mktemp("less"), RULES, PREFIXES + SCHEMA + OPEN)) as core:
        yield core


@dataclass
class Office:
    """A tenant at work: Pia and Pat are in the Entra group of the payroll, Bob in none; Gus is a guest, and
    Eve of another tenant. The team is private.
    """

    microsoft: LocalMicrosoft
    room: Room
    rights: Rights
    clock: Clock
    asked: int = 0

    async def ask(self, text: str, person: str, conversation: str = "a:chat") -> None:
        where = f"{conversation};messageid=1700" if conversation.endswith("tacv2") else conversation
        kind = "personal" if conversation.startswith("a:") else "groupChat"
        place = {"id": where, "conversationType": kind, "tenantId": TENANT}
        data: dict[str, Any] = {"tenant": {"id": TENANT}}
        if conversation.endswith("tacv2"):
            data["team"] = {"id": TEAM_ID}
            place["conversationType"] = "channel"
        self.asked += 1
        said = await self.room.tell(
            (message if kind == "personal" else in_channel)(
                self.microsoft,
                text if kind == "personal" else f"@@ {text}",
                id=str(self.asked),
                conversation=place,
                channelData=data,
                **{"from": {"id": f"29:{person}", "aadObjectId": person}},
            )
        )
        assert said.status == 200

    async def answer(self, number: int = 1) -> tuple[str, str]:
        """The conversation and the card of the answer with this number."""
        async with self.microsoft.arrived:
            await self.microsoft.arrived.wait_for(lambda: len(self.cards()) >= number)
        posted = self.cards()[number - 1]
        return posted["conversation"]["id"].partition(";")[0], json.dumps(posted, ensure_ascii=False)

    def cards(self) -> list[dict[str, Any]]:
        return [posted for posted in self.microsoft.posted if "attachments" in posted]

    async def press(self, number: int, label: str, person: str, conversation: str) -> str:
        card = self.cards()[number - 1]["attachments"][0]["content"]
        (button,) = [each for each in buttons_of(card) if each["title"] == label]
        place = {"id": conversation, "conversationType": "personal", "tenantId": TENANT}
        who = {"from": {"id": f"29:{person}", "aadObjectId": person}}
        return (await self.room.execute(button["data"], conversation=place, **who)).words


@asynccontextmanager
async def at_work(folder: Path, core: ByRights, tmp_path: Path) -> AsyncIterator[Office]:
    access = access_of(settings_in(folder, RULES))
    assert access is not None
    async with local_microsoft() as microsoft:
        known = microsoft.directory
        known.groups = {PAYROLL: {"pia", "pat", "paula"}}
        known.teams = {TEAM_ID: {GENERAL: "standard", PRIVATE: "private", SHARED: "shared", LAW: "standard"}}
        known.visibility = {f"group-of-{TEAM_ID}": "Private"}
        known.rosters = {
            "a:chat": [PIA, PAT, BOB, GUS, Account("aad-ada", TENANT)],
            **{f"a:{each.person}": [each] for each in (PIA, PAT, BOB)},
            **{each: [PIA, PAT] for each in (PAY, MEETING, GENERAL, PRIVATE, SHARED)},
            MIX: [PIA, PAT, BOB],
            LAW: [PIA, BOB],
        }
        teams = bot_of(microsoft, links=LINKS, service_url=microsoft.url, quiet=60)
        assert teams.directory is not None
        clock = Clock()
        rights = Rights(access, [teams.directory], clock=clock)
        place = desks.Room(tmp_path, core=core)  # type: ignore[arg-type]  # a real one
        async with place.desk(platforms=[teams], rights=rights) as desk:
            app = web.Application()
            teams.mount(app, desk)
            async with TestClient(TestServer(app)) as client:
                room = Room(microsoft, desk, teams, client)  # type: ignore[arg-type]  # the real one
                yield Office(microsoft, room, rights, clock)
        place.database.close()


async def test_teams_tells_what_those_are_called_who_are_in_a_conversation(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        directory = office.room.teams.directory
        assert directory is not None
        assert await directory.person_name(TENANT, "pia", PAY) == "Pia"
        assert await directory.person_name(TENANT, "bob", PAY) == ""
        assert await directory.channel_name(TENANT, PAY) == ""


async def test_in_private_each_is_answered_by_their_own_groups(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        for number, (person, said) in enumerate((("bob", CLOSED), ("pia", "4,200"), ("aad-ada", "4,200")), 1):
            await office.ask(SALARY, person)
            assert said in (await office.answer(number))[1]


async def test_a_chat_is_answered_from_what_all_its_members_may_see(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "pia", PAY)
        there, said = await office.answer(1)
        assert (there, "4,200" in said) == (PAY, True)
        await office.ask(SALARY, "pia", MIX)
        there, said = await office.answer(2)
        assert (there, "4,200" in said) == ("a:29:pia", True)  # alone
        await office.ask(SALARY, "bob", MIX)
        there, said = await office.answer(3)
        assert (there, CLOSED in said) == (MIX, True)


@pytest.mark.parametrize("channel", [GENERAL, PRIVATE])
async def test_a_channel_of_a_private_team_is_answered_from_what_its_members_may_see(
    folder: Path, core: ByRights, tmp_path: Path, channel: str
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "pia", channel)
        there, said = await office.answer()
        assert (there, "4,200" in said) == (channel, True)


@pytest.mark.parametrize("change", ["public", "shared", "meeting", "stranger", "guest", "many", "unlisted"])
async def test_where_others_may_read_along_the_answer_is_for_its_asker_alone(
    folder: Path, core: ByRights, tmp_path: Path, change: str
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        known, where = office.microsoft.directory, GENERAL
        match change:
            case "public":
                known.visibility[f"group-of-{TEAM_ID}"] = "Public"
            case "shared":
                where = SHARED
            case "meeting":
                where = MEETING
            case "stranger":
                known.rosters[GENERAL] = [PIA, EVE]
            case "guest":
                known.rosters[GENERAL] = [PIA, GUS]
            case "many":
                known.rosters[GENERAL] = [PIA, *(Account(f"p{n}", TENANT) for n in range(1_001))]
                known.most = 500
                known.groups[PAYROLL] |= {one.person for one in known.rosters[GENERAL]}
            case _:
                del known.teams[TEAM_ID][GENERAL]
        await office.ask(SALARY, "pia", where)
        there, said = await office.answer()
        assert (there, "4,200" in said) == ("a:29:pia", True)
        assert [post["conversation"]["id"] for post in office.cards()] == ["a:29:pia"]


async def test_what_is_answered_alone_is_not_shared_with_who_may_not_see_it(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.rosters["a:29:pia"] = [PIA]
        await office.ask(SALARY, "pia", MIX)
        await office.answer()
        said = await office.press(1, "Share with the thread", "pia", "a:29:pia")
        assert "Not everybody here may see" in said
        assert "4,200" not in repr([p for p in office.microsoft.posted if p["conversation"]["id"] == MIX])


async def test_a_rule_opens_a_channel_to_all_who_read_it(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask("How many cases are there?", "bob", LAW)
        assert "two cases" in (await office.answer(1))[1]
        await office.ask("How many cases are there?", "bob", MIX)
        assert CLOSED in (await office.answer(2))[1]


@pytest.mark.parametrize(("stranger", "where"), [("gus", "a:chat"), ("eve", MIX)])
async def test_guests_and_people_of_other_tenants_may_not_ask(
    folder: Path, core: ByRights, tmp_path: Path, stranger: str, where: str
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.rosters[MIX] = [PIA, EVE]
        await office.ask(TEAM, stranger, where)
        assert "you are a guest here" in (await office.answer())[1]


async def test_who_leaves_a_group_is_seen_when_what_entra_said_is_old(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        await office.ask(SALARY, "pia")
        assert "4,200" in (await office.answer(1))[1]
        office.microsoft.directory.groups[PAYROLL].discard("pia")
        await office.ask(SALARY, "pia")
        assert "4,200" in (await office.answer(2))[1]
        office.clock.now += 301
        await office.ask(SALARY, "pia")
        assert CLOSED in (await office.answer(3))[1]
        groups = [path for path in office.microsoft.directory.paths if "transitiveMembers" in path]
        assert len(groups) == 2 + 1  # three members are on two pages, two on one


@pytest.mark.parametrize("away", ["Graph", "connector", "consent", "token"])
async def test_a_directory_that_is_away_opens_nothing_and_is_said(
    folder: Path, core: ByRights, tmp_path: Path, away: str
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        known = office.microsoft.directory
        known.away = {"Graph": ("/graph",), "connector": ("/v3",)}.get(away, ())
        known.consent = away != "consent"
        if away == "token":
            known.scope_of = lambda _: ""
        await office.ask(SALARY, "pia")
        said = (await office.answer(1))[1]
        if away in ("connector", "token"):  # which say who is a guest
            assert PERHAPS_GUEST in said
        else:
            assert CLOSED in said
            assert NOT_LOOKED_UP in said
        known.away, known.consent = (), True
        if away == "token":
            known.scope_of = office.microsoft.scope_of
        office.clock.now += 20
        await office.ask(SALARY, "pia")
        assert "4,200" in (await office.answer(2))[1]


async def test_where_readers_cannot_be_looked_up_the_answer_is_for_its_asker_alone(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.away = (f"/v3/conversations/{PAY}/pagedmembers",)
        await office.ask(SALARY, "pia", PAY)
        assert (await office.answer(1))[0] == "a:29:pia"


@pytest.mark.parametrize(
    "nonsense",
    [
        {"/pagedmembers": {"members": [PIA.shown(), "somebody"]}},
        {"/pagedmembers": {"members": [PIA.shown() | {"objectId": ""}]}},
        {"/pagedmembers": {"members": []}},
        {"/pagedmembers": []},
        {f"/{TEAM_ID}": {"aadGroupId": None}},
        {"/conversations": {"conversations": "all"}},
        {f"/group-of-{TEAM_ID}": {"visibility": None}},
    ],
)
async def test_what_cannot_be_understood_of_readers_opens_nothing_to_them(
    folder: Path, core: ByRights, tmp_path: Path, nonsense: dict[str, Any]
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.nonsense = nonsense
        await office.ask(SALARY, "pia", GENERAL)
        assert (await office.answer())[0] == "a:29:pia"


@pytest.mark.parametrize(
    "nonsense",
    [
        {"/transitiveMembers": {"value": "pia"}},
        {"/transitiveMembers": {"value": [], "@odata.nextLink": "https://elsewhere.example/graph"}},
    ],
)
async def test_what_cannot_be_understood_of_somebody_opens_nothing_to_them(
    folder: Path, core: ByRights, tmp_path: Path, nonsense: dict[str, Any]
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.nonsense = nonsense
        await office.ask(SALARY, "pia")
        said = (await office.answer())[1]
        assert CLOSED in said
        assert NOT_LOOKED_UP in said


async def test_of_whom_teams_does_not_tell_whether_they_are_a_guest_is_asked_to_try_again(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.nonsense = {"/members/pia": {"tenantId": TENANT}}
        await office.ask(SALARY, "pia")
        assert PERHAPS_GUEST in (await office.answer())[1]


async def test_people_of_another_tenant_that_may_ask_are_in_no_group_for_certain(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        office.microsoft.directory.rosters["a:pia"] = [Account("pia", "sister")]
        reader = await office.rights.reader("teams", "sister", "pia")
        assert not reader.groups
        assert reader.unsure == {"pay"}


async def test_a_group_that_entra_does_not_have_ends_the_start(
    folder: Path, core: ByRights, tmp_path: Path
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        directory = office.room.teams.directory
        assert directory is not None
        assert await refuse_unknown_groups(office.rights.access, [directory]) == ()
        office.microsoft.directory.groups = {}
        with pytest.raises(
            BadSetting, match=rf"line 7: Entra has no group “{PAYROLL}”, which the group “pay”"
        ):
            await refuse_unknown_groups(office.rights.access, [directory])


def test_an_entra_group_is_named_by_its_object_id(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="line 7: “Payroll” is no object id of an Entra group"):
        access_of(settings_in(tmp_path, RULES.replace(PAYROLL, "Payroll")))


@pytest.mark.parametrize(
    ("person", "channel", "code", "said"),
    [
        ("pia", "", True, "groups: pay\n\npay: open\n"),
        ("bob", "", False, "groups: none\n\npay: closed to this person\n"),
        ("pia", MIX, True, "pay: open to this person alone: not to all who read that channel"),
        ("pia", PAY, True, "pay: open there\n"),
    ],
)
async def test_what_the_rules_mean_for_somebody_in_teams_is_explained(
    folder: Path,
    core: ByRights,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    person: str,
    channel: str,
    code: bool,
    said: str,
) -> None:
    async with at_work(folder, core, tmp_path) as office:
        directory = office.room.teams.directory
        assert directory is not None
        where = f"teams:{TENANT}:{channel}" if channel else ""
        who, settings = f"teams:{TENANT}:{person}", settings_in(folder, RULES)
        assert await explained(settings, office.rights.access, [directory], who, SALARY, where) == code
        assert said in capsys.readouterr().out


ASKED = (
    ("bob", "a:chat", SALARY),
    ("bob", MIX, "Which employees have a salary above 4000?"),
    ("bob", GENERAL, "How many cases are there?"),
    ("bob", "a:chat", "Who is Missing forklift?"),
    ("gus", "a:chat", TEAM),
    ("bob", MIX, "Tell me everything about Ben Ochs"),
    ("bob", "a:chat", "What is the phone of Ben Ochs?"),
)
NEVER_ALIKE = re.compile(
    r'"serviceUrl": "[^"]*"|"button": "[^"]*"|@ [0-9a-f]{12}'
    r"|\b[0-9a-f]{4}-[0-9a-f]{2}\b|(?:< )?[\d.,]+ (?:ms|s)\b"
)


@pytest.mark.parametrize("away", [(), ("/graph",), ("/v3",)], ids=["asked", "Graph away", "Teams away"])
async def test_what_teams_is_sent_for_those_who_may_see_less_is_alike_whatever_is_closed(
    folder: Path, core: ByRights, without_closed: ByRights, tmp_path: Path, away: tuple[str, ...]
) -> None:
    told = []
    for number, one in enumerate((core, without_closed)):
        async with at_work(folder, one, tmp_path / str(number)) as office:
            office.microsoft.directory.away = away
            for count, (person, where, text) in enumerate(ASKED, 1):
                await office.ask(text, person, where)
                await office.answer(count)
            told.append(NEVER_ALIKE.sub("", json.dumps(office.microsoft.posted, ensure_ascii=False)))
    assert told[0] == told[1]
    assert "/v3" in away or "+49 2" in told[0]  # what is open to all is answered all the same
