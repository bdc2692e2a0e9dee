"""The admin's own linkers: what they may give, and that nothing they do harms the answer."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from connectors.custom import BUSY, GROUP, CustomLinker, Link, load_linkers, read_file
from kgqa.errors import BadSetting, LinkerFailed
from kgqa.linking.entry import Thing
from kgqa.linking.ways import Ways
from kgqa.ontology import Class, Name, Ontology, Property
from kgqa.types import Match, TermKind

EX = "https://example.org/"
PERSON = EX + "Person"
SCHEMA = Ontology(
    classes={PERSON: Class(iri=PERSON, names=(Name("person"),))},
    properties={EX + "leads": Property(iri=EX + "leads", names=(Name("leads"),))},
)
ADA = Thing("Ada Byron", (PERSON,))


def linker(link: Link, **options: Any) -> CustomLinker:
    return CustomLinker(
        "staff", link, ontology=SCHEMA, thing={EX + "ada": ADA}.get, **{"classes": (PERSON,), **options}
    )


async def found(link: Link, phrase: str = "Ada", limit: int = 10) -> tuple[Match, ...]:
    (matches,) = await linker(link).find([phrase], language="en", limit=limit)
    return tuple(matches)


def giving(given: object) -> Link:
    def link(phrase: str, *, language: str) -> object:
        return given

    return link


# ── what a callable may give ─────────────────────────────────────────────────────────────────────


async def test_an_iri_becomes_a_match_with_what_the_graph_calls_it() -> None:
    def link(phrase: str, *, language: str) -> list[str]:
        return [EX + phrase.lower()] if language == "en" else []

    assert await found(link) == (
        Match(
            kind=TermKind.ENTITY,
            iri=EX + "ada",
            label="Ada Byron",
            score=1.0,
            how="custom",
            classes=(PERSON,),
            source="custom:staff",
        ),
    )


async def test_an_iri_without_a_name_is_called_as_the_callable_says_and_is_of_its_class() -> None:
    def link(phrase: str, *, language: str) -> Iterator[tuple[str, str, float]]:
        yield EX + "p7", "Bob\x00 B.", 7
        yield EX + "firstLady", "", -1
        yield EX + "ada", "somebody", 0.5

    assert [(m.label, m.score, m.classes) for m in await found(link)] == [
        ("Bob B.", 1.0, (PERSON,)),
        ("Ada Byron", 0.5, (PERSON,)),
        ("first lady", 0.0, (PERSON,)),
    ]


async def test_whole_matches_and_terms_of_the_schema_are_taken_too() -> None:
    def link(phrase: str, *, language: str) -> list[Match | str]:
        value = Match(kind=TermKind.VALUE, iri=EX + "grade", label="A", score=3.0, how="exact", value="A")
        return [value, PERSON, EX + "leads"]

    assert [(m.kind, m.label, m.how, m.score, m.source) for m in await found(link)] == [
        (TermKind.VALUE, "A", "custom", 1.0, "custom:staff"),
        (TermKind.CLASS, "person", "custom", 1.0, "custom:staff"),
        (TermKind.PROPERTY, "leads", "custom", 1.0, "custom:staff"),
    ]


@pytest.mark.parametrize("given", [None, [], (), EX + "ada"])
async def test_nothing_and_a_single_iri_are_fine(given: object) -> None:
    matches = await found(giving(given))
    assert [m.iri for m in matches] == ([given] if given else [])


async def test_a_callable_may_be_asynchronous_and_an_object() -> None:
    class Staff:
        async def __call__(self, phrase: str, *, language: str) -> list[str]:
            return [EX + phrase]

    assert [m.iri for m in await found(Staff(), "ada")] == [EX + "ada"]
    assert [m.iri for m in await found(Staff().__call__, "ada")] == [EX + "ada"]


async def test_results_are_bounded_even_when_they_never_end() -> None:
    def link(phrase: str, *, language: str) -> Iterator[str]:
        number = 0
        while True:
            yield f"{EX}{number}"
            number += 1

    assert len(await found(link, limit=10)) == 10


async def test_every_phrase_is_asked_in_its_order() -> None:
    def link(phrase: str, *, language: str) -> list[str]:
        return [] if phrase == "none" else [EX + phrase]

    said = await linker(link).find(["a", "none", "b"], language="de")
    assert [[m.iri for m in each] for each in said] == [[EX + "a"], [], [EX + "b"]]


# ── what may go wrong ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([3], "it gave 3, which is no Match, IRI, or tuple of IRI, label and score"),
        ([object], "it gave class 'object', which is no Match"),
        (["ada"], "it gave 'ada', which is no IRI"),
        (["ex:a b"], "it gave 'ex:a b', which is no IRI"),
        ([(EX + "ada", "Ada", float("nan"))], "it gave nan, which is no score from 0 to 1"),
        ([(EX + "ada", "Ada", "high")], "it gave 'high', which is no score from 0 to 1"),
        ([(EX + "ada", None, 1)], "it gave None, which is no label"),
        (3, "failed (TypeError)"),
    ],
)
async def test_what_is_no_match_is_told_in_a_sentence(given: object, said: str) -> None:
    with pytest.raises(LinkerFailed) as raised:
        await found(giving(given))
    assert str(raised.value).startswith("The linker staff failed")
    assert said in str(raised.value)


async def test_what_it_raises_is_logged_once_with_its_trace_and_told_without(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def link(phrase: str, *, language: str) -> list[str]:
        raise KeyError("secret-password")

    staff = linker(link)
    for _ in range(3):
        with pytest.raises(LinkerFailed, match=r"^The linker staff failed \(KeyError\)\.$"):
            await staff.find(["Ada"], language="en")
    (record,) = [r for r in caplog.records if r.levelno == logging.WARNING]
    assert "The linker staff failed (KeyError)." in record.getMessage()
    assert record.exc_info


@pytest.mark.parametrize("error", [ValueError("no"), SystemExit(1), RecursionError()])
async def test_one_bad_phrase_costs_itself_alone(error: BaseException) -> None:
    def link(phrase: str, *, language: str) -> list[str]:
        if phrase == "bad":
            raise error
        return [EX + phrase]

    async def later(phrase: str, *, language: str) -> list[str]:
        return link(phrase, language=language)

    for each in (link, later) if isinstance(error, Exception) else (link,):
        said = await linker(each).find(["a", "bad", "b"], language="en")
        assert [len(m) for m in said] == [1, 0, 1]


async def test_a_callable_that_hangs_is_not_waited_for_and_not_asked_without_end() -> None:
    go_on = threading.Event()

    def link(phrase: str, *, language: str) -> list[str]:
        if phrase == "slow":
            go_on.wait(60)
        return [EX + phrase]

    staff = linker(link, seconds=0.05)
    said = await staff.find(["a", "slow", "b"], language="en")
    assert [len(m) for m in said] == [1, 0, 0]
    for _ in range(BUSY - 1):
        with pytest.raises(LinkerFailed, match=r"did not answer in 0\.05 seconds"):
            await staff.find(["slow"], language="en")
    with pytest.raises(LinkerFailed, match=r"still busy with earlier questions"):
        await staff.find(["a"], language="en")
    go_on.set()
    for thread in threading.enumerate():
        if thread.name == "custom:staff":
            thread.join()
    assert [len(m) for m in await staff.find(["a"], language="en")] == [1]


async def test_an_asynchronous_one_that_hangs_is_cancelled() -> None:
    async def link(phrase: str, *, language: str) -> list[str]:
        import asyncio

        await asyncio.Event().wait()
        return []

    with pytest.raises(LinkerFailed, match=r"did not answer in 0\.05 seconds"):
        await linker(link, seconds=0.05).find(["a"], language="en")


# ── finding them ─────────────────────────────────────────────────────────────────────────────────

MODULE = """
def staff(phrase, *, language):
    return ["https://example.org/" + phrase]

