"""Every other way to an answer goes by rights, too: doors, names while one types, the library, links, models;
and what people of equal rights share.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.access import Rights
from bot.buttons import Pressed
from bot.commands import access as command
from bot.desk import Apart
from bot.doctor import access as doctor
from bot.doctor.finding import Visit
from bot.doctor.graph import graph, ontology
from bot.platforms.doors import Looking
from bot.platforms.doors.shapes import Card, Search
from bot.platforms.doors.tokens import Caller
from bot.platforms.doors.turned import TurnedAway
from bot.wiring import access_of, close_core, close_graph, open_core, open_database, open_reviewed, warm
from bot.wiring.doors import kits_of
from bot.wiring.found import finder
from bot.wiring.rights import ByRights
from kgqa.conversation import turn_of
from kgqa.errors import BadSetting
from kgqa.library.pair import Pair, Source
from kgqa.ports import Completion
from kgqa.spending import MemoryLedger, Purse
from kgqa.types import Outcome, Pin
from tests.bot.desks import Room, message
from tests.bot.payroll import (
    ACCESS,
    CLOSED,
    DEF,
    IDS,
    SALARY,
    ask,
    by_rights,
    question,
    quiet,
    settings_in,
)

pytestmark = pytest.mark.slow

ALL = ("cases", "pay")
QUERY = f"SELECT ?s WHERE {{ <{IDS}ben> <{DEF}salary> ?s }}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ways")


@pytest.fixture(scope="module")
def core(folder: Path) -> Iterator[ByRights]:
    with by_rights(settings_in(folder)) as core:
        yield core


# ── the core ─────────────────────────────────────────────────────────────────────────────────────


def test_who_nobody_has_looked_at_may_see_least(core: ByRights) -> None:
    answer = ask(core, SALARY, None)
    assert (answer.outcome, answer.text) == (Outcome.REFUSED, CLOSED)
    assert answer.question.closed_by == ALL


def test_a_rule_that_is_gone_closes_all_that_any_rule_does(core: ByRights) -> None:
    assert ask(core, SALARY, ("once",)).outcome is Outcome.REFUSED


def test_a_query_and_a_choice_are_held_to_the_same_rights(core: ByRights) -> None:
    assert ask(core, "", ALL, query=QUERY).outcome is Outcome.REFUSED
    assert ask(core, "", ("cases",), query=QUERY).outcome is Outcome.ANSWERED
    pinned = replace(question("What is the pay?", ALL), pins=(Pin(mention="pay", term=DEF + "salary"),))
    assert asyncio.run(core.answer(pinned, quiet)).outcome is Outcome.REFUSED


def test_nothing_of_a_thread_is_heard_by_who_may_see_less(core: ByRights) -> None:
    history = (turn_of(ask(core, SALARY, ("cases",))),)
    for text in ("why?", "and of Dora Ries?", "what did you assume?"):
        answer = ask(core, text, ALL, history)
        assert answer.question.history == ()
        assert not re.search(r"\b(4200|3900)\b", repr(answer))  # the digits of a duration may be the same
    going_on = ask(core, "and of Dora Ries?", ("cases",), history)
    assert going_on.outcome is Outcome.ANSWERED, (going_on.text, history)
    assert ask(core, "why?", (), history).question.history == history  # who may see more hears it


CONVERSIONS = """
[[closed]]
name = "conversions"
functions = ["convert"]
open_to.groups = ["pay"]
"""
MILES = "Convert 5 miles to km."


def test_a_function_is_closed_to_some_and_the_settings_close_it_to_all(folder: Path) -> None:
    settings = settings_in(folder / "functions", ACCESS + CONVERSIONS)
    with by_rights(settings) as core:
        refused = ask(core, MILES, ("cases", "conversions"))
        assert (refused.outcome, refused.text) == (Outcome.REFUSED, "“convert” is not open to you here.")
        assert ask(core, MILES, None).outcome is Outcome.REFUSED
        answered = ask(core, MILES, ("cases",))
        assert answered.outcome is Outcome.ANSWERED
        assert "8.0" in answered.text
        assert answered.question.closed_by == ("cases",)
    with by_rights(settings.model_copy(update={"closed_functions": "convert"})) as core:
        assert ask(core, MILES, ("cases",)).outcome is Outcome.REFUSED


def test_a_thousand_people_in_five_groups_share_names_and_kits(core: ByRights) -> None:
    for _ in range(50):
        for closed_by in ((), ("pay",), ("cases",), ALL, None):
            asyncio.run(core.made(ALL if closed_by is None else closed_by))
    kits = list(core.kits())
    assert len(kits) == 4
    whole = next(kit for kit in kits if not kit.conditions.closed)
    for kit in kits:
        if kit is not whole:
            assert kit.index.names._names._search.index is whole.index.names._search.index  # type: ignore[attr-defined]
        assert kit.examples == core.kit.examples
        assert kit.linkers is core.kit.linkers


def test_a_service_makes_the_kits_of_its_groups_before_they_ask(folder: Path) -> None:
    settings = settings_in(folder / "warm")
    access = access_of(settings)
    assert access is not None
    with by_rights(settings) as fresh:
        asyncio.run(warm(Apart(fresh), Rights(access)))
        assert {frozenset(kit.conditions.closed.properties) for kit in fresh.kits()} == {
            frozenset(),
            frozenset((DEF + "salary",)),
        }


def test_without_a_file_there_is_one_kit_as_ever(folder: Path) -> None:
    settings = settings_in(folder / "plain").model_copy(update={"access": None})
    assert access_of(settings) is None
    plain = asyncio.run(open_core(settings))
    try:
        assert not isinstance(plain, ByRights)
        assert "4,200" in ask(plain, SALARY, ALL).text
    finally:
        close_core(plain)


class Scribe:
    """A model that says nothing useful, and remembers all that it was told."""

    name = "scribe"

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def complete(self, messages: Sequence[tuple[str, str]], **_: Any) -> Completion:
        self.heard.append(repr(messages))
        return Completion(text="{}", model=self.name, input_tokens=1, output_tokens=1)


def test_a_model_is_told_nothing_that_the_asker_may_not_see(folder: Path) -> None:
    settings = settings_in(folder / "model", model_name="scribe", strategies="oneshot")
    scribe = Scribe()
    purse = Purse(scribe, MemoryLedger())
    opened = asyncio.run(open_core(settings, access=access_of(settings), purse=purse))
    try:
        ask(opened, "Whom should one ring up first?", ALL)
        heard = "".join(scribe.heard)
        assert "worksIn" in heard
        for word in ("concerns", "Case", "Missing forklift"):
            assert word not in heard
        assert heard.count("salary") == len(scribe.heard)  # in the example that each prompt has
        ask(opened, "Whom should one ring up first?", ())
        assert "concerns" in "".join(scribe.heard)
    finally:
        close_core(opened)


# ── what needs no question ───────────────────────────────────────────────────────────────────────


async def test_programs_at_the_doors_are_told_by_their_rights(core: ByRights, folder: Path) -> None:
    access = access_of(settings_in(folder))
    assert access is not None
    named = replace(access, groups=(replace(access.groups[0], people=frozenset(("door:local:payer",))),))
    rights = Rights(named)

    async def closed_to(caller: Caller) -> frozenset[str]:
        return (await rights.of_person("door", "local", caller.name)).own

    await core.made(("cases",))
    looking = Looking(kits_of(core), closed_to)
    told = {}
    for name in ("payer", "anybody"):
        caller = Caller(name=name, graphs=())
        found = await looking.search(caller, Search(words="salary"))
        card = await looking.card(caller, Card())
        assert not isinstance(found, TurnedAway)
        assert not isinstance(card, TurnedAway)
        told[name] = (bool(found.found), "salary" in card.card)
    assert told == {"payer": (True, True), "anybody": (False, False)}


async def test_names_are_found_while_typing_by_who_may_know_of_them(core: ByRights) -> None:
    find = finder(core)
    assert find is not None
    await core.made(("pay",))
    assert await find("Missing forklift", 5, (), frozenset(("pay",)))
    for closed_by in (frozenset(ALL), frozenset(("cases",)), None):
        assert not await find("Missing forklift", 5, (), closed_by)


# ── the desk ─────────────────────────────────────────────────────────────────────────────────────


async def test_a_link_to_a_file_is_good_as_long_as_its_asker_may_see_it(
    core: ByRights, folder: Path, tmp_path: Path
) -> None:
    access = access_of(settings_in(folder))
    assert access is not None
    payer = replace(access.groups[0], people=frozenset(("paper:t1:u1",)), slack=())
    room = Room(tmp_path, core=core)  # type: ignore[arg-type]  # a real one
    for groups, is_open in (((payer, access.groups[1]), True), (access.groups, False)):
        rights = Rights(replace(access, groups=groups))
        async with room.desk(rights=rights) as desk:
            if is_open:
                await desk.receive(message(SALARY, private=True))
                (post,) = await room.platform.wait_for(1)
                assert "4,200" in post["text"]
                reference = str(post["reference"])
            assert (await desk.answer_of(reference) is not None) is is_open
            heard = await desk.press(message("", private=True, pressed=Pressed(reference, "evidence", 0)))
            assert (heard.reply is not None) is is_open


async def test_verified_pairs_answer_those_who_may_see_what_they_ask(folder: Path, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, strategies="library")
    database = open_database(settings)
    opened = await open_core(settings, access=access_of(settings), database=database)
    try:
        reviewed = open_reviewed(settings, opened, database)
        assert reviewed is not None
        pair = Pair(
            question="How is Ben paid?",
            sparql=QUERY,
            language="en",
            by="slack:T1:UADA",
            at=datetime.now(UTC),
            source=Source.THREAD,
        )
        assert isinstance(opened, ByRights)
        await opened.made(("cases",))
        assert await reviewed.keep(pair) == "kept"
        asked = question("How is Ben paid?", ("cases",))
        assert (await opened.answer(asked, quiet)).outcome is Outcome.ANSWERED
        for closed_by in (ALL, ("pay",), None):
            answer = await opened.answer(replace(asked, closed_by=closed_by), quiet)
            assert answer.outcome is not Outcome.ANSWERED
            assert "salary" not in repr(answer)
    finally:
        close_core(opened)
        database.close()


# ── an admin ─────────────────────────────────────────────────────────────────────────────────────


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str]:
    monkeypatch.setenv("QUERIST_GRAPH", str(folder / "company.ttl"))
    monkeypatch.setenv("QUERIST_DATA", str(folder / "data"))
    monkeypatch.setenv("QUERIST_ACCESS", str(folder / "access.toml"))
    result = CliRunner().invoke(command.group, words)
    return result.exit_code, result.stdout


def test_the_rules_are_shown_with_what_follows_from_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings_in(folder)
    code, told = run(folder, monkeypatch, "show")
    assert code == 0
    assert "cases\n  closes the class def:Case\n  and with it 1 term more: concerns\n" in told
    assert "  open only to the group lawyers and the channel slack:T1:CLAW\n" in told


@pytest.mark.parametrize(
    ("person", "more", "code", "said"),
    [
        ("ada@example.com", (), 0, "  runs.\n\n    PREFIX def:"),
        ("slack:T1:UBOB", (), 1, "  does not run: it touches the rule pay.\n"),
        ("ada@example.com", ("--channel", "slack:T1:C1"), 0, "is answered to this person alone"),
        ("slack:T1:UBOB", ("--channel", "slack:T1:C1"), 1, "pay: closed to this person\n"),
    ],
)
def test_a_question_of_a_person_is_explained(
    folder: Path, monkeypatch: pytest.MonkeyPatch, person: str, more: tuple[str, ...], code: int, said: str
) -> None:
    settings_in(folder, ACCESS.replace('slack = ["@payroll"]\n', ""))
    ended, told = run(folder, monkeypatch, "explain", person, SALARY, *more)
    assert said in told
    assert ended == code
    assert "4200" not in told
    assert "4,200" not in told


async def test_the_doctor_looks_at_the_rules(tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    visit = Visit(settings=settings, offline=True)
    assert (await doctor.rules(visit)).state == "ok"
    await graph(visit)
    await ontology(visit)
    assert "1 class and 1 property closed in it" in (await doctor.closed(visit)).told
    (tmp_path / "access.toml").write_text(ACCESS.replace("def:salary", "def:sallary"))
    with pytest.raises(BadSetting, match="Did you mean “def:salary”"):
        await doctor.closed(visit)
    assert visit.graph is not None
    close_graph(visit.graph)
