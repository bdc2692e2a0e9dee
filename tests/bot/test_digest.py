"""The digest of a week: what it counts and quotes, that it goes out once, and what its buttons lead to."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot import wiring
from bot.access.rights import Rights
from bot.access.rules import Access, Rule, Whom
from bot.cards import slack_digest, teams_digest
from bot.cards.digest import shown_digest
from bot.cards.look import Look
from bot.cards.teams_limits import LIMIT, size
from bot.commands import digest as command
from bot.desk.job import context_of
from bot.digest.counted import Asked, Digest
from bot.digest.schedule import Reader, weekly
from bot.digest.sending import Sending
from bot.message import NotPosted
from bot.people import People
from bot.platforms.teams import Teams
from bot.settings import Settings, load
from bot.words import words
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.digests import DigestLedger
from connectors.database.record import Record
from kgqa.errors import BadInput, BadSetting
from kgqa.types import Answer, Outcome
from tests.bot.desks import message
from tests.bot.slack_bot import running
from tests.bot.teams_room import announcing
from tests.doubles import answers
from tests.doubles.platform import PaperPlatform
from tests.doubles.slack.blocks import words as words_in
from tests.doubles.slack.hands import Hands, labels
from tests.doubles.teams import TENANT
from tests.postgres import migrated_postgres
from tests.sqlite import with_tables

__all__ = ["migrated_postgres"]  # a fixture

HERE = "paper:T1:C-ADMINS"


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with_tables(tmp_path / "querist.db", tmp_path / "work.db")
    opened = Database.open(f"sqlite:///{tmp_path}/querist.db")
    yield opened
    opened.close()


async def ask(database: Database, text: str, outcome: Outcome = Outcome.ANSWERED, **where: Any) -> str:
    """A question that was asked and answered just now; its reference."""
    record, said = Record(database), message(text, **where)
    given = answers.one_thing()
    last = text.rsplit(maxsplit=1)[-1].strip("?")
    told = given.text if outcome is Outcome.ANSWERED else f"The graph knows nothing about “{last}”."
    question = replace(given.question, text=text, closed_by=())
    answer: Answer = replace(given, question=question, outcome=outcome, text=told)
    reference = await record.opened(said.event, answer.question, context=context_of(said))
    await record.begun(reference)
    await record.closed(reference, answer)
    return reference


@dataclass
class Paper(PaperPlatform):
    """A platform that keeps what it is to announce; it fails as it is told to."""

    told: list[tuple[str, Digest]] = field(default_factory=list)
    fails: list[Exception] = field(default_factory=list)

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.told, self.fails = [], []

    def is_person(self, to: Reader) -> bool:
        return to.identity.startswith("U")

    async def announce(self, to: Reader, digest: Digest) -> None:
        if self.fails:
            raise self.fails.pop(0)
        self.told.append((str(to), digest))


def due_now() -> str:
    """The setting by which a digest has been due for some minutes."""
    due = datetime.now(UTC) - timedelta(minutes=5)
    return f"{due:%A %H:%M} UTC"


def settings(folder: Path, **more: Any) -> Settings:
    return load(data=folder, digest_to=HERE, digest_at=due_now(), **more)


def sending(folder: Path, database: Database, paper: Paper, **more: Any) -> Sending:
    made = wiring.open_digests(settings(folder, **more), (paper,), database)
    assert made is not None
    return made


async def digest(folder: Path, database: Database, rights: Rights | None = None, **more: Any) -> Digest:
    """What the channel of the admins gets when the digest of the week that ends now is due."""
    paper = Paper(folder)
    made = wiring.open_digests(settings(folder, **more), (paper,), database, rights)
    assert made is not None
    # of the time until now, and not until five minutes ago
    return await made._read(Reader.of(HERE), datetime.now(UTC) - timedelta(days=7), datetime.now(UTC))


# ── what it counts and quotes ────────────────────────────────────────────────────────────────────


async def test_it_counts_questions_people_and_how_they_ended(tmp_path: Path, database: Database) -> None:
    for person, text in (("U1", "How many orders are open?"), ("U2", "how many orders  are open")):
        await ask(database, text, person=person)
    await ask(database, "Who is Kim?", Outcome.CLARIFY)
    await ask(database, "What is our churn?", Outcome.NOT_IN_GRAPH)
    wrong = await ask(database, "What did we sell in 2025?")
    await Record(database).judged(wrong, by="paper:T1:U3", verdict="down", reason="wrong")
    found = await digest(tmp_path, database)
    assert (found.questions, found.people) == (5, 2)
    assert (found.answered, found.asked_back, found.unanswered, found.not_right) == (3, 1, 1, 1)
    (most,) = found.most
    assert (most.question, most.times, most.people) == ("how many orders  are open", 2, 2)
    (open_,) = found.open
    assert (open_.question, open_.word) == ("What is our churn?", "churn")
    assert [one.question for one in found.wrong] == ["What did we sell in 2025?"]


async def test_nobody_is_named_and_what_was_asked_in_private_is_counted_and_not_quoted(
    tmp_path: Path, database: Database
) -> None:
    await ask(database, "What does Ada earn?", Outcome.UNKNOWN, private=True, person="U-SECRET")
    await ask(database, "What does Bob earn?", Outcome.UNKNOWN, to_asker=True)
    found = await digest(tmp_path, database)
    assert (found.questions, found.unanswered, found.open) == (2, 2, ())
    allowed = await digest(tmp_path, database, digest_private=True)
    assert {one.question for one in allowed.open} == {"What does Ada earn?", "What does Bob earn?"}
    assert "U-SECRET" not in repr(allowed)


async def test_what_was_deleted_or_belongs_to_a_forgotten_person_is_not_quoted(
    tmp_path: Path, database: Database
) -> None:
    deleted = await ask(database, "A slip of the tongue?", Outcome.UNKNOWN)
    await Record(database).noted(deleted, "removed", by="paper:T1:U1", ids="")
    await ask(database, "Who forgets me?", Outcome.UNKNOWN, person="U9")
    await AuditTrail(database).forget("paper:T1:U9", by="an operator", why="")
    found = await digest(tmp_path, database)
    assert (found.questions, found.open) == (2, ())


async def test_what_needs_more_rights_than_its_readers_have_is_not_quoted(
    tmp_path: Path, database: Database
) -> None:
    await ask(database, "What does Ada earn?", Outcome.UNKNOWN)  # by somebody to whom nothing was closed
    pay = Rule(name="pay", classes=("https://example.org/Salary",), open_to=Whom(groups=frozenset({"hr"})))
    rights = Rights(Access(path=tmp_path / "access.toml", rules=(pay,)))
    assert (await digest(tmp_path, database, rights)).open == ()
    assert len((await digest(tmp_path, database)).open) == 1


async def test_nobody_reads_what_was_asked_in_another_workspace_of_the_platform(
    tmp_path: Path, database: Database
) -> None:
    await ask(database, "What do others ask?", Outcome.UNKNOWN, tenant="T2")
    await ask(database, "What is asked elsewhere?", Outcome.UNKNOWN, platform="door", tenant="")
    found = await digest(tmp_path, database)
    assert (found.questions, [one.question for one in found.open]) == (1, ["What is asked elsewhere?"])


# ── when it goes out ─────────────────────────────────────────────────────────────────────────────


def test_it_is_due_at_the_same_time_of_day_when_the_clocks_change() -> None:
    when = weekly("monday 8:00 Europe/Berlin")
    due = when.last(datetime(2026, 10, 28, 12, tzinfo=UTC))
    assert due == datetime(2026, 10, 26, 7, tzinfo=UTC)  # winter time since the day before
    assert when.before(due) == datetime(2026, 10, 19, 6, tzinfo=UTC)
    assert when.last(due - timedelta(seconds=1)) == when.before(due)


@pytest.mark.parametrize(
    ("name", "value"),
    [("digest_at", "someday 8:00"), ("digest_at", "monday 8:00 Europe/Bonn"), ("digest_to", "C0456DEF")],
)
def test_a_slip_in_the_settings_ends_the_start(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=f"QUERIST_{name.upper()}"):
        load(**{name: value})


def test_a_reader_of_a_platform_that_is_not_set_up_ends_the_start(tmp_path: Path, database: Database) -> None:
    with pytest.raises(BadSetting, match="QUERIST_DIGEST_TO names teams:t:19:x"):
        wiring.open_digests(load(digest_to="teams:t:19:x"), (Paper(tmp_path),), database)


def test_without_a_reader_there_is_none(tmp_path: Path, database: Database) -> None:
    assert wiring.open_digests(load(), (Paper(tmp_path),), database) is None


async def test_it_goes_out_once_also_after_a_restart(tmp_path: Path, database: Database) -> None:
    paper = Paper(tmp_path)
    await sending(tmp_path, database, paper).send_due()
    await sending(tmp_path, database, paper).send_due()
    assert [to for to, _ in paper.told] == [HERE]
    stages = [(act.facts["stage"], act.details["to"]) for act in await AuditTrail(database).acts(most=9)]
    assert stages == [("posted", HERE), ("sending", HERE)]


async def test_several_replicas_on_one_postgresql_send_it_once(
    tmp_path: Path, migrated_postgres: str
) -> None:
    opened = [Database.open(migrated_postgres) for _ in range(3)]
    try:
        paper = Paper(tmp_path)
        made = [sending(tmp_path, each, paper) for each in opened for _ in range(2)]
        await asyncio.gather(*(each.send_due() for each in made))
        assert len(paper.told) == 1
    finally:
        for each in opened:
            each.close()


async def test_what_certainly_was_not_posted_is_tried_again_and_what_is_open_is_not(
    tmp_path: Path, database: Database
) -> None:
    paper, due = Paper(tmp_path), datetime.now(UTC)
    ledger = DigestLedger(database)
    paper.fails = [NotPosted("no", retry_after=None)]
    await sending(tmp_path, database, paper).send_due()
    assert [act.facts["stage"] for act in await AuditTrail(database).acts(most=1)] == ["not posted"]
    await sending(tmp_path, database, paper).send_due()
    assert paper.told == []  # within an hour it is left alone
    assert await ledger.claim(due, "x", pause=timedelta(0))
    await ledger.ended(due, "x", "not posted")
    assert await ledger.claim(due, "x", pause=timedelta(0))
    await ledger.ended(due, "x", "open")
    assert not await ledger.claim(due, "x", pause=timedelta(0))


async def test_a_digest_that_is_more_than_a_day_late_is_left_out(tmp_path: Path, database: Database) -> None:
    paper = Paper(tmp_path)
    late = sending(tmp_path, database, paper)
    late._clock = lambda: datetime.now(UTC) + timedelta(days=2)
    await late.send_due()
    assert paper.told == []


# ── how it looks, and what its buttons lead to ───────────────────────────────────────────────────

WEEK = Digest(
    since=datetime(2026, 11, 16, 7, tzinfo=UTC),
    until=datetime(2026, 11, 23, 7, tzinfo=UTC),
    questions=214,
    people=31,
    answered=171,
    asked_back=12,
    unanswered=29,
    not_right=1,
    most=(Asked(question="How many orders are open?", times=14, people=6),),
    open=(Asked(question="Who is *Kim*?", times=1, people=1, said="I do not know “Kim”.", word="Kim"),),
    wrong=(Asked(question="What did we sell?", times=2, people=2, said="*€20.75 m* in 2025. And more."),),
)
COUNTS = {
    "en": "171 answered (80%) · 12 asked back · 29 not answered · 1 thumb down",
    "de": "171 beantwortet (80\u00a0%) · 12 mit Rückfrage · 29 nicht beantwortet · 1 Daumen runter",
}


async def test_in_slack_it_is_a_message_with_what_can_be_done_below_each_question() -> None:
    async with running(look=Look(reviewers=People.of(["UADA"]))) as bot:
        await bot.platform.announce(Reader.of("slack:T1:C1"), WEEK)
        (posted,) = bot.slack.workspace.answers()
        assert posted["channel"] == "C1"
        text = words_in(posted["blocks"])
        for part in (
            "214 questions by 31 people",
            COUNTS["en"],
            "How many orders are open?",
            "14 times by 6",
        ):
            assert part in text
        assert "€20.75 m in 2025." in text
        assert "And more" not in text
        assert labels(posted["blocks"]) == 2 * ["Ask and verify", "Add a name", "Define"]
        await bot.platform.announce(Reader.of("slack:T1:UADA"), WEEK)
        assert bot.slack.workspace.answers()[-1]["channel"] == "D1"


async def test_in_slack_a_question_is_asked_again_in_the_thread_of_the_digest() -> None:
    async with running() as bot:
        await bot.platform.announce(Reader.of("slack:T1:C1"), WEEK)
        (posted,) = bot.slack.workspace.answers()
        assert (await Hands(bot.people).press(posted, "Ask again")).status == 200
        (asked,) = bot.desk.received
        assert (asked.text, asked.person, asked.private) == ("Who is *Kim*?", "UADA", False)
        assert (asked.channel, asked.thread) == ("C1", posted["ts"])
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert bot.slack.workspace.answers()[-1]["thread_ts"] == posted["ts"]


@pytest.mark.parametrize(
    ("label", "line"), [("Add a name", '"surface_forms": ["Kim"]'), ("Define", 'name = "Kim"')]
)
async def test_in_slack_a_name_or_a_definition_is_shown_as_the_lines_to_add(label: str, line: str) -> None:
    async with running() as bot:
        await bot.platform.announce(Reader.of("slack:T1:C1"), WEEK)
        await Hands(bot.people).press(bot.slack.workspace.answers()[0], label)
        (view,) = bot.slack.workspace.screens.dialogs
        assert line in words_in(view["blocks"])
        assert bot.desk.received == []


async def test_in_slack_a_channel_without_the_bot_is_certainly_not_posted_to() -> None:
    async with running() as bot:
        bot.slack.workspace.channels["C1"].member = False
        with pytest.raises(NotPosted, match="invite it"):
            await bot.platform.announce(Reader.of("slack:T1:C1"), WEEK)


@pytest.fixture
async def teams() -> AsyncIterator[tuple[Teams, Any]]:
    async with announcing() as made:
        yield made


async def test_in_teams_it_is_a_card_in_a_channel_or_in_the_chat_with_a_person(
    teams: tuple[Teams, Any],
) -> None:
    bot, microsoft = teams
    await bot.announce(Reader.of(f"teams:{TENANT}:19:admins@thread.tacv2"), WEEK)
    await bot.announce(Reader.of(f"teams:{TENANT}:11111111-2222-3333-4444-555555555555"), WEEK)
    first, second = microsoft.posted
    assert "19:admins@thread.tacv2" in microsoft.paths[0]
    assert "11111111-2222" in microsoft.paths[1]
    assert [each["id"] for each in microsoft.created[0]["members"]] == [
        "11111111-2222-3333-4444-555555555555"
    ]
    text = json.dumps(first["attachments"][0]["content"], ensure_ascii=False)
    assert COUNTS["en"] in text
    assert '{"question": "Who is *Kim*?"}' in text  # asked as the examples of Home are
    assert first["attachments"] == second["attachments"]


def test_in_teams_as_many_questions_are_shown_as_there_is_room_for() -> None:
    long = tuple(Asked(question=f"{n} {'ü' * 290}?", times=1, people=1, said="ü" * 290) for n in range(20))
    shown = shown_digest(replace(WEEK, open=long, wrong=long), Look())
    assert size(teams_digest.draw(shown, say=words("en"))) <= LIMIT


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_speaks_the_language_of_the_deployment(language: str) -> None:
    card = slack_digest.draw(shown_digest(WEEK, Look(language=language)))
    assert COUNTS[language] in words_in(list(card.blocks))


def test_a_week_without_a_question_says_so() -> None:
    shown = shown_digest(Digest(since=WEEK.since, until=WEEK.until), Look())
    assert (shown.counts, shown.parts, shown.note) == (("Nobody asked anything.",), (), "")


# ── in the terminal ──────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def app() -> typer.Typer:
    made = typer.Typer()
    made.callback()(lambda: None)
    command.add(made)
    return made


def test_in_the_terminal_it_is_printed_for_any_time_and_the_record_says_who_read(
    app: typer.Typer, data: Path
) -> None:
    database = Database.open(f"sqlite:///{data}/querist.db")
    asyncio.run(ask(database, "What is our churn?", Outcome.NOT_IN_GRAPH, private=True))
    done = CliRunner().invoke(app, ["digest", "--since", "today"])
    assert "1 question by 1 person · 0 answered (0%) · 1 not answered" in done.stdout
    assert "What is our churn?" in done.stdout
    plain = json.loads(CliRunner().invoke(app, ["digest", "--json"]).stdout)
    assert plain["open"][0]["not_understood"] == "churn"
    assert [act.kind for act in asyncio.run(AuditTrail(database).acts(most=9))] == ["digest", "digest"]
    database.close()


def test_in_the_terminal_a_time_that_ends_before_it_begins_is_told(app: typer.Typer, data: Path) -> None:
    done = CliRunner().invoke(app, ["digest", "--since", "1d", "--until", "2d"])
    assert isinstance(done.exception, BadInput)
