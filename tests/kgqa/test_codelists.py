"""Lists of codes in a graph: what a code means is read there, and questions say the meaning for the code."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from kgqa.check.conditions import Closed, Conditions
from kgqa.observed import from_text, observe, text_of
from kgqa.pipeline import Kit
from kgqa.prepare import kit_of as prepared
from kgqa.terms import terms_of
from kgqa.trace import as_json
from kgqa.types import Answer, Outcome
from tests.doubles.graph import SmallGraph
from tests.kgqa.school import DATA, S
from tests.kgqa.zoo import DATA as ZOO
from tests.kgqa.zoo import ONTOLOGY, ask, kit_of, values


@pytest.fixture(scope="module")
def school() -> Kit:
    return kit_of(DATA)


def codes_of(turtle: str) -> set[tuple[str, str, str]]:
    seen = asyncio.run(observe(SmallGraph(turtle)))
    return {(c.property.removeprefix(S), c.code, c.text) for c in seen.codes}


def bakery(loaves: str, codes: str) -> str:
    return f"@prefix : <{S}> .\n{loaves}\n{codes}"


def loaves(*kinds: str) -> str:
    return "\n".join(f':L{n} a :Loaf ; :name "Loaf {n}" ; :flour "{kind}" .' for n, kind in enumerate(kinds))


def listed(cls: str, **meant: str) -> str:
    return "\n".join(f':{cls}{code} a :{cls} ; :code "{code}" ; :text "{t}" .' for code, t in meant.items())


SORTS = listed("Sort", RY="Rye flour", WH="Wheat flour", SP="Spelt flour")


def closed_to(closed: Closed) -> Kit:
    async def made() -> Kit:
        return await prepared(await terms_of(SmallGraph(DATA)), conditions=Conditions(closed=closed))

    return asyncio.run(made())


# ── what is a list ───────────────────────────────────────────────────────────────────────────────


def test_a_list_that_tells_the_property_gives_its_codes_their_meanings() -> None:
    assert codes_of(DATA) == {
        ("crs_lvl", "BEG", "Beginners"),
        ("crs_lvl", "INT", "Intermediate"),
        ("crs_lvl", "ADV", "Advanced"),
        ("tch_sts", "ACT", "In service"),
        ("tch_sts", "LVE", "On leave"),
    }


def test_a_list_that_tells_no_property_is_that_of_the_one_whose_values_are_all_its_codes() -> None:
    found = codes_of(bakery(loaves("RY", "WH", "SP", "RY"), SORTS))
    assert found == {
        ("flour", "RY", "Rye flour"),
        ("flour", "WH", "Wheat flour"),
        ("flour", "SP", "Spelt flour"),
    }


@pytest.mark.parametrize(
    "turtle",
    [
        bakery(loaves("RY", "WH", "RY", "SP", "no"), SORTS),
        bakery(loaves("RY", "WH", "RY"), SORTS),
        bakery(loaves("A", "B", "C", "A"), listed("Grade", A="Very good", B="Good", C="Poor")),
        bakery(loaves("RY", "WH", "RY", "SP"), SORTS + listed("Land", RY="Ryeland", WH="Wh", SP="Spain")),
        bakery(loaves("RY", "WH", "RY", "SP"), listed("Sort", RY="RYE", WH="WHEAT", SP="SPELT")),
        bakery(loaves("RY", "WH", "SP"), SORTS),
        ONTOLOGY + ZOO,
    ],
    ids=[
        "another value",
        "too few to be sure",
        "single letters",
        "two lists",
        "no words",
        "each code once",
        "no list",
    ],
)
def test_what_may_be_an_accident_is_no_list(turtle: str) -> None:
    assert codes_of(turtle) == set()


def test_a_list_that_is_called_like_the_property_needs_few_codes() -> None:
    found = codes_of(bakery(loaves("RY", "WH", "RY"), listed("FlourSort", RY="Rye flour", WH="Wheat flour")))
    assert found == {("flour", "RY", "Rye flour"), ("flour", "WH", "Wheat flour")}


def test_a_graph_without_classes_that_stand_apart_is_asked_nothing_about_codes() -> None:
    graph = SmallGraph(ONTOLOGY + ZOO)
    asyncio.run(observe(graph))
    assert not any("?property ?value" in text for text in graph.queries)


def test_what_codes_mean_is_kept_with_the_schema() -> None:
    seen = asyncio.run(observe(SmallGraph(DATA)))
    assert from_text(text_of(seen)) == seen
    assert seen.codes


# ── questions ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Which teachers are on leave?", [S + "TCH_2"]),
        ("courses for beginners", [S + "CRS_1", S + "CRS_3"]),
        ("How many advanced courses are there?", ["1"]),
        ("Which courses have the level BEG?", [S + "CRS_1", S + "CRS_3"]),
    ],
)
def test_questions_say_what_a_code_means_or_the_code(school: Kit, question: str, rows: Sequence[str]) -> None:
    assert sorted(row[0] for row in values(ask(school, question))) == rows


def test_the_trace_tells_which_list_a_meaning_comes_from(school: Kit) -> None:
    told = str(as_json(ask(school, "Which teachers are on leave?")))
    assert "the value “LVE” of <https://school.example/export/tch_sts>" in told
    assert "from the list of codes" in told


# ── what is closed ───────────────────────────────────────────────────────────────────────────────


def answered(kit: Kit, question: str) -> Answer:
    answer = ask(kit, question)
    assert answer.outcome is not Outcome.ANSWERED
    return answer


@pytest.mark.slow
@pytest.mark.parametrize(
    "closed",
    [
        Closed(classes=frozenset((S + "COD",))),
        Closed(properties=frozenset((S + "cod_txt",))),
        Closed(properties=frozenset((S + "tch_sts",))),
    ],
    ids=["the list", "its texts", "the property"],
)
def test_what_a_code_means_is_as_closed_as_the_list_and_as_the_property(closed: Closed) -> None:
    kit = closed_to(closed)
    answer = answered(kit, "Which teachers are on leave?")
    assert "LVE" not in str(as_json(answer))
    assert not [m for m in kit.index.look_up("on leave") if m.value == "LVE"]
