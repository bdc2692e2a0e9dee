"""What people in Teams see around the card: progress, sources, feedback, files, private answers, removal."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web

from bot.cards.look import Look
from bot.links import Links
from bot.message import Message, NotPosted, Reply
from bot.platforms.teams import Teams
from bot.platforms.teams.activities import to_message
from bot.words import words
from kgqa.types import Answer, Stage
from tests.bot.teams_room import SEAL, bot_of
from tests.doubles import answers
from tests.doubles.reception import PaperReception
from tests.doubles.teams import LocalMicrosoft, in_channel, local_microsoft, message

LINKS = Links("secret", "https://querist.example.com")
SAY = words("en")


@pytest.fixture
async def microsoft() -> AsyncIterator[LocalMicrosoft]:
    async with local_microsoft() as double:
        yield double


def bot(microsoft: LocalMicrosoft, **settings: Any) -> Teams:
    return bot_of(microsoft, quiet=0, pace=0, **{"look": Look(link="{iri}")} | settings)


def asked_alone(microsoft: LocalMicrosoft, answer: Answer, **changes: Any) -> Reply:
    return _reply(to_message(message(microsoft, answer.question.text), SEAL), answer, changes)


def asked_in_channel(microsoft: LocalMicrosoft, answer: Answer, **changes: Any) -> Reply:
    return _reply(to_message(in_channel(microsoft, f"@@ {answer.question.text}"), SEAL), answer, changes)


def _reply(heard: object, answer: Answer, changes: dict[str, Any]) -> Reply:
    assert isinstance(heard, Message)
    return Reply(message=replace(heard, **changes), answer=answer, reference="7f3a-21")


# ── progress ─────────────────────────────────────────────────────────────────────────────────────


async def test_in_a_personal_chat_the_steps_grow_into_the_card(microsoft: LocalMicrosoft) -> None:
    teams, reply = bot(microsoft), asked_alone(microsoft, answers.one_thing())
    await teams.progress(reply.message, Stage.LINKING)
    await teams.progress(reply.message, Stage.RUNNING, "tries <b>Acme</b>")
    posted = await teams.send(reply, again=False)
    first, second, card = microsoft.posted
    assert [p["type"] for p in microsoft.posted] == ["typing", "typing", "message"]
    assert first["text"] == SAY("stage-linking")
    assert second["text"].startswith(SAY("stage-running"))
    assert "<" not in second["text"]
    assert card["entities"][0]["streamType"] == "final"
    assert card["attachments"]
    assert len(posted.ids) == 1


@pytest.mark.parametrize(
    ("said", "stops"),
    [
        ("Content stream was canceled by user.", True),
        ("Content stream was cancelled by user.", True),
        ("Content stream finished due to exceeded streaming time.", False),
        ("Content stream is not allowed.", False),
    ],
)
async def test_teams_own_button_that_stops_a_stream_stops_the_work(
    microsoft: LocalMicrosoft, said: str, stops: bool
) -> None:
    teams, reply, desk = bot(microsoft), asked_alone(microsoft, answers.stopped()), PaperReception()
    teams.mount(web.Application(), desk)
    await teams.progress(reply.message, Stage.LINKING)
    refusal = {"error": {"code": "ContentStreamNotAllowed", "message": said}}
    microsoft.says = [web.json_response(refusal, status=403)]
    await teams.progress(reply.message, Stage.RUNNING)
    await teams.progress(reply.message, Stage.WORDING)
    assert [(m.text, m.person, m.thread) for m in desk.received] == (
        [("stop", reply.message.person, reply.message.thread)] if stops else []
    )
    await teams.send(reply, again=False)
    last = microsoft.posted[-1]
    assert last["type"] == "message"


async def test_in_a_group_the_bot_types(microsoft: LocalMicrosoft) -> None:
    teams, reply = bot(microsoft), asked_in_channel(microsoft, answers.one_thing())
    await teams.progress(reply.message, Stage.LINKING, "Acme")
    await teams.send(reply, again=False)
    typing, card = microsoft.posted
    assert typing["type"] == "typing"
    assert "Acme" not in str(typing)
    assert "streaminfo" not in str(card)


async def test_after_a_restart_the_pointer_stands_alone(microsoft: LocalMicrosoft) -> None:
    await bot(microsoft).send(asked_alone(microsoft, answers.many_rows()), again=True)
    (posted,) = microsoft.posted
    assert posted["text"] == SAY("teams-again")


# ── sources and feedback ─────────────────────────────────────────────────────────────────────────


async def test_an_answer_cites_its_query_and_the_things_that_it_names(microsoft: LocalMicrosoft) -> None:
    await bot(microsoft, links=LINKS).send(asked_alone(microsoft, answers.one_thing()), again=False)
    (posted,) = microsoft.posted
    (entity,) = posted["entities"]
    query, person = entity["citation"]
    assert query["appearance"]["name"] == "company graph, record 7f3a-21"
    assert query["appearance"]["abstract"].startswith("the person who leads")
    assert query["appearance"]["url"].startswith("https://querist.example.com/files/")
    assert person["appearance"]["name"] == "Ada Njoroge"
    assert person["appearance"]["url"] == "https://company.example/id/ada-njoroge"
    assert posted["text"] == "Ada Njoroge leads Field Engineering. [1] [2]"
    assert "Ada Njoroge leads" not in str(posted["attachments"][0]["content"]["body"])
    assert [claim["position"] for claim in entity["citation"]] == [1, 2]
    assert "additionalType" not in entity


async def test_citations_keep_to_what_teams_takes(microsoft: LocalMicrosoft) -> None:
    many = answers.many_rows(60)
    answer = replace(many, text=" ".join(f"Valve V{n:03}" for n in range(30)), restatement="<b>" * 400)
    await bot(microsoft).send(asked_alone(microsoft, answer), again=False)
    claims = microsoft.posted[0]["entities"][0]["citation"]
    assert len(claims) == 6
    for claim in claims:
        assert len(claim["appearance"]["name"]) <= 80
        assert len(claim["appearance"]["abstract"]) <= 160
        assert "<" not in str(claim)


@pytest.mark.parametrize(
    "lead",
    [
        "*Ada* leads it.",
        "Ada_Njoroge_ leads it.",
        "[Ada](https://evil.example) leads it.",
        "Ada leads https://evil.example.",
        "<at>Everyone</at> leads it.",
        "&lt;b&gt; leads it.",
        "# Ada leads it.",
        "1. Ada leads it.",
        "Ada leads it.\nSo does Ben.",
        "Ada " * 200,
    ],
)
async def test_a_sentence_that_markdown_would_change_stands_in_the_card_alone(
    microsoft: LocalMicrosoft, lead: str
) -> None:
    answer = replace(answers.one_thing(), text=lead)
    await bot(microsoft).send(asked_alone(microsoft, answer), again=False)
    (posted,) = microsoft.posted
    assert "text" not in posted
    assert "entities" not in posted
    said = posted["attachments"][0]["content"]["body"][0]["inlines"][0]["text"]
    assert said.split() == lead.split()


async def test_what_rests_on_nothing_cites_nothing(microsoft: LocalMicrosoft) -> None:
    await bot(microsoft).send(asked_alone(microsoft, answers.clarify()), again=False)
    assert "entities" not in microsoft.posted[0]
    assert "text" not in microsoft.posted[0]


async def test_teams_own_thumbs_stand_under_what_can_be_judged(microsoft: LocalMicrosoft) -> None:
    teams = bot(microsoft)
    await teams.send(asked_alone(microsoft, answers.one_thing()), again=False)
    await teams.send(asked_alone(microsoft, answers.refused()), again=False)
    judged, refused = microsoft.posted
    assert judged["channelData"] == {"feedbackLoop": {"type": "default"}}
    assert "channelData" not in refused


# ── files ────────────────────────────────────────────────────────────────────────────────────────


async def test_an_answer_is_one_message_and_offers_no_file_by_itself(microsoft: LocalMicrosoft) -> None:
    posted = await bot(microsoft, links=LINKS).send(asked_alone(microsoft, answers.many_rows()), again=False)
    assert len(microsoft.posted) == len(posted.ids) == 1
    assert "Get the files" in str(microsoft.posted[0])


async def test_elsewhere_the_card_links_to_them(microsoft: LocalMicrosoft) -> None:
    await bot(microsoft, links=LINKS).send(asked_in_channel(microsoft, answers.many_rows()), again=False)
    (posted,) = microsoft.posted
    assert "https://querist.example.com/files/" in str(posted["attachments"])


async def test_without_a_public_address_there_are_no_links(microsoft: LocalMicrosoft) -> None:
    teams = bot(microsoft, links=Links("secret"))
    await teams.send(asked_in_channel(microsoft, answers.many_rows()), again=False)
    (posted,) = microsoft.posted
    assert "/files/" not in str(posted)


# ── for the asker alone ──────────────────────────────────────────────────────────────────────────


async def test_a_private_answer_goes_to_the_personal_chat_and_the_thread_is_told(
    microsoft: LocalMicrosoft,
) -> None:
    reply = asked_in_channel(microsoft, answers.one_thing(), to_asker=True)
    posted = await bot(microsoft).send(reply, again=False)
    card, note = microsoft.posted
    assert microsoft.created[0]["members"] == [{"id": "29:person"}]
    assert card["conversation"]["id"] == "a:29:person"
    assert "Ada Njoroge" in str(card)
    assert note["conversation"]["id"] == reply.message.thread
    assert note["text"] == SAY("teams-answered-apart")
    assert "Ada Njoroge" not in str(note)
    assert posted.ids == ("a:29:person posted-1", "posted-2")


async def test_a_private_answer_never_falls_back_to_the_thread(microsoft: LocalMicrosoft) -> None:
    microsoft.says = [web.Response(status=403)]
    await bot(microsoft).send(asked_in_channel(microsoft, answers.one_thing(), to_asker=True), again=False)
    (note,) = microsoft.posted
    assert note["text"] == SAY("teams-no-personal-chat")
    assert "Ada Njoroge" not in str(note)


async def test_a_personal_chat_that_cannot_be_opened_just_now_is_tried_again_later(
    microsoft: LocalMicrosoft,
) -> None:
    microsoft.says = [web.Response(status=429, headers={"Retry-After": "9"})]
    with pytest.raises(NotPosted) as refused:
        await bot(microsoft).send(
            asked_in_channel(microsoft, answers.one_thing(), to_asker=True), again=False
        )
    assert refused.value.retry_after == 9.0
    assert microsoft.posted == []


async def test_what_is_shared_stands_in_the_thread(microsoft: LocalMicrosoft) -> None:
    reply = asked_in_channel(microsoft, answers.one_thing(), to_asker=False)
    await bot(microsoft).send(reply, again=False)
    assert microsoft.created == []
    assert microsoft.posted[0]["conversation"]["id"] == reply.message.thread


# ── taking it back ───────────────────────────────────────────────────────────────────────────────


async def test_what_was_posted_is_removed_where_it_stands(microsoft: LocalMicrosoft) -> None:
    reply = asked_in_channel(microsoft, answers.one_thing())
    await bot(microsoft).remove(reply.message, ("a:29:person posted-1", "posted-2"))
    assert microsoft.deleted == [("a:29:person", "posted-1"), (reply.message.thread, "posted-2")]


async def test_what_is_gone_already_is_no_error(microsoft: LocalMicrosoft) -> None:
    microsoft.says = [web.Response(status=404, text="gone")]
    reply = asked_in_channel(microsoft, answers.one_thing())
    await bot(microsoft).remove(reply.message, ("posted-1", "posted-2"))
    assert microsoft.deleted == [(reply.message.thread, "posted-2")]


async def test_a_refused_removal_is_told(microsoft: LocalMicrosoft) -> None:
    microsoft.says = [web.Response(status=403)]
    with pytest.raises(NotPosted):
        await bot(microsoft).remove(asked_in_channel(microsoft, answers.one_thing()).message, ("posted-1",))
