"""The strategy *agent*, after Graf von Data: a model thinks, acts and observes until it has found a query.

In: Parts, made once for a graph. Out: a Strategy. Whatever the model says, what runs was checked as every
query is, and there is no answer without a query.
"""

from __future__ import annotations

from kgqa.ports import Means, Proposal
from kgqa.prompts import Prompts
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.exploration import NAME, Exploration
from kgqa.strategies.parts import Parts
from kgqa.types import LinkedQuestion
from kgqa.vocabulary import Vocabulary
from kgqa.wording import words

__all__ = ["Agent", "Bounds"]


class Agent:
    """Explores the graph for each question anew; safe to use by several tasks at once."""

    name = NAME
    asks_model = True

    def __init__(self, parts: Parts, bounds: Bounds | None = None, prompts: Prompts | None = None) -> None:
        self._parts = parts
        self._prompts = prompts or parts.prompts
        self._vocabulary = Vocabulary.of(parts.ontology)
        self._bounds = bounds or Bounds()

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """One query, with the confidence that its evidence gives; or why there is none. Raises OperatorsMove
        when the graph fails.
        """
        if means.model is None:
            return Proposal(why=words(linked.question.language or "en").say("model_none"))
        exploration = Exploration(
            linked, means, means.model, self._parts, self._vocabulary, self._bounds, self._prompts
        )
        return await exploration.proposal()
