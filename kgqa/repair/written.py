"""Queries that a model or a person wrote, on their way to the graph: looked up, checked, put right.

In: the candidates of one question. Out: for each of them a query that passes, or none; every fix and every
round of a model is a step of the trace, with the query before and after.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from kgqa.check import Conditions, Verdict, check
from kgqa.check.looking import looked_up
from kgqa.ontology import Ontology
from kgqa.ports import Graph, LanguageModel
from kgqa.prompts import Prompts
from kgqa.repair.by_model import ROUNDS, Rewriting, Round, Turnout, rewritten
from kgqa.repair.certain import repaired
from kgqa.repair.fix import Fix, Repair
from kgqa.repair.said import in_short
from kgqa.sparql import ParsedQuery, parse
from kgqa.trace import below
from kgqa.types import CandidateQuery, CheckedQuery, Issue
from kgqa.wording.said import say

MOST = 2 * ROUNDS  # rounds of one question, over all its candidates
_REPLY = 500  # characters of a reply without a query
BY_MODEL = say("A model wrote it anew, since the first one failed the check.")
_WORDS = {
    Turnout.PASSED: say("a query that passes"),
    Turnout.BETTER: say("fewer issues are left"),
    Turnout.NO_BETTER: say("as many issues are left"),
    Turnout.WORSE: say("more issues than before; back to the query before"),
    Turnout.REPEATED: say("a query that was there already"),
    Turnout.REFUSED: say("refused"),
    Turnout.UNREADABLE: say("no query in the reply"),
}

Step = Callable[[str, str, Sequence[str]], None]  # stage, summary, details


@dataclass(frozen=True, slots=True, kw_only=True)
class Righted:
    """A candidate with the verdict on it, after `fixes` (in sentences) where there were any; `issues` are
    what was found first.
    """

    candidate: CandidateQuery
    verdict: Verdict
    issues: tuple[Issue, ...] = ()
    fixes: tuple[str, ...] = ()


class Kit(Protocol):
    """What repairs need of all that answers questions on one graph."""

    @property
    def graph(self) -> Graph: ...
    @property
    def ontology(self) -> Ontology: ...
    @property
    def conditions(self) -> Conditions: ...
    @property
    def patience(self) -> float: ...
    @property
    def prompts(self) -> Prompts: ...


class Repairs:
    """The repairs of one question. What was looked up, tried or asked of the model once is known after."""

    def __init__(self, kit: Kit, question: str, step: Step, model: LanguageModel | None) -> None:
        self.kit, self.question, self.step = kit, question, step
        self.why = ""  # of the first candidate that did not come to pass, in a sentence for the asker
        self._model = model
        self._rounds = MOST
        self._looking = asyncio.Lock()
        self._conditions = kit.conditions  # with all that was looked up for this question
        self._done: dict[str, Righted] = {}

    async def of(self, candidate: CandidateQuery) -> Righted:
        """The candidate, put right where it must and can be."""
        done = self._done.get(candidate.text)
        if done is None:
            done = self._done[candidate.text] = await self._righted(candidate)
        if done.fixes:
            # What was written beside the query is of the query as it was.
            text = done.candidate.text
            return replace(done, candidate=replace(candidate, text=text, form=None, without=()))
        return replace(done, candidate=candidate)

    async def _righted(self, candidate: CandidateQuery) -> Righted:
        ontology = self.kit.ontology
        conditions = await self.conditions(candidate.text)
        found = check(candidate.text, ontology, conditions)
        if isinstance(found, CheckedQuery):
            return Righted(candidate=candidate, verdict=found)
        self.step("checks", say("refused: {rule}", rule=say(found[0].rule)), [i.message for i in found])
        repair, conditions = await self._certain(candidate.text, conditions)
        for fix in repair.fixes:
            self.step("repair", fix.what, self._change(fix))
        if repair.options:
            several = say("{count} changes would pass, so none is made", count=str(len(repair.options)))
            self.step("repair", several, repair.options)
        fixes = tuple(fix.what for fix in repair.fixes)
        text, verdict = repair.text, repair.verdict
        if self._model and self._rounds and not isinstance(verdict, CheckedQuery):
            rewriting = await self._rewritten(self._model, repair, conditions)
            text, verdict, fixes = rewriting.text, rewriting.verdict, (BY_MODEL,)
        if isinstance(verdict, CheckedQuery):
            candidate = replace(candidate, text=text)
            return Righted(candidate=candidate, verdict=verdict, issues=found, fixes=fixes)
        self.why = self.why or verdict[0].message
        return Righted(candidate=candidate, verdict=verdict, issues=found)

    async def certain(self, text: str) -> Repair:
        """A query that was written, put right where that is certain; no model is asked."""
        conditions = await self.conditions(text)
        verdict = check(text, self.kit.ontology, conditions)
        if isinstance(verdict, CheckedQuery):
            return Repair(text=text, verdict=verdict)
        return (await self._certain(text, conditions))[0]

    async def _certain(self, text: str, conditions: Conditions) -> tuple[Repair, Conditions]:
        """The certain repair of a text, with what the graph says of what it names."""
        parsed = parse(text, self.kit.ontology.prefixes)
        if isinstance(parsed, ParsedQuery):
            conditions = await self._looked_up(parsed)
        return repaired(text, self.kit.ontology, conditions), conditions

    async def _rewritten(self, model: LanguageModel, repair: Repair, conditions: Conditions) -> Rewriting:
        rewriting = await rewritten(
            model,
            repair.text,
            self.kit.ontology,
            conditions,
            question=self.question,
            rounds=min(ROUNDS, self._rounds),
            seconds=self.kit.patience,
            look_up=self._looked_up,
            prompts=self.kit.prompts,
            on_round=self._told,
        )
        if rewriting.why:
            self.step("repair", say("no query passes"), [rewriting.why])
        if rewriting.is_away:
            self._model = None  # for the rest of this question
        return rewriting

    # ── what the graph says ──────────────────────────────────────────────────────────────────────

    async def conditions(self, text: str) -> Conditions:
        """The kit's conditions with what the graph says of the things that the query names."""
        parsed = parse(text, self.kit.ontology.prefixes)
        if not isinstance(parsed, ParsedQuery):
            return self._conditions
        return await self._looked_up(parsed, texts=False)

    async def _looked_up(self, parsed: ParsedQuery, *, texts: bool = True) -> Conditions:
        kit = self.kit
        async with self._looking:  # queries that are checked side by side name the same things
            self._conditions = await looked_up(parsed, kit.graph, kit.ontology, self._conditions, texts=texts)
            return self._conditions

    # ── the trace ────────────────────────────────────────────────────────────────────────────────

    def _told(self, made: Round) -> None:
        self._rounds -= 1
        details: list[str] = [below(say("reply"), made.reply[:_REPLY])] if not made.query else []
        if made.query:
            details = [
                *(i.message for i in made.issues),
                *(fix.what for fix in made.fixes),
                below(say("before"), in_short(made.before, self.kit.ontology)),
                below(say("after"), in_short(made.after or made.query, self.kit.ontology)),
            ]
        turnout = _WORDS[made.turnout]
        summary = say("a model's round {number}: {turnout}", number=str(made.number), turnout=turnout)
        self.step("repair", summary, details)

    def _change(self, fix: Fix) -> list[str]:
        before, after = (in_short(text, self.kit.ontology) for text in (fix.before, fix.after))
        return [
            say("for the rule “{rule}”", rule=say(fix.rule)),
            below(say("before"), before),
            below(say("after"), after),
        ]
