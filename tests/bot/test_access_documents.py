"""Documents are open to whom the file of access opens them; to all others there are none."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot.access.globs import is_meant
from bot.access.reading import access_in
from bot.access.rules import Reader
from bot.commands import access as command
from bot.settings import Settings
from bot.wiring import access_of, close_core, open_core
from bot.wiring.rights import ByRights
from kgqa.conversation import turn_of
from kgqa.errors import BadSetting
from kgqa.passages.passage import Passage
from kgqa.ports import Completion
from kgqa.spending import MemoryLedger, Purse
from kgqa.trace import as_json
from kgqa.types import Answer, Outcome
from tests.bot.alike_by_rights import told
from tests.bot.payroll import GRAPH, ask, by_rights, question, quiet, settings_in
from tests.bot.test_access_slack import at_work
from tests.sampled import first_alone

pytestmark = pytest.mark.slow

OPEN = {
    "handbook/travel.md": "# Travel\n\nReceipts must be handed in within 30 days of the journey.\n",
    "handbook/leave.md": "# Leave\n\nLeave must be asked for 14 days before the journey.\n",
    "notes.txt": "The canteen closes at three.",
}
BOARD = {
    "board/merger.md": "# Merger\n\nThe merger with Kestrel closes within 90 days of the signature.\n",
    "board/pay.md": "# Pay round\n\nThe pay round of Sales grants 4 percent, decided within 10 days.\n",
}
RULES = """
[groups.board]
people = ["slack:T1:UADA"]
[groups.temps]
people = ["slack:T1:UTMP"]
[[closed]]
name = "pay"
properties = ["def:salary"]
open_to.groups = ["board"]
[[documents]]
name = "handbook"
files = ["handbook", "*.txt"]
open_to = "everybody"
[[documents]]
name = "board papers"
files = ["board/**"]
open_to.groups = ["board"]
open_to.channels = ["slack:T1:CLAW"]
"""
ALL = ("board papers", "pay")
MERGER = "Within how many days does the merger with Kestrel close?"
RECEIPTS = "Within how many days must receipts be handed in?"


def settings_of(folder: Path, rules: str = RULES, documents: dict[str, str] | None = None) -> Settings:
    for name, text in (OPEN | BOARD if documents is None else documents).items():
        (folder / "documents" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "documents" / name).write_text(text)
    more = {"documents": folder / "documents", "strategies": "library, parse, passages"}
    return settings_in(folder, rules, GRAPH, **more)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ByRights]:
    with by_rights(settings_of(tmp_path_factory.mktemp("documents"))) as core:
        yield core


def passages(core: ByRights, closed_by: Sequence[str], *words: str) -> list[Passage]:
    index = asyncio.run(core.made(closed_by)).kit.passages
    assert index is not None
    return [hit.passage for word in words for hit in asyncio.run(index.search(word, "en", 50))]


# ── patterns ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("pattern", "meant", "not_meant"),
    [
        ("hr", ("hr", "hr/a.md", "hr/b/c.md"), ("hr2/a.md", "x/hr/a.md", "hr.md")),
        ("hr/", ("hr/a.md",), ("a.md",)),
        ("hr/**", ("hr/a.md", "hr/b/c.md"), ("a.md", "hrx/a.md")),
        ("*.md", ("a.md",), ("hr/a.md", "a.mdx")),
        ("**/*.md", ("a.md", "hr/a.md", "hr/b/c.md"), ("a.txt",)),
        ("hr/*/c.md", ("hr/b/c.md",), ("hr/c.md", "hr/b/d/c.md")),
        ("a?.md", ("ab.md",), ("a.md", "a/.md")),
        ("a.m(d)", ("a.m(d)",), ("a.md",)),
        ("Löhne", ("Lo\u0308hne/a.md",), ("Lohne/a.md",)),
        ("**", ("a.md", "hr/b/c.md"), ()),
    ],
)
def test_a_pattern_means_documents_as_people_write_it(
    pattern: str, meant: tuple[str, ...], not_meant: tuple[str, ...]
) -> None:
    assert [name for name in (*meant, *not_meant) if is_meant(pattern, name)] == list(meant)


# ── who may see what ─────────────────────────────────────────────────────────────────────────────


def test_who_a_document_is_open_to_is_answered_from_it_and_nobody_else(core: ByRights) -> None:
    answer = ask(core, MERGER, ())
    assert (answer.outcome, answer.evidence[0].source) == (Outcome.ANSWERED, "board/merger.md")  # type: ignore[union-attr]
    for closed_by in (("board papers",), ALL, None):
        answer = ask(core, MERGER, closed_by)
        assert (answer.outcome is Outcome.ANSWERED, answer.evidence) == (False, ())
        assert "signature" not in json.dumps(as_json(answer))


def test_what_is_open_to_everybody_answers_with_whatever_rights(core: ByRights) -> None:
    for closed_by in ((), ("board papers",), ("pay",), ALL, None):
        assert "within 30 days" in ask(core, RECEIPTS, closed_by).text


def test_what_is_closed_is_in_no_index(core: ByRights) -> None:
    closed = passages(core, ALL, "merger", "Kestrel", "signature", "pay", "Sales", "days")
    assert {p.document for p in closed if not p.iri} == {"handbook/travel.md", "handbook/leave.md"}
    assert "salary" not in "\n".join(p.text for p in closed)  # nor is what the rules close in the graph
    assert any(p.document == "board/merger.md" for p in passages(core, (), "merger"))


def test_nothing_of_a_thread_that_was_told_from_documents_is_heard_by_who_may_see_less(
    core: ByRights,
) -> None:
    turn = turn_of(ask(core, MERGER, ()))
    answer = ask(core, "And why?", ALL, (turn,))
    assert "Kestrel" not in json.dumps(as_json(answer))


def test_in_a_channel_a_document_is_open_where_all_who_read_it_may_see_it(tmp_path: Path) -> None:
    access = access_in(settings_of(tmp_path).access or Path())
    board = Reader(tenant="slack:T1", groups=frozenset({"board"}))
    other = Reader(tenant="slack:T1")
    there = Reader(tenant="slack:T1", channel="slack:T1:CLAW")

    def sees(*readers: Reader) -> list[str]:
        closed = access.closed_for(readers)
        return [name for name in (*OPEN, *BOARD) if access.opens(name, "company", closed)]

    assert sees(board) == sees(there) == [*OPEN, *BOARD]
    assert sees(other) == sees(board, other) == [*OPEN]


def test_a_document_that_several_rules_name_is_open_to_whom_all_of_them_open_it(tmp_path: Path) -> None:
    rules = RULES.replace('["handbook", "*.txt"]', '["**"]') + (
        '[[documents]]\nname = "not for temps"\nfiles = ["handbook/leave.md"]\nclosed_to.groups = ["temps"]\n'
    )
    access = access_in(settings_of(tmp_path, rules).access or Path())

    def sees(*groups: str) -> set[str]:
        closed = access.closed_for([Reader(tenant="slack:T1", groups=frozenset(groups))])
        return {name for name in (*OPEN, *BOARD) if access.opens(name, "company", closed)}

    assert sees("board") == {*OPEN, *BOARD}
    assert sees() == {*OPEN}
    assert sees("temps") == {*OPEN} - {"handbook/leave.md"}


def test_where_the_file_says_nothing_of_documents_they_are_open_to_nobody_and_that_is_said(
    tmp_path: Path,
) -> None:
    settings = settings_of(tmp_path, RULES.partition("[[documents]]")[0])
    with by_rights(settings) as core:
        assert [p for p in passages(core, (), "days", "canteen") if not p.iri] == []
    shown = shows(settings)
    assert "Of 5 documents 5 are open to nobody, since no [[documents]] of access.toml names them" in shown


def shows(settings: Settings, *call: str) -> str:
    given = {
        f"QUERIST_{name.upper()}": str(getattr(settings, name))
        for name in ("graph", "data", "access", "documents", "strategies")
    }
    done = CliRunner().invoke(command.group, list(call or ("show",)), env=given)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.output


def test_the_rules_of_documents_are_shown_and_explained(tmp_path: Path) -> None:
    settings = settings_of(tmp_path)
    shown = shows(settings)
    assert "names the documents handbook\n" in shown
    assert "open to everybody" in shown
    assert "open to nobody, since" not in shown
    shown = shows(settings, "explain", "slack:T1:UADA", MERGER)
    assert "board papers: open" in shown
    assert "It is answered from board/merger.md." in shown
    shown = shows(settings, "explain", "slack:T1:UBEN", MERGER)
    assert "board papers: closed to this person" in shown
    assert "does not run" in shown
    assert "It would be answered from a document that the rule board papers closes." in shown


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"board/**"', '"bord/**"', r"access.toml, line \d+: .*“bord/\*\*”.*Did you mean “board"),
        ('files = ["board/**"]', "files = []", "names no documents"),
        ('open_to = "everybody"\n', "", "does not say to whom its documents are open"),
        ('open_to = "everybody"', 'open_to = "all"', "open_to is a table"),
        ('files = ["board/**"]', 'folders = ["board"]', "says “folders”, which means nothing"),
        ('name = "board papers"', 'name = "handbook"', "Two rules are called “handbook”"),
        ('["board"]\nopen_to.ch', '["bord"]\nopen_to.ch', "names the group “bord”"),
    ],
)
def test_a_slip_ends_the_start_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in RULES
    settings = settings_of(tmp_path, RULES.replace(old, new))
    with pytest.raises(BadSetting, match=said), by_rights(settings):
        raise AssertionError


def test_rules_of_documents_without_documents_end_the_start(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, RULES, GRAPH)
    with pytest.raises(BadSetting, match="QUERIST_DOCUMENTS names no folder"), by_rights(settings):
        raise AssertionError


async def test_in_a_channel_who_may_see_a_document_is_answered_from_it_alone(
    core: ByRights, tmp_path: Path
) -> None:
    access = access_of(settings_of(tmp_path))
    async with at_work(tmp_path, core, tmp_path, access=access) as office:
        await office.ask(MERGER, "UADA")
        alone = await office.whisper(1)
        assert alone["user"] == "UADA"
        assert "board/merger.md" in repr(alone)
        assert office.slack.workspace.answers() == []
        await office.ask(MERGER, "UBOB")
        assert "signature" not in await office.read(1)
        await office.ask(RECEIPTS, "UBOB")
        assert "within 30 days" in await office.read(2)
        await office.ask(MERGER, "UBOB", channel="CLAW")  # open to the channel
        assert "90 days" in await office.read(3)


# ── alike ────────────────────────────────────────────────────────────────────────────────────────

WORDS = ("merger", "Kestrel", "receipts", "journey", "signature", "canteen", "leave", "Sales", "forklift")
CLOSED = ("Receipts of the board are handed in within {n} days of the {a}.", "The {a} of {b} closes at {n}.")


def closed_papers(chance: random.Random) -> dict[str, str]:
    """Documents of a board: none, some that say what the open ones say, and many with the same words."""
    papers = {}
    for number in range(chance.choice((0, 1, 5, 30))):
        said = (chance.choice(CLOSED) for _ in range(chance.randint(1, 4)))
        lines = [
            each.format(n=chance.randint(2, 99), a=chance.choice(WORDS), b=chance.choice(WORDS))
            for each in said
        ]
        papers[f"board/{chance.choice('az')}{number}.md"] = "# Board\n\n" + "\n\n".join(lines) + "\n"
    return papers or {"board/empty.md": "Nothing.\n"}


@contextmanager
def two(folder: Path, chance: random.Random) -> Iterator[tuple[ByRights, ByRights]]:
    """Two companies that differ in the papers of the board alone, and in what was extracted from them."""
    settings = []
    for name in ("one", "other"):
        own = settings_of(folder / name, documents=OPEN | closed_papers(chance))
        triples = [
            f'<urn:t> <http://www.w3.org/2000/01/rdf-schema#label> "{chance.choice(WORDS)}" .',
            f'<urn:u> <urn:about> "{chance.choice(WORDS)}" .',
        ]
        said = [
            f"<urn:querist:passage:{hashed(own, 'handbook/travel.md')}> {{ <urn:t> <urn:needs> <urn:u> }}",
            f"<urn:querist:passage:{hashed(own, '')}> {{ {' '.join(triples)} }}",
        ]
        (folder / name / "documents" / "triples.trig").write_text("\n".join(said))
        settings.append(own)
    with by_rights(settings[0]) as one, by_rights(settings[1]) as other:
        yield one, other


def hashed(settings: Settings, name: str) -> str:
    """The hash of the first passage of a document; of the first of the board's where none is named."""
    from connectors.passages.folder import read

    assert settings.documents
    found = read(settings.documents, [])
    return next(p.sha256 for p in found if p.document == name or (not name and p.document[:5] == "board"))


