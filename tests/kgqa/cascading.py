"""The zoo with the whole cascade: its library, its parser, a scripted model that writes and explores."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from kgqa.errors import QueristError
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.pipeline import Kit, Pipeline
from kgqa.pipeline.kit import SURE
from kgqa.ports import LanguageModel
from kgqa.prepare import kit_of
from kgqa.spending import Allowance, Amount, MemoryLedger, Purse
from kgqa.terms import terms_of
from kgqa.types import Answer, Question, Turn
from tests.doubles.graph import SmallGraph
from tests.doubles.model import ScriptedModel
from tests.kgqa.zoo import ASKED_AT, DATA, DEF, ID, ONTOLOGY

SMALL = ("library", "parse", "oneshot")  # as a small model is asked
STRONG = ("library", "parse", "agent")
ALL = (*SMALL, "agent")
P = f"PREFIX : <{DEF}> PREFIX z: <{ID}> "
Reply = str | Exception
Says = Callable[[str], Reply] | Reply  # of all that it is told


def block(query: str) -> str:
    return f"```sparql\n{query}\n```"


def acts(*actions: dict[str, object]) -> str:
    return json.dumps({"thought": "I look.", "actions": list(actions)})


def answers(query: str) -> str:
    return acts({"action": "answer", "sparql": query})


FAILURE = acts({"action": "failure", "reason": "nothing fits", "missing": []})


@dataclass
class Roles:
    """What the model says in each of its roles; `heard` are those in which it was asked, in their order."""

    writes: Says = "UNKNOWN: that"
    explores: Says = FAILURE
    rephrases: Says = "no"
    repairs: Says = "no"

    def __post_init__(self) -> None:
        self.heard: list[str] = []
        self.waited: dict[str, asyncio.Event] = {}

    def __call__(self, messages: tuple[tuple[str, str], ...]) -> Reply:
        task, role = messages[0][1], "repairs"
        if "with one SPARQL query. Its rows are the answer" in task:
            role = "explores"
        elif "one SPARQL 1.1 query that answers" in task:
            role = "writes"
        elif task.startswith(("You make a question", "You translate a question")):
            role = "rephrases"
        self.heard.append(role)
        self.asked(role).set()
        said: Says = getattr(self, role)
        return said("\n".join(text for _, text in messages)) if callable(said) else said

    def asked(self, role: str) -> asyncio.Event:
        """That the model was asked in this role."""
        return self.waited.setdefault(role, asyncio.Event())


@dataclass
class Cascading:
    """A kit with its own graph, and the model in its roles."""

    kit: Kit
    graph: SmallGraph
    model: ScriptedModel
    roles: Roles
    ledger: MemoryLedger

    async def ask(self, text: str, history: Sequence[Turn] = ()) -> Answer:
        async def quiet(*_: object) -> None:
            return None

        question = Question(text=text, asked_at=ASKED_AT, history=tuple(history), asker="ann")
        return await Pipeline(self.kit).answer(question, quiet)

    def __call__(self, text: str, history: Sequence[Turn] = ()) -> Answer:
        self.graph.queries.clear()
        return asyncio.run(self.ask(text, history))

    @property
    def heard(self) -> list[str]:
        return self.roles.heard


def cascading(
    roles: Roles | None = None,
    *,
    pairs: Sequence[tuple[str, str]] = (),
    strategies: Sequence[str] = SMALL,
    sure: float = SURE,
    calls: int = 0,
    graph: SmallGraph | None = None,
    more: str = "",
    model: LanguageModel | None = None,
) -> Cascading:
    """`calls` are those that one question may have, 0 for as many as it likes. `model` speaks instead."""
    graph = graph or SmallGraph(ONTOLOGY + DATA + more, name="zoo")
    roles = roles or Roles()
    scripted = ScriptedModel(roles, is_counted=True)
    ledger = MemoryLedger()
    purse = Purse(model or scripted, ledger, Allowance(question=Amount(calls=calls)))
    at = datetime(2025, 1, 1, tzinfo=UTC)
    kept = tuple(Pair(question=q, sparql=P + s, by="ann", at=at, source=Source.FILE) for q, s in pairs)

    async def prepared() -> Kit:
        terms = await terms_of(graph)
        return await kit_of(terms, strategies=tuple(strategies), purse=purse, shelf=Shelf(kept), sure=sure)

    return Cascading(asyncio.run(prepared()), graph, scripted, roles, ledger)


def broken(asked: Cascading, error: QueristError) -> Cascading:
    """The same, whose graph fails from now on."""
    asked.graph.error = error
    return asked


def without_model(asked: Cascading) -> Cascading:
    kit = replace(asked.kit, model=None, purse=None)
    return replace(asked, kit=kit)
