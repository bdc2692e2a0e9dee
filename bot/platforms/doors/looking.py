"""What needs no question: the check of a query, terms by their names, the card of a graph.

In: who asks, and what is wanted. Out: the shapes of the doors. Everything is read from the graph as questions
read it, without what is closed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol

from bot.platforms.doors import shapes
from bot.platforms.doors.answers import checked, named
from bot.platforms.doors.tokens import Caller
from bot.platforms.doors.turned import TurnedAway, unknown
from kgqa.check import Closed, check
from kgqa.check.looking import looked_up
from kgqa.language import guess
from kgqa.linking.opened import open_matches
from kgqa.linking.searching import searched
from kgqa.pipeline import Kit
from kgqa.repair import repaired
from kgqa.sparql import ParsedQuery, parse
from kgqa.strategies.agent.start import Known
from kgqa.types import CheckedQuery, Match
from kgqa.vocabulary import Wanted

ASLEEP = 60  # seconds after which a graph is tried again that could not be opened
BYTES = 3.5  # of a token, about
_HANDLE = re.compile(r"(?<![\w:]):[\w.-]*\w")

ClosedTo = Callable[[Caller], Awaitable[frozenset[str]]]


class Kits(Protocol):
    """What is known of each graph by its name, where these rules of access close something; None for one that
    could not be opened yet.
    """

    def __call__(self, closed_by: frozenset[str] | None = None) -> Mapping[str, Kit | None]: ...


class Looking:
    """`kits` gives what is known of each graph; `closed_to` says which rules of access close something to who
    asks, where people are told apart.
    """

    def __init__(self, kits: Kits, closed_to: ClosedTo | None = None) -> None:
        self._kits, self._closed_to = kits, closed_to
        self._cards: dict[tuple[str, Closed], Known] = {}

    def graphs(self, caller: Caller, name: str) -> tuple[str, ...] | TurnedAway:
        """The graphs to ask, where one is named, and where none is; () is all."""
        names = self.names(caller)
        if name:
            return (name,) if name in names else unknown("graph", name, names)
        return names if caller.graphs else ()

    def names(self, caller: Caller) -> tuple[str, ...]:
        """The graphs that somebody may ask."""
        return tuple(name for name in self._kits() if not caller.graphs or name in caller.graphs)

    async def check(self, caller: Caller, wanted: shapes.Check) -> shapes.Checked | TurnedAway:
        """What the check says of a query; it is not run. What its things are is asked of the graph."""
        found = await self._kit(caller, wanted.graph)
        if isinstance(found, TurnedAway):
            return found
        name, kit = found
        ontology, conditions = kit.ontology, kit.conditions
        parsed = await asyncio.to_thread(parse, wanted.query, ontology.prefixes)
        if isinstance(parsed, ParsedQuery):
            conditions = await looked_up(parsed, kit.graph, ontology, conditions)

        def looked_at() -> shapes.Checked:
            verdict = check(wanted.query, ontology, conditions)
            issues = verdict.warnings if isinstance(verdict, CheckedQuery) else verdict
            return checked(name, issues, repaired(wanted.query, ontology, conditions), ontology)

        return await asyncio.to_thread(looked_at)

    async def search(self, caller: Caller, wanted: shapes.Search) -> shapes.Found | TurnedAway:
        """Classes, properties, things and values that are called so, or nearly so."""
        meant = await self._kit(caller, wanted.graph)
        if isinstance(meant, TurnedAway):
            return meant
        name, kit = meant

        def looked_up() -> tuple[tuple[Match, ...], tuple[str, ...]]:
            # In a thread: a slip of the finger in a large graph takes a moment to see through.
            lang = guess(wanted.words)
            looking = searched(wanted.words, kit.index, kit.linkers, kit.ways, lang, limit=wanted.limit)
            return asyncio.run(looking)

        matches, notices = await asyncio.to_thread(looked_up)
        found = [named(match, kit.ontology) for match in open_matches(matches, kit.ontology)]
        return shapes.Found(graph=name, found=found, notices=list(notices))

    async def card(self, caller: Caller, wanted: shapes.Card) -> shapes.Carded | TurnedAway:
        """The card of a graph, or the part of it that a question needs."""
        found = await self._kit(caller, wanted.graph)
        if isinstance(found, TurnedAway):
            return found
        return await asyncio.to_thread(self._card, *found, wanted)

    def _card(self, name: str, kit: Kit, wanted: shapes.Card) -> shapes.Carded:
        of = (name, kit.conditions.closed)
        known = self._cards.get(of)
        if known is None or known.parts.ontology is not kit.ontology:
            known = self._cards[of] = Known(kit.parts)
        cut, most = known.cut, int(wanted.room * BYTES)
        lines = cut.whole if cut.size <= most else cut.part(Wanted(words=wanted.question), most)
        card = "\n".join(lines)
        things = {f":{handle}": iri for iri, handle in cut.told.things.items()}
        terms = {handle: things.get(handle) or known.vocabulary.iri(handle) for handle in _handles(card)}
        return shapes.Carded(
            graph=name,
            card=card,
            terms={handle: iri for handle, iri in terms.items() if iri},
            whole=lines is cut.whole,
        )

    async def _kit(self, caller: Caller, name: str) -> tuple[str, Kit] | TurnedAway:
        """What is known of the graph that is meant."""
        names = self.names(caller)
        if not name and len(names) != 1:
            return TurnedAway(status=400, why=f"Name the graph: {', '.join(names)}.", known=names)
        if name and name not in names:
            return unknown("graph", name, names)
        name = name or names[0]
        kit = self._kits(await self._closed_to(caller) if self._closed_to else None)[name]
        if kit is None:
            why = f"The graph {name} cannot be asked yet; it is tried again each minute."
            return TurnedAway(status=503, why=why, again=ASLEEP)
        return name, kit


def _handles(card: str) -> list[str]:
    return list(dict.fromkeys(_HANDLE.findall(card)))
