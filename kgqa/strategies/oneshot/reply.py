"""What a model replied: a query with the terms put in, that the graph does not know, or nothing usable.

In: the text of a reply. Out: a value, whatever stands in it: prose, half a query, SQL, an update.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kgqa.repair.mended import mended
from kgqa.repair.reply import query_in
from kgqa.sparql import ParsedQuery, parse
from kgqa.vocabulary import Placed, ReadBack, Vocabulary, read_back, with_colons
from kgqa.vocabulary.told import one_line

_SAID = 80  # characters of what is missing
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_UNKNOWN = re.compile(r"^[\s`*_>#.\"'{]*(?:text\s*)?UNKNOWN\b[\s\"'`*_:.\u2013\u2014-]*(.*)$", re.MULTILINE)
_ECHO = re.compile(r"(?:and\s+)?what\s+is\s+missing", re.IGNORECASE)  # the instruction, said after
_BARE = re.compile(r"^[\s`]*(?:sparql\s+)?((?:SELECT|ASK)\b[^`]*\{[^`]*\}[^`]*)", re.IGNORECASE)
_START = re.compile(r"\b(?:SELECT|ASK|CONSTRUCT|DESCRIBE)\b", re.IGNORECASE)

NO_QUERY = "there is no query in it."
A_CHANGE = "it would change the graph, and a query only reads."
NOT_SPARQL = "it is not SPARQL."
CUT_SHORT = "it broke off before its end."


@dataclass(frozen=True, slots=True)
class Written:
    """A query with whole IRIs; `query` is None where it cannot be read yet and may still be put right.
    `is_mended` says that slips of the pen were, or that it was held against what fits the question.
    """

    read: ReadBack
    query: ParsedQuery | None
    is_mended: bool = False


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The model says that the graph has nothing for the question; `missing` in its words."""

    missing: str = ""


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why nothing can be made of the reply, as the end of a sentence."""

    reason: str


Reply = Written | NotKnown | Unusable


def reply_in(text: str, vocabulary: Vocabulary, placed: Placed, *, cut: bool = False) -> Reply:
    """What the reply says; `cut` tells that the model had to stop."""
    text = _THOUGHT.sub("", text)
    prefixes = vocabulary.ontology.prefixes
    unknown, start = _UNKNOWN.search(text), _START.search(text)
    if unknown and (start is None or unknown.start() < start.start()):
        missing = one_line(unknown[1].strip(" `*_.\"'}"), _SAID).strip()
        return NotKnown("" if _ECHO.match(missing) else missing)
    query = query_in(text, prefixes)
    if query:
        read = read_back(query, vocabulary, placed)
    else:  # in prose a query is found where it can be read, which needs its terms
        read = read_back(text, vocabulary, placed)
        read = replace(read, text=query_in(read.text, prefixes))
    if not read.text:
        bare = _BARE.search(text)
        found = _mended(bare[1], vocabulary, placed) if bare and not cut else None
        return found or Unusable(CUT_SHORT if cut else NO_QUERY)
    parsed = parse(read.text, prefixes)
    if isinstance(parsed, ParsedQuery):
        return Written(read, parsed)
    if parsed.writes:
        return Unusable(A_CHANGE)
    if cut:
        return Unusable(CUT_SHORT)
    if "{" not in read.text or not _START.search(read.text):
        return Unusable(NOT_SPARQL)
    return _mended(query or read.text, vocabulary, placed) or Written(read, None)


def _mended(text: str, vocabulary: Vocabulary, placed: Placed) -> Written | None:
    """The query without the slips of the pen in its text; None where it cannot be read then either."""
    prefixes = vocabulary.ontology.prefixes
    for changed in dict.fromkeys((text, with_colons(text, vocabulary))):
        read = read_back(changed, vocabulary, placed)
        parsed = parse(read.text, prefixes) if changed != text else None
        if isinstance(parsed, ParsedQuery):
            return Written(read, parsed, is_mended=True)
        if found := mended(read.text, prefixes):
            return Written(replace(read, text=found[0]), found[1], is_mended=True)
    return None
