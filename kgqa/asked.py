"""What was asked, of a query that fetches more: beside its answer a reader wants to see the measure of a
superlative or of a filter (the price of the cheapest), which is no part of the answer.

In: a query, the columns that were asked for, its rows. Out: the rows of those columns, or the query for them
alone where the rows of both cannot tell.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from kgqa.ontology import Ontology
from kgqa.sparql import ParsedQuery, declared, parse, spelled
from kgqa.sparql.change import with_columns
from kgqa.sparql.model import Iri, Node, Triple, Var
from kgqa.types import Answer, QueryLanguage, ResultTable

NOTHING_KNOWN = Ontology()


def is_sparql(answer: Answer) -> bool:
    """Whether an answer rests on SPARQL, which can be edited, run again, kept."""
    return answer.query is not None and answer.query.language is QueryLanguage.SPARQL


def query_of(answer: Answer) -> str:
    """The SPARQL that gives what an answer says, and nothing beside it; "" where there is none."""
    if answer.query is None or not is_sparql(answer):
        return ""
    return alone(answer.query.text, answer.table.columns if answer.table else ())


def alone(text: str, names: Collection[str]) -> str:
    """The query for these of its columns; the text as it is where they are none of its columns, or all."""
    parsed = parse(text)
    asked = Asked.of(parsed, names) if isinstance(parsed, ParsedQuery) else None
    return spelled(asked.alone, declared(asked.query.text)) if asked else text


@dataclass(frozen=True, slots=True)
class Asked:
    """A query and those of its columns that were asked for, in its order; it has others. `is_one_each` says
    that these have one value for each row that was asked for, by all that the data shows.
    """

    query: ParsedQuery
    columns: tuple[str, ...]
    is_one_each: bool = False

    @classmethod
    def of(
        cls, query: ParsedQuery, names: Collection[str], ontology: Ontology = NOTHING_KNOWN
    ) -> Asked | None:
        """None where these are no columns of the query, or all of them."""
        every = [c.variable.name for c in query.select.columns]
        columns = tuple(name for name in every if name in names)
        is_part = query.form == "select" and set(columns) == set(names) and 0 < len(columns) < len(every)
        return cls(query, columns, _is_one_each(query, columns, ontology)) if is_part else None

    @property
    def alone(self) -> ParsedQuery:
        """The query for nothing else."""
        return replace(self.query, select=with_columns(self.query.select, self.columns))

    @property
    def tells(self) -> bool:
        """Whether its rows may tell those of the columns alone. Rows that are passed over by an OFFSET may be
        of the same thing, and nobody sees that.
        """
        select = self.query.select
        return self.is_one_each or not (select.distinct and select.offset)

    def part(self, table: ResultTable) -> ResultTable | None:
        """The rows of the columns alone; None where these may be others: a thing that came twice may have
        taken the place of another one.
        """
        at = [table.columns.index(name) for name in self.columns]
        rows = tuple(tuple(row[n] for n in at) for row in table.rows)
        select = self.query.select
        if select.distinct:
            once = tuple(dict.fromkeys(rows))
            is_full = select.limit is not None and len(rows) >= select.limit
            if (table.truncated and not self.is_one_each) or (is_full and len(once) < len(rows)):
                return None
            rows = once
        return replace(table, columns=self.columns, rows=rows)


def _is_one_each(query: ParsedQuery, columns: Collection[str], ontology: Ontology) -> bool:
    """Whether every column follows from these by properties of which a thing has one value."""
    known: set[Node] = {Var(name) for name in columns}
    steps = [
        e
        for e in query.select.where.elements
        if isinstance(e, Triple) and isinstance(e.predicate, Iri) and _has_one(e.predicate.value, ontology)
    ]
    while new := {t.object for t in steps if t.subject in known} - known:
        known |= new
    return all(c.variable in known for c in query.select.columns)


def _has_one(prop: str, ontology: Ontology) -> bool:
    """Whether each thing has at most one value of a property, by all that the data shows."""
    uses = ontology.uses_of(prop)
    classes = [use.subject for use in uses]
    return bool(uses) and len(set(classes)) == len(classes) and all(u.count <= u.subjects for u in uses)
