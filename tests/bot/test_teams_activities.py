"""What an activity of Teams says: the words, the person, the thread; and what is nobody's question."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.buttons import Pressed, Seal
from bot.message import Message
from bot.platforms.teams.activities import Address, Ignored, to_message
from tests.doubles.teams import BOT, TENANT, LocalMicrosoft, in_channel, message

SEAL = Seal("secret")


@pytest.fixture
def microsoft() -> LocalMicrosoft:
    double = LocalMicrosoft()
    double.url = "https://smba.example/emea"
    return double


def said(activity: dict[str, Any]) -> Message:
    result = to_message(activity, SEAL)
    assert isinstance(result, Message)
    return result


def test_a_message_of_one_person(microsoft: LocalMicrosoft) -> None:
    heard = said(message(microsoft, "Who leads Field Engineering?"))
    assert heard.platform == "teams"
    assert heard.text == "Who leads Field Engineering?"
    assert heard.event == "a:chat/1700000000000"
    assert (heard.tenant, heard.channel, heard.thread) == (TENANT, "a:chat", "a:chat")
    assert heard.person == "aad-ada"
    assert heard.private
    assert heard.sent_at == datetime(2026, 11, 20, 10, 42, 0, 123456, tzinfo=UTC)
    assert heard.sent_at.utcoffset() == timedelta(hours=1)
    address = Address.from_text(heard.address)
    assert (address.service_url, address.conversation, address.bot) == (microsoft.url, "a:chat", BOT)
    assert address.locale == "en-GB"


def test_a_message_in_a_channel_belongs_to_its_thread(microsoft: LocalMicrosoft) -> None:
    heard = said(in_channel(microsoft, "@@ Who leads Field Engineering?"))
    assert heard.text == "Who leads Field Engineering?"
    assert heard.channel == "19:general@thread.tacv2"
    assert heard.thread == "19:general@thread.tacv2;messageid=1700"
    assert not heard.private


def test_without_a_directory_identity_the_channels_own_counts(microsoft: LocalMicrosoft) -> None:
    assert said(message(microsoft, "hi", **{"from": {"id": "29:guest"}})).person == "29:guest"


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        ("@@", ""),
        ("@@, who leads it?", "who leads it?"),
        ("Hey @@ who leads it?", "Hey who leads it?"),
        ("@@ @@ who", "who"),
        ("@@ does <at>Ada Njoroge</at> lead it?", "does Ada Njoroge lead it?"),
        ('@@ <at id="1">Ada</at>?', "Ada?"),
        ("@@&nbsp;price &gt; 3 &amp; &lt; 5", "price > 3 & < 5"),
        ("@@ &lt;at&gt;x&lt;/at&gt; &amp;amp;", "<at>x</at> &amp;"),
        ("@@ first\r\n\r\n second ", "first\nsecond"),
        ("@@ مرحبا 🙂", "مرحبا 🙂"),
        ("@@ half a pair \ud83d here", "half a pair here"),
    ],
)
def test_the_words_are_what_the_person_wrote(microsoft: LocalMicrosoft, sent: str, heard: str) -> None:
    assert said(in_channel(microsoft, sent)).text.split() == heard.split()


def test_in_a_group_only_what_mentions_the_bot_is_for_it(microsoft: LocalMicrosoft) -> None:
    assert isinstance(to_message(in_channel(microsoft, "shall we have lunch?"), SEAL), Ignored)
    group = in_channel(microsoft, "lunch?", conversation={"id": "19:g", "conversationType": "groupChat"})
    assert isinstance(to_message(group, SEAL), Ignored)
    another = [{"type": "mention", "text": "<at>Ada</at>", "mentioned": {"id": "29:ada"}}]
    assert isinstance(to_message(in_channel(microsoft, "<at>Ada</at> hi", entities=another), SEAL), Ignored)


@pytest.mark.parametrize(
    "sender",
    [{"id": "28:another-bot"}, {"id": "29:x", "role": "bot"}, {"id": "y", "role": "skill"}, {"id": BOT}],
)
def test_bots_are_not_answered(microsoft: LocalMicrosoft, sender: dict[str, str]) -> None:
    assert isinstance(to_message(message(microsoft, "hello", **{"from": sender}), SEAL), Ignored)


@pytest.mark.parametrize(
    "kind", ["conversationUpdate", "installationUpdate", "messageReaction", "typing", "event"]
)
def test_what_is_not_said_is_not_answered(microsoft: LocalMicrosoft, kind: str) -> None:
    assert isinstance(to_message(message(microsoft, "hello", type=kind), SEAL), Ignored)


def test_a_pressed_button_is_opened(microsoft: LocalMicrosoft) -> None:
    pressed = Pressed("7f3a-21", "choice", 1)
    data = {"button": SEAL.sign(pressed), "words": "Nneka Okafor"}
    by_message = message(microsoft, "", value=data)
    action = {"type": "Action.Execute", "verb": "ask", "data": data}
    by_invoke = message(
        microsoft,
        "",
        type="invoke",
        name="adaptiveCard/action",
        value={"action": action, "trigger": "manual"},
    )
    for activity in (by_message, by_invoke):
        heard = said(activity)
        assert heard.pressed == pressed
        assert heard.text == "Nneka Okafor"


def test_a_press_without_an_id_is_still_one_piece_of_work_for_each_presser(microsoft: LocalMicrosoft) -> None:
    data = {"button": SEAL.sign(Pressed("7f3a-21", "choice", 1))}
    activity = message(microsoft, "", value=data, id=None, replyToId="posted-1")
    other = activity | {"from": {"id": "29:other"}}
    assert said(activity).event == said(dict(activity)).event
    assert said(activity).event != said(other).event


@pytest.mark.parametrize("button", [Seal("another").sign(Pressed("r", "choice", 0)), "", None, 7, ["x"]])
def test_a_button_that_we_did_not_seal_means_nothing(microsoft: LocalMicrosoft, button: object) -> None:
    assert isinstance(to_message(message(microsoft, "", value={"button": button}), SEAL), Ignored)


@pytest.mark.parametrize("odd", [None, 7, "x", [], {}, {"id": None}])
@pytest.mark.parametrize(
    "field",
    ["from", "recipient", "conversation", "channelData", "entities", "text", "value", "timestamp", "locale"],
)
def test_odd_fields_are_survived(microsoft: LocalMicrosoft, field: str, odd: object) -> None:
    assert isinstance(to_message(message(microsoft, "hello") | {field: odd}, SEAL), Message | Ignored)


def test_the_archived_sdk_stands_in_one_module_alone() -> None:
    bot = Path(__file__).parents[2] / "bot"
    sdk = re.compile(r"^\s*(?:from|import) (?:botbuilder|botframework|msrest)\b", re.MULTILINE)
    users = [path.name for path in bot.rglob("*.py") if sdk.search(path.read_text(encoding="utf-8"))]
    assert users == ["channel.py"]
