"""Zaha's examples become pairs, with things in the place of their variables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from kgqa.library.pair import Pair, Source
from kgqa.library.zaha import imported

AT = datetime(2026, 11, 20, tzinfo=UTC)
PREFIXES = (("z", "https://z.example/"),)
THINGS = {"residential": ["https://z.example/r"], "park": ["https://z.example/p1", "https://z.example/p2"],
          "lake": ["https://z.example/l"]}  # fmt: skip


def find(text: str, cls: str) -> Sequence[str]:
    assert cls == "z:LandUse"
    return THINGS.get(text, [])


def example(*names: str, query: str = "SELECT (MAX(?a) AS ?m) { ?plot z:use ?LandUse ; z:area ?a }") -> Any:
    return {
        "nlq": "How large is the largest residential lot?",
        "data_req": {
            "entity_bindings": {"LandUse": list(names)},
            "var2cls": {"LandUse": "z:LandUse"},
            "req_form": {"type": "sparql", "namespace": "plot", "query": query},
        },
    }


def made(given: Any) -> Pair | str:
    return imported(given, find, PREFIXES, by="Ada", at=AT)


def test_the_thing_stands_where_the_variable_was() -> None:
    pair = made(example("residential"))
    assert isinstance(pair, Pair)
    assert "z:use z:r" in pair.sparql
    assert "?LandUse" not in pair.sparql
    assert (pair.by, pair.at, pair.source) == ("Ada", AT, Source.IMPORT)


def test_several_things_are_given_as_values() -> None:
    pair = made(example("residential", "lake"))
    assert isinstance(pair, Pair)
    assert "VALUES ?LandUse { z:r z:l }" in pair.sparql


def test_a_variable_that_is_asked_for_stays() -> None:
    pair = made(example("residential", query="SELECT ?LandUse { ?plot z:use ?LandUse }"))
    assert isinstance(pair, Pair)
    assert "VALUES ?LandUse { z:r }" in pair.sparql


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (example("park"), "names several things of z:LandUse"),
        (example("moon"), "names nothing of z:LandUse"),
        (example("lake", query="SELECT WHERE"), "cannot be read"),
        ({"nlq": "?"}, "no data_req"),
        ({"data_req": {}}, "no nlq"),
        ([], "no nlq"),
        ({"nlq": "Where?", "data_req": {"req_form": {"type": "func", "name": "ship"}}}, "Calls of functions"),
        (
            {"nlq": "W", "data_req": {"entity_bindings": 5, "req_form": {"query": "ASK {}"}}},
            "no objects",
        ),
    ],
)
def test_what_makes_no_pair_is_told(given: Any, told: str) -> None:
    assert told in str(made(given))
