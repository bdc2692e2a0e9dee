"""The check of a call: a function with its arguments in, a CheckedQuery or the issues out.

It says what the function is, whether it is open, and whether each argument is of its kind and none of what is
closed. The queries that a function asks are checked one by one, when it asks them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any

from kgqa.check import Verdict
from kgqa.check.checked import passed
from kgqa.check.closed import View, closing
from kgqa.functions.function import TERMS, Amount, Function, Slot
from kgqa.ontology import Ontology
from kgqa.queries import written
from kgqa.types import Ground, Issue, QueryLanguage
from kgqa.wording.said import say

PASSED = ("known function", "open function", "arguments")


def check_call(
    function: Function, arguments: Mapping[str, Any], ontology: Ontology, closed: Collection[str] = ()
) -> Verdict:
    """The call as it is run and kept. `closed` are the names of functions that the asker may not call."""
    if function.name in closed:
        return (Issue(rule=PASSED[1], message=say("This function is closed."), ground=Ground.FORBIDDEN),)
    hidden = closing(ontology, ontology.closed).terms if isinstance(ontology, View) else frozenset[str]()
    for name, value in arguments.items():
        parameter = function.parameter(name)
        if parameter is None or not _is_of(parameter.slot, value):
            return (Issue(rule=PASSED[2], message=say("An argument of the call is of the wrong kind.")),)
        if isinstance(value, str) and value in hidden:
            message = say("The call is for what is not open to you here.")
            return (Issue(rule=PASSED[1], message=message, ground=Ground.FORBIDDEN),)
    if any(p.is_needed and p.name not in arguments for p in function.parameters):
        return (Issue(rule=PASSED[2], message=say("The call lacks an argument.")),)
    text = spelled(function, arguments)
    return passed(text, text, rules=PASSED, language=QueryLanguage.CALL)


def spelled(function: Function, arguments: Mapping[str, Any]) -> str:
    """`nearest(kind=<…>, place=<…>, count=3)`."""
    given = (
        f"{p.name}={_spelled(p.slot, arguments[p.name])}" for p in function.parameters if p.name in arguments
    )
    return f"{function.name}({', '.join(given)})"


def _spelled(slot: Slot, value: Any) -> str:
    if slot in TERMS:
        return written(str(value))
    if isinstance(value, Amount):
        return f'"{value.value:f} {value.unit}"'
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return f"{value:f}" if isinstance(value, Decimal) else str(value)


def _is_of(slot: Slot, value: Any) -> bool:
    match slot:
        case Slot.AMOUNT:
            return isinstance(value, Amount)
        case Slot.NUMBER:
            return isinstance(value, int | float | Decimal) and not isinstance(value, bool)
        case Slot.COUNT:
            return isinstance(value, int) and not isinstance(value, bool)
        case _:
            return isinstance(value, str) and bool(value)
