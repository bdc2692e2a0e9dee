"""What a definition is: a name, a formula, and where it stands in a question."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.strategies.parse.formulas.formula import Definition, Formula, Number, Phrase
from kgqa.strategies.parse.formulas.lexing import Source

LONGEST_NAME = 5


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition at tokens `first`..`last`; `inside` are the tokens of its name where the name is a mention
    of the question too ("the margin, which is …"), else None.
    """

    definition: Definition
    first: int
    last: int
    inside: tuple[int, int] | None = None


def is_formula(formula: Formula) -> bool:
    """Whether words are worked out: what has neither arithmetic nor an aggregate in it is a condition."""
    return not isinstance(formula, Phrase | Number)


def past(source: Source, i: int) -> int:
    """The token from `i` on that is no article."""
    while i < len(source.tokens) - 1 and source.tokens[i].folded in source.words.articles:
        i += 1
    return i
