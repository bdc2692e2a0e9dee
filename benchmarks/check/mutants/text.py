"""Slips in the text itself: prefixes, and literals whose marks are not escaped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.check.mutants.vocabulary import Chance
from kgqa.sparql import write
from kgqa.sparql.model import Lit, ParsedQuery
from kgqa.sparql.walk import expressions, triples

_PREFIX = re.compile(r"^[ \t]*PREFIX\s+([\w-]*):\s*<([^>]*)>[^\S\n]*\n?", re.IGNORECASE | re.MULTILINE)
_SPECIAL = re.compile(r"[\"'\\]")


def missing_prefix(text: str, _: ParsedQuery, chance: Chance) -> Iterator[str]:
    for found in chance.shuffled(_PREFIX.finditer(text)):
        if _used(found[1], text):
            yield text[: found.start()] + text[found.end() :]


def wrong_prefix(text: str, _: ParsedQuery, chance: Chance) -> Iterator[str]:
    """A prefix bound to a namespace that is a little off, or used under another name than it is declared."""
    for found in chance.shuffled(_PREFIX.finditer(text)):
        name, space = found[1], found[2]
        if not _used(name, text):
            continue
        yield text[: found.start(2)] + chance.pick(_near(space)) + text[found.end(2) :]
        head, body = text[: found.end()], text[found.end() :]
        other = chance.pick([f"{name}s", "ex", "ont", "onto", f"{name}o"])
        if not _used(other, text):
            yield head + re.sub(rf"(?<![\w:/#-]){re.escape(name)}:(?=[\w])", f"{other}:", body)


def unescaped_literal(_: str, query: ParsedQuery, chance: Chance) -> Iterator[str]:
    """A quotation mark or a backslash inside a literal stands as it is."""
    canonical = write(query)
    for literal in chance.shuffled(dict.fromkeys(_literals(query))):
        if found := _SPECIAL.findall(literal.value):
            spelled = write_literal(literal)
            mark = '"' if '"' in found or "\\" in found else "'"
            yield canonical.replace(spelled, f"{mark}{literal.value}{mark}")


def write_literal(literal: Lit) -> str:
    escaped = literal.value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _literals(query: ParsedQuery) -> Iterator[Lit]:
    yield from (t.object for t in triples(query) if isinstance(t.object, Lit))
    yield from (e for e in expressions(query) if isinstance(e, Lit))


def _used(prefix: str, text: str) -> bool:
    body = _PREFIX.sub("", text)
    return re.search(rf"(?<![\w:/#-]){re.escape(prefix)}:(?=[\w])", body) is not None


def _near(space: str) -> list[str]:
    other_end = {"#": "/", "/": "#"}.get(space[-1:], "")
    scheme = (
        space.replace("https://", "http://", 1)
        if space.startswith("https")
        else space.replace("http://", "https://", 1)
    )
    return [s for s in dict.fromkeys((space[:-1] + other_end, space[:-1], scheme)) if s != space]
