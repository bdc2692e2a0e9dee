"""The query in a model's reply, however it is wrapped: a fenced block, JSON, or bare with prose around it.

In: the reply. Out: the text of a query or an update, "" where there is none. It is not to be trusted: whether
it may run is for the check to say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import islice

from kgqa.sparql import ParsedQuery, parse

LONGEST = 30_000  # characters that are looked at
KEYS = ("sparql", "query")
_STARTS, _LINES, _ENDS = 4, 4, 16  # places in prose that are tried
_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_BLOCK = re.compile(r"^[ \t]*(`{3,}|~{3,})[^\n`]*\n(.*?)(?:^[ \t]*\1|\Z)", re.DOTALL | re.MULTILINE)
_OBJECT = re.compile(r'\{\s*"')
_QUERY = re.compile(r"\b(?:PREFIX|BASE|SELECT|ASK|CONSTRUCT|DESCRIBE)\b", re.IGNORECASE)
_UPDATE = re.compile(
    r"\b(?:INSERT|DELETE)\s+(?:DATA\s*|WHERE\s*)?\{"
    r"|\b(?:DROP|CLEAR|LOAD|CREATE)\s+(?:SILENT\s+)?(?:ALL\b|DEFAULT\b|NAMED\b|GRAPH\b|<)",
    re.IGNORECASE,
)


def query_in(reply: str, prefixes: Iterable[tuple[str, str]] = ()) -> str:
    """The query, or the update, that the reply gives; the last one where it gives several."""
    text = _THOUGHT.sub("", reply[:LONGEST]).strip()
    blocks: list[str] = [found[2].strip() for found in _BLOCK.finditer(text)]
    for part in (*reversed(blocks), text):
        if found := _in_json(part):
            return found
        if part is not text and (_QUERY.search(part) or _UPDATE.search(part)):
            return part
    return _in_prose(text, tuple(prefixes))


def _in_json(text: str) -> str:
    """The query of the first JSON object that has one."""
    decoder = json.JSONDecoder()
    for start in islice(_OBJECT.finditer(text), _STARTS):
        try:
            said, _ = decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            continue
        found = (said.get(key) for key in KEYS) if isinstance(said, dict) else ()
        for query in found:
            if isinstance(query, str) and query.strip():
                return query.strip()
    return ""


def _in_prose(text: str, prefixes: tuple[tuple[str, str], ...]) -> str:
    """The longest text from a query's first word on that is a whole query."""
    if update := _UPDATE.search(text):
        return text[update.start() :]  # a query inside an update is not what was said
    for start in islice(_QUERY.finditer(text), _STARTS):
        for end in islice(_ends(text, start.start()), _ENDS):
            if isinstance(parse(text[start.start() : end], prefixes), ParsedQuery):
                return text[start.start() : end]
    return ""


def _ends(text: str, start: int) -> Iterator[int]:
    """Where a query that begins at `start` may end, likely places first: after lines behind the last brace,
    after words of that brace's own line, which may say how many rows are wanted, and after each brace.
    """
    braces = [start + found.end() for found in re.finditer("}", text[start:])]
    if not braces:
        return
    last = braces[-1]
    words = [last + found.end() for found in re.finditer(r"[^\s.,;:!?]+", text[last:].partition("\n")[0])]
    lines = [last + found.start() for found in re.finditer(r"\n|\Z", text[last:])]
    yield from (*reversed(lines[-_LINES:]), *reversed(words), *reversed(braces))
