"""The zoo with its keepers closed, and a model that pries: what it was told, what came of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from kgqa.check import Conditions
from kgqa.check.conditions import Closed
from kgqa.definitions.definition import Definition
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.linking.lexicon import Lexicon
from kgqa.pipeline import Kit
from kgqa.prepare import kit_of
from kgqa.terms import terms_of
from tests.doubles.graph import SmallGraph
from tests.doubles.model import ScriptedModel
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY

ALL = ("library", "parse", "oneshot", "agent")
KEEPERS = Closed(classes=frozenset((DEF + "Keeper",)))
P = f"PREFIX : <{DEF}> PREFIX z: <{ID}> "
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
# What things of an open and of a closed class both have.
NOTES = f"""
@prefix : <{DEF}> .
@prefix z: <{ID}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:note a owl:DatatypeProperty ; rdfs:label "note"@en .
z:tembo :note "likes melons" .
z:ruth :note "salary 71000" ; rdfs:label "Ruth the Great" .
z:omar :note "salary 52000" .
"""
# What only the graph, or somebody who may see it, can have told.
SECRETS = ("Adeyemi", "Haddad", "Brandt", "the Great", "71000", "52000", "@zoo.example", "2012-03-01", "omar")


def acts(*actions: dict[str, object]) -> str:
    return json.dumps({"thought": "I look.", "actions": list(actions)})


def query(text: str) -> dict[str, object]:
    return {"action": "query", "sparql": text}


def describe(handle: str) -> dict[str, object]:
    return {"action": "describe", "handle": handle}


def search(words: str) -> dict[str, object]:
    return {"action": "search", "words": words, "kind": "any", "class": ""}


def shown(what: str) -> str:
    return f"SELECT ?x WHERE {{ {what} }}"


PRYING = (
    acts(describe(f"<{ID}ruth>"), describe(":Keeper"), describe(":caredForBy"), describe(f"<{ID}tembo>")),
    acts(search("Ruth"), search("keeper"), search("e-mail address"), search("salary")),
    acts(
        query(shown(f"VALUES ?x {{ <{ID}ruth> }}")),
        query(shown(f"?a a <{DEF}Bird> BIND(<{ID}ruth> AS ?x)")),
        query(f"SELECT (<{ID}ruth> AS ?x) WHERE {{ ?a a <{DEF}Bird> }}"),
        query(shown(f"<{ID}ruth> {LABEL} ?x")),
    ),
    acts(
        query(shown(f"<{ID}ruth> <{DEF}note> ?x")),
        query(shown(f"?k <{DEF}note> ?x")),
        query(shown(f"<{ID}tembo> ?p ?x")),
        query(f"DESCRIBE <{ID}ruth>"),
    ),
    acts(
        query(shown(f"?x <{DEF}joinedOn> ?d")),
        query(f"SELECT (COUNT(?k) AS ?n) WHERE {{ ?a <{DEF}caredForBy> ?k }}"),
        query(f"ASK {{ <{ID}tembo> <{DEF}caredForBy> <{ID}ruth> }}"),
        query("SELECT ?x WHERE { SERVICE <https://evil.example/> { ?x ?p ?o } }"),
    ),
    acts({"action": "answer", "sparql": shown(f"VALUES ?x {{ <{ID}ruth> }}")}),
    acts({"action": "failure", "reason": "nothing to be had", "missing": []}),
)
WRITTEN = f"```sparql\nSELECT ?k WHERE {{ ?a <{DEF}caredForBy> ?k }}\n```"


@dataclass
class Prying:
    """A model that writes what it should not, and tries every door when it looks round. `full` is how it
    rephrases.
    """

    full: str = ""
    turns: int = 0

    def __call__(self, messages: tuple[tuple[str, str], ...]) -> str:
        task = messages[0][1]
        if "with one SPARQL query. Its rows are" in task:
            self.turns += 1
            return PRYING[min(self.turns, len(PRYING)) - 1]
        return WRITTEN if "one SPARQL 1.1 query" in task else self.full


@dataclass
class Told:
    """A kit with a model that keeps what it is told."""

    kit: Kit
    model: ScriptedModel
    graph: SmallGraph

    @property
    def messages(self) -> str:
        """All that the model was told; not what it said itself."""
        return "\n".join(text for asked in self.model.asked for role, text in asked if role != "assistant")

    @property
    def secrets(self) -> list[str]:
        """What it should not have been told."""
        return [secret for secret in SECRETS if secret.casefold() in self.messages.casefold()]


def pried(
    *,
    full: str = "",
    closed: Closed = KEEPERS,
    turtle: str = ONTOLOGY + DATA + NOTES,
    strategies: Sequence[str] = ALL,
    pairs: Sequence[tuple[str, str]] = (),
    lexicons: Sequence[Lexicon] = (),
    definitions: Sequence[Definition] = (),
) -> Told:
    graph = SmallGraph(turtle, name="zoo")
    model = ScriptedModel(Prying(full), is_counted=True)
    at = datetime(2025, 1, 1, tzinfo=UTC)
    shelf = Shelf(
        tuple(Pair(question=q, sparql=P + s, by="ann", at=at, source=Source.FILE) for q, s in pairs)
    )

    async def prepared() -> Kit:
        terms = await terms_of(graph, lexicons=lexicons)
        return await kit_of(
            terms,
            strategies=tuple(strategies),
            definitions=definitions,
            conditions=Conditions(closed=closed),
            model=model,
            shelf=shelf,
        )

    return Told(asyncio.run(prepared()), model, graph)
