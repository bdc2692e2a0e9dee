"""The zoo, with a model that writes its queries; what it was asked, and what came of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kgqa.check import Verdict, check
from kgqa.library.pair import Pair
from kgqa.library.shelf import Shelf
from kgqa.pipeline import Kit
from kgqa.ports import LanguageModel, Means, Proposal
from kgqa.prompts import Prompts
from kgqa.repair.certain import repaired
from kgqa.repair.fix import Repair
from kgqa.strategies.oneshot import OneShot, Settings
from kgqa.strategies.parts import Parts
from kgqa.types import Answer, CandidateQuery, LinkedQuestion, Stage, Turn
from tests.doubles.model import ScriptedModel
from tests.kgqa.zoo import ask


def block(query: str) -> str:
    return f"```sparql\n{query}\n```"


def parts_of(kit: Kit, pairs: Sequence[Pair] = ()) -> Parts:
    return replace(kit.parts, shelf=Shelf(tuple(pairs)))


@dataclass
class Heard:
    """The strategy with ears: what it proposed last."""

    strategy: OneShot
    proposals: list[Proposal] = field(default_factory=list)
    name: str = "oneshot"
    asks_model: bool = True
    weighs_evidence: bool = False

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        self.proposals.append(await self.strategy.propose(linked, means))
        return self.proposals[-1]


@dataclass
class Asking:
    """Asks the whole pipeline, whose one strategy is this one."""

    kit: Kit
    model: ScriptedModel
    heard: Heard

    def __call__(self, question: str, history: Sequence[Turn] = ()) -> Answer:
        kit = replace(self.kit, strategies=(self.heard,), model=self.model, rephrase=None)
        return ask(kit, question, history=history)

    @property
    def proposal(self) -> Proposal:
        return self.heard.proposals[-1]

    @property
    def candidate(self) -> CandidateQuery:
        return self.proposal.candidates[0]

    @property
    def prompt(self) -> str:
        """The question as the model was asked it first."""
        return self.model.asked[0][1][1]

    @property
    def size(self) -> int:
        """Bytes of all that the model was told at a time, at most."""
        return max(sum(len(text.encode()) for _, text in asked) for asked in self.model.asked)


def asking(
    kit: Kit,
    *replies: str | Exception,
    pairs: Sequence[Pair] = (),
    settings: Settings | None = None,
    prompts: Prompts | None = None,
) -> Asking:
    strategy = OneShot(parts_of(kit, pairs), settings, prompts)
    return Asking(kit, ScriptedModel(*replies), Heard(strategy))


def proposed(strategy: OneShot, linked: LinkedQuestion, model: LanguageModel | None) -> Proposal:
    """What the strategy says without a pipeline."""

    async def told(_: Stage, __: str, ___: Sequence[str]) -> None:
        return None

    async def run(_: str, __: object = None) -> tuple[()]:
        return ()

    async def look_at(text: str) -> Verdict:
        return check(text, strategy.parts.ontology, strategy.parts.conditions)

    async def repair(text: str) -> Repair:
        return repaired(text, strategy.parts.ontology, strategy.parts.conditions)

    means = Means(run=run, check=look_at, repaired=repair, told=told, model=model)
    return asyncio.run(strategy.propose(linked, means))