def told_of(core: ByRights, text: str) -> Any:
    """All that is told of a question, with the steps on the way, and what the search gives."""
    steps: list[tuple[str, ...]] = []

    async def heard(stage: object, said: str = "", /) -> None:
        steps.append((str(stage), said))

    answer: Answer = asyncio.run(core.answer(question(text, ALL), heard))
    index = asyncio.run(core.made(ALL)).kit.passages
    assert index is not None
    hits = asyncio.run(index.search(text, "en", 50))
    return told(answer), steps, [(h.passage.sha256, h.score, h.paths) for h in hits], index.size


@pytest.mark.parametrize("seed", first_alone(range(6)))
def test_folders_that_differ_in_closed_documents_alone_answer_alike(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311  # the same in every run
    asked = [RECEIPTS, MERGER, "When does the canteen close?", "Who is Ben Ochs?", "What does Kestrel need?"]
    asked += [
        f"What of the {chance.choice(WORDS)} and the {chance.choice(WORDS)} of the journey?" for _ in range(4)
    ]
    with two(tmp_path, chance) as (one, other):
        for text in asked:
            assert told_of(one, text) == told_of(other, text), text
        assert ask(one, RECEIPTS, ALL).evidence
        asyncio.run(one.answer(question(MERGER, ()), quiet))


class Scribe:
    """A model that cites the first passage, and remembers all that it was told."""

    name = "scribe"

    def __init__(self) -> None:
        self.heard: list[str] = []

    async def complete(self, messages: Sequence[tuple[str, str]], **_: Any) -> Completion:
        self.heard.append(repr(messages))
        text = "Receipts must be handed in within 30 days of the journey. [1]"
        return Completion(text=text, model=self.name, input_tokens=1, output_tokens=1)


def test_a_model_is_told_of_no_document_that_the_asker_may_not_see(tmp_path: Path) -> None:
    settings = settings_of(tmp_path).model_copy(update={"model_name": "scribe"})
    scribe = Scribe()
    purse = Purse(scribe, MemoryLedger())
    opened = asyncio.run(open_core(settings, access=access_of(settings), purse=purse))
    text = "Within how many days must receipts be handed in, by the merger with Kestrel?"
    try:
        ask(opened, text, ALL)
        heard = "".join(scribe.heard)
        assert "Receipts must be handed in" in heard
        assert "board/" not in heard
        assert "signature" not in heard
        ask(opened, text, ())
        assert "board/merger.md" in "".join(scribe.heard)
    finally:
        close_core(opened)
