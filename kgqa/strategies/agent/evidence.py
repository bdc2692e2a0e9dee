"""How far an answer is to be trusted, by what can be seen of it: it ran, its rows were looked at, each phrase
of the question is carried by a part of the query that is there, nothing odd is left.

In: the answer as it ran, the question, how it came about. Out: Evidence, and the chance that the answer is
right by the weights of `trust.toml`, which were fitted on questions with known answers.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from kgqa.language import Language, fold
from kgqa.linking.tokens import tokenise
from kgqa.strategies.agent.actions import Answer, Carried
from kgqa.strategies.agent.oddities import Odd
from kgqa.strategies.agent.pieces import is_piece, squeezed, stands_in
from kgqa.strategies.agent.querying import Ran
from kgqa.strategies.chance import chance, told
from kgqa.types import LinkedQuestion
from kgqa.wording import Words

PHRASE = 6  # content words that one piece can stand for: all of a long question are no phrase


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


def carried(answer: Answer, linked: LinkedQuestion, lang: Language) -> float:
    """The share of the question's content words that a piece of the query stands for."""
    content = _content(linked.question.text, lang)
    stood_for = {w for pair in stands_for(answer, linked, lang) for w in _content(pair.words, lang)}
    return sum(w in stood_for for w in content) / len(content) if content else 1.0


def stands_for(answer: Answer, linked: LinkedQuestion, lang: Language) -> tuple[Carried, ...]:
    """What the model says of its query's pieces, as far as it was looked up: the words are the question's,
    and the piece is in the query. A piece stands for one phrase.
    """
    asked = fold(linked.question.text)
    found: dict[str, Carried] = {}
    for pair in answer.carried:
        is_phrase = len(_content(pair.words, lang)) <= PHRASE
        if is_phrase and stands_in(fold(pair.words), asked) and is_piece(pair.by, answer.sparql):
            found.setdefault(squeezed(pair.by), pair)
    return tuple(found.values())


def _content(text: str, lang: Language) -> list[str]:
    """The words of a text that say something."""
    return [t.folded for t in tokenise(text) if t.folded not in lang.stop]


def oddness(odd: tuple[Odd, ...]) -> float:
    """How odd an answer is: 0 for nothing, towards 1 for much."""
    return 1 - 0.5 ** len({o.kind for o in odd if not o.is_aside} - {"fix", "empty"})
