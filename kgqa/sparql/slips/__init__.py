"""The slips that people and models make, each told apart by where the text is stuck.

In: a Stuck. Out: a sentence of advice, or none. The first slip that has something to say is heard: one that
names a cause stands before one that names a symptom.
"""

from __future__ import annotations

from collections.abc import Callable

from kgqa.sparql.grammar import Stuck
from kgqa.sparql.slips import shape, signs, words
from kgqa.wording.said import Said

SLIPS: tuple[Callable[[Stuck], Said | None], ...] = (
    signs.fence,
    signs.smart_quotes,
    signs.strange_blank,
    signs.nothing_there,
    signs.open_string,
    signs.quote_in_string,
    signs.bad_escape,
    signs.broken_address,
    signs.bare_address,
    signs.bare_prefix,
    signs.name_with_marks,
    shape.clause_order,
    shape.two_queries,
    words.of_other_languages,
    shape.column_without_name,
    shape.commas_between_columns,
    shape.condition_without_brackets,
    shape.comma_for_semicolon,
    words.misspelt,
    words.around,
    shape.two_triples,
    shape.half_triple,
    shape.open_bracket,
    shape.superfluous_end,
    words.without_mark,
)


def advice(stuck: Stuck) -> str:
    """What to do about it, in a sentence; "" where no slip is recognised."""
    return next((told for slip in SLIPS if (told := slip(stuck))), "")
