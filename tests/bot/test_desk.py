"""The desk answers each message once, in order and fairly, and says plainly what went wrong."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.buttons import Pressed
from bot.desk import Desk, Limits, delivery, workflow
from bot.failing import what_failed
from bot.message import Message, NotPosted, Reply
from connectors.endpoint import EndpointGraph
from kgqa.errors import BadInput, DatabaseUnavailable, GraphRejected, GraphTimeout, OurMove
from kgqa.queries import query
from kgqa.types import Answer, Outcome, Pin, Progress, Question, Stage
from kgqa.types import Limits as QueryLimits
from tests.bot.desks import Room, message, until
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.doubles.http_endpoint import http_endpoint
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(
        tmp_path, limits=Limits(grace=0, taking=LONG, pause=0, person_questions=50, channel_questions=50)
    )


async def quiet(open_desk: Desk) -> None:
    """Returns when nothing waits any more."""

    async def is_quiet() -> bool:
        return await open_desk.waiting() == 0

    await until(is_quiet)


# ── once ─────────────────────────────────────────────────────────────────────────────────────────


async def test_a_message_is_answered_in_its_thread_and_written_down(room: Room) -> None:
    room.core = PreparedCore({"Who leads?": answers.one_thing()})
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who leads?", thread="7.0"))
        (post,) = await room.platform.wait_for(1)
        await quiet(open_desk)
    assert (post["thread"], post["text"]) == ("7.0", "Ada Njoroge leads Field Engineering.")
    assert await room.record.stage(post["reference"]) == "posted"
    kept = await room.record.answer_of(post["reference"])
    assert kept is not None
    assert replace(kept, rights=None) == replace(answers.one_thing(), question=room.core.asked[0])


async def test_a_redelivered_event_is_answered_once(room: Room) -> None:
    once = message("Who?")
    async with room.desk() as open_desk:
        await open_desk.receive(once)
        await open_desk.receive(once)
        await room.platform.wait_for(1)
        await open_desk.receive(once)
        await open_desk.receive(message("Where?", thread="2.0"))
        await room.platform.wait_for(2)
        await quiet(open_desk)
    assert room.platform.texts == ["Who?", "Where?"]


async def test_the_same_event_id_in_two_tenants_is_two_events(room: Room) -> None:
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?", event="Ev1", tenant="T1"))
        await open_desk.receive(message("Who?", event="Ev1", tenant="T2"))
        assert len(await room.platform.wait_for(2)) == 2


async def test_an_event_that_comes_again_after_a_restart_is_not_answered_again(room: Room) -> None:
    once = message("Who?")
    async with room.desk() as open_desk:
        await open_desk.receive(once)
        await quiet(open_desk)
    async with room.desk() as open_desk:
        await open_desk.receive(once)
        await quiet(open_desk)
    assert room.platform.texts == ["Who?"]


# ── in order, and fairly ─────────────────────────────────────────────────────────────────────────


async def test_messages_of_a_thread_are_answered_in_order_and_see_the_turns_before(room: Room) -> None:
    async with room.desk() as open_desk:
        for text in ("one", "two", "three"):
            await open_desk.receive(message(text))
        await room.platform.wait_for(3)
    assert room.platform.texts == ["one", "two after one", "three after one, two"]
    assert [turn.reference for turn in room.core.asked[2].history] == [
        post["reference"] for post in room.platform.posts[:2]
    ]


async def test_a_thread_does_not_see_the_turns_of_another(room: Room) -> None:
    async with room.desk() as open_desk:
        await open_desk.receive(message("here", channel="C1"))
        await room.platform.wait_for(1)
        await open_desk.receive(message("there", channel="C2"))
        await room.platform.wait_for(2)
    assert room.platform.texts == ["here", "there"]


async def test_a_slow_thread_does_not_hold_up_another(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await open_desk.receive(message("slow", thread="1.0"))
        await open_desk.receive(message("follow-up", thread="1.0"))
        await open_desk.receive(message("other", thread="2.0"))
        await room.core.wait_for(2)
        assert {question.text for question in room.core.asked} == {"slow", "other"}
        room.core.gate.set()
        await room.platform.wait_for(3)


@pytest.mark.slow
async def test_no_more_questions_are_worked_on_at_a_time_than_there_are_workers(room: Room) -> None:
    room.limits = replace(room.limits, workers=2)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        for number in range(6):
            await open_desk.receive(message(f"q{number}", thread=f"{number}.0"))
        await room.core.wait_for(2)
        room.core.gate.set()
        await room.platform.wait_for(6)
    assert room.core.busiest == 2


@pytest.mark.slow
async def test_who_has_too_many_questions_waiting_is_told_at_once(room: Room) -> None:
    room.limits = replace(room.limits, person_questions=2)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await open_desk.receive(message("one", person="U1"))
        await open_desk.receive(message("two", person="U1"))
        third = message("three", person="U1")
        await open_desk.receive(third)
        (post,) = await room.platform.wait_for(1)
        assert post["outcome"] == Outcome.REFUSED
        assert post["text"].startswith("You have 2 questions waiting.")
        room.core.gate.set()
        await quiet(open_desk)
        await open_desk.receive(third)  # delivered again: it was answered, by the refusal
        await open_desk.receive(message("four", person="U1"))
        await room.platform.wait_for(4)
    assert [question.text for question in room.core.asked] == ["one", "two", "four"]


async def test_a_redelivered_event_is_not_refused_for_waiting_itself(room: Room) -> None:
    room.limits = replace(room.limits, person_questions=1)
    room.core.gate.clear()
    once = message("one")
    async with room.desk() as open_desk:
        await open_desk.receive(once)
        await open_desk.receive(once)
        room.core.gate.set()
        await quiet(open_desk)
    assert room.platform.texts == ["one"]


async def test_a_person_who_asks_much_takes_nothing_from_another(room: Room) -> None:
    room.limits = replace(room.limits, person_questions=1)
    async with room.desk() as open_desk:
        await open_desk.receive(message("mine", person="U1", thread="1.0"))
        await open_desk.receive(message("yours", person="U2", thread="2.0"))
        posts = await room.platform.wait_for(2)
    assert {post["outcome"] for post in posts} == {"answered"}


async def test_a_channel_with_too_many_questions_waiting_is_told(room: Room) -> None:
    room.limits = replace(room.limits, channel_questions=1)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await open_desk.receive(message("one", person="U1", channel="C1"))
        await open_desk.receive(message("two", person="U2", channel="C1"))
        (post,) = await room.platform.wait_for(1)
        assert post["text"].startswith("This channel has 1 question waiting.")
        room.core.gate.set()
        await quiet(open_desk)


@pytest.mark.slow
async def test_a_tenant_with_too_many_questions_waiting_is_told_and_another_is_not(room: Room) -> None:
    room.limits = replace(room.limits, tenant_questions=2)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        for number, tenant in enumerate(("T1", "T1", "T1", "T12")):
            await open_desk.receive(
                message(f"q{number}", person=f"U{number}", channel=f"C{number}", tenant=tenant)
            )
        (post,) = await room.platform.wait_for(1)
        assert post["text"].startswith("Your organisation has 2 questions waiting.")
        room.core.gate.set()
        posts = await room.platform.wait_for(4)
        await quiet(open_desk)
    assert [each["outcome"] for each in posts].count("answered") == 3


@pytest.mark.slow
async def test_a_burst_of_one_person_is_counted_exactly(room: Room) -> None:
    room.limits = replace(room.limits, person_questions=3)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await asyncio.gather(*(open_desk.receive(message(f"q{n}", thread=f"{n}.0")) for n in range(8)))
        posts = await room.platform.wait_for(5)
        assert {post["outcome"] for post in posts} == {"refused"}
        room.core.gate.set()
        await quiet(open_desk)
    assert len(room.core.asked) == 3


# ── what cannot be asked ─────────────────────────────────────────────────────────────────────────


async def test_what_is_no_question_never_reaches_the_core(room: Room) -> None:
    async with room.desk(examples=("Who leads sales?",)) as open_desk:
        await open_desk.receive(message("x" * 10_000))
        await open_desk.receive(message("🎉🎉"))
        posts = await room.platform.wait_for(2)
        await quiet(open_desk)
    assert room.core.asked == []
    assert "10,000 characters" in " ".join(post["text"] for post in posts)


async def test_what_is_no_question_is_not_remembered(room: Room) -> None:
    async with room.desk() as open_desk:
        await open_desk.receive(message("🎉"))
        await room.platform.wait_for(1)
        await open_desk.receive(message("Who?"))
        await room.platform.wait_for(2)
    assert room.platform.texts[1] == "Who?"


# ── what goes wrong ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("is_raised", [True, False])
async def test_of_a_store_that_fails_people_read_the_status_and_the_log_holds_its_words_without_secrets(
    room: Room, caplog: pytest.LogCaptureFixture, is_raised: bool
) -> None:
    async with http_endpoint() as endpoint:
        graph = EndpointGraph(endpoint.url("/secrets"), user="reader", password="hunter4")
        with pytest.raises(GraphRejected) as caught:
            await graph.run(query("reach"), QueryLimits(seconds=5))
    error = caught.value
    failed = what_failed(Question(text="Who?", asked_at=datetime.now(UTC)), error)
    room.core = PreparedCore({"Who?": error if is_raised else failed})
    async with room.desk() as desk:
        await desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    assert "refused the query (HTTP 500)." in post["text"]
    assert post["reference"] in post["text"]
    assert "no connection" not in repr(post)
    assert "It said: no connection to http://…@db.example.com, token=…, sent …" in caplog.text
    assert "hunter" not in caplog.text


async def test_a_defect_is_a_sentence_and_a_reference_for_the_person_and_the_rest_for_the_log(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.core = PreparedCore({"Who?": ZeroDivisionError("in the engine room")})
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    kept = await room.record.answer_of(post["reference"])
    assert kept is not None
    assert (kept.outcome, kept.move, kept.reference) == ("failed", "ours", post["reference"])
    assert post["reference"] in post["text"]
    assert "engine room" not in post["text"]
    assert "engine room" in caplog.text
    assert post["reference"] in caplog.text


async def test_a_defect_is_told_with_its_buttons_in_the_language_of_the_question(room: Room) -> None:
    asked = "Welche Ventile kosten am meisten?"
    room.core = PreparedCore({asked: ZeroDivisionError()})
    async with room.desk() as open_desk:
        await open_desk.receive(message(asked))
        (post,) = await room.platform.wait_for(1)
    kept = await room.record.answer_of(post["reference"])
    assert kept is not None
    assert kept.text.startswith("Bei mir ist etwas schiefgegangen.")
    assert kept.question.language == "de"


@pytest.mark.parametrize(
    ("error", "move"),
    [
        (GraphTimeout("The graph did not answer in 30 seconds."), "operator"),
        (BadInput("The ontology cannot be read."), "asker"),
    ],
)
async def test_an_error_of_the_outside_keeps_its_own_sentence(
    room: Room, error: Exception, move: str
) -> None:
    room.core = PreparedCore({"Who?": error})
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    kept = await room.record.answer_of(post["reference"])
    assert kept is not None
    assert (kept.outcome, kept.move, kept.text) == ("failed", move, kept.text)
    assert kept.text.startswith(str(error))
    assert (post["reference"] in kept.text) is (move == "operator")


async def test_a_question_that_takes_too_long_is_ended(room: Room) -> None:
    room.limits = replace(room.limits, patience=0.01)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    assert post["text"].startswith("I could not finish this in time.")


async def test_a_failure_is_not_remembered_as_a_turn(room: Room) -> None:
    room.core = PreparedCore({"bad": ZeroDivisionError()})
    async with room.desk() as open_desk:
        await open_desk.receive(message("bad"))
        await open_desk.receive(message("good"))
        await room.platform.wait_for(2)
    assert room.platform.texts[1] == "good"


async def test_an_answer_that_cannot_be_written_down_is_a_defect(room: Room) -> None:
    broken = replace(answers.one_thing(), text="half a character: \ud800")
    room.core = PreparedCore({"Who?": broken})
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    assert post["outcome"] == "failed"


async def test_a_question_that_killed_the_process_again_and_again_is_let_be(room: Room) -> None:
    deadly = message("deadly")
    identity = f"{deadly.platform}:{deadly.tenant}:{deadly.event}"
    asked = Question(text=deadly.text, asked_at=deadly.sent_at)
    reference = await room.record.opened(identity, asked, context={})
    for _ in range(workflow.BEGINNINGS):
        await room.record.begun(reference)
    async with room.desk() as open_desk:
        await open_desk.receive(deadly)
        (post,) = await room.platform.wait_for(1)
    assert post["text"].startswith("This question stopped me several times")
    kept = await room.record.answer_of(post["reference"])
    assert kept is not None
    assert kept.move == "asker"  # to try it again is not offered
    assert room.core.asked == []


@pytest.mark.slow
async def test_a_database_that_is_away_for_a_while_delays_the_answer_and_nothing_else(room: Room) -> None:
    class Flickering(type(room.record)):  # type: ignore[misc]
        """Fails at the first try of each kind of writing."""

        def __init__(self) -> None:
            super().__init__(room.database)
            self.failed: set[str] = set()

        async def _write(self, work: object) -> object:
            name = getattr(work, "__qualname__", "")
            if name not in self.failed:
                self.failed.add(name)
                raise DatabaseUnavailable("The database is away.")
            return await super()._write(work)

    records = Flickering()
    async with room.desk(records=records) as open_desk:
        await open_desk.receive(message("Who?"))
        await room.platform.wait_for(1)
        await quiet(open_desk)
    assert len(records.failed) >= 4
    assert room.platform.texts == ["Who?"]


async def delivered(open_desk: Desk, sent: Message) -> None:
    """Delivers a message as platforms do: again, until it is taken."""
    for _ in range(49):
        with suppress(DatabaseUnavailable):
            return await open_desk.receive(sent)
    return await open_desk.receive(sent)


async def test_a_message_that_cannot_be_kept_soon_is_not_taken_and_comes_again(room: Room) -> None:
    room.limits = replace(room.limits, taking=0.2)
    async with room.desk() as open_desk:
        locked = sqlite3.connect(room.folder / "querist-inbox.db", isolation_level=None)
        locked.execute("BEGIN EXCLUSIVE")
        with pytest.raises(DatabaseUnavailable, match=r"not taken over within 0\.2 seconds"):
            await open_desk.receive(message("Who?", event="Ev-again"))
        locked.execute("ROLLBACK")
        locked.close()
        await delivered(open_desk, message("Who?", event="Ev-again"))
        await quiet(open_desk)
    assert room.platform.texts == ["Who?"]


async def test_a_queue_that_cannot_be_used_is_a_sentence_at_the_start(room: Room) -> None:
    (room.folder / "desk.db").write_text("This is a letter, not a database. " * 100)
    with pytest.raises(
        DatabaseUnavailable, match="queue of questions cannot be used: file is not a database"
    ):
        async with room.desk():
            pass


async def test_a_platform_that_the_desk_does_not_have_is_our_defect(room: Room) -> None:
    async with room.desk() as open_desk:
        with pytest.raises(OurMove, match="pigeon"):
            await open_desk.receive(message("Who?", platform="pigeon"))


# ── sending ──────────────────────────────────────────────────────────────────────────────────────


class Moody:
    """Raises what it is given, one after the other, then nothing; keeps the replies that it saw."""

    def __init__(self, *moods: Exception) -> None:
        self._moods = list(moods)
        self.seen: list[Reply] = []
        self.heard = asyncio.Event()

    def __call__(self, reply: Reply) -> None:
        self.seen.append(reply)
        self.heard.set()
        if self._moods:
            raise self._moods.pop(0)


@pytest.mark.slow
async def test_what_was_certainly_not_posted_is_sent_again_whole(room: Room) -> None:
    busy = NotPosted("ratelimited", retry_after=0)
    room.platform = PaperPlatform(room.folder, lookable=False, before=Moody(busy, busy))
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await room.platform.wait_for(1)
        await quiet(open_desk)
    assert room.platform.texts == ["Who?"]


async def test_what_the_platform_will_never_take_is_given_up_and_written_down(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    moody = Moody(NotPosted("channel_not_found", retry_after=None))
    room.platform = PaperPlatform(room.folder, before=moody)
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await moody.heard.wait()
        await quiet(open_desk)
    assert room.platform.texts == []
    assert await room.record.stage(moody.seen[0].reference) == "given_up"
    assert "channel_not_found" in caplog.text


async def test_an_uncertain_post_is_looked_for_before_it_is_sent_again(room: Room) -> None:
    room.platform = PaperPlatform(room.folder, after=Moody(ConnectionError("lost")))
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await quiet(open_desk)
    assert room.platform.texts == ["Who?"]
    assert await room.record.stage(room.platform.posts[0]["reference"]) == "posted"


async def test_an_uncertain_post_on_a_platform_that_cannot_be_searched_gets_a_pointer(room: Room) -> None:
    room.platform = PaperPlatform(room.folder, lookable=False, after=Moody(ConnectionError("lost")))
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await quiet(open_desk)
    assert [post["pointer"] for post in room.platform.posts] == [False, True]


async def test_an_answer_that_cannot_be_drawn_becomes_a_sentence_with_its_reference(room: Room) -> None:
    moody = Moody(*[TypeError("cannot draw")] * delivery.SENDINGS)
    room.platform = PaperPlatform(room.folder, before=moody)
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
    assert post["text"] == f"I have an answer but cannot show it here. It is kept as {post['reference']}."


async def test_progress_is_told_and_its_failure_is_nobodys_business(room: Room) -> None:
    class Shy(PaperPlatform):
        async def progress(self, message: Message, stage: Stage, step: str = "") -> None:
            await super().progress(message, stage, step)
            raise ConnectionError(stage)

    room.platform = platform = Shy(room.folder)
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await platform.wait_for(1)
    assert platform.texts == ["Who?"]
    assert {stage for _, stage in platform.stages} == {Stage.QUEUED, Stage.LINKING}


# ── buttons ──────────────────────────────────────────────────────────────────────────────────────


async def clarified(room: Room, open_desk: Desk) -> str:
    """The reference of an answer that asked back."""
    await open_desk.receive(message("When did Okafor join?"))
    (post,) = await room.platform.wait_for(1)
    assert post["outcome"] == "clarify"
    return str(post["reference"])


@pytest.fixture
def asking_back(room: Room) -> Room:
    class AsksBack(PreparedCore):
        async def answer(self, question: Question, progress: Progress) -> Answer:
            await progress(Stage.LINKING)
            if not question.pins:
                return replace(answers.clarify(), question=question)
            return replace(answers.nothing_found(), question=question)

    room.core = AsksBack()
    return room


async def second_chosen(room: Room) -> Answer:
    """What is kept of the answer to the second choice, once it is pressed."""
    async with room.desk() as open_desk:
        reference = await clarified(room, open_desk)
        await open_desk.receive(message("Nneka Okafor", pressed=Pressed(reference, "choice", 1)))
        posts = await room.platform.wait_for(2)
    kept = await room.record.answer_of(posts[1]["reference"])
    assert kept is not None
    return kept


async def test_a_pressed_choice_is_asked_with_its_pins(asking_back: Room) -> None:
    kept = await second_chosen(asking_back)
    assert kept.question.text == "When did Okafor join?"
    assert kept.question.pins == (Pin(mention="Okafor", term=answers.EX + "nneka"),)


async def test_a_pressed_reading_of_a_model_carries_its_query(room: Room) -> None:
    written = "SELECT ?who WHERE { ?who a <https://plants.example/Employee> }"

    class Doubts(PreparedCore):
        async def answer(self, question: Question, progress: Progress) -> Answer:
            await progress(Stage.LINKING)
            first, second = answers.clarify().choices
            doubted = replace(answers.clarify(), choices=(first, replace(second, query=written)))
            return replace(answers.nothing_found() if question.query else doubted, question=question)

    room.core = Doubts()
    kept = await second_chosen(room)
    assert kept.question.query == written


@pytest.mark.slow
async def test_a_suggestion_is_asked(asking_back: Room) -> None:
    room = asking_back
    async with room.desk() as open_desk:
        await clarified(room, open_desk)
        await open_desk.receive(message("x", pins=(Pin(mention="a", term="b"),)))
        reference = (await room.platform.wait_for(2))[1]["reference"]
        await open_desk.receive(message("Show those", pressed=Pressed(reference, "suggestion", 0)))
        posts = await room.platform.wait_for(3)
    kept = await room.record.answer_of(posts[2]["reference"])
    assert kept is not None
    assert kept.question.text == "Which plants make valves?"


@pytest.mark.slow
async def test_the_map_of_an_answer_is_asked_for_in_the_words_of_its_question(asking_back: Room) -> None:
    room = asking_back
    async with room.desk() as open_desk:
        reference = await clarified(room, open_desk)
        await open_desk.receive(message("Show as a map", pressed=Pressed(reference, "map", 0)))
        posts = await room.platform.wait_for(2)
    first, second = [await room.record.answer_of(ref) for ref in (reference, posts[1]["reference"])]
    assert first is not None
    assert second is not None
    assert second.question.text == f"{first.question.text.rstrip('?')} on a map"


async def test_a_button_pressed_twice_asks_once(asking_back: Room) -> None:
    room = asking_back
    async with room.desk() as open_desk:
        reference = await clarified(room, open_desk)
        for _ in range(2):
            await open_desk.receive(message("Nneka Okafor", pressed=Pressed(reference, "choice", 1)))
        await quiet(open_desk)
    assert len(room.platform.posts) == 2


@pytest.mark.slow
async def test_a_button_pressed_long_after_its_answer_says_that_it_is_used_up(asking_back: Room) -> None:
    room = asking_back
    async with room.desk() as open_desk:
        reference = await clarified(room, open_desk)
        await open_desk.receive(message("Nneka Okafor", pressed=Pressed(reference, "choice", 1)))
        await room.platform.wait_for(2)
        await quiet(open_desk)
    async with room.desk() as open_desk:
        again = message("Nneka Okafor", pressed=Pressed(reference, "choice", 1))
        await open_desk.receive(again)
        await open_desk.receive(again)
        await quiet(open_desk)
    assert room.platform.texts[2:] == ["This button is used up: its answer stands in this thread."]


@pytest.mark.parametrize(
    ("elsewhere", "says"),
    [
        ({"channel": "C2"}, "another conversation"),
        ({"thread": "9.9"}, "another conversation"),
        ({"tenant": "T2"}, "another conversation"),
    ],
)
async def test_a_button_works_in_its_own_thread_alone(
    asking_back: Room, elsewhere: dict[str, str], says: str
) -> None:
    room = asking_back
    async with room.desk() as open_desk:
        reference = await clarified(room, open_desk)
        await open_desk.receive(message("x", pressed=Pressed(reference, "choice", 0), **elsewhere))
        posts = await room.platform.wait_for(2)
    assert says in posts[1]["text"]


@pytest.mark.parametrize("index", [2, -1])
async def test_a_button_that_means_nothing_any_more_says_so(asking_back: Room, index: int) -> None:
    room = asking_back
    async with room.desk() as open_desk:
        reference = await clarified(room, open_desk)
        await open_desk.receive(message("x", pressed=Pressed(reference, "choice", index)))
        await open_desk.receive(message("y", pressed=Pressed("0000-00", "choice", 0)))
        posts = await room.platform.wait_for(3)
    assert {post["text"] for post in posts[1:]} == {
        "I no longer know what this button meant. Please ask in words."
    }


# ── starting and stopping ────────────────────────────────────────────────────────────────────────


async def test_what_is_being_answered_when_the_desk_stops_is_answered_by_the_next_one(room: Room) -> None:
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await open_desk.receive(message("one"))
        await open_desk.receive(message("two"))
        await room.core.wait_for(1)
    assert room.platform.texts == []
    room.core.gate.set()
    async with room.desk():
        await room.platform.wait_for(2)
    assert room.platform.texts == ["one", "two after one"]


async def test_what_is_nearly_done_when_the_desk_stops_may_end(room: Room) -> None:
    room.limits = replace(room.limits, grace=30)
    room.core.gate.clear()
    async with room.desk() as open_desk:
        await open_desk.receive(message("one"))
        await room.core.wait_for(1)
        asyncio.get_running_loop().call_soon(room.core.gate.set)
    assert room.platform.texts == ["one"]


async def test_a_desk_that_stopped_takes_nothing(room: Room) -> None:
    async with room.desk() as open_desk:
        pass
    with pytest.raises(DatabaseUnavailable, match="stopping"):
        await open_desk.receive(message("Who?"))


async def test_threads_of_the_loop_still_work_after_a_desk_has_stopped(room: Room) -> None:
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await room.platform.wait_for(1)
    assert await asyncio.to_thread(lambda: 1) == 1


async def test_the_engine_speaks_through_our_own_log(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?"))
        await room.platform.wait_for(1)
    out, err = capfd.readouterr()
    assert out == ""
    assert err == ""
    assert not any(type(h) is logging.StreamHandler for h in logging.getLogger("dbos").handlers)


# ── who waits for the answer itself ──────────────────────────────────────────────────────────────


async def test_the_reply_to_a_message_can_be_asked_for_as_soon_as_there_is_one(room: Room) -> None:
    room.core = PreparedCore({"Who leads?": answers.one_thing()})
    room.core.gate.clear()
    asked = message("Who leads?")
    async with room.desk() as open_desk:
        assert await open_desk.reply_to(asked) is None
        await open_desk.receive(asked)
        await room.core.wait_for(1)
        assert await open_desk.reply_to(asked) is None
        room.core.gate.set()
        (post,) = await room.platform.wait_for(1)
        reply = await open_desk.reply_to(asked)
    assert reply is not None
    assert (reply.reference, reply.answer.text) == (post["reference"], "Ada Njoroge leads Field Engineering.")


async def test_a_platform_may_name_the_graphs_that_are_asked(room: Room) -> None:
    async with room.desk() as open_desk:
        await open_desk.receive(message("Who?", graphs=("ships",)))
        await open_desk.receive(message("And who?"))
        await room.platform.wait_for(2)
    assert {question.text: question.graphs for question in room.core.asked} == {
        "Who?": ("ships",),
        "And who?": (),
    }
