"""Channels shared with other organisations: their people are not answered unless that is wished."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platforms.slack.connected import is_stranger
from bot.platforms.slack.events import spoken
from tests.bot.slack_bot import Bot, running
from tests.doubles import answers
from tests.doubles.slack.hands import Hands

WHO = "Who leads Field Engineering?"


async def shared_mention(bot: Bot, *, user_team: str = "", user: str = "UADA") -> None:
    """Somebody mentions the bot in a channel that is shared with another organisation."""
    more = {"user_team": user_team, "team": user_team} if user_team else {"team": "T1"}
    _, told = bot.people.mention(WHO, user=user, **more)
    for delivery in told:
        delivery.payload |= {"is_ext_shared_channel": True, "team_id": user_team or "T1"}
    assert all(await bot.people.deliver())


async def test_a_colleague_is_answered_in_a_shared_channel() -> None:
    async with running() as bot:
        await shared_mention(bot)
        assert [m.person for m in bot.desk.received] == ["UADA"]


async def test_a_person_of_another_organisation_is_told_that_it_does_not_answer_them() -> None:
    async with running() as bot:
        await shared_mention(bot, user_team="T9", user="UEVE")
        assert bot.desk.received == []
        (told,) = bot.slack.workspace.ephemerals
        assert told["user"] == "UEVE"
        assert "my own organization" in told["text"]


async def test_where_that_is_wished_they_are_answered_as_people_of_the_apps_own_workspace() -> None:
    async with running(strangers=True) as bot:
        await shared_mention(bot, user_team="T9", user="UEVE")
        (message,) = bot.desk.received
        assert (message.person, message.tenant) == ("UEVE", "T1")


async def test_what_they_say_without_a_mention_is_not_heard_and_not_remarked_upon() -> None:
    async with running(follow_up=True) as bot:
        _, told = bot.people.say(WHO, user="UEVE", user_team="T9")
        for delivery in told:
            delivery.payload["is_ext_shared_channel"] = True
        assert all(await bot.people.deliver())
        assert bot.desk.received == []
        assert bot.slack.workspace.ephemerals == []


async def test_a_press_of_theirs_does_nothing() -> None:
    async with running() as bot:
        bot.people.mention(WHO)
        await bot.people.deliver()
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (posted,) = bot.slack.workspace.answers()
        await Hands(bot.people, user="UEVE", home="T9").press(posted, "Run again")
        await Hands(bot.people, user="UEVE", home="T9").press(posted, "Delete")
        assert len(bot.desk.received) == 1
        assert bot.desk.pressed == []
        assert "my own organization" in bot.slack.workspace.ephemerals[-1]["text"]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"is_ext_shared_channel": True, "event": {"team": "T1"}}, False),
        ({"is_ext_shared_channel": True, "event": {"team": "T9", "user_team": "E1"}}, False),
        ({"is_ext_shared_channel": True, "event": {"team": "T2"}}, False),
        ({"is_ext_shared_channel": True, "event": {"team": "T1", "user_team": "E9"}}, True),
        ({"is_ext_shared_channel": True, "event": {}}, True),
        ({"is_ext_shared_channel": True, "event": {"message": {"user_team": "T9"}}}, True),
        ({"is_ext_shared_channel": False, "event": {"user_team": "T9"}}, False),
        ({"user": {"team_id": "T1"}}, False),
        ({"user": {"team_id": "T2"}}, False),
        ({"user": {"team_id": "E1"}}, False),
        ({"user": {"team_id": "T9"}}, True),
    ],
)
def test_strangers_are_told_by_their_workspace(body: dict[str, Any], *, expected: bool) -> None:
    place: dict[str, Any] = (
        {"team_id": "T9", "authorizations": [{"team_id": "T1", "enterprise_id": "E1"}]}
        if "event" in body
        else {"team": {"id": "T1"}, "enterprise": {"id": "E1"}}
    )
    assert is_stranger(place | body, ("T2",)) is expected


def test_the_workspace_of_a_message_is_that_of_the_app() -> None:
    event = {"type": "app_mention", "user": "UEVE", "text": "Who?", "ts": "1.1", "channel": "C1"}
    body = {"team_id": "T9", "authorizations": [{"team_id": "T1"}], "event": event}
    assert spoken(body, event, "UBOT").tenant == "T1"
