"""Answers and turns as JSON text and back, and the hash of a result.

In: frozen values of `kgqa.types`. Out: text that survives any database, and the same values again.
"""

from __future__ import annotations

import hashlib
import json

from pydantic import TypeAdapter

from kgqa.types import Answer, ResultTable, Term, Turn

_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)
_TURN: TypeAdapter[Turn] = TypeAdapter(Turn)


def answer_to_json(answer: Answer) -> str:
    return _ANSWER.dump_json(answer).decode()


def answer_from_json(text: str) -> Answer:
    return _ANSWER.validate_json(text)


def turn_to_json(turn: Turn) -> str:
    return _TURN.dump_json(turn).decode()


def turn_from_json(text: str) -> Turn:
    return _TURN.validate_json(text)


def storable(text: str) -> str:
    """`text` without what databases refuse: NUL and lone surrogates become the replacement character."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def result_sha256(table: ResultTable) -> str:
    """The hash of what a query bound, whatever the order of rows and columns; in hex.

    Duplicate rows count. Blank nodes have no lasting names, so each counts as "a blank node".
    """
    order = sorted(range(len(table.columns)), key=lambda n: table.columns[n])
    rows = sorted(json.dumps([_plain(row[n]) for n in order]) for row in table.rows)
    whole = json.dumps([[table.columns[n] for n in order], table.boolean, rows])
    return hashlib.sha256(whole.encode()).hexdigest()


def _plain(term: Term | None) -> list[str | None] | None:
    if term is None:
        return None
    if term.kind == "bnode":
        return ["bnode"]
    return [term.kind, term.value, term.datatype, term.language]
