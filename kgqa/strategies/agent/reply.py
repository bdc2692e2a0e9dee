"""A model's reply -> what it wants to do, however loosely it keeps to the form.

In: any text. Out: a thought and actions; a sentence on what is wrong with a reply that has none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from kgqa.repair.reply import query_in
from kgqa.strategies.agent.actions import (
    KINDS,
    Action,
    Answer,
    Assumed,
    Describe,
    Failure,
    Keep,
    Query,
    Search,
    Unknown,
)
from kgqa.strategies.agent.lines import line
from kgqa.strategies.carried import Carried

LONGEST = 30_000  # characters that are looked at
THOUGHT = 300  # characters of a thought that are kept
REASON = 300
MOST = 24  # phrases, and assumptions, of one answer
NO_OBJECT = "Your last reply held no JSON object that can be read. Reply with one JSON object alone."
NO_ACTION = "Your last reply held no action. Give at least one."
_THINKING = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_STARTS = 8  # places that are tried
_NAMES = ("action", "name", "tool", "type")
_WORDS, _BY = ("words", "phrase"), ("by", "part")
_ARGUMENTS = ("arguments", "args", "input", "action_input", "parameters")


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of the model. `problem` is for the model, where there is no action."""

    thought: str = ""
    actions: tuple[Action, ...] = ()
    problem: str = ""


def read(reply: str) -> Said:
    """What a reply says. A bare query is an answer."""
    text = _THINKING.sub("", reply[:LONGEST])
    said = next(_objects(text), None)
    if said is None:
        query = query_in(text)
        return Said(actions=(Answer(query),)) if query else Said(problem=NO_OBJECT)
    thought = said.get("thought", said.get("think", ""))
    given = said.get("actions", [said] if _name(said) else [])
    given = given if isinstance(given, list) else [given]
    actions = tuple(_action(one) for one in given)
    return Said(
        thought=line(str(thought), THOUGHT),
        actions=actions,
        problem="" if actions else NO_ACTION,
    )


def _objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of a text that speak of actions."""
    decoder = json.JSONDecoder(strict=False)  # a query on several lines is often written as such
    for start in islice(re.finditer(r"\{", text), _STARTS):
        try:
            said, _ = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        if isinstance(said, dict) and ("actions" in said or _name(said) or "thought" in said):
            yield said


def _name(said: Mapping[str, Any]) -> str:
    return next((str(said[n]) for n in _NAMES if isinstance(said.get(n), str)), "")


def _action(said: Any) -> Action:
    if not isinstance(said, dict):
        return Unknown("An action is a JSON object with the key “action”.")
    name = _name(said).strip().lower()
    inner = next((said[a] for a in _ARGUMENTS if a in said), None)
    told = {**said, **inner} if isinstance(inner, dict) else said
    if isinstance(inner, str):
        told = {**told, **dict.fromkeys(("words", "handle", "sparql", "reason"), inner)}
    match name:
        case "search" if words := _text(told, "words", "query", "text", "keyword", "keywords"):
            kind = KINDS.get(_text(told, "kind").lower())
            return Search(words, kind, _text(told, "class"))
        case "describe" if handle := _text(told, "handle", "term", "iri", "uri", "entity"):
            return Describe(handle)
        case "query" if sparql := _text(told, "sparql", "query"):
            return Query(sparql)
        case "answer" | "success" if sparql := _text(told, "sparql", "query"):
            return Answer(
                sparql,
                _carried(told.get("carried")),
                _assumed(told.get("assumed")),
                _names(told.get("beside")),
                line(_text(told, "doubt"), REASON),
            )
        case "keep" | "answer" | "success":
            return Keep()
        case "failure" | "fail":
            return Failure(line(_text(told, "reason", "why"), REASON), _texts(told.get("missing")))
        case "search" | "describe" | "query":
            needed = {"search": "words", "describe": "handle", "query": "sparql"}[name]
            return Unknown(f"The action {name} needs “{needed}”.")
    return Unknown(
        f"There is no action “{line(name, 40)}”: use search, describe, query, answer, keep or failure."
    )


def _carried(given: Any) -> tuple[Carried, ...]:
    pairs = (Carried(_text(one, *_WORDS), _text(one, *_BY)) for one in _listed(given))
    return tuple(pair for pair in pairs if pair.words and pair.by)[:MOST]


def _assumed(given: Any) -> tuple[Assumed, ...]:
    some = (Assumed(_text(o, *_WORDS), _text(o, *_BY), _text(o, "other", "or")) for o in _listed(given))
    return tuple(one for one in some if one.words and one.by)[:MOST]


def _names(given: Any) -> tuple[str, ...]:
    """The names of variables, without their mark."""
    return tuple(name.strip().lstrip("?$") for name in _texts(given))


def _texts(given: Any) -> tuple[str, ...]:
    return tuple(one for one in given if isinstance(one, str)) if isinstance(given, list) else ()


def _listed(given: Any) -> list[dict[str, Any]]:
    return [one for one in given if isinstance(one, dict)] if isinstance(given, list) else []


def _text(said: Mapping[str, Any], *names: str) -> str:
    return next((said[n].strip() for n in names if isinstance(said.get(n), str) and said[n].strip()), "")
