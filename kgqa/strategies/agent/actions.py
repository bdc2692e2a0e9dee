"""What a model may do (after Graf von Data 3.2), and the form in which it says so.

In: nothing. Out: one frozen value an action, and the JSON schema of a reply.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from kgqa.strategies.carried import Carried
from kgqa.types import TermKind

KINDS = {
    "thing": TermKind.ENTITY,
    "class": TermKind.CLASS,
    "property": TermKind.PROPERTY,
    "value": TermKind.VALUE,
}


@dataclass(frozen=True, slots=True)
class Search:
    """Terms with a name like `words`; of one kind, or things of one class (a handle)."""

    words: str
    kind: TermKind | None = None
    cls: str = ""


@dataclass(frozen=True, slots=True)
class Describe:
    """What the graph says of a term."""

    handle: str


@dataclass(frozen=True, slots=True)
class Query:
    """The rows of a query."""

    sparql: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """Words of the question that left something open, the part of the query that they were taken for, and
    what would stand in its place for the `other` reading, "" where the model names none.
    """

    words: str
    by: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The query that answers, what stands for which words, and why it may be wrong, "" for no doubt. The
    columns `beside` are no part of the answer: a reader wants to see them, as what a ranking goes by.
    """

    sparql: str
    carried: tuple[Carried, ...] = ()
    assumed: tuple[Assumed, ...] = ()
    beside: tuple[str, ...] = ()
    doubt: str = ""


@dataclass(frozen=True, slots=True)
class Keep:
    """The last answer stands, now that its rows were seen."""


@dataclass(frozen=True, slots=True)
class Failure:
    """There is no query. `missing` are words of the question that the graph does not know."""

    reason: str
    missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unknown:
    """What is no action."""

    problem: str


Looking = Search | Describe | Query  # what is observed
Action = Looking | Answer | Keep | Failure | Unknown


def _action(name: str, **fields: dict[str, Any]) -> dict[str, Any]:
    properties = {"action": {"type": "string", "enum": [name]}, **fields}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT = {"type": "string"}
_LIST = {"type": "array", "items": _TEXT}


def _texts(*names: str) -> dict[str, Any]:
    """A list of objects with these texts."""
    one = {
        "type": "object",
        "properties": dict.fromkeys(names, _TEXT),
        "required": list(names),
        "additionalProperties": False,
    }
    return {"type": "array", "items": one}


SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "thought": _TEXT,
        "actions": {
            "type": "array",
            "items": {
                "anyOf": [
                    _action(
                        "search",
                        words=_TEXT,
                        kind={"type": "string", "enum": ["any", *KINDS]},
                        **{"class": _TEXT},
                    ),
                    _action("describe", handle=_TEXT),
                    _action("query", sparql=_TEXT),
                    _action(
                        "answer",
                        sparql=_TEXT,
                        carried=_texts("words", "by"),
                        assumed=_texts("words", "by", "other"),
                        beside=_LIST,
                        doubt=_TEXT,
                    ),
                    _action("keep"),
                    _action("failure", reason=_TEXT, missing=_LIST),
                ]
            },
        },
    },
    "required": ["thought", "actions"],
    "additionalProperties": False,
}


def as_json(action: Action) -> dict[str, object]:
    """An action as the model should write it."""
    if isinstance(action, Unknown):
        return {}
    fields = asdict(action)
    if isinstance(action, Search):
        fields["class"] = fields.pop("cls")
        fields["kind"] = next((name for name, kind in KINDS.items() if kind is action.kind), "any")
    return {"action": type(action).__name__.lower(), **fields}
