"""How to let the agent explore a small graph with a model whose replies are written down."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from kgqa.check import Conditions, Verdict, check
from kgqa.check.things import things_in
from kgqa.labels import Labels
from kgqa.language import language
from kgqa.linking.link import link
from kgqa.pipeline import Kit
from kgqa.ports import Found, LanguageModel, Linker, Means, Proposal, Ran
from kgqa.repair.certain import repaired
from kgqa.repair.fix import Repair
from kgqa.sparql import ParsedQuery, parse
from kgqa.strategies.agent import Agent, Bounds
from kgqa.strategies.parts import Parts
from kgqa.types import CandidateQuery, CheckedQuery, Limits, LinkedQuestion, Question, Stage
from kgqa.wording import words
from kgqa.wording.said import in_language
from tests.doubles.graph import SmallGraph
from tests.doubles.model import ScriptedModel
from tests.kgqa.zoo import ASKED_AT, DATA, ONTOLOGY

QUESTION = "Which enclosures are larger than 1000?"
BIG = "SELECT ?e WHERE { ?e a :Enclosure ; :area ?x FILTER(?x > 1000) }"


def turn(*actions: dict[str, object], thought: str = "I look.") -> str:
    """A reply as it should be."""
    return json.dumps({"thought": thought, "actions": actions})


def search(words: str, kind: str = "any", cls: str = "") -> dict[str, object]:
    return {"action": "search", "words": words, "kind": kind, "class": cls}


def describe(handle: str) -> dict[str, object]:
    return {"action": "describe", "handle": handle}


def query(sparql: str) -> dict[str, object]:
    return {"action": "query", "sparql": sparql}


def answer(
    sparql: str,
    *,
    doubt: str = "",
    assumed: Sequence[tuple[str, ...]] = (),
    beside: Sequence[str] = (),
    **carried: str,
) -> dict[str, object]:
    """An answer; the keywords are words of the question, with the pieces of the query that stand for them."""
    return {
        "action": "answer",
        "sparql": sparql,
        "carried": [{"words": words, "by": by} for words, by in carried.items()],
        "assumed": [dict(zip(("words", "by", "other"), one, strict=False)) for one in assumed],
        "beside": beside,
        "doubt": doubt,
    }


def keep() -> dict[str, object]:
    return {"action": "keep"}


def failure(reason: str, *missing: str) -> dict[str, object]:
    return {"action": "failure", "reason": reason, "missing": missing}


@dataclass
class Exploring:
    """A kit with its own graph, a scripted model, and what the asker is told."""

    kit: Kit
    graph: SmallGraph
    model: ScriptedModel
    bounds: Bounds = field(default_factory=Bounds)
    told: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    linkers: tuple[Linker, ...] = ()
    found: tuple[Found, ...] = ()

    def __call__(self, question: str = QUESTION) -> Proposal:
        return asyncio.run(self.propose(question))

    async def propose(self, question: str = QUESTION, model: LanguageModel | None = None) -> Proposal:
        return await Agent(self.parts(), self.bounds).propose(self.linked(question), self.means(model))

    def parts(self) -> Parts:
        kit = self.kit
        return Parts(
            graph=self.graph,
            described=kit.described,
            ontology=kit.ontology,
            naming=kit.naming,
            labels=Labels(self.graph, kit.ontology, kit.naming),
            index=kit.index,
            linkers=self.linkers,
            conditions=kit.conditions,
        )

    def linked(self, text: str) -> LinkedQuestion:
        asked = Question(text=text, asked_at=ASKED_AT, language="en")
        return link(asked, self.kit.index, language("en"), self.kit.ontology)

    def means(self, model: LanguageModel | None = None) -> Means:
        async def told(stage: Stage, summary: str, details: Sequence[str] = ()) -> None:
            assert stage is Stage.EXPLORING
            assert summary == words("en").say("no_help") or in_language(summary, "de") != summary
            self.told.append((summary, tuple(details)))

        return Means(
            run=self.run,
            check=self.look_at,
            repaired=self.repair,
            told=told,
            model=model or self.model,
            found=self.found,
        )

    async def repair(self, text: str) -> Repair:
        """As the pipeline does it."""
        parsed = parse(text, self.kit.ontology.prefixes)
        things = (
            await things_in(parsed, self.graph, self.kit.ontology) if isinstance(parsed, ParsedQuery) else {}
        )
        return repaired(text, self.kit.ontology, replace(self.kit.conditions, things=things))

    async def look_at(self, text: str) -> Verdict:
        """As the pipeline does it."""
        kit = self.kit
        parsed = parse(text, kit.ontology.prefixes)
        things = await things_in(parsed, self.graph, kit.ontology) if isinstance(parsed, ParsedQuery) else {}
        return check(text, kit.ontology, replace(kit.conditions, things=things))

    async def run(self, text: str, limits: Limits | None = None) -> Ran:
        """As the pipeline does it."""
        verdict = await self.look_at(text)
        if not isinstance(verdict, CheckedQuery):
            return verdict
        return await self.graph.run(verdict, limits or self.kit.limits)

    @property
    def summaries(self) -> list[str]:
        return [summary for summary, _ in self.told]


def exploring(kit: Kit, *replies: str | Exception, bounds: Bounds | None = None, more: str = "") -> Exploring:
    """An exploration of the zoo; `more` is Turtle that its graph has as well, behind the kit's back."""
    graph = SmallGraph(ONTOLOGY + DATA + more, name="zoo")
    return Exploring(replace(kit, graph=graph), graph, ScriptedModel(*replies), bounds or Bounds())


def closed(kit: Kit, conditions: Conditions) -> Kit:
    return replace(kit, conditions=conditions)


def only(proposal: Proposal) -> CandidateQuery:
    (candidate,) = proposal.candidates
    return candidate


def seen(exploring: Exploring, number: int = -1) -> str:
    """What the model was told last before its reply `number`."""
    return exploring.model.asked[number][-1][1]


def nothing_unchecked_was_run(asked: Exploring) -> None:
    for text in asked.graph.queries:
        assert isinstance(check(text, asked.kit.ontology), CheckedQuery), text
