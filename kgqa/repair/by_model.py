"""Repair by a model, after OBQC 4: the query and its issues go to the model, its reply to the check, and so
on for a few rounds; what comes out passes, or there is none.

In: a query that no certain fix puts right, the ontology, a model. Out: a Rewriting. A query is never taken
twice, a round that makes it worse goes back to the best so far, and what somebody may not ask is not put in
other words.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import StrEnum

from kgqa.check import Conditions, Verdict
from kgqa.check.rules import read_only
from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.ports import LanguageModel
from kgqa.prompts import Prompts
from kgqa.repair.certain import repaired
from kgqa.repair.fix import Fix, Repair
from kgqa.repair.hidden import Hidden
from kgqa.repair.prompt import Tried, errors, messages
from kgqa.repair.reply import query_in
from kgqa.repair.said import canonical
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Ground, Issue
from kgqa.wording.said import number, said_by, say

ROUNDS = 3
SECONDS = 60.0  # that a model may take for one reply
REPLY = 2_000  # tokens that a reply may have: a query and no more
LONGEST = 10_000  # characters of a query that a model is asked to put right


class Turnout(StrEnum):
    """What came of one round."""

    PASSED = "passed"
    BETTER = "better"  # fewer errors are left
    NO_BETTER = "no better"  # as many, in another query
    WORSE = "worse"  # the round before is gone on from
    REPEATED = "repeated"  # a query that was there before
    REFUSED = "refused"  # an update, or what the asker may not see
    UNREADABLE = "unreadable"  # no query in the reply


# What the model is told of the round before.
_TOLD = {
    Turnout.REPEATED: "You gave this already; change something else.",
    Turnout.UNREADABLE: "Your last reply held no query. Reply with the whole query in one fenced block.",
    Turnout.REFUSED: "Your last query was refused: a query only reads, and only what may be seen.",
    Turnout.WORSE: "Your last query was worse than the one above and was put aside.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round: `before` is what the model was shown, `query` what it gave ("" for nothing readable),
    `after` that with the certain `fixes`; `issues` are what the check still said, () where nothing blocks it.
    """

    number: int
    before: str
    turnout: Turnout
    reply: str
    query: str = ""
    after: str = ""
    fixes: tuple[Fix, ...] = ()
    issues: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriting:
    """The query that passes; or the best there was with what is wrong with it, and `why` none passes.
    `is_away` says that the model gave no reply.
    """

    text: str
    verdict: Verdict
    rounds: tuple[Round, ...] = ()
    why: str = ""
    is_away: bool = False


LookUp = Callable[[ParsedQuery], Awaitable[Conditions]]


async def rewritten(
    model: LanguageModel,
    text: str,
    ontology: Ontology,
    conditions: Conditions | None = None,
    *,
    question: str = "",
    rounds: int = ROUNDS,
    seconds: float = SECONDS,
    look_up: LookUp | None = None,
    prompts: Prompts | None = None,
    on_round: Callable[[Round], None] = lambda _: None,
) -> Rewriting:
    """The query as the model rewrites it. `question` is what it was written for; `look_up` finds out about
    things that only a reply names; `on_round` hears each round when it is over.
    """
    conditions = conditions or Conditions()
    work = _Work(
        ontology, conditions, look_up, prompts or Prompts(), best=repaired(text, ontology, conditions)
    )
    done: list[Round] = []
    why, is_away = work.hopeless(text), False
    while not (why or work.passed):
        if len(done) == rounds:
            why = say("No query passed the check in {count} rounds.", count=str(rounds))
            break
        try:
            async with asyncio.timeout(seconds):
                said = await model.complete(work.messages(question), most=REPLY)
        except TimeoutError:
            why, is_away = say("The model did not answer in {count} seconds.", count=f"{seconds:g}"), True
        except OperatorsMove as error:
            why, is_away = said_by(error), True
        else:
            done.append(await work.round(len(done) + 1, said.text))
            on_round(done[-1])
    best = work.best
    return Rewriting(text=best.text, verdict=best.verdict, rounds=tuple(done), why=why, is_away=is_away)


