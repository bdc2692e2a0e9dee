"""The strategy *agent*, after Graf von Data: a model sees the card of the graph, looks round where that
does not settle it, answers with a query, and sees its rows where anything about them is odd.

    start        what the model is told at first
    exploration  its turns, until an answer stands
    actions      what it may do; `reply` reads it, `actuator` does it
    oddities     what is odd about an answer
    evidence     how far an answer is to be trusted

In: Parts, made once for a graph. Out: a Strategy. Whatever the model says, what runs was checked as every
query is, and there is no answer without a query.
"""

from __future__ import annotations

from functools import cached_property

from kgqa.linking.edges import with_edges
from kgqa.ports import Means, Proposal
from kgqa.prompts import Prompts
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.exploration import NAME, Exploration
from kgqa.strategies.agent.names import candidates
from kgqa.strategies.agent.start import Known, Start
from kgqa.strategies.agent.touched import touched
from kgqa.strategies.parts import Parts
from kgqa.types import LinkedQuestion
from kgqa.wording import words

__all__ = ["Agent", "Bounds"]


class Agent:
    """Answers each question anew; safe to use by several tasks at once."""

    name = NAME
    asks_model = True
    weighs_evidence = True

    def __init__(self, parts: Parts, bounds: Bounds | None = None, prompts: Prompts | None = None) -> None:
        self.parts = parts
        self._prompts = prompts or parts.prompts
        self._bounds = bounds or Bounds()

    @cached_property
    def known(self) -> Known:
        """What the model is shown of the graph; made when the first question comes."""
        return Known(self.parts)

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """One query, with the confidence that its evidence gives; or why there is none. Raises OperatorsMove
        when the graph fails.
        """
        if means.model is None:
            why = words(linked.question.language or "en").say("model_none")
            return Proposal(why=why, is_away=True)
        if not self.known.has_room(self._bounds):
            # What the things that are named have must be in the part of the card that is shown.
            linked = await with_edges(linked, self.parts.graph, typed=True)
        pairs = await self.parts.shelf.closest(linked.question.text, limit=self._bounds.pairs)
        named = candidates(linked, self._bounds.names)
        found = await touched(named, means, self.parts.ontology)
        start = Start(self.known, linked, self._bounds, self._prompts, pairs, found)
        return await Exploration(start, linked, means, means.model).proposal()
