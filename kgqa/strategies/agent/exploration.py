"""One question explored: think, act, observe, until a query is found, there is none, or a limit is reached
(Graf von Data 3.2).

In: a linked question, the means for it, what is known of the graph. Out: a Proposal. A repeated action (in
77.5 % of the paper's error cases) is answered from memory, and the third time ends the exploration.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kgqa.errors import BudgetSpent, OperatorsMove
from kgqa.language import fold, language
from kgqa.ports import LanguageModel, Means, Proposal
from kgqa.prompts import Prompts
from kgqa.repair.hidden import Hidden
from kgqa.strategies.agent.actions import (
    SCHEMA,
    Failure,
    Looking,
    Success,
    Unknown,
    as_json,
)
from kgqa.strategies.agent.actuator import Actuator
from kgqa.strategies.agent.bounds import Bounds
from kgqa.strategies.agent.evidence import UNSURE, confidence
from kgqa.strategies.agent.handles import Handles
from kgqa.strategies.agent.lines import line, within
from kgqa.strategies.agent.querying import MOST, Ran, told_issue
from kgqa.strategies.agent.reply import Said, read
from kgqa.strategies.agent.searching import told_match
from kgqa.strategies.agent.seen import Seen
from kgqa.strategies.agent.talk import PROMPTS, Talk, as_said, started
from kgqa.strategies.parts import Parts
from kgqa.types import CandidateQuery, LinkedQuestion, Stage
from kgqa.vocabulary import Vocabulary
from kgqa.wording import words
from kgqa.wording.said import say, together, told

NAME = "agent"
READING = "a query that a model found by looking round in the graph"
AGAIN = "You did this already; here is what you saw. Do something else now."
EMPTY = (
    "That query has no rows. Look for what is wrong with it; if nothing is the answer, give success again."
)
LATE = say("the time was up")
STUCK = say("the same was asked again and again")
IDLE = say("nothing was said that could be done")


class Exploration:
    """The exploration of one question."""

    def __init__(
        self,
        linked: LinkedQuestion,
        means: Means,
        model: LanguageModel,
        parts: Parts,
        vocabulary: Vocabulary,
        bounds: Bounds,
        prompts: Prompts,
    ) -> None:
        self.linked, self.means, self.model, self.parts, self.bounds = linked, means, model, parts, bounds
        self.lang = language(linked.question.language or "en")
        self.handles = Handles(vocabulary)
        self.actuator = Actuator(self.handles, parts, means, bounds, self.lang)
        self.turns = 0
        self.idle = 0  # turns in a row in which nothing could be done
        self.is_stale = False  # whether the last turn brought nothing new
        self.over = ""  # why the exploration ends without a success
        self.why = ""  # a sentence for the asker, where that is not the model's search
        self.said = words(linked.question.language or "en")
        self.empty: set[str] = set()  # queries without rows that were given as the answer once
        self.versions = ", ".join(prompts.get(name).version for name in PROMPTS)
        self.talk = Talk(self._start(prompts), bounds, prompts)

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
            found = self._unsure()
        return found

    def _start(self, prompts: Prompts) -> str:
        most, ontology = self.bounds.names, self.parts.ontology
        hidden = Hidden(self.parts.conditions.closed, ontology)
        names = [
            f"“{line(link.text, 60)}”: {told_match(match, self.handles, ontology)}"
            for link in self.linked.links
            for match in link.matches[:2]
        ]
        classes = sorted(ontology.classes.values(), key=lambda c: (-c.instances, c.iri))
        listed = [self.handles.shown(c.iri, ontology.label(c.iri)) for c in classes[:most]]
        more = [f"… and {len(classes) - most} more"] if len(classes) > most else []
        question = self.linked.question
        return started(
            prompts,
            line(question.text, 2_000),
            question.asked_at.date().isoformat(),
            names[:most],
            [*listed, *more],
            [told_issue(i, hidden, self.handles) for i in self.means.issues[:MOST]],
        )

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
        end = next((a for a in actions if isinstance(a, Success | Failure)), None)
        if isinstance(end, Failure):
            reason = end.reason or say("no reason given")
            await self._told(say("finds no answer: {reason}", reason=reason), details)
            return self._failed(end)
        if isinstance(end, Success):
            ran = await self._ended(end)
            if isinstance(ran, Ran):
                await self._told(say("is content with a query: {size}", size=ran.size), [*details, ran.text])
                return self._found(ran)
            told.append(ran)
            details.append(ran)
        await self._told(together(*summaries, by="; "), details)
        said_so = as_said(said.thought, [as_json(a) for a in actions])
        self.talk.add(said_so, told, AGAIN if again else "", self._left)
        if looking or end:
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

    # ── the end ──────────────────────────────────────────────────────────────────────────────────

    async def _ended(self, end: Success) -> Ran | str:
        """The query of a success, if it runs; what the model is told where it is no end yet."""
        if not end.sparql:
            return self.actuator.last or "Success needs the query. Give it in “sparql”."
        seen = await self.actuator.tried(end.sparql)
        if not isinstance(seen, Ran):
            return self._words(seen, 1)
        if seen.is_empty and seen.text not in self.empty:
            self.empty.add(seen.text)
            return "\n".join((EMPTY, *seen.warnings))
        return seen

    def _found(self, ran: Ran) -> Proposal:
        value, reason = confidence(ran, self.linked, self.parts.ontology, self.turns, self.said)
        return self._proposal(ran, value, reason)

    def _unsure(self) -> Proposal:
        """The last query that gave rows, where the exploration did not end on one."""
        if self.actuator.last is None:
            return Proposal(understood=self._understood, why=self.why or self.said.say("explored"))
        value, reason = confidence(
            self.actuator.last, self.linked, self.parts.ontology, self.turns, self.said
        )
        told = self.said.say("why_no_end", why=line(self.over, 200), reason=reason)
        return self._proposal(self.actuator.last, min(value, UNSURE), told)

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

    def _proposal(self, ran: Ran, value: float, reason: str) -> Proposal:
        candidate = CandidateQuery(
            text=ran.text, strategy=NAME, reading=READING, confidence=value, reason=reason, written=True
        )
        return Proposal(candidates=(candidate,), understood=self._understood)
