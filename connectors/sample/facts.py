"""What the generator writes with: chance that is the same everywhere, and a growing list of triples.

In: things with a class and values. Out: N-Triples, in the order in which things were said.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import TypeVar

from pyoxigraph import Literal, NamedNode, RdfFormat, Triple, serialize

DEF = "https://company.example/def/"
ID = "https://company.example/id/"
RDF_TYPE = NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
XSD = "http://www.w3.org/2001/XMLSchema#"
WKT = NamedNode("http://www.opengis.net/ont/geosparql#wktLiteral")

# The properties that other vocabularies bring; all others are ours.
BORROWED = {
    "label": "http://www.w3.org/2000/01/rdf-schema#label",
    "altLabel": "http://www.w3.org/2004/02/skos/core#altLabel",
    "lat": "http://www.w3.org/2003/01/geo/wgs84_pos#lat",
    "long": "http://www.w3.org/2003/01/geo/wgs84_pos#long",
}

Value = str | int | Decimal | date | NamedNode | Literal
Item = TypeVar("Item")


class Dice:
    """Chance from a seed. Only `random()` is used: its sequence is promised to stay the same."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the sample is no secret

    def chance(self, share: float) -> bool:
        return self._random.random() < share

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def share(self, low: float, high: float) -> float:
        return low + self._random.random() * (high - low)

    def pick(self, items: Sequence[Item]) -> Item:
        return items[self.between(0, len(items) - 1)]

    def some(self, items: Sequence[Item], count: int) -> list[Item]:
        """`count` different items, in the order of `items`."""
        left = list(range(len(items)))
        taken = [left.pop(self.between(0, len(left) - 1)) for _ in range(min(count, len(items)))]
        return [items[i] for i in sorted(taken)]

    def day(self, first: date, last: date) -> date:
        return first + timedelta(days=self.between(0, (last - first).days))

    def working_day(self, first: date, last: date) -> date:
        """A day from `first` to `last`, or the Monday after it when it fell on a weekend."""
        day = self.day(first, last)
        return day + timedelta(days=max(0, 7 - day.weekday())) if day.weekday() > 4 else day  # noqa: PLR2004


class Facts:
    """The graph while it is written."""

    def __init__(self) -> None:
        self._triples: list[Triple] = []

    def thing(self, name: str, kind: str, values: Mapping[str, Value | Sequence[Value] | None]) -> NamedNode:
        """Says that `ID + name` is a `kind` and has the values; None and () say nothing."""
        subject = NamedNode(ID + name)
        self._triples.append(Triple(subject, RDF_TYPE, NamedNode(DEF + kind)))
        self.say(subject, values)
        return subject

    def say(self, subject: NamedNode, values: Mapping[str, Value | Sequence[Value] | None]) -> None:
        for name, given in values.items():
            predicate = NamedNode(BORROWED.get(name, DEF + name))
            several = given if isinstance(given, Sequence) and not isinstance(given, str) else (given,)
            self._triples.extend(
                Triple(subject, predicate, _term(value)) for value in several if value is not None
            )

    def ntriples(self) -> str:
        return (serialize(self._triples, format=RdfFormat.N_TRIPLES) or b"").decode()


def words(**by_language: str) -> tuple[Literal, ...]:
    """Literals that say the same in several languages, given by language: en="Norway", de="Norwegen"."""
    return tuple(Literal(text, language=language) for language, text in by_language.items() if text)


def money(amount: float, step: str = "0.01") -> Decimal:
    return Decimal(str(amount)).quantize(Decimal(step))


def _term(value: Value) -> NamedNode | Literal:
    if isinstance(value, NamedNode | Literal):
        return value
    if isinstance(value, str):
        return Literal(value)
    if isinstance(value, Decimal):
        # Without trailing zeros: stores that keep the text and stores that keep the number print the same.
        text = f"{value:f}".rstrip("0").rstrip(".") if "." in f"{value:f}" else f"{value:f}"
        return Literal(text, datatype=NamedNode(XSD + "decimal"))
    return Literal(str(value), datatype=NamedNode(XSD + ("integer" if isinstance(value, int) else "date")))