@dataclass
class _Work:
    """The best query so far, and all that were there."""

    ontology: Ontology
    conditions: Conditions
    look_up: LookUp | None
    prompts: Prompts
    best: Repair
    tried: list[Tried] = field(default_factory=list)
    last: str = ""

    def __post_init__(self) -> None:
        self.hidden = Hidden(self.conditions.closed, self.ontology)
        self.seen = {canonical(self.best.text, self.ontology)}

    @property
    def passed(self) -> bool:
        return isinstance(self.best.verdict, CheckedQuery)

    def hopeless(self, text: str) -> str:
        """Why the model is not asked at all; "" when it is."""
        self.seen.add(canonical(text, self.ontology))
        if self.passed:
            return ""
        if self._is_beyond(self.best):
            return say("What may not be asked is not put in other words.")
        if len(self.best.text) > LONGEST:
            size = number(len(self.best.text))
            return say("The query has {count} characters, too many to be put right.", count=size)
        return ""

    def _is_beyond(self, repair: Repair) -> bool:
        """Whether a query writes, reaches outside, or asks for what is closed."""
        is_refused = any(i.rule == read_only.NAME for i in errors(repair))
        return is_refused or self.hidden.asked_in(repair.text, self.conditions.things)

    def messages(self, question: str) -> tuple[tuple[str, str], ...]:
        return messages(self.best, self.tried, self.last, question, self.hidden, self.prompts)

    async def round(self, number: int, reply: str) -> Round:
        """One reply: read, fixed, checked and weighed against the best so far."""
        before = self.best.text
        query = query_in(reply, self.ontology.prefixes)
        if not query:
            made = Round(number=number, before=before, turnout=Turnout.UNREADABLE, reply=reply)
        elif canonical(query, self.ontology) in self.seen:
            made = Round(number=number, before=before, turnout=Turnout.REPEATED, reply=reply, query=query)
        else:
            made = await self._checked(number, reply, query)
        self.last = _TOLD.get(made.turnout, "")
        return made

    async def _checked(self, number: int, reply: str, query: str) -> Round:
        before = self.best
        parsed = parse(query, self.ontology.prefixes)
        if self.look_up and isinstance(parsed, ParsedQuery):
            self.conditions = await self.look_up(parsed)
        repair = repaired(query, self.ontology, self.conditions)
        spelled = canonical(repair.text, self.ontology)
        turnout = Turnout.REPEATED if spelled in self.seen else self._weighed(repair)
        self.seen |= {canonical(query, self.ontology), spelled}
        if turnout in (Turnout.BETTER, Turnout.NO_BETTER):
            self.tried.append(Tried(before.text, errors(before)))
        elif turnout is Turnout.WORSE:
            self.tried.append(Tried(repair.text, errors(repair)))
        if turnout in (Turnout.PASSED, Turnout.BETTER, Turnout.NO_BETTER):
            self.best = repair
        return Round(
            number=number,
            before=before.text,
            turnout=turnout,
            reply=reply,
            query=query,
            after=repair.text,
            fixes=repair.fixes,
            issues=() if isinstance(repair.verdict, CheckedQuery) else repair.verdict,
        )

    def _weighed(self, repair: Repair) -> Turnout:
        if self._is_beyond(repair):
            return Turnout.REFUSED
        if isinstance(repair.verdict, CheckedQuery):
            return Turnout.PASSED
        new, old = self._weight(repair), self._weight(self.best)
        return Turnout.BETTER if new < old else Turnout.NO_BETTER if new == old else Turnout.WORSE

    def _weight(self, repair: Repair) -> tuple[bool, bool, int]:
        """How bad a query is. What cannot be read, or may not be asked, hides its other errors."""
        broken = not isinstance(parse(repair.text, self.ontology.prefixes), ParsedQuery)
        forbidden = any(i.ground is Ground.FORBIDDEN for i in errors(repair))
        return broken, forbidden, len(errors(repair))
