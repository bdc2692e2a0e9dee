"""The product's own queries, filled with lists: admitted once, they are what the check makes of each."""

from __future__ import annotations

from importlib.resources import files

import pytest

from kgqa.check import admit
from kgqa.errors import OurMove
from kgqa.queries import query, written
from kgqa.sparql.model import Lit

NAMES = sorted(
    file.name.removesuffix(".rq") for file in files("kgqa.queries").iterdir() if file.name.endswith(".rq")
)
KEYWORDS = (
    "things",
    "properties",
    "property",
    "class",
    "graphs",
    "iris",
    "texts",
    "kinds",
    "quantities",
    "units",
)
IRIS = ("https://zoo.example/id/1", "urn:x-zoo:é(2)", "https://zoo.example/id/IN%20(3)")


def text_of(name: str) -> str:
    text = files("kgqa.queries").joinpath(f"{name}.rq").read_text("utf-8")
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))


def lists_of(name: str, iris: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    text = text_of(name)
    several = {k: iris if k not in ("property", "class") else iris[:1] for k in KEYWORDS}
    return {k: some for k, some in several.items() if f"${k.upper()}" in text}


def whole(name: str, lists: dict[str, tuple[str, ...]]) -> str:
    text = text_of(name)
    for keyword, iris in lists.items():
        mark = f"${keyword.upper()}"
        text = text.replace(f"IN ({mark})", f"IN ({', '.join(map(written, iris))})")
        text = text.replace(mark, " ".join(map(written, iris)))
    return text


@pytest.mark.parametrize("iris", [IRIS, IRIS[:1]])
@pytest.mark.parametrize("name", NAMES)
def test_a_query_with_its_lists_is_what_the_check_makes_of_the_whole(
    name: str, iris: tuple[str, ...]
) -> None:
    lists = lists_of(name, iris)
    assert query(name, **lists) == admit(whole(name, lists))


def test_texts_keep_their_languages() -> None:
    made = query("texts", texts=[Lit("Zoo"), Lit("Löwe", language="de")])
    assert '"Zoo"' in made.text
    assert '"Löwe"@de' in made.text


def test_a_property_that_would_be_called_is_refused_where_one_is_followed() -> None:
    assert query("kinds", things=["java:com.example.Call"]).passed  # as a value it calls nothing
    with pytest.raises(OurMove, match=r"java:com\.example\.Call"):
        query("named", property=["java:com.example.Call"])
