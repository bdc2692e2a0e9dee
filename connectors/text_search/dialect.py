"""A dialect: how one kind of store is asked for the names that hold some words.

In: phrases as pieces (see `pieces`), and the properties whose values are names. Out: a query whose rows are
a thing, a property and a name. A dialect gives the graph pattern alone, which binds ?s, ?property and ?name;
the query around it is the same for all, and bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from connectors.text_search.pieces import Pieces
from kgqa.check import admit
from kgqa.queries import written
from kgqa.types import CheckedQuery

Pattern = Callable[[Sequence[Pieces], Sequence[str]], str]

CANDIDATES = 2_000  # names that one search looks at
KEPT = 100  # of which the shortest are taken: they have the fewest other words


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """One way to search. `every` finds the names that hold all pieces of a phrase, `near` those that hold
    something like them; "" means that the dialect has no such search for these pieces.

    A dialect that is not `indexed` reads names one by one: it is asked once for all phrases together, and
    only for those that are not somebody's name as they are written. `instances` asks the store for the
    indexes that it has; `with_instances` then makes the dialect that uses them.
    """

    name: str  # as the settings say it
    store: str  # as people say it
    every: Pattern
    near: Pattern
    indexed: bool = True
    instances: str = ""
    with_instances: Callable[[Sequence[str]], Dialect] | None = None

    def query(
        self, pattern: Pattern, phrases: Sequence[Pieces], properties: Sequence[str]
    ) -> CheckedQuery | None:
        """The query for some phrases; None where the dialect has none."""
        body = pattern(phrases, properties)
        if not body:
            return None
        kept = KEPT * min(len(phrases), 10)
        return admit(
            "SELECT ?s ?property ?name WHERE { { SELECT DISTINCT ?s ?property ?name WHERE { "
            f"{body} }} LIMIT {CANDIDATES} }} }} ORDER BY STRLEN(STR(?name)) LIMIT {kept}"
        )


def alone(pattern: Callable[[Pieces, Sequence[str]], str]) -> Pattern:
    """A pattern for one phrase as one for several."""

    def several(phrases: Sequence[Pieces], properties: Sequence[str]) -> str:
        bodies = [body for pieces in phrases if (body := pattern(pieces, properties))]
        return bodies[0] if len(bodies) == 1 else " UNION ".join(f"{{ {body} }}" for body in bodies)

    return several


def named(properties: Sequence[str]) -> str:
    """The things that have the name, for the patterns in which the search finds names."""
    return f"?s ?property ?name . FILTER(?property IN ({listed(properties)}))"


def listed(iris: Iterable[str]) -> str:
    """IRIs as a list within brackets."""
    return ", ".join(written(iri) for iri in iris)


def quoted(text: str, tag: str = "") -> str:
    """A text as a literal of SPARQL."""
    return f'"{text.translate(_ESCAPES)}"' + (f"@{tag}" if tag else "")


_ESCAPES = {ord("\\"): "\\\\", ord('"'): '\\"', ord("\n"): "\\n", ord("\r"): "\\r", ord("\t"): "\\t"}
_ESCAPES |= {code: f"\\u{code:04X}" for code in (*range(9), 11, 12, *range(14, 32), 127)}
