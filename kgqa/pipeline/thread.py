"""The thread of a question without what has been closed since: turns are kept for long, and models hear them.

In: a question with its history, the kit. Out: the question; a turn whose query may not run any more says only
what was asked, and that it is not open. Its query and form stay, so that what goes on from it is refused too.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.check import check
from kgqa.check.closed import closing
from kgqa.pipeline.kit import Kit
from kgqa.types import CheckedQuery, Outcome, Question, Turn


def open_thread(question: Question, kit: Kit, said: str) -> Question:
    """The question; `said` stands for what a turn that is closed now had said."""
    if not kit.conditions.closed or not question.history:
        return question
    turns = (t if _is_open(t, kit) else _closed(t, said) for t in question.history)
    return replace(question, history=tuple(turns))


def _is_open(turn: Turn, kit: Kit) -> bool:
    if turn.sql is not None:
        return _shows_nothing_closed(turn.sql, kit)
    if turn.sparql is None:
        return True
    return isinstance(check(turn.sparql, kit.ontology, kit.conditions), CheckedQuery)


def _shows_nothing_closed(sql: str, kit: Kit) -> bool:
    """Whether SQL over tables still passes, and none of its tables may have held what is closed now."""
    if kit.tables is None:
        return False
    from kgqa.check.sql import check_sql, classes_in

    if not isinstance(check_sql(sql, kit.tables.schema, kit.conditions), CheckedQuery):
        return False
    hidden = closing(kit.ontology, kit.conditions.closed)
    return not any(hidden.within(cls) for cls in classes_in(sql, kit.tables.schema))


def _closed(turn: Turn, said: str) -> Turn:
    return replace(turn, outcome=Outcome.REFUSED, text=said, choices=(), pins=(), things=(), assumed=())
