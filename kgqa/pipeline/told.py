"""What a query found, as it is told: its rows in their order, the table that is shown, the first sentence.

In: a query with its rows, labels, the ontology. Out: each of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.answer import display, found, like, ordered
from kgqa.check import parsed_of
from kgqa.errors import OurMove
from kgqa.ontology import Ontology
from kgqa.pipeline.money import currencies
from kgqa.pipeline.trying import Trials, Tried
from kgqa.restate import Head, heads, opening, order
from kgqa.restate.wording import wording
from kgqa.sparql import ParsedQuery
from kgqa.types import DisplayTable, ResultTable


@dataclass(frozen=True)
class Told:
    """`rows` are those of the query, in their order."""

    tried: Tried
    query: ParsedQuery
    rows: ResultTable
    heads: Mapping[str, Head]
    labels: Mapping[str, str]
    ontology: Ontology
    language: str

    @property
    def table(self) -> ResultTable:
        """What was asked for."""
        return like(self.tried.table, self.rows) if self.tried.table.columns else self.tried.table

    @property
    def made(self) -> frozenset[str]:
        """The columns that are worked out."""
        return frozenset(name for name, head in self.heads.items() if head.is_made)

    @cached_property
    def display(self) -> DisplayTable | None:
        """What is shown: what was asked for, with the measures beside it."""
        return self._shown(self.rows)

    @property
    def sentence(self) -> str:
        """What the rows say. A row of what was asked for counts once, whatever stands beside it."""
        is_one_each = len(self.rows.rows) == len(self.tried.table.rows)
        rows, shown = (self.rows, self.display) if is_one_each else (self.table, self._shown(self.table))
        said = found(rows, shown, wording(self.language).aloud(), self.made)
        return opening(self.query, self.ontology, self.labels, said, self.language)

    def _shown(self, rows: ResultTable) -> DisplayTable | None:
        return display(rows, self.labels, dict(self.tried.candidate.columns), self.heads, self.language)


async def told(tried: Tried, labels: Mapping[str, str], trials: Trials, language: str) -> Told:
    """Raises OurMove when a checked query does not parse."""
    ontology = trials.kit.ontology
    query = parsed_of(tried.query)
    if query is None:
        raise OurMove("A checked query could not be read.")
    known = heads(query, ontology, labels, language)
    owners = {name: head.amount_of for name, head in known.items() if head.amount_of and not head.unit}
    if tried.rows.rows and owners:
        money = await currencies(query, owners, trials, ontology)
        known |= {name: replace(known[name], unit=unit) for name, unit in money.items()}
    rows = ordered(tried.rows, labels, order(query, ontology))
    return Told(tried, query, rows, known, labels, ontology, language)
