"""What a model replied: SQL with the terms put in, that the tables do not know, or nothing usable.

In: the text of a reply, and what its placeholders stand for. Out: a value, whatever stands in it; with the
SQL what the model says that its pieces stand for, still with placeholders.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kgqa.declared.vocabulary import NUMERIC
from kgqa.numbers import readable
from kgqa.sparql.model import Iri, Lit
from kgqa.strategies.carried import Carried
from kgqa.vocabulary.told import one_line

_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_BLOCK = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n`]*\n(.*?)(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)
_UNKNOWN = re.compile(r"^[\s`*_>#.\"'{]*UNKNOWN\b[\s\"'`*_:.\u2013\u2014-]*(.*)$", re.MULTILINE)
_START = re.compile(r"\b(?:SELECT|WITH)\b", re.IGNORECASE)
_TEXT = re.compile(r"'(?:[^']|'')*'")
_PLACE = re.compile(r"\{([ev]\d+)\}")
_PAIR = re.compile(r"^[ \t]*[-*][ \t]+[\"“]?([^:\n]+?)[\"”]?[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)
LONGEST = 30_000  # characters that are looked at
_SAID = 80
MOST = 24  # pairs of one reply


@dataclass(frozen=True, slots=True)
class Written:
    """SQL with the terms put in, as the model wrote it, and what its pieces stand for."""

    text: str
    template: str = ""
    carried: tuple[Carried, ...] = ()


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The model says that the tables have nothing for the question; `missing` in its words."""

    missing: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why nothing can be made of the reply."""

    reason: str


def reply_in(
    text: str, placed: Mapping[str, Iri | Lit], *, cut: bool = False
) -> Written | NotKnown | Unusable:
    """What the reply says; `cut` tells that the model had to stop."""
    text = _THOUGHT.sub("", text[:LONGEST])
    unknown, start = _UNKNOWN.search(text), _START.search(text)
    if unknown and (start is None or unknown.start() < start.start()):
        return NotKnown(one_line(unknown[1].strip(" `*_.\"'}"), _SAID))
    blocks = [found for found in _BLOCK.finditer(text) if _START.search(found[2])]
    sql = blocks[-1][2].strip() if blocks else ""
    if not sql and start is not None:
        sql = text[start.start() :].strip()
    if cut:
        return Unusable("It broke off before its end.")
    if not sql:
        return Unusable("There is no query in it.")
    missing = sorted({name for name in _PLACE.findall(sql) if name not in placed})
    if missing:
        return Unusable(f"There is no placeholder {', '.join(f'{{{name}}}' for name in missing)}.")
    below = text[blocks[-1].end() :] if blocks else ""
    pairs = (Carried(words, by.strip("`")) for words, by in _PAIR.findall(below)[:MOST])
    return Written(_filled(sql, placed), sql, tuple(pairs))


def _filled(sql: str, placed: Mapping[str, Iri | Lit]) -> str:
    """The SQL with its placeholders filled: those inside of texts as they are, others as texts or numbers."""
    parts: list[str] = []
    end = 0
    for found in _TEXT.finditer(sql):
        parts.append(_PLACE.sub(lambda m: _written(placed[m[1]]), sql[end : found.start()]))
        inside = found[0][1:-1]
        alone = _PLACE.fullmatch(inside)
        if alone:
            parts.append(_written(placed[alone[1]]))
        else:
            parts.append(f"'{_PLACE.sub(lambda m: _escaped(placed[m[1]].value), inside)}'")
        end = found.end()
    parts.append(_PLACE.sub(lambda m: _written(placed[m[1]]), sql[end:]))
    return "".join(parts)


def _written(term: Iri | Lit) -> str:
    if isinstance(term, Lit) and term.datatype in NUMERIC and readable(term.value) is not None:
        return term.value
    return f"'{_escaped(term.value)}'"


def _escaped(text: str) -> str:
    return text.replace("'", "''")
