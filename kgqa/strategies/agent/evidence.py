"""How far an answer is to be trusted, by what can be seen of it: it ran, its rows were looked at, each phrase
of the question is carried by a part of the query that is there, nothing odd is left.

In: the answer as it ran, the question, how it came about. Out: Evidence, and the chance that the answer is
right by the weights of `trust.toml`, which were fitted on questions with known answers.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from kgqa.strategies.agent.oddities import Odd
from kgqa.strategies.agent.querying import Ran
from kgqa.strategies.chance import chance, told
from kgqa.wording import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What speaks for an answer, and against it; each 0 to 1. `settled` says that it was confirmed after its
    rows were seen, or that nothing about it was odd; `agreed` and `differed` compare its rows with those
    that another strategy found.
    """

    settled: float
    empty: float
    carried: float
    doubted: float
    assumed: float
    odd: float
    fixed: float
    turns: float
    agreed: float = 0.0
    differed: float = 0.0

    @property
    def chance(self) -> float:
        """The chance that the answer is right."""
        return chance(asdict(self), __package__)

    @property
    def told(self) -> tuple[tuple[str, float], ...]:
        """Its parts by name, for the record."""
        return told(asdict(self))

    def reason(self, said: Words, ran: Ran, turns: int) -> str:
        """Why it is as sure as it is, for the asker."""
        found = said.say("why_turn") if turns == 1 else said.say("why_turns", count=said.count(turns))
        reasons = [found, said.say("why_gave", size=ran.size_in(said))]
        if not self.settled:
            reasons.append(said.say("why_unsettled"))
        if self.carried < 1:
            reasons.append(said.say("why_uncarried"))
        if self.doubted:
            reasons.append(said.say("why_doubted"))
        if self.fixed:
            reasons.append(said.say("why_was_put_right"))
        return ", ".join(reasons)


def oddness(odd: tuple[Odd, ...]) -> float:
    """How odd an answer is: 0 for nothing, towards 1 for much."""
    return 1 - 0.5 ** len({o.kind for o in odd if not o.is_aside} - {"fix", "empty"})