nothing = 3
"""
CHOSEN = Ways(by_class={PERSON: ("custom:staff",)}, custom={"staff": "acme_linkers_7:staff"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "acme_linkers_7.py").write_text(MODULE)
    (tmp_path / "acme_broken_7.py").write_text("import no_such_module_7")
    return tmp_path


async def test_a_linker_is_found_beside_the_file_of_ways(folder: Path) -> None:
    (staff,) = load_linkers(CHOSEN, ontology=SCHEMA, folder=folder)
    assert staff.name == "custom:staff"
    (matches,) = await staff.find(["ada"], language="en")
    assert [(m.iri, m.classes) for m in matches] == [(EX + "ada", (PERSON,))]


def test_a_linker_that_a_package_registers_is_used_where_the_ways_ask_for_it(folder: Path) -> None:
    installed = [EntryPoint(name="staff", value="acme_linkers_7:staff", group=GROUP)]
    asked = Ways(default=("direct", "custom:staff"))
    assert len(load_linkers(asked, ontology=SCHEMA, folder=folder, installed=installed)) == 1
    assert load_linkers(Ways(), ontology=SCHEMA, folder=folder, installed=installed) == ()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        (None, r"There is no linker staff\. Name its callable under \[custom\]"),
        (
            "no_such_package_7:staff",
            r"linker staff \(no_such_package_7:staff\) cannot be imported: ModuleNotFound",
        ),
        (
            "acme_broken_7:staff",
            r"cannot be imported: ModuleNotFoundError: No module named 'no_such_module_7'",
        ),
        ("acme_linkers_7:stuff", r"cannot be imported: AttributeError"),
        ("acme_linkers_7:nothing", r"is nothing that can be called"),
    ],
)
def test_one_that_cannot_be_had_is_named(place: str | None, message: str, folder: Path) -> None:
    ways = Ways(by_class=CHOSEN.by_class, custom={"staff": place} if place else {})
    with pytest.raises(BadSetting, match=message):
        load_linkers(ways, ontology=SCHEMA, folder=folder)


def test_the_file_of_ways_is_read_or_named(tmp_path: Path) -> None:
    path = tmp_path / "ways.toml"
    path.write_text('\ufeff[default]\nways = ["direct"]\n', "utf-8")
    assert read_file(path) == Ways(default=("direct",))
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match=r"ways\.toml is not in UTF-8"):
        read_file(path)
    with pytest.raises(BadSetting, match=r"none\.toml cannot be read: No such file.* QUERIST_LINKING"):
        read_file(tmp_path / "none.toml")
