"""The text of SQL -> one statement that only reads, as sqlglot's tree; or why it is none.

In: the text, as a model wrote it. Out: the tree, or issues in the words of the check of SPARQL.
"""

from __future__ import annotations

import logging
from typing import Any

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from kgqa.check.rules.read_only import NAME as READ_ONLY
from kgqa.types import Ground, Issue
from kgqa.wording.said import number, say

DIALECT = "sqlite"
LONGEST = 20_000  # characters
DEEPEST = 400  # nodes above each other in the tree
_WRITES = (
    exp.DML,
    exp.DDL,
    exp.Alter,
    exp.Attach,
    exp.Command,
    exp.Create,
    exp.Delete,
    exp.Detach,
    exp.Drop,
    exp.Into,
    exp.Pragma,
    exp.Set,
    exp.Transaction,
    exp.Commit,
    exp.Rollback,
    exp.TruncateTable,
    exp.Use,
)

logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it tells of what it reads as a command; so do we


def read(text: str) -> exp.Query | tuple[Issue, ...]:
    """The query of a text."""
    if len(text) > LONGEST:
        return (_broken(1, 1, say("Write it shorter: at most {most} characters.", most=number(LONGEST))),)
    try:
        found = [e for e in sqlglot.parse(text, dialect=DIALECT) if e is not None]
    except SqlglotError as error:
        place: dict[str, Any] = next(iter(getattr(error, "errors", ())), {})
        return (_broken(int(place.get("line") or 1), int(place.get("col") or 1), _advice(place)),)
    except RecursionError:
        return (_broken(1, 1, say("It is nested too deeply.")),)
    if len(found) != 1:
        return (_refused(say("This is not one query; only one is run at a time.")),)
    tree = found[0]
    if any(isinstance(node, _WRITES) for node in tree.walk()):
        return (_refused(say("This would change the graph; only questions are asked of it.")),)
    if not isinstance(tree, exp.Select | exp.SetOperation):
        return (_broken(1, 1, say("Ask with SELECT alone.")),)
    if any(node.depth > DEEPEST for node in tree.walk()):
        return (_broken(1, 1, say("It is nested too deeply.")),)
    return tree


def _advice(place: dict[str, Any]) -> str:
    near = (place.get("highlight") or "").strip()[:60]
    return (
        say("It is SQL as SQLite takes it, and cannot be read at {near}.", near=f"“{near}”") if near else ""
    )


def _broken(line: int, column: int, hint: str) -> Issue:
    return Issue(
        rule="syntax",
        message=say(
            "The query cannot be read at line {line}, column {column}.", line=str(line), column=str(column)
        ),
        hint=hint,
    )


def _refused(message: str) -> Issue:
    return Issue(rule=READ_ONLY, message=message, ground=Ground.FORBIDDEN, hint=say("Ask with SELECT alone."))
