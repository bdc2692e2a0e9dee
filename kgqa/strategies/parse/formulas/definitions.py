"""Definitions inside a question -> names with their formulas, and the stretches that they take.

    What is the return rate by shop, where sold is A plus B and return rate is returned divided by sold?
    What is the margin, which is price minus cost, of each product?
    Marge ist Preis minus Kosten. Wie hoch ist die Marge je Produkt?

In: a question and the runs of its words that are names. Out: definitions. Only what has arithmetic or an
aggregate in it is one: "where the status is shipped" is a condition.
"""

from __future__ import annotations

from kgqa.strategies.parse.formulas.appositions import appositions
from kgqa.strategies.parse.formulas.clauses import clauses
from kgqa.strategies.parse.formulas.defined import Defined
from kgqa.strategies.parse.formulas.lexing import Source


def definitions(source: Source) -> tuple[Defined, ...]:
    """All definitions of a question, in its order."""
    found = [*appositions(source), *clauses(source)]
    found.sort(key=lambda d: (d.first, -d.last))
    apart: list[Defined] = []
    for each in found:
        if all(other.last < each.first for other in apart):
            apart.append(each)
    return tuple(apart)
