"""The rows of an answer in words, for the sentence that tells of them.

In: finished texts of cells, and what numbers and dates are compared by. Out: names, and ranges from the least
to the most.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from kgqa.types import Term

Amount = Decimal | str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """`names` are the query's variables, `titles` the heads of their columns, `units` those of their numbers.
    A cell without a value is "" in `texts`; what is no number or date is None in `amounts`. `terms` tell
    things of the same name apart. `more` says that there are more rows than these.
    """

    yes: bool | None = None
    names: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    terms: tuple[tuple[Term | None, ...], ...] = ()
    texts: tuple[tuple[str, ...], ...] = ()
    amounts: tuple[tuple[Amount, ...], ...] = ()
    more: bool = False

    def distinct(self, at: int) -> list[str]:
        """The values of a column, each once."""
        once = {row[at]: text[at] for row, text in zip(self.terms, self.texts, strict=True) if row[at]}
        return list(once.values())

    def beside(self, row: int, at: int) -> list[str]:
        """The other values of a row."""
        return [text for n, text in enumerate(self.texts[row]) if n != at and text]

    def is_amount(self, at: int) -> bool:
        """Whether a column has numbers, or dates, of which one is the least."""
        kinds = {type(row[at]) for row in self.amounts if row[at] is not None}
        known = all(
            row[at] is not None for row, text in zip(self.amounts, self.texts, strict=True) if text[at]
        )
        return len(kinds) == 1 and known

    def is_date(self, at: int) -> bool:
        return any(isinstance(row[at], str) for row in self.amounts)

    def ends(self, at: int) -> tuple[int, int]:
        """The rows with the least and with the most of a column."""
        known = [(row[at], n) for n, row in enumerate(self.amounts) if row[at] is not None]
        return min(known)[1], max(known)[1]

    def total(self, at: int) -> Decimal:
        return sum((value for row in self.amounts if isinstance(value := row[at], Decimal)), Decimal(0))
