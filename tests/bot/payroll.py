"""A small company whose pay and cases are closed to all but some, and what answers on it by rights."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import Settings, load
from bot.wiring import access_of, close_core, open_core
from bot.wiring.rights import ByRights
from kgqa.pipeline import Pipeline
from kgqa.spending import Purse
from kgqa.types import Answer, Question, Stage, Turn

DEF, IDS = "https://pay.example/def/", "https://pay.example/id/"
PREFIXES = f"""@prefix def: <{DEF}> . @prefix : <{IDS}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
SCHEMA = """
def:Employee a owl:Class ; rdfs:label "employee" .
def:Team a owl:Class ; rdfs:label "team" . def:Case a owl:Class ; rdfs:label "case" .
def:Employee owl:disjointWith def:Team , def:Case . def:Team owl:disjointWith def:Case .
def:salary a owl:DatatypeProperty ; rdfs:label "salary" ; rdfs:domain def:Employee ; rdfs:range xsd:integer .
def:phone a owl:DatatypeProperty ; rdfs:label "phone" ; rdfs:domain def:Employee ; rdfs:range xsd:string .
def:worksIn a owl:ObjectProperty ; rdfs:label "works in" ; rdfs:domain def:Employee ; rdfs:range def:Team .
def:concerns a owl:ObjectProperty ; rdfs:label "concerns" ; rdfs:domain def:Case ; rdfs:range def:Employee .
"""
PEOPLE = (
    ("ada", "Ada Berg", "sales", 5100, "+49 1"),
    ("ben", "Ben Ochs", "sales", 4200, "+49 2"),
    ("cleo", "Cleo Quint", "works", 6300, "+49 3"),
    ("dora", "Dora Ries", "works", 3900, "+49 4"),
)
OPEN = ':sales a def:Team ; rdfs:label "Sales" . :works a def:Team ; rdfs:label "Works" .\n' + "\n".join(
    f':{one} a def:Employee ; rdfs:label "{name}" ; def:worksIn :{team} ; def:phone "{phone}" .'
    for one, name, team, _, phone in PEOPLE
)
PAY = "\n".join(f":{one} def:salary {salary} ." for one, _, _, salary, _ in PEOPLE)
CASES = (
    ':case1 a def:Case ; rdfs:label "Missing forklift" ; def:concerns :ben .\n'
    ':case2 a def:Case ; rdfs:label "Late report" ; def:concerns :dora .'
)
GRAPH = f"{PREFIXES}{SCHEMA}{OPEN}\n{PAY}\n{CASES}\n"
ACCESS = """
[people]
"ada@example.com" = ["slack:T1:UADA", "teams:tenant:aad-ada"]

[groups.pay]
people = ["ada@example.com"]
slack = ["@payroll"]

[groups.lawyers]
people = ["slack:T1:ULEX"]

[[closed]]
name = "pay"
properties = ["def:salary"]
open_to.groups = ["pay"]

[[closed]]
name = "cases"
classes = ["def:Case"]
open_to.groups = ["lawyers"]
open_to.channels = ["slack:T1:CLAW"]
"""
CLOSED = "This question touches what is not open to you here. Whoever looks after me can change that."
SALARY = "What is the salary of Ben Ochs?"
TEAM = "Which team does Ben Ochs work in?"


def settings_in(folder: Path, access: str = ACCESS, graph: str = GRAPH, **more: object) -> Settings:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "company.ttl").write_text(graph)
    (folder / "access.toml").write_text(access)
    given = {"graph": str(folder / "company.ttl"), "data": folder / "data", "access": folder / "access.toml"}
    return load(**{**given, **more})


@contextmanager
def by_rights(settings: Settings, purse: Purse | None = None) -> Iterator[ByRights]:
    """What answers by the rights of the settings' file; the purse pays for its model."""
    core = asyncio.run(open_core(settings, access=access_of(settings), purse=purse))
    assert isinstance(core, ByRights)
    try:
        yield core
    finally:
        close_core(core)


def question(
    text: str, closed_by: tuple[str, ...] | None, history: tuple[Turn, ...] = (), *, query: str = ""
) -> Question:
    return Question(
        text=text,
        asked_at=datetime(2026, 11, 23, tzinfo=UTC),
        closed_by=closed_by,
        history=history,
        query=query,
    )


def ask(
    core: Pipeline,
    text: str,
    closed_by: tuple[str, ...] | None,
    history: tuple[Turn, ...] = (),
    *,
    query: str = "",
) -> Answer:
    return asyncio.run(core.answer(question(text, closed_by, history, query=query), quiet))


async def quiet(_: Stage, __: str = "", /) -> None:
    """Nobody looks on."""
