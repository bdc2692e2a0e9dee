"""A strong model without Querist but for the card of the graph: one prompt, or queries of its own before it
answers.

In: a kit, a question, a model. Out: what became of the query, which is run as it was written; only that it
can be read, and reads alone, is looked at. Handles are read as on every rung, so that what differs is the
harness alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.ladder.bare import Bare
from kgqa.check import only_reads
from kgqa.errors import OperatorsMove
from kgqa.fence import fenced
from kgqa.pipeline import Kit
from kgqa.ports import LanguageModel
from kgqa.repair.reply import query_in
from kgqa.rows import is_empty
from kgqa.sparql.model import Iri, Lit
from kgqa.strategies.agent.start import Known
from kgqa.types import CheckedQuery, Limits, Outcome, ResultTable, Term
from kgqa.vocabulary import Wanted, read_back

TURNS = 8
ROWS = 12  # of a result that are shown
ROOM = 28_000  # bytes of the card, as for the agent
LIMITS = Limits(seconds=30.0, rows=1_000)
ONCE = (
    "Write one SPARQL query that answers the question. "
    "Reply with the query in one fenced block and nothing else."
)
LOOKING = (
    f"You have {TURNS} replies. Each is one query in a fenced block and nothing else: it is run, and you see "
    "its rows. When you know the query that answers the question, write FINAL on the line before its block."
)
SYSTEM = """You answer a question from a knowledge graph by one SPARQL query; its rows are the answer. Ask for
what the question asks for and nothing else: things by themselves (no label columns), a number for "how many",
ASK for yes or no.

{task}

The card of the graph: classes with their numbers of things, properties with what they lead to, and values.
Terms are written as they stand there (`:Order`, `:soldBy`), addresses in angle brackets; rdf, rdfs, skos and
xsd are known prefixes.

{card}"""


@dataclass(frozen=True)
class CardAlone:
    """One graph, told by its card."""

    kit: Kit
    known: Known

    async def answer(self, question: str, today: str, model: LanguageModel, *, looking: bool) -> Bare:
        """One question. What cannot be run has failed."""
        cut = self.known.cut
        lines = cut.whole if cut.size <= ROOM else cut.part(Wanted(words=question), ROOM)
        card = fenced("\n".join(lines), "text")
        asked = f"Today is {today}. The question:\n\n{question}"
        if cut.size <= ROOM:
            talk = [("system", SYSTEM.format(task=LOOKING if looking else ONCE, card=card)), ("user", asked)]
        else:
            system = SYSTEM.format(task=LOOKING if looking else ONCE, card="(below)")
            talk = [("system", system), ("user", f"{card}\n\n{asked}")]
        last = Bare(Outcome.FAILED)
        for turn in range(TURNS if looking else 1):
            try:
                said = await model.complete(talk, most=2_000)
            except OperatorsMove:
                return last
            last, told = await self._ran(said.text)
            if not looking or "FINAL" in said.text.partition("```")[0]:
                return last
            left = TURNS - turn - 1
            talk += [("assistant", said.text), ("user", f"{told}\n\n{left} replies are left.")]
        return last

    async def _ran(self, reply: str) -> tuple[Bare, str]:
        prefixes = self.kit.ontology.prefixes
        text = read_back(query_in(reply, prefixes), self.known.vocabulary, self._placed).text
        verdict = only_reads(text, prefixes)
        if not isinstance(verdict, CheckedQuery):
            return Bare(Outcome.FAILED, text), f"That is no query: {verdict[0].message}"
        try:
            table = await self.kit.graph.run(verdict, LIMITS)
        except OperatorsMove as error:
            return Bare(Outcome.FAILED, text), str(error)
        outcome = Outcome.NOTHING_FOUND if is_empty(table) else Outcome.ANSWERED
        return Bare(outcome, text, table), _rows(table)

    @property
    def _placed(self) -> dict[str, Iri | Lit]:
        return {name: Iri(iri) for iri, name in self.known.cut.told.things.items()}


def _rows(table: ResultTable) -> str:
    if table.boolean is not None:
        return f"ASK: {table.boolean}"
    lines = [" | ".join(table.columns)]
    lines += [" | ".join(_cell(term) for term in row) for row in table.rows[:ROWS]]
    return fenced("\n".join((*lines, f"({len(table.rows):,} rows in all)")), "text")


def _cell(term: Term | None) -> str:
    if term is None:
        return ""
    return f"<{term.value}>" if term.kind == "iri" else term.value[:80]
