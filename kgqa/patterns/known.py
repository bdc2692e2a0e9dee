"""What public vocabularies say of their own terms, as `vocabularies.toml` has it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kgqa.ontology import PatternKind


@dataclass(frozen=True, slots=True)
class Pair:
    """Two properties of one hierarchy, the one upwards and ("" for none) the one downwards."""

    up: str
    down: str
    inclusive: bool


@dataclass(frozen=True, slots=True)
class Known:
    """`classes` that are a pattern, the `pairs` of hierarchies by each of their properties, properties with
    the `numbers` and `units` of quantities, and the classes of `people`.
    """

    classes: Mapping[str, PatternKind]
    pairs: Mapping[str, Pair]
    numbers: frozenset[str]
    units: frozenset[str]
    people: frozenset[str]


@cache
def known() -> Known:
    """All of it, read once."""
    table = tomllib.loads(files(__package__).joinpath("vocabularies.toml").read_text("utf-8"))

    def whole(names: Iterable[str]) -> Iterator[str]:
        for prefix, _, local in (name.partition(":") for name in names):
            yield from (namespace + local for namespace in table["prefixes"][prefix])

    def pairs() -> Iterator[Pair]:
        for sort, listed in table["hierarchies"].items():
            for up, down in listed:
                ups, downs = list(whole([up])), list(whole([down])) if down else []
                yield from (
                    Pair(one, downs[n] if downs else "", sort == "inclusive") for n, one in enumerate(ups)
                )

    by_property: dict[str, Pair] = {}
    for pair in pairs():
        for iri in filter(None, (pair.up, pair.down)):
            by_property.setdefault(iri, pair)
    return Known(
        classes={iri: PatternKind(kind) for kind, names in table["classes"].items() for iri in whole(names)},
        pairs=by_property,
        numbers=frozenset(whole(table["roles"]["number"])),
        units=frozenset(whole(table["roles"]["unit"])),
        people=frozenset(whole(table["people"]["classes"])),
    )
