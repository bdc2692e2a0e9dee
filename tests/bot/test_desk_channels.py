"""A channel is served as it is set: which graphs, in which words, for whom, and whether unasked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.buttons import Pressed
from bot.channel import Channel
from bot.desk import Desk, Limits, Offer
from bot.desk.channels import ChannelSettings
from bot.intake import reads_like_a_question
from bot.message import Reply, Thing, Things
from bot.people import People
from bot.words import words
from connectors.database.channels import ChannelBook
from kgqa.types import Outcome
from tests.bot.desks import Room, message, until
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG
from tests.postgres import migrated_postgres

__all__ = ["migrated_postgres"]  # a fixture

ADMIN = "U8"
OFFERS = (
    Offer(
        name="sales",
        kinds=3,
        such=("order", "customer"),
        tried=lambda: {"en": ("How many orders are there?", "A?")},
    ),
    Offer(name="staff", kinds=1, such=("person",), tried=lambda: {"en": ("Who leads sales?",)}),
)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    url = str(request.getfixturevalue("migrated_postgres")) if request.param == "postgresql" else ""
    core = PreparedCore({"Who leads lunch?": answers.unknown(), "Which Okafor?": answers.clarify()})
    room = Room(tmp_path, postgres=url, core=core, limits=Limits(grace=0, pause=0, taking=LONG, fresh=0))
    yield room
    room.database.close()


def parts(room: Room) -> dict[str, Any]:
    return {
        "admins": People.of([ADMIN]),
        "channels": ChannelBook(room.database),
        "offers": OFFERS,
    }


async def put(desk: Desk, *, by: str = ADMIN, alone: bool = False, **values: Any) -> str:
    return await desk.set_channel(message("", person=by, private=alone), Channel(**values))


async def quiet(desk: Desk) -> None:
    async def is_quiet() -> bool:
        return await desk.waiting() == 0

    await until(is_quiet)


# ── setting it ───────────────────────────────────────────────────────────────────────────────────


async def test_admins_alone_set_a_channel_and_everybody_their_own_conversation(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        assert await put(desk, by="U1", verbosity="full") == words("en")("desk-admins-only")
        assert (await desk.home(message(""))).channel == Channel()
        assert await put(desk, by="U1", alone=True, verbosity="full") == words("en")("desk-set")
        assert (await desk.home(message(""))).channel == Channel(verbosity="full")
        assert await put(desk, language="de") == words("de")("desk-set")
    async with room.desk(**parts(room)) as desk:  # after a restart
        assert (await desk.home(message(""))).channel == Channel(language="de")
        assert (await desk.home(message("", channel="C2"))).channel == Channel()
        assert (await desk.home(message("", tenant="T2"))).channel == Channel()


async def test_a_graph_that_is_not_served_is_refused_with_those_that_are(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        said = await put(desk, graphs=("sales", "salse"))
        assert said == "There is no graph called salse. There is: sales, staff."
        crowd = await put(desk, askers=tuple(f"U{n}" for n in range(10_000)))
        assert "1,000 people" in crowd
        assert await put(desk, language="tlh") == "I do not speak “tlh” yet. I speak: de, en."
        assert (await desk.home(message(""))).channel == Channel()


async def test_another_process_follows_a_change_within_seconds(room: Room) -> None:
    now = [0.0]
    book = ChannelBook(room.database)
    here, there = (ChannelSettings(book, admins=People.of([ADMIN]), clock=lambda: now[0]) for _ in range(2))
    asked, admin = message("x"), message("", person=ADMIN)
    assert await there.of(asked) == Channel()
    await here.set(admin, Channel(private=True))
    assert (await here.of(asked)).private
    assert not (await there.of(asked)).private  # looked at just now
    now[0] += 2.5
    assert (await there.of(asked)).private


# ── being served so ──────────────────────────────────────────────────────────────────────────────


async def test_a_message_is_answered_as_its_channel_is_set(room: Room) -> None:
    replies: list[Reply] = []
    room.platform = PaperPlatform(room.folder, after=replies.append)
    async with room.desk(**parts(room)) as desk:
        await put(desk, graphs=("staff", "sales"), language="de", verbosity="full", private=True)
        await desk.receive(message("Who leads sales?"))
        await room.platform.wait_for(1)
        await desk.receive(message("Who leads sales?", private=True))
        await room.platform.wait_for(2)
        await desk.receive(message("Who leads sales?", channel="C2"))
        await room.platform.wait_for(3)
    sent = [reply.message for reply in replies]
    assert [(m.language, m.verbosity, m.to_asker) for m in sent] == [
        ("de", "full", True),
        ("de", "full", False),  # nobody else is there
        ("", "normal", False),
    ]
    assert [reply.answer.question.language for reply in replies] == ["de", "de", ""]  # as cards are drawn
    assert [q.graphs for q in room.core.asked] == [("staff", "sales"), ("staff", "sales"), ()]
    assert [q.language for q in room.core.asked] == ["", "", ""]  # that of the question is its own


async def test_an_old_button_asks_no_graph_that_its_channel_does_not_ask_any_more(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        await put(desk, graphs=("sales", "staff"))
        await desk.receive(message("Who leads sales?"))
        (post,) = await room.platform.wait_for(1)
        await quiet(desk)
        await put(desk, graphs=("staff",))
        await desk.receive(message("again", pressed=Pressed(post["reference"], "again", 0)))
        await room.platform.wait_for(2)
    assert [q.graphs for q in room.core.asked] == [("sales", "staff"), ("staff",)]


async def test_who_may_not_ask_is_told_so_alone(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        await put(desk, askers=("U1", "paper:T1:U2"))
        await desk.receive(message("mine?", person="U3"))
        (post,) = await room.platform.wait_for(1)
        assert (post["text"], post["to_asker"]) == (words("en")("desk-may-not-ask"), True)
        await desk.receive(message("yours?", person="U2"))
        assert (await room.platform.wait_for(2))[1]["text"] == "yours?"
    assert [q.text for q in room.core.asked] == ["yours?"]


async def test_things_are_found_by_who_may_ask_in_the_graphs_that_are_asked_here(room: Room) -> None:
    looked_up: list[tuple[str, int, tuple[str, ...]]] = []

    async def finds(
        text: str, limit: int, graphs: tuple[str, ...], closed_by: frozenset[str] | None
    ) -> tuple[Thing, ...]:
        assert closed_by is None  # there are no rules of access
        looked_up.append((text, limit, graphs))
        return (("Ada Njoroge", "Employee", "urn:ada"),)

    async with room.desk(**parts(room), finds=finds) as desk:
        await put(desk, askers=("U2",), graphs=("staff",), language="de")
        assert await desk.find(message("Ada"), 5) == Things(words=words("de")("desk-may-not-ask"))
        assert looked_up == []
        found = (("Ada Njoroge", "Employee", "urn:ada"),)
        assert await desk.find(message("Ada", person="U2"), 5) == Things(found=found)
        assert await desk.find(message("Ada", channel="C2"), 5) == Things(found=found)
    assert looked_up == [("Ada", 5, ("staff",)), ("Ada", 5, ())]


async def test_refusals_are_said_in_the_words_of_the_channel_or_the_question(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        await desk.receive(message("Wer leitet den Einkauf? " + "und wer ist das? " * 200))
        await desk.receive(message("?", channel="C2"))
        await put(desk, language="de")
        await desk.receive(message("?"))
        posts = await room.platform.wait_for(3)
    texts = {post["text"] for post in posts}
    assert any(text.startswith("Die Nachricht hat 3.4") for text in texts)  # as German writes thousands
    assert {words("en")("desk-no-question"), words("de")("desk-no-question")} <= texts


# ── unasked ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "text",
    [
        "Who leads sales?",
        "is anybody in Oslo?",
        "who leads sales",
        "Zeige alle Werke in Köln",
        "Wie viele Ventile haben wir",
        "and what about “Oslo?”",
        "製品はいくつありますか\uff1f",
        "show me the valves",
    ],
)
def test_what_reads_like_a_question(text: str) -> None:
    assert reads_like_a_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "🎉?",
        "Thanks, that helps.",
        "What a day, everybody",
        "who knows",
        "Ich weiß, wer das macht.",
        "I will show it tomorrow",
        "how great is this!",
        "see https://x.example/?q=1 for more",
        "lunch",
    ],
)
def test_what_does_not_read_like_a_question(text: str) -> None:
    assert not reads_like_a_question(text)


@pytest.mark.slow
async def test_questions_to_nobody_are_answered_where_a_channel_wants_it_and_only_with_an_answer(
    room: Room,
) -> None:
    async with room.desk(**parts(room)) as desk:
        await desk.receive(message("Who leads sales?", overheard=True, thread="0.0"))
        await put(desk, listening="questions", askers=("U1",))
        for number, text in enumerate(("Who leads lunch?", "lunch!", "Which Okafor?", "Who leads sales?")):
            await desk.receive(message(text, event=f"E{number}", overheard=True, thread=f"{number + 1}.0"))
        await desk.receive(message("Who may not ask?", overheard=True, person="U2"))
        await desk.receive(message("who " * 1_000 + "?", overheard=True))
        await quiet(desk)
    assert sorted(room.platform.texts) == ["Which Okafor do you mean?", "Who leads sales?"]
    assert {q.text for q in room.core.asked} == {"Who leads lunch?", "Which Okafor?", "Who leads sales?"}
    assert not room.platform.stages  # nobody is waiting for it
    silent = await room.record.reference_of("paper:T1:E0")
    assert silent is not None
    assert await room.record.stage(silent) == "given_up"
    assert (await room.record.answer_of(silent)) is not None
    assert not await room.turns.recall("paper:T1:C1:1.0")  # what nobody saw is no part of the thread


# ── home ─────────────────────────────────────────────────────────────────────────────────────────


async def test_home_tells_what_can_be_asked_and_what_was_asked(room: Room) -> None:
    room.core = PreparedCore({"Who?": answers.one_thing()})
    async with room.desk(**parts(room)) as desk:
        await desk.receive(message("Who?"))
        await desk.receive(message("Theirs?", person="U2", thread="2.0"))
        await room.platform.wait_for(2)
        await quiet(desk)
        home = await desk.home(message("", thread="home"))
        assert home.graphs == (
            ("sales", "3 kinds of things, such as order, customer."),
            ("staff", "One kind of things: person."),
        )
        assert home.examples == ("How many orders are there?", "Who leads sales?", "A?")
        assert not home.may_set
        (recent,) = home.recent
        assert (recent.question, recent.outcome) == ("Who?", Outcome.ANSWERED)
        assert recent.permalink.startswith("paper://")
        await put(desk, graphs=("staff",), language="de")
        home = await desk.home(message("", person=ADMIN))
    assert home.graphs == (("staff", "Eine Art von Dingen: person."),)
    assert home.choices == ("sales", "staff")  # or nobody could ever set it back
    assert home.examples == ("Who leads sales?",)
    assert home.may_set
    assert not home.recent


async def test_a_desk_without_settings_serves_all_channels_alike(room: Room) -> None:
    async with room.desk() as desk:
        assert await put(desk, alone=True, by="U1", private=True) == words("en")("desk-admins-only")
        home = await desk.home(message("", private=True))
        assert (home.channel, home.may_set) == (Channel(), False)
        await desk.receive(replace(message("Who?"), verbosity="full"))
        await room.platform.wait_for(1)


# ── what is offered to who has not asked ─────────────────────────────────────────────────────────


async def test_verified_questions_in_the_readers_language_are_offered_before_those_of_querist(
    room: Room,
) -> None:
    said = [("Wer leitet Sales?", "de"), ("Who is new?", "en"), ("What " + "very " * 20 + "long?", "en")]
    offers = (Offer(name="sales", tried=lambda: {"en": ("A?",)}, verified=lambda: tuple(said)),)
    async with room.desk(**parts(room) | {"offers": offers}) as desk:
        assert (await desk.home(message(""))).examples == ("Who is new?", "A?")
        assert (await desk.home(message("", language="de-AT"))).examples == ("Wer leitet Sales?", "A?")
        said.append(("Who is newest?", ""))  # verified just now
        assert (await desk.home(message(""))).examples == ("Who is newest?", "Who is new?", "A?")


async def test_the_questions_that_an_admin_chose_are_offered_alone(room: Room) -> None:
    async with room.desk(**parts(room), examples=("How many orders are open?",)) as desk:
        assert (await desk.home(message(""))).examples == ("How many orders are open?",)


async def test_ones_last_questions_are_each_shown_once(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        for text in ("Which Okafor?", "Who leads lunch?", "which  okafor?"):
            await desk.receive(message(text))
            await quiet(desk)
        recent = (await desk.home(message(""))).recent
        assert [one.question for one in recent] == ["which okafor?", "Who leads lunch?"]
