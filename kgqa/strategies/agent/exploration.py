"""One question answered by a model: it looks where it must, answers with a query, sees its rows where
anything is odd, and keeps the query or changes it (after Graf von Data 3.2).

In: a linked question, the means for it, the card of the graph. Out: a Proposal. A repeated look (in 77.5 % of
the paper's error cases) is answered from memory, and the third time ends the exploration.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from kgqa.errors import BudgetSpent, OperatorsMove
from kgqa.language import fold
from kgqa.ports import LanguageModel, Means, Proposal
from kgqa.rows import say_alike, without
from kgqa.shape import shaped
from kgqa.sparql import ParsedQuery, parse, spelled
from kgqa.strategies.agent.actions import SCHEMA, Answer, Failure, Keep, Looking, Unknown, as_json
from kgqa.strategies.agent.actuator import Actuator
from kgqa.strategies.agent.evidence import Evidence, oddness
from kgqa.strategies.agent.lines import line, within
from kgqa.strategies.agent.oddities import Odd, oddities
from kgqa.strategies.agent.otherwise import Reading, Telling, otherwise
from kgqa.strategies.agent.querying import Ran
from kgqa.strategies.agent.reply import Said, read
from kgqa.strategies.agent.seen import Seen
from kgqa.strategies.agent.start import Start
from kgqa.strategies.agent.talk import Talk, as_said
from kgqa.strategies.carried import Carried, covered, standing
from kgqa.types import CandidateQuery, LinkedQuestion, Stage
from kgqa.wording import words
from kgqa.wording.said import say, together, told

NAME = "agent"
READING = "a query that a model found by looking round in the graph"
AGAIN = "You did this already; here is what you saw. Do something else now."
SEEN = (
    "Keep your answer if these rows are what was asked for; "
    "otherwise look further, or answer with another query."
)
NOT_YET = "There is no answer to keep. Give one in “sparql”."
HEARD = 0.85  # how sure another strategy must be for its result to count
UNSETTLED = 0.5  # the most that an answer is worth on which the model did not end
LATE = say("the time was up")
STUCK = say("the same was asked again and again")
IDLE = say("nothing was said that could be done")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Given:
    """An answer that ran, with what is odd about it."""

    answer: Answer
    ran: Ran
    odd: tuple[Odd, ...]
    settled: bool = False
    readings: tuple[Reading, ...] = ()  # what it would be otherwise, for each thing assumed


class Exploration:
    """The exploration of one question."""

    def __init__(self, start: Start, linked: LinkedQuestion, means: Means, model: LanguageModel) -> None:
        self.linked, self.means, self.model, self.parts = linked, means, model, start.parts
        self.bounds, self.lang, self.handles = start.bounds, start.lang, start.handles
        self.actuator = Actuator(self.handles, self.parts, means, self.bounds, self.lang)
        self.turns = 0
        self.idle = 0  # turns in a row in which nothing could be done
        self.is_stale = False  # whether the last turn brought nothing new
        self.over = ""  # why the exploration ends without an answer that stands
        self.why = ""  # a sentence for the asker, where that is not the model's search
        self.said = words(linked.question.language or "en")
        self.given: _Given | None = None  # the last answer that ran
        self.shown: dict[str, tuple[Odd, ...]] = {}  # what was odd about the answers that ran
        self.versions = start.versions
        self.talk = Talk(start.system, start.text, self.bounds, start.prompts)

    async def proposal(self) -> Proposal:
        """What was found. Raises OperatorsMove when the graph fails."""
        found: Proposal | None = None
        try:
            async with asyncio.timeout(self.bounds.seconds):
                while found is None and not self.over:
                    found = await self._turn()
        except TimeoutError:
            self.over = LATE
        if found is None:
            await self._told(say("gives up: {why}", why=self.over), ())
            found = self._unsettled()
        return found

    # ── one turn ─────────────────────────────────────────────────────────────────────────────────

    async def _turn(self) -> Proposal | None:
        """One reply and what it leads to; None where the exploration goes on, or is over."""
        if self.turns == self.bounds.turns:
            self.over = say("{count} turns were not enough", count=str(self.turns))
            return None
        self.turns += 1
        reply = await self._reply()
        if reply is None:
            return None
        said = read(reply)
        if said.problem:
            await self._told(say("said nothing that can be done"), [line(reply, 300)])
            self.talk.add(line(reply, 600), [said.problem], "", self._left)
            self._count_idle()
            return None
        return await self._acted(said)

    def _count_idle(self) -> None:
        self.idle += 1
        self.is_stale = True
        if self.idle == self.bounds.times:
            self.over = IDLE

    @property
    def _left(self) -> int:
        return self.bounds.turns - self.turns

    async def _reply(self) -> str | None:
        """What the model says; None where it says nothing."""
        try:
            async with asyncio.timeout(self.bounds.reply_seconds):
                said = await self.model.complete(
                    self.talk.messages(),
                    schema=SCHEMA,
                    # A model at 0 says again what it said: after a turn in vain something has to change.
                    temperature=self.bounds.stirred if self.is_stale else 0.0,
                    most=self.bounds.reply_tokens,
                )
        except TimeoutError:
            self.why = self.said.say("model_silent", seconds=f"{self.bounds.reply_seconds:g}")
            self.over = self.why
        except OperatorsMove as error:  # why a model is away is for the admin
            is_spent = isinstance(error, BudgetSpent)
            self.why = told(error, self.said.code) if is_spent else self.said.say("model_away")
            self.over = self.why
            await self._told(self.said.say("no_help"), (str(error),))
        else:
            return said.text
        return None

    async def _acted(self, said: Said) -> Proposal | None:
        actions = said.actions[: self.bounds.actions]
        looking = list(dict.fromkeys(a for a in actions if isinstance(a, Looking)))
        seen, again = await self.actuator.looked(looking)
        told = [self._words(seen[a], len(actions)) for a in looking]
        told += [a.problem for a in actions if isinstance(a, Unknown)]
        if len(said.actions) > len(actions):
            told.append(f"Only the first {len(actions)} actions were done.")
        summaries = [seen[a].summary() for a in looking] or [say("thinks")]
        details = [*([said.thought] if said.thought else []), *told]
        end = next((a for a in actions if isinstance(a, Answer | Keep | Failure)), None)
        if isinstance(end, Failure):
            reason = end.reason or say("no reason given")
            await self._told(say("finds no answer: {reason}", reason=reason), details)
            return self._failed(end)
        if end is not None:
            settled = await self._ended(end)
            if isinstance(settled, _Given):
                size = settled.ran.size
                content = say("is content with a query: {size}", size=size)
                unsure = say("ends on a query that it did not confirm: {size}", size=size)
                ended = content if settled.settled else unsure
                await self._told(ended, [*details, settled.ran.text])
                return self._found(settled)
            told += settled
            details += settled
        await self._told(together(*summaries, by="; "), details)
        said_so = as_said(said.thought, [as_json(a) for a in actions])
        self.talk.add(said_so, told, AGAIN if again else "", self._left)
        if looking or isinstance(end, Answer):
            self.idle, self.is_stale = 0, again
        else:
            self._count_idle()
        if self.actuator.is_stuck:
            self.over = STUCK
        return None

    def _words(self, seen: Seen, actions: int) -> str:
        return within(seen.told(self.handles), self.bounds.observation // max(1, actions))

    async def _told(self, summary: str, details: Sequence[str]) -> None:
        prompt = (f"{self.model.name}, prompt {self.versions}",) if self.turns <= 1 else ()
        await self.means.told(Stage.EXPLORING, summary, (*prompt, *details))

    # ── the answer ───────────────────────────────────────────────────────────────────────────────

    async def _ended(self, end: Answer | Keep) -> _Given | list[str]:
        """The answer, if it stands; what the model is told where it is no end yet."""
        if isinstance(end, Keep):
            return replace(self.given, settled=True) if self.given else [NOT_YET]
        seen = await self.actuator.tried(end.sparql)
        if not isinstance(seen, Ran):
            return [self._words(seen, 1)]
        if seen.text in self.shown:
            readings = await self._readings(end, seen)
            return _Given(answer=end, ran=seen, odd=self.shown[seen.text], readings=readings, settled=True)
        pieces = tuple(pair.by for pair in self._standing(end))
        odd, readings = await asyncio.gather(
            oddities(seen, self.parts, self.means, self.handles, self.bounds.checked, pieces),
            self._readings(end, seen),
        )
        self.given = _Given(answer=end, ran=seen, odd=odd, readings=readings)
        self.shown[seen.text] = odd
        if not (end.doubt or any(not o.is_aside for o in odd)):
            return replace(self.given, settled=True)
        if self._left == 0:
            return self.given
        others = [line for r in readings for line in r.told(self.handles)]
        return [self._words(seen, 1), *(o.told for o in odd), *others, SEEN]

    async def _readings(self, end: Answer, ran: Ran) -> tuple[Reading, ...]:
        """What it would be otherwise; what the last answer told of the same is not asked again."""
        last = self.given
        if last and (last.ran.text, last.answer.assumed) == (ran.text, end.assumed):
            return last.readings
        return await otherwise(end, ran, self.actuator.tried, self.bounds.checked)

    def _found(self, given: _Given) -> Proposal:
        found = self._evidence(given)
        return self._proposal(given, found.chance, found.reason(self.said, given.ran, self.turns), found)

    def _evidence(self, given: _Given) -> Evidence:
        own, beside = given.ran.table, given.answer.beside
        own = without(own, beside) if beside else own
        heard = [f for f in self.means.found if f.confidence >= HEARD]
        same = [say_alike(f.table, own) for f in heard if not own.truncated]
        pairs = self._standing(given.answer)
        stood_for, content = covered(pairs, self.linked.question.text, self.lang)
        return Evidence(
            settled=float(given.settled),
            empty=float(given.ran.is_empty),
            carried=stood_for / content if content else 1.0,
            doubted=float(bool(given.answer.doubt)),
            assumed=float(sum(r.is_same for r in given.readings) < len(given.answer.assumed)),
            odd=oddness(given.odd),
            fixed=float(bool(given.ran.fixes)),
            turns=min(1.0, max(0, self.turns - 1) / max(1, self.bounds.turns - 1)),
            agreed=float(any(same)),
            differed=float(not all(same)),
        )

    def _standing(self, answer: Answer) -> tuple[Carried, ...]:
        return standing(answer.carried, answer.sparql, self.linked.question.text, self.lang)

    def _unsettled(self) -> Proposal:
        """The last answer that ran, where the exploration did not end on it."""
        if self.given is None and self.actuator.last:  # looked at, and not called the answer
            self.given = _Given(answer=Answer(""), ran=self.actuator.last, odd=())
        if self.given is None:
            why = self.why or self.said.say("explored")
            return Proposal(understood=self._understood, why=why, is_away=True)
        found = self._evidence(self.given)
        reason = found.reason(self.said, self.given.ran, self.turns)
        reason = self.said.say("why_no_end", why=line(self.over, 200), reason=reason)
        return self._proposal(self.given, min(found.chance, UNSETTLED), reason, found)

    def _failed(self, end: Failure) -> Proposal:
        """No query. Of what the model calls missing only words of the question are taken; its reason stands
        in the trace, and is not what the asker hears: it may be anybody's words.
        """
        asked = fold(self.linked.question.text)
        missing = tuple(
            dict.fromkeys(w.strip() for w in end.missing if w.strip() and fold(w.strip()) in asked)
        )
        return Proposal(understood=self._understood, missing=missing, why=self.said.say("explored"))

    @property
    def _understood(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(link.text for link in self.linked.links))

    def _proposal(self, given: _Given, value: float, reason: str, found: Evidence) -> Proposal:
        text, asked = self._least(given.ran.text, given.answer.beside)
        telling = Telling(given.answer, self.linked, self.handles, self.parts, self.said)
        candidate = CandidateQuery(
            text=text,
            asked=asked,
            strategy=NAME,
            reading=READING,
            confidence=value,
            reason=reason,
            written=True,
            taken=telling.sentences(given.readings),
            others=telling.choices(given.readings, lambda text: self._least(text, ())[0]),
            evidence=found.told,
        )
        return Proposal(candidates=(candidate,), understood=self._understood)

    def _least(self, text: str, beside: Collection[str]) -> tuple[str, tuple[str, ...]]:
        """The query on lines, without columns of names; and those of its columns that were asked for. Which
        measures are not, the model says.
        """
        ontology = self.parts.ontology
        parsed = parse(text, ontology.prefixes)
        if not isinstance(parsed, ParsedQuery):
            return text, ()
        question, naming = self.linked.question.text, self.parts.naming
        least = shaped(parsed, question, self.lang, naming, ontology, keeps_measures=True)
        shown = (c.variable.name for c in least.query.select.columns)
        return spelled(least.query, ontology.prefixes), tuple(name for name in shown if name not in beside)
