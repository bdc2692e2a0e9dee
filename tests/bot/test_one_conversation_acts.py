"""The same things are done with answers on every platform, by the real core and desk, to the same outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal, get_args

import pytest

from bot.cards.chart import shown_chart
from bot.channel import Channel
from bot.charts import chart_of
from bot.message import Message
from bot.words import words
from connectors.database.record import Record
from kgqa.pipeline import Pipeline
from kgqa.trace import bound
from kgqa.types import Answer, Question
from tests.bot.conversation import Hand, Place, Seen, alone, as_seen
from tests.bot.conversation_here import in_the_terminal, on_the_page
from tests.bot.conversation_slack import on_slack
from tests.bot.conversation_teams import on_teams
from tests.bot.desks import until
from tests.sampled import first_alone

pytestmark = pytest.mark.slow

COUNTRIES = "How many suppliers are in each country?"
OTHER = 2  # its second other reading
NORWAY = "Which suppliers are in Norway?"
GERMANY = "Which suppliers are in Germany?"
COUNT = "how many are those?"
REASON = "Iceland is missing."

On = Callable[[Pipeline, Path], AbstractAsyncContextManager[tuple[Hand, Place]]]
CHATS: dict[str, On] = {
    "slack-http": partial(on_slack, "http"),
    "slack-socket": partial(on_slack, "socket"),
    "teams": on_teams,
    "page": on_the_page,
}

Act = Literal["judge", "run again", "choose another reading", "chart", "edit", "correct", "share", "remove"]
CANNOT: dict[str, dict[Act, str]] = {  # what a platform lacks, and why
    "page": {
        "correct": "a question that was asked stands; it is asked again in other words",
        "share": "who sits at this machine is alone there",
    },
    "terminal": dict.fromkeys(
        get_args(Act), "it is lines of text: no quiet buttons, and what was printed stays printed"
    ),
}
LABELS: dict[Act, str] = {
    "judge": "up",
    "run again": "again",
    "choose another reading": "meant",
    "chart": "chart",
    "edit": "edit",
    "share": "share",
    "remove": "remove",
}


@pytest.fixture(scope="session")
def told(core: Pipeline) -> dict[str, Answer]:
    """What the core alone says to each question, and to the other reading of the first."""
    questions = (COUNTRIES, NORWAY, GERMANY)
    threads = {text: tuple(dict.fromkeys((COUNTRIES, text))) for text in questions}
    answers = {text: asyncio.run(alone(core, thread))[-1] for text, thread in threads.items()}
    other = answers[COUNTRIES].others[OTHER - 1]
    asked = Question(text=other.question, pins=other.pins, asked_at=datetime.now(UTC))
    return answers | {"other": asyncio.run(core.answer(asked, _unseen))}


class Script:
    """One person on one platform, who counts the answers that stand in the thread."""

    def __init__(self, person: Hand, place: Place) -> None:
        self.person, self.place = person, place
        self.record = Record(place.database)
        self.standing = 0

    async def next(self) -> Seen:
        """The next answer in the thread."""
        self.standing += 1
        seen = await self.person.answer(self.standing)
        assert self.person.answers == self.standing

        async def is_known() -> bool:  # nobody presses before the bot knows what it has posted
            return bool(await self.record.ids_of(self.person.reference))

        await until(is_known)
        return seen

    async def kept(self) -> Answer:
        """What is recorded of the answer read last."""
        answer = await self.record.answer_of(self.person.reference)
        assert answer is not None
        return answer

    async def answers_private(self) -> None:
        """An admin has answers shown to their askers alone, from now on."""
        where = await self.record.context_of(self.person.reference)
        admin = Message(
            platform=where["platform"],
            tenant=where["tenant"],
            channel=where["channel"],
            thread=where["thread"],
            person=where["person"],
            event="",
            text="",
            sent_at=datetime.now(UTC),
            address="",
            private=True,
        )
        await self.place.desk.set_channel(admin, Channel(private=True))


async def judged(script: Script, told: dict[str, Answer]) -> None:
    await script.person.say(COUNTRIES)
    assert _but_rows(await script.next()) == _but_rows(as_seen(told[COUNTRIES]))
    await script.person.judge(REASON)

    async def is_kept() -> bool:
        notes = await script.record.judgements(script.person.reference)
        return bool(notes) and (notes[-1]["verdict"], notes[-1]["reason"]) == ("down", REASON)

    await until(is_kept)


async def run_again(script: Script, told: dict[str, Answer]) -> None:
    before = script.person.reference
    await script.person.run_again()
    assert _but_rows(await script.next()) == _but_rows(as_seen(told[COUNTRIES]))
    assert bound((await script.kept()).table) == bound(told[COUNTRIES].table)
    assert script.person.reference != before


async def drawn(script: Script, told: dict[str, Answer]) -> None:
    chart = chart_of(told[COUNTRIES])
    assert chart
    assert await script.person.chart() == shown_chart(chart, "en").title


async def meant(script: Script, told: dict[str, Answer]) -> None:
    await script.person.choose_other(OTHER)
    seen = await script.next()
    assert (seen.lead, seen.query) == (as_seen(told["other"]).lead, as_seen(told["other"]).query)
    assert seen.query != as_seen(told[COUNTRIES]).query


async def edited(script: Script, told: dict[str, Answer]) -> None:
    own = f"{as_seen(told[NORWAY]).query}\nLIMIT 2"
    await script.person.edit(own)
    await script.next()
    answer = await script.kept()
    assert answer.table is not None
    assert len(answer.table.rows) == 2
    assert answer.query is not None
    assert "LIMIT 2" in answer.query.text


async def corrected(script: Script, told: dict[str, Answer]) -> None:
    await script.person.say(NORWAY)
    assert await script.next() == as_seen(told[NORWAY])
    await script.person.correct(GERMANY)
    assert (await script.next()).lead == as_seen(told[GERMANY]).lead
    await script.person.say(COUNT)  # the thread goes on from what stands there now
    await script.next()
    assert bound((await script.kept()).table) == [["5"]]


async def shared(script: Script, told: dict[str, Answer]) -> None:
    await script.answers_private()
    await script.person.say(NORWAY)
    assert await script.person.read_alone() == as_seen(told[NORWAY]).lead
    assert script.person.answers == script.standing  # nobody else sees it
    await script.person.share()
    assert (await script.next()).lead == as_seen(told[NORWAY]).lead


async def removed(script: Script, told: dict[str, Answer]) -> None:
    await script.person.remove()

    async def is_gone() -> bool:
        return script.person.answers == script.standing - 1

    await until(is_gone)
    assert await script.record.notes(script.person.reference, "removed")
    assert bound((await script.kept()).table)  # the record stays


STEPS: dict[Act, Callable[[Script, dict[str, Answer]], Awaitable[None]]] = {
    "judge": judged,
    "run again": run_again,
    "chart": drawn,
    "choose another reading": meant,
    "edit": edited,
    "correct": corrected,
    "share": shared,
    "remove": removed,
}


def test_every_act_has_its_step() -> None:
    assert set(STEPS) == set(get_args(Act))
    assert all(CANNOT.get(platform, {}).keys() < set(STEPS) for platform in CHATS)


@pytest.mark.parametrize("platform", first_alone(CHATS))
async def test_what_is_done_with_an_answer_has_the_same_outcome_everywhere(
    core: Pipeline, told: dict[str, Answer], platform: str, tmp_path: Path
) -> None:
    cannot = CANNOT.get(platform, {})
    async with CHATS[platform](core, tmp_path) as (person, place):
        script = Script(person, place)
        for act, step in STEPS.items():
            if act in cannot:
                assert act not in LABELS or words("en")(f"act-{LABELS[act]}") not in person.offered()
            else:
                await step(script, told)


async def test_a_terminal_offers_nothing_that_it_cannot_do(core: Pipeline, tmp_path: Path) -> None:
    assert set(CANNOT["terminal"]) == set(get_args(Act))
    async with in_the_terminal(core, tmp_path) as (person, _):
        await person.say(COUNTRIES)
        seen = await person.answer(1)
        shown = "\n".join((seen.lead, *seen.rows, *seen.trace))
        assert not [label for label in LABELS.values() if words("en")(f"act-{label}") in shown]


def _but_rows(seen: Seen) -> Seen:
    """Rows of several columns are read out of no drawing."""
    return replace(seen, rows=())


async def _unseen(*_: object) -> None:
    """Nobody looks on."""
