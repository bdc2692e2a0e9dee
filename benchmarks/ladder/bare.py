"""The lowest rung: a model that gets the question and the schema, and types IRIs itself.

In: a kit, a question, a model. Out: what became of the query, which is run as it was written; only that it
can be read, and reads alone, is looked at. Prefixes that the schema declares need not be declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.check import only_reads
from kgqa.errors import OperatorsMove
from kgqa.ontology import RDF, RDFS, Ontology
from kgqa.pipeline import Kit
from kgqa.ports import LanguageModel
from kgqa.repair.reply import query_in
from kgqa.rows import is_empty
from kgqa.types import CheckedQuery, Outcome, ResultTable
from kgqa.vocabulary.edges import Edges

MOST = 160  # tokens of a reply
PROMPT = """Given this schema of a knowledge graph, in Turtle:

```turtle
{schema}
```

Write one SPARQL query that answers the question. Reply with the query in one fenced block and nothing else.

Question: {question}"""


@dataclass(frozen=True, slots=True)
class Bare:
    """What a model alone came to."""

    outcome: Outcome
    sparql: str = ""
    table: ResultTable | None = None


async def bare(kit: Kit, question: str, model: LanguageModel) -> Bare:
    """One question. What cannot be run has failed."""
    prompt = PROMPT.format(schema=turtle(kit.ontology), question=question)
    try:
        said = await model.complete([("user", prompt)], most=MOST)
    except OperatorsMove:
        return Bare(Outcome.FAILED)
    text = query_in(said.text, kit.ontology.prefixes)
    verdict = only_reads(text, kit.ontology.prefixes)
    if not isinstance(verdict, CheckedQuery):
        return Bare(Outcome.FAILED, text)
    try:
        table = await kit.graph.run(verdict, kit.limits)
    except OperatorsMove:
        return Bare(Outcome.FAILED, text)
    return Bare(Outcome.NOTHING_FOUND if is_empty(table) else Outcome.ANSWERED, text, table)


def turtle(ontology: Ontology) -> str:
    """The schema: each class with its label, each property with what has it and what it leads to."""
    lines = list(_lines(ontology))
    used = [(p, n) for p, n in ontology.prefixes if any(f"{p}:" in line for line in lines)]
    return "\n".join((*(f"@prefix {p}: <{n}> ." for p, n in used), *lines))


def _lines(ontology: Ontology) -> Iterator[str]:
    def short(iri: str) -> str:
        for prefix, namespace in ontology.prefixes:
            if iri.startswith(namespace) and iri[len(namespace) :].replace("_", "").isalnum():
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    edges = Edges(ontology)
    for iri in sorted(c for c in ontology.known_classes if not c.startswith((RDF, RDFS))):
        above = sorted(ontology.superclasses(iri) - {iri})
        more = f" ; rdfs:subClassOf {', '.join(map(short, above))}" if above else ""
        yield f'{short(iri)} a rdfs:Class ; rdfs:label "{ontology.label(iri, "en")}"{more} .'
    for iri in sorted(edges.of_property):
        found = edges.of_property[iri]
        domains = dict.fromkeys(short(e.subject) for e in found if e.subject)
        ranges = dict.fromkeys(short(end) for e in found for end in e.ends)
        parts = [f'rdfs:label "{ontology.label(iri, "en")}"']
        parts += [f"rdfs:domain {', '.join(domains)}"] if domains else []
        parts += [f"rdfs:range {', '.join(ranges)}"] if ranges else []
        yield f"{short(iri)} a rdf:Property ; {' ; '.join(parts)} ."
