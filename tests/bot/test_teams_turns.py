"""The whole way through Teams over HTTP: a message in, a card out, and what happens in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.buttons import Pressed, Seal
from bot.cards.look import Look
from bot.cards.teams_message import message as drawn_message
from bot.message import NotPosted, Reply
from bot.platforms.teams import Teams
from bot.platforms.teams.activities import to_message
from bot.words import words
from kgqa.errors import OperatorsMove
from kgqa.types import Spent, Stage
from tests.bot.local_desk import LocalDesk
from tests.bot.teams_room import SEAL, bot_of
from tests.doubles import answers
from tests.doubles.teams import (
    BOT,
    PASSWORD,
    TENANT,
    LocalMicrosoft,
    in_channel,
    local_microsoft,
    message,
)

QUESTION = "Who leads Field Engineering?"


@pytest.fixture
async def microsoft() -> AsyncIterator[LocalMicrosoft]:
    async with local_microsoft() as double:
        yield double


@pytest.fixture
def teams(microsoft: LocalMicrosoft) -> Teams:
    return bot_of(microsoft, quiet=0, pace=0)


@pytest.fixture
def desk(teams: Teams) -> LocalDesk:
    desk = LocalDesk()
    desk.platform = teams
    return desk


@pytest.fixture
async def client(teams: Teams, desk: LocalDesk) -> AsyncIterator[TestClient[web.Request, web.Application]]:
    app = web.Application()
    teams.mount(app, desk)
    async with TestClient(TestServer(app)) as client:
        yield client


class Said:
    """What the bot answered over HTTP."""

    def __init__(self, status: int, text: str, body: Any) -> None:
        self.status, self.text, self.body = status, text, body


@pytest.fixture
def tell(client: TestClient[web.Request, web.Application], microsoft: LocalMicrosoft) -> Any:
    async def tell(activity: dict[str, Any]) -> Said:
        headers = {"Authorization": microsoft.token()}
        async with client.post("/api/messages", json=activity, headers=headers) as response:
            text = await response.text()
            is_json = response.content_type == "application/json"
            return Said(response.status, text, await response.json() if is_json else None)

    return tell


def reply_to(microsoft: LocalMicrosoft, **changes: Any) -> Reply:
    heard = to_message(message(microsoft, QUESTION), SEAL)
    return Reply(message=heard, answer=replace(answers.one_thing(), **changes), reference="7f3a-21")  # type: ignore[arg-type]  # it is one


def in_a_channel(microsoft: LocalMicrosoft) -> Reply:
    heard = to_message(in_channel(microsoft, f"@@ {QUESTION}"), SEAL)
    return Reply(message=heard, answer=answers.one_thing(), reference="7f3a-21")  # type: ignore[arg-type]  # it is one


def content(activity: dict[str, Any]) -> dict[str, Any]:
    (attachment,) = activity["attachments"]
    assert attachment["contentType"] == "application/vnd.microsoft.card.adaptive"
    drawn = attachment["content"]
    assert isinstance(drawn, dict)
    return drawn


async def test_a_question_is_acknowledged_and_its_card_follows(microsoft: LocalMicrosoft, tell: Any) -> None:
    assert (await tell(message(microsoft, QUESTION))).status == 200
    (posted,) = await microsoft.wait_for(1)
    assert posted["type"] == "message"
    assert posted["summary"] == "Ada Njoroge leads Field Engineering."
    assert posted["from"]["id"] == BOT
    assert posted["conversation"]["id"] == "a:chat"
    assert posted["text"].startswith("Ada Njoroge leads Field Engineering. [1]")
    assert microsoft.paths == ["/v3/conversations/a:chat/activities"]
    assert microsoft.bearers == ["Bearer local-1"]
    assert microsoft.token_requests[0]["tenant"] == TENANT
    assert microsoft.token_requests[0]["client_secret"] == PASSWORD


async def test_the_card_arrives_as_it_was_drawn(microsoft: LocalMicrosoft, teams: Teams) -> None:
    for answer in answers.all_outcomes():
        reply = replace(reply_to(microsoft), answer=answer)
        await teams.send(reply, again=False)
        drawn = drawn_message(reply, seal=SEAL, look=Look(language="en-GB"))["attachments"]
        assert content(microsoft.posted[-1]) == drawn[0]["content"]


async def test_the_acknowledgement_does_not_wait_for_the_answer(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    desk.open.clear()
    assert (await tell(message(microsoft, QUESTION))).status == 200
    assert microsoft.posted == []
    desk.open.set()
    assert len(await microsoft.wait_for(1)) == 1


async def test_a_message_that_cannot_be_taken_over_is_not_acknowledged(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    desk.refusing = "The database /var/lib/secret cannot be reached."
    said = await tell(message(microsoft, QUESTION))
    assert said.status == 500
    assert "secret" not in said.text


async def test_a_defect_of_the_desk_is_not_acknowledged_either(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    desk.received = ()  # type: ignore[assignment]  # a desk that breaks
    said = await tell(message(microsoft, QUESTION))
    assert said.status == 500
    assert "Traceback" not in said.text


async def test_a_follow_up_comes_in_the_same_thread_and_is_answered_there(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    await tell(in_channel(microsoft, f"@@ {QUESTION}", id="1"))
    await tell(in_channel(microsoft, "@@ and in Oslo?", id="2"))
    first, second = desk.received
    assert first.thread == second.thread == "19:general@thread.tacv2;messageid=1700"
    assert first.event != second.event
    posted = await microsoft.wait_for(2)
    assert {p["conversation"]["id"] for p in posted} == {first.thread}
    assert set(microsoft.paths) == {f"/v3/conversations/{first.thread}/activities"}


async def test_a_redelivered_activity_has_the_same_event(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    for _ in range(2):
        assert (await tell(message(microsoft, QUESTION))).status == 200
    first, second = desk.received
    assert first == second
    await microsoft.wait_for(2)  # this desk, unlike the real one, answers both


async def test_a_pressed_button_reaches_the_desk_and_is_acknowledged(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    await tell(message(microsoft, "When did Okafor join?"))
    (posted,) = await microsoft.wait_for(1)
    ask = next(e["actions"][0] for e in content(posted)["body"] if e["type"] == "ActionSet")
    value = {"action": {"type": ask["type"], "verb": ask["verb"], "data": ask["data"]}, "trigger": "manual"}
    said = await tell(
        message(microsoft, "", id="f:9", type="invoke", name="adaptiveCard/action", value=value)
    )
    assert said.status == 200
    assert said.body["statusCode"] == 200
    assert said.body["type"] == "application/vnd.microsoft.activity.message"
    pressed = desk.received[-1]
    assert pressed.pressed is not None
    assert (pressed.pressed.kind, pressed.pressed.index) == ("choice", 0)
    assert pressed.text == "Chidi Okafor · Employee, Lagos"
    assert pressed.thread == desk.received[0].thread
    await microsoft.wait_for(2)


async def test_an_older_client_presses_by_a_message(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    button = SEAL.sign(Pressed("7f3a-21", "suggestion", 0))
    said = await tell(message(microsoft, "", value={"button": button, "words": "Show those"}))
    assert said.status == 200
    assert desk.received[0].pressed == Pressed("7f3a-21", "suggestion", 0)
    await microsoft.wait_for(1)


async def test_a_reviewers_press_is_answered_to_its_presser_alone(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    data = {"button": SEAL.sign(Pressed("7f3a-21", "verify", 0)), "words": "Verify"}
    value = {"action": {"type": "Action.Execute", "verb": "ask", "data": data}, "trigger": "manual"}
    said = await tell(message(microsoft, "", type="invoke", name="adaptiveCard/action", value=value))
    assert (said.status, said.body["value"]) == (200, "Thank you.")
    assert [m.pressed for m in desk.pressed] == [Pressed("7f3a-21", "verify", 0)]
    assert desk.received == []
    assert microsoft.posted == []


async def test_an_older_client_reads_what_was_kept_in_the_conversation(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    data = {"button": SEAL.sign(Pressed("7f3a-21", "verify", 0)), "words": "Verify"}
    assert (await tell(message(microsoft, "", value=data))).status == 200
    (posted,) = await microsoft.wait_for(1)
    assert posted["text"] == "Thank you."
    assert len(desk.pressed) == 1


async def test_a_forged_button_is_answered_with_words(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any
) -> None:
    value = {"action": {"data": {"button": Seal("another").sign(Pressed("r", "choice", 0))}}}
    said = await tell(message(microsoft, "", type="invoke", name="adaptiveCard/action", value=value))
    assert (said.status, said.body["value"]) == (200, "This button is not known here. Ask again.")
    assert desk.received == []


@pytest.mark.parametrize("name", ["composeExtension/queryLink", "signin/verifyState", "tab/fetch", None])
async def test_an_unknown_invoke_is_not_implemented(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any, name: str | None
) -> None:
    said = await tell(message(microsoft, "", type="invoke", name=name, value={}))
    assert said.status == 501
    assert desk.received == []


@pytest.mark.parametrize("changes", [{"type": "conversationUpdate"}, {"from": {"id": "28:bot"}}])
async def test_what_is_nobodys_question_is_acknowledged_and_dropped(
    microsoft: LocalMicrosoft, desk: LocalDesk, tell: Any, changes: dict[str, Any]
) -> None:
    assert (await tell(message(microsoft, "hello", **changes))).status == 200
    assert desk.received == []


async def test_replies_wanted_in_the_response_are_posted_all_the_same(
    microsoft: LocalMicrosoft, tell: Any
) -> None:
    said = await tell(message(microsoft, QUESTION, deliveryMode="expectReplies"))
    assert (said.status, said.text) == (200, "")
    assert len(await microsoft.wait_for(1)) == 1


# ── sending ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_posted_reply_is_known_by_its_id(microsoft: LocalMicrosoft, teams: Teams) -> None:
    assert (await teams.send(reply_to(microsoft), again=False)).ids == ("posted-1",)


async def test_after_an_uncertain_try_a_pointer_is_posted_and_never_the_answer_again(
    microsoft: LocalMicrosoft, teams: Teams
) -> None:
    await teams.send(reply_to(microsoft), again=True)
    (posted,) = microsoft.posted
    assert posted["text"] == words("en")("teams-again")
    assert "attachments" not in posted


@pytest.mark.parametrize(
    ("status", "headers", "after"),
    [
        (429, {"Retry-After": "7"}, 7.0),
        (429, {}, 5.0),
        (403, {}, None),
        (404, {}, None),
        (413, {}, None),
        (302, {"Location": "https://evil.example"}, None),
        (401, {}, 60.0),
        (412, {}, 5.0),
    ],
)
async def test_a_refused_post_says_whether_to_try_again(
    microsoft: LocalMicrosoft, teams: Teams, status: int, headers: dict[str, str], after: float | None
) -> None:
    html = web.Response(status=status, headers=headers, text="<h1>no</h1>", content_type="text/html")
    microsoft.says = [html]
    with pytest.raises(NotPosted, match=str(status)) as refused:
        await teams.send(reply_to(microsoft), again=False)
    assert refused.value.retry_after == after
    assert len(microsoft.paths) == 1, "the SDK must not try again by itself"


@pytest.mark.parametrize("status", [500, 502, 504, 408])
async def test_a_post_that_broke_is_left_open_and_never_repeated_by_itself(
    microsoft: LocalMicrosoft, teams: Teams, status: int
) -> None:
    microsoft.says = [web.Response(status=status, text="oops")]
    with pytest.raises(OperatorsMove, match="may have been posted or not"):
        await teams.send(reply_to(microsoft), again=False)
    assert len(microsoft.paths) == 1


async def test_a_channel_that_is_not_there_has_certainly_not_posted(teams: Teams) -> None:
    async with local_microsoft() as gone:
        reply = reply_to(gone)
    with pytest.raises(NotPosted) as refused:
        await teams.send(reply, again=False)
    assert refused.value.retry_after is not None


async def test_a_refused_password_posts_nothing_and_names_the_settings(
    microsoft: LocalMicrosoft, teams: Teams
) -> None:
    microsoft.token_status = 401
    with pytest.raises(NotPosted, match="QUERIST_TEAMS_APP_PASSWORD") as refused:
        await teams.send(reply_to(microsoft), again=False)
    assert refused.value.retry_after
    assert PASSWORD not in str(refused.value)
    assert microsoft.posted == []


async def test_a_token_is_fetched_once_and_again_when_it_was_refused(
    microsoft: LocalMicrosoft, teams: Teams
) -> None:
    for _ in range(2):
        await teams.send(reply_to(microsoft), again=False)
    microsoft.says = [web.Response(status=401)]
    with pytest.raises(NotPosted):
        await teams.send(reply_to(microsoft), again=False)
    await teams.send(reply_to(microsoft), again=False)
    assert microsoft.bearers == ["Bearer local-1", "Bearer local-1", "Bearer local-1", "Bearer local-2"]


async def test_the_label_ai_generated_stands_only_where_a_model_took_part(
    microsoft: LocalMicrosoft, teams: Teams
) -> None:
    await teams.send(reply_to(microsoft, strategy="parse"), again=False)
    await teams.send(reply_to(microsoft, strategy="oneshot"), again=False)
    await teams.send(reply_to(microsoft, strategy="parse", spent=Spent(calls=1)), again=False)
    await teams.send(reply_to(microsoft, strategy="library", spent=Spent(cached=1)), again=False)
    await teams.send(reply_to(microsoft, strategy="interpret"), again=False)  # of an earlier release
    without, with_model, put_right, rephrased, former = microsoft.posted
    assert "additionalType" not in str(without)
    assert "additionalType" not in str(former)
    assert put_right["entities"] == rephrased["entities"] == with_model["entities"]
    (label,) = with_model["entities"]
    assert label["additionalType"] == ["AIGeneratedContent"]
    assert label["@type"] == "Message"


# ── progress ─────────────────────────────────────────────────────────────────────────────────────


async def test_typing_is_shown_once_a_stage(microsoft: LocalMicrosoft, teams: Teams) -> None:
    heard = in_a_channel(microsoft).message
    for stage in (Stage.LINKING, Stage.LINKING, Stage.RUNNING, Stage.RUNNING):
        await teams.progress(heard, stage)
    assert [posted["type"] for posted in microsoft.posted] == ["typing", "typing"]


async def test_typing_is_shown_again_for_each_step_of_a_stage(
    microsoft: LocalMicrosoft, teams: Teams
) -> None:
    heard = in_a_channel(microsoft).message
    for step in ("looks for “Acme”", "tries a query: 12 rows", "tries a query: 12 rows"):
        await teams.progress(heard, Stage.EXPLORING, step)
    assert microsoft.posted == [{**posted, "type": "typing"} for posted in microsoft.posted]
    assert len(microsoft.posted) == 2
    assert "Acme" not in str(microsoft.posted)  # there are no words there


async def test_nothing_is_shown_as_under_way_once_it_is_answered(
    microsoft: LocalMicrosoft, teams: Teams
) -> None:
    reply = reply_to(microsoft)
    await teams.send(reply, again=False)
    await teams.progress(reply.message, Stage.QUEUED)
    assert len(microsoft.posted) == 1


async def test_progress_that_cannot_be_shown_bothers_nobody(microsoft: LocalMicrosoft, teams: Teams) -> None:
    microsoft.says = [web.Response(status=429), web.Response(status=500)]
    for stage in (Stage.LINKING, Stage.READING):
        await teams.progress(in_a_channel(microsoft).message, stage)
    assert microsoft.posted == []
