"""The rungs: one kit, and for each rung what of it is used.

alone       the model gets the bare question and the schema, and types IRIs (see bare.py)
linking     oneshot: linked terms and placeholders; what it writes is run unless it is broken or writes
check       what the check refuses, or what is not trusted, is not answered
repair      refused queries are put right, by certain fixes and by the model
library     before it verified pairs are looked at, and the nearest are shown to the model
cascade     the parser and oneshot after the library, as a small model is asked by default
card        a strong model alone: one prompt with the card of the graph (see card_alone.py)
exploring   a strong model alone: the card, and any queries it likes before it answers
agent       a strong model with Querist: the strategy *agent*
ours        a strong model with Querist: the parser as a second opinion, and the agent
no-model    the parser, to compare with
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.check import Policy
from kgqa.pipeline import Kit
from kgqa.ports import Means, Proposal, Strategy
from kgqa.types import LinkedQuestion, ResultTable

ALONE, NO_MODEL = "alone", "no-model"
CARD, EXPLORING = "card", "exploring"
WITH_PAIRS = frozenset(("library", "cascade"))
SMALL = (ALONE, "linking", "check", "repair", "library", "cascade", NO_MODEL)
STRONG = (CARD, EXPLORING, "agent", "ours")
RUNGS = (*SMALL, *STRONG)


@dataclass(slots=True)
class AsWritten:
    """A strategy whose queries nobody puts right: those that the check refuses are left out. One that
    `is_believed` is trusted whatever it says of itself, and whatever the check says later.
    """

    strategy: Strategy
    is_believed: bool = False
    name: str = "oneshot"
    asks_model: bool = True
    weighs_evidence: bool = False

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        proposal = await self.strategy.propose(linked, means)
        if self.is_believed:
            sure = tuple(replace(c, written=False, confidence=1.0) for c in proposal.candidates)
            return replace(proposal, candidates=sure)
        whole = [c for c in proposal.candidates if isinstance(await means.run(c.text, None), ResultTable)]
        return replace(proposal, candidates=tuple(replace(c, written=False) for c in whole))


def kits(kit: Kit) -> dict[str, Kit]:
    """The kit of each rung but the lowest; `kit` is that of the highest."""
    by_name = {strategy.name: strategy for strategy in kit.strategies}
    oneshot, agent, library = by_name["oneshot"], by_name["agent"], by_name["library"]
    parser = by_name["parse"]
    lax = replace(kit.conditions, policy=Policy(blocks=frozenset()))
    return {
        "linking": replace(kit, strategies=(AsWritten(oneshot, is_believed=True),), conditions=lax),
        "check": replace(kit, strategies=(AsWritten(oneshot),)),
        "repair": replace(kit, strategies=(oneshot,)),
        "library": replace(kit, strategies=(library, oneshot)),
        "cascade": replace(kit, strategies=(library, parser, oneshot)),
        "agent": replace(kit, strategies=(agent,)),
        "ours": replace(kit, strategies=(parser, agent)),
        NO_MODEL: replace(kit, strategies=(parser,), model=None, purse=None),
    }
