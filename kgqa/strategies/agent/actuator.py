"""The agent's hands (Graf von Data 3.2, the actuator): actions are done at the same time, each within its own
limits, and what they have shown is remembered.

In: actions. Out: what each has shown. The same action is done once, however often it is asked for: it is the
same when it means the same terms or the same query, whatever its spelling.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.language import Language
from kgqa.linking.tokens import key
from kgqa.ports import Means
from kgqa.side_by_side import tasks
from kgqa.strategies.agent.actions import Describe, Looking, Query, Search
from kgqa.strategies.agent.boundaries import thing
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.describing import Described
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line
from kgqa.strategies.agent.querying import Ran, query, spelling
from kgqa.strategies.agent.searching import search
from kgqa.strategies.agent.seen import Seen, Trouble
from kgqa.strategies.parts import Parts
from kgqa.wording.said import say

Key = tuple[str, ...]


@dataclass(slots=True)
class _Memory:
    """What an action has shown, and how often it was asked for."""

    seen: Seen
    times: int = 1


class Actuator:
    """Does the actions of one exploration. `last` is the last query that gave rows, `is_stuck` says that an
    action was asked for once too often.
    """

    def __init__(self, handles: Handles, parts: Parts, means: Means, bounds: Bounds, lang: Language) -> None:
        self.handles, self.parts, self.means, self.bounds, self.lang = handles, parts, means, bounds, lang
        self.last: Ran | None = None
        self.is_stuck = False
        self._memory: dict[Key, _Memory] = {}

    async def looked(self, actions: Sequence[Looking]) -> tuple[dict[Looking, Seen], bool]:
        """What each action shows; and whether one was there before. Raises OperatorsMove: the graph fails."""
        keys = {action: self._key(action) for action in actions}
        known = {k for k in keys.values() if k in self._memory}
        for k in known:
            self._memory[k].times += 1
        self.is_stuck |= any(self._memory[k].times >= self.bounds.times for k in known)
        await self._remember({k: action for action, k in keys.items() if k not in known})
        return {a: self._memory[k].seen for a, k in keys.items()}, bool(known)

    async def tried(self, sparql: str) -> Seen:
        """What a query shows that is said to be the answer; one that was tried before is not tried again."""
        asked = Query(sparql)
        seen, _ = await self.looked((asked,))
        return seen[asked]

    async def _remember(self, new: dict[Key, Looking]) -> None:
        async with tasks() as group:
            looks = {known: group.create_task(self._look(action)) for known, action in new.items()}
        for known, task in looks.items():
            self._memory[known] = _Memory(task.result())
            if isinstance(ran := task.result(), Ran) and not ran.is_empty:
                self.last = ran

    def _key(self, action: Looking) -> Key:
        match action:
            case Search(words, kind, cls):
                return "search", key(words) or words, kind or "", self.handles.iri(cls) or ""
            case Describe(handle):
                return "describe", self._meant(handle) or handle
            case Query(sparql):
                return "query", spelling(sparql, self.handles, self.parts)

    async def _look(self, action: Looking) -> Seen:
        bounds = self.bounds
        match action:
            case Search():
                cls = self.handles.iri(action.cls) if action.cls else None
                # Linkers have their own limits, so that what is known by name is told in any case.
                return await search(action, cls, self.parts, self.lang, bounds)
            case Describe():
                seconds = bounds.describe_seconds
                work = self._described(action.handle)
            case Query():
                seconds = bounds.query_seconds
                work = query(action.sparql, self.handles, self.parts, self.means, bounds, self.lang.code)
        try:
            async with asyncio.timeout(seconds):
                return await work
        except (TimeoutError, GraphTimeout):
            return Trouble(
                f"That took more than {seconds:g} seconds. Ask for less.", say("the graph was too slow")
            )
        except GraphRejected as error:
            return Trouble(
                f"The graph refused that: {line(str(error), 300)}", say("the graph refused a query")
            )

    def _meant(self, handle: str) -> str | None:
        """The IRI of a handle; of a name too, where one term alone has it."""
        if iri := self.handles.iri(handle):
            return iri
        named = {m.iri for m in self.parts.index.exact(handle.lstrip(":"), self.lang) if m.value is None}
        return next(iter(named)) if len(named) == 1 else None

    async def _described(self, handle: str) -> Seen:
        iri = self._meant(handle)
        if iri is None:
            name = line(handle, 60)
            return Trouble(f"There is no handle “{name}”. Search for it, and use the handle that is shown.")
        if iri in self.parts.ontology.known_terms:
            return Described(
                iri=iri, ontology=self.parts.ontology, index=self.parts.index, bounds=self.bounds
            )
        return await thing(iri, self.parts, self.means, self.bounds, self.lang.code)
