"""What SQL over induced tables found, as it is told: as `told` does for SPARQL. What reads SQL is an extra of
the package, and imported where it is used.

In: a query with its rows, labels. Out: the table that is shown, the first sentence, what was asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kgqa.answer import display, found
from kgqa.pipeline.trying import Tried
from kgqa.ports import Tables
from kgqa.restate.wording import wording
from kgqa.types import CheckedQuery, DisplayTable, ResultTable
from kgqa.wording.said import Said, in_language, say


@dataclass(frozen=True)
class ToldOfTables:
    """`asked` is what the query asks for, in words."""

    tried: Tried
    labels: Mapping[str, str]
    asked: Said
    language: str

    @property
    def rows(self) -> ResultTable:
        return self.tried.rows

    @property
    def table(self) -> ResultTable:
        return self.tried.table

    @property
    def made(self) -> frozenset[str]:
        """The columns that are worked out: not known of tables."""
        return frozenset()

    @cached_property
    def display(self) -> DisplayTable | None:
        from kgqa.induced.restated import shown

        columns = {origin.column: shown(origin) for origin in self.tried.query.origins}
        return display(self.tried.rows, self.labels, columns)

    @property
    def sentence(self) -> str:
        from kgqa.induced.restated import told

        rows = found(self.tried.rows, self.display, wording(self.language).aloud())
        return in_language(told(rows, self.asked), self.language)


def asked_of(query: CheckedQuery, tables: Tables | None, labels: Mapping[str, str]) -> Said:
    """What a query asks for; as it stands where there are no tables any more."""
    if tables is None:
        return say("“{text}”", text=" ".join(query.text.split()))
    from kgqa.induced.restated import restated

    return restated(query, tables.schema, labels)
